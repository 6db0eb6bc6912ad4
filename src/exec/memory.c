// SPDX-License-Identifier: MIT
#include "exec/memory.h"

#include <assert.h>

#define ONES 0x0101010101010101u
#define DEFAULT_PATTERN 0xa5a5a5a5a5a5a5a5u

void exec_memory_begin(struct exec_memory *s, uint32_t pointer_bits, uint64_t max_bytes, uint64_t seed) {
    assert(pointer_bits == 32 || pointer_bits == 64);
    *s = (struct exec_memory){.pointer_bits = pointer_bits, .max_bytes = max_bytes, .seed = seed};
    bool wide = pointer_bits == 64;
    s->next_fixed = wide ? 0x400000 : 0x8000000;
    s->end_fixed = wide ? 0x100000000000 : 0x40000000;
    s->next_stack = s->end_fixed;
    s->end_stack = wide ? 0x110000000000 : 0x50000000;
    s->next_heap = s->end_stack + EXEC_GAP;
    s->end_heap = wide ? 0x7fff00000000 : 0xfff00000;
    vec_push(&s->blocks, (struct exec_block){0});
}

static void forget_contents(struct exec_memory *s) {
    for (uint32_t i = 0; i < s->blocks.n; i++) {
        if (i == s->first_code) i += s->n_code;  // has nothing
        if (i == s->blocks.n) break;
        free(s->blocks.at[i].bytes);
        free(s->blocks.at[i].origin);
        free(s->blocks.at[i].nodes);
        free(s->blocks.at[i].open);
        free(s->blocks.at[i].held);
    }
    vec_free(&s->spare);
    vec_free(&s->fixed);
    vec_free(&s->heap);
    vec_free(&s->stack);
}

void exec_memory_end(struct exec_memory *s) {
    forget_contents(s);
    vec_free(&s->blocks);
}

void exec_memory_keep(struct exec_memory *s, exec_block_list *kept) {
    forget_contents(s);
    vec_free(kept);
    *kept = s->blocks;
    kept->n = s->first_code;
    if (!s->n_code) vec_free(kept);
}

void exec_memory_take(struct exec_memory *s, exec_block_list *kept) {
    assert(s->blocks.n == 1 && !s->kept_code);
    if (!kept->at) return;
    vec_free(&s->blocks);
    s->blocks = *kept;
    s->kept_code = kept->n;
    *kept = (exec_block_list){0};
    s->blocks.n = 0;
    vec_push(&s->blocks, (struct exec_block){0});
}

