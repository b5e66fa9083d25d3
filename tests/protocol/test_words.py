import subprocess
import sys
from typing import Any

import msgspec
import pytest
from msgspec import Raw, Struct, inspect

from protocol.codec import encode
from protocol.examples import EXAMPLES
from protocol.faults import MEANINGS, Fault
from protocol.words import FROM_ARENA, FROM_BOT, Ask, Budget, BudgetLeft, tag

WORDS = [*FROM_ARENA.values(), *FROM_BOT.values()]


class Put(Struct, frozen=True, tag_field="do", tag="put"):
    cat: str
    at: tuple[int, ...] = ()


def decoded(data: bytes) -> Any:
    return msgspec.msgpack.decode(data)


def ask(view: Any) -> Ask:
    return Ask("m", 1, view, (Put("moon", (1, 2)),), [], BudgetLeft(1, 2))


@pytest.mark.parametrize("word", [*WORDS, Budget, BudgetLeft])
def test_every_message_and_every_field_is_described(word: type[Struct]) -> None:
    info = inspect.type_info(word)
    assert isinstance(info, inspect.StructType)
    assert word.__doc__
    assert word.__struct_config__.frozen
    for field in info.fields:
        assert isinstance(field.type, inspect.Metadata)
        assert (field.type.extra_json_schema or {})["description"]


@pytest.mark.parametrize("word", WORDS)
def test_every_message_has_an_example(word: type[Struct]) -> None:
    assert any(type(message) is word for message in EXAMPLES.values())


def test_the_type_comes_first() -> None:
    for message in EXAMPLES.values():
        assert next(iter(decoded(encode(message)).items())) == ("type", tag(type(message)))


def test_structs_of_a_game_go_into_a_message_as_they_are() -> None:
    message = decoded(encode(ask(Put("deep"))))
    assert message["view"] == {"do": "put", "cat": "deep", "at": []}
    assert message["legal"] == [{"do": "put", "cat": "moon", "at": [1, 2]}]


def test_what_is_encoded_already_goes_into_a_message_as_it_is() -> None:
    view = {"field": 3}
    assert encode(ask(Raw(msgspec.msgpack.encode(view)))) == encode(ask(view))


def test_what_is_optional_and_absent_is_not_sent() -> None:
    assert set(decoded(encode(EXAMPLES["act"]))) == {"type", "match", "turn", "action"}
    assert set(decoded(encode(EXAMPLES["ready"]))) == {"type", "protocol", "name", "version"}


def test_every_fault_is_explained() -> None:
    assert list(MEANINGS) == list(Fault)


def test_a_bot_that_starts_fast_can_have_the_numbers_without_msgspec() -> None:
    code = "import sys, protocol, protocol.limits, protocol.faults, protocol.text; print('msgspec' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "False\n"
