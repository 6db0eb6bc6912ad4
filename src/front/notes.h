// SPDX-License-Identifier: MIT
// What the front end says: its own errors and notes, and clang's messages made into them.
#ifndef HP_FRONT_NOTES_H
#define HP_FRONT_NOTES_H
#include "front/front.h"

// Adds "FILE: error: TEXT"; ok becomes false.
void front_error(struct front_messages *m, const char *file, const char *format, ...) __attribute__((format(printf, 3, 4)));
// Adds "FILE: note: TEXT".
void front_note(struct front_messages *m, const char *file, const char *format, ...) __attribute__((format(printf, 3, 4)));

// clang's standard error of a run that failed: its errors as it wrote them (with the lines that belong to them), without its warnings.
void front_clang_errors(const char *text, struct buf *out);
// clang's standard error of a run that succeeded: the first warning of each kind as a note, with the number of further ones.
void front_clang_notes(const char *text, struct buf *out);
#endif