static uint64_t mix_bits(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

uint64_t exec_pattern(uint64_t seed, uint64_t salt) {
    return seed ? mix_bits(seed + salt * 0x9e3779b97f4a7c15u) : DEFAULT_PATTERN;
}

static bool has_contents(enum exec_kind kind) {
    return kind != EXEC_CODE && kind != EXEC_LABEL;
}

// Alignment that is there wherever the block lies: code and what the library keeps have none that a program may rely on.
static uint8_t low_zeros(enum exec_kind kind, uint64_t align) {
    return kind == EXEC_CODE || kind == EXEC_LABEL || kind == EXEC_STATIC ? 0 : (uint8_t)__builtin_ctzll(align);
}

static enum exec_room new_block(struct exec_memory *s, enum exec_kind kind, uint64_t address, uint64_t size, uint64_t align,
                                enum exec_birth birth, uint32_t *number) {
    uint8_t *bytes = NULL;
    if (has_contents(kind)) {
        if (size > s->max_bytes / 2 || s->bytes + 2 * size > s->max_bytes) return EXEC_NO_BYTES;
        bytes = calloc(2, size ? size : 1);
        if (!bytes) return EXEC_NO_BYTES;
        s->bytes += 2 * size;
    }
    if (!s->spare.n) {
        vec_push(&s->spare, s->blocks.n);
        vec_push(&s->blocks, (struct exec_block){0});
        s->bytes += sizeof(struct exec_block);
    }
    *number = vec_pop(&s->spare);
    assert(*number && !s->blocks.at[*number].bytes);  // nobody lives there
    uint64_t serial = ++s->serial;
    s->blocks.at[*number] = (struct exec_block){.address = address,
                                                .size = size,
                                                .bytes = bytes,
                                                .state = bytes ? bytes + size : NULL,
                                                .kind = kind,
                                                .birth = birth,
                                                .align = low_zeros(kind, align),
                                                .serial = serial,
                                                .pattern = exec_pattern(s->seed, serial)};
    return EXEC_ROOM_OK;
}

static bool take_address(uint64_t *next, uint64_t end, uint64_t size, uint64_t align, uint64_t *address) {
    assert(align && (align & (align - 1)) == 0);
    uint64_t at = (*next + align - 1) & ~(align - 1);
    if (at < *next || at > end || size > end - at || end - at - size < EXEC_GAP) return false;
    *address = at;
    *next = at + size + EXEC_GAP;
    return true;
}

enum exec_room exec_block_new(struct exec_memory *s, enum exec_kind kind, uint64_t size, uint64_t align, enum exec_birth birth,
                              uint32_t *number) {
    bool heap = kind == EXEC_HEAP || kind == EXEC_RESOURCE;
    assert(kind != EXEC_NO_KIND && kind != EXEC_SLOT && kind != EXEC_ALLOCA);
    uint64_t address;
    bool room = heap ? take_address(&s->next_heap, s->end_heap, size, align, &address)
                     : take_address(&s->next_fixed, s->end_fixed, size, align, &address);
    if (!room) return EXEC_NO_ADDRESS;
    enum exec_room r = new_block(s, kind, address, size, align, birth, number);
    if (r != EXEC_ROOM_OK) return r;
    if (heap)
        vec_push(&s->heap, *number);
    else
        vec_push(&s->fixed, *number);
    return r;
}

bool exec_block_new_code(struct exec_memory *s, uint32_t n, uint64_t align) {
    assert(!s->spare.n && !has_contents(EXEC_CODE) && !s->n_code);
    s->code_address = (s->next_fixed + align - 1) & ~(align - 1);
    s->code_stride = (1 + EXEC_GAP + align - 1) & ~(align - 1);
    if (s->code_address < s->next_fixed || s->code_address > s->end_fixed || (s->end_fixed - s->code_address) / s->code_stride <= n) return false;
    s->first_code = s->blocks.n;
    s->n_code = n;
    vec_reserve(&s->blocks, (size_t)s->blocks.n + n);
    struct exec_block *all = s->blocks.at + s->first_code;
    bool kept = s->kept_code == s->first_code;
    for (uint32_t i = 0; i < n && !kept; i++)
        all[i] = (struct exec_block){.address = s->code_address + i * s->code_stride, .size = 1, .kind = EXEC_CODE, .serial = s->serial + 1 + i, .index = i, .born = {.func = UINT32_MAX}};
    assert(!n || (all[n - 1].kind == EXEC_CODE && all[0].address == s->code_address && all[n - 1].serial == s->serial + n));
    s->blocks.n += n;
    s->serial += n;
    s->next_fixed = s->code_address + n * s->code_stride;
    s->bytes += n * sizeof(struct exec_block);
    return true;
}

enum exec_room exec_block_new_at(struct exec_memory *s, enum exec_kind kind, uint64_t address, uint64_t size, uint64_t align,
                                 enum exec_birth birth, uint32_t *number) {
    assert((kind == EXEC_SLOT || kind == EXEC_ALLOCA) && address >= s->end_fixed && address + size <= s->end_stack);
    enum exec_room r = new_block(s, kind, address, size, align, birth, number);
    if (r != EXEC_ROOM_OK) return r;
    vec_push(&s->stack, *number);
    uint32_t i = s->stack.n - 1;
    for (; i > 0 && s->blocks.at[s->stack.at[i - 1]].address > address; i--) s->stack.at[i] = s->stack.at[i - 1];
    s->stack.at[i] = *number;
    assert(!i || exec_block(s, s->stack.at[i - 1])->address + exec_block(s, s->stack.at[i - 1])->size <= address);
    assert(i + 1 == s->stack.n || address + size <= exec_block(s, s->stack.at[i + 1])->address);
    return r;
}

static void leave_stack(struct exec_memory *s, uint32_t number) {
    uint32_t i = s->stack.n;
    while (assert(i), s->stack.at[i - 1] != number) i--;
    memmove(&s->stack.at[i - 1], &s->stack.at[i], (s->stack.n - i) * sizeof *s->stack.at);
    s->stack.n--;
}

// A freed block still shows what hung on it: that tells a block freed too early from one whose contents nobody cared for.
static void remember_held(struct exec_block *b) {
    VEC(uint32_t) held = {0};
    for (uint64_t i = 0; b->origin && i < b->size; i++) {
        if (b->origin[i] && (i == 0 || b->origin[i] != b->origin[i - 1])) vec_push(&held, b->origin[i]);
    }
    b->held = held.at;
    b->n_held = held.n;
}

void exec_block_kill(struct exec_memory *s, uint32_t number, enum exec_life life) {
    struct exec_block *b = exec_block(s, number);
    assert(b->life == EXEC_LIVE && b->bytes && life != EXEC_LIVE);
    if (life == EXEC_FREED) remember_held(b);
    s->bytes -= (2 + (b->origin ? 4 : 0) + (b->nodes ? 4 : 0) + (b->open ? 4 : 0)) * b->size;
    free(b->bytes);
    free(b->origin);
    free(b->nodes);
    free(b->open);
    b->bytes = b->state = NULL;
    b->origin = b->nodes = NULL;
    b->open = NULL;
    b->life = life;
    b->last = s->serial;
    s->dead++;
    if (b->kind == EXEC_SLOT || b->kind == EXEC_ALLOCA) leave_stack(s, number);
}

static uint32_t find(const struct exec_memory *s, const uint32_t *numbers, uint32_t n, uint64_t address) {
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (s->blocks.at[numbers[mid]].address <= address)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == 0) return 0;
    const struct exec_block *b = exec_block(s, numbers[low - 1]);
    return address - b->address <= b->size ? numbers[low - 1] : 0;
}

