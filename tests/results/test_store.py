"""What is stored comes back; what does not belong is refused; and nothing is lost, whatever happens to a run."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import record as records
from arena.errors import UserError
from results import schema
from results.packing import packed
from results.rows import Row
from results.store import Meta, Store
from tests.results.samples import META, record, row

ROWS = [
    row(0, ["ada", "bob"], [1, 2], points=[7, 3]),
    row(1, ["bob", "ada"], [2, 1], faults=[["late", "late", "late"], []], variants="ufo+missions"),
    row(2, ["ada", "c|\x1b[1m<b>"], void="the machine was stopped"),
    row(3, ["ada", "ada", "bob"], [1, 1, 3], group=1),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "league.db"


def filled(path: Path, rows: list[Row], *, microseconds: int = 5) -> None:
    with Store.create(path, META) as store:
        for one in rows:
            store.add(one, record(one, microseconds=microseconds) if one.counts else b"")


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_rows_and_records_come_back_as_they_were(path: Path) -> None:
    filled(path, ROWS)
    with Store.read(path) as store:
        assert store.meta == META
        assert store.rows() == ROWS
        assert store.row(1) == ROWS[1]
        assert store.row(9) is None
        assert store.record(3) == record(ROWS[3])
        assert store.voids() == [ROWS[2]]
    assert names(path.parent) == {"league.db"}


def test_the_core_of_a_record_is_kept_apart_from_its_clock(path: Path) -> None:
    filled(path, ROWS)
    with Store.read(path) as store:
        assert store.core(0) == records.core(records.load(record(ROWS[0])))


def test_a_record_that_was_packed_elsewhere_comes_back_whole(path: Path) -> None:
    with Store.create(path, META) as store:
        store.add(ROWS[0], packed(record(ROWS[0])))
        assert store.record(0) == record(ROWS[0])


words = st.text(max_size=5)


@given(
    st.lists(words, min_size=2, max_size=5),
    st.lists(st.integers(-(2**40), 2**40), min_size=5, max_size=5),
    st.integers(0, 2**62),
    words,
)
def test_any_row_comes_back(entrants: list[str], points: list[int], group: int, void: str) -> None:
    one = row(group, entrants, points=points[: len(entrants)], group=group, void=void, variants="".join(entrants))
    with Store(Path("memory"), sqlite3.connect(":memory:", isolation_level=None)) as store:
        store._create(META)
        store.add(one, record(one) if one.counts else b"")
        assert store.rows() == [one]


def test_rows_come_in_schedule_order_however_they_were_added(path: Path) -> None:
    mixed = ROWS[:]
    Random(1).shuffle(mixed)
    filled(path, mixed)
    with Store.read(path) as store:
        assert store.rows() == ROWS


def test_adding_an_equal_row_again_changes_nothing(path: Path) -> None:
    filled(path, ROWS)
    with Store.open(path) as store:
        store.add(ROWS[0], record(ROWS[0], microseconds=9))
        assert store.rows() == ROWS
        assert store.record(0) == record(ROWS[0])


def test_another_row_of_the_same_number_is_refused(path: Path) -> None:
    filled(path, ROWS)
    other = row(0, ["ada", "bob"], [2, 1], points=[3, 7])
    with Store.open(path) as store:
        with pytest.raises(UserError, match="match 0 is stored already, with another result"):
            store.add(other, record(other))
        assert store.rows() == ROWS


@pytest.mark.parametrize("data", [b"", b"hello", records.MAGIC, record(ROWS[0])[:-1], record(ROWS[0]) + b"x"])
def test_bytes_that_are_no_record_are_not_stored(path: Path, data: bytes) -> None:
    with Store.create(path, META) as store:
        with pytest.raises(ValueError, match="not a record"):
            store.add(ROWS[0], data)
        assert store.rows() == []


def test_void_matches_can_be_forgotten_and_played_again(path: Path) -> None:
    filled(path, ROWS)
    again = row(2, ["ada", "c|\x1b[1m<b>"], [1, 2])
    with Store.open(path) as store:
        store.forget_voids([0, 2, 77])
        assert store.rows() == [*ROWS[:2], ROWS[3]]
        store.add(again, record(again))
        assert store.rows() == [*ROWS[:2], again, ROWS[3]]
        assert store.voids() == []


def test_equal_tournaments_have_equal_content_whatever_the_clock_said(tmp_path: Path) -> None:
    filled(tmp_path / "a.db", ROWS, microseconds=5)
    filled(tmp_path / "b.db", ROWS[::-1], microseconds=70)
    filled(tmp_path / "c.db", ROWS[:-1])
    contents = []
    for name in ("a.db", "b.db", "c.db"):
        with Store.read(tmp_path / name) as store:
            contents.append(b"".join(store.content()))
    assert contents[0] == contents[1] != contents[2]


def test_the_seed_is_told_after_the_last_match(path: Path) -> None:
    with Store.create(path, msgspec.structs.replace(META, secret="5eed")) as store:
        assert b"5eed" not in b"".join(store.content())
        store.reveal("5eed")
    with Store.read(path) as store:
        assert (store.meta.seed, store.meta.secret) == ("5eed", "")
        assert b"5eed" in b"".join(store.content())


@pytest.mark.parametrize(
    "line",
    [
        'seed = "5eed"',
        "  seed='5eed'  # long",
        '"seed" = "5eed"',
        'seed = "another"\n# seed = "5eed"',
        'seed = """\n5eed"""',
        "name = 'x'\n",
    ],
)
def test_nor_is_it_told_by_a_config_that_holds_it(path: Path, line: str) -> None:
    meta = msgspec.structs.replace(META, secret="5eed", config=f"format = 1\n{line}\n[[entrant]]\nbot = 1\n")
    with Store.create(path, meta) as store:
        assert "5eed" not in "".join(store.meta.public().values())
        assert ("format" in store.meta.public()["config"]) == ('"""' not in line)
        store.reveal("5eed")
        assert store.meta.public()["config"] == meta.config


