// SPDX-License-Identifier: MIT
#include "cache/remote.h"

#include <assert.h>
#include <errno.h>
#include <hiredis/hiredis.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

static const char scheme[] = "redis://";
enum { SCHEME = sizeof scheme - 1, PORT = 6379, MOST_PORT = 65535, MOST_DATABASE = 65535 };
enum { CONNECT_SECONDS = 1, ANSWER_SECONDS = 2 };  // a server that takes longer is slower than the analysis

// ---- addresses -----------------------------------------------------------------------------------------------------------------------------

bool cache_is_remote(const char *store) {
    return strstr(store, "://") != NULL;
}

static char *copy(const char *s, size_t n) {
    char *p = strndup(s, n);
    if (!p) base_out_of_memory();
    return p;
}

static bool read_number(const char *s, const char *end, int most, int *to) {
    long x = 0;
    if (s == end || end - s > 5) return false;
    for (; s < end; s++) {
        if (*s < '0' || *s > '9') return false;
        x = x * 10 + (*s - '0');
    }
    *to = (int)x;
    return x <= most;
}

// [USER]:PASSWORD
static void read_user(struct cache_remote *r, const char *s, const char *end) {
    const char *colon = memchr(s, ':', (size_t)(end - s));
    const char *name = colon ? colon : end;
    if (name > s) r->user = copy(s, (size_t)(name - s));
    if (colon) r->password = copy(colon + 1, (size_t)(end - colon - 1));
}

// HOST[:PORT]; an address of IPv6 is in brackets.
static bool read_server(struct cache_remote *r, const char *s, const char *end) {
    const char *close = *s == '[' ? memchr(s, ']', (size_t)(end - s)) : NULL;
    if (*s == '[' && !close) return false;
    const char *colon = memchr(close ? close : s, ':', (size_t)(end - (close ? close : s)));
    const char *name = close ? close : colon ? colon : end;
    r->host = copy(s + (close != NULL), (size_t)(name - s) - (close != NULL));
    if (close && close + 1 != end && close + 1 != colon) return false;
    return *r->host && (!colon || (read_number(colon + 1, end, MOST_PORT, &r->port) && r->port));
}

static bool read_address(struct cache_remote *r, const char *s) {
    const char *slash = strchr(s, '/'), *end = slash ? slash : s + strlen(s), *at = NULL;
    for (const char *p = s; p < end; p++)
        if (*p == '@') at = p;
    if (at) read_user(r, s, at);
    if (!read_server(r, at ? at + 1 : s, end)) return false;
    return !slash || !slash[1] || read_number(slash + 1, slash + strlen(slash), MOST_DATABASE, &r->database);
}

bool cache_remote_begin(struct cache_remote *r, const char *address, struct buf *error) {
    const char *password = getenv("HEAPPROOF_STORE_PASSWORD");
    *r = (struct cache_remote){.port = PORT};
    if (strncmp(address, scheme, SCHEME) != 0) {
        buf_str(error, "a store is a folder, or redis://HOST[:PORT][/DATABASE]");
        return false;
    }
    if (!read_address(r, address + SCHEME)) {
        buf_str(error, "the address of the store is not redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]");
        cache_remote_end(r);
        return false;
    }
    if (!r->password && password && *password) r->password = copy(password, strlen(password));
    return true;
}

void cache_remote_end(struct cache_remote *r) {
    if (r->connection) redisFree(r->connection);
    free(r->host);
    free(r->user);
    free(r->password);
    *r = (struct cache_remote){0};
}

void cache_remote_name(const struct cache_remote *r, struct buf *out) {
    buf_printf(out, "redis://%s:%d/%d", r->host, r->port, r->database);
}

// ---- the server ------------------------------------------------------------------------------------------------------------------------------

static void lose(struct cache_remote *r, const char *why, struct buf *notes) {
    buf_str(notes, "heapproof: note: ");
    cache_remote_name(r, notes);
    buf_printf(notes, ": %s: the store is not used\n", why);
    if (r->connection) redisFree(r->connection);
    r->connection = NULL;
    r->lost = true;
}

// The answer, or NULL: the server is lost.  What it says of an error may repeat what it was asked, so of one when the password is sent only that it is one is told.
static redisReply *answer(struct cache_remote *r, redisReply *x, bool secret, struct buf *notes) {
    const redisContext *c = r->connection;
    if (x && x->type != REDIS_REPLY_ERROR) return x;
    struct buf why = {0};
    if (x)
        buf_str(&why, secret ? "the password is not taken" : x->str);
    else
        buf_str(&why, c->err == REDIS_ERR_IO && (errno == EAGAIN || errno == EWOULDBLOCK) ? "no answer in time" : c->errstr);
    if (x) freeReplyObject(x);
    lose(r, buf_text(&why), notes);
    buf_free(&why);
    return NULL;
}

static bool ask(struct cache_remote *r, int n, const char *const *words, bool secret, struct buf *notes) {
    const char *all[4];
    assert(n <= 4);
    for (int i = 0; i < n; i++) all[i] = words[i];
    redisReply *x = answer(r, redisCommandArgv(r->connection, n, all, NULL), secret, notes);
    if (x) freeReplyObject(x);
    return x;
}

static bool introduce(struct cache_remote *r, struct buf *notes) {
    char number[16];
    snprintf(number, sizeof number, "%d", r->database);
    if (r->password && r->user && !ask(r, 3, (const char *[]){"AUTH", r->user, r->password}, true, notes)) return false;
    if (r->password && !r->user && !ask(r, 2, (const char *[]){"AUTH", r->password}, true, notes)) return false;
    return !r->database || ask(r, 2, (const char *[]){"SELECT", number}, false, notes);
}

static bool connect_to(struct cache_remote *r, struct buf *notes) {
    if (r->connection || r->lost) return !r->lost;
    redisContext *c = redisConnectWithTimeout(r->host, r->port, (struct timeval){CONNECT_SECONDS, 0});
    if (!c || c->err) {
        char why[sizeof c->errstr + 1] = "no memory";
        if (c) memcpy(why, c->errstr, sizeof c->errstr);
        if (c) redisFree(c);
        lose(r, why, notes);
        return false;
    }
    r->connection = c;
    redisSetTimeout(c, (struct timeval){ANSWER_SECONDS, 0});
    return introduce(r, notes);
}

bool cache_remote_get(struct cache_remote *r, const char *name, struct buf *out, struct buf *notes) {
    if (!connect_to(r, notes)) return false;
    redisReply *x = answer(r, redisCommand(r->connection, "GET heapproof:%s", name), false, notes);
    bool there = x && x->type == REDIS_REPLY_STRING;
    if (there) buf_add(out, x->str, x->len);
    if (x) freeReplyObject(x);
    return there;
}

void cache_remote_put(struct cache_remote *r, const char *name, const struct buf *bytes, struct buf *notes) {
    if (!connect_to(r, notes)) return;
    redisReply *x = answer(r, redisCommand(r->connection, "SET heapproof:%s %b", name, buf_text(bytes), bytes->n), false, notes);
    if (x) freeReplyObject(x);
}
