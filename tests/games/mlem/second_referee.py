"""A second referee: MLEM written once more, naively, from the rules text and the board file alone.

It is handed the whole log of a game as plain dicts and replays it. Whatever the rules fix is computed and compared;
whatever a player or luck may choose is read from the log and must have been possible. It shares no code with the
engine, so a mistake has to be made twice, in two ways of writing, to stay hidden.

Beside the totals it returns what every player was free to choose whenever they were asked, to be compared with what
the engine offered, and which notable situations occurred. R1, R2, ... are the rulings of the rules text.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any, NamedTuple, NoReturn, TypeAlias

Dict: TypeAlias = dict[str, Any]

CATS = ("satellite", "navigator", "parachute", "moon", "planet", "deep", "saboteur", "booster")
GOALS = ("four_planets", "three_on_planet", "four_moons", "two_deep")
LAST = 26
FIELDS = {
    "token_laid": "field effect points",
    "missions_dealt": "seat missions",
    "missions_kept": "seat missions",
    "expedition_began": "expedition starter dice",
    "token_turned": "token ufo dice ability extra",
    "boarded": "seat cat",
    "launched": "field captain",
    "rolled": "seat field groups",
    "ability_used": "seat ability extra",
    "moved": "seat start to faces boosters dice",
    "token_taken": "seat kind field points",
    "token_resolved": "seat field effect",
    "regained": "seat dice",
    "wormhole": "start to",
    "stayed": "seat cat",
    "landed": "seat cat body how",
    "scored": "seat points source name",
    "goal_taken": "seat goal",
    "die_lost": "captain dice",
    "captain_changed": "captain",
    "crashed": "captain field allowed crashes",
    "went_home": "seat cat",
    "game_ended": "ending",
}


class Disagreement(Exception):
    """The log tells what the rules do not allow, or leaves out what they demand."""

    def __init__(self, number: int, event: Mapping[str, Any] | None, sentence: str) -> None:
        super().__init__(f"event {number}, {event}: {sentence}")
        self.number, self.event, self.sentence = number, event, sentence


class Verdict(NamedTuple):
    """What the second referee found in a log that it agrees with."""

    totals: list[int]
    asked: list[tuple[int, int, list[Dict]]]  # events told before, seat, all that it could choose
    seen: Counter[str]


def subsets(things: Iterable[Any]) -> list[list[Any]]:
    pool = list(things)
    return [list(some) for size in range(len(pool) + 1) for some in combinations(pool, size)]


def as_lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: as_lists(part) for key, part in value.items()}
    return [as_lists(part) for part in value] if isinstance(value, list | tuple) else value


@cache
def printed() -> Dict:
    return tomllib.loads(files("arena.games.mlem").joinpath("reconstructed.toml").read_text("utf-8"))


def replay(options: Mapping[str, bool], seats: int, log: Sequence[Mapping[str, Any]]) -> Verdict:
    """Judge a whole game; raises the first Disagreement."""
    return SecondReferee(options, seats, log).judge()


class SecondReferee:
    def __init__(self, options: Mapping[str, bool], seats: int, log: Sequence[Mapping[str, Any]]) -> None:
        self.board = printed()
        self.options, self.seats = options, seats
        self.log: list[Dict] = [as_lists(dict(event)) for event in log]
        self.at = 0
        self.asked: list[tuple[int, int, list[Dict]]] = []
        self.seen: Counter[str] = Counter()
        self.home = [list(CATS) for _ in range(seats)]
        self.space: list[tuple[int, str, str]] = []  # seat, cat, body, in the order of the landings
        self.aboard: list[tuple[int, str]] = []
        self.spent: list[int] = []  # owners of the boosters used in this expedition
        self.goals = list(GOALS)
        self.totals = [0] * seats
        self.tokens = [0] * seats
        self.missions: list[list[str]] = [[] for _ in range(seats)]
        self.mat: dict[int, Dict] = {}
        self.stack: list[Dict] = list(self.board["exploration_token"])
        self.unturned = list(range(len(self.board["expedition_token"])))
        self.ufo, self.ufo_tokens = LAST, list(self.board["ufo"]["tokens"])
        self.expeditions = self.crashes = self.field = self.dice = 0
        self.printed: list[int | str] = []  # the extra dice of the expedition token
        self.ability = self.ending = ""

    # --- reading the log

    def peek(self) -> Dict:
        return self.log[self.at] if self.at < len(self.log) else {"event": "end of the log"}

    def disagree(self, sentence: str, at: int | None = None) -> NoReturn:
        number = self.at if at is None else at
        raise Disagreement(number, self.log[number] if number < len(self.log) else None, sentence)

    def take(self, tag: str, /, only: int | None = None, **expected: object) -> Dict:
        """The next event, which must have this tag and say this."""
        event = self.peek()
        if event["event"] != tag:
            self.disagree(f"{tag} {expected} is due here")
        if set(event) - {"event", "only"} != set(FIELDS[tag].split()):
            self.disagree(f"{tag} must tell {FIELDS[tag]}")
        for key, value in {"only": only, **expected}.items():
            if event.get(key) != value:
                self.disagree(f"{key} must be {value}")
        self.at += 1
        return event

    def told(self, right: bool, sentence: str) -> None:
        """Something that the event just taken must fulfil."""
        if not right:
            self.disagree(sentence, self.at - 1)

    def ask(self, seat: int, actions: list[Dict]) -> None:
        self.asked.append((self.at, seat, actions))

    # --- the whole game

    def judge(self) -> Verdict:
        if self.options["exploration"]:
            for _ in range(5):
                self.lay()
        if self.options["missions"]:
            self.deal()
        while not self.ending:
            self.expedition()
        self.take("game_ended", ending=self.ending)
        self.seen[f"ended by {self.ending}"] += 1
        self.final_scoring()
        if self.at < len(self.log):
            self.disagree("the game is over, nothing can follow")
        return Verdict(self.totals, self.asked, self.seen)

    def deal(self) -> None:
        copies = self.board["missions"]["copies"]
        pool = Counter({body["id"]: copies for body in self.board["moons"] + self.board["planet"]})
        dealt = []
        for seat in range(self.seats):
            four = self.take("missions_dealt", seat=seat, only=seat)["missions"]
            self.told(len(four) == 4 and Counter(four) <= pool, "four missions are dealt, of those still in the stack")
            pool -= Counter(four)
            dealt.append(four)
        for seat, four in enumerate(dealt):  # R25: all choose at once
            self.ask(seat, [{"do": "keep", "missions": three} for three in combinations(four, 3)])
        for seat, four in enumerate(dealt):
            kept = self.take("missions_kept", seat=seat, only=seat)["missions"]
            self.told(len(kept) == 3 and Counter(kept) <= Counter(four), "three of the four dealt missions are kept")
            self.missions[seat] = kept

    def expedition(self) -> None:
        starter = self.expeditions % self.seats
        self.expeditions += 1
        self.take("expedition_began", expedition=self.expeditions, starter=starter, dice=6)
        self.dice, self.ability, self.printed, self.spent = 6, "", [], []
        if self.options["ufo"]:
            self.turn_token()
        for seat in [*range(starter, self.seats), *range(starter)]:
            self.ask(seat, [{"do": "board", "cat": cat} for cat in self.home[seat]])
            cat = self.take("boarded", seat=seat)["cat"]
            self.told(cat in self.home[seat], "this cat is not at home")
            self.home[seat].remove(cat)
            self.aboard.append((seat, cat))
        satellites = sum(cat == "satellite" for _, cat in self.aboard)
        self.seen["two satellites aboard"] += satellites > 1
        self.field = self.board["satellite"]["field"] if satellites else 0
        self.take("launched", field=self.field, captain=starter)
        while self.aboard and self.travel():
            self.landing()
        if self.crashes == self.board["crash_track"]["length"]:
            self.ending = "crashes"
        elif any(self.standing(seat) == 8 for seat in range(self.seats)):
            self.ending = "all_in_space"

    def turn_token(self) -> None:
        if not self.unturned:  # R13
            self.seen["expedition tokens ran out"] += 1
            return
        event = self.take("token_turned")
        self.told(event["token"] in self.unturned, "this expedition token was turned up before")
        self.unturned.remove(event["token"])
        token = self.board["expedition_token"][event["token"]]
        self.ufo = max(0, self.ufo - token["ufo"])
        self.dice, self.ability, self.printed = token["dice"], token["ability"], token.get("extra", [])
        self.told(event["ufo"] == self.ufo, f"the UFO must stand on {self.ufo}")
        self.told(event["dice"] == self.dice, f"the token gives {self.dice} dice")
        self.told((event["ability"], event["extra"]) == (self.ability, self.printed), "the token has another ability")

    # --- travel

    def allowed(self) -> list[int | str]:
        return list(self.board["field"][self.field]["faces"])

    def worth(self, face: int | str) -> int:
        return int(self.board["field"][self.field]["flame"] if face == "flame" else face)

    def travel(self) -> bool:
        """One travel phase; False when the rocket crashed."""
        captain = self.aboard[0][0]
        roll = self.roll(captain)
        if self.ability == "reroll" and self.peek()["event"] == "ability_used":
            self.take("ability_used", seat=captain, ability="reroll", extra=[])
            self.ability = ""
            lost = not set(roll) & set(self.allowed())
            roll = self.roll(captain)
            self.seen["reroll after a crashing roll"] += lost
            self.seen["reroll saved the rocket"] += lost and bool(set(roll) & set(self.allowed()))
        if self.peek()["event"] == "crashed":
            self.crash(captain, roll)
            return False
        self.move(captain, roll)
        stood = self.field
        if self.options["exploration"]:
            self.explore(captain)
        if self.options["ufo"] and self.field == self.ufo and self.ufo_tokens:  # R18: where the phase has ended
            points = self.ufo_tokens.pop(0)
            self.take("token_taken", seat=captain, kind="ufo", field=self.field, points=points)
            self.tokens[captain] += points
            self.seen["UFO token"] += 1
            self.seen["UFO token in deep space"] += self.field == LAST
            self.seen["UFO token after a wormhole"] += self.field != stood
            self.seen["last UFO token"] += not self.ufo_tokens
        return True

    def roll(self, captain: int) -> dict[int | str, int]:
        groups = self.take("rolled", seat=captain, field=self.field)["groups"]
        roll: dict[int | str, int] = dict(groups)
        self.told(len(roll) == len(groups), "a face has two groups")
        self.told(all(face in self.board["dice"]["faces"] for face in roll), "no die has such a face")
        self.told(all(count > 0 for count in roll.values()), "a group has at least one die")
        self.told(sum(roll.values()) == self.dice, f"{self.dice} dice are available, all must be rolled")
        possible = self.travel_choices(roll)
        if possible:
            self.ask(captain, possible)
        return roll

    def boosters(self) -> list[int]:
        """Owners of boosters that can be used here."""
        owners = [seat for seat, cat in self.aboard if cat == "booster" and seat not in self.spent]
        return owners if 1 in self.allowed() else []

    def extra_dice(self) -> list[int | str]:
        """The printed dice that count here, if the ability is still there."""
        return [face for face in self.printed if face in self.allowed()] if self.ability == "extra_dice" else []

    def travel_choices(self, roll: Mapping[int | str, int]) -> list[Dict]:
        usable = [face for face in roll if face in self.allowed()]
        found: list[Dict] = []
        for faces in subsets(usable):
            for boosters in subsets(self.boosters()):
                plain = {"do": "travel", "faces": faces, "boosters": boosters}
                if faces or boosters:
                    found.append({**plain, "ability": False})
                    if self.ability == "keep_dice":
                        found.append({**plain, "ability": True})
                if self.extra_dice():
                    found.append({**plain, "ability": True})
        if self.ability == "reroll":
            found.append({"do": "reroll"})
        if found and not usable:
            found.append({"do": "crash"})
        return found

    def move(self, captain: int, roll: Mapping[int | str, int]) -> None:
        allowed = self.allowed()
        extra: list[int | str] = []
        keep = False
        if self.peek()["event"] == "ability_used":
            if self.ability not in {"extra_dice", "keep_dice"}:
                self.disagree("there is no ability left that could be used with this travel")
            extra, keep = self.extra_dice(), self.ability == "keep_dice"
            self.take("ability_used", seat=captain, ability=self.ability, extra=extra)
            self.told(keep or bool(extra), "none of the printed dice can be used here")
            self.ability = ""
        owners = self.boosters()
        event = self.take("moved", seat=captain, start=self.field)
        faces, boosters = event["faces"], event["boosters"]
        self.told(len(set(faces)) == len(faces), "a group can be used once only")
        self.told(all(face in roll and face in allowed for face in faces), "a used group was not rolled or not allowed")
        self.told(len(set(boosters)) == len(boosters), "a booster can be used once only")
        self.told(all(seat in owners for seat in boosters), "a booster is spent, not aboard, or 1 is not allowed here")
        self.told(bool(faces or boosters or extra), "the captain must move by something")
        distance = sum(roll[face] * self.worth(face) for face in faces) + len(boosters) + sum(map(self.worth, extra))
        used = 0 if keep else sum(roll[face] for face in faces if face != "flame")
        field, dice = min(LAST, self.field + distance), max(1, self.dice - used)
        self.told(event["to"] == field, f"the rocket moves {distance} fields, to {field}")
        self.told(event["dice"] == dice, f"{dice} dice are available then")
        saved = not set(roll) & set(allowed)
        self.seen["booster used beside dice"] += bool(boosters and faces)
        self.seen["booster used alone beside usable dice"] += bool(boosters and not faces and not saved and not extra)
        self.seen["two boosters at once"] += len(boosters) > 1
        self.seen["booster saved the rocket"] += bool(saved and boosters and not extra)
        self.seen["extra dice saved the rocket"] += bool(saved and extra and not boosters)
        self.seen["extra dice showing a flame"] += "flame" in extra
        self.seen["some extra dice lost"] += bool(extra and len(extra) < len(self.printed))
        self.seen["dice kept"] += keep and any(face != "flame" for face in faces)
        self.seen["keep_dice without effect"] += keep and all(face == "flame" for face in faces)
        self.seen["last die came back"] += used == self.dice
        self.seen["stopped by the wall"] += self.field + distance > LAST
        self.field, self.dice = field, dice
        self.spent += boosters

    def explore(self, captain: int) -> None:
        resolved = 0
        while self.field in self.mat:  # R26: nothing is laid before the chain is done
            token = self.mat.pop(self.field)
            resolved += 1
            if token["effect"] == "points":
                self.take("token_taken", seat=captain, kind="exploration", field=self.field, points=token["points"])
                self.tokens[captain] += token["points"]
                continue
            self.take("token_resolved", seat=captain, field=self.field, effect=token["effect"])
            if token["effect"] == "regain":
                self.regain(captain)
            else:
                start, self.field = self.field, min(LAST, self.field + 4)
                self.take("wormhole", start=start, to=self.field)
        self.seen["wormhole into deep space"] += bool(resolved) and self.field == LAST
        self.seen["wormhole chain"] += resolved > 1
        self.seen["wormhole chain of three"] += resolved > 2
        for _ in range(min(resolved, len(self.stack))):
            self.lay()
            self.seen["token laid under the rocket"] += self.field in self.mat
        self.seen["exploration tokens ran out"] += len(self.mat) < 5

    def regain(self, captain: int) -> None:
        if self.dice == 6:
            self.seen["regain with all six dice"] += 1
            return
        self.ask(captain, [{"do": "regain", "take": True}, {"do": "regain", "take": False}])
        if self.peek()["event"] == "regained":
            self.dice += 1
            self.take("regained", seat=captain, dice=self.dice)
            self.seen["regain taken"] += 1
        else:
            self.seen["regain declined"] += 1

    def lay(self) -> None:
        event = self.take("token_laid")
        found = [token for token in self.stack if token["field"] == event["field"]]
        self.told(bool(found), "no such exploration token is left in the stack")
        self.told(event["effect"] == found[0]["effect"], "the token of this field has another effect")
        self.told(event["points"] == found[0].get("points", 0), "the token of this field has other points")
        self.stack.remove(found[0])
        self.mat[event["field"]] = found[0]

    def crash(self, captain: int, roll: Mapping[int | str, int]) -> None:
        allowed = self.allowed()
        self.crashes += 1
        self.take("crashed", captain=captain, field=self.field, allowed=allowed, crashes=self.crashes)
        self.told(not any(face in allowed for face in roll), "a rolled die is allowed: the captain must move")
        # The contact with the UFO was judged when the rocket came here: crashing beside it brings no second token.
        self.seen["crash beside the UFO"] += self.options["ufo"] and self.field == self.ufo
        self.seen["declined to save the rocket"] += bool(self.travel_choices(roll))
        landings = 0
        for seat, cat in list(self.aboard):  # R7
            body = self.beside(self.field)
            if cat != "parachute" or not body:
                continue
            if not self.room(body):
                self.seen["no room for a parachute"] += 1
                continue
            self.ask(seat, [{"do": "leave", "to": body}, {"do": "go_home"}])
            if self.peek()["event"] == "landed" and self.peek().get("seat") == seat:
                self.land(seat, cat, body, "parachute")
                landings += 1
            else:
                self.seen["parachute declined"] += 1
        self.seen["parachute landing"] += landings > 0
        self.seen["two parachute landings"] += landings > 1
        self.seen["11th crash with parachute"] += landings > 0 and self.crashes == 11
        for seat, cat in self.aboard:
            self.take("went_home", seat=seat, cat=cat)
            self.home[seat].append(cat)
        self.aboard = []

    # --- landing

    def beside(self, field: int) -> str:
        for body in self.board["moons"] + self.board["planet"]:
            if field in body["fields"]:
                return str(body["id"])
        return ""

    def moons(self, body: str) -> list[int]:
        """The points of the free moons of a group, the best first; nothing for a planet."""
        points = [moon for group in self.board["moons"] if group["id"] == body for moon in group["points"]]
        return sorted(points, reverse=True)[sum(place == body for _, _, place in self.space) :]

    def room(self, body: str) -> bool:
        return (
            body in {"comet", "galaxy"} or any(body == p["id"] for p in self.board["planet"]) or bool(self.moons(body))
        )

    def reach(self, cat: str) -> list[str]:
        """Where a cat could leave to, from the rocket's field."""
        bodies = [self.beside(self.field)]
        if cat == "navigator":
            higher = self.field + 1
            bodies += [self.beside(self.field - 1), "galaxy" if higher == LAST else self.beside(higher)]  # R5
        return [body for body in dict.fromkeys(bodies) if body and self.room(body)]

    def landing(self) -> None:
        if self.field <= 5:  # R3
            return
        captain = True
        for seat, cat in list(self.aboard):
            if self.field == LAST:  # R4, R10
                self.land(seat, cat, "comet" if captain else "galaxy", "rocket")
                captain = False
                continue
            bodies = self.reach(cat)
            if not bodies:
                self.seen["no free moon"] += 1
                continue
            self.ask(seat, [{"do": "stay"}, *({"do": "leave", "to": body} for body in bodies)])
            if self.peek()["event"] == "stayed":
                self.take("stayed", seat=seat, cat=cat)
            else:
                self.leave(seat, cat, bodies)

    def leave(self, seat: int, cat: str, bodies: Sequence[str]) -> None:
        commands = self.aboard[0] == (seat, cat)
        body = str(self.peek().get("body"))
        if body not in bodies:
            self.disagree(f"seat {seat} must stay or leave to one of {bodies}")
        hop = body != self.beside(self.field)
        self.land(seat, cat, body, "navigator" if hop else "rocket")
        self.seen["navigator hop"] += hop
        self.seen["navigator hop into deep space"] += body == "galaxy"
        self.seen["navigator captain into the galaxy"] += body == "galaxy" and commands
        if not self.aboard:
            self.seen["saboteur left last"] += cat == "saboteur"
            return
        if commands:
            self.take("captain_changed", captain=self.aboard[0][0])
        if cat == "saboteur":
            self.seen["saboteur by the captain"] += commands and self.dice > 1
            self.seen["saboteur and the last die"] += self.dice == 1
            if self.dice > 1:
                self.dice -= 1
                self.take("die_lost", captain=self.aboard[0][0], dice=self.dice)

    def standing(self, seat: int) -> int:
        return sum(owner == seat for owner, _, _ in self.space)

    def land(self, seat: int, cat: str, body: str, how: str) -> None:
        self.take("landed", seat=seat, cat=cat, body=body, how=how)
        moons = self.moons(body)
        self.aboard.remove((seat, cat))
        self.space.append((seat, cat, body))
        if body in {"comet", "galaxy"}:
            self.score(seat, self.board["deep_space"][body] * (1 + (cat == "deep")), "deep", body)
            self.seen[f"deep cat on the {body}"] += cat == "deep"
        elif moons:
            self.score(seat, moons[0] * (1 + (cat == "moon")), "moon", body)
            self.seen["moon cat on a moon"] += cat == "moon"
        mine = Counter(place for owner, _, place in self.space if owner == seat)
        planets = [mine[planet["id"]] for planet in self.board["planet"]]
        reached = {
            "four_planets": sum(count > 0 for count in planets) >= 4,
            "three_on_planet": max(planets) >= 3,
            "four_moons": sum(mine[group["id"]] for group in self.board["moons"]) >= 4,
            "two_deep": mine["comet"] + mine["galaxy"] >= 2,
        }
        won = [goal for goal in self.goals if reached[goal]]
        self.seen["goal reached too late"] += any(reached[goal] for goal in GOALS if goal not in self.goals)
        self.seen["two goals at once"] += len(won) > 1
        for goal in won:
            self.goals.remove(goal)
            self.take("goal_taken", seat=seat, goal=goal)
            self.score(seat, self.board["goals"]["points"], "goal", goal)
            self.seen[f"goal {goal}"] += 1
            self.seen["goal by parachute"] += how == "parachute"
        if self.standing(seat) == 8 and self.aboard:
            self.seen["all eight in space, others still aboard"] += 1  # R12

    def score(self, seat: int, points: int, source: str, name: str) -> None:
        self.take("scored", seat=seat, points=points, source=source, name=name)
        self.totals[seat] += points

    # --- the end

    def final_scoring(self) -> None:
        due: dict[tuple[int, str, str], int] = {}
        for planet in self.board["planet"]:
            name = planet["id"]
            cats = [(seat, cat) for seat, cat, place in self.space if place == name]
            owners = list(dict.fromkeys(seat for seat, _ in cats))  # by first arrival; sorting keeps that order in ties
            counts = Counter(seat for seat, _ in cats)
            ranked = sorted(owners, key=lambda seat: -counts[seat])
            self.seen["tie on a planet"] += len(set(counts.values())) < len(counts)
            for rank, seat in enumerate(ranked):
                due[seat, "planet", name] = planet["points"][min(rank, 2)] * (1 + ((seat, "planet") in cats))
        for seat in range(self.seats):
            mine = {place for owner, _, place in self.space if owner == seat}
            done = sum(mission in mine for mission in self.missions[seat])
            twins = any(count > 1 for target, count in Counter(self.missions[seat]).items() if target in mine)
            self.seen["two missions done by one cat"] += twins  # R23
            if self.options["missions"]:
                due[seat, "missions", ""] = self.board["missions"]["points"][done]
                self.seen[f"{done} missions done"] += 1
            if self.tokens[seat]:
                due[seat, "token", ""] = self.tokens[seat]
        while due:  # in any order
            event = self.take("scored")
            points = due.pop((event["seat"], event["source"], event["name"]), None)
            self.told(points is not None, f"these points are not due; what is due: {due}")
            self.told(event["points"] == points, f"{points} points are due")
            self.totals[event["seat"]] += event["points"]
