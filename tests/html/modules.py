# SPDX-License-Identifier: MIT
"""Are the modules of package.json there?"""
import pathlib
import shutil

HERE = pathlib.Path(__file__).resolve().parent


def missing():
    """Why tests that need node and the modules are skipped; None: they are not."""
    if not shutil.which("node"):
        return "node is not installed"
    installed = HERE / "node_modules" / "installed"  # what tools/setup leaves when it is through
    if not installed.is_file() or installed.read_bytes() != (HERE / "package-lock.json").read_bytes():
        return "the modules of tests/html are not there (tools/setup test)"
    return None
