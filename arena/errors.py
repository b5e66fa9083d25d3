"""The one exception that is meant for the person at the terminal."""


class UserError(Exception):
    """Something the user can put right. The message says what is wrong and what to do; it may have several lines.

    Raise it anywhere; the command prints it without a traceback and exits with 2.
    """
