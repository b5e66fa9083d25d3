"""docs/tournaments.md says what the code does: every key, every format, every option."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tournaments.config import ENTRANT, ROOT, TIMES, read
from tournaments.formats import FORMATS

DOCUMENT = (Path(__file__).parents[2] / "docs/tournaments.md").read_text("utf-8")


@pytest.mark.parametrize("keys", [ROOT, TIMES, ENTRANT], ids=["file", "budget", "entrant"])
def test_every_key_is_in_the_table(keys: Mapping[str, tuple[str, str]]) -> None:
    rows = [f"| `{key}` | {meaning} | {without or 'must be there'} |" for key, (meaning, without) in keys.items()]
    assert "\n".join(rows) in DOCUMENT


def test_every_format_and_every_option_is_in_a_table() -> None:
    formats = [f"| `{info.name}` | {info.description} |" for info in FORMATS.values()]
    assert "\n".join(formats) in DOCUMENT
    options = [
        f"| `{info.name}` | `{o.key}` | {o.meaning}, from {o.within.start} to {o.within.stop - 1} | {o.default} |"
        for info in FORMATS.values()
        for o in info.options
    ]
    assert "\n".join(options) in DOCUMENT


def test_every_format_has_a_chapter() -> None:
    chapters = [
        line.removeprefix("### ").lower().replace(" ", "-") for line in DOCUMENT.splitlines() if line[:4] == "### "
    ]
    assert [chapter for chapter in chapters if chapter in FORMATS] == list(FORMATS)


def test_the_example_can_be_played(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", DOCUMENT, re.DOTALL)
    file = tmp_path / "cup.toml"
    file.write_text(example)
    assert read(file).names == ("greedy-1", "my-bot")
