// expect: safe
// expect -DTHIRD: unsafe error-call @error
// expect -DARRAY: unsafe error-call @error
// expect -DPRE: unsafe error-call @error
// expect -DEND: unsafe error-call @error
// expect -DARGUMENT: not safe
// expect -DNONE: not safe
// expect -DMIXED: not safe
// expect -DOLD: not safe
// expect -DCHANGED: not safe
// Pointers in the sections of constructors and destructors run, by priority, then in the order of the file; destructors backwards.
#include <stddef.h>
#define IN(section_) __attribute__((used, section(section_)))
extern void reach_error(void);
static int step, *cell;
static void first(void) { step = 1; }
static void second(int argc, char **argv, char **environment) {
    (void)argc;
    (void)environment;
    (void)argv;
    step = step == 1 ? 2 : 0;
    static int object;
    cell = &object;
}
static void last(void) { cell = NULL; }
static void before_last(void) { *cell = 2; }
static void bad(void) { reach_error(); }  // @error
static void given(int argc) { step = argc; }
typedef void plain(void);
typedef void full(int, char **, char **);
IN(".init_array") static full *in_second = second;
IN(".init_array.101") static plain *in_first = first;
IN(".fini_array") static plain *in_end[] = {last, before_last};
#ifdef THIRD
IN(".init_array.00100") static plain *in_third = bad;
#elif defined ARRAY
IN(".init_array") static plain *in_third[2] = {first, bad};
#elif defined PRE
IN(".preinit_array") static plain *in_third = bad;
#elif defined END
IN(".fini_array.7") static plain *in_third = bad;
#elif defined ARGUMENT
IN(".fini_array") static void (*in_third)(int) = given;
#elif defined NONE
IN(".init_array") static plain *in_third[2] = {first};
#elif defined MIXED
__attribute__((constructor)) static void third(void) { step = 3; }
#elif defined OLD
IN(".ctors") static plain *in_third = first;
#endif
int main(void) {
    (void)bad;
    (void)given;
#ifdef CHANGED
    in_end[1] = first;
#endif
    if (step != 2) reach_error();
    *cell = 1;
    return 0;
}
