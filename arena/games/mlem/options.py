"""The three variants, which combine freely: eight games in one."""

from itertools import product

from msgspec import Struct

from arena.games.api import BadSetting

VARIANTS = ("ufo", "exploration", "missions")


class Options(Struct, frozen=True):
    """Which variants are played."""

    ufo: bool = False
    exploration: bool = False
    missions: bool = False

    def __str__(self) -> str:
        return "+".join(variant for variant in VARIANTS if getattr(self, variant)) or "base"


EVERY = tuple(Options(*switches) for switches in product((False, True), repeat=3))


def read(text: str) -> Options:
    """The options that `base`, `ufo`, `ufo+missions`, ... name; the order of the variants does not matter."""
    named = [] if text == "base" else text.split("+")
    unknown = [name for name in named if name not in VARIANTS]
    if unknown or len(set(named)) < len(named):
        if "base" in unknown:
            what = "base stands alone, for no variant at all"
        else:
            what = f"unknown variant {unknown[0]!r}" if unknown else f"a variant is named twice in {text!r}"
        raise BadSetting(f"{what}; choose base, or any of {', '.join(VARIANTS)} joined by +, such as ufo+missions")
    return Options(**dict.fromkeys(named, True))
