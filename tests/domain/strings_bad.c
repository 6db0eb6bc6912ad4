// expect: not safe out-of-bounds 10
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void __VERIFIER_error(void);
int main(void) {
    char buffer[12], small[4];
    strcpy(buffer, "hello");
    if (strlen(buffer) != 5 || strcmp(buffer, "hello") != 0) __VERIFIER_error();
    strcat(buffer, " worlds");
    if (buffer[11] != 0 || strchr(buffer, 'w') != buffer + 6 || strrchr(buffer, 'x')) __VERIFIER_error();
    strncpy(small, buffer, sizeof small);
    if (strncmp(small, "hell", 4) != 0 || memchr(small, 'e', 4) == small + 4) __VERIFIER_error();
    char *copy = strdup(buffer), *part = strndup(buffer, 3);
    if (strlen(copy) != 11 || copy[11] || part[2] != 'l' || part[3]) __VERIFIER_error();
    printf("%s %s %d\n", copy, part, 3);
    sprintf(small, "%s", part);
    snprintf(small, sizeof small, "%s", copy);
    puts(small);
    free(copy);
    free(part);
    return 0;
}
