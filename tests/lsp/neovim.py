#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The language server in Neovim, in a terminal.  usage: neovim.py HEAPPROOF

Needs nvim; without it everything is skipped, with a message.
"""
import fcntl
import os
import pathlib
import pty
import select
import shutil
import struct
import sys
import termios
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "cli"))
from tap import run_all, test  # noqa: E402

FAULT = """#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    free(p);
    p[0] = 1;
    return 0;
}
"""


class Terminal:
    """An editor in a terminal of 30 lines, and what it has drawn since the last look."""

    def __init__(self, box, *command):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(box.folder)
            os.environ.update(TERM="xterm", HOME=str(box.folder), XDG_STATE_HOME=str(box.folder), XDG_CONFIG_HOME=str(box.folder))
            os.execvp(command[0], command)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 150, 0, 0))

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def wait(self, *texts, seconds=30):
        """Until all of them were drawn."""
        drawn, end = "", time.monotonic() + seconds
        while not all(text in drawn for text in texts):
            assert time.monotonic() < end, (texts, drawn)
            if select.select([self.fd], [], [], 0.2)[0]:
                drawn += os.read(self.fd, 1 << 16).decode(errors="replace")

    def close(self):
        end = time.monotonic() + 20
        while time.monotonic() < end:
            if select.select([self.fd], [], [], 0.1)[0]:
                try:
                    os.read(self.fd, 1 << 16)
                except OSError:
                    pass
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
        raise AssertionError("the editor does not end")


@test
def neovim_shows_a_finding_until_it_is_edited_away(box):
    box.write("x.c", FAULT)
    command = f'let g:heapproof_command=["{box.program}","lsp"]'
    terminal = Terminal(box, "nvim", "-u", "NONE", "-n", "--cmd", f"set rtp^={ROOT}/editors/nvim", "--cmd", command, "--cmd", "filetype plugin on",
                        "--cmd", "runtime! plugin/heapproof.lua", "x.c")
    terminal.wait("use after free", "1 definite")
    terminal.type("5Gdd")
    terminal.wait("proved")
    terminal.type(':echo "left" len(luaeval("vim.diagnostic.get(0)"))\r')
    terminal.wait("left 0")
    terminal.type(":4\r:normal f(l\r:lua vim.lsp.buf.hover()\r")
    terminal.wait("before this line in 'main'")
    terminal.type("\x1b:qa!\r")
    assert terminal.close() == 0
    assert box.read("x.c") == FAULT


if __name__ == "__main__":
    if not shutil.which("nvim"):
        print("1..1\nok 1 - the language server in Neovim # SKIP nvim is not installed")
        sys.exit(0)
    sys.exit(run_all())
