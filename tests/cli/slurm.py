#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""heapproof project --plan --for slurm, run by Slurm.  usage: slurm.py HEAPPROOF [PART OF A NAME]

Slurm and MUNGE (slurm-wlm, munge) are started for each test, with their files in its folder; where they are not installed everything is skipped,
with a message.
"""
import os
import pwd
import shutil
import socket
import subprocess
import sys
import time

from planned import REPORTS, commands, parts, write_project
from tap import run_all, test

NEEDED = ("sbatch", "scancel", "sinfo", "squeue", "slurmctld", "slurmd", "munged")
PATH = "/usr/sbin:/sbin:" + os.environ["PATH"]


def free_ports(n):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(n)]
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


class Slurm:
    """A cluster of this machine, as long as the context lasts."""

    def __init__(self, box):
        self.folder, self.processes = box.folder / "slurm", []
        self.environment = {**os.environ, "PATH": PATH, "SLURM_CONF": str(self.folder / "slurm.conf")}

    def start(self, *words):
        with open(self.folder / f"{words[0]}.log", "w") as log:
            self.processes.append(subprocess.Popen(words, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log))

    def run(self, *words, **options):
        return subprocess.run(words, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)

    def configure(self):
        host, user, (control, node) = socket.gethostname().split(".")[0], pwd.getpwuid(os.geteuid()).pw_name, free_ports(2)
        (self.folder / "slurm.conf").write_text(f"""ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={control}
SlurmdPort={node}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={self.folder}/munge/socket
CredType=cred/munge
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
SchedulerParameters=bf_interval=1,sched_interval=1
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=8000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
""")

    def __enter__(self):
        for name in ("", "state", "spool", "munge"):
            (self.folder / name).mkdir(mode=0o700)
        key = self.folder / "munge" / "key"
        key.write_bytes(os.urandom(64))
        key.chmod(0o600)
        self.configure()
        self.start("munged", "-F", "--force", *(f"--{name}={self.folder}/munge/{file}" for name, file in
                   (("socket", "socket"), ("key-file", "key"), ("pid-file", "pid"), ("log-file", "log"), ("seed-file", "seed"))))
        self.until(lambda: (self.folder / "munge" / "socket").exists())
        self.start("slurmctld", "-D")
        self.until(lambda: "all" in self.run("sinfo", timeout=30).stdout)
        self.start("slurmd", "-D")
        self.until(lambda: "idle" in self.run("sinfo", timeout=30).stdout)
        return self

    def until(self, holds, seconds=60):
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, [path.read_text()[-2000:] for path in self.folder.glob("*.log")]
            time.sleep(0.1)

    def __exit__(self, *_):
        self.run("scancel", "--user", pwd.getpwuid(os.geteuid()).pw_name)
        self.until(lambda: not self.run("squeue", "--noheader").stdout)
        for process in reversed(self.processes):
            process.terminate()
            process.wait(30)


@test
def slurm_runs_the_plan_and_what_it_killed_is_run_again(box):
    write_project(box, broken=False)
    box.write("clang", f"""#!/bin/sh
[ "$SLURM_ARRAY_TASK_ID" = 2 ] && [ -e {box.folder}/slow ] && echo $$ > {box.folder}/running && exec sleep 300
exec {shutil.which("clang-19")} "$@"
""", 0o755)
    options = ("--clang", str(box.folder / "clang"), "--memory-limit", "1000")
    expected = box.run("project", ".", "--no-cache", *options, *REPORTS, "a.json")
    assert "sbatch --wait plan/array.sbatch && heapproof merge plan" in box.run("project", ".", "--plan", "plan", "--for", "slurm", *options).expect(0).err
    assert len(commands(box)) == 3
    with Slurm(box) as slurm:
        box.write("slow", "")
        job = slurm.run("sbatch", "--parsable", "plan/array.sbatch", cwd=box.folder, check=True).stdout.strip()
        slurm.until(lambda: (box.folder / "running").exists() and len(parts(box)) == 2)
        slurm.run("scancel", job, check=True)
        assert "src/p 1.c: 1 of 3 results of plan are missing" in box.run("merge", "plan").expect(3).err
        (box.folder / "slow").unlink()
        done = slurm.run("sbatch", "--wait", "plan/array.sbatch", cwd=box.folder, timeout=120)
        assert done.returncode == 0, done.stdout
    merged = box.run("merge", "plan", *REPORTS, "b.json")
    assert (merged.status, merged.out, box.read("b.json")) == (expected.status, expected.out, box.read("a.json"))
    assert len(parts(box)) == 3


def main():
    missing = [name for name in NEEDED if not shutil.which(name, path=PATH)]
    if not missing:
        return run_all()
    print(f"1..1\nok 1 - Slurm runs the plan # SKIP {missing[0]} is not there (slurm-wlm, munge)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
