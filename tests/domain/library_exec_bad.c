// expect: unsafe null-dereference @path
// expect -DLEFT: unsafe memory-leak @left
// expect -DGONE: not safe
// expect -DOPEN: not safe
// expect -DVECTOR: not safe
// expect -DNO_END: not safe
// expect -DHOLE: not safe
// expect -DTAIL: not safe
// What another program is started with is not there, or is lost where it cannot be.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
#ifdef LEFT
    char *name = strdup("ls");
    if (!name) return 1;
    execlp(name, name, (char *)NULL);
    return argc > 1;
#elif defined GONE
    char **vector = calloc(2, sizeof *vector);
    char *name = strdup("ls");
    if (vector && name) {
        vector[0] = name;
        free(name);
        execv("/bin/ls", vector);
    }
    free(vector);
    return 1;
#elif defined OPEN
    char name[2] = {'l', 's'};
    execl("/bin/ls", name, (char *)NULL);
    return 1;
#elif defined NO_END
    char *vector[2] = {"a", "b"};
    (void)argv;
    if (argc > 1) execv("/bin/echo", vector);
#elif defined HOLE
    char *vector[3];
    vector[0] = argv[0];
    vector[2] = NULL;
    if (argc > 1) vector[1] = argv[1];
    execv("/bin/echo", vector);
#elif defined TAIL
    char **vector = malloc(3 * sizeof *vector);
    (void)argc;
    vector[0] = argv[0];
    execv("/bin/echo", vector);
    free(vector);
#elif defined VECTOR
    char **vector = malloc(2 * sizeof *vector);
    if (!vector) return 1;
    vector[0] = argv[0];
    vector[1] = NULL;
    free(vector);
    execv("/bin/ls", vector);
    return 1;
#else
    (void)argc;
    execvp(argv[1], argv);  // @path
    return 1;
#endif
}  // @left