static uint32_t find_code(const struct exec_memory *s, uint64_t address) {
    uint64_t offset = address - s->code_address;
    return offset % s->code_stride <= 1 ? s->first_code + (uint32_t)(offset / s->code_stride) : 0;
}

uint32_t exec_block_at(const struct exec_memory *s, uint64_t address) {
    if (address >= s->code_address && address - s->code_address < s->n_code * s->code_stride) return find_code(s, address);
    if (address < s->next_fixed) return find(s, s->fixed.at, s->fixed.n, address);
    if (address < s->end_stack) return find(s, s->stack.at, s->stack.n, address);
    return find(s, s->heap.at, s->heap.n, address);
}

static void read_byte(const struct exec_block *b, uint64_t at, uint32_t i, struct exec_value *v) {
    uint8_t byte = b->bytes[at + i];
    uint8_t state = b->state[at + i];
    if (state == EXEC_BORN && b->birth == EXEC_BIRTH_UNINIT) {
        byte = (uint8_t)(b->pattern >> 8 * ((at + i) & 7));
        state = EXEC_UNINIT;
    } else if (state == EXEC_BORN && b->birth == EXEC_BIRTH_UNKNOWN) {
        state = EXEC_UNDRAWN;
    }
    v->bits |= (exec_word)byte << 8 * i;
    if (state == EXEC_UNINIT) v->uninit |= (uint16_t)(1u << i);
    if (state & (EXEC_UNDRAWN | EXEC_DRAWN)) v->unknown |= (uint16_t)(1u << i), v->why = b->why;
}

static bool read_origins(const struct exec_block *b, uint64_t offset, uint32_t n, uint32_t *origins) {
    uint32_t any = 0;
    for (uint32_t i = 0; i < n; i++) any |= origins[i] = b->origin[offset + i];
    return any != 0;
}

bool exec_bytes_read(const struct exec_block *b, uint64_t offset, uint32_t n, struct exec_value *v, uint32_t *origins) {
    assert(b->bytes && n <= 16 && offset + n <= b->size);
    *v = (struct exec_value){0};
    uint64_t low = 0, state = 0, ones = n >= 8 ? ONES : ONES & ((1ull << 8 * n) - 1);
    if (n <= 8) {
        memcpy(&state, b->state + offset, n);
        memcpy(&low, b->bytes + offset, n);
    }
    if (n <= 8 && (state | (b->birth == EXEC_BIRTH_ZERO ? ones : 0)) == ones) {
        v->bits = low;
    } else {
        for (uint32_t i = 0; i < n; i++) read_byte(b, offset, i, v);
    }
    return b->origin && read_origins(b, offset, n, origins);
}

// An array beside the bytes, made when it is first needed.
static void *make_beside(struct exec_memory *s, const struct exec_block *b, size_t each) {
    void *words = calloc(b->size ? b->size : 1, each);
    if (!words) base_out_of_memory();
    s->bytes += each * b->size;
    return words;
}

