"""The parts of `docs/protocol.md` that follow from the definitions: messages, the table, limits, faults.

`python -m protocol.document [FILE]` writes them anew between their markers; a test fails while they are stale.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

from msgspec import Struct, inspect

from protocol import limits
from protocol.codec import encode
from protocol.examples import EXAMPLES
from protocol.faults import MEANINGS
from protocol.session import TABLE, State
from protocol.troubles import HINTS
from protocol.vectors import readable, sender
from protocol.words import LARGEST, Act, Ask, Budget, BudgetLeft, Bye, Hello, Message, Over, Ready, Start, tag

MARKED = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

NAMES: dict[type[inspect.Type], str] = {
    inspect.IntType: "integer",
    inspect.FloatType: "number",
    inspect.StrType: "text",
    inspect.DictType: "map",
    inspect.StructType: "map",
}


def fill(document: str) -> str:
    """The document with all that is generated in it made anew."""
    return MARKED.sub(lambda found: f"{found[1]}{BLOCKS[found[2]]()}\n{found[3]}", document)


def messages() -> str:
    """Every message with its fields and its bytes, in the order of a conversation."""
    return "\n\n".join(_message(word) for word in (Hello, Ready, Start, Ask, Act, Over, Bye))


def budgets() -> str:
    """The two maps inside other messages."""
    return "\n\n".join(
        f"`budget` of `{tag(owner)}`: {_lower(word.__doc__)} In seconds.\n\n{_fields(word)}"
        for owner, word in ((Start, Budget), (Ask, BudgetLeft))
    )


def conversation() -> str:
    """The table of who may say what when."""
    rows = ((state, f"`{tag(word)}`", sender(word), after) for (state, word), after in TABLE.items() if word is not Bye)
    return _table(("state", "message", "sent by", "next state"), (*rows, ("any", "`bye`", "arena", State.CLOSED)))


def bounds() -> str:
    """The limits of what a bot sends."""
    most = limits.FROM_BOT
    rows = (
        ("one message", f"{most.message} bytes"),
        ("one text", f"{most.text} bytes, and what its field says"),
        ("one list", f"{most.array} items"),
        ("one map", f"{most.map} pairs"),
        ("nesting", f"{most.depth} maps and lists inside each other, the message itself included"),
    )
    return _table(("of what a bot sends", "at most"), rows)


def faults() -> str:
    """What each fault means."""
    rows = ((f"`{fault}`", *meaning) for fault, meaning in MEANINGS.items())
    return _table(("fault", "cause", "costs", "what to do"), rows)


def reasons() -> str:
    """Why a message can be garbled."""
    return _table(("reason", "hint"), ((f"`{reason}`", hint) for reason, hint in HINTS.items()))


BLOCKS = {
    "messages": messages,
    "budgets": budgets,
    "conversation": conversation,
    "limits": bounds,
    "faults": faults,
    "reasons": reasons,
}


def _message(word: type[Message]) -> str:
    direction = "bot to arena" if sender(word) == "bot" else "arena to bot"
    heading = f"### `{tag(word)}` ({direction})\n\n{word.__doc__}"
    fields = [_fields(word)] if word.__struct_fields__ else []
    return "\n\n".join([heading, *fields, *_examples(word)])


def _examples(word: type[Message]) -> Iterator[str]:
    for message in EXAMPLES.values():
        if type(message) is word:
            yield f"```text\n{json.dumps(readable(message))}\n\n{_hex(encode(message))}\n```"


def _hex(data: bytes) -> str:
    return "\n".join(wrap(data.hex(" "), width=32 * 3))


def _fields(word: type[Struct]) -> str:
    info = inspect.type_info(word)
    assert isinstance(info, inspect.StructType)
    return _table(("field", "type", "meaning"), map(_field, info.fields))


def _field(field: inspect.Field) -> tuple[str, str, str]:
    name = f"`{field.encode_name}`"
    kind = _kind(field.type)
    return name, kind if field.required else f"{kind}, optional", _schema(field.type)["description"]


def _schema(kind: inspect.Type) -> dict[str, Any]:
    return (kind.extra_json_schema or {}) if isinstance(kind, inspect.Metadata) else {}


def _kind(kind: inspect.Type) -> str:
    """The type in words that do not belong to any language."""
    if isinstance(kind, inspect.Metadata):
        return _schema(kind).get("title") or _kind(kind.type)
    if isinstance(kind, inspect.UnionType):
        return " or ".join(_kind(part) for part in kind.types if not isinstance(part, inspect.NoneType))
    if isinstance(kind, inspect.CollectionType):
        most = "" if kind.max_length is None else f"at most {kind.max_length} "
        return f"list of {most}{_kind(kind.item_type)}"
    if isinstance(kind, inspect.StrType):
        return "text" + _characters(kind)
    return NAMES[type(kind)] + _least(kind)


def _least(kind: inspect.Type) -> str:
    """The least that a number may be, if that tells anything."""
    least = kind.ge if isinstance(kind, inspect.IntType | inspect.FloatType) else None
    return "" if least is None or least == -LARGEST else f" (at least {least:g})"


def _characters(kind: inspect.StrType) -> str:
    if kind.max_length is None:
        return ""
    least = f"{kind.min_length} to " if kind.min_length else "at most "
    return f" ({least}{kind.max_length} characters)"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _lower(sentence: str | None) -> str:
    return sentence[0].lower() + sentence[1:] if sentence else ""


if __name__ == "__main__":
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/protocol.md")
    path.write_text(fill(path.read_text(encoding="utf-8")), encoding="utf-8")
