"""A tournament as grids: people, seats, results, ranking, money, log; for CSV and XLSX alike.

Whoever is not at the desk gets them without contacts, and without what is hidden until the
prize-giving.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.exchange.grids import Cell, Grid
from tournaments.core.models import Tournament
from tournaments.core.selectors import LETTERS
from tournaments.desk.api import LogOut
from tournaments.entries.models import Payment
from tournaments.entries.names import Calling
from tournaments.entries.selectors import entries_for
from tournaments.format.selectors import format_of, hidden_from
from tournaments.results.models import PasseSheet
from tournaments.results.pure.sheet import Line, Sheet, Terms, sheet_from_json
from tournaments.results.selectors import sheet_that_counts, terms_for
from tournaments.rounds.models import Passe, Round, Sitting
from tournaments.standings.models import Ranking
from tournaments.standings.words import decided_words

RAPPEN = 100
EXACT = Decimal("0.0001")


@dataclass(frozen=True)
class View:
    """A tournament as somebody may see it; `after`: the round whose kept ranking is meant."""

    tournament: Tournament
    for_desk: bool
    after: int = Ranking.LIVE

    def rounds(self) -> QuerySet[Round]:
        """The rounds whose results he may see."""
        rounds = self.tournament.rounds.all()
        return rounds if self.hidden is None else rounds.filter(number__lt=self.hidden)

    @cached_property
    def calls(self) -> Calling:
        """What people are called for him."""
        return Calling(self.tournament)

    @cached_property
    def hidden(self) -> int | None:
        """The first round whose results he may not see."""
        return None if self.for_desk else hidden_from(self.tournament, format_of(self.tournament))


def entries(view: View) -> Grid:
    """Everybody who was ever signed up."""
    head = [_("Startnummer"), _("Name"), _("Team"), _("Art"), _("Stand")]
    if view.for_desk:
        head += [_("Kontakt"), _("Notiz")]
    rows = [
        [
            *(entry.number, view.calls.entry(entry), view.calls.team(entry.team)),
            *(entry.get_kind_display(), entry.get_state_display()),
            *((entry.contact, entry.note) if view.for_desk else ()),
        ]
        for entry in entries_for(view.tournament, for_desk=view.for_desk)
    ]
    return Grid("entries", _("Anmeldungen"), head, rows)


def seating(view: View) -> Grid:
    """Every seat of every round that was called, and who sat out."""
    head = [_("Runde"), _("Tisch"), _("Platz"), _("Startnummer"), _("Name"), _("Einspringer")]
    rows = [row for called in _called(view.tournament.rounds.all()) for row in _seats(called, view)]
    return Grid("seating", _("Sitzordnung"), head, rows)


def results(view: View) -> Grid:
    """What everybody wrote and what counts of it, wherever a sheet counts."""
    head = [
        *(_("Runde"), _("Tisch"), _("Platz"), _("Startnummer"), _("Name"), _("Spiele")),
        *(_("geschrieben"), _("zählt"), _("Matsche"), _("Genau"), _("Stiche"), _("Fassung")),
        *(_("Herkunft"), _("Grund")),
    ]
    rows = [row for counted in _counted(view) for row in _of_people(counted, view.calls)]
    return Grid("results", _("Resultate nach Leuten"), head, rows)


def tables(view: View) -> Grid:
    """The same table by table: for each column of the sheet who and what."""
    counted = list(_counted(view))
    widest = max((len(one.sheet.lines) for one in counted), default=0)
    words = (_("Leute"), _("geschrieben"), _("zählt"), _("Matsche"))
    columns = [f"{word} {place}" for place in range(1, widest + 1) for word in words]
    head = [_("Runde"), _("Tisch"), _("Spiele"), _("Fassung"), *columns]
    return Grid(
        "tables", _("Resultate nach Tischen"), head, [_of_table(one, view.calls) for one in counted]
    )


def ranking(view: View) -> Grid:
    """The ranking, live or as it was kept after a round, with the result of every round.

    Where pairs or teams are ranked, theirs comes first, and a column says whose it is.
    """
    kept = view.tournament.rankings.filter(after_round=view.after).order_by("-revision").first()
    teams, people = _stored(kept, for_desk=view.for_desk)
    units = sorted({unit["unit"] for row in people for unit in row["units"]})
    head = [
        *(_("Rang"), _("Startnummer"), _("Name"), _("Resultat"), _("Punkte"), _("Spiele")),
        *(_("Matsche"), _("Genau"), _("Strafe"), _("Entschieden durch"), _("Ersatz")),
        *(_("Runde %(number)s") % {"number": unit} for unit in units),
    ]
    rows = [_ranked(row, view.calls.names(), units) for row in people]
    if teams:
        first = [[_("Team"), *_ranked(row, view.calls.teams(), units)] for row in teams]
        head, rows = [_("Wertung"), *head], [*first, *([_("Einzel"), *row] for row in rows)]
    return Grid("ranking", _("Rangliste"), head, rows)


def money(view: View) -> Grid:
    """Every payment, in francs; what went out of the till is negative."""
    head = [_("Zeit"), _("Startnummer"), _("Name"), _("Art"), _("Franken"), _("Notiz"), _("Wer")]
    paid = Payment.objects.filter(entry__tournament=view.tournament).select_related("entry")
    rows = [_payment(payment) for payment in paid.order_by("at", "id")]
    return Grid("money", _("Kasse"), head, rows)


def log(view: View) -> Grid:
    """Everything that happened, with the hashes that bind the records together."""
    head = [
        *(_("Nummer"), _("Zeit"), _("Art"), _("Wer"), _("Angaben"), _("Grund")),
        *("previous", "hash"),
    ]
    context = {
        "settings": format_of(view.tournament),
        "calls": view.calls,
        "hidden": view.hidden,
        "for_desk": view.for_desk,
    }
    told = LogOut(view.tournament.log.order_by("seq"), many=True, context=context)
    return Grid("log", _("Protokoll"), head, [_record(record) for record in told.data])


GRIDS: Mapping[str, Callable[[View], Grid]] = {
    "entries": entries,
    "seating": seating,
    "results": results,
    "tables": tables,
    "ranking": ranking,
    "money": money,
    "log": log,
}
"""What can be exported, in the order of the sheets of a workbook."""
DESK = frozenset({"money"})
"""What is for the desk alone."""


def _moment(at: Any) -> str:
    return str(timezone.localtime(at).strftime("%Y-%m-%d %H:%M:%S"))


def _called(rounds: QuerySet[Round]) -> QuerySet[Round]:
    people = ("passen__sittings__entry", "passen__sittings__substitute", "sitting_out__entry")
    return rounds.prefetch_related("passen__table", "passen__sheets", *people).order_by("number")


def _seats(called: Round, view: View) -> Iterator[list[Cell]]:
    for passe in sorted(called.passen.all(), key=lambda one: one.table.number):
        for sitting in passe.sittings.all():
            helper = view.calls.entry(sitting.substitute) if sitting.substitute else ""
            who = (sitting.entry.number, view.calls.entry(sitting.entry))
            yield [called.number, passe.table.number, LETTERS[sitting.index], *who, helper]
    for out in called.sitting_out.all():
        yield [
            called.number,
            None,
            _("setzt aus"),
            out.entry.number,
            view.calls.entry(out.entry),
            "",
        ]


@dataclass(frozen=True)
class _Counted:
    """A sheet that counts, and where."""

    called: Round
    passe: Passe
    stored: PasseSheet
    sheet: Sheet
    terms: Terms

    @property
    def sittings(self) -> list[Sitting]:
        return list(self.passe.sittings.all())


def _counted(view: View) -> Iterator[_Counted]:
    settings = format_of(view.tournament)
    for called in _called(view.rounds()):
        for passe in sorted(called.passen.all(), key=lambda one: one.table.number):
            stored = sheet_that_counts(passe)
            if stored is not None:
                terms = terms_for(settings, hands=called.hands, seats=len(passe.sittings.all()))
                yield _Counted(called, passe, stored, sheet_from_json(stored.sheet), terms)


def _of_people(one: _Counted, calls: Calling) -> Iterator[list[Cell]]:
    for sitting in one.sittings:
        column = one.terms.column_of(sitting.index)
        helped = sitting.substitute if sitting.credited == Sitting.Credited.SUBSTITUTE else None
        credited = helped or sitting.entry
        who = (credited.number, calls.entry(credited))
        yield [
            *(one.called.number, one.passe.table.number, LETTERS[sitting.index], *who),
            *(one.sheet.hands, *_line(one, column)),
            *(one.stored.number, one.stored.get_origin_display(), calls.text(one.stored.reason)),
        ]


def _line(one: _Counted, column: int) -> tuple[Cell, ...]:
    line: Line = one.sheet.lines[column]
    return line.points, one.stored.counted["points"][column], line.matsches, line.exact, line.made


def _of_table(one: _Counted, calls: Calling) -> list[Cell]:
    found: list[Cell] = [one.called.number, one.passe.table.number, one.sheet.hands]
    found.append(one.stored.number)
    for column in range(len(one.sheet.lines)):
        people = [s for s in one.sittings if one.terms.column_of(s.index) == column]
        names = " / ".join(calls.entries(sitting.seated for sitting in people))
        found += [names, *_line(one, column)[:3]]
    return found


def _stored(kept: Ranking | None, *, for_desk: bool) -> tuple[list[Any], list[Any]]:
    """The rows of teams and of people, as somebody may see them."""
    if kept is None:
        return [], []
    return (kept.teams, kept.rows) if for_desk else (kept.hall_teams, kept.hall_rows)


def _ranked(row: Mapping[str, Any], names: Mapping[int, str], units: Sequence[int]) -> list[Cell]:
    made = {unit["unit"]: _number(unit["value"]) for unit in row["units"]}
    return [
        *(row["rank"], row["number"], names.get(row["number"], "")),
        *(_number(row[name]) for name in ("value", "points", "hands", "matsches", "exact")),
        *(_number(row["penalties"]), decided_words().get(row["decided_by"], "")),
        _("Ersatz") if row["stand_in"] else "",
        *(made.get(unit) for unit in units),
    ]


def _number(value: Any) -> Cell:
    """Stored fractions are text ("2000/3"); in a table they are decimals."""
    if not isinstance(value, str) or not value:
        return value if isinstance(value, int) else None
    exact = Fraction(value)
    return (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(EXACT).normalize()


def _record(told: Mapping[str, Any]) -> list[Cell]:
    facts = json.dumps(told["facts"], ensure_ascii=False, sort_keys=True)
    return [
        *(told["seq"], _moment(told["at"]), told["kind"], told["actor"], facts),
        *(told["reason"], told["previous"], told["hash"]),
    ]


def _payment(payment: Payment) -> list[Cell]:
    out = payment.kind in (Payment.Kind.REFUND, Payment.Kind.PRIZE)
    francs = Decimal(payment.rappen) / RAPPEN * (-1 if out else 1)
    return [
        *(_moment(payment.at), payment.entry.number, payment.entry.name),
        *(payment.get_kind_display(), francs, payment.note, payment.actor),
    ]
