"""The list of all points, and the numbers that their places in it give them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from referee.rules.profile import load_profile
from tournaments.format.pure import Format
from tournaments.format.regulation import counting, event, honours, playing, seats, sheets
from tournaments.format.regulation.event import Draft, Setting

Write = Callable[[Setting], Draft | None]

SECTIONS: tuple[tuple[object, tuple[Write, ...]], ...] = (
    (_("Das Turnier"), event.POINTS),
    (_("Plätze"), seats.POINTS),
    (_("Am Tisch"), playing.POINTS),
    (_("Schreiben und Kontrolle"), sheets.POINTS),
    (_("Rangliste"), counting.POINTS),
    (_("Finale"), honours.FINAL),
    (_("Preise"), honours.PRIZES),
)
"""Numbers are places in this list: new points go to the end of a section, none is taken out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A numbered point; a section ("4") has a heading and no text.

    `articles` are slugs of the rulebook.
    """

    number: str
    heading: str
    text: str = ""
    articles: tuple[str, ...] = ()


def regulation(format_: Format, *, name: str) -> list[Point]:
    """The points that apply, in order, in the active language.

    ProfileError when the house rules of the format are none that its profile knows.
    """
    profile = load_profile(format_.profile).with_layer(format_.table_rules(), "tournament")
    setting = Setting(name=name, format=format_, profile=profile)
    return [
        point
        for number, (heading, written) in enumerate(SECTIONS, start=1)
        for point in _section(str(number), str(heading), list(_points(written, setting, number)))
    ]


def _section(number: str, heading: str, points: list[Point]) -> list[Point]:
    return [Point(number=number, heading=heading), *points] if points else []


def _points(written: tuple[Write, ...], setting: Setting, section: int) -> Iterator[Point]:
    for place, write in enumerate(written, start=1):
        if draft := write(setting):
            yield Point(
                number=f"{section}.{place}",
                heading=draft.heading,
                text=draft.text,
                articles=draft.articles,
            )
