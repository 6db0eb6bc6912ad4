// SPDX-License-Identifier: MIT
// JSON values under construction.  Out of memory ends the process.
#ifndef HP_REPORT_VALUE_H
#define HP_REPORT_VALUE_H
#include <jansson.h>

#include "base/buf.h"
#include "check/check.h"

json_t *report_object(void);
json_t *report_array(void);
// A string; JSON is UTF-8, names of files and functions need not be: bytes of an invalid string that are not ASCII are written \xHH.
json_t *report_string(const char *s);
// A string that report_exact_text gives back byte for byte, to hand it from process to process.
json_t *report_exact(const char *s);
void report_exact_text(const json_t *j, struct buf *out);
json_t *report_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
json_t *report_string_or_null(const char *s);
// The value is handed over.
void report_put(json_t *object, const char *key, json_t *value);
void report_append(json_t *array, json_t *value);
// The strategy of the verdict (null: none) with its domain; the functions that no run enters.
json_t *report_strategy(const struct check_result *r);
json_t *report_not_entered(const struct check_result *r);
json_t *report_contract(const struct check_result *r);
// Appends j as text and an end of line, and releases it.
void report_dump(json_t *j, size_t flags, struct buf *out);
#endif
