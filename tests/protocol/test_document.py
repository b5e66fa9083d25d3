import re
import subprocess
import sys
from pathlib import Path

from arena.isolation.limits import LIMITS, MIB
from protocol import document, limits, words
from protocol.codec import Decoder, encode
from protocol.document import BLOCKS, MARKED, fill
from protocol.examples import EXAMPLES, MATCH
from protocol.faults import MEANINGS, Fault
from protocol.words import Act, Ready

PATH = Path(document.__file__).parents[1] / "docs" / "protocol.md"
TEXT = PATH.read_text("utf-8")


def conversation(*names: str) -> bytes:
    return b"".join(encode(EXAMPLES[name]) for name in names)


def test_the_document_is_fresh() -> None:
    assert fill(TEXT) == TEXT, "run: python -m protocol.document"


def test_every_generated_part_is_in_the_document_once() -> None:
    assert sorted(name for _, name, _ in MARKED.findall(TEXT)) == sorted(BLOCKS)


def test_what_is_written_by_hand_stays() -> None:
    text = "before\n<!-- generated: limits -->\nstale\n<!-- end -->\nafter\n"
    filled = fill(text)
    assert filled.startswith("before\n")
    assert filled.endswith("after\n")
    assert "stale" not in filled
    assert fill(filled) == filled


def test_every_message_and_every_fault_is_documented() -> None:
    for name in (*words.FROM_ARENA, *words.FROM_BOT):
        assert f"### `{name}` (" in TEXT
    for fault in Fault:
        assert f"| `{fault}` |" in TEXT


def test_the_bot_of_the_document_plays() -> None:
    (source,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    said = conversation("hello", "start", "ask", "over", "bye")
    done = subprocess.run([sys.executable, "-c", source], input=said, capture_output=True, timeout=60, check=True)
    reader = Decoder(words.FROM_BOT, limits.FROM_BOT)
    reader.feed(done.stdout)
    ready, act = reader
    assert ready == Ready(1, "Random", "1")
    assert isinstance(act, Act)
    assert (act.match, act.turn) == (MATCH, 7)
    assert b"places [2, 1, 3, 3]" in done.stderr


def test_the_document_says_how_long_a_log_may_be_and_what_comes_of_a_longer_one() -> None:
    assert f"**stderr** is your log: write there what you like, up to {LIMITS.file // MIB} MiB" in TEXT
    assert f"more than {LIMITS.file // MIB} MiB to stderr" in MEANINGS[Fault.EXITED].cause
