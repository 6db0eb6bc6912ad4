// expect: safe
// expect -DBAD_ERROR: unsafe memory-leak @error
// expect -DBAD_FOLD: unsafe use-after-free @fold
// expect -DBAD_VARIABLE: unsafe null-dereference @variable
// expect -DBAD_FREE: unsafe memory-leak @free
// expect -DBAD_CHOICE: unsafe memory-leak @choice
// A calculator: expressions are parsed to trees by recursive descent, folded where they are constant, evaluated with variables, and freed.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);

enum kind { NUMBER, VARIABLE, NEGATE, BINARY, CHOICE };

struct node {
    enum kind kind;
    union {
        long number;
        char name;
        struct node *operand;
        struct {
            char operator;
            struct node *left, *right;
        } binary;
        struct {
            struct node *condition, *then, *otherwise;
        } choice;
    };
};

struct variable {
    struct variable *next;
    char name;
    struct node *definition;
};

#define LINE 16
#define DEPTH 8

struct parser {
    char text[LINE];
    unsigned at, depth;
};

// ---- trees -----------------------------------------------------------------------------------------------------------------------------

static struct node *make(enum kind kind) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    memset(n, 0, sizeof *n);
    n->kind = kind;
    return n;
}

static void free_tree(struct node *n) {
    if (!n) return;
    switch (n->kind) {
        case NUMBER:
        case VARIABLE: break;
        case NEGATE: free_tree(n->operand); break;
        case BINARY:
            free_tree(n->binary.left);
#ifndef BAD_FREE
            free_tree(n->binary.right);
#endif
            break;
        case CHOICE:
            free_tree(n->choice.condition);
            free_tree(n->choice.then);
            free_tree(n->choice.otherwise);
            break;
    }
    free(n);  // @free
}

static struct node *copy_tree(const struct node *n) {
    struct node *c = make(n->kind);
    switch (n->kind) {
        case NUMBER: c->number = n->number; break;
        case VARIABLE: c->name = n->name; break;
        case NEGATE: c->operand = copy_tree(n->operand); break;
        case BINARY:
            c->binary.operator = n->binary.operator;
            c->binary.left = copy_tree(n->binary.left);
            c->binary.right = copy_tree(n->binary.right);
            break;
        case CHOICE:
            c->choice.condition = copy_tree(n->choice.condition);
            c->choice.then = copy_tree(n->choice.then);
            c->choice.otherwise = copy_tree(n->choice.otherwise);
            break;
    }
    return c;
}

// ---- parser: a null result is a syntax error, and nothing is left behind ---------------------------------------------------------------

static char peek(const struct parser *p) {
    return p->text[p->at];
}

static char take(struct parser *p) {
    char c = peek(p);
    if (c) p->at++;
    return c;
}

static struct node *expression(struct parser *p);

static struct node *primary(struct parser *p) {
    char c = take(p);
    if (c >= '0' && c <= '9') {
        struct node *n = make(NUMBER);
        n->number = c - '0';
        return n;
    }
    if (c >= 'a' && c <= 'z') {
        struct node *n = make(VARIABLE);
        n->name = c;
        return n;
    }
    if (c == '-') {
        struct node *operand = primary(p);
        if (!operand) return NULL;
        struct node *n = make(NEGATE);
        n->operand = operand;
        return n;
    }
    if (c == '(' && p->depth < DEPTH) {
        p->depth++;
        struct node *inner = expression(p);
        p->depth--;
        if (inner && take(p) != ')') {
            free_tree(inner);
            inner = NULL;
        }
        return inner;
    }
    return NULL;
}

static struct node *pair(char operator, struct node *left, struct node *right) {
    struct node *n = make(BINARY);
    n->binary.operator = operator;
    n->binary.left = left;
    n->binary.right = right;
    return n;
}

static struct node *product(struct parser *p) {
    struct node *left = primary(p);
    while (left && (peek(p) == '*' || peek(p) == '/')) {
        char operator = take(p);
        struct node *right = primary(p);
        if (!right) {
#ifndef BAD_ERROR
            free_tree(left);
#endif
            return NULL;
        }
        left = pair(operator, left, right);
    }
    return left;
}  // @error

static struct node *sum(struct parser *p) {
    struct node *left = product(p);
    while (left && (peek(p) == '+' || peek(p) == '-')) {
        char operator = take(p);
        struct node *right = product(p);
        if (!right) {
            free_tree(left);
            return NULL;
        }
        left = pair(operator, left, right);
    }
    return left;
}

