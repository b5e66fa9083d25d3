"""Whole matches for a bot under test: it has one seat, the real rules referee, simple players of ours fill the table.

A `Manner` says how we speak to it: in pieces, with keys it does not know, with a very long story, or without waiting.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arena.clock import Times
from arena.conformance_evidence import choices, shortened, spelled
from arena.conformance_flaw import MESSAGES, Flaw
from arena.conformance_place import legal_place
from arena.conformance_wire import Wire
from arena.fixture import Fixture, seed_of
from arena.games import GAMES
from arena.match import Table
from arena.player import Answer, Besides, Mishap
from arena.record import Record
from protocol import Fault
from protocol.refusals import told
from protocol.words import Act, ArenaMessage, Ask, Budget, Over, Start

GAME = "mlem"
PAUSE = 0.001  # seconds between two pieces
GRACE = 1.0  # seconds after the budget in which a late answer is still heard
ODD = (1, 2, 3, 5, 7, 11, 64, 333, 1021, 4099)  # sizes of pieces
LARGE = 900_000  # bytes of a large message; the protocol allows 1 MiB
LONG = 240  # characters of an action that is shown
NEWS = msgspec.msgpack.encode({"type": "x_news", "text": "a message that a later version may add"})

Adorn = Callable[[ArenaMessage], ArenaMessage]


class Manner(Struct, frozen=True):
    """How we speak to the bot; nothing special by default."""

    pieces: Callable[[bytes], Iterable[bytes]] | None = None
    joined: bool = False  # what needs no answer is written together with what comes next
    strange: bool = False  # keys and messages that no bot knows
    large: int = 0  # so many asks with a very long list of events
    hasty: int = 0  # so many asks whose time is up at once
    quiet: float = 0.0  # seconds to listen, after each message for the first ones
    stop: int | None = None  # decisions after which the match is broken off


PLAIN = Manner()


class BrokenOff(Exception):
    """The match was ended by us, in the middle."""


class Filler:
    """A player that chooses any legal action, the same ones for the same seed."""

    def __init__(self) -> None:
        self._random = Random(0)

    async def begin(self, start: Start) -> Mishap | None:
        self._random = Random(start.seed)
        return None

    async def choose(self, ask: Ask) -> Answer:
        return Answer(Act(ask.match, ask.turn, self._random.choice(ask.legal)))

    async def end(self, over: Over) -> None:
        return

    def dismiss(self) -> None:
        return

    def besides(self) -> Besides:
        return Besides()


class Tested:
    """The bot under test as a player. A flaw ends its part in the match and is kept until the match is over."""

    def __init__(self, wire: Wire, budget: float, manner: Manner = PLAIN) -> None:
        self.flaw: Flaw | None = None
        self.dismissed = False
        self.illegal: list[Flaw] = []
        self.actions: list[Any] = []
        self.times: list[Times] = []
        self._wire = wire
        self._budget = budget
        self._manner = manner
        self._asked = 0

    async def begin(self, start: Start) -> Mishap | None:
        return await self._guard(self._tell(start))

    async def choose(self, ask: Ask) -> Answer:
        self._asked += 1
        if self._asked == self._manner.stop:
            raise BrokenOff
        if self._asked <= self._manner.large:
            ask = lengthened(ask)
        try:
            if self._asked <= 2 * self._manner.hasty and self._asked % 2:
                self._wire.held += self._wire.say(ask)  # the next ask comes with it: no answer can be in time
                return Answer(Mishap(Fault.LATE, "its time was up at once"))
            await self._say(ask)
            said, times = await self._wire.hear(self._budget, grace=GRACE)
            await self._listen()
        except Flaw as flaw:
            return Answer(self._failed(flaw))
        assert isinstance(said, Act), "the session lets nothing else through"
        self.times.append(times)
        self.actions.append(said.action)
        self._check(said, ask)
        return Answer(said)

    async def end(self, over: Over) -> None:
        await self._guard(self._tell(over))

    def dismiss(self) -> None:
        self.dismissed = True

    def besides(self) -> Besides:
        return Besides()

    def _failed(self, flaw: Flaw) -> Mishap:
        self.flaw = self.flaw or flaw
        return Mishap(Fault.EXITED, flaw.what)

    async def _guard(self, telling: Any) -> Mishap | None:
        try:
            await telling
        except Flaw as flaw:
            return self._failed(flaw)
        return None

    async def _tell(self, message: Start | Over) -> None:
        if self._manner.joined:
            self._wire.held += self._wire.say(message)
        else:
            await self._say(message)
            await self._listen()

    async def _say(self, message: ArenaMessage) -> None:
        wire, manner = self._wire, self._manner
        await wire.taken()
        data = wire.say(message)
        if manner.strange:
            data = strange(data)
            wire.sent = NEWS + data
            await wire.write(NEWS)
            await wire.taken()
        data, wire.held = wire.held + data, b""
        if manner.pieces:
            await wire.write_pieces(manner.pieces(data), PAUSE)
        else:
            await wire.write(data)

    async def _listen(self) -> None:
        if self._manner.quiet and self._asked <= 3:
            await self._wire.quiet(self._manner.quiet)

    def _check(self, act: Act, ask: Ask) -> None:
        """Judge the action as the referee will, to keep the bytes that show what is wrong."""
        try:
            action = msgspec.convert(act.action, GAMES[GAME].kinds.action)
        except msgspec.ValidationError as error:
            self._illegal(act, ask, f"is no action of the game ({told(error)}) and")
            return
        if action not in ask.legal:
            self._illegal(act, ask, "is")

    def _illegal(self, act: Act, ask: Ask, how: str) -> None:
        legal = choices(act.action, msgspec.to_builtins(ask.legal))
        flaw = self._wire.flaw(
            f"{shortened(spelled(act.action), LONG)} {how} not among the {len(ask.legal)} legal actions: {legal}",
            "Send back one of `legal`, whole and unchanged.",
            MESSAGES,
        )
        flaw.sent_place = legal_place(self._wire.sent)
        self.illegal.append(flaw)


def fixture(number: int, options: str, seats: int, budget: float) -> Fixture:
    """The match of this number: the same luck whenever it is played."""
    return Fixture(
        match=f"check-{number}",
        game=GAME,
        options=options,
        bots=("tested", *["filler"] * (seats - 1)),
        seed=seed_of(f"arena check {number}"),
        budget=Budget(start=budget, decision=budget, bank=0.0),
    )


async def play(tested: Tested, fixture: Fixture, seat: int = 0) -> Record:
    """Play one match with the bot in this seat."""
    players: list[Tested | Filler] = [Filler() for _ in range(fixture.seats)]
    players[seat] = tested
    record = await Table(fixture, players).play()
    if tested.dismissed and not tested.flaw:  # by strikes: it can play the next one
        result = record.result
        await tested.end(Over(fixture.match, result.places, result.points, (), result.ended[seat]))
    return record


def byte_by_byte(data: bytes) -> Iterator[bytes]:
    """The first bytes one at a time, the rest in odd pieces."""
    yield from (data[place : place + 1] for place in range(min(len(data), 40)))
    yield from odd_pieces(data[40:])


def odd_pieces(data: bytes) -> Iterator[bytes]:
    sizes = cycle(ODD)
    while data:
        size = next(sizes)
        yield data[:size]
        data = data[size:]


def strange(data: bytes) -> bytes:
    """A message with keys that no bot knows."""
    message = msgspec.msgpack.decode(data)
    if "budget" in message:
        message["budget"] = {"x_later": [1, None], **message["budget"]}
    return msgspec.msgpack.encode({"x_before": {"deep": [True, {"er": 1.5}]}, **message, "x_after": None})


def lengthened(ask: Ask) -> Ask:
    """The same with a list of events as long as it may be."""
    events = list(ask.events) or [{"event": "nothing"}]
    size = len(msgspec.msgpack.encode(events))
    return replace(ask, events=events * max(1, LARGE // size))
