// SPDX-License-Identifier: MIT
// Pictures as files of their own.
#ifndef HP_CLI_PICTURES_H
#define HP_CLI_PICTURES_H
#include "check/check.h"

// Draws one picture, as SVG, or writes the text for graphviz if PATH ends with .dot.  Returns CLI_OK, or the exit status of an error, which is told.
int cli_write_picture(const char *path, const char *dot);
// Draws those of all findings, which are counted through all programs: DIR/finding-1-step-02.svg, DIR/finding-1-fault.svg.  Returns `status`, or that of
// an error, which is told.
int cli_write_pictures(const char *folder, const struct check_result *results, uint32_t n, int status);
#endif
