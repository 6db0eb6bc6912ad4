// SPDX-License-Identifier: MIT
// The configuration ROM: directories with leaves, one of which is the current one.

struct crom_leaf {
    struct crom_leaf *next;
    unsigned key, value;
};

struct crom_directory {
    struct list link;
    struct device *device;
    unsigned key, checksum;
    struct crom_leaf *leaves;
};

static struct crom_directory *crom_find(struct device *d, unsigned key) {
    for (struct list *e = d->crom.next; e != &d->crom; e = e->next) {
        struct crom_directory *dir = ENTRY(e, struct crom_directory, link);
        if (dir->key == key) return dir;
    }
    return NULL;
}

static void leaves_free(struct crom_leaf *leaf) {
    while (leaf) {
        struct crom_leaf *next = leaf->next;
        free(leaf);
        leaf = next;
    }
}

static void directory_free(struct crom_directory *dir) {
    leaves_free(dir->leaves);
    free(dir);
}

static struct crom_directory *directory_new(struct device *d, unsigned key) {
    struct crom_directory *dir = malloc(sizeof *dir);
    if (!dir) return NULL;
    dir->device = d;
    dir->key = key;
    dir->checksum = 0;
    dir->leaves = NULL;
    return dir;
}

static enum status crom_open(struct device *d, unsigned key) {
    struct crom_directory *dir = crom_find(d, key);
    if (!dir) {
        dir = directory_new(d, key);
        if (!dir) return NO_MEMORY;
        list_insert(&d->crom, &dir->link);
    }
    d->current_directory = dir;
    return SUCCESS;
}

static enum status crom_close(struct device *d, unsigned key) {
    struct crom_directory *dir = crom_find(d, key);
    if (!dir) return NOT_FOUND;
#ifndef BAD_CURRENT
    if (d->current_directory == dir) d->current_directory = NULL;
#endif
    list_remove(&dir->link);
    directory_free(dir);
    return SUCCESS;
}

// Leaves are in the order of their keys: the link to the first one whose key is not less.
static struct crom_leaf **leaf_place(struct crom_directory *dir, unsigned key) {
    struct crom_leaf **at = &dir->leaves;
    while (*at && (*at)->key < key) at = &(*at)->next;  // @leaf
    return at;
}

static enum status crom_add_leaf(struct device *d, unsigned key, unsigned value) {
#ifndef BAD_NO_CURRENT
    if (!d->current_directory) return INVALID;
#endif
    struct crom_leaf **at = leaf_place(d->current_directory, key);
    if (*at && (*at)->key == key) {
        (*at)->value = value;
        return SUCCESS;
    }
    struct crom_leaf *leaf = malloc(sizeof *leaf);
    if (!leaf) return NO_MEMORY;
    leaf->key = key;
    leaf->value = value;
    leaf->next = *at;
    *at = leaf;
    return SUCCESS;
}

static enum status crom_remove_leaf(struct device *d, unsigned key) {
    if (!d->current_directory) return INVALID;
    struct crom_leaf **at = leaf_place(d->current_directory, key), *leaf = *at;
    if (!leaf || leaf->key != key) return NOT_FOUND;
    *at = leaf->next;
    free(leaf);
    return SUCCESS;
}

static unsigned crom_sum(struct device *d) {
    unsigned sum = 0;
    for (struct list *e = d->crom.next; e != &d->crom; e = e->next) {
        struct crom_directory *dir = ENTRY(e, struct crom_directory, link);
        dir->checksum = dir->key;
        for (const struct crom_leaf *leaf = dir->leaves; leaf; leaf = leaf->next) dir->checksum = dir->checksum * 31 + leaf->value;
        sum ^= dir->checksum;
    }
#ifdef BAD_SUM
    sum ^= d->current_directory->key;  // @sum
#endif
    return sum;
}

// The leaves of the second directory go to the first, which stays.
static enum status crom_merge(struct device *d) {
    struct list *first = d->crom.next;
    if (first == &d->crom || first->next == &d->crom) return NOT_FOUND;
    struct crom_directory *a = ENTRY(first, struct crom_directory, link), *b = ENTRY(first->next, struct crom_directory, link);
    struct crom_leaf **end = &a->leaves;
    while (*end) end = &(*end)->next;
#ifndef BAD_MERGE
    *end = b->leaves;
#endif
    b->leaves = NULL;  // @merge
    if (d->current_directory == b) d->current_directory = a;
    list_remove(&b->link);
    directory_free(b);
    return SUCCESS;
}

static void crom_populate(struct device *d) {
    while (__VERIFIER_nondet_int()) {
        struct crom_directory *dir = directory_new(d, __VERIFIER_nondet_uint());
        if (!dir) return;
        while (__VERIFIER_nondet_int()) {
            struct crom_leaf *leaf = malloc(sizeof *leaf);
            if (!leaf) break;
            leaf->key = __VERIFIER_nondet_uint();
            leaf->value = 0;
            leaf->next = dir->leaves;
            dir->leaves = leaf;
        }
        list_add_tail(&d->crom, &dir->link);
    }
    if (!list_empty(&d->crom)) d->current_directory = ENTRY(d->crom.next, struct crom_directory, link);
}

static void crom_clear(struct device *d) {
    struct list *e;
    d->current_directory = NULL;
    while ((e = list_take(&d->crom))) directory_free(ENTRY(e, struct crom_directory, link));
}

static enum status crom_dispatch(struct device *d, unsigned code, unsigned argument) {
    switch (code % 7) {
        case 0: return crom_open(d, argument);
        case 1: return crom_close(d, argument);
        case 2: return crom_add_leaf(d, argument >> 8, argument & 255);
        case 3: return crom_remove_leaf(d, argument);
        case 4: return crom_sum(d) == 0 ? SUCCESS : INVALID;
        case 5: return crom_merge(d);
        default: crom_clear(d); return SUCCESS;
    }
}
