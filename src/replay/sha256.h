// SPDX-License-Identifier: MIT
// The hash of FIPS 180-4, by which witnesses name the files they are about.
#ifndef HP_REPLAY_SHA256_H
#define HP_REPLAY_SHA256_H
#include <stddef.h>
#include <stdint.h>

void replay_sha256(const void *data, size_t n, uint8_t out[32]);
#endif
