// expect: safe
// expect -DTERMINAL: safe
// expect -DLOCK: safe
// expect -DNOTHING: safe
// What the system is handed is anything afterwards, if the call succeeds.
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>

int main(void) {
#ifdef TERMINAL
    static struct termios old;
    int waiting[2] = {0, 7};
    for (int i = 0; i < 3; i++)
        if (ioctl(0, TCGETS, &old) == -1 || ioctl(0, FIONREAD, &waiting[0]) == -1) return 1;
    return waiting[0] > 0;
#elif defined LOCK
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(1, F_SETLK, &lock) == -1;
#elif defined NOTHING
    return ioctl(0, TIOCSCTTY, NULL);
#else
    struct winsize w;
    int columns = 80;
    if (ioctl(1, TIOCGWINSZ, &w) == 0) columns = w.ws_col;
    return printf("%d\n", columns) < 0;
#endif
}
