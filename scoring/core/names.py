"""How people and sides are called at a table, in what is said about them too."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from jassclub.core.errors import Finding
from jassclub.core.speaking import sign
from scoring.core.models import Game
from scoring.core.rules import Rules, sentence

FIELDLESS = ("answer_missing", "out_of_range", "points_missing")
"""What is said of any field alike: which one it is, is told before."""


@dataclass(frozen=True)
class Sentences:
    """What is found at a table in the language of the reader, those there by their names. Who that
    is, is asked for once, and only where something is found."""

    game: Game

    @cached_property
    def _called(self) -> Mapping[str, Mapping[int, str]]:
        by_seat = short_names({seat.index: seat.person.name for seat in self.game.seats.all()})
        columns: dict[int, list[int]] = {}
        for seat in sorted(by_seat):
            columns.setdefault(Rules.of(self.game).side_of(seat), []).append(seat)
        sides = {side: side_name(by_seat, seats) for side, seats in columns.items()}
        return {"seat": by_seat, "side": sides}

    def __call__(self, finding: Finding) -> str:
        words = sentence(finding, self._called)
        asked = self._asked(finding.pointer) if finding.code in FIELDLESS else ""
        gap = (" " if asked.endswith("?") else f"{sign()} ") if asked else ""
        return f"{asked}{gap}{words}"

    def _asked(self, pointer: str) -> str:
        """The question of a field, without what only explains it, and whom it is about."""
        key, _slash, column = pointer.removeprefix("/").partition("/")
        fields = Rules.of(self.game).kind.fields
        words = next((field.words for field in fields if field.key == key), "")
        named = self._called["side"].get(int(column), "") if column.isdigit() else ""
        return " ".join(filter(None, (words and _(words).partition(" (")[0], named)))


def side_name(by_seat: Mapping[int, str], seats: Iterable[int]) -> str:
    """The names of those who sit on these seats: Anna & Beat; We and You where nobody has one."""
    names = {seat: by_seat.get(seat, "") for seat in seats}
    if len(names) > 1 and all(name == numbered(seat + 1) for seat, name in names.items()):
        return _("Ihr") if min(names) else _("Wir")
    return " & ".join(names.values())


def numbered(place: object) -> str:
    """How somebody without a name is called; stored is the number alone."""
    return _("Spieler %(number)s") % {"number": place}


def short_names(full: dict[int, str]) -> dict[int, str]:
    """First names, as at the table; the whole name where two are called alike."""
    full = {seat: numbered(name) if name.isdigit() else name for seat, name in full.items()}
    first = {seat: name.split()[0] if name.split() else name for seat, name in full.items()}
    first |= {seat: name for seat, name in full.items() if name == numbered(seat + 1)}
    taken = list(first.values())
    return {seat: short if taken.count(short) == 1 else full[seat] for seat, short in first.items()}
