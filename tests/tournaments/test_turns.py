"""Variants of schedules that grow: they take turns, and who had a bye gets what he missed, as far as that can be."""

from itertools import combinations_with_replacement

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.cups import Hat, cup, span
from tournaments.formats.turns import Turns


@given(st.integers(1, 8), st.lists(st.integers(0, 9), min_size=1, max_size=8), st.integers(0, 7), st.integers(0, 7))
def test_who_plays_without_a_break_has_all_variants_within_one(
    variants: int, rounds: list[int], joins: int, leaves: int
) -> None:
    turns, had = Turns(cup(4, variants=variants)), list[str]()
    for number, many in enumerate(rounds):
        plays = min(joins, leaves) <= number <= max(joins, leaves)
        dealt = turns.deal([["bot-0", "bot-1"], ["bot-2", "bot-3"] if plays else ["bot-2"]], many)
        assert dealt[0] == dealt[1]
        had += dealt[1] if plays else []
    assert span(had.count(one) for one in cup(4, variants=variants).variants) <= 1


def test_who_sat_out_is_given_what_he_missed() -> None:
    turns = Turns(cup(3, variants=2))
    ((missed,),) = turns.deal([["bot-0", "bot-1"]], 1)
    ((other,),) = turns.deal([["bot-0", "bot-1", "bot-2"]], 1)
    assert missed != other
    assert turns.deal([["bot-1", "bot-2"]], 1) == [[missed]]


@given(st.integers(0, 999), st.integers(1, 4), st.integers(1, 4), st.integers(1, 5))
def test_if_a_table_can_be_within_one_it_is(seed: int, variants: int, before: int, many: int) -> None:
    random, turns = Hat(seed).random, Turns(cup(5, variants=variants))
    had = {name: [0] * variants for name in cup(5).entrants}
    kinds = cup(5, variants=variants).variants

    def deal(names: list[str], matches: int) -> None:
        for one in turns.deal([names], matches)[0]:
            for name in names:
                had[name][kinds.index(one)] += 1

    for _ in range(before):
        deal(random.sample(cup(5).entrants, random.randint(1, 3)), random.randint(1, 3))
    names = random.sample(cup(5).entrants, 3)
    ways = combinations_with_replacement(range(variants), many)
    best = min(max(span(had[name][k] + way.count(k) for k in range(variants)) for name in names) for way in ways)
    deal(names, many)
    assert best > 1 or max(span(had[name]) for name in names) <= 1
