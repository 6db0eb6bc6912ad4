// SPDX-License-Identifier: MIT
// What tells a finding from others, whatever changes around it.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "report/source.h"
#include "report/suppress.h"

static void hash_text(uint64_t *hash, const char *text, size_t n) {
    while (n && (*text == ' ' || *text == '\t')) text++, n--;
    while (n && (text[n - 1] == ' ' || text[n - 1] == '\t')) n--;
    *hash = XXH3_64bits_withSeed(text, n, *hash);
}

static uint64_t hash_of(struct report_sources *sources, const struct check_result *r, const struct check_finding *f) {
    const char *file = *f->place.file ? f->place.file : r->file, *rule = ir_rules[f->rule].text;
    uint64_t hash = 0;
    size_t n = 0;
    const char *line = report_source_line(sources, file, f->place.line, &n);
    hash_text(&hash, rule, strlen(rule));
    hash_text(&hash, file, strlen(file));
    hash_text(&hash, f->place.function, strlen(f->place.function));
    if (line) hash_text(&hash, line, n);
    return hash;
}

void report_fingerprints(struct check_result *results, uint32_t n) {
    struct report_sources sources = {0};
    VEC(uint64_t) seen = {0};
    report_sources_limit(&sources, results, n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i].findings.n; k++) {
            struct check_finding *f = &results[i].findings.at[k];
            uint64_t hash = hash_of(&sources, &results[i], f), before = 0;
            for (uint32_t s = 0; s < seen.n; s++) before += seen.at[s] == hash;
            vec_push(&seen, hash);
            f->fingerprint = arena_printf(&results[i].arena, "%016llx:%llu", (unsigned long long)hash, (unsigned long long)before);
        }
    vec_free(&seen);
    report_sources_free(&sources);
}