# One tournament, one writer


def test_a_run_goes_on_with_its_own_database(path: Path) -> None:
    with Store.resume(path, META) as store:
        store.add(ROWS[0], record(ROWS[0]))
    with Store.resume(path, META) as store:
        assert store.rows() == ROWS[:1]


@pytest.mark.parametrize(
    ("change", "said"), [({"digest": "d2"}, "another config"), ({"commitment": "c2"}, "another seed")]
)
def test_the_database_of_another_tournament_is_refused(path: Path, change: dict[str, str], said: str) -> None:
    filled(path, ROWS)
    meta = Meta(**{"name": "cup", "config": "", "digest": "d1", "commitment": "c1", **change})
    with pytest.raises(UserError, match=f"holds the tournament 'league' with {said}"):
        Store.resume(path, meta)


def test_a_database_in_which_nothing_was_played_can_become_that_of_another_tournament(path: Path) -> None:
    Store.create(path, META).close()
    other = Meta(name="cup", config="", digest="d2", commitment="c2", secret="5eed")
    with Store.resume(path, other) as store:
        assert store.meta == other


def test_while_a_run_goes_on_the_tournament_is_not_over_and_its_seed_not_told(path: Path) -> None:
    meta = msgspec.structs.replace(META, secret="5eed")
    with Store.resume(path, meta) as store:
        store.add(ROWS[0], record(ROWS[0]))
        store.reveal("5eed")
    with Store.resume(path, meta) as store:
        assert (store.meta.seed, store.meta.secret) == ("", "5eed")


def test_a_database_is_not_made_over_another(path: Path) -> None:
    filled(path, ROWS)
    with pytest.raises(UserError, match="exists already"):
        Store.create(path, META)


def test_a_second_writer_is_refused_and_told_who_has_it(path: Path) -> None:
    with Store.create(path, META) as first:
        for way in (Store.open, lambda path: Store.resume(path, META)):
            with pytest.raises(UserError, match=rf"another run is writing to it \(process {os.getpid()}\)"):
                way(path)
        first.add(ROWS[0], record(ROWS[0]))
    with Store.open(path) as store:
        assert store.rows() == ROWS[:1]


