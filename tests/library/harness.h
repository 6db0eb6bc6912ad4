// SPDX-License-Identifier: MIT
// Calls library functions as told on standard input, each call in a process of its own, and tells what happened.
//
// A line of input is a case: `ID FUNCTION ENVIRONMENT RESULT ARGUMENT...`; a line of output is a JSON object.  Nothing is judged here.
//   ENVIRONMENT  `-`, or letters: m fails allocations behind the first N (m0), n no more descriptors, f no file may grow, e empty
//                environment, a no more address space, c a child has ended, s a signal comes soon, d dlopen failed, w a file of logins, t formats of dates, u locale of UTF-8,
//                z a time zone, p no files are needed, I only if isolated; joined by commas
//   RESULT       `-`, or `WANT:UNIT:FLAGS:FIELDS`: how much of what a pointer result leads to is looked at, in which units, whether it is
//                written and freed (flag n), written (w), and which pointers in it are followed
//   ARGUMENT     i NUMBER, k INDEX of a constant, z null, b buffer, c pointer cell, q pointer into another argument, m heap block,
//                t thing of the world, F callback
// A buffer ends at (place e) or begins behind (place s) a page that must not be touched: `bPROT PLACE SIZE:HEX;FIELDS`.
#ifndef HARNESS_H
#define HARNESS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_ARGS = 12, MAX_TEXT = 1 << 18 };
enum value_class { CLASS_VOID, CLASS_SIGNED, CLASS_UNSIGNED, CLASS_POINTER, CLASS_REAL, CLASS_OTHER };
struct outcome {
    int class;
    int size;
    long long value;
    double real;
    int error;
};
typedef void call_fn(const intptr_t *a, struct outcome *o);
struct called {
    const char *name;
    call_fn *call;
};
// Generated.
extern const struct called called[];
extern const unsigned n_called;
extern const long long constants[];

// A region between two pages that must not be touched.
struct region {
    unsigned char *at;      // the argument
    unsigned char *before;  // a copy of the contents before the call, or NULL
    size_t size;
    unsigned char *map;
    size_t map_size;
    const char *fields;  // pointers in it to be followed
};

// world.c: what calls are made on.
intptr_t world_thing(const char *name);
intptr_t world_callback(const char *name);
void world_object(const char *name, unsigned char *at, size_t size);
void world_files(void);
void world_limit(const char *environment);
void world_unlimit(void);

// heap.c: allocations seen.
struct block {
    void *at;
    size_t size;
    bool freed;
};
extern bool heap_recording;
extern long heap_fail_after;  // allocations that succeed, or -1: all
struct block *heap_find(const void *p);   // the last one at p
struct block *heap_first(const void *p);  // the first one
void *heap_block(size_t size);
#endif
