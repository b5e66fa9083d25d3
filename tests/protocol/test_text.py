import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.text import printable


@pytest.mark.parametrize("text", ["", "Whiskers", "Łukasz 2.0", "猫", "🐈", "a\\b", "say 'hi'"])
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb\r\tc", r"a\nb\r\tc"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("\x9b31m", r"\x9b31m"),
        ("abc\u202etxt.exe", r"abc\u202etxt.exe"),
        ("\u2066x\u2069", r"\u2066x\u2069"),
        ("zero\u200bwidth\ufeff", r"zero\u200bwidth\ufeff"),
        ("\u2028", r"\u2028"),
        ("\x00\x7f", r"\x00\x7f"),
        ("\U000e0041", r"\U000e0041"),
        ("\ud800", r"\ud800"),
    ],
)
def test_what_a_terminal_would_obey_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text(st.characters()))
def test_any_text_becomes_printable_valid_utf8_and_stays_so(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable()
    assert shown.encode().decode() == shown
    assert printable(shown) == shown
