"""Papers about seats: the list on the wall, the sheets for the tables, the sheet of each player.

Who sits where, in rounds that were called and, for the desk, in those of the plan.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from jassclub.clubs.naming import by_surname
from tournaments.core.models import Tournament
from tournaments.core.selectors import LETTERS
from tournaments.draw.pure import commitment
from tournaments.entries.models import Entry
from tournaments.entries.names import Calling
from tournaments.format.pure import Format, Seating
from tournaments.format.selectors import format_of
from tournaments.papers.event import event_of
from tournaments.papers.pdf import (
    PersonalRound,
    PersonalSheet,
    Player,
    ScoreSheet,
    Seat,
    SeatedPerson,
    SeatingList,
    personal_sheets,
    score_sheets,
    seating_list,
)
from tournaments.papers.pdf.sheets import Counting
from tournaments.rounds.models import Round
from tournaments.rounds.selectors import current_draw


@dataclass(frozen=True)
class SeatedTable:
    """The people of a table in playing order."""

    number: int
    people: tuple[Entry, ...]


@dataclass(frozen=True)
class SeatedRound:
    """A round; who was called to sit there, or is planned to."""

    number: int
    hands: int
    tables: tuple[SeatedTable, ...]
    sitting_out: tuple[Entry, ...]


def seated_rounds(tournament: Tournament, *, planned: bool = False) -> list[SeatedRound]:
    """Every round that was called; with `planned` also those of the plan that come after."""
    called = [_called(row) for row in _whole(tournament)]
    return [*called, *_planned(tournament, len(called))] if planned else called


def _whole(tournament: Tournament) -> QuerySet[Round]:
    people = ("passen__sittings__entry", "passen__sittings__substitute", "sitting_out__entry")
    return tournament.rounds.order_by("number").prefetch_related("passen__table", *people)


def _called(called: Round) -> SeatedRound:
    tables = [
        SeatedTable(passe.table.number, tuple(s.seated for s in passe.sittings.all()))
        for passe in called.passen.all()
    ]
    ordered = tuple(sorted(tables, key=lambda table: table.number))
    waiting = tuple(out.entry for out in called.sitting_out.all())
    return SeatedRound(called.number, called.hands, ordered, waiting)


def _planned(tournament: Tournament, played: int) -> Iterator[SeatedRound]:
    draw = current_draw(tournament)
    if draw is None:
        return
    entries = {entry.number: entry for entry in tournament.entries.all()}
    hands = format_of(tournament).hands
    for number, planned in enumerate(draw.rounds[played:], played + 1):
        tables = tuple(
            SeatedTable(place, _named(entries, numbers))
            for place, numbers in enumerate(planned["tables"], 1)
        )
        yield SeatedRound(number, hands, tables, _named(entries, planned["sitting_out"]))


def _named(entries: Mapping[int, Entry], numbers: Sequence[int]) -> tuple[Entry, ...]:
    return tuple(entries[number] for number in numbers)


HERE = (Entry.State.SIGNED_UP, Entry.State.PRESENT)


@dataclass(frozen=True)
class SeatInRound:
    """Where somebody sits in a round, with whom and against whom."""

    seat: Seat
    partner: Entry | None
    opponents: tuple[Entry, ...]


def seating_paper(tournament: Tournament, rounds: Sequence[SeatedRound]) -> bytes:
    """Everybody with a seat or without one in these rounds, by name."""
    seats_by_entry = [_seats_by_entry(one, partners=False) for one in rounds]
    calls = Calling(tournament)
    people = {
        e.number: e
        for one in rounds
        for e in [*(entry for table in one.tables for entry in table.people), *one.sitting_out]
    }
    rows = [
        SeatedPerson(
            number=entry.number,
            name=calls.entry(entry),
            seats=tuple(_seat(where.get(entry.number)) for where in seats_by_entry),
        )
        for entry in sorted(people.values(), key=by_name)
    ]
    return seating_list(
        SeatingList(
            event=event_of(tournament),
            rounds=tuple(one.number for one in rounds),
            people=tuple(rows),
            certificate=certificate_line(tournament),
            commitment=commitment(tournament.seed),
        )
    )


def score_sheet_paper(
    tournament: Tournament, rounds: Iterable[SeatedRound], *, two_up: bool = False
) -> bytes:
    """An empty sheet for each table of these rounds, with the names of who sits there."""
    format_ = format_of(tournament)
    sheets = [
        ScoreSheet(
            round=one.number,
            table=table.number,
            players=tuple(
                Player(letter=LETTERS[seat], name=entry.name, number=entry.number)
                for seat, entry in enumerate(table.people)
            ),
            hands=one.hands,
            counting=_counting(format_),
            matsch=format_.matsch_bonus,
        )
        for one in rounds
        for table in one.tables
    ]
    return score_sheets(event_of(tournament), sheets, two_up=two_up)


def personal_paper(
    tournament: Tournament, rounds: Sequence[SeatedRound], *, two_up: bool = False
) -> bytes:
    """A sheet for everybody who plays; rounds that are not seated are left to be written."""
    format_ = format_of(tournament)
    partners = format_.seating is not Seating.ALONE
    known = {one.number: (_seats_by_entry(one, partners=partners), one) for one in rounds}
    people = tournament.entries.filter(state__in=HERE, kind=Entry.Kind.PLAYER)
    sheets = [
        PersonalSheet(
            number=entry.number,
            name=entry.name,
            rounds=tuple(
                _personal(number, entry, *known[number])
                if number in known
                else PersonalRound(round=number)
                for number in range(1, max(format_.rounds, *known, 1) + 1)
            ),
        )
        for entry in people.order_by("number")
    ]
    return personal_sheets(event_of(tournament), sheets, two_up=two_up)


def by_name(entry: Entry) -> tuple[tuple[str, str], int]:
    """As people look for themselves on a list: by surname."""
    return by_surname(entry.name), entry.number


def certificate_line(tournament: Tournament) -> str:
    """What the plan promises, as one line for the foot of a paper; empty without a plan."""
    draw, format_ = current_draw(tournament), format_of(tournament)
    if draw is None or "partner_repeats" not in draw.certificate:
        return ""
    found, least = draw.certificate, draw.certificate["lower_bounds"]
    parts = [_("Auslosung %(draw)s") % {"draw": draw.number}]
    if not (format_.partners_stay or format_.seating is Seating.ALONE):
        parts.append(_("doppelte Partner: %(count)s") % {"count": found["partner_repeats"]})
    parts.append(_("doppelte Gegner: %(count)s") % {"count": found["opponent_repeats"]})
    fewest = format_.partners_stay and found["opponent_repeats"] <= least["opponent_repeats"]
    if fewest or found["reaches_its_bounds"]:
        parts.append(_("weniger geht nicht"))
    return " · ".join(parts)


def _seats_by_entry(one: SeatedRound, *, partners: bool) -> Mapping[int, SeatInRound]:
    found = {}
    for table in one.tables:
        for index, entry in enumerate(table.people):
            others = [e for e in table.people if e is not entry]
            mates = [e for e in table.people[index % 2 :: 2] if e is not entry] if partners else []
            found[entry.number] = SeatInRound(
                Seat(table=table.number, letter=LETTERS[index]),
                mates[0] if mates else None,
                tuple(e for e in others if e not in mates),
            )
    return found


def _seat(seat_in_round: SeatInRound | None) -> Seat | None:
    return None if seat_in_round is None else seat_in_round.seat


def _personal(
    number: int, entry: Entry, seats_by_entry: Mapping[int, SeatInRound], one: SeatedRound
) -> PersonalRound:
    seat_in_round = seats_by_entry.get(entry.number)
    if seat_in_round is None:
        out = any(waiting.number == entry.number for waiting in one.sitting_out)
        return PersonalRound(round=number, sits_out=out)
    return PersonalRound(
        round=number,
        seat=seat_in_round.seat,
        partner=seat_in_round.partner.name if seat_in_round.partner else "",
        opponents=", ".join(other.name for other in seat_in_round.opponents),
    )


def _counting(format_: Format) -> Counting:
    if format_.use.differences:
        return "difference"
    return "alone" if format_.seating is Seating.ALONE else "sides"
