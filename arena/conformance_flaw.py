"""What is wrong with a bot under test, as something that can be raised.

The names are of the sections of `docs/protocol.md`.
"""

from arena.conformance_place import Place
from protocol.troubles import Trouble

MESSAGES = "Messages"
WIRE = "The wire"
TALK = "The conversation"
LIMITS = "Limits"
FAULTS = "Faults"


class Flaw(Exception):
    """What is wrong with a bot: in a sentence, with the bytes that show it, what to do, and where to read more."""

    def __init__(
        self,
        what: str,
        do: str,
        section: str,
        *,
        heard: bytes = b"",
        sent: bytes = b"",
        log: str = "",
    ) -> None:
        super().__init__(what)
        self.what, self.do, self.section = what, do, section
        self.heard, self.sent, self.log = heard, sent, log
        self.heard_place: Place | None = None  # in what we heard: what is wrong
        self.sent_place: Place | None = None  # in what we sent: what it is about
        self.about: tuple[str, ...] = ()  # the steps that are to tell it, if it is not for the one that met it
        self.trouble: Trouble | None = None  # what it said
        self.ended = False  # the program has ended by itself
