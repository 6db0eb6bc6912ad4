// expect: not safe
// expect -DHOST: not safe
// expect -DCONFIGURATION: not safe
// expect -DTERMINAL: not safe
// expect -DTIME: not safe
// expect -DDOMAIN: not safe
// expect -DMESSAGE: not safe
// A call that fails has not filled its buffer, and nobody looks whether it did.
#define _GNU_SOURCE
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    char text[8];
    memset(text, 'x', sizeof text);
#ifdef HOST
    gethostname(text, sizeof text);
#elif defined CONFIGURATION
    confstr(9999, text, sizeof text);
#elif defined TERMINAL
    ttyname_r(0, text, sizeof text);
#elif defined TIME
    time_t t = 0;
    struct tm *m = gmtime(&t);
    if (!m) return 0;
    strftime(text, sizeof text, "%Y-%m-%d", m);
#elif defined DOMAIN
    if (getdomainname(text, 4) != 0) return 0;
#elif defined MESSAGE
    strerror_r(2, text, sizeof text);
#else
    getlogin_r(text, sizeof text);
#endif
    return (int)strlen(text);
}