def test_a_second_writer_is_refused_by_whatever_name_it_calls_the_file(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.symlink_to(path)
    with Store.create(path, META), pytest.raises(UserError, match="another run is writing to it"):
        Store.resume(other, META)


def test_readers_see_each_match_as_soon_as_it_is_stored(path: Path) -> None:
    with Store.create(path, META) as writer, Store.read(path) as reader:
        for number, one in enumerate(ROWS):
            writer.add(one, record(one) if one.counts else b"")
            assert reader.rows() == ROWS[: number + 1]
        with pytest.raises(UserError, match="read-only"):
            reader.add(row(9, ["ada", "bob"]), record(row(9, ["ada", "bob"])))


# What is not a database of ours


@pytest.mark.parametrize("open_", [Store.read, Store.open])
def test_what_is_not_there_is_said(path: Path, open_: Callable[[Path], Store]) -> None:
    with pytest.raises(UserError, match="does not exist"):
        open_(path)
    with pytest.raises(UserError, match="is a folder"):
        open_(path.parent)
    assert names(path.parent) == set()


@pytest.mark.parametrize("open_", [Store.read, Store.open, lambda path: Store.create(path, META)])
@pytest.mark.parametrize("text", ["hello", "hello" * 2000])
def test_a_file_that_is_no_database_is_refused_and_left_alone(
    path: Path, open_: Callable[[Path], Store], text: str
) -> None:
    path.write_text(text)
    with pytest.raises(UserError, match="it is not a database"):
        open_(path)
    assert path.read_text() == text
    assert names(path.parent) == {"league.db"}


@pytest.mark.parametrize("open_", [Store.read, Store.open, lambda path: Store.create(path, META)])
def test_a_database_of_another_program_is_refused(path: Path, open_: Callable[[Path], Store]) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE songs (title TEXT)")
    with pytest.raises(UserError, match="is a database of another program"):
        open_(path)


@pytest.mark.parametrize("open_", [Store.read, Store.open, lambda path: Store.resume(path, META)])
def test_a_database_of_a_newer_arena_is_refused(path: Path, open_: Callable[[Path], Store]) -> None:
    filled(path, ROWS)
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    with pytest.raises(UserError, match=r"written by a newer arena .* use that one"):
        open_(path)


def test_an_older_database_is_brought_up_to_date_by_the_next_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path, ROWS)
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, ("ALTER TABLE fixture ADD COLUMN more TEXT",)))
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    with pytest.raises(UserError, match="written by an older arena"):
        Store.read(path)
    with Store.open(path) as store:
        assert store.rows() == ROWS
    with Store.read(path) as store:
        assert store.rows() == ROWS


@pytest.mark.parametrize("open_", [Store.read, Store.open])
def test_an_empty_file_holds_no_tournament_but_can_be_taken_for_one(path: Path, open_: Callable[[Path], Store]) -> None:
    path.touch()
    with pytest.raises(UserError, match="holds no tournament yet"):
        open_(path)
    filled(path, ROWS)


def test_damage_is_said_and_not_guessed_around(path: Path) -> None:
    filled(path, [row(number, ["ada", "bob"]) for number in range(300)])
    data = bytearray(path.read_bytes())
    data[4096 : len(data) - 4096] = bytes(len(data) - 8192)
    path.write_bytes(data)
    with pytest.raises(UserError, match=r"damaged"), Store.read(path) as store:
        store.rows()


def test_a_record_that_cannot_be_unpacked_is_named(path: Path) -> None:
    filled(path, ROWS)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE record SET core = x'0102' WHERE number = 1")
    with Store.read(path) as store, pytest.raises(UserError, match="the record of match 1 cannot be unpacked"):
        store.record(1)


# What happens to a run

WRITER = """
import sys
from pathlib import Path
from results.store import Store
from tests.results.samples import META, record, row

with Store.resume(Path(sys.argv[1]), META) as store:
    for number in range(len(store.rows()), 1_000_000):
        one = row(number, ["ada", "bob", "cat", "dot"])
        store.add(one, record(one))
        print(number, flush=True)
"""


