from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import encode
from protocol.examples import BAD, BUDGET
from protocol.faults import PLAYED, Fault
from protocol.limits import FROM_ARENA
from protocol.session import BotSession, NotNowError, Session, State
from protocol.troubles import Garbled, OutOfTurn, Stale, Trouble, WrongVersion
from protocol.words import Act, ArenaMessage, Ask, BotMessage, BudgetLeft, Bye, Hello, Message, Over, Ready, Start, tag

HELLO, READY, BYE = Hello(1, "0.1.0"), Ready(1, "Whiskers", "1.2"), Bye()
LEFT = BudgetLeft(1.0, 1.0)


def start(match: str = "m") -> Start:
    return Start(match, "mlem", 1, {}, {}, 0, 2, BUDGET, 42)


def ask(turn: int, match: str = "m") -> Ask:
    return Ask(match, turn, {}, [{"do": "stay"}], [], LEFT)


def act(turn: int, match: str = "m") -> Act:
    return Act(match, turn, {"do": "stay"})


def over(match: str = "m") -> Over:
    return Over(match, [1, 2], [5, 3], [], PLAYED)


# The way to each state, and by hand what may be said there and where it leads.
WAYS: dict[State, list[Message]] = {
    State.NEW: [],
    State.GREETED: [HELLO],
    State.IDLE: [HELLO, READY],
    State.PLAYING: [HELLO, READY, start()],
    State.ASKED: [HELLO, READY, start(), ask(3)],
    State.CLOSED: [HELLO, READY, BYE],
}
SAID: list[Message] = [HELLO, READY, start(), ask(4), act(3), over(), BYE]
GRID = """
          hello    ready  start    ask    act      over  bye
new       greeted  .      .        .      .        .     closed
greeted   .        idle   .        .      .        .     closed
idle      .        .      playing  .      .        .     closed
playing   .        .      .        asked  .        idle  closed
asked     .        .      .        asked  playing  idle  closed
closed    .        .      .        .      .        .     .
"""
HEAD, *ROWS = (line.split() for line in GRID.strip().splitlines())
CELLS = [(row[0], word, after) for row in ROWS for word, after in zip(HEAD, row[1:], strict=True)]


class Wire:
    """Two ends, joined. Everything said at one end is heard at the other, in pieces of this size."""

    def __init__(self, size: int = 1 << 20) -> None:
        self.arena, self.bot = Session(), BotSession()
        self.size = size

    def say(self, message: Message) -> list[Any]:
        """Say it at its end; what the other end hears."""
        if isinstance(message, Ready | Act):
            return self.carry(self.bot.send(message), self.arena.receive)
        return self.carry(self.arena.send(message), self.bot.receive)

    def carry(self, data: bytes, receive: Callable[[bytes], tuple[Any, ...]]) -> list[Any]:
        return [one for at in range(0, len(data), self.size) for one in receive(data[at : at + self.size])]

    def states(self) -> tuple[State, State]:
        return self.arena.state, self.bot.state


def joined(state: State, size: int = 1 << 20) -> Wire:
    wire = Wire(size)
    for message in WAYS[state]:
        assert wire.say(message) == [message]
    return wire


def asked() -> Session:
    return joined(State.ASKED).arena


def test_the_grid_names_every_state_and_every_message() -> None:
    assert [row[0] for row in ROWS] == list(State)
    assert [tag(type(message)) for message in SAID] == HEAD


@pytest.mark.parametrize(("state", "word", "after"), CELLS)
def test_who_may_say_what_when(state: str, word: str, after: str) -> None:
    wire = joined(State(state))
    message = SAID[HEAD.index(word)]
    if after == ".":
        with pytest.raises(NotNowError):
            wire.say(message)
        assert wire.states() == (state, state)
    else:
        assert wire.say(message) == [message]
        assert wire.states() == (after, after)


