// expect: safe
// expect -DSTORES: not safe
// expect -DSTORES_BY_NAME: not safe
// expect -DOUTPUT: not safe
// expect -DIN_MEMORY: not safe
// expect -DCLOBBERS: not safe
// expect -DOUTSIDE: not safe
// expect -DJUMPS: not safe
// Assembly that only waits or orders accesses does nothing; any other may do anything.
extern void reach_error(void);
static int cell;
#ifdef OUTSIDE
__asm__(".section .init_array,\"aw\"\n.quad reach_error\n.text");
#endif
int main(void) {
    int *p = &cell, n = 3;
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("" : "+r"(n), "+r"(p) : "m"(cell));
    __asm__ volatile("rep; nop\n\tmfence" ::: "memory");
#ifdef STORES
    __asm__ volatile("movl $5,(%0)" ::"r"(p));
#elif defined STORES_BY_NAME
    __asm__ volatile("movl $5,cell(%rip)");
#elif defined OUTPUT
    __asm__ volatile("" : "=r"(n));
#elif defined IN_MEMORY
    __asm__ volatile("" : "=m"(cell));
#elif defined CLOBBERS
    __asm__ volatile("call hidden" ::: "memory");
#elif defined JUMPS
    __asm__ goto("jmp %l0" : : : : away);
    return 0;
away:
    reach_error();
#endif
    if (*p || n != 3) reach_error();
    return 0;
}
