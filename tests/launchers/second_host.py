# SPDX-License-Identifier: Apache-2.0
"""A second host on one machine: a network namespace that is reached over a veth pair, with an sshd in a mount namespace of
its own where the source tree and the temporary folder of the test are covered. Only /srv/pilotage-host is there of ours."""
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

from shared import ROOT, wait_for

HOST_FOLDER = "/srv/pilotage-host"  # as the second host sees it

# Runs inside the network namespace. Arguments: the host's folder, the folders to cover, and after -- the sshd.
ENTER = """
set -e
mount --make-rprivate /
mkdir -p {host}
mount --bind "$1" {host}
mount --bind "$2" {host}/venv
shift 2
cd /
while [ "$1" != -- ]; do mount -t tmpfs none "$1"; shift; done
shift
mkdir -p /run/sshd
for file in ~/.bashrc ~/.profile; do [ -e $file ] && mount --bind /dev/null $file; done
exec "$@"
""".format(host=HOST_FOLDER)


def call(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
    return done.stdout


def command_line(number):
    try:
        return pathlib.Path(f"/proc/{number}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


class SecondHost:
    def __init__(self):
        self.name = f"plt{os.getpid() % 100000}"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pilotage-host-"))
        self.address = f"10.213.{os.getpid() % 250}.2"
        self.sshd = None
        (self.folder / "venv").mkdir()

    def __enter__(self):
        try:
            self.make_network()
            self.make_keys()
            self.start_sshd()
        except BaseException:
            self.__exit__()
            raise
        return self

    def make_network(self):
        near = self.address[:-1] + "1"
        call("ip", "netns", "add", self.name)
        call("ip", "link", "add", self.name, "type", "veth", "peer", "name", self.name + "p", "netns", self.name)
        call("ip", "address", "add", near + "/24", "dev", self.name)
        call("ip", "link", "set", self.name, "up")
        for words in (("link", "set", "lo", "up"), ("address", "add", self.address + "/24", "dev", self.name + "p"),
                      ("link", "set", self.name + "p", "up")):
            call("ip", "-n", self.name, *words)

    def make_keys(self):
        for key in ("host_key", "user_key"):
            call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / key)
        shutil.copy(self.folder / "user_key.pub", self.folder / "authorized_keys")

    def start_sshd(self):
        covered = {str(ROOT), str(pathlib.Path(sys.prefix).resolve()), str(self.folder)}
        covered -= {one for one in covered for other in covered if one.startswith(other + "/")}
        sshd = [shutil.which("sshd"), "-D", "-e", "-p", "22", "-h", HOST_FOLDER + "/host_key", "-f", "/dev/null",
                "-o", f"AuthorizedKeysFile={HOST_FOLDER}/authorized_keys", "-o", "StrictModes=no", "-o", "PidFile=none",
                "-o", "UsePAM=no", "-o", "PermitRootLogin=prohibit-password"]
        command = ["ip", "netns", "exec", self.name, "unshare", "--mount", "sh", "-c", ENTER, "sh",
                   str(self.folder), sys.prefix, *covered, "--", *sshd]
        self.log = open(self.folder / "sshd.log", "w")
        self.sshd = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, cwd="/")
        wait_for(lambda: self.answers() or self.sshd.poll() is not None, 20, "sshd of the second host does not answer")
        if self.sshd.poll() is not None:
            raise AssertionError("sshd ended: " + (self.folder / "sshd.log").read_text())

    def answers(self):
        return subprocess.run([*self.ssh(), "true"], capture_output=True, stdin=subprocess.DEVNULL).returncode == 0

    def ssh(self):
        """The launcher."""
        return ["ssh", "-T", "-i", str(self.folder / "user_key"), "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no",
                "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-o", "ConnectTimeout=5", f"root@{self.address}"]

    def sees(self, path):
        return subprocess.run([*self.ssh(), f"test -e {path}"], stdin=subprocess.DEVNULL).returncode == 0

    def python(self):
        """The test's interpreter as the second host sees it, with its packages under another path."""
        return f"{HOST_FOLDER}/venv/bin/python"

    def processes(self):
        """Number and command line of what runs there, sshd's own processes aside."""
        numbers = subprocess.run(["ip", "netns", "pids", self.name], capture_output=True, text=True).stdout.split()
        commands = {int(number): command_line(number) for number in numbers}
        return {number: command for number, command in commands.items() if command and "sshd" not in command}

    def cut_link(self):
        call("ip", "link", "delete", self.name)

    def __exit__(self, *_):
        for number in subprocess.run(["ip", "netns", "pids", self.name], capture_output=True, text=True).stdout.split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(number), signal.SIGKILL)
        if self.sshd is not None:
            self.sshd.wait()
        subprocess.run(["ip", "link", "delete", self.name], capture_output=True)
        subprocess.run(["ip", "netns", "delete", self.name], capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)
