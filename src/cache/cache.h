// SPDX-License-Identifier: MIT
// What survives the process: entries in a folder or on a server, each some bytes under a key.
//
// An entry is a file named by its key, or a value: a line of magic, the length of what follows, its hash, and the bytes.  It is written beside and renamed, so readers see
// a whole entry, an older one or none; an entry whose length or hash is wrong is damaged, and as good as none.  Keys are hashes (XXH3, 128 bits)
// of everything that the bytes depend on, put together with cache_item.
#ifndef HP_CACHE_CACHE_H
#define HP_CACHE_CACHE_H
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "cache/remote.h"

struct cache_key {
    uint64_t low, high;
};
struct cache {
    const char *folder;  // valid as long as the cache is used; with `remote`: not used
    struct cache_remote *remote;  // NULL: entries are in the folder
    bool unwritable;     // told once
    struct buf notes;    // lines "heapproof: note: ..." about entries that could not be used or written
};

// Appends an item to what will be hashed: its length, then its bytes, so that items do not run into each other.
void cache_item(struct buf *b, const char *s);
void cache_item_key(struct buf *b, struct cache_key k);
struct cache_key cache_hash(const void *p, size_t n);
bool cache_same(struct cache_key a, struct cache_key b);
// 32 hexadecimal digits, and back; false if s is anything else.
enum { CACHE_DIGITS = 32 };
void cache_key_text(struct cache_key k, char text[CACHE_DIGITS + 1]);
bool cache_key_parse(const char *s, struct cache_key *k);

// Replaces *out by the bytes of the entry; false: there is none, or it is damaged, which c->notes tells.
bool cache_get(struct cache *c, struct cache_key k, struct buf *out);
// Makes the folder if need be.  That it cannot be written is told in c->notes, once.
void cache_put(struct cache *c, struct cache_key k, const struct buf *bytes);
// If the entries take more bytes than that, those go that were got or put least recently, until they take three quarters of it.
void cache_trim(const struct cache *c, uint64_t most);
#endif
