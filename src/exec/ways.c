// SPDX-License-Identifier: MIT
#include "exec/ways.h"

#include "exec/limits.h"
#include "exec/open.h"

bool exec_way(struct exec_machine *m, const struct exec_value *condition) {
    struct exec_result *r = m->result;
    const struct exec_ways *given = m->options->ways;
    uint32_t i = r->n_ways;
    bool way = condition->bits != 0;
    if (i == exec_limits[EXEC_LIMIT_WAYS].value || m->options->alone) {
        exec_depend_open(m, condition);
        return way;
    }
    if (given && i < given->n) way = given->taken >> i & 1;
    r->ways |= (uint64_t)way << i;
    r->n_ways++;
    if (!r->open) r->open = exec_open_reason(m, condition);
    return way;
}
