"""Sends one key twice: of an action that is none and one that is good, the last counts."""

from tests.rogues.rogue import Message, pack, play, write

ROWS = ("P23",)
EXPECT = ()


def answer(ask: Message) -> None:
    fields = [
        ("type", "act"),
        ("match", ask["match"]),
        ("turn", ask["turn"]),
        ("action", {}),
        ("action", ask["legal"][0]),
    ]
    write(bytes([0x80 + len(fields)]) + b"".join(pack(key) + pack(value) for key, value in fields))


if __name__ == "__main__":
    play(answer)
