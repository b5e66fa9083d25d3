"""Where a roll can take the rocket: exact tables, made once for a board and shared by all plans on it.

A `Stand` is all that decides about the next roll. A `Fork` is everything that can come of it: the stands that can be
reached, and how likely the captain gets each one, if it takes of every roll the one that it likes best.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import comb
from operator import itemgetter
from typing import Any, NamedTuple

from arena.games.mlem.tables import DEEP, Board, ExpeditionToken, Face

KNOWN = 8_000  # answers that are kept; about a kilobyte each


class Stand(NamedTuple):
    """The rocket between two rolls: where, with how many dice, unused boosters, and the token's ability unused."""

    field: int
    dice: int
    boosters: int = 0
    ability: bool = False


CRASH = Stand(-1, 0)
CRASHED, REROLLED = 0, 1  # the places of a crash, and of the stand itself after a reroll, in every row of values


class Answers:
    """What the forks of a board remember. When it is too much, all is forgotten."""

    def __init__(self) -> None:
        self._roots: list[dict[int, Any]] = []
        self._many = 0

    def root(self) -> dict[int, Any]:
        """Room for one fork: the stands that it may like best, and under each of them the next ones."""
        self._roots.append({})
        return self._roots[-1]

    def one_more(self) -> None:
        self._many += 1
        if self._many > KNOWN:
            self._many = 1
            for root in self._roots:
                root.clear()


class Fork:
    """One roll: the stands to choose from, and which of them each roll offers."""

    def __init__(
        self, chances: Sequence[float], offered: Mapping[Stand, int], places: Sequence[int], answers: Answers
    ) -> None:
        self.stands = tuple(offered)
        self.again = REROLLED in places  # whether the ability can be used for another roll
        self.places = tuple(places)  # where a row of values has that of each stand
        self.room = max(places) + 1  # that a row of values needs
        self.pick: Callable[[list[Any]], Sequence[float]] = (
            itemgetter(*places) if len(places) > 1 else lambda row: (row[places[0]],)
        )
        self._chances = chances  # of each roll
        self._rolls = list(offered.values())  # of each stand, one bit for every roll that offers it
        once = twice = 0
        for rolls in self._rolls:
            once, twice = once | rolls, twice | once & rolls
        self._open = twice  # rolls that leave a choice
        self._answers = answers
        self._known = answers.root()

    def shares(self, values: Sequence[float]) -> list[float]:
        """How likely each stand is chosen by a captain who gives them these values."""
        order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
        known: Any = self._known
        for place in order:
            known = known.get(place)
            if type(known) is list:
                return known
            if known is None:
                break
        return self._learnt(order)

    def _learnt(self, order: Sequence[int]) -> list[float]:
        """Count, and remember it under the first stands of this order, after which nothing is left to choose."""
        self._answers.one_more()
        shares, known, open_rolls = self._count(order), self._known, self._open
        for place in order:
            open_rolls &= ~self._rolls[place]
            if not open_rolls:
                known[place] = shares
                break
            known = known.setdefault(place, {})
        return shares

    def _count(self, order: Sequence[int]) -> list[float]:
        shares = [0.0] * len(order)
        open_rolls = (1 << len(self._chances)) - 1
        for place in order:
            taken = open_rolls & self._rolls[place]
            open_rolls ^= taken
            while taken:
                roll = taken & -taken
                shares[place] += self._chances[roll.bit_length() - 1]
                taken ^= roll
            if not open_rolls:
                break
        return shares