@pytest.mark.parametrize(("state", "word", "after"), CELLS)
def test_what_a_stranger_says_at_the_wrong_time_is_a_value_and_the_last_thing_heard(
    state: str, word: str, after: str
) -> None:
    message = SAID[HEAD.index(word)]
    wire = joined(State(state))
    end: Session | BotSession = wire.arena if isinstance(message, Ready | Act) else wire.bot
    found = end.receive(encode(message))
    if after != ".":
        assert found == (message,)
    elif end is wire.arena and state == State.CLOSED:
        assert found == ()
    else:
        assert [type(one) for one in found] == [OutOfTurn]
        assert end.state is State.CLOSED
        assert end.receive(encode(message)) == ()


@pytest.mark.parametrize("message", [HELLO, start(), ask(4), over(), BYE])
@pytest.mark.parametrize("state", [state for state in State if state is not State.CLOSED])
def test_a_bot_cannot_speak_for_the_arena(state: State, message: ArenaMessage) -> None:
    assert [one.kind for one in troubles(joined(state).arena.receive(encode(message)))] == [Fault.GARBLED]


@pytest.mark.parametrize("message", [READY, act(3)])
def test_no_end_says_the_other_ends_words(message: BotMessage) -> None:
    with pytest.raises(NotNowError, match="for the other end"):
        asked().send(message)  # type: ignore[arg-type]  # what the types forbid is refused all the same


def troubles(found: tuple[BotMessage | Stale | Trouble, ...]) -> list[Trouble]:
    return [one for one in found if not isinstance(one, Ready | Act | Stale)]


def test_two_replies_in_one_write() -> None:
    found = asked().receive(encode(act(3)) * 2)
    assert [type(one) for one in found] == [Act, OutOfTurn]


def test_a_second_reply_is_out_of_turn_also_after_the_next_ask() -> None:
    session = asked()
    assert session.receive(encode(act(3))) == (act(3),)
    session.send(ask(4))
    assert [type(one) for one in session.receive(encode(act(3)))] == [OutOfTurn]


def test_a_reply_with_a_print_after_it() -> None:
    found = asked().receive(encode(act(3)) + b"debug\n")
    assert found[0] == act(3)
    assert [one.kind for one in troubles(found)] == [Fault.GARBLED]


def test_a_flood_is_refused_after_one_message() -> None:
    assert len(asked().receive(BAD["nil_flood"].data)) == 1
    assert len(asked().receive(encode(act(3)) * 1000)) == 2


@pytest.mark.parametrize("reply", [act(4), act(2), act(2**64 - 1), act(3, "other")])
def test_a_reply_to_what_was_not_asked_is_out_of_turn(reply: Act) -> None:
    (trouble,) = asked().receive(encode(reply))
    assert isinstance(trouble, OutOfTurn)
    assert trouble.kind is Fault.OUT_OF_TURN


def test_a_late_reply_is_dropped_and_the_next_one_counts() -> None:
    session = asked()
    session.send(ask(4))
    assert session.receive(encode(act(3))) == (Stale(act(3)),)
    assert session.state is State.ASKED
    assert session.receive(encode(act(4))) == (act(4),)


def test_a_late_reply_may_come_with_the_next_one_and_only_once() -> None:
    session = asked()
    session.send(ask(4))
    found = session.receive(encode(act(3)) + encode(act(4)) + encode(act(3)))
    assert found[:2] == (Stale(act(3)), act(4))
    assert [type(one) for one in found[2:]] == [OutOfTurn]


def test_a_late_reply_may_come_in_the_next_match() -> None:
    session = asked()
    session.send(over())
    session.send(start("n"))
    session.send(ask(3, "n"))
    assert session.receive(encode(act(3)) + encode(act(3, "n"))) == (Stale(act(3)), act(3, "n"))


def test_a_late_reply_may_come_between_matches() -> None:
    session = asked()
    session.send(over())
    assert session.receive(encode(act(3))) == (Stale(act(3)),)
    assert session.state is State.IDLE


