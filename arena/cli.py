"""The command `arena`: from a verb to the function that carries it out, and from an exception to an exit code.

Verbs are strings, so that the packages never import each other in a ring and a verb loads only what it needs.
Keep this file free of heavy imports.
"""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from os.path import dirname, join, realpath
from typing import cast

from arena import __version__
from arena.errors import UserError
from arena.exit_codes import Exit
from arena.streams import ReaderLeft, Unwritable, need_stdout, our_streams
from arena.termination import sigterm_as_ctrl_c

# verb: (module:function, help). The function takes the arguments after the verb and returns the exit code.
VERBS = {
    "games": ("arena.commands:games", "list the games and their variants"),
    "board": ("arena.commands:board", "check a mat file, or show the mat in the terminal"),
    "bots": ("arena.commands_match:bots", "list the bots that come with the arena"),
    "play": ("arena.commands_match:play", "play one match between bots"),
    "replay": ("arena.commands_match:replay_verb", "tell a recorded match again"),
    "luck": ("arena.commands_luck:luck", "how much of a recorded match was luck"),
    "check": ("arena.commands_bot:check", "test a bot: protocol, all variants, torture; says what to put right"),
    "new-bot": ("arena.commands_bot:new_bot", "write a bot to start from"),
    "new-tournament": ("tournaments.new:new_tournament", "write a tournament to start from"),
    "tournament": ("tournaments.commands:tournament", "play a tournament, or go on with it"),
    "standings": ("results.commands:standings", "the table of a tournament: ratings, places, rank intervals"),
    "matches": ("results.commands:matches", "list the matches of a tournament"),
    "show": ("results.commands:show", "tell a match of a tournament again"),
    "export": ("results.commands:export", "write the results of a tournament for other programs"),
    "compare": ("tournaments.verdicts.commands:compare", "measure how much better one bot is than another"),
    "regress": ("tournaments.verdicts.commands:regress", "decide whether a bot is not weaker than another; for CI"),
    "diverge": ("tournaments.verdicts.commands:diverge_verb", "where two compared bots part, and what that costs"),
    "audit": ("tournaments.auditing:audit", "check recorded matches against the rules and their dice"),
    "rerun": ("arena.commands_match:rerun_verb", "send a bot that failed the same input again"),
    "doctor": ("arena.commands_doctor:doctor", "what this machine offers to keep bots apart, tried for real"),
}

# The packages that are distributed together with `arena`, and that must stand in the same folder.
PACKAGES = ("bots", "protocol", "results", "tournaments")

BUG = "this is a bug of the arena; please report it, with the lines above and what you typed"


def main(argv: list[str] | None = None) -> int:
    with our_streams(), sigterm_as_ctrl_c() as terminated:
        code = _ended(sys.argv[1:] if argv is None else argv)
    return Exit.TERMINATED if terminated and code == Exit.INTERRUPTED else code


def load(verb: str) -> Callable[[list[str]], int]:
    """Import what carries out `verb`."""
    module, function = VERBS[verb][0].split(":")
    return cast(Callable[[list[str]], int], getattr(import_module(module), function))


def _ended(argv: list[str]) -> int:
    """The exit code, however the verb ends."""
    try:
        try:
            need_stdout()
            return _run(argv)
        finally:
            sys.stdout.flush()  # here, so that what fails is noticed here too
    except SystemExit:
        raise
    except BaseException as error:  # noqa: BLE001  # nobody above us could tell it in words
        return _exit_code(error)


def _run(argv: list[str]) -> int:
    match argv:
        case [] | ["-h" | "--help" | "help"]:
            print(_overview())
            return 0
        case ["-V" | "--version"]:
            print(f"arena {__version__}")
            return 0
        case ["help", verb, *rest]:
            return _call(verb, [*rest, "--help"])
        case [verb, *rest]:
            return _call(verb, rest)
    raise AssertionError(argv)


def _call(verb: str, argv: list[str]) -> int:
    if verb not in VERBS:
        raise UserError(_unknown(verb))
    _refuse_strangers()
    return load(verb)(argv)


def _overview() -> str:
    return "\n".join(
        [
            "usage: arena VERB [ARGUMENT ...]",
            "       arena help VERB",
            "       arena --version",
            "",
            "Programs play board games against each other.",
            "",
            *_listing(),
        ]
    )


def _listing() -> list[str]:
    width = max(map(len, VERBS))
    return ["verbs:", *(f"  {verb:<{width}}  {text}" for verb, (_, text) in VERBS.items())]


def _unknown(verb: str) -> str:
    from difflib import get_close_matches  # needed only after a slip

    near = get_close_matches(verb, VERBS, n=1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    return "\n".join([f"there is no verb '{verb}'.{hint}", *_listing()])


def _refuse_strangers() -> None:
    """Our names are common words: `protocol` may be a file in the user's folder, found before ours."""
    home = dirname(dirname(realpath(__file__)))
    places = {name: _place(name) for name in PACKAGES}
    strangers = {name: place for name, place in places.items() if dirname(place) != join(home, name)}
    if not strangers:
        return
    raise UserError(
        "\n".join(
            [
                f"Python does not find the packages that belong to the arena in {home}:",
                *(f"  {name}: {place or 'not found'}" for name, place in strangers.items()),
                "Something else of that name comes first. `python -m arena` looks into the current folder: use the",
                "command `arena` or `python -P -m arena` there. Otherwise look at PYTHONPATH, or install mlem-arena",
                "into a virtual environment of its own.",
            ]
        )
    )


def _place(name: str) -> str:
    """The file that `import name` would load (a folder, ending in a slash, if it has no __init__.py)."""
    spec = find_spec(name)
    if spec is None:
        return ""
    if spec.origin is None:
        return join(realpath(next(iter(spec.submodule_search_locations or [""]))), "")
    return realpath(spec.origin)


def _exit_code(error: BaseException) -> Exit:
    """How the command ends after `error`. Whatever nobody foresaw is a bug, which deserves its traceback."""
    leaves = list(_leaves(error))
    if all(isinstance(leaf, UserError | Unwritable) for leaf in leaves):
        for leaf in leaves:
            print(f"arena: {leaf}", file=sys.stderr)
        return Exit.BAD_INPUT
    if all(isinstance(leaf, KeyboardInterrupt) for leaf in leaves):
        return Exit.INTERRUPTED
    if all(isinstance(leaf, ReaderLeft) for leaf in leaves):
        return Exit.PIPE_CLOSED
    from traceback import print_exception  # needed only now

    print_exception(error)
    print(f"arena: {BUG}", file=sys.stderr)
    return Exit.BUG


def _leaves(error: BaseException) -> Iterator[BaseException]:
    """What went wrong, out of the groups that nurseries wrap around it."""
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error
