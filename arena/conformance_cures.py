"""What an author can do about each kind of trouble, chosen by what was seen of it.

The rule of this file: a cure fits its trouble. Whoever answers too late is told of time, and not of buffers.
"""

import signal

from protocol import VERSION, Fault
from protocol.faults import MEANINGS
from protocol.limits import FROM_BOT, NAME, NOTE, RELEASE
from protocol.troubles import Garbled, Reason, Trouble, WrongVersion

ACT, READY = "`act`", "`ready`"  # what was asked for

VECTORS = "compare your bytes with the test vectors"
STRINGS = "Pack texts as msgpack str, keys too, and never as bin; the action holds no binary data and no extensions."

REASONS = {
    Reason.TEXT: "Print to stderr only, and see to it that no library prints to stdout.",
    Reason.UNREADABLE: f"Look at the bytes around the place that is shown, and {VECTORS}.",
    Reason.BAD_UTF8: "Encode texts as UTF-8, and give their length in bytes, not in characters.",
    Reason.NOT_A_MAP: f"Write messages only, each as one map; print to stderr; {VECTORS}.",
    Reason.BINARY: STRINGS,
    Reason.BAD_KEY: STRINGS,
    Reason.TOO_DEEP: "Send the action as it was in `legal`, and nothing that is nested deeper.",
    Reason.UNKNOWN_TYPE: 'Put "type" into each message, as a string: "ready" after `hello`, "act" after `ask`.',
    Reason.BAD_FIELD: "Send every key that the message must have, each as the table of its message says.",
}
# How the protocol calls the part that is larger than it may be.
PARTS = {
    "a text of": f"Send shorter texts: a note has at most {NOTE} characters, and any text {FROM_BOT.text} bytes.",
    "a list of": "Send the action and a short note, not your search tree.",
    "a map of": "Send the action and a short note, not your search tree.",
}
FIELDS = {
    "match": "Copy `match` from the `ask`, as it came.",
    "turn": "Copy `turn` from the `ask`, as it came: an integer, not a float and not a text.",
    "action": "Send back one of the maps in `legal`, whole; not its number in the list, and not a text.",
    "note": f"Send `note` as a text of at most {NOTE} characters, or leave it out.",
    "value": "Send a finite number as `value`, neither NaN nor Infinity, or leave it out.",
    "protocol": f"Send {VERSION}, an integer, as `protocol`.",
    "name": f"Send `name` as a text of 1 to {NAME} characters.",
    "version": f"Send `version` as a text of at most {RELEASE} characters, not as a number.",
    "author": f"Send `author` as a text of at most {NAME} characters, or leave it out.",
    "games": "Send `games` as a list of names of games, or leave it out.",
}

IN_TIME = "Look at `budget` in each `ask`, and stop thinking in time, with a margin."
GREET = "Answer `hello` first, and prepare afterwards; import less."
SOONER = {ACT: IN_TIME, READY: GREET}
FLUSH = "Flush after each message. Read what there is, do not wait for a full buffer. Answer every request."
ASLEEP = {ACT: "If it slept, or waited for something of its own, that was longer than `budget`.", READY: GREET}
JSON = f"Send msgpack, not JSON and without line breaks: {VECTORS}. If it is something else that prints: to stderr."
FINISH = (
    "Write each message whole, to its last byte, and flush. The head of a map, a list or a text says how much follows: "
    f"{VECTORS}."
)
READ_ON = {
    ACT: "Read stdin all the time: this lay unread. Do nothing else for longer than `budget` says.",
    READY: GREET,
}
ANSWER_THERE = "Leave stdout open until `bye`, and close no copy of it: answers go there."
STAY = "Leave your loop at `bye` or at the end of the input, not before: another `ask` or `start` may follow."
SEE_LOG = "See the end of its stderr, above. `--step` with the name of this step does the same again."
NO_LOG = "It wrote nothing to stderr: let it log why it ends. `--step` with the name of this step does the same again."
CRASHED = (
    "The program itself has crashed. Build it with checks, in C with -g -fsanitize=address,undefined, and take the "
    "step again with `--isolation none`: their report goes to stderr."
)
KILLED = "Somebody has ended it with SIGKILL: itself, or the system for want of memory. Bound your tables and caches."
CRASHES = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT, signal.SIGTRAP, signal.SIGSYS}


def for_trouble(trouble: Trouble, field: str) -> str:
    """The cure for what it said; the field is the one that is wrong, if it is one."""
    if isinstance(trouble, WrongVersion):
        return f"Write `ready` as protocol {VERSION} has it, with {VERSION} as its `protocol`: no other is spoken here."
    if not isinstance(trouble, Garbled):
        return MEANINGS[trouble.kind].remedy
    if trouble.reason is Reason.BAD_FIELD:
        return FIELDS.get(field, REASONS[trouble.reason])
    if trouble.reason is Reason.TEXT and trouble.excerpt.startswith(b"{"):
        return JSON
    if trouble.reason is Reason.UNREADABLE:
        return next((cure for part, cure in PARTS.items() if part in trouble.hint), REASONS[trouble.reason])
    return REASONS[trouble.reason]


def for_ending(status: int, log: str) -> str:
    """The cure for a program that ended, by its status."""
    if status == 0:
        return STAY
    if -status in CRASHES:
        return f"{CRASHED} {SEE_LOG}" if log.strip() else CRASHED
    if -status == signal.SIGKILL:
        return KILLED
    return SEE_LOG if log.strip() else NO_LOG


MEMORY = MEANINGS[Fault.MEMORY].remedy
UNASKED = MEANINGS[Fault.OUT_OF_TURN].remedy
