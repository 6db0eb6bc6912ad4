// SPDX-License-Identifier: MIT
// The validator accepts a program with everything in it, and sees each way of breaking it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "ir/build.h"
#include "ir/text.h"
#include "ir/valid.h"

static const char good[] =
    "hir 1\n"
    "pointer 64\n"
    "file 0 \"a.c\"\n"
    "type 0 = int \"int\" size 4\n"
    "type 1 = struct \"struct s\" size 8 { \"a\" type 0 bit 0; \"b\" type 0 bit 32 }\n"
    "global @table size 24 align 8 type 1 !0:1:1 = { 0: \"abc\", 8: &@f:two, 16: &@table + 4 }\n"
    "global @out size 4 align 4 extern\n"
    "ctor @f 1\n"
    "dtor @f 2\n"
    "declare @ext(i32) -> i32\n"
    "func @f(%a: i32 type 0 user, %b: ptr) -> i32 !0:2:1 {\n"
    "  var %v: i32 scoped user\n"
    "  var %w: i32\n"
    "  slot $s size 8 align 4 scoped\n"
    "entry:\n"                     // instructions 0 ..
    "  enter %v !0:3:1\n"          // 0
    "  %0: i32 = add %a, i32 1\n"  // 1
    "  store %0, [$s + 4*%a]\n"    // 2
    "  %1: i1 = eq %0, i32 7\n"    // 3
    "  branch %1, one, two\n"      // 4
    "one:\n"
    "  %2: i32 = call @ext(%0)\n"                 // 5
    "  switch %2, two { 1..3: three, 5: two }\n"  // 6
    "two:\n"
    "  copy [$s], [%b], i64 8\n"  // 7
    "  jump three\n"              // 8
    "three:\n"
    "  leave %v\n"  // 9
    "  ret %0\n"    // 10
    "}\n";

struct mutant {
    struct ir_program *p;
    struct ir_func *f;
};

static struct ir_instr *instr(struct mutant *m, uint32_t i) {
    return &m->f->instrs.at[i];
}

// ---- one way each --------------------------------------------------------------------------------------------------------------------

static void odd_pointer(struct mutant *m) {
    m->p->pointer_bits = 48;
}
static void wide_constant(struct mutant *m) {
    m->p->consts.at[0].lo = UINT64_MAX;
}
static void lost_symbol(struct mutant *m) {
    m->p->globals.at[0].name = "other";
}
static void label_of_entry(struct mutant *m) {
    m->p->labels.at[0].block = 0, ir_rehash_labels(m->p);
}
static void label_of_nothing(struct mutant *m) {
    m->p->labels.at[0].block = 9, ir_rehash_labels(m->p);
}
static void ctype_target(struct mutant *m) {
    m->p->ctypes.at[0].target = 1;
}
static void ctype_member(struct mutant *m) {
    m->p->ctypes.at[1].fields[1].ctype = 77;
}
static void ctype_count(struct mutant *m) {
    m->p->ctypes.at[1].count = 3;
}
static void hook_of_nothing(struct mutant *m) {
    m->p->dtors.at[0].func = 9;
}

static void global_align(struct mutant *m) {
    m->p->globals.at[0].align = 12;
}
static void global_flag(struct mutant *m) {
    m->p->globals.at[0].flags |= IR_NORETURN;
}
static void global_contents(struct mutant *m) {
    m->p->globals.at[0].n_bytes = 25;
}
static void global_type(struct mutant *m) {
    m->p->globals.at[0].ctype = 2;
}
static void global_file(struct mutant *m) {
    m->p->globals.at[0].loc.file = 1;
}
static void extern_contents(struct mutant *m) {
    m->p->globals.at[0].flags |= IR_EXTERN;
}
static void unsized_definition(struct mutant *m) {
    m->p->globals.at[0].flags |= IR_UNSIZED;
}
static void reloc_outside(struct mutant *m) {
    m->p->globals.at[0].relocs[1].offset = 17;
}
static void reloc_overlap(struct mutant *m) {
    m->p->globals.at[0].relocs[1].offset = 15;
}
static void reloc_size(struct mutant *m) {
    m->p->globals.at[0].relocs[0].size = 0;
}
static void reloc_target(struct mutant *m) {
    m->p->globals.at[0].relocs[0].target = ir_val_of(IR_CONST, 0);
}

