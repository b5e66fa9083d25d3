"""The rest of the expedition, exactly: every roll with its probability, who commands, and what each landing is worth.

Where rolls lead is in `_rocket`, what the flight is worth to a rider in `_flight`, to all aboard in `_crew`; what a
landing is worth for the rest of the game is in `_worth`.
"""

from typing import Any

import msgspec

from arena.games import GAMES
from arena.games.mlem import moves
from arena.games.mlem.options import Options
from arena.games.mlem.state import Phase, State
from arena.games.mlem.tables import DEEP, Board, Cat
from arena.games.mlem.view import View
from arena.sdk import run
from bots._crew import Crew, Plans, Riders, riders_of, stand_of
from bots._flight import NEVER
from bots._rocket import Stand
from bots._worth import Weights, tuned

CANDIDATES = 4  # cats that are looked at closely
POSITIONS = 2  # whose plans are kept


class Player:
    """Values every action of a seat, in any position of one match."""

    def __init__(self, board: Board, options: Options, seats: int, weights: Weights) -> None:
        self.board = board
        self.options = options
        self.seats = seats
        self.weights = weights
        self._places = {body.id: place for place, body in enumerate(board.bodies)}
        self._plans: dict[Any, Plans] = {}

    def values(self, seat: int, position: View | State, legal: list[Any]) -> list[float]:
        """What each of these actions is worth to the seat: its own points, less a share of the others'."""
        if position.phase is Phase.KEEP:
            return [self._kept(action.missions) for action in legal]
        plans = self.plans(position)
        if position.phase is Phase.BOARD:
            return self._boardings(plans, seat, position, [action.cat for action in legal])
        place = next(place for place, rider in enumerate(position.aboard) if rider.seat == seat)
        crew = Crew(plans, riders_of(position), stand_of(position), place)
        if position.phase is Phase.TRAVEL:
            return [self._travelled(crew, position, action) for action in legal]
        if position.phase is Phase.REGAIN:
            return [crew.regained(take=action.take) for action in legal]
        landings = [self._places[action.to] if isinstance(action, moves.Leave) else None for action in legal]
        return [(crew.landed(to) if position.phase is Phase.LAND else crew.jumped(to)) for to in landings]

    def plans(self, position: View | State) -> Plans:
        """The plans for this position, perhaps made before."""
        key = (position.space, position.crashes, position.face_up, position.ufo, position.ufo_taken, position.token)
        found = self._plans.get(key)
        if found is None:
            if len(self._plans) >= POSITIONS:
                self._plans.clear()
            found = self._plans[key] = Plans(self.board, self.options, self.seats, position, self.weights)
        return found

    def _kept(self, missions: tuple[str, ...]) -> float:
        """The points that these missions can be expected to bring: the nearer the target, the likelier it is done."""
        chances = [0.0] * (len(missions) + 1)  # of so many done
        chances[0] = 1.0
        for mission in set(missions):
            likely, copies = 0.85 - 0.06 * self._places[mission], missions.count(mission)
            chances = [
                chance * (1 - likely) + (chances[done - copies] * likely if done >= copies else 0.0)
                for done, chance in enumerate(chances)
            ]
        return sum(chance * points for chance, points in zip(chances, self.board.missions, strict=False))

    def _boardings(self, plans: Plans, seat: int, position: View | State, cats: list[Cat]) -> list[float]:
        """What the flight with each cat is worth, beyond what the cat is worth at home. Only those that would be best
        as captains are looked at closely."""
        before = tuple([(rider.seat, rider.cat) for rider in position.aboard])
        homes = [plans.worth.home(seat, cat) for cat in cats]
        crews = [(*before, (seat, cat)) for cat in cats]
        stands = [self._launch(position, crew) for crew in crews]
        alone = [
            plans.alone(seat, cat).riding(stand) - home for cat, stand, home in zip(cats, stands, homes, strict=True)
        ]
        envy = plans.envy(seat)
        enough = sorted(alone)[-CANDIDATES:][0]
        values = []
        for crew, stand, home, value in zip(crews, stands, homes, alone, strict=True):
            if value < enough:
                values.append(NEVER)
                continue
            *others, mine = [plans.riding(crew, place, stand) for place in range(len(crew))]
            losses = [envy[rider] * other for (rider, _), other in zip(before, others, strict=True)]
            values.append(mine - home - sum(losses))
        return values

    def _launch(self, position: View | State, crew: Riders) -> Stand:
        """The rocket with this crew, before the first roll."""
        cats = [cat for _, cat in crew]
        field = self.board.satellite if Cat.SATELLITE in cats else 0
        return Stand(field, position.dice, cats.count(Cat.BOOSTER), position.ability)

    def _travelled(self, crew: Crew, position: View | State, action: Any) -> float:
        if isinstance(action, moves.Crash):
            return crew.crashed()
        stand = stand_of(position)
        if isinstance(action, moves.Reroll):
            return crew.rerolled(stand._replace(ability=False))
        return crew.travelled(self._moved(stand, position, action))

    def _moved(self, stand: Stand, position: View | State, action: moves.Travel) -> Stand:
        """Where a travel choice leads."""
        here = self.board.fields[stand.field]
        used = [(face, count) for face, count in position.roll if face in action.faces]
        way = len(action.boosters) + sum([count * (here.flame if face == "flame" else face) for face, count in used])
        aside = sum([count for face, count in used if face != "flame"])
        if action.ability and position.token is not None:
            token = self.board.expedition_tokens[position.token]
            way += sum([here.flame if face == "flame" else face for face in token.extra if face in here.faces])
            aside = 0 if token.ability == "keep_dice" else aside
        return Stand(
            min(stand.field + way, DEEP),
            max(stand.dice - aside, 1),
            stand.boosters - len(action.boosters),
            stand.ability and not action.ability,
        )


class Planner:
    """Plays one match."""

    def __init__(self, start: dict[str, Any], weights: Weights | None = None) -> None:
        kinds = GAMES[start["game"]].kinds
        self.seat: int = start["seat"]
        self.player = Player(
            msgspec.convert(start["tables"], kinds.tables),
            msgspec.convert(start["options"], kinds.options),
            start["seats"],
            weights or tuned(),
        )
        self._kinds = kinds

    def choose(self, ask: dict[str, Any]) -> Any:
        position = msgspec.convert(ask["view"], self._kinds.view)
        legal = msgspec.convert(ask["legal"], list[self._kinds.action])  # type: ignore[name-defined]
        values = self.player.values(self.seat, position, legal)
        best = max(values)
        return ask["legal"][values.index(best)], None, round(best, 3)


BOT = Planner

if __name__ == "__main__":
    run(BOT, name="planner")
