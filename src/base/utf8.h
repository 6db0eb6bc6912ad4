// SPDX-License-Identifier: MIT
// Characters of UTF-8 in text that comes from anywhere.
#ifndef HP_BASE_UTF8_H
#define HP_BASE_UTF8_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

// The length of the character that s[0 .. n) begins with, n > 0; 0 if these bytes are no UTF-8.
size_t utf8_length(const char *s, size_t n);
// The number of the character of that length, not 0.
uint32_t utf8_number(const char *s, size_t length);
// Is it one that moves the cursor, changes the direction of what follows, or cannot be seen?  (Controls, marks of direction.)
bool utf8_is_hidden(uint32_t number);
// Appends s[0 .. n), with the bytes of what is hidden or no character written \xHH.
void utf8_clean(struct buf *out, const char *s, size_t n);
#endif
