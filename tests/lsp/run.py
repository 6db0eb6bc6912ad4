#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The language server as an editor sees it.  usage: run.py HEAPPROOF [PART OF A NAME]"""
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from client import Client  # noqa: E402
from tap import run_all, test  # noqa: E402

FAULT = """#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    /* é\U0001d11e */ free(p); p[0] = 1;
    return 0;
}
"""
OPEN = """struct node { struct node *next; int value; };
static int value(struct node *n) { return n->value; }
int good(struct node *n) { return n ? value(n) : 0; }
int bad(int i) { int a[2] = {0, 0}; return a[i]; }
"""


def place(line, character):
    return {"line": line, "character": character}


def span(line, first, last):
    return {"start": place(line, first), "end": place(line, last)}


@test
def a_finding_comes_with_its_trace_and_goes_when_it_is_edited_away(box):
    box.write("x.c", FAULT)
    client = Client(box)
    client.open("x.c")
    found, = client.diagnostics("x.c", 1)
    assert found["code"] == "use-after-free" and found["severity"] == 1 and found["source"] == "heapproof", found
    assert found["range"] == span(3, 28, 29), found
    steps = [(i["location"]["uri"], i["location"]["range"], i["message"]) for i in found["relatedInformation"]]
    assert steps == [(client.uri("x.c"), span(2, 14, 20), "(1) the block was allocated here"),
                     (client.uri("x.c"), span(3, 14, 18), "(2) it was freed here")], steps
    client.change("x.c", 2, {"range": span(3, 23, 32), "text": ""})
    assert client.diagnostics("x.c", 2) == []
    client.change("x.c", 3, {"text": FAULT})
    assert len(client.diagnostics("x.c", 3)) == 1
    client.tell("textDocument/didClose", {"textDocument": {"uri": client.uri("x.c")}})
    assert client.diagnostics("x.c") == []
    client.close()
    assert box.read("x.c") == FAULT and box.files() == ["x.c"]


@test
def findings_are_those_of_the_command_line(box):
    box.write("x.c", OPEN)
    client = Client(box)
    client.open("x.c")
    found = {(d["code"], d["range"]["start"]["line"] + 1) for d in client.diagnostics("x.c")}
    told = json.loads(box.run("--each", "--format=json", "x.c").out)
    wanted = {(f["rule"], f["place"]["line"]) for p in told["programs"] for f in p["findings"]}
    assert found == wanted and found, (found, wanted)
    client.close()


@test
def a_client_without_related_information_gets_the_trace_in_the_message(box):
    box.write("x.c", FAULT)
    client = Client(box, capabilities={})
    client.open("x.c")
    found, = client.diagnostics("x.c")
    assert "relatedInformation" not in found and found["message"].endswith("\nx.c:3: the block was allocated here\nx.c:4: it was freed here"), found
    client.close()


@test
def functions_have_lenses(box):
    box.write("x.c", OPEN)
    client = Client(box)
    client.open("x.c")
    assert client.lenses("x.c") == [(1, "proved"), (2, "proved"), (3, "1 possible")], client.lenses("x.c")
    box.write("y.c", "static int f(void) { return 1; }\nstatic int g(void) { return 2; }\nint main(int n, char **v) { return n > 9 ? f() : v == 0 ? 1 : 2; }\nint h(void) { return g(); }\n")
    client.open("y.c")
    assert client.lenses("y.c") == [(0, "proved"), (1, "not reached"), (2, "proved"), (3, "not reached")], client.lenses("y.c")
    box.write(".heapproof", "--entry good\n")
    client.tell("textDocument/didSave", {"textDocument": {"uri": client.uri("x.c")}})
    assert client.lenses("x.c") == [(1, "proved"), (2, "proved"), (3, "not reached")], client.lenses("x.c")  # of what is no part of the program nothing is proved
    box.write(".heapproof", "--strategy exhaustion\n")
    box.write("z.c", "static int a[2];\nstatic int f(int i) { return a[i]; }\nstatic int g(int i) { return a[i]; }\nint main(int n, char **v) { return n > 5 && n < 3 ? g(n) : f(n > 1); }\n")
    client.open("z.c")
    assert client.lenses("z.c") == [(1, "proved"), (2, "not reached"), (3, "proved")], client.lenses("z.c")
    client.close()


