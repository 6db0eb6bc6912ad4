static int ready;
__attribute__((constructor(200))) static void setup(void) { ready = 1; }
__attribute__((destructor)) static void teardown(void) { ready = 0; }
extern void optional(void) __attribute__((weak));

int main(void) {
    if (optional) optional();
    return ready;
}
