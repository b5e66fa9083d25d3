"""MLEM: Space Agency. Two to five players, cats on one shared rocket, dice; three variants that combine freely."""

from arena.games.api import Evaluator, Game, Kinds
from arena.games.mlem import luck, rules, scoring
from arena.games.mlem import options as switches
from arena.games.mlem import view as views
from arena.games.mlem.events import AnyEvent
from arena.games.mlem.moves import Action, Outcome
from arena.games.mlem.options import Options
from arena.games.mlem.state import State
from arena.games.mlem.tables import Board, reconstructed
from arena.games.mlem.text import narrate
from arena.games.mlem.view import View
from arena.games.mlem.worth import Worth


class Mlem:
    """The game as the contract wants it."""

    name = "mlem"
    title = "MLEM: Space Agency"
    version = 1
    seats = rules.SEATS
    variants: tuple[str, ...] = switches.VARIANTS
    every: tuple[Options, ...] = switches.EVERY
    kinds = Kinds(Options, Board, State, Action, Outcome, View, AnyEvent)
    evaluator: Evaluator | None = Worth()

    options = staticmethod(switches.read)
    tables = staticmethod(reconstructed)
    setup = staticmethod(rules.setup)
    node = staticmethod(rules.node)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    outcomes = staticmethod(luck.outcomes)
    sample = staticmethod(luck.sample)
    resolve = staticmethod(rules.resolve)
    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)
    default = staticmethod(rules.default)
    score = staticmethod(scoring.score)
    places = staticmethod(scoring.places)
    narrate = staticmethod(narrate)


MLEM: Game[Options, Board, State, Action, Outcome, View] = Mlem()
