"""The numbers that both sides must know. Everything that is read is bounded by one of these."""

from typing import NamedTuple

VERSION = 1

NAME = 64  # characters; also of an author's name and of a match's id
RELEASE = 32  # characters of a version
NOTE = 1000  # characters
GAMES = 16  # names of games, of at most
GAME = 32  # characters


class Limits(NamedTuple):
    """How large one message may be, in whole and in its parts."""

    message: int  # bytes
    text: int  # bytes of one string
    array: int  # items
    map: int  # pairs
    depth: int  # maps and arrays inside each other, the message itself included


FROM_BOT = Limits(message=65_536, text=4_096, array=1_024, map=64, depth=8)
FROM_ARENA = Limits(message=1_048_576, text=65_536, array=65_536, map=65_536, depth=32)
