"""The arena: games, matches between bots, and the command `arena`.

Importing this package loads nothing else: a bot that imports `arena.sdk` has to start fast.
"""

__version__ = "0.1.0"
