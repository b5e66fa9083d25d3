"""Variants of schedules that grow: everybody near his fair share, as far as what was played allows."""

from collections import Counter
from fractions import Fraction

import pytest

from tests.tournaments.cups import Hat, cup, off_share, played, span, variants_within
from tournaments.formats import FORMATS
from tournaments.formats.turns import Turns


def test_who_always_play_together_have_all_variants_in_turn() -> None:
    turns, names = Turns(cup(3, variants=5)), ["bot-0", "bot-1", "bot-2"]
    first = [turns.next(names) for _ in range(5)]
    assert sorted(first) == sorted(cup(3, variants=5).variants)
    assert [turns.next(names) for _ in range(5)] == first


def test_who_sat_out_is_given_what_he_missed() -> None:
    turns = Turns(cup(3, variants=2))
    missed = turns.next(["bot-0", "bot-1"])
    other = turns.next(["bot-0", "bot-1", "bot-2"])
    assert missed != other
    assert turns.next(["bot-1", "bot-2"]) == missed


def test_nobody_is_far_from_his_share_who_meets_anybody() -> None:
    hat, turns, had = Hat(3).random, Turns(cup(6, variants=3)), Counter[tuple[str, str]]()
    for _ in range(300):
        names = hat.sample(cup(6).entrants, 2)
        kind = turns.next(names)
        had.update((name, kind) for name in names)
    assert all(span(had[name, kind] for kind in cup(6, variants=3).variants) <= 5 for name in cup(6).entrants)


@pytest.mark.proof
@pytest.mark.parametrize("name", ["gauntlet", "swiss", "knockout", "ladder"])
def test_variants_are_near_the_fair_share(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    off, even = list[Fraction](), 0
    for entrants in range(2, 41):
        for size in range(2, min(entrants, 5) + 1):
            a_cup = cup(entrants, (size,), variants=2 + (entrants + size) % 7, rounds=1 + entrants % 3)
            assert not FORMATS[name].objections(entrants, a_cup.seats, {})
            pairings, _ = played(name, a_cup)
            some = [one for one in a_cup.entrants if any(one in pairing.entrants for pairing in pairings)]
            off.append(off_share(pairings, a_cup, some))
            even += variants_within(pairings, a_cup, some) <= 1
    near = sum(one <= 1 for one in off)
    with capsys.disabled():
        print(
            f"\n{name}: {len(off)} cups, variants within one of the fair share in {near / len(off):.1%}, within "
            f"{float(max(off)):.2f} in all; largest and smallest count within one in {even / len(off):.1%}"
        )
    assert max(off) < (3 if name == "ladder" else 2)
