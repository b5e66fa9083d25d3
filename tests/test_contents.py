"""The digest of a folder: the same for the same files, another one for any other."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from arena.contents import digest

NAMES = st.sampled_from(["a", "b", "ab", "c/a", "c/b", "c/d/a"])
FOLDERS = st.dictionaries(NAMES, st.binary(max_size=3), max_size=4)


def digest_of(files: dict[str, bytes], *beside: str, executable: str = "") -> str:
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            place = Path(folder, name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
            place.chmod(0o755 if name == executable else 0o644)
        return digest(Path(folder), *beside)


@given(FOLDERS, FOLDERS)
def test_two_folders_have_the_same_digest_if_and_only_if_they_hold_the_same(
    one: dict[str, bytes], other: dict[str, bytes]
) -> None:
    assert (digest_of(one) == digest_of(other)) == (one == other)
    assert digest_of(one) == digest_of(dict(reversed(one.items())))


@given(st.lists(st.text("ab", max_size=2)), st.lists(st.text("ab", max_size=2)))
def test_what_else_matters_is_part_of_it(one: list[str], other: list[str]) -> None:
    assert (digest_of({}, *one) == digest_of({}, *other)) == (one == other)


def test_rights_count_and_what_runs_leave_behind_does_not() -> None:
    files = {"bot.c": b"x"}
    assert digest_of(files) != digest_of(files, executable="bot.c")
    left = {"__pycache__/a.pyc": b"", ".git/HEAD": b"", "cup.db": b"", "capsules/m-seat0.json": b"", ".hidden": b""}
    assert digest_of(files) == digest_of(files | left)


def test_links_count_but_are_not_followed(tmp_path: Path) -> None:
    digests = set()
    for target in ("/dev/zero", "/proc/kcore", "/", "nowhere"):
        (tmp_path / "link").symlink_to(target)
        digests.add(digest(tmp_path))
        (tmp_path / "link").unlink()
    assert len(digests | {digest(tmp_path)}) == 5
