"""The keyed draw: fair, fixed by seed and key, and so simple that any language can check it."""

import json
import subprocess
import sys
from collections.abc import Sequence
from hashlib import blake2b
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.chance import Item, Key, KeyedDraw, RandomDraw

SEED = bytes(range(32))
KEY: Key = ("roll", 3, 1, 0)
ODD = 3 * 2**30  # leaves a rest of 2**30: one word in four is thrown away
fixed = settings(max_examples=60, deadline=None, derandomize=True, database=None)
seeds = st.binary(min_size=16, max_size=64)
keys = st.lists(st.text(st.characters(codec="ascii")) | st.integers(-(10**9), 10**9), max_size=4).map(tuple)
bounds = st.integers(1, 2**32) | st.sampled_from([1, 6, 2**31, 2**31 + 1, 2**32 - 1, 2**32, ODD])


def words(seed: bytes, key: Key, count: int) -> list[int]:
    """The words of a key, by the recipe as it is written down."""
    text = json.dumps(list(key), separators=(",", ":"))
    blocks = (blake2b(f"{text}#{n}".encode(), key=seed, digest_size=64).digest() for n in range(count // 16 + 1))
    return [int(block[4 * i : 4 * i + 4].hex(), 16) for block in blocks for i in range(16)][:count]


def below(seed: bytes, key: Key, n: int, count: int) -> list[int]:
    """Numbers below n, by rejection of the words above the last whole multiple of n."""
    fair = [word for word in words(seed, key, 16 * count + 200) if word // n < 2**32 // n]
    return [word % n for word in fair[:count]]


def ranked(seed: bytes, key: Key, items: list[Item]) -> list[Item]:
    text = json.dumps(list(key), separators=(",", ":"))
    return sorted(items, key=lambda item: blake2b(f"{text}={json.dumps(item)}".encode(), key=seed).hexdigest())


@fixed
@given(seed=seeds, key=keys, n=bounds)
def test_numbers_follow_the_written_recipe(seed: bytes, key: Key, n: int) -> None:
    draw = KeyedDraw(seed, key)
    assert [draw.below(n) for _ in range(20)] == below(seed, key, n, 20)


def test_words_that_would_make_a_number_more_likely_are_thrown_away() -> None:
    drawn = words(SEED, KEY, 40)
    rejected = [word for word in drawn if word >= ODD]
    assert rejected, "this key tests nothing"
    draw = KeyedDraw(SEED, KEY)
    assert [draw.below(ODD) for _ in range(40 - len(rejected))] == [word for word in drawn if word < ODD]


def test_a_divisor_of_the_number_of_words_throws_nothing_away() -> None:
    draw = KeyedDraw(SEED, KEY)
    assert [draw.below(2**32) for _ in range(40)] == words(SEED, KEY, 40)


def test_draws_with_different_bounds_share_one_stream() -> None:
    draw, drawn = KeyedDraw(SEED, KEY), words(SEED, KEY, 3)
    assert [draw.below(2**32), draw.below(2), draw.below(256)] == [drawn[0], drawn[1] % 2, drawn[2] % 256]


GOLDEN: list[tuple[str, Key, int, list[int]]] = [
    # seed, key, n, the first twelve numbers
    ("000102030405060708090a0b0c0d0e0f", ("roll", 1, 0, 0), 6, [0, 2, 1, 3, 3, 3, 3, 1, 0, 0, 1, 4]),
    ("00000000000000000000000000000000", ("roll", 18, 25, 1), 6, [4, 4, 1, 0, 1, 1, 5, 1, 3, 2, 2, 3]),
    (
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        ("deal", "missions", 4),
        20,
        [5, 7, 0, 4, 9, 1, 0, 18, 9, 15, 16, 1],
    ),
    (
        "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
        ("x",),
        3221225472,
        [
            2464726085,
            2077518733,
            1210659653,
            830567701,
            2533991670,
            1346170021,
            3164003008,
            2616619107,
            2716185124,
            461201982,
            3038556517,
            314784536,
        ],
    ),
]
ORDERS: list[tuple[str, Key, Sequence[int | str]]] = [
    # seed, key, items in their hidden order
    (
        "000102030405060708090a0b0c0d0e0f",
        ("lay", "exploration"),
        [14, 6, 13, 5, 10, 22, 15, 23, 8, 21, 4, 7, 12, 17, 9, 19, 11, 18, 16, 20],
    ),
    ("00000000000000000000000000000000", ("turn", "expedition"), [10, 12, 2, 4, 7, 9, 11, 13, 5, 1, 3, 0, 8, 6]),
    ("ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", ("x", 1), ["M1", "M3", "M2", "P1", "P2"]),
]


@pytest.mark.parametrize(("seed", "key", "n", "numbers"), GOLDEN)
def test_golden_numbers(seed: str, key: Key, n: int, numbers: list[int]) -> None:
    draw = KeyedDraw(bytes.fromhex(seed), key)
    assert [draw.below(n) for _ in numbers] == numbers


@pytest.mark.parametrize(("seed", "key", "order"), ORDERS)
def test_golden_orders(seed: str, key: Key, order: list[int]) -> None:
    assert drawn_one_by_one(bytes.fromhex(seed), key, sorted(order)) == order


def drawn_one_by_one(seed: bytes, key: Key, items: list[Item]) -> list[Item]:
    """A new draw for every card, as in a match: nothing is remembered between them."""
    left, order = list(items), []
    while left:
        card = KeyedDraw(seed, key).first(left)
        left.remove(card)
        order.append(card)
    return order


@fixed
@given(seed=seeds, key=keys, items=st.lists(st.integers(0, 99), unique=True, min_size=1, max_size=20))
def test_a_stack_has_one_hidden_order(seed: bytes, key: Key, items: list[int]) -> None:
    assert drawn_one_by_one(seed, key, items) == ranked(seed, key, items)


@fixed
@given(items=st.lists(st.text(max_size=3), unique=True, min_size=2, max_size=10), removed=st.integers(0, 9))
def test_what_is_gone_does_not_change_the_order_of_the_rest(items: list[str], removed: int) -> None:
    rest = [item for place, item in enumerate(items) if place != removed % len(items)]
    order = drawn_one_by_one(SEED, KEY, items)
    assert drawn_one_by_one(SEED, KEY, rest[::-1]) == [item for item in order if item in rest]


def test_drawing_from_a_stack_does_not_disturb_the_numbers() -> None:
    one, other = KeyedDraw(SEED, KEY), KeyedDraw(SEED, KEY)
    one.first(["a", "b", "c"])
    assert [one.below(6) for _ in range(20)] == [other.below(6) for _ in range(20)]


@pytest.mark.parametrize("other", [("roll", 3, 1, 1), ("roll", 3, 10), ("roll", "3", 1, 0), ("roll", 31, 0), ()])
def test_other_keys_have_other_luck(other: Key) -> None:
    one, two = KeyedDraw(SEED, KEY), KeyedDraw(SEED, other)
    assert [one.below(2**32) for _ in range(4)] != [two.below(2**32) for _ in range(4)]


def test_luck_does_not_depend_on_the_process() -> None:
    program = (
        "from arena.games.chance import KeyedDraw\n"
        f"draw = KeyedDraw({SEED!r}, {KEY!r})\n"
        "print([draw.below(6) for _ in range(30)], draw.first(['M1', 'P1', 'M2', 'P2']))\n"
        "from arena.games import GAMES\n"
        "from arena.games.api import Decide, Over, save\n"
        "game = GAMES['mlem']\n"
        "state = game.setup(game.options('ufo+exploration+missions'), 3)\n"
        "while not isinstance(node := game.node(state), Over):\n"
        "    if isinstance(node, Decide):\n"
        "        state = game.apply(state, {seat: game.default(state, seat) for seat in node.seats})\n"
        "    else:\n"
        f"        state = game.resolve(state, game.sample(state, KeyedDraw({SEED!r}, node.key)))\n"
        "print(save(game, state).hex())\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": hashseed},
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        ).stdout
        for hashseed in ("1", "2")
    }
    assert len(said) == 1


@pytest.mark.parametrize("length", [0, 1, 15, 65, 100])
def test_a_seed_of_the_wrong_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=f"16 to 64 bytes, not {length}"):
        KeyedDraw(bytes(length), KEY)


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_a_bound_that_no_word_can_serve_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match=f"not {n}"):
        KeyedDraw(SEED, KEY).below(n)


def test_a_random_draw_stays_below_and_reaches_everything() -> None:
    draw = RandomDraw(Random(1))
    assert {draw.below(6) for _ in range(500)} == set(range(6))
    assert {draw.first("abc") for _ in range(100)} == set("abc")
    assert {draw.below(1) for _ in range(10)} == {0}


def test_every_key_of_a_die_has_a_stream_without_end() -> None:
    draw = KeyedDraw(SEED, KEY)
    assert set(islice(iter(lambda: draw.below(6), None), 1000)) == set(range(6))
