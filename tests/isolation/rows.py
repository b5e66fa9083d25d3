"""The hostile matrix: everything that a bot could try, the lowest level that has to stop it, and where that is proved.

A row is proved by rogues, who name it in their files, by tests that are named here, or by both. `python -m
tests.isolation.rows` prints the table that docs/isolation.md holds.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from tests.evening import rogues

ROOT = Path(__file__).parents[2]
HEADING = "## The hostile matrix"
ARENA = "arena"  # the arena itself stops it, at every level

# Row, lowest level, what the bot does.
MATRIX = """
P1 arena exits, or closes its stdout, before it has answered
P2 arena crashes
P3 arena sends a part of an answer and sleeps
P4 arena sends a part of an answer and exits
P5 arena sends bytes that are no message
P6 arena prints text where the protocol goes
P7 arena answers twice at once
P8 arena answers before it is asked
P9 arena answers one turn in the next
P10 arena answers for another turn or match
P11 arena announces an array of four thousand million
P12 arena announces arrays in arrays, a million each
P13 arena announces a map of four thousand million
P14 arena nests arrays as deep as a reader goes
P15 arena nests arrays deeper than a reader goes
P16 arena announces a text of four gigabytes
P17 arena sends a message without end
P18 arena sends types that the protocol does not have
P19 arena sends text that is no UTF-8
P20 arena sends numbers that are none
P21 arena sends true for 1
P22 arena sends numbers too large for most
P23 arena sends a key twice
P24 arena sends keys that are no text
P25 arena sends another shape than asked for
P26 arena sends control characters to be shown
P27 arena sends thousands of messages at once
P28 arena lies about its name or version
T1 arena thinks for ever
T2 arena sleeps for ever
T3 arena sends its answer byte by byte
T4 arena does not read
T5 arena makes its pipe as small as it can
T6 arena stops itself
T7 arena takes too long to start
T8 arena answers just before or after the deadline
T9 arena computes while others are to move
T10 arena uses up its time bank on every turn
T11 arena honest: lives as long as its match, even in a jail
T12 arena honest: is gone when its match is cancelled at any moment
R1 limits takes four gigabytes
R2 jail takes too much memory in many processes together
R3 limits takes shared memory, which is counted otherwise
R4 limits writes two gigabytes into a file in memory
R5 jail forks without end
R6 jail starts threads without end
R7 jail forks, exits and forks again
R8 jail leaves a process that ignores every signal
R9 jail ends well and leaves a process
R10 arena writes to stdout without end
R11 limits writes to stderr without end
R12 limits opens thirty thousand files
R13 jail fills the disk with one file or with many
R14 jail fills memory that is a folder
R15 limits crashes with much memory, to leave a core file
R16 arena lets children think for it
R17 limits locks memory, and wants to go before others
R18 jail outlives an arena that is killed
R19 arena is started by an arena that runs out of files, memory or disk
E1 jail connects to the network
E2 jail uses other kinds of sockets
E3 jail stops or kills the arena
E4 jail kills a rival
E5 jail kills everybody
E6 jail reads or steers other processes
E7 jail writes outside of its scratch folder
E8 jail leaves links, pipes, closed and very deep folders
E9 limits starts programs that run as root
E10 jail opens namespaces and mounts
E11 limits raises its limits or leaves its control group
E12 jail rewrites its own files or those of the house bots
E13 jail poisons what starts after it
E14 jail calls the kernel for what no bot needs
I1 jail looks for the files of the arena
I2 jail looks at other processes
I3 jail reads a rival's program
I4 arena reads a log that is not its own
I5 arena looks for files that were left open for it
I6 jail whispers through locks on shared files
I7 jail whispers through shared memory, queues and keyrings
I8 arena leaves a note for its next match
I9 - whispers through the load of the machine
I10 - whispers through legal moves
I11 arena finds out who its rivals are
I12 arena provokes errors that tell secrets
I13 arena looks for secrets in the length or order of what it is told
D1 arena reckons the dice from those it has seen
D2 arena tries all seeds
D3 arena looks for the seed in what it is told
D4 arena shifts the others' dice by its faults
D5 arena honest: plays the same match again, jailed or not
D6 arena dies, to change the others' turns
D7 arena depends on the order of a set
"""

# Row, and a test in the folder of tests that proves it.
NAMED = """
T8 test_clock::test_at_the_edge_of_the_deadline_late_is_what_the_clock_says
T9 test_rest::test_a_bot_that_ponders_is_found_out_and_the_others_are_not_blamed
T9 isolation/test_matrix::test_who_ponders_in_a_jail_is_found_out_and_the_others_are_not_blamed
T10 test_clock::test_the_bank_of_a_match_is_used_up_and_never_overdrawn
T11 test_leftovers::test_a_bot_lives_as_long_as_its_match
T11 isolation/test_jail::test_a_jailed_bot_lives_as_long_as_its_match
T12 test_leftovers::test_a_match_that_is_cancelled_leaves_nothing
T12 isolation/test_jail::test_a_match_that_is_cancelled_leaves_no_jail
T12 isolation/test_jail::test_a_jail_that_is_killed_while_it_is_built_leaves_nothing
R2 isolation/test_jail::test_processes_that_use_too_much_memory_together_are_ended
R5 isolation/test_matrix::test_beside_a_fork_bomb_others_can_still_fork
R11 isolation/test_matrix::test_a_log_is_no_longer_than_a_file_may_be
R18 isolation/test_jail::test_jailed_bots_die_with_an_arena_that_is_killed
R18 isolation/test_soak::test_a_cup_that_is_killed_again_and_again_ends_as_if_nothing_had_happened
R19 isolation/test_shortage::test_an_arena_without_files_to_open_blames_nobody_and_leaves_nothing
R19 isolation/test_shortage::test_an_arena_without_room_on_its_disk_blames_nobody_and_leaves_nothing
R19 tournaments/test_runner::test_a_match_that_the_arena_cannot_play_is_tried_again_and_then_void
E8 test_leftovers::test_what_a_bot_wrote_is_read_from_its_log_and_from_nowhere_else
E8 isolation/test_leftovers::test_a_link_is_not_followed
I11 test_rogues::test_no_bot_is_told_a_seed_but_its_own_or_who_the_others_are
I11 tournaments/test_balance::test_whatever_the_tables_are_everybody_has_every_seat_equally_often
I13 test_rogues::test_what_a_seat_may_not_know_changes_no_byte_of_what_it_is_told
I13 test_rogues::test_a_seat_that_was_lost_at_the_start_changes_nothing_that_others_are_told
D1 games/test_guessing::test_who_clones_a_twister_from_what_it_saw_knows_nothing_of_our_dice
D2 games/test_guessing::test_who_tries_the_seeds_that_a_clock_could_give_finds_none_of_ours
D3 test_rogues::test_no_bot_is_told_a_seed_but_its_own_or_who_the_others_are
D4 test_rogues::test_the_others_play_as_if_nothing_had_happened
D5 test_rogues::test_one_seed_and_the_same_bots_give_the_same_record_byte_by_byte
D5 isolation/test_jail::test_a_match_in_jails_is_the_same_as_outside
D6 test_rogues::test_the_others_play_as_if_nothing_had_happened
D6 isolation/test_matrix::test_the_others_play_as_if_nothing_had_happened
D7 isolation/test_matrix::test_a_bot_that_depends_on_the_order_of_a_set_plays_the_same_match_at_every_level
"""

OPEN = {
    "I9": "cannot be closed: bots on one machine share its cores and caches, and see its load",
    "I10": "cannot be closed by an arena: a legal move can mean anything. What helps: nobody is told who sits where",
}


class Row(Struct, frozen=True):
    """One thing that a bot could try."""

    name: str
    level: str
    what: str
    rogues: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def where(self) -> str:
        return OPEN.get(self.name) or ", ".join([*self.rogues, *(f"`{test}`" for test in self.tests)])


def rows() -> list[Row]:
    everybody = rogues()
    return [
        Row(name, level, what, tuple(rogue.name for rogue in everybody if name in rogue.rows), tests_of(name))
        for name, level, what in (line.split(" ", 2) for line in MATRIX.strip().splitlines())
    ]


def tests_of(row: str) -> tuple[str, ...]:
    named = [line.split() for line in NAMED.strip().splitlines()]
    return tuple(test for name, test in named if name == row)


def table() -> Iterator[str]:
    """The lines of the table in the document."""
    yield "| row | a bot that | stopped from | proved by |"
    yield "|---|---|---|---|"
    for row in rows():
        yield f"| {row.name} | {row.what} | {row.level} | {row.where} |"


def functions_in(file: Path) -> set[str]:
    body = ast.parse(file.read_text("utf-8")).body
    return {node.name for node in body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}


if __name__ == "__main__":
    print("\n".join(table()))
