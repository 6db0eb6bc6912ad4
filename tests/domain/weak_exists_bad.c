// expect: not safe
// expect -DMISSING: unsafe error-call @missing
// A weak symbol that nothing defines is null; that it exists elsewhere is possible, and no finding.
extern void reach_error(void);
extern int maybe[4] __attribute__((weak));
int main(void) {
#ifdef MISSING
    if (!maybe) reach_error();  // @missing
#else
    if (maybe) reach_error();
#endif
    return 0;
}
