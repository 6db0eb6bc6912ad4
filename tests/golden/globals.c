// Initial contents, linkage, hooks.
extern int elsewhere;
extern int unsized[];
extern int optional __attribute__((weak));
extern void absent(void) __attribute__((weak));
__thread int per_thread = 3;
const char text[] = "a\"b\n";
static int counter(void) {
    static int n = 5;
    return n++;
}
struct node {
    const char *name;
    struct node *next;
    int (*call)(void);
    unsigned flag : 3, rest : 13;
    union {
        int i;
        char *s;
    } u;
    int tail[2];
};
struct node second = {"second", 0, 0, 0, 0, {.s = (char *)text + 2}, {0, 9}};
struct node first = {"first", &second, counter, 5, 1000, {.i = 7}, {1}};
int *inside = &second.tail[1];
int zeros[1000];
long difference = (char *)&second.tail - (char *)&second;
int real(int a) {
    return a;
}
int other(int) __attribute__((alias("real")));
__attribute__((constructor)) static void late(void) { elsewhere = 1; }
__attribute__((constructor(200))) static void early(void) { elsewhere = 2; }
__attribute__((destructor)) static void end(void) { elsewhere = 3; }

int main(int argc, char **argv) {
    if (absent) absent();
    return other(argc) + unsized[argc] + (&optional ? optional : 0) + per_thread + argv[0][0];
}
