"""Who may say what when.

          hello           ready          start            ask
    NEW --------> GREETED ······> IDLE --------> PLAYING --------> ASKED --.
                                   ^               |  ^              |     | ask: the
                                   |     over      |  '···· act ·····|     | last turn
                                   +<--------------'                 |<----' lapsed
                                   '<--------------------------------'
                                            over: the turn lapsed

    from everywhere: --bye--> CLOSED               ---> the arena speaks     ···> the bot speaks

One request, one reply. A turn that ended without its reply has lapsed: the bot still owes that one reply, and when it
comes it is stale and dropped. Both ends keep the same table. What our end says wrongly is a bug and is raised; what
the other end says wrongly is a value, closes the conversation, and is the last thing heard.

Every decision of every match passes here, so the arena's end has a short way for its questions and for replies that are
as it would write them itself.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final, Generic, TypeVar, cast

from protocol import limits, words
from protocol.codec import Decoder, encode
from protocol.limits import Limits
from protocol.text import printable
from protocol.troubles import OutOfTurn, Stale, Trouble, Unreadable
from protocol.words import Act, ArenaMessage, Ask, BotMessage, Bye, Hello, Message, Over, Ready, Start, tag


class State(StrEnum):
    """Where a conversation stands."""

    NEW = "new"
    GREETED = "greeted"
    IDLE = "idle"
    PLAYING = "playing"
    ASKED = "asked"
    CLOSED = "closed"

    __hash__ = str.__hash__  # an enum's own is written in Python, and every message is looked up by it


TABLE: Final[dict[tuple[State, type[Message]], State]] = {
    (State.NEW, Hello): State.GREETED,
    (State.GREETED, Ready): State.IDLE,
    (State.IDLE, Start): State.PLAYING,
    (State.PLAYING, Ask): State.ASKED,
    (State.ASKED, Act): State.PLAYING,
    (State.ASKED, Ask): State.ASKED,
    (State.PLAYING, Over): State.IDLE,
    (State.ASKED, Over): State.IDLE,
    **{(state, Bye): State.CLOSED for state in State if state is not State.CLOSED},
}

ACTION: Final = encode("action")  # the key that follows the turn
RECOGNISED: Final = 24  # actions at most: with more of them it is quicker to read

Says = TypeVar("Says", bound=Message)
Hears = TypeVar("Hears", bound=Message)


class NotNowError(RuntimeError):
    """Our own end tried to say what is not its to say. A bug, never the other end's fault."""


class Conversation:
    """What both ends know: where they stand, and which replies are still owed."""

    def __init__(self) -> None:
        self.state = State.NEW
        self.match = ""
        self.turn = -1
        self.lapsed: set[tuple[str, int]] = set()

    def settle(self, message: Message) -> bool:
        """Whether this is the reply still owed for a lapsed turn; if so, it is owed no more."""
        if not self.lapsed or type(message) is not Act or (message.match, message.turn) not in self.lapsed:
            return False
        self.lapsed.remove((message.match, message.turn))
        return True

    def advance(self, message: Message) -> str | None:
        """Go on by one message; or say what is wrong with it, and stay."""
        after = TABLE.get((self.state, type(message)))
        objection = self._objection(message) if after else self._unexpected(message)
        if objection is None and after:
            self._remember(message)
            self.state = after
        return objection

    def _unexpected(self, message: Message) -> str:
        if type(message) is Act:
            return self._not_asked(message)
        said = f"`{tag(type(message))}` is not to be said in the state `{self.state}`"
        if type(message) is Ready:
            return f"{said}: it is the one answer to the one `hello`"
        return f"{said}, but {_either(word for state, word in TABLE if state is self.state)}"

    def _objection(self, message: Message) -> str | None:
        if type(message) is Act and not self._is_due(message):
            return self._not_asked(message)
        if (type(message) is Ask or type(message) is Over) and message.match != self.match:
            return f"this is not the match that is being played: {_named(message.match)}"
        if type(message) is Ask and message.turn <= self.turn:
            return f"turn {message.turn} does not come after turn {self.turn}"
        if type(message) is Start and any(match == message.match for match, _ in self.lapsed):
            return f"replies are still owed for a match of this name: {_named(message.match)}"
        return None

    def _is_due(self, act: Act) -> bool:
        return act.turn == self.turn and act.match == self.match

    def _not_asked(self, act: Act) -> str:
        if act.match != self.match:
            return f"no answer is owed for the match {_named(act.match)}: {self._asked()}"
        if act.turn > self.turn:
            return f"turn {act.turn} has not been asked: {self._asked()}"
        return f"turn {act.turn} has its answer already, or was never asked: {self._asked()}"

    def _asked(self) -> str:
        """What an answer could be to."""
        if self.turn < 0:
            return (
                f"nothing has been asked in the match {_named(self.match)}" if self.match else "nothing has been asked"
            )
        last = f"turn {self.turn} of the match {_named(self.match)}"
        if self.state is State.ASKED:
            return f"asked is {last}"
        return f"nothing is asked now, and the last was {last}"

    def _remember(self, message: Message) -> None:
        if self.state is State.ASKED and type(message) is not Act:
            self.lapsed.add((self.match, self.turn))
        if type(message) is Ask:
            self.turn = message.turn
        elif type(message) is Start:
            self.match, self.turn = message.match, -1


