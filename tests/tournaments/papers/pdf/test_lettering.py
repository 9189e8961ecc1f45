"""What the fonts cannot print is taken apart or left out, never a box."""

import pytest

from tournaments.papers.pdf.paper import (
    BOLD,
    REGULAR,
    SERIF,
    fitted,
    glyphs_of,
    printable,
    width_of,
    wrapped,
)


@pytest.mark.parametrize("font", [REGULAR, BOLD, SERIF])
@pytest.mark.parametrize("text", ["äöüéàçïœ ÄÖÜ «ss»", "Šimić Wójcik Łukasz Őry Țepeş", "Ω Ж – …"])
def test_names_of_europe_are_printed_as_written(text, font):
    assert printable(text, font) == text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Zu\u0308rich", "Zürich"),
        ("\U0001d400nna", "Anna"),
        ("👑 König", "König"),
        ("李小龍", "?"),
        ("a\tb\nc\x00d\u200b", "a bcd".replace("bc", "b c")),
        ("\u202eevil", "evil"),
        ("  zu   weit ", "zu weit"),
        ("Lévi \u05d0\u05d1", "Lévi \u05d1\u05d0"),
        ("Tom ❤\ufe0f", "Tom ❤"),
        ("\ud800", ""),
    ],
)
def test_what_a_font_lacks_is_taken_apart_or_left_out(text, printed):
    assert printable(text) == printed


@pytest.mark.parametrize("font", [REGULAR, BOLD, SERIF])
def test_every_printed_character_has_a_glyph(font):
    everything = "".join(map(chr, range(0, 0x30000, 7)))
    for first in range(0, len(everything), 1000):
        shown = printable(everything[first : first + 1000], font)
        assert {ord(one) for one in shown} <= glyphs_of(font)


@pytest.mark.parametrize("width", [8, 20, 60, 200])
def test_a_cut_text_fits_and_ends_with_an_ellipsis(width):
    shown = fitted("Maximilian-Ferdinand " * 20, font=REGULAR, size=10, width=width)
    assert shown.endswith("…")
    assert width_of(shown, font=REGULAR, size=10) <= max(
        width, width_of("…", font=REGULAR, size=10)
    )


def test_wrapped_lines_fit_and_lose_no_letter():
    text = "Kurz und " + "lang" * 80 + " und gut"
    lines = wrapped(text, font=REGULAR, size=10, width=120)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(width_of(line, font=REGULAR, size=10) <= 120 for line in lines)
