// SPDX-License-Identifier: MIT
// Linked to every program of the corpus when it is compiled: the inputs, the assumption and the error call of the interpreter, for real.
// HEAPPROOF_INPUTS holds integers separated by commas; after the last one every input is zero.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

static const char *rest;

// stdio is unbuffered so that what was written before a fault is seen; the priority puts this before the program's own constructors.
__attribute__((constructor(90))) static void harness_start(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    rest = getenv("HEAPPROOF_INPUTS");
    if (rest == NULL) rest = "";
}

static unsigned long long harness_input(void) {
    char *end;
    unsigned long long value = strtoull(rest, &end, 0);
    if (end == rest) return 0;
    rest = *end == ',' ? end + 1 : end;
    return value;
}

#define INPUT(name, type) \
    WEAK type __VERIFIER_nondet_##name(void) { return (type)harness_input(); }
INPUT(bool, _Bool)
INPUT(char, char)
INPUT(schar, signed char)
INPUT(uchar, unsigned char)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(int, int)
INPUT(uint, unsigned int)
INPUT(unsigned, unsigned int)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)
INPUT(size_t, size_t)

static void harness_say(const char *text) {
    ssize_t written = write(2, text, strlen(text));
    (void)written;
}

WEAK void __VERIFIER_assume(int condition) {
    if (condition) return;
    harness_say("harness: assumption is false\n");
    _exit(0);
}

void __sanitizer_print_stack_trace(void) WEAK;  // of the sanitizer's runtime, where there is one: it names the caller's line

static void harness_error(void) {
    harness_say("harness: error call\n");
    if (__sanitizer_print_stack_trace) __sanitizer_print_stack_trace();
    abort();
}

WEAK void reach_error(void) { harness_error(); }
WEAK void __VERIFIER_error(void) { harness_error(); }

#ifdef __i386__
// The sanitizer's runtime wants a C++ unwinder, which a 64-bit machine has for 64 bits only; it walks frame pointers instead.
WEAK int _Unwind_Backtrace(void *step, void *state) {
    (void)step, (void)state;
    return 5;  // end of stack
}

WEAK unsigned long _Unwind_GetIP(void *context) {
    (void)context;
    return 0;
}
#endif
