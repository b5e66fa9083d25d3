"""Bots that reckon the dice: attacks that work against ordinary generators of random numbers, tried on ours."""

import random
import secrets
from collections.abc import Sequence

from arena.fixture import Fixture, seed_of
from arena.games.chance import KeyedDraw

SEEN, GUESSED = 624, 200
WORDS = 2**32


def clone(seen: Sequence[int]) -> random.Random:
    """A twister in the state of the one that made these words."""
    twin = random.Random()
    twin.setstate((3, (*(_untemper(word) for word in seen), SEEN), None))
    return twin


def _untemper(word: int) -> int:
    word = _undo_right(word, 18)
    word = _undo_left(word, 15, 0xEFC60000)
    word = _undo_left(word, 7, 0x9D2C5680)
    return _undo_right(word, 11)


def _undo_right(word: int, shift: int) -> int:
    found = word
    for _ in range(32 // shift + 1):
        found = word ^ found >> shift
    return found


def _undo_left(word: int, shift: int, mask: int) -> int:
    found = word
    for _ in range(32 // shift + 1):
        found = word ^ (found << shift & mask)
    return found & (WORDS - 1)


def guessed(words: Sequence[int]) -> int:
    """How many of the words after the first are what the attack says."""
    twin = clone(words[:SEEN])
    return sum(twin.getrandbits(32) == word for word in words[SEEN:])


def test_who_clones_a_twister_from_what_it_saw_knows_nothing_of_our_dice() -> None:
    """Row D1. Whether the draws are of one place in the game or of one after another."""
    twister = random.Random(1)
    assert guessed([twister.getrandbits(32) for _ in range(SEEN + GUESSED)]) == GUESSED
    dice = Fixture(match="m", game="mlem", options="base", bots=("a", "b"), seed=secrets.token_bytes(32)).dice
    one = KeyedDraw(dice, ("die", 1))
    assert guessed([one.below(WORDS) for _ in range(SEEN + GUESSED)]) == 0
    assert guessed([KeyedDraw(dice, ("die", n)).below(WORDS) for n in range(SEEN + GUESSED)]) == 0


def rolls(seed: bytes) -> list[int]:
    fixture = Fixture(match="m", game="mlem", options="base", bots=("a", "b"), seed=seed)
    return [KeyedDraw(fixture.dice, ("die", n)).below(6) for n in range(16)]


def test_who_tries_the_seeds_that_a_clock_could_give_finds_none_of_ours() -> None:
    """Row D2. A seed that a person typed can be found, and is public by choice."""
    times = range(1_700_000_000, 1_700_002_000)
    tried = {tuple(rolls(seed_of(str(time)))) for time in times}
    assert tuple(rolls(seed_of("1700001234"))) in tried
    assert not any(tuple(rolls(secrets.token_bytes(32))) in tried for _ in range(100))
