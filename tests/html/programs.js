// SPDX-License-Identifier: MIT
// Programs whose reports are looked at, each with the exit status and verdict that is expected.

const LIST = `#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = list;
    return n;
}
`;

export const PROGRAMS = {
  freed: { status: 1, verdict: "unsafe", text: `${LIST}
int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) list = push(list, i);
    struct node *first = list;
    list = list->next;
    free(first);
    int sum = first->value;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return sum;
}
` },
  null: { status: 1, verdict: "unsafe", text: `${LIST}
static struct node *find(struct node *list, int value) {
    while (list && list->value != value) list = list->next;
    return list;
}
int main(void) {
    struct node *list = push(push(NULL, 1), 2);
    struct node *found = find(list, __VERIFIER_nondet_int());
    int value = found->value;
    free(list->next);
    free(list);
    return value;
}
` },
  leak: { status: 1, verdict: "unsafe", text: `${LIST}
int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 2; i++) list = push(list, i);
    free(list);
    return 0;
}
` },
  possible: { status: 2, verdict: "unknown", text: `${LIST}
static unsigned mix(unsigned x) {
    for (int i = 0; i < 40; i++) x = (x ^ (x >> 7)) * 2654435761u + 12345u;
    return x;
}
static void drop(struct node *n) {
    free(n);
}
int main(void) {
    struct node *a = push(NULL, 1), *b = push(NULL, 2), *c = a;
    unsigned key = mix((unsigned)__VERIFIER_nondet_int());
    if (key == 0xdeadbeef) drop(a);
    int sum = c->value;
    free(c);
    struct node *d = b;
    if (key == 0x12345678) d = NULL;
    sum += d->value;
    free(b);
    return sum;
}
` },
  unknown: { status: 2, verdict: "unknown", text: `${LIST}
void visit(struct node *);
int main(void) {
    struct node *list = push(NULL, 1);
    visit(list);
    free(list);
    return 0;
}
` },
  proved: { status: 0, verdict: "safe", text: `${LIST}
int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) list = push(list, 7);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
` },
  several: { status: 1, verdict: "unsafe", text: `${LIST}
int get(struct node *n) { return n ? n->next->value : 0; }
void twice(struct node *n) { if (n) { free(n); free(n); } }
int main(void) {
    struct node *n = push(NULL, 1);
    free(n);
    return n->value;
}
` },
};

export const hostileName = "a\"'<img src=x onerror=owned=1>&amp;\n%s";

// A program with markup, bytes that are no text, marks of direction and a line of a megabyte; names of functions and files are as bad as they can be.
export function hostileLine(name) {
  const before = `#include <stdlib.h>
struct s { struct s *next; };
// </script><script>window.owned = 1</script> <!-- <b>bold</b> ]]> &lt;
static struct s *make(void) __asm__("</script><script>window.owned=2</script><img src=x onerror=owned=3>");
static struct s *make(void) { return malloc(sizeof(struct s)); }
int main(void) {
    struct s *p = make(); // `;
  const after = ` \u202e turned \u2066
    free(p); /* ${"x".repeat(1 << 20)} */
    return p->next != 0;
}
`;
  return Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe, 0x1b, 0x5b, 0x33, 0x31, 0x6d]), Buffer.from(after)]);
}

// Many functions with loops over lists, and a few faults in between: so many lines.
export function largeProgram(lines) {
  const parts = [LIST], names = [];
  const size = () => parts.join("").split("\n").length;
  while (size() < lines - 40 - names.length) {
    const name = `work${names.length}`;
    names.push(name);
    parts.push(`
// Builds a list of any length, changes some of its values, and frees it.
static int ${name}(int limit) {
    struct node *list = NULL;
    int sum = 0;
    while (__VERIFIER_nondet_int()) {
        list = push(list, limit);
    }
    for (struct node *n = list; n; n = n->next) {
        if (n->value > ${names.length}) n->value = limit;
        sum += n->value;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return sum;
}
`);
  }
  const calls = names.map((name) => `    sum += ${name}(sum & 15);\n`).join("");
  const main = `\nint main(void) {\n    int sum = 0;\n${calls}    struct node *last = push(NULL, sum);\n    free(last);\n    return last->value;\n}\n`;
  const text = parts.join("") + main, missing = lines - text.split("\n").length + 1;
  return "//\n".repeat(Math.max(missing, 0)) + text;
}
