"""What the referee tells the author of a bot that did something illegal."""

from typing import Any

import pytest

from arena.fixture import Fixture, seed_of
from arena.inprocess import InProcess
from arena.match import Table
from arena.record import Decision
from protocol import Fault


@pytest.mark.parametrize(
    ("action", "detail"),
    [
        ({"do": "leave", "to": "P9"}, 'not among the legal actions: {"do": "leave", "to": "P9"}'),
        ({"to": "P9\u202e", "do": "leave"}, 'not among the legal actions: {"to": "P9\\u202e", "do": "leave"}'),
        ({"do": "regain", "take": True}, 'not among the legal actions: {"do": "regain", "take": true}'),
        ({"do": "stay", "why": "x" * 5000}, 'not among the legal actions: {"do": "stay", "why": "xxx'),
        ({"do": "leave"}, "this is no action of the game: `to` is missing in `action`"),
        ({"do": "leave", "to": 9}, "this is no action of the game: `action.to` must be text, not an integer"),
        ({"do": "fly"}, "this is no action of the game: `action.do` cannot be 'fly'"),
        ({"do": "board", "cat": "cow"}, "this is no action of the game: `action.cat` cannot be 'cow'"),
    ],
)
async def test_an_illegal_action_is_told_in_words_for_authors_in_any_language(
    action: dict[str, Any], detail: str
) -> None:
    fixture = Fixture(match="m", game="mlem", options="base", bots=("a", "b"), seed=seed_of("1"))
    record = await Table(fixture, [InProcess(lambda ask: action) for _ in range(2)]).play()
    assert isinstance(record.steps[0], Decision)
    (choice,) = record.steps[0].choices
    assert choice.fault is Fault.ILLEGAL
    assert choice.detail.startswith(detail)
    assert len(choice.detail) < 250
