// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "harness.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <malloc.h>
#include <net/if.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_SHOWN = 8192, SECONDS = 2, LONGEST = 1 << 20 };

static char *report;  // shared with the child
static size_t reported;
static struct region regions[MAX_ARGS];
static intptr_t values[MAX_ARGS];
static unsigned n_values;
static unsigned char fill;
static volatile sig_atomic_t probing;
static sigjmp_buf probed;
static size_t page;
static bool isolated;
static FILE *out;  // standard output is the calls'

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
    va_list l;
    va_start(l, format);
    int n = vsnprintf(report + reported, MAX_TEXT - reported, format, l);
    va_end(l);
    if (n > 0) reported = reported + (size_t)n < MAX_TEXT ? reported + (size_t)n : MAX_TEXT - 1;
}

static void say_hex(const unsigned char *at, size_t n) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < n && reported + 3 < MAX_TEXT; i++) {
        report[reported++] = digits[at[i] >> 4];
        report[reported++] = digits[at[i] & 15];
    }
    report[reported] = 0;
}

// ---- memory ------------------------------------------------------------------------------------------------------------------------

static const struct region *region_of(const void *p) {
    const unsigned char *at = p;
    for (unsigned i = 0; i < n_values; i++) {
        if (regions[i].map && at >= regions[i].map && at < regions[i].map + regions[i].map_size) return &regions[i];
    }
    return NULL;
}

static void fault(int number, siginfo_t *info, void *context) {
    (void)context;
    if (probing) siglongjmp(probed, 1);
    const struct region *r = region_of(info->si_addr);
    reported = 0;
    say("\"end\":\"fault\",\"signal\":%d,\"at\":", number);
    if (r)
        say("[%d,%ld]", (int)(r - regions), (long)((unsigned char *)info->si_addr - r->at));
    else
        say("null,\"low\":%s", (uintptr_t)info->si_addr < 65536 ? "true" : "false");
    _exit(0);
}

// How many of the n bytes at p can be read (and written back).
static size_t accessible(void *p, size_t n, bool written) {
    volatile unsigned char *at = p;
    volatile size_t i = 0;
    probing = 1;
    if (sigsetjmp(probed, 1) == 0) {
        for (; i < n; i++) {
            unsigned char c = at[i];
            if (written) at[i] = c;
        }
    }
    probing = 0;
    return i;
}

// Units before the terminator, or -1.
static long length_of(const void *p, size_t unit) {
    static const unsigned char zeros[4];
    for (size_t n = 0; n < MAX_SHOWN * 8; n++) {
        const unsigned char *at = (const unsigned char *)p + n * unit;
        if (accessible((void *)at, unit, false) < unit) return -1;
        if (memcmp(at, zeros, unit) == 0) return (long)n;
    }
    return -1;
}

// The lengths of the strings in an array that ends with null, or how much of `size` bytes can be read.
static void follow_array(void *const *list, size_t size) {
    say("[");
    for (unsigned i = 0; i < 64; i++) {
        if (accessible((void *)(list + i), sizeof *list, false) < sizeof *list) {
            say("%s-2", i ? "," : "");
            break;
        }
        if (!list[i]) break;
        say("%s%ld", i ? "," : "", size ? (long)accessible(list[i], size, false) : length_of(list[i], 1));
    }
    say("]");
}

// FIELDS: `sOFFSET`, `vOFFSET`, `aOFFSET+SIZE`, `bOFFSET+SIZE`, joined by commas.
static void follow(const unsigned char *at, const char *fields) {
    say("[");
    for (bool first = true; fields && *fields && *fields != '-'; first = false) {
        char *end, kind = *fields;
        size_t offset = strtoul(fields + 1, &end, 10), size = *end == '+' ? strtoul(end + 1, &end, 10) : 0;
        void *p;
        memcpy(&p, at + offset, sizeof p);
        if (!first) say(",");
        if (!p)
            say("null");
        else if (kind == 's')
            say("%ld", length_of(p, 1));
        else if (kind == 'b')
            say("%zu", accessible(p, size, false));
        else
            follow_array(p, size);
        fields = *end == ',' ? end + 1 : end;
    }
    say("]");
}

