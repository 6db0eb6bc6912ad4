struct entry {
    const char *name;
    int (*call)(int);
    struct entry *next;
};
static int twice(int x) { return 2 * x; }
static int numbers[4] = {1, 2, 3};
int *last = &numbers[3];
struct entry table[2] = {{"twice", twice, &table[1]}, {"none", 0, 0}};
extern int elsewhere;
int *away = &elsewhere;
