"""Who is called how at a table, and how a claim was judged, with the article it rests on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _

from jassclub.clubs.actors import idents
from jassclub.clubs.models import Device, User
from jassclub.core.reader import number_in
from jassclub.core.speaking import spoken
from jassclub.core.typography import said
from referee.rulebook.articles import article, article_slugs
from referee.wording import seat_or_side
from scoring.core.models import Game
from scoring.core.names import short_names, side_name
from scoring.games.base import Sheet
from scoring.games.endings import Ending


@dataclass(frozen=True)
class Verdict:
    """`article` is its title, empty where a house rule decides. `readings`: where the text has
    two and the table has not chosen yet, what follows from each."""

    words: str
    article: str
    readings: Sequence[str] = ()


def ending_of(sheet: Sheet, sides: Sequence[str]) -> Verdict | None:
    """How the game ended, None while it goes on; `sides` are the names of the two."""
    ending = sheet.finish.ending
    return None if ending is None else _verdict(ending, sides)


def verdicts_of(sheet: Sheet, number: int, sides: Sequence[str]) -> list[Verdict]:
    """What was claimed in a hand and how it was judged, or that the game ended with it."""
    finish = sheet.finish
    claims = finish.claims or ([finish.ending] if finish.ending else [])
    return [
        *(_berg_verdict(claim, sides) for claim in finish.berg_claims if claim.hand == number),
        *(_verdict(claim, sides) for claim in claims if claim.hand == number),
    ]


def title_of(slug: str | None) -> str:
    """The title of an article in the language of the reader; its slug where it has no text."""
    if slug is None or slug not in article_slugs():
        return slug or ""
    title = article(slug).title
    return title[spoken()]


def _verdict(ending: Ending, sides: Sequence[str]) -> Verdict:
    words = _sentence(ending) % said(_values(ending, sides))
    if ending.schneider and ending.winner is not None:
        words += " " + _("%(loser)s: Schneider.") % {"loser": sides[1 - ending.winner]}
    return Verdict(words, title_of(ending.article), _readings(ending, sides))


def _sentence(ending: Ending) -> str:
    if ending.outcome == "reached":
        return _("%(winner)s gewinnen mit %(points)s von %(target)s Punkten.")
    if ending.outcome == "won":
        return _("%(side)s bedanken sich zu Recht und gewinnen mit %(own)s von %(target)s Punkten.")
    if ending.outcome == "lapses":
        return _(
            "%(side)s haben sich bedankt, aber Punkte fielen mit einer falschen Karte der Gegner "
            "weg: Es wird weitergespielt und dieses Spiel am Schluss neu geschrieben."
        )
    if ending.claimed_by is not None and ending.counts[ending.claimed_by] >= ending.target:
        return _("%(side)s bedanken sich, doch nach der Reihenfolge gewinnen %(winner)s.")
    return _(
        "%(side)s bedanken sich zu früh mit %(own)s von %(target)s Punkten: %(winner)s gewinnen."
    )


def _values(ending: Ending, sides: Sequence[str]) -> dict[str, object]:
    winner = ending.winner
    side = (ending.winner or 0) if ending.claimed_by is None else ending.claimed_by
    return {
        "side": sides[side],
        "own": ending.counts[side],
        "winner": "" if winner is None else sides[winner],
        "points": 0 if winner is None else ending.counts[winner],
        "target": ending.target,
    }


def _berg_verdict(claim: Ending, sides: Sequence[str]) -> Verdict:
    if claim.winner is None:
        words = _("%(side)s haben den Berg gemeldet; die Meldung verfällt, er bleibt offen.")
    elif claim.claimed_by in (None, claim.winner):
        words = _("%(winner)s haben den Berg.")
    else:
        words = _("%(side)s haben den Berg zu früh gemeldet: Er gehört %(winner)s.")
    words %= _values(claim, sides)
    return Verdict(words, title_of(claim.article), _readings(claim, sides))


def _readings(ending: Ending, sides: Sequence[str]) -> list[str]:
    if ending.verdict == "determined":
        return []
    each = _("Nach «%(article)s» gewinnen %(side)s.")
    return [
        _("Das Regelbuch lässt zwei Lesarten zu; der Tisch entscheidet."),
        *(
            each % {"article": title_of(reading.article), "side": sides[reading.winner]}
            for reading in ending.readings
        ),
    ]


class Deed(Protocol):
    """Something that an actor did, possibly for a seat."""

    actor: str

    @property
    def seat(self) -> int | None: ...


class Names:
    """Names of the people at one table, and of those who act from outside it."""

    def __init__(self, game: Game, actors: Iterable[str]) -> None:
        self._seats = sorted(game.seats.all(), key=lambda seat: seat.index)
        self._actors = set(actors)
        self.by_seat = short_names({seat.index: seat.person.name for seat in self._seats})

    @cached_property
    def by_actor(self) -> dict[str, str]:
        """Names by the stored word, looked up when first asked for: lists of games never do."""
        users = User.objects.filter(pk__in=idents(self._actors, "user"))
        phones = Device.objects.filter(pk__in=idents(self._actors, "device")).exclude(label="")
        return {
            **{f"user:{user.pk}": user.get_full_name() or user.get_username() for user in users},
            **{f"device:{phone.pk}": phone.label for phone in phones},
            **{
                f"user:{seat.person.user_id}": seat.person.name
                for seat in self._seats
                if seat.person.user_id
            },
        }

    @property
    def known(self) -> bool:
        """Whether anybody is called by a name: on a loose slate nobody need be."""
        return not all(seat.person.name.isdigit() for seat in self._seats)

    def of_seat(self, seat: int | None) -> str:
        """The player of a seat; empty where there is none."""
        return "" if seat is None else self.by_seat.get(seat, "")

    def of(self, deed: Deed) -> str:
        """By the seat that was spoken for, else by the account, else what it was."""
        return self.of_seat(deed.seat) or self.of_actor(deed.actor)

    def of_actor(self, actor: str) -> str:
        """The name behind the stored word; a phone or the service where nobody is behind it."""
        if actor in self.by_actor:
            return self.by_actor[actor]
        return _("Telefon") if actor.startswith("device:") else _("Jassclub")

    def at(self, place: object) -> str:
        """Whoever a ruling speaks of: a seat, a side ("0+2") or a part in the case."""
        if isinstance(place, int):
            return self.of_seat(place) or seat_or_side(place)
        seats = [seat for seat in map(number_in, str(place).split("+")) if seat is not None]
        sit_here = bool(seats) and all(seat in self.by_seat for seat in seats)
        return self.side(seats) if sit_here else seat_or_side(place)

    def side(self, seats: Iterable[int]) -> str:
        """The names of a side: Anna & Beat."""
        return side_name(self.by_seat, seats)


class Foot(NamedTuple):
    """A row of the sheet below its hands; `marks`: its numbers say only where one waits."""

    words: str
    numbers: Sequence[int]
    marks: bool


def feet_of(sheet: Sheet, columns: Sequence[int]) -> list[Foot]:
    """The strokes of each round and the marks that wait, of the columns that are shown."""
    found: list[Foot] = []
    for number, (kind, numbers) in enumerate(sheet.feet, 1):
        words = {"rampo": "Rampo", "strokes": _("Striche")}.get(kind)
        words = words or _("Partie %(number)s") % {"number": number}
        found.append(Foot(words, [numbers[column] for column in columns], kind == "rampo"))
    return found
