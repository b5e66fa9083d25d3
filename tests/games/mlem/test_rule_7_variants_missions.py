"""Section 7 of the rules, the variant `missions`."""

import pytest

from arena.games.api import Chance, IllegalAction
from arena.games.mlem import MLEM
from arena.games.mlem.events import Scored
from arena.games.mlem.luck import mission_tokens
from arena.games.mlem.moves import Dealt, Keep, Leave
from arena.games.mlem.state import Phase
from tests.games.mlem.table import BOARD, Table, crash, landing, table


def dealt() -> Table:
    at = Table(MLEM.setup(MLEM.options("missions"), 2))
    return at.luck(Dealt(("M1", "M1", "P4", "P5")), Dealt(("M2", "P3", "P4", "P5")))


def test_there_are_20_tokens_each_naming_a_moon_group_or_planet() -> None:
    tokens = mission_tokens(BOARD)
    kinds = {body.id: body.kind for body in BOARD.bodies}
    assert len(tokens) == 20
    assert {kinds[token] for token in tokens} == {"moons", "planet"}


def test_every_player_is_dealt_4() -> None:
    at = Table(MLEM.setup(MLEM.options("missions"), 2))
    assert MLEM.node(at.state) == Chance(("deal", "missions", 0))
    assert all(len(hand.missions) == 4 for hand, _ in MLEM.outcomes(at.state) or () if isinstance(hand, Dealt))
    at.luck(Dealt(("M1", "M1", "P4", "P5")))
    assert MLEM.node(at.state) == Chance(("deal", "missions", 1))


def test_no_token_is_dealt_twice() -> None:
    at = Table(MLEM.setup(MLEM.options("missions"), 2)).luck(Dealt(("M1", "M1", "P4", "P5")))
    hands = [hand.missions for hand, _ in MLEM.outcomes(at.state) or () if isinstance(hand, Dealt)]
    assert not any("M1" in hand for hand in hands)
    assert not any(hand.count("P4") > 1 for hand in hands)


def test_five_players_are_dealt_all_20() -> None:
    at = Table(MLEM.setup(MLEM.options("missions"), 5))
    while at.state.phase is Phase.DEAL:
        at.luck((MLEM.outcomes(at.state) or ())[0][0])
    hands = [player.dealt or () for player in at.state.players]
    assert sorted(mission for hand in hands for mission in hand) == sorted(mission_tokens(BOARD))


def test_every_player_keeps_3_of_them() -> None:
    at = dealt()
    assert set(MLEM.legal(at.state, 1)) == {
        Keep(("M2", "P3", "P4")),
        Keep(("M2", "P3", "P5")),
        Keep(("M2", "P4", "P5")),
        Keep(("P3", "P4", "P5")),
    }
    at.state = MLEM.apply(at.state, {0: Keep(("M1", "M1", "P5")), 1: Keep(("P3", "P4", "P5"))})
    assert [player.missions for player in at.state.players] == [("M1", "M1", "P5"), ("P3", "P4", "P5")]


def test_a_mission_that_was_not_dealt_cannot_be_kept() -> None:
    at = dealt()
    with pytest.raises(IllegalAction, match="M3"):
        MLEM.apply(at.state, {0: Keep(("M1", "M1", "M3")), 1: Keep(("P3", "P4", "P5"))})


def test_a_mission_is_done_when_one_of_the_owners_cats_stands_there() -> None:
    missions = {0: "M1 P1 P5", 1: "P1 P2 P3"}
    at = landing(8, "0:moon 1:deep", options="missions", missions=missions)
    assert MLEM.score(at.state) == (0, 0)
    at.do(Leave("P1"))
    assert MLEM.score(at.state) == (3 + 2, 0)


def test_another_players_cat_does_no_mission_of_mine() -> None:
    at = table("0:moon 1:moon", options="missions", missions={0: "M1 P1 P5"}, space={"M1": "1:deep"})
    assert MLEM.score(at.state)[0] == 0


@pytest.mark.parametrize(
    ("space", "points"),
    [
        ({}, 0),
        ({"M1": "0:deep"}, 2),
        ({"M1": "0:deep", "M2": "0:planet"}, 5),
        ({"M1": "0:deep", "M2": "0:planet", "M3": "0:booster"}, 10),
    ],
)
def test_1_2_or_3_missions_done_are_worth_2_5_or_10(space: dict[str, str], points: int) -> None:
    at = table("0:moon 1:moon", options="missions", missions={0: "M1 M2 M3"}, space=space)
    assert MLEM.score(at.state)[0] == points


def test_missions_are_scored_at_the_end() -> None:
    missions = {0: "M1 M2 M3", 1: "P1 P2 P3"}
    at = table("0:moon 1:moon", options="missions", field=8, missions=missions, crashes=10, space={"M1": "0:deep"})
    assert Scored(0, 2, "missions", "") in crash(at).events


def test_missions_come_after_the_exploration_tokens_and_before_the_first_expedition() -> None:
    at = Table(MLEM.setup(MLEM.options("exploration+missions+ufo"), 2))
    phases = []
    while at.state.phase is not Phase.BOARD:
        phases.append(at.state.phase)
        if at.state.phase is Phase.KEEP:
            at.state = MLEM.apply(at.state, {seat: MLEM.default(at.state, seat) for seat in (0, 1)})
        else:
            at.luck((MLEM.outcomes(at.state) or ())[0][0])
    assert phases == [*[Phase.LAY] * 5, Phase.DEAL, Phase.DEAL, Phase.KEEP, Phase.TURN]
