# SPDX-License-Identifier: Apache-2.0
"""A small pilot on a full disk, in a read-only folder, with the clock set back, and with two runs at once.

Each time: one clear error where one is due, nothing damaged, and the run completes once the disturbance is over.
Needs root (it mounts small file systems) and faketime.
"""
import contextlib
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import small_pilot  # noqa: E402

ENDED_WELL = (0, 1, 4)


@contextlib.contextmanager
def mounted(size: str):
    """A file system in memory of that size."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=True)
        try:
            yield pathlib.Path(folder)
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def remount(folder: pathlib.Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", str(folder)], check=True)


def expect(condition: bool, what: str, done=None) -> None:
    if not condition:
        said = f"\n{done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}" if done is not None else ""
        raise AssertionError(what + said)


def expect_error(done, words: tuple, what: str) -> None:
    expect(done.returncode == 3, f"{what}: exit code 3 expected", done)
    expect(any(word in done.stderr for word in words), f"{what}: the error names none of {words}", done)
    expect(len([line for line in done.stderr.splitlines() if line.startswith("pilotage:")]) == 1, f"{what}: one error expected", done)


def expect_whole(pilot, what: str) -> None:
    verified = pilot.run("verify")
    expect(verified.returncode == 0, f"{what}: verify passes", verified)


def full_disk() -> None:
    with mounted("64m") as folder:
        pilot = small_pilot.make(folder)
        pilot.run("seal")
        filler = folder / "filler"
        free = 40  # KiB that are left
        with open(filler, "wb") as file:
            with contextlib.suppress(OSError):
                while True:
                    file.write(b"x" * 65536)
        with open(filler, "r+b") as file:
            file.truncate(max(0, filler.stat().st_size - free * 1024))
        expect_error(pilot.run("run"), ("full", "space"), "full disk")
        filler.unlink()
        expect_whole(pilot, "after the full disk")
        done = pilot.run("run")
        expect(done.returncode in ENDED_WELL, "the run completes once there is room", done)
        expect_whole(pilot, "after the completed run")


def read_only() -> None:
    with mounted("64m") as folder:
        pilot = small_pilot.make(folder)
        pilot.run("seal")
        first = pilot.run("run")
        expect(first.returncode in ENDED_WELL, "the first run", first)
        remount(folder, "ro")
        expect_error(pilot.run("run"), ("read-only", "Read-only", "cannot write"), "read-only folder")
        expect(pilot.run("judge").returncode == first.returncode, "judge works in a read-only folder")
        expect_whole(pilot, "in a read-only folder")


def clock_back() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        pilot = small_pilot.make(pathlib.Path(scratch))
        pilot.run("seal")
        expect(pilot.run("run", "--stage", "answers").returncode in ENDED_WELL, "the first run")
        done = subprocess.run(["faketime", "-f", "-400d", *pilot.command("run")], cwd=pilot.folder, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=300)
        expect(done.returncode in ENDED_WELL, "a run with the clock 400 days back", done)
        expect_whole(pilot, "after the clock went back")
        again = pilot.run("judge")
        expect(again.returncode == done.returncode, "the verdict does not depend on the clock", again)


def two_at_once() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        pilot = small_pilot.make(pathlib.Path(scratch))
        pilot.run("seal")
        first = subprocess.Popen(pilot.command("run"), cwd=pilot.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        expect(first.poll() is None, "the first run is still at work")
        expect_error(pilot.run("run"), (str(first.pid),), "a second run")
        first.communicate(timeout=300)
        expect(first.returncode in ENDED_WELL, "the first run completes")
        expect_whole(pilot, "after two at once")


def main() -> int:
    failed = 0
    for test in (full_disk, read_only, clock_back, two_at_once):
        try:
            test()
            print(f"   {test.__name__}: passed", flush=True)
        except (AssertionError, subprocess.SubprocessError, OSError) as error:
            failed += 1
            print(f"   {test.__name__}: FAILED: {error}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
