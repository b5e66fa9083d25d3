"""What the arena and a bot say to each other: words, bytes, and whose turn it is to speak.

    limits, faults, text     numbers and names; loads nothing, so a bot that starts fast can use them
    words                    the messages, as types
    troubles                 what can be wrong with what a stranger sends, as values
    refusals                 the same in words that authors in all languages understand
    codec                    messages to bytes, and a stranger's bytes to messages
    session                  who may say what when
    vectors, document        test vectors and documentation, made from the same definitions

Nothing here reads a clock, a pipe or a socket. Bot authors read `docs/protocol.md` instead.
"""

from protocol.faults import Fault
from protocol.limits import VERSION

__all__ = ["VERSION", "Fault"]
