# SPDX-License-Identifier: Apache-2.0
"""The guardian: starts the worker that measures and makes sure that nothing of it outlives its purpose.

Three processes, each in a session of its own:

    guardian   reads the request, then watches its standard input; its end means "stop"
    worker     imports torch and measures; also the leader of the process group of all that it starts
    sentinel   ends the worker's group if the guardian itself is killed (SIGKILL leaves it no time to do so)

The worker gets its request only once the sentinel watches, so there is no moment at which a killed guardian leaves a
measuring worker behind. What an entry moves into a session of its own is out of reach.
"""
from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading

from . import request
from .messages import Messages

PROBE_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RANK_VARIABLES = ("RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK")
ENDING_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

# Not the working folder but the probe's comes first on the worker's path: no file lying about may stand in for torch.
WORKER = ("import sys; sys.path[:] = [sys.argv.pop(1)] + [path for path in sys.path if path]; "
          "from pilotage_probe.worker import main; main()")


def main() -> int:
    silence_other_ranks()
    line = request.read_line(0)
    try:
        environment = request.environment_of(line)
    except request.BadRequest as bad:
        return refuse(bad)
    worker = start_worker(environment)
    sentinel = start_sentinel(worker)
    end_worker_on_signals(worker.pid)
    threading.Thread(target=end_worker_at_end_of_input, args=(worker.pid,), daemon=True).start()
    hand_over(worker, line)
    status = worker.wait()
    end_group(worker.pid)  # whatever the worker started and left behind
    end_process(sentinel)
    return pass_on(status)


def rank() -> int:
    """This process's rank in a job of several, 0 if it is alone."""
    for name in RANK_VARIABLES:
        text = os.environ.get(name, "")
        if text.isdigit():
            return int(text)
    return 0


def silence_other_ranks() -> None:
    """Only rank 0 speaks the protocol; what the others print goes nowhere."""
    if rank() > 0:
        redirect_to_null(1)


def redirect_to_null(*descriptors: int) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in descriptors:
        os.dup2(null, descriptor)
    os.close(null)


def refuse(bad: request.BadRequest) -> int:
    messages = Messages(os.dup(1), "torch")
    messages.error(bad.code, str(bad))
    return 1


def start_worker(environment: dict) -> subprocess.Popen:
    """The request's variables must be there before the interpreter starts: some libraries read them while loading."""
    variables = {**os.environ, "PYTHONHASHSEED": "0", **environment}
    command = [sys.executable, "-c", WORKER, PROBE_FOLDER]
    return subprocess.Popen(command, stdin=subprocess.PIPE, env=variables, start_new_session=True)


def start_sentinel(worker: subprocess.Popen) -> int:
    """Forks the sentinel: it reads a pipe that ends with the guardian, whose end of it stays open for that purpose."""
    reader, writer = os.pipe()
    sentinel = os.fork()
    if sentinel == 0:
        os.close(writer)
        worker.stdin.close()
        os.setsid()
        redirect_to_null(0, 1, 2)  # it must not hold the runner's pipes open
        os.read(reader, 1)
        end_group(worker.pid)
        os._exit(0)
    os.close(reader)
    return sentinel


def end_worker_on_signals(worker: int) -> None:
    for number in ENDING_SIGNALS:
        signal.signal(number, lambda *_: end_group(worker))


def hand_over(worker: subprocess.Popen, line: bytes) -> None:
    try:
        worker.stdin.write(line + b"\n")
        worker.stdin.close()
    except BrokenPipeError:
        pass  # it died at once; its exit status says so


def end_worker_at_end_of_input(worker: int) -> None:
    while request.read_piece(0):
        pass  # nothing more is expected; only the end matters
    end_group(worker)


def end_group(leader: int) -> None:
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass  # already gone (macOS answers the second for a group of zombies)


def end_process(child: int) -> None:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def pass_on(status: int) -> int:
    """The worker's exit status; if a signal ended it, the same signal ends the guardian, so that the runner sees it."""
    if status >= 0:
        return status
    sys.stderr.write(f"pilotage_probe: the worker was ended by {signal.Signals(-status).name}\n")
    sys.stderr.flush()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if -status not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(-status, signal.SIG_DFL)
    os.kill(os.getpid(), -status)
    return 128 - status
