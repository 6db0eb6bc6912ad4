// SPDX-License-Identifier: MIT
// What the language server asks of the rest of the tool: tasks, each done in a process of its own.
//
// The answer to a task is one JSON object:
//   "directory"  where the file is compiled; names of files are relative to it
//   "end"        "done", "unreadable" (messages say why), "settings" (the settings are wrong), "broken" (heapproof failed)
//   "why"        of what is broken; of settings {"file", "line", "reason"}
//   "messages"   of the compiler and of heapproof, lines of text
//   "functions"  of the file: [{"name", "file", "line", "column", "from": names of the programs' entries from which it may be reached}]
//   "results"    packed (report_pack), each a string; "ignored": for each the numbers of the findings that comments ignore
//   "text"       of SHOW: what is known at the line
// A process that ends without one has failed.
#ifndef HP_LSP_ENGINE_H
#define HP_LSP_ENGINE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum lsp_kind {
    LSP_CHECK,  // the file
    LSP_SHOW,   // the heap at a line of it
    LSP_PAGE,   // a report about it, as it is saved
    LSP_WHOLE   // the programs of the project that it is in, as they are saved
};
struct lsp_text {  // of an open document, perhaps not saved
    const char *path, *text;
    size_t n;
};
struct lsp_task {
    enum lsp_kind kind;
    const char *path;       // absolute, without links
    uint32_t line;          // of SHOW
    const char *page;       // of PAGE: where to write the report as HTML
    const struct lsp_text *texts;
    uint32_t n_texts;
};
struct lsp_engine {
    void *self;
    bool whole;  // programs are wanted, too
    void (*work)(void *self, const struct lsp_task *t, int fd);  // writes the answer to fd
};
#endif
