"""The Python SDK, as a bot's program uses it: real processes, spoken to by hand."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgpack
import pytest

HELLO = {"type": "hello", "protocol": 1, "arena": "test"}
BYE = {"type": "bye"}


def start(match: str) -> dict[str, Any]:
    return {"type": "start", "match": match, "seat": 0, "seats": 2, "seed": 7}


def ask(match: str, turn: int) -> dict[str, Any]:
    return {"type": "ask", "match": match, "turn": turn, "view": {}, "legal": [{"do": "a"}, {"do": "b"}], "events": []}


def over(match: str) -> dict[str, Any]:
    return {"type": "over", "match": match, "places": [1, 2], "points": [3, 2], "events": [], "ended": "played"}


def talk(folder: Path, bot: str, *messages: dict[str, Any]) -> tuple[list[Any], str, int]:
    """What a bot answers to these messages, what it logs, and how it ends."""
    (folder / "bot.py").write_text("from arena.sdk import run\n" + bot)
    done = subprocess.run(
        [sys.executable, "-P", "bot.py"],
        input=b"".join(map(msgpack.packb, messages)),
        capture_output=True,
        cwd=folder,
        timeout=30,
        check=False,
    )
    unpacker = msgpack.Unpacker()
    unpacker.feed(done.stdout)
    return list(unpacker), done.stderr.decode(), done.returncode


CLASS = """
class Counter:
    def __init__(self, start):
        print("new", start["match"])
        self.turns = 0
    def choose(self, ask):
        self.turns += 1
        return ask["legal"][1], f"turn {self.turns}", 0.5
    def over(self, over):
        print("over", over["points"])
run(Counter, version="2", author="somebody")
"""


def test_a_function_is_a_bot(tmp_path: Path) -> None:
    bot = "def first(ask): return ask['legal'][0]\nrun(first)"
    said, log, status = talk(tmp_path, bot, HELLO, start("m"), ask("m", 3), over("m"), BYE)
    assert said == [
        {"type": "ready", "protocol": 1, "name": "first", "version": "1"},
        {"type": "act", "match": "m", "turn": 3, "action": {"do": "a"}},
    ]
    assert (log, status) == ("", 0)


def test_a_class_is_made_anew_for_each_match(tmp_path: Path) -> None:
    said, log, status = talk(
        tmp_path, CLASS, HELLO, start("m"), ask("m", 0), ask("m", 1), over("m"), start("n"), ask("n", 0), over("n"), BYE
    )
    ready, *acts = said
    assert (ready["name"], ready["version"], ready["author"]) == ("Counter", "2", "somebody")
    assert [act["note"] for act in acts] == ["turn 1", "turn 2", "turn 1"]
    assert [act["value"] for act in acts] == [0.5] * 3
    assert log.splitlines() == ["new m", "over [3, 2]", "new n", "over [3, 2]"]
    assert status == 0


@pytest.mark.parametrize(
    "stray", ["print('hello')", "import os; os.system('echo hello')", "import os; os.write(1, b'hello')"]
)
def test_whatever_a_bot_prints_goes_to_its_log(stray: str, tmp_path: Path) -> None:
    bot = f"def choose(ask):\n    {stray}\n    return ask['legal'][0]\nrun(choose)"
    said, log, _ = talk(tmp_path, bot, HELLO, start("m"), ask("m", 0), BYE)
    assert [message["type"] for message in said] == ["ready", "act"]
    assert "hello" in log


def test_a_crash_leaves_its_traceback_in_the_log(tmp_path: Path) -> None:
    said, log, status = talk(tmp_path, "def choose(ask): return 1 / 0\nrun(choose)", HELLO, start("m"), ask("m", 0))
    assert [message["type"] for message in said] == ["ready"]
    assert "ZeroDivisionError" in log
    assert "bot.py" in log
    assert status == 1


@pytest.mark.parametrize(
    ("reads", "said"),
    [
        ("input()", "EOFError"),
        ("breakpoint()", "BdbQuit"),
        ("int(sys.stdin.readline())", "ValueError"),
        ("int(os.read(0, 9))", "ValueError"),
    ],
)
def test_who_reads_stdin_himself_fails_at_once_and_does_not_wait_for_the_arena(
    reads: str, said: str, tmp_path: Path
) -> None:
    bot = f"import os, sys\nfrom arena.sdk import run\ndef choose(ask):\n    {reads}\nrun(choose)\n"
    (tmp_path / "bot.py").write_text(bot)
    fed, feeding = os.pipe()
    os.write(feeding, b"".join(map(msgpack.packb, (HELLO, start("m"), ask("m", 0)))))
    try:  # the pipe stays open: the arena would wait for an answer
        done = subprocess.run(
            [sys.executable, "-P", "bot.py"], stdin=fed, capture_output=True, cwd=tmp_path, timeout=20, check=False
        )
    finally:
        os.close(feeding)
        os.close(fed)
    assert done.returncode == 1
    assert said in done.stderr.decode()


@pytest.mark.parametrize("chosen", ["None", "'a'", "({'do': 'a'}, 'why', 1.0, 2)"])
def test_what_is_no_action_is_said_clearly(chosen: str, tmp_path: Path) -> None:
    _, log, status = talk(tmp_path, f"def choose(ask): return {chosen}\nrun(choose)", HELLO, start("m"), ask("m", 0))
    assert "choose must return an action, (action, note) or (action, note, value), not" in log
    assert status == 1


def test_a_bot_ends_when_its_input_does(tmp_path: Path) -> None:
    _, log, status = talk(tmp_path, "def choose(ask): return ask['legal'][0]\nrun(choose)", HELLO)
    assert (log, status) == ("", 0)


def test_the_sdk_loads_msgpack_and_nothing_else_of_weight() -> None:
    code = "import sys; before = set(sys.modules); import arena.sdk; print(*set(sys.modules) - before)"
    loaded = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "msgpack" in loaded
    assert not {"msgspec", "trio", "typing", "asyncio", "re", "inspect", "dataclasses", "enum"} & set(loaded)
    assert {name for name in loaded if name.startswith("arena.")} == {"arena.sdk"}