static void describe(void *p, size_t want, size_t unit, bool written, const char *fields) {
    if (!p) {
        say("{\"is\":\"null\"}");
        return;
    }
    const struct region *r = region_of(p);
    struct block *b = heap_find(p);
    if (r && (unsigned char *)p >= r->at && (unsigned char *)p <= r->at + r->size) {
        say("{\"is\":\"arg\",\"arg\":%d,\"off\":%ld}", (int)(r - regions), (long)((unsigned char *)p - r->at));
        return;
    }
    if (b)
        say("{\"is\":\"heap\",\"size\":%zu,\"freed\":%s", b->size, b->freed ? "true" : "false");
    else
        say("{\"is\":\"other\"");
    size_t n = accessible(p, want < LONGEST ? want : LONGEST, written);
    say(",\"room\":%zu,\"length\":%ld,\"bytes\":\"", n, length_of(p, unit));
    size_t shown = want && want < 512 && n == want ? want : 0;
    say_hex(p, shown);
    say("\",\"fields\":");
    follow(p, fields && shown ? fields : NULL);
    say("}");
}

// ---- arguments ---------------------------------------------------------------------------------------------------------------------

static unsigned char *guarded(struct region *r, size_t size, bool at_end) {
    size_t pages = (size + page - 1) / page + 2;
    r->map = mmap(NULL, pages * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (r->map == MAP_FAILED) _exit(77);
    r->map_size = pages * page;
    r->size = size;
    mprotect(r->map + page, (pages - 2) * page, PROT_READ | PROT_WRITE);
    r->at = at_end ? r->map + (pages - 1) * page - size : r->map + page;
    memset(r->map + page, fill, (pages - 2) * page);
    return r->at;
}

static unsigned char nibble(char c) {
    return (unsigned char)(c <= '9' ? c - '0' : c - 'a' + 10);
}

// `PROT PLACE SIZE:HEX;FIELDS`, HEX may be `!NAME`: an object of the world.
static intptr_t buffer(struct region *r, char *text) {
    bool readonly = text[0] == 'r', at_end = text[1] == 'e';
    char *hex;
    size_t size = strtoul(text + 2, &hex, 10);
    char *fields = strchr(hex, ';');
    if (fields) *fields++ = 0;
    r->fields = fields;
    guarded(r, size, at_end);
    hex++;
    if (*hex == '!')
        world_object(hex + 1, r->at, size);
    else
        for (size_t i = 0; i < size && hex[2 * i]; i++) r->at[i] = (unsigned char)(nibble(hex[2 * i]) << 4 | nibble(hex[2 * i + 1]));
    if (readonly && size) mprotect(r->map + page, r->map_size - 2 * page, PROT_READ);
    return (intptr_t)r->at;
}

// `zN` null, `mSIZE` a heap block, `ARG+OFFSET` a pointer into another argument.
static intptr_t cell(struct region *r, const char *text) {
    char *end;
    void *p = NULL;
    if (*text == 'm')
        p = heap_block(strtoul(text + 1, &end, 10));
    else if (*text != 'z') {
        unsigned long k = strtoul(text, &end, 10);
        p = (void *)(values[k] + (*end == '+' ? atol(end + 1) : 0));
    }
    guarded(r, sizeof p, true);
    memcpy(r->at, &p, sizeof p);
    return (intptr_t)r->at;
}

// A case whose stream, folder or locale is not to be had here cannot be tried.
static intptr_t thing(const char *name) {
    intptr_t v = world_thing(name);
    if (v == 0 && (strncmp(name, "stream", 6) == 0 || strncmp(name, "dir", 3) == 0 || strncmp(name, "locale", 6) == 0)) _exit(78);
    return v;
}

static intptr_t argument(unsigned i, char *text) {
    struct region *r = &regions[i];
    char *end;
    switch (text[0]) {
    case 'i': return (intptr_t)strtoull(text + 1, NULL, 10);
    case 'k': return (intptr_t)constants[atoi(text + 1)];
    case 'b': return buffer(r, text + 1);
    case 'c': return cell(r, text + 1);
    case 'q': return values[strtoul(text + 1, &end, 10)] + (*end == '+' ? atol(end + 1) : 0);
    case 'm': return (intptr_t)heap_block(strtoul(text + 1, NULL, 10));
    case 't': return thing(text + 1);
    case 'F': return world_callback(text + 1);
    default: return 0;
    }
}

// Cells may point to arguments that stand behind them, so they come last.
static void arguments(char **words, unsigned n) {
    n_values = n;
    for (int cells = 0; cells < 2; cells++) {
        for (unsigned i = 0; i < n; i++) {
            if ((words[i][0] == 'c' || words[i][0] == 'q') == cells) values[i] = argument(i, words[i]);
        }
    }
    for (unsigned i = 0; i < n; i++) {
        if (!regions[i].map || !regions[i].size) continue;
        regions[i].before = mmap(NULL, regions[i].size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memcpy(regions[i].before, regions[i].at, regions[i].size);
    }
}

// ---- what happened -----------------------------------------------------------------------------------------------------------------

static void say_changes(const struct region *r) {
    unsigned shown = 0;
    say("\"changed\":[");
    for (size_t i = 0; i < r->size && r->before; i++) {
        size_t first = i;
        while (i < r->size && r->at[i] != r->before[i]) i++;
        if (i > first && shown < 200) say("%s[%zu,%zu]", shown++ ? "," : "", first, i);
    }
    say("],\"after\":\"");
    say_hex(r->at, r->size < MAX_SHOWN ? r->size : MAX_SHOWN);
    say("\",\"fields\":");
    follow(r->at, r->fields);
}

static void say_arguments(char **words) {
    say(",\"args\":[");
    for (unsigned i = 0; i < n_values; i++) {
        const struct block *b = words[i][0] == 'm' ? heap_first((void *)values[i]) : NULL;
        say("%s{", i ? "," : "");
        if (b) say("\"freed\":%s", b->freed ? "true" : "false");
        if (regions[i].map && words[i][0] != 'q') say_changes(&regions[i]);
        if (words[i][0] == 'c') {
            void *p;
            memcpy(&p, regions[i].at, sizeof p);
            say(",\"to\":");
            describe(p, 1, 1, true, NULL);
        }
        say("}");
    }
    say("]");
}

// `WANT:UNIT:FLAGS:FIELDS`
static void say_result(const struct outcome *o, const char *spec) {
    char *end;
    say("\"end\":\"returned\",\"class\":%d,\"size\":%d,\"value\":%lld,\"errno\":%d", o->class, o->size, o->value, o->error);
    if (o->class == CLASS_REAL) say(",\"real\":\"%a\"", o->real);
    if (o->class != CLASS_POINTER) return;
    size_t want = strtoul(spec, &end, 10), unit = *end ? strtoul(end + 1, &end, 10) : 1;
    bool fresh = strchr(end, 'n'), written = fresh || strchr(end, 'w');
    const char *fields = *end == ':' ? strchr(end + 1, ':') : NULL;
    void *p = (void *)(intptr_t)o->value;
    say(",\"ptr\":");
    describe(p, want, unit ? unit : 1, written, fields ? fields + 1 : NULL);
    if (!p || !fresh || region_of(p)) return;
    say(",\"usable\":%zu", malloc_usable_size(p));
}

static void release_result(const struct outcome *o, const char *spec) {
    void *p = (void *)(intptr_t)o->value;
    if (o->class == CLASS_POINTER && p && strstr(spec, ":n:") && !region_of(p)) free(p);
    say(",\"released\":true");
}

static void handlers(void) {
    static char stack[65536];
    stack_t s = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction a = {.sa_sigaction = fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaltstack(&s, NULL);
    sigaction(SIGSEGV, &a, NULL);
    sigaction(SIGBUS, &a, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

// Memory that the heap gives out again is not zero.
static void dirty(void) {
    void *blocks[32];
    for (size_t i = 0; i < 32; i++) {
        blocks[i] = malloc(8 * i + 1);
        if (blocks[i]) memset(blocks[i], 255, 8 * i + 1);
    }
    for (size_t i = 0; i < 32; i++) free(blocks[i]);
}

static void quiet(void) {
    int fd = open("/dev/null", O_RDWR);
    if (dup2(fd, 0) < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0) _exit(78);
    close(fd);
}

static void child(const struct called *f, const char *environment, const char *spec, char **words, unsigned n) {
    struct outcome o = {0};
    handlers();
    close(fileno(out));
    if (strchr(environment, 'p'))
        quiet();
    else
        world_files();
    arguments(words, n);
    dirty();
    world_limit(environment);
    heap_recording = true;
    errno = 0;
    f->call(values, &o);
    heap_recording = false;
    world_unlimit();
    handlers();
    say_result(&o, spec);
    say_arguments(words);
    release_result(&o, spec);
    _exit(0);
}

// ---- cases -------------------------------------------------------------------------------------------------------------------------

static bool await(pid_t pid, int *status) {
    struct timespec step = {0, 20000};
    for (int spent = 0; spent < SECONDS * 1000; spent++) {
        if (waitpid(pid, status, WNOHANG) == pid) return true;
        nanosleep(&step, NULL);
        if (step.tv_nsec < 1000000) step.tv_nsec += step.tv_nsec / 2;
    }
    kill(pid, SIGKILL);
    waitpid(pid, status, 0);
    return false;
}

static const struct called *find(const char *name) {
    for (unsigned i = 0; i < n_called; i++) {
        if (strcmp(called[i].name, name) == 0) return &called[i];
    }
    return NULL;
}

static void run_case(char *line) {
    char *words[MAX_ARGS + 5] = {0}, *rest = line;
    unsigned n = 0;
    for (char *w; n < MAX_ARGS + 5 && (w = strsep(&rest, " "));) words[n++] = w;
    const struct called *f = n >= 5 ? find(words[1]) : NULL;
    bool refused = n >= 5 && strchr(words[2], 'I') && !isolated;
    if (!f || refused) {
        fprintf(out, "{\"id\":%s,\"end\":\"%s\"}\n", words[0], f ? "refused" : "absent");
        return;
    }
    fill = (unsigned char)strtoul(words[4], NULL, 16);
    report[0] = 0;
    reported = 0;
    fflush(out);
    pid_t pid = fork();
    if (pid == 0) child(f, words[2], words[3], words + 5, n - 5);
    int status = 0;
    bool ended = await(pid, &status);
    fprintf(out, "{\"id\":%s,", words[0]);
    if (!ended)
        fprintf(out, "\"end\":\"timeout\"}\n");
    else if (WIFSIGNALED(status))
        fprintf(out, "\"end\":\"signal\",\"signal\":%d}\n", WTERMSIG(status));
    else if (*report)
        fprintf(out, "%s}\n", report);
    else
        fprintf(out, "\"end\":\"exit\",\"code\":%d}\n", WEXITSTATUS(status));
}

static int removed(const char *path, const struct stat *s, int kind, struct FTW *at) {
    (void)s;
    (void)kind;
    (void)at;
    return remove(path), 0;
}

// The whole of the file of cases, so that no stream of the parent is open in a child.
static char *whole(const char *path) {
    struct stat s;
    int fd = open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &s) != 0) return NULL;
    char *text = mmap(NULL, (size_t)s.st_size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    close(fd);
    return text == MAP_FAILED ? NULL : text;
}

static void put_line(const char *path, const char *format, unsigned id) {
    char text[64];
    int fd = open(path, O_WRONLY), n = snprintf(text, sizeof text, format, id);
    if (fd >= 0 && write(fd, text, (size_t)n) == n) close(fd);
}

static void raise_loopback(void) {
    struct ifreq r = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    if (fd >= 0) ioctl(fd, SIOCSIFFLAGS, &r);
    close(fd);
}

// Namespaces of our own, so that nothing outside can be reached by a number or a name.
static bool isolate(void) {
    const int apart = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNET;
    unsigned uid = getuid(), gid = getgid();
    if (unshare(apart) != 0) {
        if (unshare(apart | CLONE_NEWUSER) != 0) return false;
        put_line("/proc/self/setgroups", "deny", 0);
        put_line("/proc/self/uid_map", "0 %u 1", uid);
        put_line("/proc/self/gid_map", "0 %u 1", gid);
    }
    mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL);
    raise_loopback();
    return true;
}

static void all_cases(char *cases) {
    for (char *line; (line = strsep(&cases, "\n"));) {
        if (!*line) continue;
        if (mkdir("case", 0700) != 0) exit(1);
        run_case(line);
        nftw("case", removed, 8, FTW_DEPTH | FTW_PHYS);
    }
    fflush(out);
}

// usage: harness CASES FOLDER
int main(int argc, char **argv) {
    char *cases = argc == 3 ? whole(argv[1]) : NULL;
    page = (size_t)sysconf(_SC_PAGESIZE);
    report = mmap(NULL, MAX_TEXT, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!cases || report == MAP_FAILED || chdir(argv[2]) != 0) {
        fprintf(stderr, "harness: %s\n", strerror(errno));
        return 1;
    }
    out = fdopen(dup(1), "w");
    isolated = isolate();
    pid_t first = fork();  // the first process of the namespace; all others end with it
    if (first == 0) {
        all_cases(cases);
        _exit(0);
    }
    int status = 0;
    if (first < 0 || waitpid(first, &status, 0) != first) return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
