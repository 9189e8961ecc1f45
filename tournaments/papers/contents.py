"""From the rows of a tournament to its papers: of seats and entries, its regulation, its ranks.

Who sits where, in rounds that were called and, for the desk, in those of the plan."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any, Literal

from django.db.models import Max
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from jassclub.clubs.naming import by_surname
from jassclub.clubs.services.links import path_of
from jassclub.core.speaking import spoken
from jassclub.core.typography import printed
from tournaments.core.models import Tournament
from tournaments.core.selectors import LETTERS
from tournaments.draw.pure import commitment
from tournaments.entries.categories import belonging
from tournaments.entries.models import HERE, OUTSIDE, Entry
from tournaments.entries.selectors import Calling, entries_of, languages_of, people_of_teams
from tournaments.format.prize_sentences import category_words
from tournaments.format.pure import Format, Seating
from tournaments.format.regulation import regulation
from tournaments.format.selectors import format_of, hidden_from
from tournaments.money.services import Kind, rappen_moved
from tournaments.papers.logos import printed_logos
from tournaments.papers.pdf import (
    Column,
    Diploma,
    Event,
    Listing,
    PersonalRound,
    PersonalSheet,
    RankingRow,
    SeatedPerson,
    diploma,
    personal_sheets,
    print_listing,
    ranking_list,
    regulation_sheet,
    seating_list,
    table_cards,
)
from tournaments.rounds.hall import Card, current_draw
from tournaments.standings.categories import nobody_there, rows_of, within
from tournaments.standings.models import Ranking, named
from tournaments.standings.rankings import Row, decided_words, shown, total_heading, unit_text


def event_of(tournament: Tournament) -> Event:
    """The tournament; its club is looked up if it is not there yet."""
    drawn = tournament.draws.aggregate(last=Max("number"))["last"]
    return Event(
        name=tournament.name,
        date=date_format(tournament.played_on),
        place=tournament.place,
        club=tournament.club.name,
        draw=_("Auslosung %(draw)s") % {"draw": drawn} if drawn else "",
        logos=printed_logos(tournament),
    )


def event_for(tournament: Tournament) -> Callable[[int], Event]:
    """By number of an entry: the tournament in the language that its person reads."""
    languages = languages_of(tournament)

    @cache
    def event_in(language: str) -> Event:
        with translation.override(language):
            return event_of(tournament)

    return lambda number: event_in(languages.get(number, spoken()))


@dataclass(frozen=True)
class SeatedRound:
    """A round; who was called to sit at its tables, in playing order, or is planned to."""

    number: int
    hands: int
    tables: Mapping[int, Sequence[Entry]]
    byes: Sequence[Entry]


def seated_rounds(tournament: Tournament, *, planned: bool = False) -> list[SeatedRound]:
    """Every round that was called; with `planned` also those of the plan that come after, unless
    the tournament has ended."""
    people = ("passen__sittings__entry", "passen__sittings__substitute", "sitting_out__entry")
    rounds = [
        SeatedRound(
            row.number,
            row.hands,
            {p.table.number: [s.seated for s in p.sittings.all()] for p in row.passen.all()},
            [out.entry for out in row.sitting_out.all()],
        )
        for row in tournament.rounds.order_by("number").prefetch_related("passen__table", *people)
    ]
    to_come = planned and tournament.finished_at is None
    return [*rounds, *_planned(tournament, len(rounds))] if to_come else rounds


def _planned(tournament: Tournament, played: int) -> list[SeatedRound]:
    draw = current_draw(tournament)
    entries = {entry.number: entry for entry in tournament.entries.all()}
    for planned in draw.rounds if draw else ():
        for number in {*chain(*planned["tables"]), *planned["sitting_out"]} - entries.keys():
            # A number that nobody has drawn yet stands for whoever will.
            entries[number] = Entry(tournament=tournament, number=number, name="…")
    return [
        SeatedRound(
            number,
            format_of(tournament).hands,
            {at: [entries[n] for n in four] for at, four in enumerate(planned["tables"], 1)},
            [entries[n] for n in planned["sitting_out"]],
        )
        for number, planned in enumerate(draw.rounds[played:] if draw else (), played + 1)
    ]


def seating_paper(tournament: Tournament, rounds: Sequence[SeatedRound]) -> bytes:
    """Everybody with a seat or without one in these rounds, by name."""
    seats = [_own_rounds(round_, partners=False) for round_ in rounds]
    calls = Calling(tournament)
    people = {
        e.number: e for round_ in rounds for e in [*chain(*round_.tables.values()), *round_.byes]
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


def personal_paper(
    tournament: Tournament, rounds: Sequence[SeatedRound], *, two_up: bool = False
) -> bytes:
    """A sheet for everybody who plays, by surname, in his language; rounds that are not seated are
    left to be written."""
    format_, event = format_of(tournament), event_for(tournament)
    seated = {
        nth.number: _own_rounds(
            nth, partners=format_.of_round(nth.number).seating is not Seating.ALONE
        )
        for nth in rounds
    }
    people = tournament.entries.filter(state__in=HERE, kind=Entry.Kind.PLAYER)
    sheets = [
        PersonalSheet(
            event=event(entry.number),
            number=entry.number,
            name=entry.name,
            rounds=tuple(
                seated.get(number, {}).get(entry.number, PersonalRound(round=number))
                for number in range(1, max(format_.rounds, *seated, 1) + 1)
            ),
        )
        for entry in sorted(people, key=by_name)
    ]
    return personal_sheets(tournament.name, sheets, two_up=two_up)


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
    for table, people in round_.tables.items():
        for index, entry in enumerate(people):
            others = [e for e in people if e is not entry]
            mates = [e for e in people[index % 2 :: 2] if e is not entry] if partners else []
            own[entry.number] = PersonalRound(
                round=round_.number,
                seat=f"{table}{LETTERS[index]}",
                partner=mates[0].name if mates else "",
                opponents=", ".join(e.name for e in others if e not in mates),
            )
    return own


TICK = "✓"


def entry_list_paper(tournament: Tournament) -> bytes:
    """Everybody who is expected, by name, to be ticked off; the waiting list apart."""
    everybody = list(entries_of(tournament))
    fee = format_of(tournament).fee
    moved = rappen_moved(tournament)
    waiting = [entry for entry in everybody if entry.state == Entry.State.WAITING]
    return print_listing(
        Listing(
            event=event_of(tournament),
            title=_("Anmeldungen"),
            columns=[
                Column(heading=_("Nr."), width=28, align="right", bold=True),
                Column(heading=_("Name"), width=130),
                Column(heading=_("Team"), width=110),
                Column(heading=_("Kontakt"), width=88),
                Column(heading=_("Notiz"), width=66),
                Column(heading=_("da"), width=32, align="centre"),
                Column(heading=_("bezahlt"), width=33, align="centre"),
            ],
            rows=[
                _row(e, moved[e.number, Kind.FEE] - moved[e.number, Kind.REFUND], fee)
                for e in sorted(everybody, key=by_name)
                if e.state not in OUTSIDE
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
    return [
        *(str(entry.number), entry.name, entry.team.name if entry.team else ""),
        *(entry.contact, entry.note),
        TICK if entry.state == Entry.State.PRESENT else "",
        TICK if 0 < fee <= paid else "",
    ]


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


def ranking_paper(
    tournament: Tournament, kept: Ranking, *, whole: bool, category: str = ""
) -> bytes:
    """A ranking as it was kept; without `whole` what the hall may see of it; with a `category` of
    those in it. Of pairs and teams where they are ranked, with penalties as points that were taken
    or, where the lowest wins, put on."""
    rows = named_rows(tournament, kept, whole=whole, category=category)
    format_ = format_of(tournament)
    ended = tournament.state == Tournament.State.FINISHED
    open_ = whole or hidden_from(tournament, format_) is None
    counted_at = timezone.localtime(kept.computed_at)
    units = sorted({unit["unit"] for row in rows for unit in row["units"]}, key=int)
    told = [
        (
            row,
            RankingRow(
                rank=rank_of(row, rows),
                name=name_of(row, format_),
                total=printed(shown(row["value"])),
                rounds=_results(row, units),
                penalty=_penalty(row["penalties"], format_),
                decided_by=decided_words().get(row["decided_by"], ""),
            ),
        )
        for row in rows
    ]
    reason = Calling(tournament).text(kept.reason) if open_ else ""
    through = _("Nach Runde %(number)s") % {"number": kept.after_round} if kept.after_round else ""
    return ranking_list(
        event_of(tournament),
        [line for row, line in told if not row["stand_in"]],
        rounds=units,
        stand_ins=[line for row, line in told if row["stand_in"]],
        title=category_words(category),
        as_of="" if ended else date_format(counted_at, "H:i"),
        empty=nobody_there(category, of_teams=bool(kept.teams)),
        notes=[note for note in (through, reason) if note],
    )


def _results(row: Row, units: Sequence[str]) -> tuple[str, ...]:
    """One for each of the rounds; nothing where there is none, as before a free place in a cup."""
    found = {unit["unit"]: unit_text(unit) for unit in row["units"]}
    return tuple(found.get(unit, "") for unit in units)


def diploma_paper(
    tournament: Tournament,
    kept: Ranking,
    *,
    first: int,
    deck: Literal["german", "french"],
    category: str = "",
) -> bytes:
    """A diploma for each of the first ranks, of all or of a category, in the language of who gets
    it; shared ones for everybody who shares them."""
    format_, drawn = format_of(tournament), tournament.drawn_number is not None
    event = (lambda _team: event_of(tournament)) if kept.teams else event_for(tournament)

    def of(row: Row) -> Diploma:
        own = event(row["number"])
        with translation.override(own.language):
            return Diploma(
                event=own,
                name=row["name"],
                people=row.get("people", ""),
                rank=row["rank"],
                result=f"{printed(shown(row['value']))} {total_heading(format_, drawn=drawn)}",
                signers=(_("Die Turnierleitung"),),
                deck=deck,
                category=category_words(category),
            )

    rows = named_rows(tournament, kept, whole=True, category=category)
    return diploma(*(of(row) for row in rows if row["rank"] is not None and row["rank"] <= first))


def latest_ranking(tournament: Tournament, *, after: int | None = None) -> Ranking | None:
    """The last one kept of a round; without `after` that of the last closed round, else the live
    one."""
    rows = tournament.rankings.order_by("-after_round", "-revision")
    return (rows if after is None else rows.filter(after_round=after)).first()


def named_rows(
    tournament: Tournament, kept: Ranking, *, whole: bool, category: str = ""
) -> list[Row]:
    """With names; of pairs and teams also who they are, in `people`; of those in a category."""
    of_teams, calls = bool(kept.teams), Calling(tournament)
    entries = list(tournament.entries.select_related("team"))
    rows = rows_of(kept, of_teams=of_teams, whole=whole)
    if category:
        rows = within(rows, belonging(entries, of_teams=of_teams).members(category))
    if of_teams:
        people = people_of_teams(entries, calls)
        told = named(rows, calls.teams)
        return [{**row, "people": people.get(row["number"], "")} for row in told]
    return named(rows, calls.names())


def name_of(row: Row, format_: Format) -> str:
    """A pair with the names of the two; the people of a team would fill more than a line."""
    people = row.get("people", "") if format_.seating is Seating.PAIRS else ""
    return f"{row['name']} ({people})" if people else row["name"]


def rank_of(row: Row, rows: Sequence[Row]) -> str:
    """ "3.", or "3.–5." where three share it."""
    rank = row["rank"]
    if rank is None:
        return ""
    last = rank + sum(1 for other in rows if other["rank"] == rank) - 1
    return f"{rank}." if last == rank else f"{rank}.–{last}."


def _penalty(points: Any, format_: Format) -> str:
    if not points:
        return ""
    return f"{'+' if format_.day_ranking.lower_wins else '−'}{printed(shown(points))}"