static void many_params(struct mutant *m) {
    m->f->n_params = 99;
}
static void body_of_declaration(struct mutant *m) {
    m->f->flags |= IR_EXTERN;
}
static void no_body(struct mutant *m) {
    m->p->funcs.at[0].flags = 0;
}
static void variadic_without_block(struct mutant *m) {
    m->f->flags |= IR_VARIADIC, m->f->n_params = 1;
}
static void result_type(struct mutant *m) {
    m->f->rets[0] = IR_I(200);
}
static void local_type(struct mutant *m) {
    m->f->locals.at[2].type = 0;
}
static void local_twice(struct mutant *m) {
    m->f->locals.at[3].name = m->f->locals.at[2].name;
}
static void local_unnamed(struct mutant *m) {
    m->f->locals.at[3].name = NULL;
}
static void scoped_parameter(struct mutant *m) {
    m->f->locals.at[0].flags |= IR_SCOPED;
}
static void slot_align(struct mutant *m) {
    m->f->slots.at[0].align = 0;
}
static void slot_temp(struct mutant *m) {
    m->f->slots.at[0].flags |= IR_TEMP;
}

static void block_twice(struct mutant *m) {
    m->f->blocks.at[3].name = m->f->blocks.at[2].name;
}
static void block_gap(struct mutant *m) {
    m->f->blocks.at[1].first++;
}
static void block_short(struct mutant *m) {
    m->f->blocks.at[3].n--;
}
static void block_open(struct mutant *m) {
    m->f->blocks.at[3].n--, m->f->instrs.n--;
}
static void block_goes_on(struct mutant *m) {
    instr(m, 7)->op = IR_STOP, *instr(m, 7) = (struct ir_instr){.op = IR_STOP, .text = ""};
}

static void bad_opcode(struct mutant *m) {
    instr(m, 1)->op = IR_N_OPS;
}
static void bad_operator(struct mutant *m) {
    instr(m, 1)->pure = IR_N_PURE;
}
static void bad_types(struct mutant *m) {
    instr(m, 1)->args[0] = ir_val_of(IR_LOCAL, 1);
}
static void bad_destination(struct mutant *m) {
    instr(m, 1)->dsts[0] = 99;
}
static void bad_base(struct mutant *m) {
    instr(m, 2)->to->base = ir_val_of(IR_SLOT, 9);
}
static void zero_scale(struct mutant *m) {
    instr(m, 2)->to->terms[0].scale = 0;
}
static void second_address(struct mutant *m) {
    instr(m, 2)->from = instr(m, 2)->to;
}
static void stray_text(struct mutant *m) {
    instr(m, 2)->text = "x";
}
static void stray_flag(struct mutant *m) {
    instr(m, 3)->flags = IR_VOLATILE;
}
static void bad_file(struct mutant *m) {
    instr(m, 0)->loc.file = 4;
}
static void leave_unscoped(struct mutant *m) {
    instr(m, 9)->subject = ir_val_of(IR_LOCAL, 3);
}
static void bad_successor(struct mutant *m) {
    instr(m, 8)->succs[0] = 4;
}
static void jump_to_entry(struct mutant *m) {
    instr(m, 8)->succs[0] = 0;
}
static void bad_return(struct mutant *m) {
    instr(m, 10)->n_args = 0;
}
static void case_order(struct mutant *m) {
    instr(m, 6)->cases[1].lo = 2;
}
static void case_unmerged(struct mutant *m) {
    instr(m, 6)->cases[1] = (struct ir_case){4, 4, 1};
}
static void case_unused(struct mutant *m) {
    instr(m, 6)->n_cases = 0;
}
static void case_same_block(struct mutant *m) {
    instr(m, 6)->succs[1] = instr(m, 6)->succs[0];
}

