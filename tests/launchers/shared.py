# SPDX-License-Identifier: Apache-2.0
"""What the tests of the launchers share: what they need of the machine, processes by what stands in their command line,
and a list of checks that ends with the right exit code."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build" / "release" / "pilotage"
sys.path.insert(0, str(ROOT / "tests"))


def require(*tools):
    """A launcher that cannot be tried has not been tested: what is missing is a failure that names it."""
    if os.geteuid() != 0:
        sys.exit("FAILED: this test makes namespaces and starts daemons, so it must run as root")
    search = os.environ["PATH"] + ":/usr/sbin:/sbin"
    missing = [tool for tool in tools if shutil.which(tool, path=search) is None]
    if missing:
        sys.exit(f"FAILED: missing on this machine: {', '.join(missing)} (./run test installs them)")
    os.environ["PATH"] = search


def processes_with(text):
    """Numbers and command lines of the processes that have the text in theirs; this one and zombies are not among them."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if text in command and int(folder.name) != os.getpid():
            found[int(folder.name)] = command.strip()
    return found


def wait_for(condition, seconds, what):
    """Waits until it holds and returns what it gave; fails where it does not hold in time. `what`: text, or what makes it."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        value = condition()
        if value:
            return value
        time.sleep(0.1)
    raise AssertionError(f"waited {seconds} s in vain: {what() if callable(what) else what}")


def start(command, **options):
    """A driver in a session of its own, as a terminal would start it."""
    return subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, start_new_session=True, **options)


def kill(process):
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


def run_tests(tests):
    """Runs each function, prints its name with its outcome; 0 where all passed."""
    failed = 0
    for test in tests:
        begin = time.monotonic()
        try:
            test()
            print(f"ok      {test.__name__} ({time.monotonic() - begin:.1f} s)", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"FAILED  {test.__name__} ({time.monotonic() - begin:.1f} s): {error}", flush=True)
    return 1 if failed else 0
