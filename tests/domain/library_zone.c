// expect: safe
// The name of the time zone is not asked for.
#include <string.h>
#include <time.h>

int main(void) {
    char text[64];
    struct tm t = {0};
    return strftime(text, sizeof text, "%Y-%m-%d", &t) ? (int)strlen(text) : 0;
}
