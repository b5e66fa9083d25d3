"""What to feed to a bot by hand: a `hello`, a `start` and the first `ask` of a match of MLEM, whole as the arena writes
them, and `bye`.

`python -m arena.by_hand` writes the bytes anew to `protocol/vectors/mlem`; a test fails while they are stale.
"""

import trio

import protocol
from arena import __version__
from arena.fixture import Fixture, seed_of
from arena.match import Table
from arena.player import Answer, Besides
from protocol.codec import encode
from protocol.vectors import FOLDER
from protocol.words import Act, Ask, Bye, Hello, Over, Start

FILE = FOLDER / "mlem" / "by_hand.msgpack"
BOTS = ("yours", "another", "a third")


class Listener:
    """A player that chooses the first action, and keeps what it has heard until then."""

    def __init__(self) -> None:
        self.heard: list[Start | Ask] = []

    async def begin(self, start: Start) -> None:
        self.heard.append(start)

    async def choose(self, ask: Ask) -> Answer:
        if len(self.heard) == 1:
            self.heard.append(ask)
        return Answer(Act(ask.match, ask.turn, ask.legal[0]))

    async def end(self, over: Over) -> None:
        pass

    def dismiss(self) -> None:
        pass

    def besides(self) -> Besides:
        return Besides()


def conversation() -> bytes:
    """All that the arena says."""
    players = [Listener() for _ in BOTS]
    fixture = Fixture(match="by-hand", game="mlem", options="base", bots=BOTS, seed=seed_of("by hand"))
    trio.run(Table(fixture, players).play)
    return b"".join(map(encode, (Hello(protocol.VERSION, __version__), *players[0].heard, Bye())))


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(conversation())
