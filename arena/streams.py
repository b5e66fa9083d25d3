"""Standard output and standard error as verbs may rely on them: results are written or the command fails; a message is
never a reason to fail; and a character that the terminal does not know is written in another way.

Every start of the command loads this file: nothing that takes long to load is imported here.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

STDIN, STDOUT, STDERR = range(3)
READABLE = "arena.readable"  # what is done with characters that cannot be encoded
_TO_ASCII = str.maketrans("─│┌┐└┘├┤·", "-|++++++.")


class Unwritable(Exception):
    """Results cannot be written. The message says why."""


class ReaderLeft(Exception):
    """Whoever read our results does so no more, as `head` does."""


# Both catch around whole calls of C: where Python ran between the file and its buffer, an interrupt could come after
# something was written and before it was taken out of the buffer, and it would be written twice.
class _Results(TextIOWrapper):
    """Standard output. That it fails is told apart from every other file and pipe that can fail."""

    def write(self, text: str, /) -> int:
        try:
            written = super().write(text)
            if self.write_through:  # as with PYTHONUNBUFFERED, but for our own buffer, which takes care of the rest
                super().flush()
        except OSError as error:
            raise _failed(error) from None
        return written

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            raise _failed(error) from None


class _Messages(TextIOWrapper):
    """Standard error. Where nobody can be told, nobody is told."""

    def write(self, text: str, /) -> int:
        with suppress(OSError):
            super().write(text)
            if self.write_through:
                super().flush()
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


@contextmanager
def our_streams() -> Iterator[None]:
    """Have them for a while. A stream that is not the real one, as in tests, only learns to write every character."""
    codecs.register_error(READABLE, _readable)
    before = out, err = sys.stdout, sys.stderr
    if out is None or err is None:
        _fill_gaps()
    sys.stdout = _over(_Results, STDOUT, out) if out is sys.__stdout__ else _tolerant(out)
    sys.stderr = _over(_Messages, STDERR, err) if err is sys.__stderr__ else _tolerant(err)
    try:
        yield
    finally:
        sys.stderr.flush()
        sys.stdout, sys.stderr = before


def need_stdout() -> None:
    """Refuse to work for a result that nobody can get."""
    if sys.__stdout__ is None:
        raise Unwritable("standard output is closed")


def _failed(error: OSError) -> Exception:
    if isinstance(error, BrokenPipeError):
        return ReaderLeft()
    return Unwritable(f"standard output cannot be written: {error.strerror}")


def _over(kind: type[TextIOWrapper], number: int, stream: TextIO | None) -> TextIO:
    """A stream like this one; None is one that was closed when we were started."""
    file = open(number, "wb", closefd=False)  # noqa: SIM115  # to be used until the end
    if not isinstance(stream, TextIOWrapper):
        return kind(file, "utf-8", READABLE)
    stream.flush()
    return kind(
        file,
        stream.encoding,
        READABLE,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def _tolerant(stream: TextIO) -> TextIO:
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors=READABLE)
    return stream


def _fill_gaps() -> None:
    """Open something in place of what was closed, or the next file that is opened would be taken for it. It cannot be
    written to, so that results are not lost unnoticed."""
    for number in (STDIN, STDOUT, STDERR):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDONLY), True)  # the lowest number that is free, which is this


def _readable(error: UnicodeError) -> tuple[str, int]:
    """Lines of a picture as ASCII draws them, everything else as an escape."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(_TO_ASCII)
    return text.encode("ascii", "backslashreplace").decode("ascii"), error.end
