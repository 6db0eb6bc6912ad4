// SPDX-License-Identifier: MIT
// A program that uses a library of which there is no source.  doc/models.md checks it.
#include <stdio.h>
#include <stdlib.h>

struct meter {
    int channels;
    struct meter *next;
};
struct meter *meter_open(int port);           // null: there is no meter
int meter_read(struct meter *m, int *value);  // 0: there is nothing more to read
void meter_close(struct meter *m);

struct reading {
    struct reading *next;
    int value;
};

int main(void) {
    struct meter *m = meter_open(1);
    struct reading *all = NULL;
    int value = 0;
    printf("%d channels\n", m->channels);
    while (meter_read(m, &value)) {
        struct reading *r = malloc(sizeof *r);
        r->value = value;
        r->next = all;
        all = r;
    }
    meter_close(m);
    while (all) {
        struct reading *next = all->next;
        printf("%d\n", all->value);
        free(all);
        all = next;
    }
    return 0;
}
