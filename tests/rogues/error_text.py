"""Makes mistakes, and looks in what it is told for more than it may know."""

from tests.rogues.rogue import Message, act, insist, play, write

ROWS = ("I12",)
EXPECT = ("illegal", "illegal")


KEYS = {"type", "match", "turn", "view", "legal", "events", "budget"}
mistakes = [{"do": "leave", "to": "nowhere"}, {"do": "win"}]


def answer(ask: Message) -> None:
    insist(set(ask) == KEYS, f"new keys: {set(ask) - KEYS}")
    write(act(ask, action=mistakes.pop()) if mistakes else act(ask))


def over(message: Message) -> None:
    insist(message["ended"] == "played", f"it ended as {message['ended']!r}")


if __name__ == "__main__":
    play(answer, over=over)
