"""The best expected points with the cat that is on the move, and no thought for anybody else.

Everything hangs on one table, made anew for every decision: what it is worth to ride on from each field with each
number of dice. Riding on means a crash, or the next field, where the better of leaving and riding on is taken. To leave
is worth the points one gets, and a share of the goals and missions that come nearer.
"""

from __future__ import annotations

from arena.sdk import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DEEP = 26
WORMHOLE = 4
HOME = 1.0  # points that a cat is worth which is back home after a crash
NEARER = 3.0  # a goal that is one cat further away is worth so many times less
SPECIAL = ("navigator", "parachute", "moon", "planet", "deep")  # cats whose power changes what a landing is worth


class Greedy:
    """Plays one match. `tables` has the mat, `view` the position, as `docs/games/mlem.md` describes them."""

    def __init__(self, start: dict[str, Any]) -> None:
        tables = start["tables"]
        self.seat: int = start["seat"]
        self.tables = tables
        self.fields: list[dict[str, Any]] = tables["fields"]
        self.bodies: list[dict[str, Any]] = tables["bodies"]
        self.explore = {token["field"]: token for token in tables["exploration_tokens"]}
        self.ufo: list[int] = tables["ufo"] if start["options"]["ufo"] else []
        self.place = {body["id"]: number for number, body in enumerate(self.bodies)}
        self.ahead = [[self._next(field, dice) for dice in range(tables["dice"] + 1)] for field in range(DEEP)]
        self.view: dict[str, Any] = {}
        self.mine: list[int] = []  # my cats on each body

    def choose(self, ask: dict[str, Any]) -> Any:
        self.view = ask["view"]
        self.mine = [[seat for seat, _ in riders].count(self.seat) for riders in self.view["space"]]
        value = getattr(self, "_" + self.view["phase"])()
        values = [value(action) for action in ask["legal"]]
        best = max(values)
        return ask["legal"][values.index(best)], None, round(best, 2)

    # One method for each phase: it returns the function that says what an action is worth.

    def _keep(self) -> Any:
        """Missions near the start are easy, and one cat is enough for two of the same."""
        return lambda action: -sum(self.place[mission] for mission in set(action["missions"]))

    def _board(self) -> Any:
        """What the cat can expect from the launch."""
        lifted = any(cat == "satellite" for _, cat in self.view["aboard"])
        dice: int = self.view["dice"]
        plain = self._riding("")

        def value(action: dict[str, Any]) -> float:
            cat = action["cat"]
            field = self.tables["satellite"] if lifted or cat == "satellite" else 0
            return (self._riding(cat) if cat in SPECIAL else plain)[field][dice]

        return value

    def _travel(self) -> Any:
        view = self.view
        field: int = view["field"]
        dice: int = view["dice"]
        cat = next(cat for seat, cat in view["aboard"] if seat == self.seat)
        riding, leaving = self._riding(cat), self._leaving(cat)

        def value(action: dict[str, Any]) -> float:
            if action["do"] == "reroll":
                return riding[field][dice]
            if action["do"] == "crash":
                return self._crashed(cat, leaving[field])
            to, left = self._moved(action)
            gain = 0.0
            while to in view["face_up"] and self.explore[to]["effect"] == "wormhole" and to < DEEP:
                to = min(to + WORMHOLE, DEEP)
            if to in view["face_up"]:
                token = self.explore[to]
                gain += token["points"]
                left += token["effect"] == "regain" and left < self.tables["dice"]
            if to == view["ufo"]:
                gain += sum(self.ufo[view["ufo_taken"] :][:1])
            if to == DEEP:
                return gain + self._landing(cat, len(self.bodies) - 2)  # the captain's cat goes to the comet
            return gain + max(leaving[to], riding[to][left])

        return value

    def _regain(self) -> Any:
        return lambda action: float(action["take"])

    def _land(self) -> Any:
        """Leave, if what there is here is at least what riding on promises."""
        cat = next(cat for seat, cat in self.view["aboard"] if seat == self.seat)
        stay = self._riding(cat)[self.view["field"]][self.view["dice"]]
        return lambda action: self._landing(cat, self.place[action["to"]]) if "to" in action else stay

    def _parachute(self) -> Any:
        return lambda action: self._landing("parachute", self.place[action["to"]]) if "to" in action else HOME

    # What things are worth.

    def _riding(self, cat: str) -> list[list[float]]:
        """What it is worth to ride on from each field with each number of dice, from the last field down."""
        leaving = self._leaving(cat)
        most = self.view["dice"] + 2  # a die may come back
        best = [[0.0]] * DEEP + [[leaving[DEEP]] * (self.tables["dice"] + 1)]
        riding = [[0.0]] * DEEP
        for field in range(DEEP - 1, self.view["field"] - 1, -1):
            here, crashed = leaving[field], self._crashed(cat, leaving[field])
            riding[field] = [
                crash * crashed + sum([weight * best[to][left] for weight, to, left in ways])
                for crash, ways in self.ahead[field][:most]
            ]
            best[field] = [max(here, value) for value in riding[field]]
        return riding

    def _leaving(self, cat: str) -> list[float]:
        """What it is worth to leave at each field; less than nothing where one cannot."""
        worth = [self._landing(cat, body) for body in range(len(self.bodies))]
        if cat == "navigator":
            leaving = [max([worth[body] for body in field["near"]], default=-1.0) for field in self.fields]
        else:
            leaving = [-1.0 if field["body"] is None else worth[field["body"]] for field in self.fields]
        leaving[DEEP] = worth[-1]  # somebody else may be captain then: the galaxy
        return leaving

    def _landing(self, cat: str, place: int) -> float:
        """What my cat is worth on this body: points, and how much nearer goals and missions come."""
        body, riders = self.bodies[place], self.view["space"][place]
        kind, points = body["kind"], body["points"]
        if kind == "moons":
            if len(riders) == len(points):
                return -1.0
            value = float(points[len(riders)] * (1 + (cat == "moon")))
        elif kind == "deep":
            value = float(points[0] * (1 + (cat == "deep")))
        else:
            value = float(self._planet(points, [*riders, [self.seat, cat]]) - self._planet(points, riders))
        return value + self._goals(kind, place) + self._mission(place)

    def _planet(self, points: list[int], riders: list[Any]) -> int:
        """What a planet with these riders pays me."""
        owners = [seat for seat, _ in riders]
        if self.seat not in owners:
            return 0
        order = sorted(dict.fromkeys(owners), key=owners.count, reverse=True)
        rank = min(order.index(self.seat), len(points) - 1)
        return points[rank] * (1 + ([self.seat, "planet"] in riders))

    def _goals(self, kind: str, place: int) -> float:
        """Four planets, three on one planet, four moons, two in deep space: to the first player only."""
        free = [owner is None for owner in self.view["goals"]]
        if True not in free:
            return 0.0
        mine = self.mine
        kinds = [count for body, count in zip(self.bodies, mine, strict=True) if body["kind"] == kind]
        if kind == "moons":
            return free[2] * self._nearer(sum(kinds), 4)
        if kind == "deep":
            return free[3] * self._nearer(sum(kinds), 2)
        new = 0.0 if mine[place] else free[0] * self._nearer(sum(count > 0 for count in kinds), 4)
        return new + free[1] * self._nearer(mine[place], 3)

    def _nearer(self, have: int, need: int) -> float:
        """What one more cat is worth on the way to a goal."""
        if have >= need:
            return 0.0
        goal: int = self.tables["goal"]
        return goal / NEARER ** (need - have - 1) - goal / NEARER ** (need - have)

    def _mission(self, place: int) -> float:
        """What a landing is worth to my missions: the first cat there does them, one or both of the same."""
        missions = self.view["players"][self.seat]["missions"] or []
        body = self.bodies[place]["id"]
        if body not in missions or self.mine[place]:
            return 0.0
        done, points = sum(self.mine[self.place[mission]] > 0 for mission in missions), self.tables["missions"]
        return float(points[done + missions.count(body)] - points[done])

    def _crashed(self, cat: str, here: float) -> float:
        return max(here, HOME) if cat == "parachute" else HOME

    # How the rocket moves.

    def _moved(self, action: dict[str, Any]) -> tuple[int, int]:
        """Field and dice after a travel choice."""
        view, here = self.view, self.fields[self.view["field"]]
        used = [(face, count) for face, count in view["roll"] if face in action["faces"]]
        distance = len(action["boosters"]) + sum(count * self._steps(face, here) for face, count in used)
        aside = sum(count for face, count in used if face != "flame")
        if action["ability"]:
            token = self.tables["expedition_tokens"][view["token"]]
            distance += sum(self._steps(face, here) for face in token["extra"] if face in here["faces"])
            aside *= token["ability"] != "keep_dice"
        return min(view["field"] + distance, DEEP), max(view["dice"] - aside, 1)

    def _next(self, field: int, dice: int) -> tuple[float, list[tuple[float, int, int]]]:
        """The chance of a crash, and where a roll leads: one group, as large as it is on average."""
        here, faces = self.fields[field], self.tables["faces"]
        dice = max(dice, 1)
        usable = sum(face in here["faces"] for face in faces) / len(faces)
        crash = (1 - usable) ** dice
        ways = []
        for face in here["faces"]:
            share = faces.count(face) / len(faces)
            group = max(1, round(dice * share / (1 - (1 - share) ** dice)))
            to = min(field + group * self._steps(face, here), DEEP)
            left = dice if face == "flame" else max(dice - group, 1)
            ways.append(((1 - crash) * share / usable, to, left))
        return crash, ways

    def _steps(self, face: Any, here: dict[str, Any]) -> int:
        steps: int = here["flame"] if face == "flame" else face
        return steps


BOT = Greedy

if __name__ == "__main__":
    run(BOT, name="greedy")
