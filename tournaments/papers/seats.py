"""From the rows of a tournament to its papers of seats and entries, and its regulation.

Who sits where, in rounds that were called and, for the desk, in those of the plan."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.db.models import Q, Sum
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from jassclub.clubs.naming import by_surname
from jassclub.clubs.services.links import path_of
from tournaments.core.models import Tournament
from tournaments.core.selectors import LETTERS
from tournaments.draw.pure import commitment
from tournaments.entries.models import Entry, Payment
from tournaments.entries.selectors import Calling, entries_of
from tournaments.format.pure import Seating
from tournaments.format.regulation import regulation
from tournaments.format.selectors import format_of
from tournaments.papers.pdf import (
    Column,
    Counting,
    Event,
    Listing,
    PersonalRound,
    PersonalSheet,
    Player,
    ScoreSheet,
    SeatedPerson,
    personal_sheets,
    print_listing,
    regulation_sheet,
    score_sheets,
    seating_list,
    table_cards,
)
from tournaments.rounds.hall import Card, current_draw
from tournaments.rounds.models import Round


def event_of(tournament: Tournament) -> Event:
    """The tournament; its club is looked up if it is not there yet."""
    return Event(
        name=tournament.name,
        date=date_format(tournament.played_on),
        place=tournament.place,
        club=tournament.club.name,
    )


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
    byes: tuple[Entry, ...]


def seated_rounds(tournament: Tournament, *, planned: bool = False) -> list[SeatedRound]:
    """Every round that was called; with `planned` also those of the plan that come after."""
    people = ("passen__sittings__entry", "passen__sittings__substitute", "sitting_out__entry")
    rows = tournament.rounds.order_by("number").prefetch_related("passen__table", *people)
    rounds = [_seated_round(row) for row in rows]
    return [*rounds, *_planned(tournament, len(rounds))] if planned else rounds


def _seated_round(round_: Round) -> SeatedRound:
    tables = [
        SeatedTable(passe.table.number, tuple(s.seated for s in passe.sittings.all()))
        for passe in round_.passen.all()
    ]
    return SeatedRound(
        round_.number,
        round_.hands,
        tuple(sorted(tables, key=lambda table: table.number)),
        tuple(out.entry for out in round_.sitting_out.all()),
    )


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


def seating_paper(tournament: Tournament, rounds: Sequence[SeatedRound]) -> bytes:
    """Everybody with a seat or without one in these rounds, by name."""
    seats = [_own_rounds(round_, partners=False) for round_ in rounds]
    calls = Calling(tournament)
    people = {
        e.number: e
        for round_ in rounds
        for e in [*(entry for table in round_.tables for entry in table.people), *round_.byes]
    }
    rows = [
        SeatedPerson(
            number=entry.number,
            name=calls.entry(entry),
            seats=tuple(own[entry.number].seat if entry.number in own else "" for own in seats),
        )
        for entry in sorted(people.values(), key=by_name)
    ]
    return seating_list(
        event_of(tournament),
        rows,
        rounds=[round_.number for round_ in rounds],
        certificate=certificate_line(tournament),
        commitment=commitment(tournament.seed),
    )


def score_sheet_paper(
    tournament: Tournament, rounds: Iterable[SeatedRound], *, two_up: bool = False
) -> bytes:
    """An empty sheet for each table of these rounds, with the names of who sits there."""
    format_ = format_of(tournament)
    counting: Counting = "alone" if format_.seating is Seating.ALONE else "sides"
    if format_.use.differences:
        counting = "difference"
    sheets = [
        ScoreSheet(
            round=round_.number,
            table=table.number,
            players=tuple(
                Player(letter=LETTERS[seat], name=entry.name, number=entry.number)
                for seat, entry in enumerate(table.people)
            ),
            hands=round_.hands,
            counting=counting,
            matsch=format_.matsch_bonus,
        )
        for round_ in rounds
        for table in round_.tables
    ]
    return score_sheets(event_of(tournament), sheets, two_up=two_up)


def personal_paper(
    tournament: Tournament, rounds: Sequence[SeatedRound], *, two_up: bool = False
) -> bytes:
    """A sheet for everybody who plays; rounds that are not seated are left to be written."""
    format_ = format_of(tournament)
    partners = format_.seating is not Seating.ALONE
    seated = {round_.number: _own_rounds(round_, partners=partners) for round_ in rounds}
    people = tournament.entries.filter(state__in=HERE, kind=Entry.Kind.PLAYER)
    sheets = [
        PersonalSheet(
            number=entry.number,
            name=entry.name,
            rounds=tuple(
                seated.get(number, {}).get(entry.number, PersonalRound(round=number))
                for number in range(1, max(format_.rounds, *seated, 1) + 1)
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
    certificate, least = draw.certificate, draw.certificate["lower_bounds"]
    parts = [_("Auslosung %(draw)s") % {"draw": draw.number}]
    if not (format_.partners_stay or format_.seating is Seating.ALONE):
        parts.append(_("doppelte Partner: %(count)s") % {"count": certificate["partner_repeats"]})
    repeats = certificate["opponent_repeats"]
    parts.append(_("doppelte Gegner: %(count)s") % {"count": repeats})
    fewest = format_.partners_stay and repeats <= least["opponent_repeats"]
    if fewest or certificate["reaches_its_bounds"]:
        parts.append(_("weniger geht nicht"))
    return " · ".join(parts)


def _own_rounds(round_: SeatedRound, *, partners: bool) -> Mapping[int, PersonalRound]:
    """By number of the entry: where somebody sits, with whom and against whom."""
    own = {out.number: PersonalRound(round=round_.number, sits_out=True) for out in round_.byes}
    for table in round_.tables:
        for index, entry in enumerate(table.people):
            others = [e for e in table.people if e is not entry]
            mates = [e for e in table.people[index % 2 :: 2] if e is not entry] if partners else []
            own[entry.number] = PersonalRound(
                round=round_.number,
                seat=f"{table.number}{LETTERS[index]}",
                partner=mates[0].name if mates else "",
                opponents=", ".join(e.name for e in others if e not in mates),
            )
    return own


TICK = "✓"
GONE = (Entry.State.WITHDRAWN, Entry.State.WAITING)


def entry_list_paper(tournament: Tournament) -> bytes:
    """Everybody who is expected, by name, to be ticked off; the waiting list apart."""
    everybody = list(entries_of(tournament))
    fee = format_of(tournament).fee
    paid = _paid(tournament)
    waiting = [entry for entry in everybody if entry.state == Entry.State.WAITING]
    return print_listing(
        Listing(
            event=event_of(tournament),
            title=_("Anmeldungen"),
            columns=[
                Column(heading=_("Nr."), width=28, align="right", bold=True),
                Column(heading=_("Name"), width=148),
                Column(heading=_("Team"), width=92),
                Column(heading=_("Kontakt"), width=96),
                Column(heading=_("Notiz"), width=66),
                Column(heading=_("da"), width=24, align="centre"),
                Column(heading=_("bezahlt"), width=33, align="centre"),
            ],
            rows=[
                _row(e, paid.get(e.number, 0), fee)
                for e in sorted(everybody, key=by_name)
                if e.state not in GONE
            ],
            apart=[_row(entry, 0, fee) for entry in waiting],
            apart_heading=_("Warteliste"),
        )
    )


def regulation_paper(tournament: Tournament) -> bytes:
    """The regulation in the numbers that rulings cite."""
    points = regulation(format_of(tournament), name=tournament.name)
    return regulation_sheet(event_of(tournament), points)


def _row(entry: Entry, paid: int, fee: int) -> list[str]:
    present = entry.state == Entry.State.PRESENT
    return [
        *(str(entry.number), entry.name, entry.team.name if entry.team else ""),
        *(entry.contact, entry.note),
        TICK if present else "",
        TICK if 0 < fee <= paid else "",
    ]


def _paid(tournament: Tournament) -> dict[int, int]:
    """Rappen by number of the entry: fees without what was given back."""
    rows = Payment.objects.filter(entry__tournament=tournament).values("entry__number")
    sums = rows.annotate(
        paid=Sum("rappen", filter=Q(kind=Payment.Kind.FEE), default=0),
        back=Sum("rappen", filter=Q(kind=Payment.Kind.REFUND), default=0),
    )
    return {row["entry__number"]: row["paid"] - row["back"] for row in sums}


CardSize = Literal["a5", "a6"]
SIZES: tuple[CardSize, ...] = ("a5", "a6")


def printed_cards(
    tournament: Tournament, cards: Iterable[Card], *, request: HttpRequest, size: CardSize
) -> bytes:
    """A PDF; its codes lead to the address under which the `request` came."""
    printed = [
        (card.table.number, request.build_absolute_uri(path_of(card.token))) for card in cards
    ]
    return table_cards(event_of(tournament), printed, paper=size)