@test
def what_another_entry_may_do_is_not_proved(box):
    box.write("x.c", """int missing(void);
static int h(int *p) { return *p; }
int f(void) { int i = 1; return h(&i); }
int g(int *p) { return missing() ? h(p) : 0; }
""")
    client = Client(box)
    client.open("x.c")
    # g is unknown before it comes to h, but may call it; it cannot call f
    assert client.lenses("x.c") == [(1, "not proved"), (2, "proved"), (3, "not proved")], client.lenses("x.c")
    client.close()


@test
def hovering_tells_the_heap(box):
    box.write("x.c", FAULT)
    client = Client(box)
    client.open("x.c")
    told = client.call("textDocument/hover", client.at("x.c", 3, 19))
    assert told["contents"]["kind"] == "markdown" and "p: -> #" in told["contents"]["value"] and "4 bytes" in told["contents"]["value"], told
    client.change("x.c", 2, {"range": span(2, 21, 22), "text": "8"})  # not saved
    told = client.call("textDocument/hover", client.at("x.c", 3, 19))
    assert "8 bytes" in told["contents"]["value"], told
    assert client.call("textDocument/hover", client.at("x.c", 3, 5)) is None  # a comment
    assert client.call("textDocument/hover", client.at("x.c", 3, 15)) is None  # a function
    assert client.call("textDocument/hover", client.at("x.c", 99, 99)) is None
    assert client.fail("textDocument/hover", {"textDocument": {"uri": client.uri("x.c")}}) == -32602
    box.write("y.c", OPEN)
    client.open("y.c")
    assert "n: " in client.call("textDocument/hover", client.at("y.c", 2, 34))["contents"]["value"]  # of the function around it
    client.close()


@test
def a_finding_is_ignored_with_a_reason_or_looked_at(box):
    box.write("x.c", FAULT)
    client = Client(box)
    client.open("x.c")
    found = client.diagnostics("x.c")
    ignore, look = client.call("textDocument/codeAction", {"textDocument": {"uri": client.uri("x.c")}, "range": found[0]["range"],
                                                           "context": {"diagnostics": found}})
    edit, = ignore["edit"]["changes"][client.uri("x.c")]
    assert edit["newText"] == "    // heapproof: ignore use-after-free TODO: say why\n" and edit["range"] == span(3, 0, 0), edit
    page = client.call("workspace/executeCommand", {"command": look["command"]["command"], "arguments": look["command"]["arguments"]})
    shown = [m for m in client.inbox if m.get("method") == "window/showDocument"]
    assert shown and shown[0]["params"] == {"uri": page, "external": True}, shown
    path = pathlib.Path(page.removeprefix("file://"))
    assert "use-after-free" in path.read_text()
    client.change("x.c", 2, edit | {"text": edit["newText"]})
    assert client.diagnostics("x.c", 2) == []  # a comment in text that is not saved
    assert client.lenses("x.c") == [(1, "not proved, 1 ignored")], client.lenses("x.c")
    assert client.fail("workspace/executeCommand", {"command": "rm", "arguments": []}) == -32602
    client.close()
    assert not path.exists() and not path.parent.exists()


@test
def headers_are_taken_as_they_are_open(box):
    box.write("src/x.c", '#include "x.h"\nint main(void) { int a[SIZE]; a[1] = 0; return a[1]; }\n')
    box.write("src/x.h", "#define SIZE 2\nstatic inline int *null(void) { return 0; }\n")
    client = Client(box)
    client.open("src/x.c")
    assert client.diagnostics("src/x.c") == []
    client.open("src/x.h", "#define SIZE 1\n")
    assert [d["code"] for d in client.diagnostics("src/x.c", 1)] == ["out-of-bounds"]
    client.change("src/x.h", 2, {"range": span(0, 13, 14), "text": "2"})
    assert client.diagnostics("src/x.c", 1) == []
    client.change("src/x.h", 3, {"text": "#define SIZE 2; *null() = 1\nstatic inline int *null(void) { return 0; }\nstatic inline int bad(void) { return *null(); }\n"})
    client.change("src/x.c", 2, {"text": '#include "x.h"\nint main(void) { return bad(); }\n'})
    found, = client.diagnostics("src/x.h")  # what is wrong in a header is shown there
    assert found["code"] == "null-dereference" and found["range"]["start"]["line"] == 2, found
    client.close()


