// SPDX-License-Identifier: MIT
// From files to a program: runs clang, reads the bitcode, links, translates, and drops LLVM.  The only folder that knows LLVM.
#ifndef HP_FRONT_FRONT_H
#define HP_FRONT_FRONT_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"
#include "cache/cache.h"
#include "ir/ir.h"

// What the program that was read last was compiled from: C files, how clang was given them.
struct front_source {
    const char *path, *directory;  // directory NULL: the current one
    const char **flags;
    uint32_t n_flags;
};
struct front_sources {
    struct arena arena;
    VEC(struct front_source) v;
    bool other;  // it has parts that are not C
};
void front_sources_free(struct front_sources *s);

// clang reads `contents` where it would read `path`; both are absolute and without links.
struct front_stand_in {
    const char *path, *contents;
};

struct front_options {
    const char *clang;         // program to run; NULL: clang-19 on PATH, else clang (which must be version 19)
    const char *const *flags;  // passed to clang for every C file, in order: -I -D -U -include -std= and whatever followed --
    uint32_t n_flags;
    const char *const *models;  // C files with bodies for functions that have none in the program (supply.h)
    uint32_t n_models;
    const char *const *contracts;  // files with contracts of the program's functions (contracts.h), beside those that it is compiled from
    uint32_t n_contracts;
    uint32_t bits;     // 32 or 64: -m32, -m64; 0: not given (project: each file's own; else 64)
    uint32_t jobs;     // clang processes at a time, at least 1
    struct cache *cache;  // of a project: what is known of its files is kept there; NULL: nowhere
    void (*progress)(void *self, uint32_t done, uint32_t n);  // of a project: so many files were compiled; NULL: nobody listens
    void *self;
    struct front_sources *sources;  // to be filled; NULL: nobody wants to know
    const struct front_stand_in *instead;  // n_instead of them; not with a cache, which looks at the files
    uint32_t n_instead;
    bool short_lived;  // the process ends soon: what LLVM holds is left to the system (not in debug builds)
};

// What the reader has to say, for standard error: clang's own messages as clang writes them, and lines of the form
// "FILE: error: REASON" or "FILE: note: TEXT" (or with :LINE:COLUMN).  ok is false when there is no program.
struct front_messages {
    struct buf text;
    bool ok;
};

// Reads files (.c .i .bc .ll, or exactly one .hir) as one program.  NULL on failure, with the reason in m.
struct ir_program *front_read(const struct front_options *o, const char *const *files, uint32_t n, struct front_messages *m);

// A project: the units of DIR/heapproof.build, or of DIR/compile_commands.json.  Each function called main (or `entry`, see cli) makes a program: its unit and the
// units that define what it references, transitively.
struct front_project;
// The options are used until it is closed.
struct front_project *front_project_open(const struct front_options *o, const char *dir, struct front_messages *m);
uint32_t front_project_programs(const struct front_project *j);                   // how many define main (or seem to, in a file that does not compile)
// The file that defines its main, with "@" and what is linked if that file is linked as several programs.
const char *front_project_file(const struct front_project *j, uint32_t program);
// Of such a name, or any file: the file alone; *linked becomes what follows, or NULL.
const char *front_project_source(const struct front_project *j, const char *name, const char **linked);
// The next file of the project that is missing, not compiled or does not compile and is no program, and why; *next is 0 at first.  NULL: there is no other.
const char *front_project_unread(struct front_project *j, uint32_t *next, const char **why);
// The program whose entry is function `name` of unit `file` (NULL: any unit that defines it; more than one: an error that lists them).
struct ir_program *front_project_read(struct front_project *j, const char *file, const char *name, struct front_messages *m);
// Of what that program is made: equal keys, equal programs and equal messages.  False: it cannot be read.
bool front_project_key(struct front_project *j, const char *file, const char *name, struct cache_key *key);
// With a cache, files that did not change are not compiled before a program that takes them is read.  To compile once what is read in several processes:
// ask for each program, then compile.
void front_project_want(struct front_project *j, const char *file, const char *name);
void front_project_compile(struct front_project *j);
// With a cache: the files that the program is made from, a full path a line, each once; if it cannot be read, those of the whole project.
void front_project_files(struct front_project *j, const char *file, const char *name, struct buf *out);
void front_project_close(struct front_project *j);
#endif
