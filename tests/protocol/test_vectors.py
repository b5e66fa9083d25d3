import json
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from protocol import vectors

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