@test
def compile_commands_and_settings_say_how_a_file_is_read(box):
    box.write("src/x.c", "#include <size.h>\nint main(void) { int a[SIZE]; a[COUNT] = 0; return a[COUNT]; }\n")
    box.write("src/other.c", "int main(void) { return COUNT; }\n")
    box.write("include/size.h", "#define SIZE 2\n")
    box.write("build/compile_commands.json", json.dumps([{"directory": str(box.folder / "build"), "file": "../src/x.c", "command": "cc -I../include -DCOUNT=2 -c ../src/x.c"}]))
    client = Client(box)
    client.open("src/x.c")
    assert [d["code"] for d in client.diagnostics("src/x.c")] == ["out-of-bounds"]
    client.open("src/other.c")  # a file that it does not have
    error, = client.diagnostics("src/other.c")
    assert error["source"] == "clang" and error["message"] == "use of undeclared identifier 'COUNT'" and error["range"] == span(0, 24, 29), error
    box.write(".heapproof", "-D COUNT=1\n-I include\n")
    client.tell("workspace/didChangeWatchedFiles", {"changes": []})
    found = client.diagnostics("src/other.c")
    assert found == [], found
    box.write(".heapproof", "-D COUNT=1\n--tim-limit 3\n")
    client.tell("textDocument/didSave", {"textDocument": {"uri": client.uri("src/other.c")}})
    assert "unknown option '--tim-limit'" in client.diagnostics("src/other.c")[0]["message"]
    assert client.diagnostics(".heapproof")[0]["range"]["start"]["line"] == 1
    client.close()
    client = Client(box, "--settings=none", "-DCOUNT=3")
    client.open("src/other.c")
    assert client.diagnostics("src/other.c") == []
    client.close()


@test
def a_recorded_build_says_how_a_file_is_read(box):
    box.write("src/x.c", "int main(void) { int a[2] = {0}; return a[COUNT]; }\n")
    subprocess.run([box.program, "cc", "--log", "heapproof.build", "cc", "-DCOUNT=2", "-c", "src/x.c", "-o", "x.o"], cwd=box.folder, check=True)
    client = Client(box)
    client.open("src/x.c")
    assert [d["code"] for d in client.diagnostics("src/x.c")] == ["out-of-bounds"]
    client.close()


@test
def a_text_that_cannot_be_handed_over_is_not_checked(box):
    box.write("x.c", "int main(void) { return 0; }\n")
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
    client = Client(box, preexec_fn=limit, restore_signals=False)  # writing more is an error, not a signal
    client.open("x.c", FAULT + "//" + "x" * (1 << 17) + "\n")
    found, = client.diagnostics("x.c")
    assert found["code"] == "broken" and "cannot be handed to clang: File too large" in found["message"], found
    client.close()


@test
def reports_are_removed_when_a_signal_ends_the_server(box):
    box.write("x.c", FAULT)
    for number in (signal.SIGTERM, signal.SIGINT):
        heeds = lambda: signal.signal(number, signal.SIG_DFL)  # whoever runs the tests may ignore it
        client = Client(box, environment={"TMPDIR": str(box.folder)}, preexec_fn=heeds)
        client.open("x.c")
        client.call("workspace/executeCommand", {"command": "heapproof.report", "arguments": [client.uri("x.c")]})
        assert list(box.folder.glob("heapproof-lsp-*/*.html"))
        client.process.send_signal(number)
        assert client.process.wait(20) == 1 and not list(box.folder.glob("heapproof-lsp-*"))


