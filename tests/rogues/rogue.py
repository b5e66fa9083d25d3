"""Honest play, for bots that are about to misbehave: a rogue says only what it does differently.

A rogue is one file. Its first line says what it does; `ROWS` names what it stands for in the list of hostile bots, and
`EXPECT` the faults that the arena must find, in order; none for a bot that has to be left in peace. Its first decision
is honest, the first legal action, so that the place of its fault can be checked; where it is not, `PLACE` is 0.

What the arena stops at every level has no more to say. `LEVEL` names the lowest level that stops a rogue,
`LEVEL_OF_ROOT` that where the arena is root, `EXPECT_IN_JAIL` what is different there, and `DECISION` the seconds that
it needs.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Any

import msgpack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Message = dict[str, Any]

READY: Message = {"type": "ready", "protocol": 1, "name": "rogue", "version": "1"}
STDIN, STDOUT = 0, 1


def pack(message: object) -> bytes:
    data: bytes = msgpack.packb(message)
    return data


def write(data: bytes) -> None:
    while data:
        data = data[os.write(STDOUT, data) :]


def act(ask: Message, **changes: Any) -> bytes:
    """An answer to this ask, changed."""
    fields = {"type": "act", "match": ask["match"], "turn": ask["turn"], "action": ask["legal"][0]}
    return pack(fields | changes)


def honest(ask: Message) -> None:
    write(act(ask))


def ready() -> None:
    write(pack(READY))


def nothing(_: Message) -> None:
    return


def messages(sip: float) -> Iterator[Message]:
    """What is said to us; after the first part of a message that comes in parts, sleep for so many seconds."""
    unpacker, whole = msgpack.Unpacker(), True
    while data := os.read(STDIN, 65_536):
        unpacker.feed(data)
        heard = list(unpacker)
        yield from heard
        if whole and not heard:
            time.sleep(sip)
        whole = bool(heard)


def play(
    answer: Callable[[Message], None] = honest,
    *,
    greet: Callable[[], None] = ready,
    begin: Callable[[Message], None] = nothing,
    over: Callable[[Message], None] = nothing,
    decently: int = 1,
    sip: float = 0.0,
) -> None:
    """Play, and answer the first asks decently."""
    for message in messages(sip):
        match message["type"]:
            case "hello":
                greet()
            case "start":
                begin(message)
            case "ask" if decently > 0:
                decently -= 1
                honest(message)
            case "ask":
                answer(message)
            case "over":
                over(message)
            case "bye":
                return


def insist(right: bool, what: str) -> None:
    """For a bot that looks for a weakness of the arena: end with a fault if it has found one."""
    if not right:
        print(what, file=sys.stderr, flush=True)
        os._exit(3)
