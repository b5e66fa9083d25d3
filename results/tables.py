"""Tables as text: for people by tabulate, for programs as CSV, TSV or JSON. Bots are named by strangers, so whatever
the reader of a format would obey is escaped here, in one place."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from html import escape as html_escape
from typing import TypeAlias

from msgspec import Struct
from tabulate import tabulate

from protocol.text import printable

Cell: TypeAlias = str | int | float | None


class Form(StrEnum):
    """How a table can be written."""

    PLAIN = "plain"
    GITHUB = "github"
    HTML = "html"
    LATEX = "latex"
    CSV = "csv"
    TSV = "tsv"
    JSON = "json"


FLAT = (Form.CSV, Form.TSV, Form.JSON)  # for programs: one table, whatever it was cut by


class Column(Struct, frozen=True):
    """A column: its head, which is also its name for programs, and how its numbers are shown to people."""

    head: str
    digits: int = 0
    text: bool = False


class Table(Struct, frozen=True):
    """Rows under columns. Where there are several, each is one part of a whole, such as one variant."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    part: tuple[str, Cell] | None = None  # the name of what was cut by, and which part this is


def render(tables: Sequence[Table], form: Form) -> str:
    """The tables as one text, without a line break at the end."""
    if form in FLAT:
        return _flat(tables, form)
    texts = [_picture(table, form) for table in tables]
    titles = [_title(table.part, form) if table.part else "" for table in tables]
    return "\n\n".join(f"{title}\n\n{text}" if title else text for title, text in zip(titles, texts, strict=True))


def _picture(table: Table, form: Form) -> str:
    safe = _SAFE.get(form, _unchanged)
    rows = [[safe(_shown(cell, column)) for cell, column in zip(row, table.columns, strict=True)] for row in table.rows]
    return tabulate(
        rows,
        [safe(printable(column.head)) for column in table.columns],
        tablefmt=_TABULATE.get(form, form),
        disable_numparse=True,  # a bot may be called 1e5
        colalign=["left" if column.text else "right" for column in table.columns] if rows else None,
    )


def _shown(cell: Cell, column: Column) -> str:
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:.{column.digits}f}"
    return printable(str(cell))


def _title(part: tuple[str, Cell], form: Form) -> str:
    return _TITLES[form](printable(f"{part[0]} {part[1]}"))


def _flat(tables: Sequence[Table], form: Form) -> str:
    rows = [dict(_named(table, row)) for table in tables for row in table.rows]
    if form is Form.JSON:
        return json.dumps(rows, indent=2)
    out = io.StringIO()
    heads = list(rows[0]) if rows else [column.head for table in tables[:1] for column in table.columns]
    writer = csv.writer(out, delimiter="\t" if form is Form.TSV else ",", lineterminator="\n")
    writer.writerow([plain(head) for head in heads])
    writer.writerows([[plain(cell) for cell in row.values()] for row in rows])
    return out.getvalue().rstrip("\n")


def _named(table: Table, row: Sequence[Cell]) -> Iterable[tuple[str, Cell]]:
    if table.part:
        yield table.part
    yield from zip((column.head for column in table.columns), row, strict=True)


def plain(cell: Cell) -> Cell:
    """A cell of a CSV file. A spreadsheet takes some texts for formulas; an apostrophe in front tells it not to."""
    if not isinstance(cell, str):
        return cell
    text = printable(cell)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def _unchanged(text: str) -> str:
    return text  # html and latex are escaped by tabulate, a terminal obeys nothing that is printable


def markdown(text: str) -> str:
    """A text that Markdown shows as it is."""
    return "".join(f"\\{char}" if char in "\\`*_{}[]<>()#+!|&~$" else char for char in text)


_TABULATE = {Form.PLAIN: "simple"}
_SAFE: dict[Form, Callable[[str], str]] = {Form.GITHUB: markdown}
_TITLES: dict[Form, Callable[[str], str]] = {
    Form.PLAIN: lambda text: f"{text}\n{'=' * len(text)}",
    Form.GITHUB: lambda text: f"## {markdown(text)}",
    Form.HTML: lambda text: f"<h2>{html_escape(text)}</h2>",
    Form.LATEX: lambda text: f"% {text}",
}
