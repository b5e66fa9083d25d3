"""Text from strangers, made safe to show."""


def printable(text: str) -> str:
    """The text with everything that a terminal or a page would obey, hide or reorder written as an escape.

    That is control characters (and with them ANSI sequences and line breaks), marks of direction, other invisible
    characters, and spaces that are not the common one.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