static struct node *expression(struct parser *p) {
    struct node *condition = sum(p);
    if (!condition || peek(p) != '?') return condition;
    take(p);
    struct node *then = sum(p);
    struct node *otherwise = then && take(p) == ':' ? sum(p) : NULL;
    if (!otherwise) {
        free_tree(condition);
#ifndef BAD_CHOICE
        free_tree(then);
#endif
        return NULL;
    }
    struct node *n = make(CHOICE);
    n->choice.condition = condition;
    n->choice.then = then;
    n->choice.otherwise = otherwise;
    return n;
}  // @choice

// ---- values ----------------------------------------------------------------------------------------------------------------------------

static long calculate(char operator, long a, long b) {
    switch (operator) {
        case '+': return (long)((unsigned long)a + (unsigned long)b);
        case '-': return (long)((unsigned long)a - (unsigned long)b);
        case '*': return (long)((unsigned long)a * (unsigned long)b);
        default: return b > 0 ? a / b : 0;
    }
}

static long negated(long a) { return calculate('-', 0, a); }

static struct variable *find(struct variable *list, char name) {
    while (list && list->name != name) list = list->next;
    return list;
}

// A variable is defined by earlier ones only.
static long evaluate(const struct node *n, struct variable *known) {
    switch (n->kind) {
        case NUMBER: return n->number;
        case VARIABLE: {
            struct variable *v = find(known, n->name);
#ifdef BAD_VARIABLE
            return evaluate(v->definition, v->next);  // @variable
#else
            return v ? evaluate(v->definition, v->next) : 0;
#endif
        }
        case NEGATE: return negated(evaluate(n->operand, known));
        case BINARY: {
            long left = evaluate(n->binary.left, known);
            return calculate(n->binary.operator, left, evaluate(n->binary.right, known));
        }
        case CHOICE: return evaluate(evaluate(n->choice.condition, known) ? n->choice.then : n->choice.otherwise, known);
    }
    return 0;
}

// Replaces what is constant by its value.
static struct node *fold(struct node *n) {
    switch (n->kind) {
        case NUMBER:
        case VARIABLE: return n;
        case NEGATE:
            n->operand = fold(n->operand);
            if (n->operand->kind == NUMBER) {
                struct node *operand = n->operand;
                operand->number = negated(operand->number);
                free(n);
                return operand;
            }
            return n;
        case BINARY: {
            struct node *left = fold(n->binary.left), *right = fold(n->binary.right);
            n->binary.left = left;
            n->binary.right = right;
            if (left->kind == NUMBER && right->kind == NUMBER) {
#ifdef BAD_FOLD
                free(right);
                left->number = calculate(n->binary.operator, left->number, right->number);  // @fold
#else
                left->number = calculate(n->binary.operator, left->number, right->number);
                free(right);
#endif
                free(n);
                return left;
            }
            return n;
        }
        case CHOICE: {
            n->choice.condition = fold(n->choice.condition);
            n->choice.then = fold(n->choice.then);
            n->choice.otherwise = fold(n->choice.otherwise);
            if (n->choice.condition->kind != NUMBER) return n;
            int first = n->choice.condition->number != 0;
            struct node *kept = first ? n->choice.then : n->choice.otherwise;
            free_tree(first ? n->choice.otherwise : n->choice.then);
            free_tree(n->choice.condition);
            free(n);
            return kept;
        }
    }
    return n;
}

// ---- lines -----------------------------------------------------------------------------------------------------------------------------

static void read_line(struct parser *p) {
    unsigned i = 0;
    while (i + 1 < LINE && (p->text[i] = __VERIFIER_nondet_char()) != 0) i++;
    p->text[i] = 0;
    p->at = p->depth = 0;
}

static struct node *parse_line(struct parser *p) {
    read_line(p);
    struct node *n = expression(p);
    if (n && peek(p)) {
        free_tree(n);
        return NULL;
    }
    return n;
}

static struct variable *define(struct variable *list, char name, struct node *definition) {
    struct variable *v = malloc(sizeof *v);
    if (!v) abort();
    v->name = name;
    v->definition = definition;
    v->next = list;
    return v;
}

static void free_variables(struct variable *list) {
    while (list) {
        struct variable *next = list->next;
        free_tree(list->definition);
        free(list);
        list = next;
    }
}

int main(void) {
    struct variable *known = NULL;
    long last = 0;
    int request;
    while ((request = __VERIFIER_nondet_int()) != 0) {
        struct parser p;
        struct node *n = parse_line(&p);
        if (!n) continue;
        if (request == 1) {
            known = define(known, (char)('a' + (last & 7)), n);
        } else {
            struct node *again = copy_tree(n);
            last = evaluate(n, known);
            n = fold(n);
            assert(request == 2 || n);
            free_tree(n);
            free_tree(again);
        }
    }
    free_variables(known);
    return last != 0;
}
