// expect: safe
// expect -DHOST: safe
// expect -DADDRESS: safe
// expect -DCONFIGURATION: safe
// A call that fails has not filled its buffer, whatever number says so.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char text[64];
    memset(text, 'x', sizeof text);
#ifdef HOST
    if (gethostname(text, sizeof text) == -1) return 0;
#elif defined ADDRESS
    struct in_addr a;
    if (inet_aton("127.0.0.1", &a) == 0) return 0;
    text[63] = '\0';
#elif defined CONFIGURATION
    if (confstr(_CS_PATH, text, sizeof text) == 0) return 0;
#else
    if (getlogin_r(text, sizeof text) != 0) return 0;
#endif
    return strlen(text) > 63;
}
