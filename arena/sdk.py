"""What a bot in Python needs: `run` speaks the protocol, you decide.

    from arena.sdk import run

    def choose(ask):                     # a map with "view", "legal", "events" and "budget"
        return ask["legal"][0]           # one of the legal actions, sent back whole

    run(choose, name="first")

A bot that remembers something is a class; every match gets a new object:

    class Careful:
        def __init__(self, start): ...   # a map with "seat", "seats", "options", "tables", "seed", ...
        def choose(self, ask): ...       # the action, or (action, note), or (action, note, value)
        def over(self, over): ...        # optional: "places", "points", ...

The real stdin and stdout belong to the protocol: whatever the bot prints goes to stderr, which is its log, and
`input()` finds nothing. Everything is plain maps and lists, and nothing but msgpack is loaded, because a bot should be
ready in a blink.
"""

from __future__ import annotations

import os
import sys

import msgpack

TYPE_CHECKING = False  # `typing` alone would double the time until a bot is ready
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    Message: TypeAlias = dict[str, Any]
    Bot: TypeAlias = Callable[[Message], Any]  # a function of `ask`, or a class whose objects are made of `start`

PROTOCOL = 1

_LARGE = 2**31 - 1  # the arena is trusted: its messages are as large as they are
_READ = 65_536  # bytes at a time
_pack = msgpack.Packer().pack


def run(bot: Bot, *, name: str = "", version: str = "1", author: str | None = None) -> None:
    """Play matches until the arena says bye or closes stdin."""
    reading, writing = _take_over()
    ready: Message = {"type": "ready", "protocol": PROTOCOL, "name": name or bot.__name__, "version": version}
    if author:
        ready["author"] = author
    match: Match | None = None
    unpacker = msgpack.Unpacker(max_buffer_size=_LARGE)
    while data := os.read(reading, _READ):
        unpacker.feed(data)
        for message in unpacker:
            kind = message["type"]
            if kind == "ask" and match:
                _write(writing, match.act(message))
            elif kind == "hello":
                _write(writing, ready)
            elif kind == "start":
                match = Match(bot, message)
            elif kind == "over" and match:
                match.over(message)
            elif kind == "bye":
                return


def _take_over() -> tuple[int, int]:
    """Where the arena's messages come from and ours go. What else reads stdin finds its end at once, instead of waiting
    for ever; and a stray print cannot garble the protocol, not even that of a library in C."""
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), sys.stderr
    return reading, writing


class Match:
    """A bot in one match."""

    def __init__(self, bot: Bot, start: Message) -> None:
        self._player: Any = bot(start) if isinstance(bot, type) else None
        self._choose: Bot = bot if self._player is None else self._player.choose

    def act(self, ask: Message) -> Message:
        """The bot's answer to an `ask`, as the protocol wants it."""
        chosen = self._choose(ask)
        act = {"type": "act", "match": ask["match"], "turn": ask["turn"], "action": chosen}
        if not isinstance(chosen, dict):
            act |= _with_words(chosen)
        return act

    def over(self, over: Message) -> None:
        """Tell the bot how it ended, if it wants to know."""
        if hasattr(self._player, "over"):
            self._player.over(over)


def _with_words(chosen: Any) -> Message:
    """An action that came with a note, and perhaps a value."""
    if not (isinstance(chosen, tuple) and 1 <= len(chosen) <= 3 and isinstance(chosen[0], dict)):
        raise TypeError(f"choose must return an action, (action, note) or (action, note, value), not {chosen!r}")
    return {key: value for key, value in zip(("action", "note", "value"), chosen, strict=False) if value is not None}


def _write(fd: int, message: Message) -> None:
    data = _pack(message)
    while data:
        data = data[os.write(fd, data) :]
