#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make deb: what is in the package.  usage: package.py HEAPPROOF [PART OF A NAME]"""
import pathlib
import shutil
import subprocess
import sys

from tap import run_all, test

ROOT = pathlib.Path(__file__).resolve().parents[2]


def out(*command):
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True, text=True).stdout


@test
def the_package_has_what_it_needs(box):
    build = pathlib.Path(box.program).parent
    ready = "CMAKE_BUILD_TYPE:STRING=Release" in (build / "CMakeCache.txt").read_text() and (build / "heapproof.1").exists()
    if not ready or not shutil.which("dpkg-shlibdeps"):
        return print("# SKIP it takes an optimised build with a man page, and dpkg-dev")
    package = ROOT / out("sh", "tools/deb", str(build)).strip()
    control = out("dpkg-deb", "-f", str(package))
    version = box.run("--version").out.split()[1]
    assert f"Version: {version}-1\n" in control and "clang-19" in control and "libz3-4" in control, control
    files = out("dpkg-deb", "-c", str(package))
    for path in ("usr/bin/heapproof", "usr/share/man/man1/heapproof.1.gz", "usr/share/doc/heapproof/copyright", "usr/share/doc/heapproof/changelog.Debian.gz",
                 "usr/share/bash-completion/completions/heapproof", "usr/share/zsh/vendor-completions/_heapproof",
                 "usr/share/fish/vendor_completions.d/heapproof.fish"):
        assert f"./{path}\n" in files, (path, files)
    if shutil.which("lintian"):
        assert subprocess.run(["lintian", "--fail-on", "error,warning", str(package)], stdout=sys.stderr).returncode == 0


if __name__ == "__main__":
    sys.exit(run_all())
