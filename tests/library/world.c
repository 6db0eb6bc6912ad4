// SPDX-License-Identifier: MIT
// What calls are made on: files in a folder of the case's own, descriptors, streams, processes, objects that need setting up; and the
// environments in which calls fail.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <mntent.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <pty.h>
#include <regex.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>
#include <wchar.h>

#include "harness.h"

// ---- files -------------------------------------------------------------------------------------------------------------------------

static void put(const char *path, const char *text) {
    int fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (fd < 0 || write(fd, text, strlen(text)) < 0) _exit(78);
    close(fd);
}

void world_files(void) {
    if (chdir("case") != 0) _exit(78);
    put("file", "first line\nsecond 12 34\n\nlast\n");
    put("empty", "");
    put("users", "root:x:0:0:root:/root:/bin/sh\none:x:1000:1000:One:/home/one:/bin/sh\n");
    put("table", "/dev/one /one ext4 rw,noauto 0 1\n/dev/two /two ext4 ro 0 2\n");
    put("input", "word 12 x\nmore\n");
    if (mkdir("dir", 0700) != 0 || symlink("file", "link") != 0 || symlink("missing", "dangling") != 0) _exit(78);
    put("dir/inner", "inner");
    if (mkdir("void", 0700) != 0) _exit(78);
    setxattr("file", "user.name", "value", 5, 0);  // not every file system has them
    int in = open("input", O_RDONLY), out = open("output", O_CREAT | O_RDWR, 0600);
    if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) _exit(78);
    close(in);
    close(out);
}

// ---- descriptors -------------------------------------------------------------------------------------------------------------------

static int pipe_end(int which, bool data, bool other_closed) {
    int fds[2];
    if (pipe2(fds, data ? 0 : O_NONBLOCK) != 0) _exit(78);
    if (data && write(fds[1], "piped data\n", 11) != 11) _exit(78);
    if (other_closed) close(fds[1 - which]);
    return fds[which];
}

static int pair_of(int type, bool data) {
    int fds[2];
    if (socketpair(AF_UNIX, type | SOCK_NONBLOCK, 0, fds) != 0) _exit(78);
    if (data && write(fds[1], "0123456789abcdef", 16) != 16) _exit(78);
    return fds[0];
}

static int udp(bool data) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof a;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&a, n) != 0 || getsockname(fd, (struct sockaddr *)&a, &n) != 0) return -1;
    if (data && sendto(fd, "0123456789abcdef", 16, 0, (struct sockaddr *)&a, n) != 16) return -1;
    return fd;
}

// A listening socket on which a connection waits.
static int listening(bool unix_domain) {
    struct sockaddr_un u = {.sun_family = AF_UNIX, .sun_path = "socket"};
    struct sockaddr_in i = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr *a = unix_domain ? (struct sockaddr *)&u : (struct sockaddr *)&i;
    socklen_t n = unix_domain ? sizeof u : sizeof i;
    int fd = socket(a->sa_family, SOCK_STREAM | SOCK_NONBLOCK, 0), other = socket(a->sa_family, SOCK_STREAM, 0);
    if (fd < 0 || bind(fd, a, n) != 0 || listen(fd, 4) != 0) return -1;
    if (!unix_domain && getsockname(fd, a, &n) != 0) return -1;
    if (connect(other, a, n) != 0) return -1;
    return fd;
}

static int terminal(bool slave) {
    int m, s;
    return openpty(&m, &s, NULL, NULL, NULL) == 0 ? (slave ? s : m) : -1;
}

// The terminal of a session of our own.
static int console(void) {
    int fd = terminal(true);
    setsid();
    return ioctl(fd, TIOCSCTTY, 0) == 0 ? fd : -1;
}

static int watching(void) {
    int fd = inotify_init();
    inotify_add_watch(fd, "file", IN_MODIFY);
    return fd;
}

static int large(void) {
    int fd = open("large", O_CREAT | O_RDWR, 0600);
    return ftruncate(fd, 1 << 20) == 0 ? fd : -1;
}

