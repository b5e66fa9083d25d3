"""A small risk, or out: the captain keeps the rocket safe, and every cat leaves before it gets dangerous."""

from __future__ import annotations

from arena.sdk import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DEEP = 26  # the last field: nobody crashes there
RISK = 0.15  # more than this, and the cat leaves
ORDER = ("satellite", "booster", "saboteur", "planet", "moon", "parachute", "navigator", "deep")


class Cautious:
    """Plays one match, with one number in mind: the chance that the next roll crashes."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.fields = start["tables"]["fields"]
        self.faces = start["tables"]["faces"]

    def choose(self, ask: dict[str, Any]) -> Any:
        view, legal = ask["view"], ask["legal"]
        if view["phase"] == "board":
            return min(legal, key=lambda action: ORDER.index(action["cat"]))
        if view["phase"] == "travel":
            return min(legal, key=lambda action: self.risk_after(action, view))
        if view["phase"] == "land":
            risk = self.risk(view["field"], view["dice"])
            return legal[0 if risk > RISK else -1], f"risk {risk:.2f}"  # the first leaves, the last stays
        return legal[0]  # any missions, a die back, and the parachute is there to be used

    def risk_after(self, action: dict[str, Any], view: dict[str, Any]) -> float:
        """The risk of the roll after this choice; that of letting the rocket crash is whole."""
        if action["do"] != "travel":
            return 1.0 if action["do"] == "crash" else 0.9  # a reroll comes before a crash
        flame = self.fields[view["field"]]["flame"]
        used = [(face, count) for face, count in view["roll"] if face in action["faces"]]
        way = len(action["boosters"]) + sum(count * (flame if face == "flame" else face) for face, count in used)
        gone = sum(count for face, count in used if face != "flame")
        return self.risk(min(view["field"] + way, DEEP), max(view["dice"] - gone, 1))

    def risk(self, field: int, dice: int) -> float:
        """The chance that no die shows a face which this field allows."""
        if field == DEEP:
            return 0.0
        useless = [face for face in self.faces if face not in self.fields[field]["faces"]]
        return float((len(useless) / len(self.faces)) ** dice)


BOT = Cautious

if __name__ == "__main__":
    run(BOT, name="cautious")
