// SPDX-License-Identifier: MIT
// Accounts in a list, commands applied by a table, a report written with snprintf.
// run: inputs=4,0,100,1,30,0,5,2,0 -> ok
// run: inputs=1,1,50 -> ok
// run: CLOSED inputs=2,2,0,0,10 -> use-after-free @closed
// run: COMMAND inputs=1,3,0 -> null-dereference @command
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct account {
    struct account *next;
    int id;
    long balance;
};

static struct account *accounts;

static struct account *account(int id) {
    for (struct account *a = accounts; a; a = a->next)
        if (a->id == id) return a;
    struct account *a = calloc(1, sizeof *a);
    a->id = id;
    a->next = accounts;
    accounts = a;
    return a;
}

static int deposit(struct account *a, int amount) {
    a->balance += amount; // @closed
    return 1;
}
static int withdraw(struct account *a, int amount) {
    if (a->balance < amount) return 0;
    a->balance -= amount;
    return 1;
}
static int close_account(struct account *a, int unused) {
    (void)unused;
    struct account **link = &accounts;
    while (*link != a) link = &(*link)->next;
    *link = a->next;
    free(a);
    return 1;
}

static int (*const commands[4])(struct account *, int) = {deposit, withdraw, close_account};

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct account *current = account(7);
    while (n-- > 0) {
        int command = __VERIFIER_nondet_int(), amount = __VERIFIER_nondet_int();
#ifdef COMMAND
        if (!commands[command]) current = NULL, command = 0;
        current->balance -= amount; // @command
#endif
        int ok = commands[command](current, amount);
        printf("%d: %s\n", command, ok ? "ok" : "refused");
#ifndef CLOSED
        if (command == 2) current = account(8);
#endif
    }
    for (struct account *a = accounts, *next; a; a = next) {
        char line[32];
        next = a->next;
        snprintf(line, sizeof line, "%d has %ld", a->id, a->balance);
        puts(line);
        free(a);
    }
    return 0;
}
