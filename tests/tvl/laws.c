// SPDX-License-Identifier: MIT
// The whole analysis against concrete executions: every structure that a concrete run reaches is described by a structure kept at that location.
//
// usage: laws FILE.tvp ABSTRACT.tvs CONCRETE.tvs [PROPERTIES]
// CONCRETE.tvs holds two-valued structures, each described by ABSTRACT.tvs; they are executed without blur.  Prints what is not described, and how many
// structures were looked at, for each merging policy; exits with 1 if any is not.  A policy under which the analysis stops early claims nothing.
#include <stdio.h>

#include "tvl/analysis.h"
#include "tvl/embed.h"
#include "tvl/lex.h"
#include "tvl/props.h"

struct side {
    struct tvl_machine m;
    struct tvl_analysis a;
    tvl_drafts input;
};

static bool start(struct side *s, struct tvl_spec *spec, struct tvl_source *source, const struct tvl_options *o, enum tvl_merge merge,
                  const char *tvs) {
    if (!tvl_read_tvs(spec, source, tvs, &s->input) || !tvl_machine_init(&s->m, spec, o, source->error)) return false;
    tvl_analysis_init(&s->a, &s->m, merge);
    for (uint32_t i = 0; i < s->input.n; i++) tvl_analysis_add(&s->a, spec->edge.at[0].from, s->input.at[i]);
    tvl_analysis_run(&s->a);
    return true;
}

static void stop(struct side *s) {
    if (s->a.m) tvl_analysis_free(&s->a);
    tvl_machine_free(&s->m);
    for (uint32_t i = 0; i < s->input.n; i++) tvl_draft_free(s->input.at[i]);
    vec_free(&s->input);
}

static bool described_by(struct side *abstract, const struct tvl_place *p, const struct tvl_draft *d, struct tvl_draft *room) {
    for (uint32_t i = 0; i < p->kept.n; i++) {
        if (p->kept.at[i].gone) continue;
        tvl_unseal(abstract->m.vocab, p->kept.at[i].structure, room);
        if (tvl_embeds(abstract->m.vocab, d, room)) return true;
    }
    return false;
}

// By a structure; or by a subheap of each part.
static bool described(struct side *abstract, uint32_t location, const struct tvl_draft *d, struct tvl_draft *room) {
    for (uint32_t part = 0; part < abstract->a.n_parts; part++)
        if (!described_by(abstract, tvl_place_of(&abstract->a, location, part), d, room)) return false;
    return true;
}

static int compare(struct tvl_spec *spec, struct side *concrete, struct side *abstract) {
    struct tvl_draft *d = tvl_draft_new(&spec->vocab), *room = tvl_draft_new(&spec->vocab);
    unsigned seen = 0, bad = 0;
    for (uint32_t l = 0; l < spec->location.text.n; l++)
        for (uint32_t i = 0; i < concrete->a.place[l].kept.n; i++) {
            tvl_unseal(&spec->vocab, concrete->a.place[l].kept.at[i].structure, d);
            seen++;
            if (described(abstract, l, d, room)) continue;
            struct buf text = {0};
            tvl_show_tvs(&spec->vocab, d, &text);
            if (bad++ < 3) printf("not described at %s:\n%s", spec->location.text.at[l], buf_text(&text));
            buf_free(&text);
        }
    tvl_draft_free(d);
    tvl_draft_free(room);
    printf("%u structures, %u not described\n", seen, bad);
    return bad || !seen;
}

static int check_policy(struct tvl_spec *spec, struct tvl_source *source, const struct tvl_options *given, enum tvl_merge merge,
                        char **files) {
    struct side concrete = {0}, abstract = {0};
    struct tvl_options o = *given;
    int status = 3;
    if (start(&abstract, spec, source, &o, merge, files[0])) {
        o.concrete = o.whole = true;
        bool claims = !abstract.a.stopped || merge == TVL_PARTIAL;
        if (!claims) status = 0;
        if (claims && start(&concrete, spec, source, &o, TVL_POWERSET, files[1])) status = compare(spec, &concrete, &abstract);
    }
    printf("policy %d: %s\n", (int)merge, abstract.a.stopped ? abstract.a.stopped : "complete");
    stop(&concrete);
    stop(&abstract);
    return status;
}

int main(int argc, char **argv) {
    if (argc < 4) return 64;
    struct buf error = {0};
    struct arena arena = {0};
    struct tvl_props props = {0};
    struct tvl_source source = {.arena = &arena, .error = &error};
    struct tvl_spec spec;
    int status = 3;
    tvl_spec_init(&spec);
    if (argc > 4) tvl_props_read(&props, argv[4], &error);
    struct tvl_options o = {.automatic = true, .three_way = true, .stop_at_breach = true, .order = "fcpucb", .max_structures = 200000};
    o.differencing = tvl_props_true(&props, "tvla.differencing.difference", true);
    if (tvl_read_tvp(&spec, &source, argv[1])) {
        // with parts, both levels
        static const enum tvl_merge policy[] = {TVL_POWERSET, TVL_PARTIAL, TVL_MAXIMAL, TVL_LOOSE, TVL_SINGLE};
        status = 0;
        for (size_t i = 0; i < sizeof policy / sizeof *policy && !status; i++) {
            spec.vocab.maybe = spec.vocab.maybe || tvl_merge_makes_absent(policy[i]);
            for (int level = 0; level <= (spec.part.n > 0) && !status; level++) {
                o.two_level = level;
                status = check_policy(&spec, &source, &o, policy[i], argv + 2);
            }
        }
    }
    if (error.n) fprintf(stderr, "%s\n", buf_text(&error));
    tvl_spec_free(&spec);
    tvl_props_free(&props);
    arena_free(&arena);
    buf_free(&error);
    return status;
}