void exec_bytes_nodes(struct exec_memory *s, struct exec_block *b) {
    if (!b->nodes) b->nodes = make_beside(s, b, sizeof *b->nodes);
}

void exec_bytes_open(struct exec_memory *s, struct exec_block *b) {
    if (!b->open) b->open = make_beside(s, b, sizeof *b->open);
}

// What the array of the target becomes.
static void *copy_beside(struct exec_memory *s, const struct exec_block *to, void *to_words, uint64_t to_offset, const void *from_words,
                         uint64_t from_offset, uint64_t n, size_t each) {
    if (from_words && !to_words) to_words = make_beside(s, to, each);
    if (from_words)
        memmove((char *)to_words + to_offset * each, (const char *)from_words + from_offset * each, n * each);
    else if (to_words)
        memset((char *)to_words + to_offset * each, 0, n * each);
    return to_words;
}

void exec_bytes_write(struct exec_memory *s, struct exec_block *b, uint64_t offset, uint32_t n, const struct exec_value *v,
                      const uint32_t *origins) {
    assert(b->bytes && n <= 16 && offset + n <= b->size);
    memcpy(b->bytes + offset, &v->bits, n);
    memset(b->state + offset, EXEC_KNOWN, n);
    if (v->uninit | v->unknown) {
        for (uint32_t i = 0; i < n; i++) {
            if (v->unknown >> i & 1)
                b->state[offset + i] = EXEC_DRAWN, b->why = v->why;
            else if (v->uninit >> i & 1)
                b->state[offset + i] = EXEC_UNINIT;
        }
    }
    if (origins && !b->origin) b->origin = make_beside(s, b, sizeof *b->origin);
    if (b->origin && origins)
        memcpy(b->origin + offset, origins, n * sizeof *origins);
    else if (b->origin)
        memset(b->origin + offset, 0, n * sizeof *origins);
}

// Uninitialised bytes as born get their contents for good.
static void settle(struct exec_block *b, uint64_t offset, uint64_t n) {
    for (uint64_t i = offset; b->birth == EXEC_BIRTH_UNINIT && i < offset + n; i++) {
        if (b->state[i] != EXEC_BORN) continue;
        b->bytes[i] = (uint8_t)(b->pattern >> 8 * (i & 7));
        b->state[i] = EXEC_UNINIT;
    }
}

// Copied bytes that are as born take their state with them.
static void copy_born(struct exec_block *to, uint64_t to_offset, const struct exec_block *from, const uint8_t *old, uint64_t n) {
    if (from->birth == EXEC_BIRTH_UNKNOWN) to->why = from->why;
    for (uint64_t i = 0; i < n; i++) {
        uint8_t state = old[i];
        if (state == EXEC_BORN)
            state = from->birth == EXEC_BIRTH_ZERO ? EXEC_KNOWN : EXEC_UNDRAWN;
        else if (state & (EXEC_UNDRAWN | EXEC_DRAWN))
            to->why = from->why;
        to->state[to_offset + i] = state;
    }
}

void exec_bytes_copy(struct exec_memory *s, struct exec_block *to, uint64_t to_offset, struct exec_block *from, uint64_t from_offset,
                     uint64_t n) {
    assert(to_offset + n <= to->size && from_offset + n <= from->size);
    uint8_t *old = malloc(n ? n : 1);
    if (!old) base_out_of_memory();
    settle(from, from_offset, n);
    memcpy(old, from->state + from_offset, n);
    memmove(to->bytes + to_offset, from->bytes + from_offset, n);
    copy_born(to, to_offset, from, old, n);
    free(old);
    to->origin = copy_beside(s, to, to->origin, to_offset, from->origin, from_offset, n, sizeof *to->origin);
    to->nodes = copy_beside(s, to, to->nodes, to_offset, from->nodes, from_offset, n, sizeof *to->nodes);
    to->open = copy_beside(s, to, to->open, to_offset, from->open, from_offset, n, sizeof *to->open);
}

void exec_bytes_set(struct exec_block *b, uint64_t offset, uint64_t n, uint8_t byte, enum exec_state state) {
    assert(b->bytes && offset + n <= b->size);
    memset(b->bytes + offset, byte, n);
    memset(b->state + offset, state, n);
    if (b->origin) memset(b->origin + offset, 0, n * sizeof *b->origin);
    if (b->nodes) memset(b->nodes + offset, 0, n * sizeof *b->nodes);
    if (b->open) memset(b->open + offset, 0, n * sizeof *b->open);
}
