"""Test vectors, which an implementation in any language can run against: `vectors.json`, and the bytes of each message
as a file of its own.

`python -m protocol.vectors` writes them anew from the examples; a test fails while they are stale. The folder `mlem` is
filled by `arena.by_hand`, because the protocol knows no game.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from protocol.codec import encode
from protocol.examples import BAD, EXAMPLES, ODD, Bad, Parts
from protocol.limits import VERSION
from protocol.words import FROM_BOT, Message

FOLDER = Path(__file__).parent

ABOUT = {
    "canonical": "the exact bytes of each message: what we write, and what any implementation can write and read",
    "accepted": "other bytes that a bot may send, as parts [hex, times], with the message that the arena reads",
    "refused": (
        "bytes that a bot must not send, as parts [hex, times], with the verdict: a fault, or `waits` while more bytes "
        "could come; `reason` tells the garbled ones apart. The verdict is on the bytes alone: in a match, whatever "
        "goes wrong before `ready` is `start_failed`"
    ),
    "numbers": "integers go up to 2^64 - 1: where JSON numbers are floats, trust the hex",
}


def vectors() -> dict[str, Any]:
    """All vectors, as data."""
    return {
        "protocol": VERSION,
        "about": ABOUT,
        "canonical": [
            {"name": name, "from": sender(type(message)), "message": readable(message), "hex": encode(message).hex()}
            for name, message in EXAMPLES.items()
        ],
        "accepted": [
            {"name": name, "why": odd.why, "parts": _parts(odd.parts), "message": readable(odd.message)}
            for name, odd in ODD.items()
        ],
        "refused": [_refused(name, bad) for name, bad in BAD.items()],
    }


def sender(word: type[Message]) -> str:
    return "bot" if word in FROM_BOT.values() else "arena"


def readable(message: Message) -> Any:
    """The message as maps, lists, texts and numbers."""
    return msgspec.to_builtins(message)


def render() -> dict[str, bytes]:
    """The files by name."""
    messages = {f"{name}.msgpack": encode(message) for name, message in EXAMPLES.items()}
    return messages | {"vectors.json": (json.dumps(vectors(), indent=1) + "\n").encode()}


def stored() -> dict[str, bytes]:
    """The files as they lie in the folder."""
    return {path.name: path.read_bytes() for path in FOLDER.iterdir() if path.suffix in (".json", ".msgpack")}


def _refused(name: str, bad: Bad) -> dict[str, Any]:
    reason = {} if bad.reason is None else {"reason": bad.reason}
    return {"name": name, "parts": _parts(bad.parts), "verdict": bad.verdict, **reason}


def _parts(parts: Parts) -> list[list[Any]]:
    return [[part.hex(), times] for part, times in parts]
