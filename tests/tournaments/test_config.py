"""Reading a tournament's config: everything that can be written, and every way to get it wrong."""

import os
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import UserError
from arena.fixture import BUDGET
from arena.isolation.levels import Isolation
from arena.referee import Bots
from protocol.words import Budget
from tests.tournaments.cups import SEED
from tournaments.config import BadConfig, Config, read
from tournaments.formats import FORMATS

LEAST = """\
name = "House cup"
format = "round-robin"

[[entrant]]
bot = "greedy"

[[entrant]]
bot = "random"
"""
FULL = """\
name = "House cup"
seed = "any text"
format = "swiss"
seats = [4, 2]
rounds = 3
variants = ["missions+ufo", "base"]
game = "mlem"
workers = 3
bots = "reuse"
isolation = "none"

[budget]
start = 2.5
bank = 0

[swiss]
matches = 6

[[entrant]]
bot = "greedy"
name = "greedy-1"

[[entrant]]
bot = "greedy"
name = "greedy-2"
isolation = "limits"

[[entrant]]
bot = "random"

[[entrant]]
bot = "python3 other.py"
name = "Süß 7"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cup.toml"


def read_text(file: Path, text: str) -> Config:
    file.write_text(text, "utf-8")
    return read(file)


def mistakes(file: Path, text: str) -> list[str]:
    """What is wrong, as `line: message`."""
    with pytest.raises(BadConfig) as caught:
        read_text(file, text)
    return [f"{mistake.line}: {mistake}" for mistake in caught.value.mistakes]


def test_what_need_not_be_said_is_known(file: Path) -> None:
    config = read_text(file, LEAST)
    assert (config.game, config.seats, config.rounds, config.settings) == ("mlem", (2,), 1, {})
    assert len(config.variants) == 8
    assert (config.seed, config.board, config.budget) == (None, None, BUDGET)
    assert (config.bots, config.workers) == (Bots.FRESH, len(os.sched_getaffinity(0)))
    assert config.names == ("greedy", "random")
    assert config.manifest("random").entry == "bots.random:BOT"
    assert {entrant.manifest.isolation for entrant in config.entrants} == {Isolation.LIMITS}


THREE_IN_PAIRS = f"""\
seats = [2]
variants = ["base", "ufo"]
{LEAST}
[[entrant]]
bot = "cautious"
"""


def test_without_a_number_there_are_as_many_rounds_as_the_variants_need(file: Path) -> None:
    assert read_text(file, THREE_IN_PAIRS).rounds == 2


def test_rounds_with_which_the_variants_cannot_be_even_are_refused_unless_that_is_wanted(file: Path) -> None:
    text = "rounds = 1\n" + THREE_IN_PAIRS
    problem = "1: rounds: is 1, with which the variants of one entrant differ by 2 matches"
    assert mistakes(file, text) == [f"{problem}; write 2, or within = 2 in [round-robin]"]
    assert read_text(file, text + "[round-robin]\nwithin = 2\n").rounds == 1


def test_everything_that_is_said_is_read(file: Path) -> None:
    config = read_text(file, FULL)
    assert (config.name, config.seed, config.format) == ("House cup", "any text", "swiss")
    assert (config.seats, config.rounds, config.settings) == ((4, 2), 3, {"matches": 6})
    assert config.variants == ("ufo+missions", "base")
    assert (config.workers, config.bots) == (3, Bots.REUSE)
    assert config.budget == Budget(start=2.5, decision=BUDGET.decision, bank=0.0)
    assert config.names == ("greedy-1", "greedy-2", "random", "Süß 7")
    assert [entrant.manifest.isolation for entrant in config.entrants] == ["none", "limits", "none", "none"]
    assert config.manifest("Süß 7").command == ("python3", "other.py")
    cup = config.cup(SEED)
    assert (cup.entrants, cup.seats, cup.rounds, cup.seed) == (config.names, (4, 2), 3, SEED)
    assert len(config.pairings(SEED, [])) == 6


def test_a_bot_is_looked_for_beside_the_config(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = file.parent / "deep" / "mybot"
    bot.mkdir(parents=True)
    (bot / "bot.toml").write_text('name = "mine"\nversion = "7"\ncommand = ["python3", "bot.py"]\n')
    (file.parent / "run.sh").touch(0o755)
    monkeypatch.chdir("/")
    config = read_text(
        file, LEAST + '[[entrant]]\nbot = "deep/mybot"\n[[entrant]]\nbot = "./run.sh --fast"\nname = "script"\n'
    )
    assert config.manifest("mine").folder == bot
    assert config.manifest("script").folder == file.parent
    assert config.manifest("script").command == (str(file.parent / "run.sh"), "--fast")


def test_a_mat_is_looked_for_beside_the_config(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = Path(__file__).parents[2] / "arena/games/mlem/reconstructed.toml"
    (file.parent / "mat.toml").write_text(shipped.read_text("utf-8").replace('name = "reconstructed"', 'name = "mine"'))
    monkeypatch.chdir("/")
    assert read_text(file, 'board = "mat.toml"\n' + LEAST).board.name == "mine"


def test_the_digest_stands_for_everything_but_the_workers(file: Path) -> None:
    config = read_text(file, FULL)
    assert read_text(file, FULL.replace("workers = 3", "workers = 5")).digest == config.digest
    assert read_text(file, "# a comment\n" + FULL.replace("rounds = 3", "rounds  =  3")).digest == config.digest
    changes = [
        ("House cup", "Garden cup"),
        ("any text", "another"),
        ("[4, 2]", "[2, 4]"),
        ("rounds = 3", "rounds = 4"),
        ('"missions+ufo", "base"', '"missions+ufo"'),
        ('"reuse"', '"fresh"'),
        ("start = 2.5", "start = 3"),
        ("matches = 6", "matches = 5"),
        ('isolation = "limits"', 'isolation = "none"'),
        ('bot = "random"', 'bot = "greedy"'),
        ('"greedy-2"', '"greedy-3"'),
    ]
    digests = {config.digest} | {read_text(file, FULL.replace(old, new)).digest for old, new in changes}
    assert len(digests) == len(changes) + 1


def test_a_new_version_of_a_bot_is_another_tournament(file: Path) -> None:
    (file.parent / "bot").mkdir()
    manifest = file.parent / "bot" / "bot.toml"
    digests = set()
    for version in ("1", "2"):
        manifest.write_text(f'version = "{version}"\ncommand = ["python3", "bot.py"]\n')
        digests.add(read_text(file, LEAST + '[[entrant]]\nbot = "bot"\nname = "mine"\n').digest)
    assert len(digests) == 2


# what is replaced in FULL, by what, and the mistake
WRONG = [
    ('name = "House cup"', "", "1: name: is missing; write a text of 1 to 64 characters on one line"),
    ('"House cup"', '"two\\nlines"', r'1: name: is "two\nlines"; leave out what cannot be seen'),
    ('"House cup"', '""', '1: name: is ""; write a text of 1 to 64 characters on one line'),
    ('"any text"', "7", "2: seed: is 7; write a text of 1 to 200 characters on one line"),
    ('format = "swiss"', 'format = "swis"', '3: format: is "swis"; did you mean "swiss"?'),
    ("seats = [4, 2]", "seats = [4, 1]", "4: seats: holds 1; each must be a whole number from 2 to 5"),
    ("seats = [4, 2]", "seats = []", "4: seats: has 0 items; write a list of 1 to 4, each a whole number from 2 to 5"),
    ("seats = [4, 2]", "seats = 4", "4: seats: is 4; write a list of 1 to 4, each a whole number from 2 to 5"),
    ("seats = [4, 2]", "seats = [4, 4]", "4: seats: is [4, 4]; name each table size once"),
    ("seats = [4, 2]", "seats = [5]", "4: seats: holds 5, but there are only 4 entrants; add entrants, or leave"),
    ("rounds = 3", "rounds = 0", "5: rounds: is 0; write a whole number from 1 to 10000"),
    ("rounds = 3", "rounds = true", "5: rounds: is true; write a whole number from 1 to 10000"),
    (
        'bot = "random"',
        'bot = "random"\nrounds = 4',
        "30: [[entrant]] random: rounds: is not a key that is known here; what is "
        "meant for the whole file stands above the first [table]",
    ),
    ("rounds = 3", "ronds = 3", "5: ronds: is not a key that is known here; did you mean rounds?"),
    ("rounds = 3", "rounds = 3\nronds = 3", "6: ronds: is not a key that is known here; did you mean rounds, which is"),
    ('["missions+ufo", "base"]', '["moons"]', "6: variants: holds \"moons\": unknown variant 'moons'; choose base, or"),
    ('["missions+ufo", "base"]', "[3]", '6: variants: holds 3; write texts, such as "base"'),
    ('["missions+ufo", "base"]', '"every"', '6: variants: is "every"; write "all", or a list such as ["ufo+'),
    ('"missions+ufo", "base"', '"base", "base"', '6: variants: holds "base" more than once; name each once'),
    ('"missions+ufo", "base"', "", '6: variants: has 0 items; write a list of 1 to 8, such as "base", or write "all"'),
    ('game = "mlem"', 'game = "chess"', '7: game: is "chess"; write "mlem"'),
    ("workers = 3", "workers = 0", "8: workers: is 0; write a whole number from 1 to 1024"),
    ('"reuse"', '"frsh"', '9: bots: is "frsh"; did you mean "fresh"?'),
    ('isolation = "none"', 'isolation = "cage"', '10: isolation: is "cage"; write "none", "limits" or "jail"'),
    ("start = 2.5", 'start = "2"', '13: [budget]: start: is "2"; write seconds, from 0 to 86400'),
    ("start = 2.5", "start = nan", "13: [budget]: start: is nan; write seconds, from 0 to 86400"),
    ("start = 2.5", "start = -1", "13: [budget]: start: is -1; write seconds, from 0 to 86400"),
    ("bank = 0", "memory = 0", "14: [budget]: memory: is not a key that is known here; the keys here are start, deci"),
    (
        "[budget]\nstart = 2.5\nbank = 0",
        "budget = 3",
        "12: [budget]: is 3; write a table [budget] with start, decision",
    ),
    ("matches = 6", "matches = 0", "17: [swiss]: matches: is 0; write a whole number from 1 to 1000"),
    ("matches = 6", "batch = 6", "17: [swiss]: batch: is not a key that is known here; "),
    (
        "[swiss]\nmatches = 6",
        "[ladder]\nbatch = 6",
        '16: ladder: is given, but the format is "swiss"; remove it, or write',
    ),
    (
        'bot = "greedy"\nname = "greedy-1"',
        'name = "x"',
        "19: [[entrant]] x: bot: is missing; write a text of 1 to 4096",
    ),
    ('bot = "greedy"\nname = "greedy-1"', 'bot = 3\nname = "x"', "20: [[entrant]] x: bot: is 3; write a text of 1 to"),
    (
        '"random"',
        '"randm"',
        "29: [[entrant]] randm: bot: there is no bot 'randm'; did you mean 'random'? give the name",
    ),
    ('"random"', '"\'open"', "29: [[entrant]] 'open: bot: the command \"'open\" cannot be read: No closing quotation"),
    ('"random"', '"empty"', "29: [[entrant]] empty: bot: DIR/empty has no bot.toml; `arena new-bot DIR` writes a bot"),
    (
        '"random"',
        '"broken"',
        "29: [[entrant]] broken: bot: DIR/broken/bot.toml:1: nme: is not a key that is known here; did you mean name?",
    ),
    ('"random"', '"lost"', '29: [[entrant]] lost: bot: is "lost", whose program "no-such-program" is not there; inst'),
    ('"greedy-2"', '"greedy-1"', '25: [[entrant]] greedy-1: name: is "greedy-1" again, after line 19; give every'),
    ('"greedy-2"', '"random"', '28: [[entrant]] random: name: is "random" again, after line 23; give every entrant a'),
    ('"greedy-2"', '"\\u202egreedy"', "25: [[entrant]] greedy: name: is "),
    ('"greedy-2"', '" x"', '25: [[entrant]]  x: name: is " x"; leave out the spaces at its ends'),
    (
        'isolation = "limits"',
        "isolation = 3",
        '26: [[entrant]] greedy-2: isolation: is 3; write "none", "limits" or "jail"',
    ),
    ('isolation = "limits"', "start = 3", "26: [[entrant]] greedy-2: start: is not a key that is known here; the keys"),
    (
        '"reuse"',
        '"in-process"',
        '10: isolation: is "none", but bots = "in-process" run inside the arena itself; remove',
    ),
    ('"reuse"', '"in-process"', '32: [[entrant]] Süß 7: bot: is "python3 other.py", which has no `entry`'),
    (
        'game = "mlem"',
        'board = "no.toml"',
        "7: board: DIR/no.toml cannot be read: No such file or directory; name a file",
    ),
    (
        'game = "mlem"',
        'board = "bad.toml"',
        "7: board: DIR/bad.toml has 14 mistakes, the first on line 1; `arena board ch",
    ),
    ('game = "mlem"', 'board = ""', '7: board: is ""; write a text'),
    (
        "rounds = 3",
        "rounds = = 3",
        "5: column 10: Invalid value; the file must be TOML: key = value, [table], [[entrant]]",
    ),
    ("rounds = 3", "rounds = 3\nrounds = 3", "6: column 11: Cannot overwrite a value; the file must be TOML"),
]


@pytest.mark.parametrize(("old", "new", "mistake"), WRONG, ids=[mistake[:60] for *_, mistake in WRONG])
def test_a_mistake_is_told_with_its_line_and_what_would_be_right(file: Path, old: str, new: str, mistake: str) -> None:
    folder = file.parent
    for name in ("empty", "broken", "lost"):
        (folder / name).mkdir()
    (folder / "broken/bot.toml").write_text('nme = "x"\ncommand = ["python3"]\n')
    (folder / "lost/bot.toml").write_text('command = ["no-such-program"]\n')
    (folder / "bad.toml").write_text("")
    assert old in FULL
    told = [line.replace(str(folder), "DIR") for line in mistakes(file, FULL.replace(old, new, 1))]
    assert [line for line in told if line.startswith(mistake)], told


def test_options_of_the_ladder_are_checked_like_all_others(file: Path) -> None:
    text = FULL.replace('"swiss"', '"ladder"').replace("[swiss]\nmatches = 6", '[ladder]\nmatches = "all"\nlead = 0')
    assert mistakes(file, text) == [
        '17: [ladder]: matches: is "all"; write a whole number from 1 to 1000',
        "18: [ladder]: lead: is 0; write a whole number from 1 to 1000",
    ]


ALONE = [
    (
        LEAST.split("[[entrant]]")[0],
        "1: [[entrant]]: is missing; write a table [[entrant]] for each, with bot, name and",
    ),
    (LEAST.rsplit("[[entrant]]", 1)[0], "4: [[entrant]]: there are 1; write 2 to 1000 tables [[entrant]]"),
    (
        LEAST.replace("round-robin", "knockout") + "[knockout]\nadvance = 2\n",
        "10: [knockout]: advance: is 2, as many as",
    ),
    (
        LEAST.replace("round-robin", "gauntlet") + "[gauntlet]\nchallengers = 2\n",
        "10: [gauntlet]: challengers: is 2, which leaves 0 others for a table of 2; write 1 at most, or add entrants",
    ),
    (
        LEAST.replace("round-robin", "knockout") + '[[entrant]]\nbot = "greedy"\nname = "third"\n',
        "1: seats: is missing; a knockout has heats of one size: write only one, such as [2]",
    ),
    ("", "1: name: is missing; write a text of 1 to 64 characters on one line"),
]


@pytest.mark.parametrize(("text", "mistake"), ALONE, ids=[mistake[:60] for _, mistake in ALONE])
def test_what_does_not_fit_together_is_told_too(file: Path, text: str, mistake: str) -> None:
    told = mistakes(file, text)
    assert [line for line in told if line.startswith(mistake)], told


def test_all_mistakes_are_told_at_once_in_the_order_of_the_lines(file: Path) -> None:
    text = FULL.replace("rounds = 3", "rounds = 0").replace("bank", "bnk").replace('"random"', '"randm"')
    file.write_text(text)
    with pytest.raises(UserError) as caught:
        read(file)
    head, *lines, tail = str(caught.value).splitlines()
    assert head == "this tournament cannot be played:"
    assert [line.split(": ")[0] for line in lines] == [f"{file}:{number}" for number in (5, 14, 29)]
    assert tail == f"{file}: 3 mistakes"


def test_one_slip_of_the_pen_is_one_mistake(file: Path) -> None:
    for old, new in [("rounds", "ronds"), ("bank", "bnk"), ("matches", "matchs"), ('"swiss"', '"swis"')]:
        assert len(mistakes(file, FULL.replace(old, new, 1))) == 1


def test_a_file_that_cannot_be_read_is_told(file: Path) -> None:
    with pytest.raises(UserError, match=r"cup.toml cannot be read: No such file"):
        read(file)
    with pytest.raises(UserError, match=r"cannot be read: Is a directory"):
        read(file.parent)
    file.write_bytes(b'name = "x"\nformat = "\xff"\n')
    with pytest.raises(UserError, match=r"cup.toml:2: the file is not UTF-8 text"):
        read(file)
    file.write_bytes(b"#" * 1_000_001)
    with pytest.raises(UserError, match="is too large for the config of a tournament"):
        read(file)


PIECES = [
    *FULL.split(),
    "[",
    "]",
    "[[",
    "{",
    "}",
    '"',
    "'",
    "=",
    ",",
    ".",
    "-1",
    "1e400",
    "9" * 30,
    "true",
    "\x00",
    "\n",
]


@st.composite
def edited(draw: st.DrawFn) -> str:
    """The full config after a few slips of the hand."""
    text = FULL
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(start + 20, len(text))))
        text = text[:start] + draw(st.sampled_from(PIECES) | st.text(max_size=3)) + text[end:]
    return text


@settings(max_examples=250)
@given(text=edited())
def test_whatever_is_written_is_read_or_refused_with_reasons(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    file = tmp_path_factory.getbasetemp() / "edited.toml"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        config = read(file)
    except UserError:
        return
    assert config.pairings(SEED, [])
    assert config.digest


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["all", "greedy"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["bot", "name", "start"]), inner),
    max_leaves=5,
)
KEYS = st.sampled_from(
    ["name", "format", "seats", "rounds", "variants", "bots", "budget", "entrant", "swiss", "seed", "x"]
)


@given(data=st.dictionaries(KEYS, VALUES))
def test_values_of_every_kind_are_refused_with_reasons(
    tmp_path_factory: pytest.TempPathFactory, data: dict[str, object]
) -> None:
    file = tmp_path_factory.getbasetemp() / "values.toml"
    lines = [f"{key} = {_toml(value)}" for key, value in data.items()]
    file.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    with pytest.raises(UserError):
        read(file)


def _toml(value: object) -> str:
    match value:
        case None:
            return "1979-05-27"
        case bool():
            return str(value).lower()
        case str():
            return msgspec.json.encode(value).decode() if value.isprintable() else '""'
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return "{" + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + "}"
    return str(value)


def test_every_format_can_be_written_with_its_options(file: Path) -> None:
    for info in FORMATS.values():
        options = "\n".join(f"{option.key} = 1" for option in info.options)
        text = LEAST.replace("round-robin", info.name) + (f"[{info.name}]\n{options}\n" if options else "")
        assert read_text(file, text).settings == {option.key: 1 for option in info.options}
