"""The verbs around one match, as a user calls them."""

import json
import resource
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from arena import record
from arena.cli import main
from arena.fixture import match_name, seed_of
from arena.manifest import find

CRASHER = """
from arena.sdk import run

def choose(ask):
    if ask["turn"] > 6:
        raise ValueError("I am lost")
    return ask["legal"][0]

run(choose, name="crasher")
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def crasher(tmp_path: Path) -> str:
    (tmp_path / "crasher.py").write_text(CRASHER)
    return shlex.join([sys.executable, "crasher.py"])


def test_play_tells_the_match_and_its_result(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "random", "greedy", "--in-process", "--seed", "7"]) == 0
    said = capsys.readouterr().out
    assert "Expedition 1, started by random" in said
    assert "place  bot" in said
    assert "--seed 7" in said


def test_play_json_prints_one_object_by_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "random", "random", "random", "--variants", "ufo+missions", "--seed", "7", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    said = json.loads(line)
    assert said["variants"] == "ufo+missions"
    assert [len(said[key]) for key in ("places", "points", "faults")] == [3, 3, 3]
    assert said["faults"] == [[], [], []]


def test_the_same_seed_gives_the_same_match_in_and_out_of_our_process(capsys: pytest.CaptureFixture[str]) -> None:
    for more in ([], ["--in-process"]):
        assert main(["play", "random", "random", "--seed", "9", "--json", *more]) == 0
    outside, inside = capsys.readouterr().out.splitlines()
    assert outside == inside


def test_a_recorded_match_is_told_again_word_for_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "random", "random", "--in-process", "--seed", "3", "--record", "match.rec"]) == 0
    told = capsys.readouterr().out
    assert main(["replay", "match.rec"]) == 0
    assert told.startswith(capsys.readouterr().out.rstrip("\n"))


def test_replay_json_prints_one_event_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    main(["play", "random", "random", "--in-process", "--record", "match.rec", "--quiet"])
    capsys.readouterr()
    assert main(["replay", "match.rec", "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert events[0]["event"] == "expedition_began"
    assert any(event["event"] == "game_ended" for event in events)


def test_audit_says_which_record_is_in_order_and_which_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    main(["play", "random", "random", "--in-process", "--record", "good.rec", "--quiet"])
    damaged = bytearray(Path("good.rec").read_bytes())
    damaged[len(damaged) // 2] ^= 4
    Path("bad.rec").write_bytes(damaged)
    capsys.readouterr()
    assert main(["audit", "good.rec", "bad.rec"]) == 1
    good, bad = capsys.readouterr().out.splitlines()
    assert good.endswith("in order")
    assert bad.startswith("bad.rec: match mlem-")
    assert "damaged" in bad


def test_a_bot_that_fails_leaves_a_capsule_that_can_be_run_again(
    crasher: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", crasher, "random", "random", "--seed", "1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["faults"] == [["exited"], [], []]
    assert said["places"][0] == 3
    (path,) = said["capsules"]
    kept = json.loads(Path(path).read_text())
    assert "I am lost" in kept["stderr"]
    assert kept["faults"] == ["exited: it ended with exit status 1"]
    assert "seed" not in kept
    assert main(["rerun", path]) == 0
    again = capsys.readouterr().out
    assert "it ended with exit status 1, as then" in again
    assert "I am lost" in again


def test_play_shows_the_end_of_the_log_of_a_bot_that_failed(crasher: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", crasher, "random", "--quiet"]) == 0
    said = capsys.readouterr().out
    assert "the end of crasher's log:" in said
    assert "    ValueError: I am lost\n" in said


@pytest.mark.parametrize(
    ("choice", "kind"),
    [
        ('{"do": "nothing"}', "illegal"),
        ("time.sleep(60)", "silent"),
        ("os.write(stdout, b'Hello') and time.sleep(60)", "garbled"),
    ],
)
def test_a_bot_that_we_had_to_end_fails_in_the_same_way_again(
    choice: str, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = "import os, time\nfrom arena.sdk import run\nstdout = os.dup(1)\n"
    Path("wrong.py").write_text(f"{code}run(lambda ask: {choice}, name='wrong')\n")
    wrong = shlex.join([sys.executable, "wrong.py"])
    assert main(["play", wrong, "random", "--decision", "0.2", "--bank", "0", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["ended"][0] == kind
    assert main(["rerun", *said["capsules"], "--seconds", "0.3"]) == 0
    told = capsys.readouterr().out
    assert f"the fault then: {kind}: " in told
    assert "the end: it was still running, as then" in told


def test_a_bot_that_is_late_again_has_not_been_mended(capsys: pytest.CaptureFixture[str]) -> None:
    code = "import time\nfrom arena.sdk import run\n"
    Path("slow.py").write_text(f"{code}run(lambda ask: [time.sleep(0.4), ask['legal'][0]][1], name='slow')\n")
    slow = shlex.join([sys.executable, "slow.py"])
    assert main(["play", slow, "random", "--decision", "0.1", "--bank", "0.1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["faults"][0] == ["late"] * 3
    assert main(["rerun", *said["capsules"]]) == 0
    assert "as then, late: " in capsys.readouterr().out
    Path("slow.py").write_text(f"{code}run(lambda ask: ask['legal'][0], name='slow')\n")
    assert main(["rerun", *said["capsules"]]) == 1
    assert "then it was late" in capsys.readouterr().out


def test_a_rerun_survives_what_another_bot_says_instead(capsys: pytest.CaptureFixture[str]) -> None:
    code = "import time\nfrom arena.sdk import run\n"
    Path("slow.py").write_text(f"{code}run(lambda ask: [time.sleep(0.4), ask['legal'][0]][1], name='slow')\n")
    slow = shlex.join([sys.executable, "slow.py"])
    assert main(["play", slow, "random", "--decision", "0.1", "--bank", "0.1", "--json"]) == 0
    (kept,) = json.loads(capsys.readouterr().out)["capsules"]
    Path("babbler.sh").write_text(r"printf '\301\301\301%0100000d' 7; sleep 60")
    assert main(["rerun", kept, "--bot", "sh babbler.sh", "--seconds", "0.3"]) == 1
    assert "as then, late: 0 of " in capsys.readouterr().out


def test_what_was_kept_of_another_program_is_not_written_over(crasher: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("striker.py").write_text(STRIKER)
    kept = []
    for bot in (crasher, shlex.join([sys.executable, "striker.py"]), crasher):
        assert main(["play", bot, "random", "--seed", "1", "--json"]) == 0
        kept += json.loads(capsys.readouterr().out)["capsules"]
    assert kept[0] != kept[1]
    assert kept[0] == kept[2]


@pytest.mark.parametrize("text", ["def x(:", "import nosuch", "1 / 0", "raise SystemExit(3)"])
def test_a_bot_that_cannot_be_loaded_is_no_bug_of_the_arena(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine").mkdir()
    Path("mine/bot.toml").write_text('command = ["python3", "bot.py"]\nentry = "bot.py:BOT"\n')
    Path("mine/bot.py").write_text(f"\n{text}\n")
    assert main(["play", "mine", "random", "--in-process"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("arena: the bot 'mine' cannot be loaded: ")
    assert "bot.py:2: " in said or 'bot.py", line 2' in said


def test_what_bots_print_can_be_kept(capsys: pytest.CaptureFixture[str]) -> None:
    code = "from arena.sdk import run\nclass B:\n  def __init__(self, start): print('seat', start['seat'])\n"
    code += "  def choose(self, ask): return ask['legal'][0]\n  def over(self, over): print('over')\nrun(B)\n"
    Path("chatty.py").write_text(code)
    chatty = shlex.join([sys.executable, "chatty.py"])
    assert main(["play", "random", chatty, "--logs", "logs", "--quiet"]) == 0
    assert Path("logs/seat1.log").read_text() == "seat 1\nover\n"
    assert Path("logs/seat0.log").read_text() == ""
    assert main(["play", "random", "random", "--logs", "chatty.py"]) == 2
    assert main(["play", "random", "random", "--logs", "logs", "--in-process"]) == 2
    said = capsys.readouterr().err
    assert "'chatty.py' cannot be written: it is not the name of a folder" in said
    assert "leave out --logs" in said


STRIKER = """
from arena.sdk import run
run(lambda ask: {"do": "nothing"} if ask["turn"] > 2 else ask["legal"][0], name="striker")
"""


def test_faults_are_told_where_they_happened_and_what_they_cost(capsys: pytest.CaptureFixture[str]) -> None:
    Path("striker.py").write_text(STRIKER)
    striker = shlex.join([sys.executable, "striker.py"])
    assert main(["play", striker, "random", "--seed", "1", "--record", "m.rec"]) == 0
    told = capsys.readouterr().out.splitlines()
    marks = [line.strip() for line in told if "FAULT of striker: illegal: " in line]
    assert [mark.rpartition("(")[2] for mark in marks] == [
        "strike 1 of 3; for this time the default action is played)",
        "strike 2 of 3; for this time the default action is played)",
        "it loses the seat, and from here on the default action is played)",
    ]
    first = next(number for number, line in enumerate(told) if "FAULT" in line)
    assert 0 < first < next(number for number, line in enumerate(told) if line.startswith("Expedition 2"))
    assert "the last that striker said: {'type': 'act'" in "\n".join(told)
    assert main(["replay", "m.rec", "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    faults = [event for event in events if event["event"] == "fault"]
    assert [(fault["seat"], fault["fault"]) for fault in faults] == [(0, "illegal")] * 3
    assert sum(f"(step {fault['step']})" in line for fault in faults for line in told) == 3


def test_what_a_garbled_bot_said_is_shown_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    Path("talker.sh").write_text("printf 'good morning'; sleep 60\n")
    assert main(["play", "sh talker.sh", "random", "--quiet"]) == 0
    told = capsys.readouterr().out
    assert "start_failed: (text) stdout is the protocol; print to stderr (step 1)" in told
    assert 'said: 12 bytes: 67 6f 6f 64 20 6d 6f 72 6e 69 6e 67 "good morning"' in told


def test_a_bots_notes_are_told_where_it_thought_so(capsys: pytest.CaptureFixture[str]) -> None:
    code = "from arena.sdk import run\nrun(lambda ask: (ask['legal'][0], 'the\\x1bfirst', 0.5), name='b')\n"
    Path("noting.py").write_text(code)
    assert main(["play", shlex.join([sys.executable, "noting.py"]), "random", "--record", "m.rec"]) == 0
    told = capsys.readouterr().out
    assert told.splitlines()[1] == "      (noting: the\\x1bfirst; 0.5)"
    assert main(["replay", "m.rec", "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    thoughts = [event for event in events if event["event"] == "note"]
    assert len(thoughts) == told.count("(noting:") > 3
    assert thoughts[0] == {"step": 1, "event": "note", "seat": 0, "note": "the\x1bfirst", "value": 0.5}


def test_a_capsule_that_cannot_be_written_is_told_and_the_match_counts(
    crasher: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"{match_name('mlem', seed_of('1'))}-seat0.json"
    Path("capsules", name).mkdir(parents=True)  # what is in the way
    assert main(["play", crasher, "random", "--seed", "1", "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["places"] == [2, 1]
    assert json.loads(said.out)["capsules"] == []
    assert f"what there is of a failure could not be kept: capsules/{name}: Is a directory" in said.err


def capsule(changes: dict[str, object]) -> str:
    """A capsule, with something changed in it."""
    kept: dict[str, object] = {"format": 1, "match": "m", "game": "mlem", "options": "base", "seats": 2, "seat": 0}
    kept |= {"bot": "x", "command": ["true"], "folder": None, "isolation": "none", "faults": [], "exit": ""}
    kept |= {"luck": [], "stderr": "", "lines": [{"by": "arena", "hex": "80"}]}
    Path("capsule.json").write_text(json.dumps(kept | changes))
    return "capsule.json"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 99}, "capsule.json: format 99 is not known here, only 1: use a newer arena"),
        ({"format": 99, "match": 5}, "capsule.json: format 99 is not known here"),
        ({"command": []}, "capsule.json is not a capsule: its command is [], which cannot be started"),
        ({"command": ["a\0b"]}, "capsule.json is not a capsule: its command is ['a\\x00b'], which cannot be started"),
        ({"isolation": "dungeon"}, "capsule.json is not a capsule: Invalid enum value 'dungeon'"),
        ({"lines": [{"by": "arena", "hex": "xyz"}]}, "at `$.lines[0].hex`"),
        ({"lines": [{"by": "god", "hex": "00"}]}, "at `$.lines[0].by`"),
    ],
)
def test_a_capsule_is_looked_at_before_anything_is_started(
    changes: dict[str, object], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rerun", capsule(changes)]) == 2
    assert message in capsys.readouterr().err
    assert main(["rerun", capsule({})]) == 1


@pytest.mark.parametrize("verb", ["replay", "audit", "luck", "rerun"])
def test_a_file_without_end_is_not_read_to_its_end(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with memory(2_000_000_000):  # lest a machine suffer from what this test finds
        assert main([verb, "/dev/zero"]) == 2
    assert "/dev/zero is too large for a" in capsys.readouterr().err


@contextmanager
def memory(most: int) -> Iterator[None]:
    """No more memory than this for a while."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def test_a_bot_that_does_not_say_ready_in_time_is_told_that(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "sleep 60", "random", "--start", "0.1", "--quiet"]) == 0
    assert "start_failed: it did not say ready within 0.1 seconds" in capsys.readouterr().out


