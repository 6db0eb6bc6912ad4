// expect: not safe
#include <ctype.h>
int main(void) { return (isalpha)(100000) != 0; }
