"""Fuzzing: whatever a bot writes, it gives a message or a trouble, and nobody else notices."""

import os
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.manifest import Manifest
from arena.record import core, dump, load
from arena.replay import audit
from protocol.codec import encode
from protocol.faults import PLAYED, Fault
from protocol.limits import FROM_BOT
from protocol.session import Session, State
from protocol.troubles import Garbled, OutOfTurn, Oversized, Stale, WrongVersion
from protocol.words import Act, Ask, BudgetLeft, Hello, Ready, Start
from tests.matches import RANDOM, again, fixture, play, ticking
from tests.mutation import mutated

TROUBLES = (Garbled, Oversized, OutOfTurn, WrongVersion)
ACTIONS: list[dict[str, Any]] = [
    {"do": "stay"},
    {"do": "travel", "faces": [2, "flame"], "boosters": [0], "ability": False},
]
ASK = Ask("m", 3, {}, ACTIONS, [], BudgetLeft(1.0, 0.0))
RIGHT = [*[encode(Act("m", 3, action, "why", 0.5)) for action in ACTIONS], encode(Ready(1, "x", "1", "me", ["mlem"]))]
BUDGET = fixture([RANDOM]).budget
PAGE = os.sysconf("SC_PAGE_SIZE")

FUZZER = """
import sys
from random import Random
from tests.mutation import mutated
from tests.rogues.rogue import act, honest, play, write

random = Random(int(sys.argv[1]))

def answer(ask):
    data = act(ask)
    write(mutated(data, random) if random.random() < 0.2 else data)

play(answer, decently=random.randint(0, 5))
"""


def asked() -> Session:
    session = Session()
    session.send(Hello(1, "0"))
    session.receive(encode(Ready(1, "x", "1")))
    session.send(Start("m", "mlem", 1, {}, {}, 0, 2, BUDGET, 1))
    session.send(ASK)
    return session


def resident() -> int:
    """Bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


@pytest.mark.parametrize("inputs", [3_000, pytest.param(1_000_000, marks=pytest.mark.proof)])
def test_damaged_replies_give_messages_or_one_trouble_and_cost_no_memory(inputs: int) -> None:
    random, accepted, before = Random(1), 0, resident()
    for _ in range(inputs):
        data, session = mutated(random.choice(RIGHT), random), asked()
        cut = random.randrange(len(data) + 1)
        found = [*session.receive(data[:cut]), *session.receive(data[cut:])]
        assert all(isinstance(one, (Act, Ready, Stale)) for one in found[:-1])
        assert all(isinstance(one, (Act, Ready, Stale, *TROUBLES)) for one in found)
        assert session.pending <= FROM_BOT.message
        if found and isinstance(found[-1], TROUBLES):
            assert session.state is State.CLOSED
        accepted += any(isinstance(one, Act) for one in found)
    assert 0 < accepted < inputs
    assert resident() - before < 64 << 20
    print(f"{inputs} damaged replies: {accepted} were still answers, all others troubles or unfinished")


@pytest.mark.parametrize("matches", [6, pytest.param(300, marks=pytest.mark.proof)])
async def test_a_bot_that_garbles_at_random_harms_nobody_else(matches: int, tmp_path: Path) -> None:
    (tmp_path / "fuzzer.py").write_text(FUZZER)
    (tmp_path / "tests").symlink_to(Path(__file__).parent)
    faults = dict.fromkeys([*Fault, PLAYED], 0)
    async with ticking() as metronome:
        for number in range(matches):
            fuzzer = Manifest(name="fuzzer", command=(sys.executable, "fuzzer.py", str(number)), folder=tmp_path)
            bots = [RANDOM, RANDOM]
            bots.insert(number % 3, fuzzer)
            record = await play(bots, fixture(bots, seed=str(number)), metronome)
            ended = list(record.result.ended)
            faults[ended.pop(number % 3)] += 1
            assert ended == [PLAYED, PLAYED]
            assert {fault.seat for fault in record.faults()} <= {number % 3}
            audit(load(dump(record)))
            assert core(await again(record, number % 3)) == core(record)
    assert faults[PLAYED] < matches
    print(f"{matches} matches with a bot that garbles: {', '.join(f'{n} {how}' for how, n in faults.items() if n)}")
