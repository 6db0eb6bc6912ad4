// expect -DCHAR: not safe
// expect -DWORD: not safe
// expect -DREST: unsafe out-of-bounds @rest
// Other characters may be none in the other width: then nothing need have been printed.
#include <stdio.h>
#include <wchar.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    wchar_t text[2] = {L'a', L'b'};
    char bytes[3] = {'a', 'b', 'c'};
#ifdef CHAR
    swprintf(text, 2, L"%c", __VERIFIER_nondet_int());
    wprintf(L"%ls\n", text);
#endif
#ifdef WORD
    snprintf(bytes, sizeof bytes, "%ls", L"\u20ac");
    printf("%s\n", bytes);
#endif
#ifdef REST
    wprintf(L"%s\n", bytes); // @rest
#endif
    return text[0] == bytes[0];
}