@test
def a_document_that_is_not_on_disk_is_checked_when_it_is_saved(box):
    client = Client(box)
    client.open("new.c", FAULT)
    assert [d["message"] for d in client.diagnostics("new.c")] == ["not checked: it is not on disk yet"]
    client.tell("textDocument/didOpen", {"textDocument": {"uri": "untitled:Untitled-1", "languageId": "c", "version": 1, "text": FAULT}})
    box.write("new.c", FAULT)
    client.tell("textDocument/didSave", {"textDocument": {"uri": client.uri("new.c")}})
    assert [d["code"] for d in client.diagnostics("new.c")] == ["use-after-free"]
    client.close()


@test
def whole_programs_are_checked_when_there_is_nothing_else_to_do(box):
    box.write("src/main.c", "int get(int i);\nint main(void) { return get(4); }\n")
    box.write("src/get.c", "static int table[4];\nint get(int i) { return table[i]; }\n")
    box.write("build/compile_commands.json", json.dumps([{"directory": str(box.folder / "build"), "file": f"../src/{name}", "command": f"cc -c ../src/{name}"}
                                                         for name in ("main.c", "get.c")]))
    box.write("clang", f"#!/bin/sh\\n[ -e {box.folder}/die ] && kill -KILL $PPID\\nexec {shutil.which('clang-19')} \"$@\"\\n".replace("\\n", "\n"), 0o755)
    client = Client(box, "--clang", str(box.folder / "clang"), environment={"XDG_CACHE_HOME": str(box.folder / "cache")})
    client.open("src/main.c")
    alone, = client.diagnostics("src/main.c")  # it calls a function without body
    assert alone["code"] == "unknown" and "get" in alone["message"], alone
    found, = client.diagnostics("src/get.c")  # a file that is not open
    assert found["code"] == "out-of-bounds" and found["severity"] == 1 and found["range"]["start"]["line"] == 1, found
    client.open("src/get.c")
    found, = client.diagnostics("src/get.c")  # what is sure takes the place of what is possible for the file alone
    assert found["code"] == "out-of-bounds" and found["severity"] == 1, found
    box.write("die", "")  # from now on what is tried breaks; what is known of the programs stays
    text = "int get(int i);\nint main(void) { return get(3); }\n"
    client.inbox.clear()
    box.write("src/main.c", text)
    client.change("src/main.c", 2, {"text": text})
    client.tell("textDocument/didSave", {"textDocument": {"uri": client.uri("src/main.c")}})
    client.wait(lambda m: m.get("method") == "$/progress" and m["params"]["value"].get("message") == "whole programs")
    client.wait(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end")
    assert "heapproof failed" in json.dumps(client.inbox) and client.uri("src/get.c") not in json.dumps(client.inbox), client.inbox
    (box.folder / "die").unlink()
    client.change("src/get.c", 2, {"text": "static int table[5];\nint get(int i) { return i < 0 || i > 4 ? 0 : table[i]; }\n"})
    assert client.diagnostics("src/get.c", 2) == []  # what is known of the programs is about another text
    client.close()
    client = Client(box, "--open-files", environment={"XDG_CACHE_HOME": str(box.folder / "cache")})
    client.open("src/main.c")
    client.diagnostics("src/main.c")
    while message := client.receive(2.5):
        assert "src/get.c" not in json.dumps(message), message
    client.close()


SLEEP = "#!/bin/sh\necho $$ >> pids\nexec sleep 100\n"


def is_running(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def pids(box, seconds=20):
    path, end = box.folder / "pids", time.monotonic() + seconds
    while not (path.exists() and path.read_text().endswith("\n")) and time.monotonic() < end:
        time.sleep(0.02)
    return [int(line) for line in path.read_text().split()]


@test
def an_analysis_that_hangs_or_breaks_has_an_answer(box):
    box.write("x.c", FAULT)
    box.write("slow", SLEEP, 0o755)
    client = Client(box, "--clang", str(box.folder / "slow"), "--time-limit", "0.5")
    client.open("x.c")
    found, = client.diagnostics("x.c")
    assert found["severity"] == 3 and found["message"] == "not all is proved: time limit of 0.5 s reached", found
    client.close()
    box.write("deadly", "#!/bin/sh\nkill -KILL $PPID\n", 0o755)
    client = Client(box, "--clang", str(box.folder / "deadly"))
    client.open("x.c")
    found, = client.diagnostics("x.c")
    assert found["severity"] == 2 and found["message"] == "not checked, heapproof failed: Killed", found
    client.close()


@test
def what_is_cancelled_or_left_ends(box):
    box.write("x.c", FAULT)
    box.write("slow", SLEEP, 0o755)
    client = Client(box, "--clang", str(box.folder / "slow"), "--time-limit", "100")
    client.open("x.c")
    first = pids(box)
    lens, hover = client.ask("textDocument/codeLens", {"textDocument": {"uri": client.uri("x.c")}}), client.ask("textDocument/hover", client.at("x.c", 3, 19))
    for number in lens, hover:
        client.tell("$/cancelRequest", {"id": number})
        assert client.answer(number)["error"]["code"] == -32800
    hover = client.ask("textDocument/hover", client.at("x.c", 3, 19))
    assert client.call("textDocument/codeAction", {"textDocument": {"uri": client.uri("x.c")}, "range": span(0, 0, 0), "context": {"diagnostics": []}}) == []
    client.change("x.c", 2, {"text": "int main(void) { return 0; }\n"})
    assert client.answer(hover)["error"]["code"] == -32801  # the text that it was about is gone
    begun = client.wait(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "begin")["params"]
    lens = client.ask("textDocument/codeLens", {"textDocument": {"uri": client.uri("x.c")}})
    client.tell("window/workDoneProgress/cancel", {"token": begun["token"]})
    assert client.answer(lens)["result"] == []
    ended = client.wait(lambda m: m.get("method") == "$/progress" and m["params"]["token"] == begun["token"])["params"]["value"]
    assert ended == {"kind": "end", "message": "cancelled"}, ended
    assert client.call("textDocument/codeLens", {"textDocument": {"uri": client.uri("x.c")}}) == []  # no check will come
    client.tell("textDocument/didSave", {"textDocument": {"uri": client.uri("x.c")}})
    client.call("shutdown", None)
    client.tell("exit", None)
    assert client.process.wait(20) == 0
    end = time.monotonic() + 10
    while any(map(is_running, pids(box))) and time.monotonic() < end:
        time.sleep(0.05)
    assert first and not any(map(is_running, pids(box))), pids(box)


@test
def the_order_of_messages_is_kept(box):
    client = Client(box, initialize=False)
    assert client.fail("textDocument/hover", {}) == -32002
    client.call("initialize", {"capabilities": {}})
    assert client.fail("initialize", {"capabilities": {}}) == -32600
    assert client.fail("no/such/method", {}) == -32601
    assert client.fail("textDocument/codeLens", [1]) == -32602
    client.tell("$/no/such/notification", {})
    client.call("shutdown", None)
    assert client.fail("textDocument/hover", {}) == -32600
    client.tell("exit", None)
    assert client.process.wait(20) == 0
    client = Client(box)
    client.tell("exit", None)
    assert client.process.wait(20) == 1
    client = Client(box)
    client.process.stdin.close()
    assert client.process.wait(20) == 1


@test
def what_is_no_message_gets_an_error(box):
    client = Client(box)
    for data, code in ((b"Content-Length: 3\r\n\r\n{a}", -32700), (b"Content-Length: 2\r\n\r\n[]", -32600), (b"Content-Length: 4\r\n\r\nnull", -32700),
                       (b"Content-Length: many\r\n\r\n", -32700), (b"\r\n\r\n", -32700), (b"Content-Length: 2\r\n\r\n{}", -32600),
                       (b"Content-Length: 60000\r\n\r\n" + b"[" * 60000, -32700), (b'Content-Length: 12\r\n\r\n{"method":1}', -32600),
                       (b'Content-Length: 9\r\n\r\n{"id":[]}', -32600), (b'Content-Length: 16\r\n\r\n"\\u0000\xff\xfe"      ', -32700)):
        client.write(data)
        answer = client.wait(lambda m: "error" in m)
        assert answer["error"]["code"] == code and answer["id"] is None, (data[:60], answer)
    client.close()


def values(source, depth=0):
    """Something of JSON, whatever it is."""
    kind = source.randrange(9 if depth < 3 else 7)
    if kind < 7:
        return source.choice([None, True, -1, 0, 1 << 62, -1.5e300, "", "x" * 300, "file:///", "file:///nowhere/x.c", "file://%ff%/x.c", "\ud83d\ude00", "quickfix", "heapproof"])
    if kind == 7:
        return [values(source, depth + 1) for _ in range(source.randrange(4))]
    return {source.choice(["uri", "line", "range", "text", "x"]): values(source, depth + 1) for _ in range(source.randrange(4))}


def spoil(source, value):
    """The value with something of it replaced."""
    if source.random() < 0.15 or not isinstance(value, (dict, list)) or not value:
        return values(source)
    keys = list(value) if isinstance(value, dict) else range(len(value))
    chosen = source.choice(list(keys))
    if isinstance(value, dict):
        if source.random() < 0.2:
            return {k: v for k, v in value.items() if k != chosen}
        return {k: spoil(source, v) if k == chosen else v for k, v in value.items()}
    return [spoil(source, v) if i == chosen else v for i, v in enumerate(value)]


@test
def a_thousand_spoilt_messages_do_no_harm(box):
    box.write("x.h", "int f(void);\n")
    box.write("x.c", "int main(void) { return 0; }\n")
    client, source = Client(box), random.Random(20)
    uri, header = {"uri": client.uri("x.c")}, {"uri": client.uri("x.h")}
    client.open("x.c")
    good = [{"method": "textDocument/didOpen", "params": {"textDocument": {**header, "version": 1, "languageId": "c", "text": "int f(void);\n"}}},
            {"method": "textDocument/didChange", "params": {"textDocument": {**header, "version": 2}, "contentChanges": [{"range": span(0, 1, 2), "text": "é"}, {"text": "x"}]}},
            {"method": "textDocument/didClose", "params": {"textDocument": header}},
            {"id": 7, "method": "textDocument/codeAction", "params": {"textDocument": uri, "range": span(0, 0, 1), "context": {"diagnostics": [
                {"range": span(0, 0, 1), "source": "heapproof", "code": "memory-leak", "message": "m"}], "only": ["quickfix"]}}},
            {"id": "x", "method": "textDocument/codeLens", "params": {"textDocument": header}},
            {"id": 8, "method": "textDocument/hover", "params": {"textDocument": header, "position": place(0, 2)}},
            {"id": 9, "method": "workspace/executeCommand", "params": {"command": "heapproof.report", "arguments": [client.uri("x.h")]}},
            {"method": "$/cancelRequest", "params": {"id": 7}}, {"method": "window/workDoneProgress/cancel", "params": {"token": "heapproof/1"}},
            {"id": 3, "result": None}, {"id": 1, "method": "initialize", "params": {"capabilities": {}}}]
    for i in range(1000):
        message = spoil(source, {"jsonrpc": "2.0", **source.choice(good)})
        text = json.dumps(message).encode()
        if source.random() < 0.2:
            text = bytearray(text)
            for _ in range(source.randrange(1, 4)):
                text[source.randrange(len(text))] = source.randrange(256)
        length = len(text) if source.random() < 0.95 else max(0, len(text) + source.randrange(-5, 1))
        if b'"shutdown"' in text or b'"exit"' in text:
            continue
        client.write(b"Content-Length: %d\r\n\r\n" % length + text)
        while client.receive(0) is not None:
            pass
    client.write(b"\r\n\r\n")
    assert client.fail("no/such/method", {}) == -32601
    assert client.process.poll() is None
    client.close()


if __name__ == "__main__":
    sys.exit(run_all())