class Rocket:
    """The forks of one board, with one expedition token or none."""

    def __init__(self, board: Board, token: ExpeditionToken | None = None, plain: "Rocket | None" = None) -> None:
        self._board = board
        self._token = token
        self._plain = plain or self  # without a token, or when its ability is used
        self._stands: dict[Stand, Stand] = plain._stands if plain else {}  # every one only once
        self._wide = max([board.dice, *[token.dice for token in board.expedition_tokens]]) + 1
        self._forks: dict[Stand, Fork] = {}
        self._answers: Answers = plain._answers if plain else Answers()

    def fork(self, stand: Stand) -> Fork:
        found = self._forks.get(stand)
        if found is None:
            foreign = self._plain is not self and not stand.ability
            found = self._forks[stand] = self._plain.fork(stand) if foreign else self._made(stand)
        return found

    def _made(self, stand: Stand) -> Fork:
        """Any set of groups, boosters where 1 is allowed, and the token's ability: all that each roll offers."""
        field, dice, boosters, ability = stand
        here = self._board.fields[field]
        usable = boosters if 1 in here.faces else 0
        kind, extra = self._ability(stand)
        chances: list[float] = []
        offered: dict[tuple[int, int, int, bool], int] = {}
        for roll, (chance, ways) in enumerate(_ways(self._board.faces, here.faces, here.flame, dice)):
            chances.append(chance)
            stands = [CRASH] if len(ways) == 1 else []
            stands += [stand._replace(ability=False)] if kind == "reroll" else []
            keys: list[tuple[int, int, int, bool]] = [*stands]
            for way, aside in ways:
                for used in range(usable + 1):
                    to, left = min(field + way + used, DEEP), max(dice - aside, 1)
                    if way or used:
                        keys.append((to, left, boosters - used, ability))
                        if kind == "keep_dice":
                            keys.append((to, dice, boosters - used, False))
                    if extra:
                        keys.append((min(field + way + used + extra, DEEP), left, boosters - used, False))
            for key in keys:
                offered[key] = offered.get(key, 0) | 1 << roll
        named = {self._named(Stand(*key)): rolls for key, rolls in offered.items()}
        places = [self._place(to, field) for to in named]
        return Fork(chances, named, places, self._answers)

    def _named(self, stand: Stand) -> Stand:
        return CRASH if stand.field < 0 else self._stands.setdefault(stand, stand)

    def _place(self, to: Stand, field: int) -> int:
        """Where a row of values has that of this stand; those with more boosters come later."""
        if to is CRASH:
            return CRASHED
        if to.field == field:
            return REROLLED
        return REROLLED + ((to.boosters * 2 + to.ability) * (DEEP + 1) + to.field) * self._wide + to.dice

    def _ability(self, stand: Stand) -> tuple[str, int]:
        """What the token's ability is here, if it is unused, and how far its extra dice carry."""
        if not stand.ability or self._token is None:
            return "", 0
        here = self._board.fields[stand.field]
        extra = [_steps(face, here.flame) for face in self._token.extra if face in here.faces]
        return self._token.ability, sum(extra)


@cache
def rockets(board: Board) -> tuple[Rocket, ...]:
    """One for each expedition token; the last is for expeditions without."""
    plain = Rocket(board)
    return (*[Rocket(board, token, plain) for token in board.expedition_tokens], plain)


@cache
def _ways(
    faces: tuple[Face, ...], allowed: tuple[Face, ...], flame: int, dice: int
) -> list[tuple[float, list[tuple[int, int]]]]:
    """Every roll with its probability, and for each set of its groups, the empty one first, how far it carries and how
    many dice it sets aside."""
    return [
        (
            chance,
            [
                (
                    sum([counts[face] * _steps(face, flame) for face in chosen]),
                    sum([counts[face] for face in chosen if face != "flame"]),
                )
                for size in range(len(counts) + 1)
                for chosen in combinations(counts, size)
            ],
        )
        for counts, chance in _rolls(faces, allowed, dice)
    ]


def _rolls(faces: tuple[Face, ...], allowed: tuple[Face, ...], dice: int) -> list[tuple[dict[Face, int], float]]:
    """How many dice show each allowed face, with the probability; all other dice do not matter."""
    rolls: list[tuple[dict[Face, int], int, int]] = [({}, dice, 1)]  # counts, dice left, ways
    for face in allowed:
        sides = faces.count(face)
        rolls = [
            ({**counts, face: count} if count else counts, left - count, ways * comb(left, count) * sides**count)
            for counts, left, ways in rolls
            for count in range(left + 1)
        ]
    others = sum(face not in allowed for face in faces)
    total = len(faces) ** dice
    return [(counts, ways * others**left / total) for counts, left, ways in rolls if ways * others**left]


def _steps(face: Face, flame: int) -> int:
    return flame if face == "flame" else face
