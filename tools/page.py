#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the fixed parts of the HTML report: one page from page.html, *.css and *.js, as three strings in C.

usage: page.py FOLDER OUTPUT.c

In page.html, @STYLE@, @SCRIPT@ and @POLICY@ are filled in; what is shown without a script comes where @PLAIN@ is, the data where @DATA@ is.  The policy of the page allows the script and the style by their
hashes.
"""
import base64
import hashlib
import pathlib
import sys


def together(folder, ending):
    return "".join(path.read_text() for path in sorted(folder.glob("*." + ending)))


def hash_of(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def policy(style, script):
    return f"default-src 'none'; style-src {hash_of(style)}; script-src {hash_of(script)}; img-src data:; base-uri 'none'; form-action 'none'"


def page(folder):
    style = together(folder, "css")
    script = '"use strict";\n(() => {\n' + together(folder, "js") + "start();\n})();\n"
    assert "</script" not in script and "<!--" not in script, "this would end the element of the script"
    text = (folder / "page.html").read_text()
    for name, value in (("STYLE", style), ("SCRIPT", script), ("POLICY", policy(style, script))):
        text = text.replace(f"@{name}@", value)
    return text


def in_c(name, text):
    data = text.encode() + b"\0"
    rows = [",".join(str(byte - 256 * (byte > 127)) for byte in data[i:i + 32]) for i in range(0, len(data), 32)]
    return f"const char {name}[] = {{\n" + ",\n".join(rows) + "};\n"


def main():
    head, rest = page(pathlib.Path(sys.argv[1])).split("@PLAIN@")
    middle, tail = rest.split("@DATA@")
    parts = '#include "report/assets.h"\n' + in_c("report_page_head", head) + in_c("report_page_middle", middle) + in_c("report_page_tail", tail)
    pathlib.Path(sys.argv[2]).write_text(parts)


if __name__ == "__main__":
    main()
