int classify(int c) {
    switch (c) {
    case 'a' ... 'z': return 1;
    case '0' ... '9':
    case '_': return 2;
    default: return 0;
    }
}