def test_the_command_to_send_the_same_again_can_be_copied(crasher: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", crasher, "random", "--seed", "1", "--quiet", "--capsules", "my capsules"]) == 0
    assert "arena rerun 'my capsules/mlem-" in capsys.readouterr().out


def test_a_mat_that_is_no_text_is_refused_as_board_check_refuses_it(capsys: pytest.CaptureFixture[str]) -> None:
    Path("junk").write_bytes(b"\n\xff")
    for argv in (["play", "random", "random", "--board", "junk"], ["board", "check", "junk"]):
        assert main(argv) == 2
        assert capsys.readouterr().err == "arena: junk:2: the file is not UTF-8 text; save it in that encoding\n"


def test_a_mended_bot_answers_otherwise_than_the_capsule_says(crasher: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["play", crasher, "random", "--seed", "1", "--json"])
    (path,) = json.loads(capsys.readouterr().out)["capsules"]
    Path("crasher.py").write_text(CRASHER.replace('raise ValueError("I am lost")', "pass"))
    assert main(["rerun", path, "--seconds", "2"]) == 1
    assert "then nothing" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["random"], "2 to 5 bots, not 1"),
        (["random"] * 6, "2 to 5 bots, not 6"),
        (["random", "randm"], "did you mean 'random'"),
        (["random", "random", "--variants", "ufos"], "unknown variant 'ufos'; choose base"),
        (["random", "random", "--game", "chess"], "there is no game 'chess'; there are: mlem"),
        (["random", "random", "--board", "nowhere.toml"], "nowhere.toml cannot be read"),
        (["random", "."], "has no bot.toml"),
        (["random", "random", "--in-process", "--record", "no/such/folder"], "cannot be written"),
        (["random", "'"], "cannot be read: No closing quotation"),
        (["random", ""], "a bot without a name: give a house bot, a folder or a command"),
        (["random", "alone.py"], "is a file, not a bot: give the command that starts it, such as 'python3 alone.py'"),
    ],
)
def test_what_play_cannot_do_is_said_clearly(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("alone.py").touch()
    assert main(["play", *arguments]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert "Traceback" not in said


@pytest.mark.parametrize("verb", [["replay"], ["audit"], ["rerun"]])
def test_a_file_that_is_not_there_or_not_ours_is_said_clearly(
    verb: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*verb, "nowhere"]) == 2
    Path("text").write_text("hello")
    assert main([*verb, "text"]) in (1, 2)
    said = capsys.readouterr()
    assert "nowhere cannot be read" in said.err
    assert "text" in said.out + said.err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "set-up: the game 'chess' is not known here"),
        ({"tables": {}}, "set-up: its tables are none of the game"),
        ({"game": "chess", "match": "\x1b[31m"}, "match \\x1b[31m: "),
    ],
)
@pytest.mark.parametrize("verb", [["replay"], ["replay", "--json"], ["luck"]])
def test_a_record_that_cannot_be_played_again_is_refused(
    verb: list[str], change: dict[str, object], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "random", "random", "--in-process", "--record", "m.rec", "--json"]) == 0
    played = record.load(Path("m.rec").read_bytes())
    header = replace(played.header, fixture=replace(played.fixture, **change))
    Path("m.rec").write_bytes(record.dump(replace(played, header=header)))
    capsys.readouterr()
    assert main([*verb, "m.rec"]) == 2
    assert message in capsys.readouterr().err


