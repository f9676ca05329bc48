# SPDX-License-Identifier: Apache-2.0
"""A whole Slurm of one node on this machine: munged, slurmctld and slurmd in a temporary folder, ended with it."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from shared import processes_with, wait_for

CONF = """
ClusterName=pilotage
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmdPort={port_of_node}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SchedulerType=sched/backfill
SelectType=select/cons_tres
MpiDefault=none
ReturnToService=2
KillWait=5
InactiveLimit=30
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES
"""


class Slurm:
    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pilotage-slurm-"))
        self.daemons = []

    def __enter__(self):
        try:
            self.write_files()
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def write_files(self):
        self.folder.chmod(0o755)
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        port = 20000 + os.getpid() % 20000
        host = socket.gethostname().split(".")[0]
        (self.folder / "slurm.conf").write_text(CONF.format(host=host, port=port, port_of_node=port + 1, folder=self.folder,
                                                            cpus=max(2, os.cpu_count())))
        if pathlib.Path("/sys/fs/cgroup/memory").is_dir():
            (self.folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\nCgroupMountpoint=/sys/fs/cgroup\n")
        (self.folder / "munge.key").write_bytes(os.urandom(128))
        os.chmod(self.folder / "munge.key", 0o400)
        os.environ["SLURM_CONF"] = str(self.folder / "slurm.conf")

    def start(self):
        at = self.folder
        self.run("munged", "--foreground", "--force", f"--key-file={at}/munge.key", f"--socket={at}/munge.socket",
                 f"--pid-file={at}/munged.pid", f"--seed-file={at}/munged.seed", f"--log-file={at}/munged.log")
        wait_for((at / "munge.socket").exists, 10, "munged does not start")
        self.run("slurmctld", "-D")
        self.run("slurmd", "-D")
        wait_for(self.is_up, 60, lambda: "Slurm does not run a job: " + self.logs())

    def run(self, name, *words):
        log = open(self.folder / f"{name}.out", "w")
        self.daemons.append(subprocess.Popen([shutil.which(name), *words], stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/"))

    def is_up(self):
        try:
            done = subprocess.run(["srun", "-N1", "-n1", "true"], capture_output=True, stdin=subprocess.DEVNULL, timeout=10)
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0

    def logs(self):
        return "".join(f"\n-- {path.name}\n{path.read_text(errors='replace')[-1500:]}" for path in sorted(self.folder.glob("*.*"))
                       if path.suffix in (".out", ".log"))

    def __exit__(self, *_):
        for daemon in reversed(self.daemons):
            daemon.terminate()
            try:
                daemon.wait(timeout=10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        for number in processes_with(str(self.folder)):  # step daemons that outlived theirs
            os.kill(number, signal.SIGKILL)
        time.sleep(0.2)
        shutil.rmtree(self.folder, ignore_errors=True)