static int descriptor(const char *name) {
    static const struct {
        const char *name, *path;
        int flags;
    } files[] = {{"read", "file", O_RDONLY},   {"write", "fresh", O_CREAT | O_WRONLY}, {"both", "file", O_RDWR},
                 {"folder", "dir", O_RDONLY},  {"none", "/dev/null", O_RDWR},          {"full", "/dev/full", O_RDWR},
                 {"empty", "empty", O_RDONLY}, {"zero", "/dev/zero", O_RDWR},          {"program", "/bin/true", O_RDONLY}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (strcmp(name, files[i].name) == 0) return open(files[i].path, files[i].flags, 0600);
    }
    if (strcmp(name, "pipe") == 0) return pipe_end(0, true, false);
    if (strcmp(name, "drained") == 0) return pipe_end(0, false, false);
    if (strcmp(name, "ended") == 0) return pipe_end(0, true, true);
    if (strcmp(name, "into") == 0) return pipe_end(1, false, false);
    if (strcmp(name, "broken") == 0) return pipe_end(1, false, true);
    if (strcmp(name, "socket") == 0) return socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (strcmp(name, "socket_unix") == 0) return socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (strcmp(name, "pair") == 0) return pair_of(SOCK_STREAM, true);
    if (strcmp(name, "pair_idle") == 0) return pair_of(SOCK_STREAM, false);
    if (strcmp(name, "packets") == 0) return pair_of(SOCK_DGRAM, true);
    if (strcmp(name, "udp") == 0) return udp(true);
    if (strcmp(name, "udp_idle") == 0) return udp(false);
    if (strcmp(name, "listening") == 0) return listening(false);
    if (strcmp(name, "listening_unix") == 0) return listening(true);
    if (strcmp(name, "master") == 0) return terminal(false);
    if (strcmp(name, "slave") == 0) return terminal(true);
    if (strcmp(name, "large") == 0) return large();
    if (strcmp(name, "client") == 0) return listening(true) < 0 ? -1 : socket(AF_UNIX, SOCK_STREAM, 0);
    if (strcmp(name, "console") == 0) return console();
    if (strcmp(name, "epoll") == 0) return epoll_create1(0);
    if (strcmp(name, "inotify") == 0) return watching();
    if (strcmp(name, "closed") == 0) return 500;
    return -1;
}

// ---- streams and other handles -----------------------------------------------------------------------------------------------------

static FILE *at_end(FILE *f) {
    while (fgetc(f) != EOF) continue;
    return f;
}

static void *stream(const char *name) {
    if (strcmp(name, "stream_read") == 0) return fopen("file", "r");
    if (strcmp(name, "stream_write") == 0) return fopen("fresh", "w");
    if (strcmp(name, "stream_both") == 0) return fopen("file", "r+");
    if (strcmp(name, "stream_empty") == 0) return fopen("empty", "r");
    if (strcmp(name, "stream_end") == 0) return at_end(fopen("file", "r"));
    if (strcmp(name, "stream_folder") == 0) return fopen("dir", "r");
    if (strcmp(name, "stream_zero") == 0) return fopen("/dev/zero", "r");
    if (strcmp(name, "stream_pipe") == 0) return fdopen(pipe_end(0, true, true), "r");
    if (strcmp(name, "stream_users") == 0) return fopen("users", "r");
    if (strcmp(name, "stream_table") == 0) return setmntent("table", "r+");
    if (strcmp(name, "stream_command") == 0) return popen("echo said", "r");
    if (strcmp(name, "stream_full") == 0) {
        FILE *f = fopen("/dev/full", "w");
        if (f) setvbuf(f, NULL, _IONBF, 0);
        return f;
    }
    return NULL;
}

static void *folder(bool at_its_end) {
    DIR *d = opendir("dir");
    while (at_its_end && readdir(d)) continue;
    return d;
}

static pid_t child_of(bool stays) {
    pid_t pid = fork();
    if (pid == 0) {
        alarm(3);
        if (stays) pause();
        _exit(3);
    }
    return pid;
}

// ---- things ------------------------------------------------------------------------------------------------------------------------

static intptr_t shared(const char *name) {
    if (strcmp(name, "queue") == 0) return msgget(IPC_PRIVATE, 0600);
    if (strcmp(name, "semaphores") == 0) return semget(IPC_PRIVATE, 2, 0600);
    if (strcmp(name, "segment") == 0) return shmget(IPC_PRIVATE, 4096, 0600);
    return 0;
}

intptr_t world_thing(const char *name) {
    if (strncmp(name, "stream", 6) == 0) return (intptr_t)stream(name);
    if (strcmp(name, "dir") == 0) return (intptr_t)folder(false);
    if (strcmp(name, "dir_end") == 0) return (intptr_t)folder(true);
    if (strcmp(name, "stdin") == 0) return (intptr_t)stdin;
    if (strcmp(name, "stdout") == 0) return (intptr_t)stdout;
    if (strcmp(name, "locale") == 0) return (intptr_t)newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (strcmp(name, "locale_utf8") == 0) return (intptr_t)newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0);
    if (strcmp(name, "self") == 0) return getpid();
    if (strcmp(name, "child") == 0) return child_of(false);
    if (strcmp(name, "child_staying") == 0) return child_of(true);
    if (strcmp(name, "thread") == 0) return (intptr_t)pthread_self();
    if (strcmp(name, "page") == 0) return (intptr_t)aligned_alloc(4096, 4096);
    if (strcmp(name, "environ") == 0) return (intptr_t)environ;
    intptr_t id = shared(name);
    return id ? id : descriptor(name);
}

