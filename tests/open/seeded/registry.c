// SPDX-License-Identifier: MIT
// Modules with state of their own: registries, pools, caches, rings.
#include "seed.h"

struct user {
    struct user *next;
    int id;
    char name[12];
};
static struct user *users;
static unsigned n_users;
static int *recent;
char *program_name;

struct chunk {
    struct chunk *next;
    size_t used;
};
struct arena {
    struct chunk *chunks;
};
struct ring {
    int *slots;
    unsigned head, tail, size;
};

int user_add(int id, const char *name) {  // seed: memory-leak
    struct user *u = calloc(1, sizeof *u);
    if (!u) return -1;
    u->id = id;
    strncpy(u->name, name, sizeof u->name - 1);
    for (struct user *v = users; v; v = v->next) {
        if (v->id != id) continue;
        if (!BAD) free(u);
        return 0;
    }
    u->next = users;
    users = u;
    n_users++;
    return 1;
}

int user_remove(int id) {  // seed: use-after-free
    for (struct user **at = &users; *at; at = &(*at)->next) {
        struct user *u = *at;
        if (u->id != id) continue;
        if (BAD) free(u);
        *at = u->next;
        if (!BAD) free(u);
        n_users--;
        return 1;
    }
    return 0;
}

void users_shutdown(void) {  // seed: double-free
    struct user *u = users;
    while (u) {
        struct user *next = u->next;
        free(u);
        if (BAD && !next) free(users);
        u = next;
    }
    users = NULL;
    n_users = 0;
}

int *users_ids(void) {  // seed: memory-leak
    int *ids = malloc((n_users + 1u) * sizeof *ids);
    if (!ids) return NULL;
    if (!users) {
        if (!BAD) free(ids);
        return NULL;
    }
    ids[0] = users->id;
    return ids;
}

void recent_set(int value) {  // seed: use-after-free
    int *place = malloc(sizeof *place);
    if (!place) return;
    *place = value;
    if (!BAD) free(recent);
    if (BAD && recent) {
        free(recent);
        *place = *recent;
    }
    recent = place;
}

int name_set(const char *name) {  // seed: double-free
    free(program_name);
    if (!*name) {
        if (BAD) free(program_name);
        program_name = NULL;
        return 0;
    }
    program_name = strdup(name);
    return program_name != NULL;
}

void user_initials(const struct user *u, char *out) {  // seed: out-of-bounds
    char two[2] = {0, 0};
    int n = 0;
    for (const struct user *v = u; v && (BAD || n < 2); v = v->next) two[n++] = (char)('a' + (v->id & 7));
    *out = two[0];
}

int arena_grow(struct arena *a, size_t wanted) {  // seed: memory-leak
    struct chunk *c = malloc(sizeof *c + 64);
    if (!c) return -1;
    if (wanted > 64) {
        if (!BAD) free(c);
        return -1;
    }
    c->used = wanted;
    c->next = a->chunks;
    a->chunks = c;
    return 0;
}

void arena_release(struct arena *a) {  // seed: use-after-free
    for (struct chunk *c = a->chunks; c;) {
        struct chunk *gone = c;
        if (BAD) {
            free(gone);
            c = gone->next;
        } else {
            c = c->next;
            free(gone);
        }
    }
    a->chunks = NULL;
}

struct ring *ring_new(unsigned size) {  // seed: out-of-bounds
    if (size < 2 || size > 32) return NULL;
    struct ring *r = malloc(sizeof *r);
    if (!r) return NULL;
    r->slots = malloc(size * sizeof *r->slots);
    if (!r->slots) {
        free(r);
        return NULL;
    }
    r->size = size;
    r->head = r->tail = 0;
    r->slots[BAD ? size : size - 1] = 0;
    return r;
}

void ring_free(struct ring *r) {  // seed: use-after-free
    if (!r) return;
    if (!BAD) free(r->slots);
    free(r);
    if (BAD) free(r->slots);
}

int ring_sum(const int *first) {  // seed: out-of-bounds
    int window[4] = {0}, sum = 0;
    unsigned at = 0;
    for (int i = 0; i < 6; i++) {
        window[at] = *first & i;
        at = at == (BAD ? 4u : 3u) ? 0 : at + 1;
    }
    for (int i = 0; i < 4; i++) sum += window[i];
    return sum;
}

#ifdef TRY
int main(void) {
    char initial;
    struct arena a = {NULL};
    user_add(1, "one");
    user_add(2, "two is a long name");
    user_add(2, "two");
    user_add(3, "three");
    user_initials(users, &initial);
    user_remove(2);
    user_remove(7);
    free(users_ids());
    users_shutdown();
    users_ids();
    recent_set(1);
    recent_set(2);
    free(recent);
    name_set("p");
    name_set("");
    arena_grow(&a, 1);
    arena_grow(&a, 65);
    arena_grow(&a, 2);
    arena_release(&a);
    struct ring *r = ring_new(4);
    ring_new(1);
    r->slots[0] = 7;
    int sum = ring_sum(r->slots);
    ring_free(r);
    return sum < 0;
}
#endif