def test_a_capsule_whose_program_has_gone_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rerun", capsule({"command": ["nosuchprogram"]})]) == 2
    assert main(["rerun", capsule({}), "--bot", "nosuchprogram -x"]) == 2
    assert capsys.readouterr().err.count("'nosuchprogram'") == 2


def test_a_manifest_with_mistakes_has_them_all_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bot").mkdir()
    Path("bot/bot.toml").write_text('nmae = "x"\nversion = 3\n')
    assert main(["play", "bot", "random"]) == 2
    said = capsys.readouterr().err
    assert "bot/bot.toml:1: nmae: is not a key that is known here; did you mean name?" in said
    assert "bot/bot.toml:2: version: is 3; write a text" in said
    assert "command: is missing" in said


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("python3 mybot.py", "mybot"),
        ("python3 mybot.py --depth 3", "mybot"),
        ("/usr/bin/python3 -u mybot.py 3", "mybot"),
        ("python3 not_there_yet.py", "not_there_yet"),
        ("python3 -P -m bots.random --fast", "random"),
        ("./tiger --book x", "tiger"),
        ("search --work 5", "search --work 5"),
    ],
)
def test_a_command_is_called_by_the_file_or_module_that_it_names(command: str, name: str) -> None:
    Path("mybot.py").touch()
    assert find(command).name == name


def test_bots_lists_the_house_bots_with_their_idea(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots"]) == 0
    said = capsys.readouterr().out
    assert "random" in said
    assert "Any legal action" in said
