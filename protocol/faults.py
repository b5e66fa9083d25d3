"""How a seat can fail, by name: the names on the wire, in records, in tables and on pages."""

from enum import StrEnum
from typing import NamedTuple

PLAYED = "played"  # how a seat ended that did not fail
STRIKES = 3


class Fault(StrEnum):
    """A closed set. Decide on the kind; the details are for people."""

    START_FAILED = "start_failed"
    LATE = "late"
    SILENT = "silent"
    EXITED = "exited"
    GARBLED = "garbled"
    OVERSIZED = "oversized"
    ILLEGAL = "illegal"
    OUT_OF_TURN = "out_of_turn"
    BUSY = "busy"
    MEMORY = "memory"
    ARENA_ERROR = "arena_error"


class Meaning(NamedTuple):
    """What an author needs to know of a fault."""

    cause: str
    cost: str
    remedy: str


STRIKE, SEAT, NOTHING = "a strike", "the seat", "nothing"

MEANINGS = {
    Fault.START_FAILED: Meaning(
        "The program could not be started, did not say `ready` in time, or speaks another protocol version.",
        SEAT,
        "Run its command by hand in an empty environment; import less; answer `hello` before preparing anything.",
    ),
    Fault.LATE: Meaning(
        "The answer came, or would have come, after the time for this decision and the bank were used up.",
        STRIKE,
        "Look at `budget` in each `ask` and stop thinking in time. Flush.",
    ),
    Fault.SILENT: Meaning(
        "The program runs but does not answer any more: it hangs, sleeps, or holds its answer in a buffer.",
        SEAT,
        "Flush after each write; read partial input (see the trap in Python); answer every `ask`.",
    ),
    Fault.EXITED: Meaning(
        "The program ended, by itself or by a signal, before `bye`; also because it wrote more than 16 MiB to stderr.",
        SEAT,
        "Read its stderr; run the command that comes with the fault, which feeds it the same input again.",
    ),
    Fault.GARBLED: Meaning(
        "What came is not msgpack, or not one of the messages of this protocol; before `ready`, `start_failed`.",
        SEAT,
        "Print to stderr only; compare your bytes with the test vectors.",
    ),
    Fault.OVERSIZED: Meaning(
        "One message has more bytes than the limit, finished or not.",
        SEAT,
        "Send the action and a short note, not your search tree.",
    ),
    Fault.ILLEGAL: Meaning(
        "A well-formed `act` whose action is not legal now.",
        STRIKE,
        "Send back one of `legal`, whole and unchanged.",
    ),
    Fault.OUT_OF_TURN: Meaning(
        "A message that nobody asked for: a second answer, an answer to a turn or a match not asked, `ready` twice.",
        SEAT,
        "One `ready` for `hello`, one `act` for each `ask`, with its `match` and `turn` copied; nothing else.",
    ),
    Fault.BUSY: Meaning(
        "It went on computing while others were to move: half a second of CPU time more than a tenth of their time.",
        STRIKE,
        "Think in your own turns only: between them, wait for input and do nothing else.",
    ),
    Fault.MEMORY: Meaning(
        "The program used more memory than it was given.",
        SEAT,
        "Bound your tables and caches.",
    ),
    Fault.ARENA_ERROR: Meaning(
        "The arena or its machine failed.",
        NOTHING,
        "Nothing: the match does not count and is played again.",
    ),
}
