"""Every game, with every option and number of seats, keeps every law of the contract."""

import time
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from arena.games import GAMES
from arena.games.api import BadSetting, WrongRules, load, save
from tests.games.contract import FACTS, LAWS, SETTINGS, Law, Setting, play, seeded

quick = settings(
    max_examples=3,
    phases=[Phase.explicit, Phase.generate],  # a smaller seed is not a simpler game: shrinking would only take time
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def test_the_contract_knows_the_facts_of_every_game() -> None:
    assert set(FACTS) == set(GAMES)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@quick
@given(number=st.integers(0, 2**64), choices=st.lists(st.integers(0, 999), max_size=40))
def test_every_game_keeps_the_law(law: Law, setting: Setting, number: int, choices: list[int]) -> None:
    law(play(setting, *seeded(number, choices)), Random(number))


@settings(quick, max_examples=200)
@given(data=st.binary(max_size=60), cut=st.integers(0, 5000), at=st.integers(0, 5000))
def test_what_was_not_saved_is_not_loaded(data: bytes, cut: int, at: int) -> None:
    """Any bytes, half a state, a damaged state: refused, or a state of the right type."""
    for game in GAMES.values():
        saved = save(game, game.setup(game.every[-1], game.seats[0]))
        for damaged in (data, saved[: cut % len(saved)], saved[:at] + data + saved[at + len(data) :]):
            try:
                state = load(game, damaged)
            except WrongRules:
                continue
            assert msgspec.convert(msgspec.to_builtins(state), game.kinds.state) == state


@pytest.mark.parametrize("game", GAMES)
def test_states_of_other_rules_or_games_are_refused(game: str) -> None:
    mine = GAMES[game]
    plain = msgspec.msgpack.decode(save(mine, mine.setup(mine.every[0], mine.seats[0])))
    wrong: list[dict[str, object]] = [{"game": "chess"}, {"rules": mine.version + 1}, {"state": {}}, {"state": None}]
    for other in wrong:
        with pytest.raises(WrongRules):
            load(mine, msgspec.msgpack.encode(plain | other))


@pytest.mark.parametrize("game", GAMES)
def test_every_combination_of_options_has_a_name_that_is_read_again(game: str) -> None:
    mine = GAMES[game]
    assert [mine.options(str(options)) for options in mine.every] == list(mine.every)
    for wrong in ("", "nonsense", "+", "base+base", f"{mine.variants[0]}+{mine.variants[0]}"):
        with pytest.raises(BadSetting):
            mine.options(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_a_number_of_seats_that_the_game_does_not_have_is_refused(game: str) -> None:
    mine = GAMES[game]
    for seats in (-1, 0, mine.seats.start - 1, mine.seats.stop):
        with pytest.raises(BadSetting):
            mine.setup(mine.every[0], seats)


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_many_thousand_games_keep_all_laws(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """20,000 games, of which two laws look at each, in turn; fewer where the machine is too slow, and it says so."""
    mine = [setting for setting in SETTINGS if setting.game.name == game]
    started, games, nodes, longest = time.monotonic(), 0, 0, 0
    while games < 20_000 and time.monotonic() - started < 280:
        random = Random(games)
        trace = play(mine[games % len(mine)], *seeded(games))
        for law in random.sample(LAWS, 2):
            law(trace, random)
        games, nodes, longest = games + 1, nodes + len(trace.steps), max(longest, len(trace.steps))
    took = time.monotonic() - started
    with capsys.disabled():
        print(
            f"\n{game}: {games} games, {nodes} nodes, the longest {longest}, two of {len(LAWS)} laws each, {took:.0f} s"
        )
    assert games >= len(mine) * len(LAWS)
