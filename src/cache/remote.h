// SPDX-License-Identifier: MIT
// Entries on a Redis server instead of in a folder.
//
// The address is redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]; a password may also be in the environment (HEAPPROOF_STORE_PASSWORD), where other users do not see it.  What is told
// of the server never has it.  The connection is made when it is first needed.  A server that does not answer in time, or answers something else, is not asked again:
// then there are no entries.
#ifndef HP_CACHE_REMOTE_H
#define HP_CACHE_REMOTE_H
#include <stdbool.h>

#include "base/buf.h"

struct cache_remote {
    char *host, *user, *password;  // user, password: NULL if there is none
    int port, database;
    void *connection;  // NULL: none yet, or none any more
    bool lost;
};

bool cache_is_remote(const char *store);
// False: *error gets a sentence without the password; *r needs no end.
bool cache_remote_begin(struct cache_remote *r, const char *address, struct buf *error);
void cache_remote_end(struct cache_remote *r);
// The server, for messages.
void cache_remote_name(const struct cache_remote *r, struct buf *out);
// *out gets the bytes under the name; false: there are none.  What is wrong with the server is told in *notes, once.
bool cache_remote_get(struct cache_remote *r, const char *name, struct buf *out, struct buf *notes);
void cache_remote_put(struct cache_remote *r, const char *name, const struct buf *bytes, struct buf *notes);
#endif