def test_a_match_cannot_take_the_name_of_one_that_still_owes_a_reply() -> None:
    session = asked()
    session.send(over())
    with pytest.raises(NotNowError, match="still owed"):
        session.send(start())


@pytest.mark.parametrize("message", [ask(3), ask(2), ask(4, "other"), over("other")])
def test_the_arena_notices_its_own_mistakes_and_nothing_has_moved(message: ArenaMessage) -> None:
    session = asked()
    with pytest.raises(NotNowError):
        session.send(message)
    assert session.receive(encode(act(3))) == (act(3),)


def test_the_arena_keeps_its_own_limit() -> None:
    session = joined(State.PLAYING).arena
    with pytest.raises(NotNowError, match="bytes"):
        session.send(Ask("m", 1, {"pad": "p" * FROM_ARENA.message}, [], [], LEFT))


def test_another_version_is_refused_with_a_clear_sentence_at_both_ends() -> None:
    wire = joined(State.GREETED)
    hint = "the bot speaks protocol 2, and the arena protocol 1"
    assert wire.arena.receive(encode(Ready(2, "Whiskers", "1.2"))) == (WrongVersion(hint),)
    assert wire.arena.state is State.CLOSED
    hint = "the arena speaks protocol 2, and the bot protocol 1"
    assert BotSession().receive(encode(Hello(2, "9"))) == (WrongVersion(hint),)


@pytest.mark.parametrize(
    ("state", "said", "hint"),
    [
        (State.ASKED, act(4), 'turn 4 has not been asked: asked is turn 3 of the match "m"'),
        (State.ASKED, act(2), 'turn 2 has its answer already, or was never asked: asked is turn 3 of the match "m"'),
        (State.ASKED, act(3, "o"), 'no answer is owed for the match "o": asked is turn 3 of the match "m"'),
        (State.PLAYING, act(0), 'turn 0 has not been asked: nothing has been asked in the match "m"'),
        (State.GREETED, act(0), 'no answer is owed for the match "m": nothing has been asked'),
        (State.IDLE, READY, "`ready` is not to be said in the state `idle`: it is the one answer to the one `hello`"),
        (State.IDLE, ask(3), "`ask` is not to be said in the state `idle`, but `start` or `bye`"),
    ],
)
def test_who_speaks_out_of_turn_is_told_what_was_asked(state: State, said: Message, hint: str) -> None:
    wire = joined(state)
    end: Session | BotSession = wire.arena if isinstance(said, Ready | Act) else wire.bot
    assert end.receive(encode(said)) == (OutOfTurn(hint),)


def test_a_second_answer_is_told_what_was_asked_last() -> None:
    session = asked()
    session.receive(encode(act(3)))
    (trouble,) = troubles(session.receive(encode(act(3))))
    assert trouble.hint == (
        "turn 3 has its answer already, or was never asked: "
        'nothing is asked now, and the last was turn 3 of the match "m"'
    )


def test_the_hint_of_a_trouble_can_be_shown_whatever_the_bot_wrote() -> None:
    (trouble,) = troubles(asked().receive(encode(act(3, "\x1b[2J\u202e"))))
    assert trouble.hint.isprintable()


def test_half_a_message_waits() -> None:
    session, data = asked(), encode(act(3))
    assert session.receive(data[:3]) == ()
    assert session.pending == 3
    assert session.receive(data[3:]) == (act(3),)
    assert session.pending == 0


def test_after_bye_the_arena_hears_nothing() -> None:
    session = asked()
    session.send(BYE)
    assert session.receive(encode(act(3)) + b"Hello") == ()


@given(st.integers(1, 300), st.lists(st.lists(st.booleans(), max_size=5), max_size=4))
def test_two_ends_play_any_matches_in_any_chunks(size: int, matches: list[list[bool]]) -> None:
    """Each match is a list of turns, which the bot answers in time or just after the next message."""
    wire = joined(State.IDLE, size)
    for number, turns in enumerate(matches):
        play(wire, f"m{number}", turns)
    assert wire.say(BYE) == [BYE]
    assert wire.states() == (State.CLOSED, State.CLOSED)


