import json
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from protocol import vectors
from protocol.examples import BAD, ODD
from protocol.limits import FROM_BOT

BYTES = {name: odd.data for name, odd in ODD.items()} | {name: bad.data for name, bad in BAD.items()}
STORED = json.loads(files("protocol.vectors").joinpath("vectors.json").read_text("utf-8"))


def test_the_file_is_fresh() -> None:
    assert vectors.stored() == vectors.render(), "run: python -m protocol.vectors"


@pytest.mark.parametrize("vector", STORED["canonical"], ids=lambda vector: vector["name"])
def test_a_plain_decoder_reads_the_bytes_as_the_message(vector: dict[str, Any]) -> None:
    assert msgspec.msgpack.decode(bytes.fromhex(vector["hex"])) == vector["message"]


@pytest.mark.parametrize("vector", STORED["canonical"], ids=lambda vector: vector["name"])
def test_a_plain_encoder_writes_the_message_as_the_bytes(vector: dict[str, Any]) -> None:
    assert msgspec.msgpack.encode(vector["message"]).hex() == vector["hex"]


def test_every_name_is_there_once() -> None:
    names = [vector["name"] for kind in ("canonical", "accepted", "refused") for vector in STORED[kind]]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("kind", ["accepted", "refused"])
def test_the_parts_are_the_bytes(kind: str) -> None:
    for vector in STORED[kind]:
        assert b"".join(bytes.fromhex(part) * times for part, times in vector["parts"]) == BYTES[vector["name"]]


def test_what_is_exactly_at_a_limit_is_accepted_and_what_is_just_beyond_is_refused() -> None:
    sizes = {name: len(data) for name, data in BYTES.items()}
    assert sizes["largest_message"] == FROM_BOT.message == sizes["large_message"] - 1
    for least, beyond in (("longest_text", "long_text"), ("longest_list", "long_list"), ("deepest", "just_too_deep")):
        assert sizes[least] == sizes[beyond] - 1