static void assigned_twice(struct mutant *m) {
    instr(m, 5)->dsts[0] = instr(m, 1)->dsts[0];
}
static void never_assigned(struct mutant *m) {
    instr(m, 5)->n_dsts = 0;
}
static void used_too_early(struct mutant *m) {
    instr(m, 1)->args[0] = ir_val_of(IR_LOCAL, instr(m, 1)->dsts[0]);
}
static void not_dominating(struct mutant *m) {
    instr(m, 10)->args[0] = ir_val_of(IR_LOCAL, instr(m, 5)->dsts[0]);
}

static void each_violation_is_seen(void **state) {
    (void)state;
    static const struct {
        void (*mutate)(struct mutant *);
        const char *reason;
    } rows[] = {
        {odd_pointer, "pointers of 48 bits"},
        {wide_constant, "constant 0: bits above the width"},
        {lost_symbol, "the tables of constants, labels and names do not agree"},
        {label_of_entry, "label 0: the entry block has no address"},
        {label_of_nothing, "label 0: no such block"},
        {ctype_target, "type 0: a target where none belongs"},
        {ctype_member, "member of a type: no such C type"},
        {ctype_count, "type 1: a count where none belongs"},
        {hook_of_nothing, "destructor 0: no such function"},
        {global_align, "table: alignment 12 is no power of two"},
        {global_flag, "table: a flag that it cannot have"},
        {global_contents, "global table: more contents than its size"},
        {global_type, "table: no such C type"},
        {global_file, "table: no such file"},
        {extern_contents, "global table: contents without definition"},
        {unsized_definition, "global table: a definition has a size"},
        {reloc_outside, "global table: an address lies outside"},
        {reloc_overlap, "global table: addresses are not ascending and disjoint"},
        {reloc_size, "global table: an address has 1 to 8 bytes"},
        {reloc_target, "global table: an initial address is a global, function or label"},
        {many_params, "function f: more parameters than locals"},
        {body_of_declaration, "function f: a declaration has a body"},
        {no_body, "function ext: no blocks"},
        {variadic_without_block, "function f: the last parameter of a variadic function is a pointer"},
        {result_type, "function f: result 0: an integer has 1 to 128 bits"},
        {local_type, "function f: v: not a type of values"},
        {local_twice, "function f: two locals are called v"},
        {local_unnamed, "function f: a local has no name"},
        {scoped_parameter, "function f: a: has no scope of its own"},
        {slot_align, "function f: s: alignment 0 is no power of two"},
        {slot_temp, "function f: s: a flag that it cannot have"},
        {block_twice, "function f: two blocks are called two"},
        {block_gap, "function f: blocks do not partition the instructions"},
        {block_short, "function f: blocks do not partition the instructions"},
        {block_open, "function f: block three: leave %v: the last instruction of a block does not end it"},
        {block_goes_on, "function f: block two: stop \"\": a block goes on after its end"},
        {bad_opcode, "function f: block entry: instruction: no such opcode"},
        {bad_operator, "function f: block entry: let: no such operator"},
        {bad_types, "function f: block entry: let: arguments and result are of one integer or pointer type"},
        {bad_destination, "function f: block entry: let: no such local"},
        {bad_base, "function f: block entry: store: no such slot"},
        {zero_scale, "function f: block entry: store: an index has scale 0"},
        {second_address, "function f: block entry: store: wrong number of addresses"},
        {stray_text, "function f: block entry: store: text where none belongs"},
        {stray_flag, "function f: block entry: let: a flag that the instruction cannot have"},
        {bad_file, "function f: block entry: enter: no such file"},
        {leave_unscoped, "function f: block three: leave: the storage is not scoped"},
        {bad_successor, "function f: block two: jump: no such block"},
        {jump_to_entry, "function f: block two: jump entry: a jump to the entry block"},
        {bad_return, "function f: block three: ret: wrong number of results"},
        {case_order, "function f: block one: switch: cases are not ascending and disjoint"},
        {case_unmerged, "function f: block one: switch %2, two { 1..3: three, 4: three }: neighbouring cases are not merged"},
        {case_unused, "function f: block one: switch %2, two {}: a successor without a case"},
        {case_same_block, "function f: block one: switch %2, two { 1..3: two, 5: two }: two successors are one block"},
        {assigned_twice, "function f: block one: %0: i32 = call @ext(%0): the temporary is assigned twice"},
        {never_assigned, "function f: block one: switch %2, two { 1..3: three, 5: two }: a temporary is used that is never assigned"},
        {used_too_early, "function f: block entry: %0: i32 = add %0, i32 1: a temporary may be used before it is assigned"},
        {not_dominating, "function f: block three: ret %2: a temporary may be used before it is assigned"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct buf why = {0}, error = {0};
        struct mutant m = {.p = ir_parse("good", good, sizeof good - 1, &error)};
        assert_non_null(m.p);
        m.f = &m.p->funcs.at[1];
        assert_true(ir_valid(m.p, &why));
        rows[i].mutate(&m);
        assert_false(ir_valid(m.p, &why));
        if (!strstr(buf_text(&why), rows[i].reason)) assert_string_equal(buf_text(&why), rows[i].reason);
        ir_program_free(m.p);
        buf_free(&why);
        buf_free(&error);
    }
}

static void uses_in_unreachable_blocks_need_only_a_definition(void **state) {
    (void)state;
    static const char text[] =
        "hir 1\npointer 32\nfunc @f() {\nentry:\n  stop \"\"\ndead:\n  %0: i32 = add %1, i32 1\n  %1: i32 = add %0, i32 1\n  jump "
        "dead\n}\n";
    struct buf error = {0};
    struct ir_program *p = ir_parse("text", text, sizeof text - 1, &error);
    assert_non_null(p);
    ir_program_free(p);
}

static void at_most_twenty_violations_are_listed(void **state) {
    (void)state;
    struct ir_program *p = ir_program_new(64);
    struct buf why = {0};
    for (int i = 0; i < 30; i++) {
        char name[8];
        snprintf(name, sizeof name, "g%d", i);
        ir_add_global(p, name);
    }
    assert_false(ir_valid(p, &why));
    size_t lines = 0;
    for (size_t i = 0; i < why.n; i++) lines += why.text[i] == '\n';
    assert_int_equal(lines, 20);
    ir_program_free(p);
    buf_free(&why);
}

// One long chain of blocks in which every temporary is used by the next block and every block may leave to one exit.
static void long_functions_are_validated(void **state) {
    (void)state;
    enum { BLOCKS = 60000 };
    struct ir_program *p = ir_program_new(64);
    struct ir_build b;
    struct buf why = {0};
    ir_build_begin(&b, p, ir_add_func(p, "f"));
    ir_val v = ir_val_of(IR_LOCAL, ir_build_param(&b, "n", IR_I(32), IR_NO_TYPE, 0));
    for (uint32_t i = 0; i <= BLOCKS; i++) ir_build_block(&b, NULL);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        ir_build_at(&b, i);
        for (int k = 0; k < 4; k++) v = ir_build_let_temp(&b, IR_I(32), IR_ADD_, v, v, IR_NOTHING);
        ir_build_branch(&b, ir_const_int(p, IR_I1, 1), BLOCKS, i + 1 < BLOCKS ? i + 1 : BLOCKS);
    }
    ir_build_at(&b, BLOCKS);
    ir_build_stop(&b, "");
    assert_true(ir_build_end(&b));
    assert_true(ir_valid(p, &why));
    ir_program_free(p);
    buf_free(&why);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_violation_is_seen),
        cmocka_unit_test(uses_in_unreachable_blocks_need_only_a_definition),
        cmocka_unit_test(at_most_twenty_violations_are_listed),
        cmocka_unit_test(long_functions_are_validated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
