"""Far, or not at all: the captain goes as far as the dice carry, and no cat leaves for the small places."""

from __future__ import annotations

from arena.sdk import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ENOUGH = 4  # points that are worth leaving for; a planet counts what its first place pays
LAST = 1  # with so few dice even the bold take what there is
ORDER = ("deep", "planet", "moon", "navigator", "parachute", "booster", "saboteur", "satellite")


class Bold:
    """Plays one match, with one number in mind: what the place beside the rocket pays."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.fields = start["tables"]["fields"]
        self.bodies = start["tables"]["bodies"]

    def choose(self, ask: dict[str, Any]) -> Any:
        view, legal = ask["view"], ask["legal"]
        if view["phase"] == "board":
            return min(legal, key=lambda action: ORDER.index(action["cat"]))
        if view["phase"] == "travel":
            return max(legal, key=lambda action: self.way(action, view))
        if view["phase"] == "land":
            best = max(legal[:-1], key=lambda action: self.pays(action["to"], view))  # the last one stays
            enough = self.pays(best["to"], view) >= ENOUGH or view["dice"] <= LAST
            return best if enough else legal[-1]
        return legal[0]  # any missions, a die back, and the parachute is there to be used

    def way(self, action: dict[str, Any], view: dict[str, Any]) -> int:
        """How far this choice carries the rocket."""
        if action["do"] != "travel":
            return 0
        flame = self.fields[view["field"]]["flame"]
        used = [(face, count) for face, count in view["roll"] if face in action["faces"]]
        way: int = len(action["boosters"]) + sum(count * (flame if face == "flame" else face) for face, count in used)
        return way

    def pays(self, to: str, view: dict[str, Any]) -> int:
        """The best that there is on this body."""
        place = next(place for place, body in enumerate(self.bodies) if body["id"] == to)
        taken = len(view["space"][place]) if self.bodies[place]["kind"] == "moons" else 0
        points: int = self.bodies[place]["points"][taken]
        return points


BOT = Bold

if __name__ == "__main__":
    run(BOT, name="bold")
