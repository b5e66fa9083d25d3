"""Sends a list for a map, or an answer with a part missing or of another kind."""

from tests.rogues.rogue import Message, act, pack, play, write

ROWS = ("P25",)
EXPECT = ("garbled",)


def answer(ask: Message) -> None:
    shapes = [
        pack(["act", ask["match"], ask["turn"], ask["legal"][0]]),
        pack({"type": "act", "match": ask["match"], "turn": ask["turn"]}),
        act(ask, action=[ask["legal"][0]]),
        act(ask, type="play"),
    ]
    write(shapes[ask["view"]["seat"] % len(shapes)])


if __name__ == "__main__":
    play(answer)
