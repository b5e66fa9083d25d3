"""The bytes that authors feed to their bots by hand: as the arena writes them today, and good enough for real bots."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.by_hand import FILE, conversation
from protocol import limits, words
from protocol.codec import Decoder
from protocol.words import Act, Ask, Bye, Hello, Ready, Start

ROOT = Path(__file__).parents[1]


def test_the_file_is_fresh() -> None:
    assert FILE.read_bytes() == conversation(), "run: python -m arena.by_hand"


@pytest.mark.parametrize("document", ["README.md", "docs/writing-a-bot.md", "docs/protocol.md"])
def test_the_bot_of_a_document_answers_what_is_fed_by_hand(document: str) -> None:
    source, *_ = re.findall(r"```python\n(.*?)```", (ROOT / document).read_text("utf-8"), re.DOTALL)
    answers_what_is_fed("-P", "-c", source)


@pytest.mark.parametrize("bot", ["random", "cautious", "greedy"])
def test_a_house_bot_answers_what_is_fed_by_hand(bot: str) -> None:
    answers_what_is_fed("-P", "-m", f"bots.{bot}")


def answers_what_is_fed(*program: str) -> None:
    with FILE.open("rb") as fed:
        done = subprocess.run(
            [sys.executable, *program], stdin=fed, capture_output=True, timeout=60, check=True, cwd=ROOT
        )
    said = Decoder(words.FROM_BOT, limits.FROM_BOT)
    said.feed(done.stdout)
    ready, act = said
    asked = Decoder(words.FROM_ARENA, limits.FROM_ARENA)
    asked.feed(FILE.read_bytes())
    hello, start, ask, bye = asked
    assert [type(message) for message in (hello, start, bye)] == [Hello, Start, Bye]
    assert isinstance(ready, Ready)
    assert isinstance(ask, Ask)
    assert isinstance(act, Act)
    assert (act.match, act.turn) == (ask.match, ask.turn)
    assert act.action in ask.legal
