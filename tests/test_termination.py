"""SIGTERM: the arena ends as it does after Ctrl-C, wherever it is."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
import trio

from arena import cli

ROOT = Path(__file__).parents[1]


def wait(argv: list[str]) -> int:
    """A verb that says when it waits, and when it has cleaned up."""

    async def forever() -> None:
        try:
            print("waiting", flush=True)
            await trio.sleep_forever()
        finally:
            print("clean", flush=True)

    if argv == ["trio"]:
        trio.run(forever)
    try:
        print("waiting", flush=True)
        sys.stdin.read()
    finally:
        print("clean", flush=True)
    return 0


def be_told(argv: list[str]) -> int:
    """A verb that ends by itself after Ctrl-C, as a tournament does."""
    try:
        return wait(argv)
    except KeyboardInterrupt:
        return 130


VERBS = {verb.__name__: (f"tests.test_termination:{verb.__name__}", "") for verb in (wait, be_told)}
BACKGROUND = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"  # as a script's `arena ... &` is started


@pytest.mark.parametrize("before", ["pass", BACKGROUND])
@pytest.mark.parametrize("argv", [["wait"], ["wait", "trio"], ["be_told", "trio"]])
def test_everything_is_closed_and_the_exit_code_is_143(argv: list[str], before: str) -> None:
    code = f"{before}\nimport sys\nfrom arena import cli\ncli.VERBS |= {VERBS!r}\nsys.exit(cli.main({argv!r}))"
    run = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert run.stdout.readline() == b"waiting\n"
        run.terminate()
        said = run.stdout.read(), run.stderr.read()
    assert (run.returncode, *said) == (143, b"clean\n", b"")


def test_the_doctor_leaves_no_bait_behind() -> None:
    command = [sys.executable, "-P", "-m", "arena", "doctor"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        for _ in range(600):
            if bait := rivals(run.pid):
                break
            time.sleep(0.02)
        else:
            pytest.fail("no bait was laid out")
        run.terminate()
    assert run.returncode == 143
    assert not any(Path(f"/proc/{pid}").exists() for pid in bait)


def rivals(doctor: int) -> list[int]:
    """The bait that runs."""
    found = [int(pid) for file in Path(f"/proc/{doctor}/task").glob("*/children") for pid in file.read_text().split()]
    return [pid for pid in found if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"sleep\x0060.")]


def test_who_is_not_terminated_ends_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cli.VERBS, "interrupted", (f"{__name__}:interrupted", ""))
    assert cli.main(["interrupted"]) == 130


def interrupted(argv: list[str]) -> int:
    raise KeyboardInterrupt
