// SPDX-License-Identifier: MIT
// From compiled units to a program: linked, compiled and linked once more if names mean something else, translated.
#include "front/contracts.h"
#include "front/link.h"
#include "front/names.h"
#include "front/unit.h"
#include "ir/fulfil.h"
#include "ir/standin.h"

#ifdef HEAPPROOF_DEBUG
enum { DEBUG = 1 };
#else
enum { DEBUG = 0 };
#endif

// Functions that are not there and get bodies.
static void complete(struct ir_program *p) {
    ir_add_standins(p);
    ir_fulfil(p);
}

static struct ir_program *translate(LLVMModuleRef module, const struct front_names *names, const struct front_options *o,
                                    struct front_unit *const *units, uint32_t n, struct front_messages *m) {
    bool open = false;
    struct ir_program *p = module ? front_translate(module, names->other, m, &open) : NULL;
    size_t said = m->text.n;
    if (p && open) p->reversed = front_translate(module, names->other, m, &open);
    m->text.n = said;  // what the second translation says was said
    for (uint32_t i = 0; p && i < n; i++)
        if (!units[i]->is_c) vec_clear(&p->read);  // what others wrote may name any file
    if (p) front_sources_set(o->sources, units, n);
    bool good = p && front_contracts(o, p, units, n, m) && (!p->reversed || front_contracts(o, p->reversed, units, n, m));
    if (good) complete(p);
    if (good && p->reversed) complete(p->reversed);
    if (!p || good) return p;
    ir_program_free(p);
    return NULL;
}

struct ir_program *front_program(const struct front_options *o, struct front_unit *const *units, uint32_t n, struct front_messages *m) {
    struct front_llvm llvm;
    struct front_names names;
    struct ir_program *p = NULL;
    struct front_unit **again = NULL;
    size_t said = m->text.n;
    front_llvm_open(&llvm);
    front_names_begin(&names, units, n);
    LLVMModuleRef module = front_link(&llvm, units, n, o->bits, &names, false, m);
    if (module && front_names_any(&names)) {
        LLVMDisposeModule(module);
        m->text.n = said;  // what it says is said again
        again = front_names_compile(&names, o, units, n, m);
        module = again ? front_link(&llvm, again, n, o->bits, &names, true, m) : NULL;
        p = translate(module, &names, o, again, n, m);
    } else {
        p = translate(module, &names, o, units, n, m);
    }
    bool keep = o->short_lived && !DEBUG;
    if (module && !keep) LLVMDisposeModule(module);
    if (!keep) front_llvm_close(&llvm);
    front_names_forget(again, units, n);
    front_names_end(&names);
    return p;
}