def _named(match: str) -> str:
    return f'"{match}"'


def _either(words: Iterable[type[Message]]) -> str:
    return " or ".join(f"`{tag(word)}`" for word in words) or "nothing"


class End(Generic[Says, Hears]):
    """One end of the wire."""

    def __init__(
        self, says: Mapping[str, type[Says]], hears: Mapping[str, type[Hears]], said: Limits, heard: Limits
    ) -> None:
        self._says = frozenset(says.values())
        self._largest = said.message
        self._decoder = Decoder(hears, heard)
        self._talk = Conversation()
        self._halfway = False  # in a message that is not all there yet

    @property
    def state(self) -> State:
        return self._talk.state

    @property
    def pending(self) -> int:
        """Bytes of a message that is not all there yet."""
        return self._decoder.pending

    def send(self, message: Says) -> bytes:
        """The bytes to write. Raises `NotNowError` if this is not ours to say now, or larger than we promised."""
        if type(message) not in self._says:
            raise NotNowError(f"{tag(type(message))} is for the other end to say")
        data = encode(message)
        if len(data) > self._largest:
            raise NotNowError(f"{tag(type(message))} has {len(data)} bytes, more than {self._largest}")
        talk = self._talk
        if not (talk.lapsed and talk.settle(message)) and (objection := talk.advance(message)):
            raise NotNowError(objection)
        if talk.state is State.CLOSED:
            self._decoder.close()
        return data

    def receive(self, data: bytes) -> tuple[Hears | Stale | Trouble, ...]:
        """What was heard in these bytes, in order. A trouble is always the last."""
        self._decoder.feed(data)
        heard = tuple(map(self._judge, self._decoder))
        self._halfway = self._decoder.pending > 0
        return heard

    def _judge(self, heard: Hears | Unreadable) -> Hears | Stale | Trouble:
        if self._decoder.dead:
            self._talk.state = State.CLOSED
            return heard
        message = cast("Hears", heard)  # a decoder that has met trouble is dead
        if isinstance(message, Act) and self._talk.settle(message):
            return Stale(message)
        objection = self._talk.advance(message)
        return self._out_of_turn(objection) if objection else message

    def _out_of_turn(self, objection: str) -> OutOfTurn:
        self._talk.state = State.CLOSED
        self._decoder.close()
        return OutOfTurn(printable(objection))


class Session(End[ArenaMessage, BotMessage]):
    """The arena's end: it has one for every bot."""

    def __init__(self) -> None:
        super().__init__(words.FROM_ARENA, words.FROM_BOT, limits.FROM_ARENA, limits.FROM_BOT)
        self._head = b""  # how every `act` of this match begins, up to its turn

    def send(self, message: ArenaMessage) -> bytes:
        if type(message) is Start:
            self._head = encode(Act(message.match, 0, {})).removesuffix(b"\0" + ACTION + b"\x80")
        return super().send(message)

    def ask(self, ask: Ask) -> bytes:
        """`send` for a question, by a short way for the usual one."""
        talk, data = self._talk, encode(ask)
        usual = talk.state is State.PLAYING and ask.turn > talk.turn and ask.match == talk.match
        if not usual or len(data) > self._largest:
            return self.send(ask)
        talk.turn, talk.state = ask.turn, State.ASKED
        return data

    def recognise(self, data: bytes, ask: Ask) -> Act | None:
        """The reply to `ask` if these bytes are, to the last one, a legal action as our own encoder writes it. That is
        how nearly all replies are written, and what we would write ourselves needs no reading. Its action is the one
        in `ask.legal`. None: it is for `receive` to say what they are."""
        talk, turn, legal = self._talk, ask.turn, ask.legal
        if talk.state is not State.ASKED or talk.turn != turn or self._halfway:
            return None
        head = self._head + encode(turn) + ACTION
        if len(legal) > RECOGNISED or not data.startswith(head):
            return None
        said = data[len(head) :]
        for action in legal:
            if encode(action) == said:
                talk.state = State.PLAYING
                return Act(ask.match, turn, action)
        return None


class BotSession(End[BotMessage, ArenaMessage]):
    """The bot's end."""

    def __init__(self) -> None:
        super().__init__(words.FROM_BOT, words.FROM_ARENA, limits.FROM_BOT, limits.FROM_ARENA)