def test_a_killed_run_loses_nothing_that_was_stored(path: Path) -> None:
    root, random = Path(__file__).parents[2], Random(1)
    last = -1
    for _ in range(3):
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as run:
            assert run.stdout
            for _ in range(random.randint(20, 60)):
                last = int(run.stdout.readline())
            run.send_signal(signal.SIGKILL)
            last = max([last, *map(int, run.stdout.read().split())])
        with Store.read(path) as store:
            rows = store.rows()
            assert [one.number for one in rows] == list(range(len(rows)))
            assert len(rows) > last
            assert all(store.record(one.number) == record(one) for one in rows)
            assert store.damage() == []
    with Store.open(path):
        pass
    assert names(path.parent) == {"league.db"}


@contextmanager
def small_disk(folder: Path, options: str = "size=400k") -> Iterator[Callable[[str], None]]:
    """A file system of its own in this folder; gives the function that mounts it anew with other options."""

    def mount(*arguments: str) -> None:
        done = subprocess.run(["mount", *arguments, folder], capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")

    if os.geteuid():
        pytest.skip("only root can mount a file system")
    folder.mkdir()
    mount("-t", "tmpfs", "-o", options, "tmpfs")
    try:
        yield lambda more: mount("-o", f"remount,{more}")
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def fill(store: Store, matches: int) -> None:
    for number in range(matches):
        one = row(number, [str(Random(f"{number} {seat}").random()) for seat in range(5)])
        store.add(one, record(one))


def test_a_disk_that_is_full_beforehand_is_said_and_left_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    with small_disk(folder, "size=40k"):
        with suppress(OSError), (folder / "full").open("wb") as file:
            file.write(bytes(100_000))
        with pytest.raises(UserError, match=r"cannot be written: .*No space left on device"):
            Store.create(folder / "league.db", META)
        assert names(folder) == {"full"}


def test_a_full_disk_is_said_and_what_was_stored_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    with small_disk(folder) as remount:
        with Store.create(folder / "league.db", META) as store:
            with pytest.raises(
                UserError, match=r"the disk .*full.* Match \d+ was not stored; all that were stored are kept"
            ):
                fill(store, 10_000)
            full = len(store.rows())
            assert full > 10
            assert [kept.number for kept in store.rows()] == list(range(full))
            remount("size=2m")
            one = row(full, ["ada", "bob"])
            store.add(one, record(one))
        with Store.read(folder / "league.db") as store:
            assert len(store.rows()) == full + 1
            assert store.damage() == []


def test_a_database_on_a_read_only_disk_can_be_read_but_not_written(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    with small_disk(folder) as remount:
        filled(folder / "league.db", ROWS)
        remount("ro")
        with Store.read(folder / "league.db") as store:
            assert store.rows() == ROWS
        for way in (Store.open, lambda path: Store.create(path.with_name("new.db"), META)):
            with pytest.raises(UserError, match=r"cannot be written: .*Read-only file system"):
                way(folder / "league.db")


def test_matches_that_lie_beside_a_read_only_database_are_not_passed_over(tmp_path: Path) -> None:
    folder, path = tmp_path / "disk", tmp_path / "league.db"
    with Store.create(path, META) as store:
        store.add(ROWS[0], record(ROWS[0]))
        copied = {name: (tmp_path / name).read_bytes() for name in ("league.db", "league.db-wal")}
    with small_disk(folder) as remount:
        for name, data in copied.items():
            (folder / name).write_bytes(data)
        remount("ro")
        with pytest.raises(UserError, match=r"its last matches are still in league\.db-wal"):
            Store.read(folder / "league.db")


def test_a_folder_that_may_not_be_written_is_said(tmp_path: Path) -> None:
    if not os.geteuid():
        pytest.skip("root may write anywhere")
    tmp_path.chmod(0o500)
    with pytest.raises(UserError, match=r"cannot be written: .*Permission denied"):
        Store.create(tmp_path / "league.db", META)
