// SPDX-License-Identifier: MIT
// The pictures of a page, each once: a picture is named by its number.  All are drawn with one process; where graphviz is absent, or when they become
// too many or too large, they are told in words.
#ifndef HP_REPORT_ALBUM_H
#define HP_REPORT_ALBUM_H
#include <jansson.h>

#include "check/check.h"

struct report_album {
    VEC(const struct check_picture *) pictures;  // no two equal
    VEC(uint64_t) hashes;                        // of each
};

// A zeroed struct has no pictures.
void report_album_free(struct report_album *a);
// The number of a picture, as JSON; null if there is none.  It must outlive the album.
json_t *report_album_number(struct report_album *a, const struct check_picture *p);
// Draws all: an array of objects with "text" and, if it was drawn, "svg".
json_t *report_album_draw(const struct report_album *a);
#endif
