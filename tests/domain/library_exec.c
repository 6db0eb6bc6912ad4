// expect: safe
// expect -DLIST: safe
// expect -DCHILD: safe
// expect -DBUILT: safe
// Another program takes the place of this one, or cannot: what is lost then is not lost.
// property: default,memory-leak
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
#ifdef LIST
    char *path = argc > 1 ? strdup(argv[1]) : NULL;
    if (!path) return 1;
    execl("/bin/ls", "ls", path, (char *)NULL);
    perror(path);
    free(path);
    return 127;
#elif defined CHILD
    if (argc < 2) return 1;
    pid_t child = fork();
    if (child == -1) return 1;
    if (child == 0) {
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    int status;
    if (waitpid(child, &status, 0) == -1) return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
#elif defined BUILT
    (void)argv;
    char **vector = calloc(4, sizeof *vector);
    if (!vector) return 1;
    vector[0] = "echo";
    vector[1] = argc > 1 ? "a" : "b";
    execv("/bin/echo", vector);
    free(vector);
    return 1;
#else
    (void)argc;
    argv++;
    if (!*argv) return 1;
    execvp(*argv, argv);
    perror(*argv);
    return 126;
#endif
}
