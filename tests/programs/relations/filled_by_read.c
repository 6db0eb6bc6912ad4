// expect: safe
// expect -DHEAP: safe
// expect -DALL: unsafe out-of-bounds @read
// expect -DEND: unsafe out-of-bounds @end
// A buffer of a constant size that is filled by as many calls as it takes, and written by as many: what is asked for is what is left, and what was
// read is no more than that.
#include <stdlib.h>
#include <unistd.h>
enum { SIZE = 16 };

static int write_all(int to, const char *from, size_t n) {
    for (size_t at = 0; at < n;) {
        ssize_t done = write(to, from + at, n - at);
        if (done < 1) return 0;
        at += (size_t)done;
    }
    return 1;
}

int main(void) {
#ifdef HEAP
    size_t size = SIZE;
    char *buffer = malloc(size);
    if (!buffer) return 1;
#else
    char buffer[SIZE];
    const size_t size = sizeof buffer;
#endif
    size_t length = 0;
    while (length < size) {
#ifdef ALL
        ssize_t n = read(0, buffer + length, size); // @read
#else
        ssize_t n = read(0, buffer + length, size - length);
#endif
        if (n < 1) break;
        length += (size_t)n;
    }
    int written = write_all(1, buffer, length);
#ifdef END
    buffer[length] = 0; // @end
#endif
#ifdef HEAP
    free(buffer);
#endif
    return !written;
}
