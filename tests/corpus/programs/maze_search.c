// SPDX-License-Identifier: MIT
// Breadth-first search in a grid, the queue a linked list.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: BORDER inputs=0 -> out-of-bounds @border
// run: ABANDON inputs=0 -> memory-leak @abandon
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct step {
    int at, distance;
    struct step *next;
};

static char mazes[2][5][9] = {
    {"S..#....", ".#.#.##.", ".#...#..", ".####.#.", "......#E"},
    {"S#......", ".#......", ".#......", "##......", ".......E"},
};

static int search(char *maze) {
    static const int moves[4] = {1, -1, 9, -9};
    struct step *first = calloc(1, sizeof *first), *last = first;
    int found = -1;
    maze[0] = '#';
    while (first) {
        struct step *s = first;
        for (int i = 0; i < 4 && found < 0; i++) {
            int to = s->at + moves[i];
#ifdef BORDER
            if (maze[to - 45 * (to > 20)] == '#') continue; // @border
#endif
            if (to < 0 || to >= 45 || maze[to] == '#' || maze[to] == '\0') continue;
            if (maze[to] == 'E') found = s->distance + 1;
            maze[to] = '#';
            last->next = calloc(1, sizeof *last);
            last = last->next;
            last->at = to;
            last->distance = s->distance + 1;
        }
        first = s->next;
        free(s);
#ifdef ABANDON
        if (found >= 0) break;
#endif
    }
    return found;
} // @abandon

int main(void) {
    int which = __VERIFIER_nondet_int();
    char *maze = malloc(sizeof mazes[0]);
    memcpy(maze, mazes[which], sizeof mazes[0]);
    printf("%d steps\n", search(maze));
    free(maze);
    return 0;
}
