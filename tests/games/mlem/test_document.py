"""The page about MLEM says what the code says."""

import re
from typing import get_args

import msgspec
import pytest
from msgspec import Struct

from arena.games.mlem import MLEM
from arena.games.mlem.moves import Action, Outcome
from arena.games.mlem.tables import Cat
from arena.games.mlem.view import View
from tests.games.mlem.document import ACTIONS, BLOCKS, EVENTS, MARKED, OUTCOMES, PATH, fill

TEXT = PATH.read_text("utf-8")


def section(title: str) -> str:
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def first_cells(text: str) -> list[str]:
    """The names in the first column of the tables."""
    return re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)


def test_the_document_is_fresh() -> None:
    assert fill(TEXT) == TEXT, "run: python -m tests.games.mlem.document"


def test_every_generated_part_is_in_the_document_once() -> None:
    assert sorted(name for _, name, _ in MARKED.findall(TEXT)) == sorted(BLOCKS)


@pytest.mark.parametrize(
    ("examples", "kinds"),
    [(ACTIONS, get_args(Action)), (OUTCOMES, get_args(Outcome)), (EVENTS, get_args(MLEM.kinds.event))],
    ids=["actions", "outcomes", "events"],
)
def test_every_kind_has_an_example(examples: tuple[Struct, ...], kinds: tuple[type[Struct], ...]) -> None:
    assert [type(example) for example in examples] == list(kinds)


def test_every_field_of_a_view_is_explained_in_its_order() -> None:
    assert first_cells(section("The view")) == list(View.__struct_fields__)


def test_every_ruling_is_there() -> None:
    rulings = re.findall(r"^\| (R\d+) \|", section("Rulings"), re.MULTILINE)
    assert rulings == [f"R{number}" for number in range(1, 29)]


def test_every_cat_and_every_variant_is_there() -> None:
    assert first_cells(section("Things")) == [str(cat) for cat in Cat]
    assert all(f"(`{variant}`)" in TEXT for variant in MLEM.variants)


def test_an_example_is_read_back_as_what_it_shows() -> None:
    for kind, examples in ((MLEM.kinds.action, ACTIONS), (MLEM.kinds.outcome, OUTCOMES), (MLEM.kinds.event, EVENTS)):
        for example in examples:
            assert msgspec.msgpack.decode(msgspec.msgpack.encode(example), type=kind) == example
