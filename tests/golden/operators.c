// Arithmetic of every width, bit-fields, atomics, builtins, floats, selections.
struct bits {
    unsigned a : 3, b : 13;
    signed c : 5;
    long d : 40;
} field;
_Atomic int atomic;
int plain;
volatile int device;

int fields(void) {
    field.b = 5;
    field.c = -1;
    field.d++;
    return field.b + field.c;
}

int atomics(void) {
    atomic += 2;
    int old = __sync_fetch_and_nand(&plain, 3);
    return __sync_bool_compare_and_swap(&plain, 2, 3) + __atomic_exchange_n(&plain, old, 5);
}

unsigned long builtins(unsigned x, int y, char *p) {
    int product;
    unsigned long n = __builtin_popcount(x) + __builtin_clz(x) + __builtin_ctz(x) + __builtin_bswap32(x) + __builtin_abs(y);
    n += __builtin_mul_overflow(y, 3, &product) + product + __builtin_expect(y, 1) + __builtin_object_size(&field, 0) +
         __builtin_object_size(p, 0) + __builtin_constant_p(x);
    n += (x << 7 | x >> 25) + (unsigned long)__builtin_align_down(p, 16);
    if (x == 12345) __builtin_trap();
    if (x == 54321) __builtin_unreachable();
    return n;
}

double floats(float a, long double b, int i) {
    return a > 1.5f ? -a * b + i : (double)(unsigned char)a;
}

__int128 wide(__int128 a, unsigned char c) {
    return a * 1000000000000000000LL + ((__int128)1 << 100) + c % 7 - (device = 3);
}

int assembly(int x, int *p) {
    int y;
    __asm__("addl %1,%0" : "=r"(y) : "r"(x), "0"(3));
    __asm__ volatile("" : "+r"(x)::"memory");
    __asm__ volatile("mfence" ::: "memory");
    __asm__("incl %0" : "+m"(plain));
    __asm__ volatile("movl $0, (%0)" ::"r"(p) : "memory");
    return x + y;
}

typedef int vector __attribute__((vector_size(16)));
vector vectors(vector a, vector b) {
    return a + b;
}
