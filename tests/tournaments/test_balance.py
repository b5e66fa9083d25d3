"""Seats: within one for everybody, whatever the tables are."""

from collections import Counter
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.cups import SEED, span
from tournaments.balance import seated, shuffled

NAMES = [f"bot-{number}" for number in range(9)]


@st.composite
def any_tables(draw: st.DrawFn) -> list[list[str]]:
    """Tables of one size, of anybody."""
    size = draw(st.integers(1, 6))
    return draw(st.lists(st.lists(st.sampled_from(NAMES), min_size=size, max_size=size, unique=True), max_size=60))


@given(any_tables())
def test_whatever_the_tables_are_everybody_has_every_seat_equally_often(tables: list[list[str]]) -> None:
    result = seated(tables)
    assert [sorted(table) for table in result] == [sorted(table) for table in tables]
    had = Counter((name, seat) for table in result for seat, name in enumerate(table))
    for name in NAMES:
        assert span(had[name, seat] for seat in range(len(tables[0]) if tables else 1)) <= 1


@given(any_tables())
def test_after_as_many_matches_as_there_are_seats_everybody_has_had_them_all(tables: list[list[str]]) -> None:
    had: dict[str, list[int]] = {name: [] for name in NAMES}
    for table in seated(tables):
        for seat, name in enumerate(table):
            had[name].append(seat)
    size = len(tables[0]) if tables else 1
    for seats in had.values():
        for start in range(0, len(seats) - size + 1, size):
            assert sorted(seats[start : start + size]) == list(range(size))


def test_an_order_is_drawn_by_seed_and_label_and_by_nothing_else() -> None:
    order = shuffled(SEED, NAMES, "x", 1)
    assert sorted(order) == NAMES
    assert order == shuffled(SEED, NAMES, "x", 1)
    assert order not in (NAMES, shuffled(SEED, NAMES, "x", 2), shuffled(bytes(32), NAMES, "x", 1))


def test_every_order_is_equally_likely() -> None:
    orders = Counter(tuple(shuffled(SEED, "abc", "try", number)) for number in range(6000))
    assert len(orders) == 6
    assert all(880 < many < 1120 for many in orders.values())


def test_not_even_one_off_the_fair_share_is_always_possible() -> None:
    tables = list(combinations("abcde", 4))
    for kinds in product(range(3), repeat=5):
        had = Counter((name, kind) for table, kind in zip(tables, kinds, strict=True) for name in table)
        assert any(abs(3 * had[name, kind] - 4) > 3 for name in "abcde" for kind in range(3))
