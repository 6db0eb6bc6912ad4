// SPDX-License-Identifier: MIT
// The text form of states: words that printing and parsing share.  What is printed says everything that a state consists of, so it can be
// read back; doc/domain-sl.md explains it.
#ifndef HP_SL_TEXT_H
#define HP_SL_TEXT_H

extern const char *const sl_storage_words[7];  // by enum sl_storage
extern const char *const sl_life_words[3];     // by enum sl_life
extern const char *const sl_rest_words[4];     // by enum sl_rest
extern const char *const sl_library_words[SL_LIBRARY_TAGS];  // by enum sl_library
extern const char *const sl_end_words[4];      // by enum sl_end
extern const char *const sl_role_words[SL_N_ROLES];  // by enum sl_role
#endif