static int compare_ints(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int compare_bytes(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}
static void nothing(void) {
}

intptr_t world_callback(const char *name) {
    if (strcmp(name, "ints") == 0) return (intptr_t)compare_ints;
    if (strcmp(name, "bytes") == 0) return (intptr_t)compare_bytes;
    return (intptr_t)nothing;
}

// ---- objects -----------------------------------------------------------------------------------------------------------------------

static void calendar(struct tm *t, time_t when) {
    gmtime_r(&when, t);
}

static void words_of(char **list) {
    static char name[] = "program", option[] = "-a", valued[] = "-b", value[] = "value", rest[] = "rest";
    char *words[] = {name, option, valued, value, rest, NULL};
    memcpy(list, words, sizeof words);
}

void world_object(const char *name, unsigned char *at, size_t size) {
    memset(at, 0, size);
    if (strcmp(name, "tm") == 0) calendar((struct tm *)at, 86400 * 400 + 3661);
    if (strcmp(name, "tm_far") == 0) calendar((struct tm *)at, 0), ((struct tm *)at)->tm_year = 2147483647;
    if (strcmp(name, "tm_wild") == 0) calendar((struct tm *)at, 0), ((struct tm *)at)->tm_mon = 11000, ((struct tm *)at)->tm_mday = -900;
    if (strcmp(name, "regex") == 0) regcomp((regex_t *)at, "a(b*)c", REG_EXTENDED);
    if (strcmp(name, "random") == 0) {
        static char state[64];
        initstate_r(7, state, sizeof state, (struct random_data *)at);
    }
    if (strcmp(name, "semaphore") == 0) sem_init((sem_t *)at, 0, 1);
    if (strcmp(name, "mutex_held") == 0) pthread_mutex_init((pthread_mutex_t *)at, NULL), pthread_mutex_lock((pthread_mutex_t *)at);
    if (strcmp(name, "rwlock_held") == 0) pthread_rwlock_init((pthread_rwlock_t *)at, NULL), pthread_rwlock_wrlock((pthread_rwlock_t *)at);
    if (strcmp(name, "attributes") == 0) pthread_attr_init((pthread_attr_t *)at);
    if (strcmp(name, "mutex_attributes") == 0) pthread_mutexattr_init((pthread_mutexattr_t *)at);
    if (strcmp(name, "words") == 0) words_of((char **)at);
    if (strcmp(name, "user_signals") == 0) sigaddset((sigset_t *)at, SIGUSR1);
    if (strcmp(name, "position") == 0) fgetpos(stdin, (fpos_t *)at);
    if (strcmp(name, "cpus") == 0) sched_getaffinity(0, size, (cpu_set_t *)at);
    if (strcmp(name, "polled") == 0) {
        for (size_t i = 0; i < size / sizeof(struct pollfd); i++) ((struct pollfd *)at)[i] = (struct pollfd){(int)i, POLLIN | POLLOUT, 0};
    }
    if (strcmp(name, "alarm_signals") == 0) sigfillset((sigset_t *)at);
}

// ---- environments that refuse ------------------------------------------------------------------------------------------------------

static struct rlimit old_files, old_size, old_space;

static void lower(int resource, struct rlimit *old, rlim_t to) {
    getrlimit(resource, old);
    struct rlimit l = {to < old->rlim_max ? to : old->rlim_max, old->rlim_max};
    setrlimit(resource, &l);
}

static void caught(int number) {
    (void)number;
}

// A signal comes.
static void soon(void) {
    struct sigaction a = {.sa_handler = caught};
    sigaction(SIGALRM, &a, NULL);
    ualarm(20000, 0);
}

// A file of logins.
static void logins(void) {
    struct utmp u = {.ut_type = USER_PROCESS, .ut_line = "line", .ut_user = "user"};
    FILE *f = fopen("logins", "w");
    if (!f || fwrite(&u, sizeof u, 1, f) != 1 || fclose(f) != 0) _exit(78);
    utmpname("logins");
}

void world_limit(const char *environment) {
    getrlimit(RLIMIT_NOFILE, &old_files);
    getrlimit(RLIMIT_FSIZE, &old_size);
    getrlimit(RLIMIT_AS, &old_space);
    for (const char *e = environment; *e; e++) {
        if (*e == 'm') heap_fail_after = atol(e + 1);
        if (*e == 'n') lower(RLIMIT_NOFILE, &old_files, 3);
        if (*e == 'f') lower(RLIMIT_FSIZE, &old_size, 0);
        if (*e == 'a') lower(RLIMIT_AS, &old_space, 1 << 20);
        if (*e == 'e') clearenv();
        if (*e == 'c') child_of(false);
        if (*e == 's') soon();
        if (*e == 'd') dlopen("missing", RTLD_NOW);
        if (*e == 'w') logins();
        if (*e == 't') put("dates", "%Y-%m-%d\n"), setenv("DATEMSK", "dates", 1);
        if (*e == 'u') setlocale(LC_ALL, "C.UTF-8");
        if (*e == 'z') setenv("TZ", "EST5EDT", 1);
    }
}

void world_unlimit(void) {
    heap_fail_after = -1;
    setrlimit(RLIMIT_NOFILE, &old_files);
    setrlimit(RLIMIT_FSIZE, &old_size);
    setrlimit(RLIMIT_AS, &old_space);
}