def play(wire: Wire, match: str, turns: list[bool]) -> None:
    late: list[Act] = []
    wire.say(start(match))
    for turn, in_time in enumerate(turns):
        assert wire.say(ask(turn, match)) == [ask(turn, match)]
        while late:
            assert wire.say(late[0]) == [Stale(late.pop())]
        if in_time:
            assert wire.say(act(turn, match)) == [act(turn, match)]
        else:
            late.append(act(turn, match))
    assert wire.say(over(match)) == [over(match)]
    for reply in late:
        assert wire.say(reply) == [Stale(reply)]
    assert wire.states() == (State.IDLE, State.IDLE)


ACTIONS: list[Any] = [{"do": "stay"}, {"do": "go", "to": 7}, {"do": "go", "to": 300}]
REPLIES = [encode(Act("m", turn, action)) for turn in (2, 3) for action in (*ACTIONS, {"do": "fly"}, {})]
WORDY = [encode(Act("m", 3, ACTIONS[0], note="so")), encode(Act("other", 3, ACTIONS[0])), encode(READY)]


@given(st.sampled_from([*REPLIES, *WORDY]), st.sampled_from([b"", b"\x80", REPLIES[0]]), st.integers(0, 80))
def test_a_reply_that_is_recognised_is_what_would_have_been_read(reply: bytes, more: bytes, cut: int) -> None:
    asked = Ask("m", 3, {}, ACTIONS, [], LEFT)
    quick, slow = joined(State.PLAYING).arena, joined(State.PLAYING).arena
    quick.send(asked)
    slow.send(asked)
    data = (reply + more)[: cut or None]
    recognised = quick.recognise(data, asked)
    if recognised is None:
        assert quick.state is State.ASKED
        assert quick.receive(data) == slow.receive(data)
    else:
        assert (recognised,) == slow.receive(data)
        assert recognised.action in ACTIONS
    assert (quick.state, quick.pending) == (slow.state, slow.pending)


@given(st.sampled_from(list(State)), st.sampled_from(["m", "other"]), st.integers(-1, 5), st.booleans())
def test_asking_by_the_short_way_is_sending(state: State, match: str, turn: int, large: bool) -> None:
    question = Ask(match, turn, {"x": "x" * (FROM_ARENA.message if large else 1)}, ACTIONS, [], LEFT)
    ways: list[tuple[bytes | str, State]] = []
    for session in (joined(state).arena, joined(state).arena):
        say = session.ask if ways else session.send
        try:
            said: bytes | str = say(question)
        except NotNowError as error:
            said = str(error)
        ways.append((said, session.state))
    assert ways[0] == ways[1]


@pytest.mark.parametrize("action", ACTIONS)
def test_every_legal_action_is_recognised(action: Any) -> None:
    arena, asked = joined(State.PLAYING).arena, Ask("m", 3, {}, ACTIONS, [], LEFT)
    arena.send(asked)
    assert arena.recognise(encode(Act("m", 3, action)), asked) == Act("m", 3, action)


def test_nothing_is_recognised_in_the_middle_of_a_message() -> None:
    arena, asked = joined(State.PLAYING).arena, Ask("m", 3, {}, ACTIONS, [], LEFT)
    arena.send(asked)
    arena.receive(b"\x84")
    assert arena.recognise(encode(Act("m", 3, ACTIONS[0])), asked) is None


@given(st.sampled_from(list(State)), st.lists(st.binary(max_size=60), max_size=4))
def test_no_garbage_raises_in_any_state(state: State, parts: list[bytes]) -> None:
    session = joined(state).arena
    found = [one for part in parts for one in session.receive(part)]
    assert len(troubles(tuple(found))) <= 1
    assert not any(isinstance(one, Garbled | OutOfTurn) for one in found[:-1])
