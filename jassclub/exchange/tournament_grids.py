"""A tournament as grids: people, seats, results, ranking, money, log; for CSV and XLSX alike.

Whoever is not at the desk gets them without contacts, and without what is hidden until the
prize-giving.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, pgettext

from jassclub.exchange.grids import Cell, Columns, Grid, Word, grid_of
from tournaments.core.models import Tournament
from tournaments.core.selectors import LETTERS
from tournaments.desk.api import LogOut
from tournaments.entries.models import Payment
from tournaments.entries.selectors import Calling, entries_for
from tournaments.format.prize_sentences import category_words
from tournaments.format.selectors import format_of, hidden_from
from tournaments.results.models import PasseSheet
from tournaments.results.pure.sheet import Line, Sheet, Terms, sheet_from_json
from tournaments.results.selectors import sheet_that_counts, terms_for
from tournaments.rounds.models import Passe, Round, Sitting
from tournaments.standings.models import Ranking
from tournaments.standings.rankings import decided_words

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
    columns: Columns = [
        *((_("Startnummer"), "number"), (_("Name"), view.calls.entry)),
        (_("Team"), lambda entry: view.calls.team(entry.team)),
        (_("Art"), lambda entry: Word(entry.kind, entry.get_kind_display())),
        (
            pgettext("eines Eintrags", "Stand"),
            lambda entry: Word(entry.state, entry.get_state_display()),
        ),
        *((_("Verein"), "home_club"), (_("Mannschaftswertung"), "squad")),
        (
            _("Kategorien"),
            lambda entry: Word(
                ", ".join(entry.labels), ", ".join(map(category_words, entry.labels))
            ),
        ),
        *(
            ((_("Kontakt"), "contact"), (_("Notiz"), "note"), (_("Lizenz"), "licence"))
            if view.for_desk
            else ()
        ),
    ]
    rows = entries_for(view.tournament, for_desk=view.for_desk)
    return grid_of("entries", _("Anmeldungen"), columns, rows)


def seating(view: View) -> Grid:
    """Every seat of every round that was called, and who sat out."""
    head = [_("Runde"), _("Tisch"), _("Platz"), _("Startnummer"), _("Name"), _("Einspringer")]
    rows = [row for called in _called(view.tournament.rounds.all()) for row in _seats(called, view)]
    return Grid("seating", _("Sitzplan"), head, rows)


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
    head = [
        *(_("Runde"), _("Tisch"), _("Spiele"), _("Fassung")),
        *(f"{word} {place}" for place in range(1, widest + 1) for word in words),
    ]
    rows = [_of_table(one, view.calls) for one in counted]
    return Grid("tables", _("Resultate nach Tischen"), head, rows)


def ranking(view: View) -> Grid:
    """The ranking, live or as it was kept after a round, with the result of every round.

    Where pairs or teams are ranked, theirs comes first, and a column says whose it is.
    """
    seen = ("teams", "rows") if view.for_desk else ("hall_teams", "hall_rows")
    kept = view.tournament.rankings.filter(after_round=view.after).order_by("-revision")
    teams, people = kept.values_list(*seen).first() or ((), ())
    units = sorted({unit["unit"] for row in people for unit in row["units"]})
    head = [
        *(_("Rang"), _("Startnummer"), _("Name"), _("Resultat"), _("Punkte"), _("Spiele")),
        *(_("Matsche"), _("Genau"), _("Strafe"), _("Entschieden durch"), _("Ersatz")),
        *(_("Runde %(number)s") % {"number": unit} for unit in units),
    ]
    rows = [_ranked(row, view.calls.names(), units) for row in people]
    if teams:
        team, single = Word("team", _("Team")), Word("single", _("Einzel"))
        first = [[team, *_ranked(row, view.calls.teams, units)] for row in teams]
        head, rows = [_("Wertung"), *head], [*first, *([single, *row] for row in rows)]
    return Grid("ranking", _("Rangliste"), head, rows)


def money(view: View) -> Grid:
    """Every payment, in francs; what went out of the till is negative."""
    columns: Columns = [
        (_("Zeit"), lambda payment: _moment(payment.at)),
        *((_("Startnummer"), "entry.number"), (_("Name"), "entry.name")),
        (_("Art"), lambda payment: Word(payment.kind, payment.get_kind_display())),
        (_("Franken"), _francs),
        *((_("Notiz"), "note"), (_("Wer"), "actor")),
    ]
    paid = Payment.objects.filter(entry__tournament=view.tournament).select_related("entry")
    return grid_of("money", _("Kasse"), columns, paid.order_by("at", "id"))


def log(view: View) -> Grid:
    """Everything that happened, with the hashes that bind the records together."""
    columns: Columns = [
        *((_("Nummer"), itemgetter("seq")), (_("Zeit"), lambda told: _moment(told["at"]))),
        *((_("Art"), itemgetter("kind")), (_("Wer"), itemgetter("actor"))),
        (_("Angaben"), lambda told: json.dumps(told["facts"], ensure_ascii=False, sort_keys=True)),
        (_("Grund"), itemgetter("reason")),
        (Word("previous", _("Prüfsumme davor")), itemgetter("previous")),
        (Word("hash", _("Prüfsumme")), itemgetter("hash")),
    ]
    context = {
        "settings": format_of(view.tournament),
        "calls": view.calls,
        "hidden": view.hidden,
        "for_desk": view.for_desk,
    }
    told = LogOut(view.tournament.log.order_by("seq"), many=True, context=context)
    return grid_of("log", _("Protokoll"), columns, told.data)


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


def _moment(at: datetime) -> datetime:
    """As a clock on the wall showed it."""
    return timezone.make_naive(at).replace(microsecond=0)


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
        who = (out.entry.number, view.calls.entry(out.entry))
        yield [called.number, None, Word("sits_out", _("setzt aus")), *who, ""]


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
                terms = terms_for(settings, called, seats=len(passe.sittings.all()))
                yield _Counted(called, passe, stored, sheet_from_json(stored.sheet), terms)


def _of_people(one: _Counted, calls: Calling) -> Iterator[list[Cell]]:
    for sitting in one.sittings:
        column = one.terms.column_of(sitting.index)
        who = (sitting.counts_for.number, calls.entry(sitting.counts_for))
        yield [
            *(one.called.number, one.passe.table.number, LETTERS[sitting.index], *who),
            *(one.sheet.hands, *_line(one, column)),
            *(one.stored.number, Word(one.stored.origin, one.stored.get_origin_display())),
            calls.text(one.stored.reason),
        ]


def _line(one: _Counted, column: int) -> tuple[Cell, ...]:
    line: Line = one.sheet.lines[column]
    return line.points, one.stored.counted["points"][column], line.matsches, line.exact, line.made


def _of_table(one: _Counted, calls: Calling) -> list[Cell]:
    found: list[Cell] = [one.called.number, one.passe.table.number]
    found += [one.sheet.hands, one.stored.number]
    for column in range(len(one.sheet.lines)):
        people = [s for s in one.sittings if one.terms.column_of(s.index) == column]
        names = " / ".join(calls.entries(sitting.seated for sitting in people))
        found += [names, *_line(one, column)[:3]]
    return found


def _ranked(row: Mapping[str, Any], names: Mapping[int, str], units: Sequence[int]) -> list[Cell]:
    made = {unit["unit"]: _number(unit["value"]) for unit in row["units"]}
    return [
        *(row["rank"], row["number"], names.get(row["number"], "")),
        *(_number(row[name]) for name in ("value", "points", "hands", "matsches", "exact")),
        _number(row["penalties"]),
        Word(row["decided_by"], decided_words().get(row["decided_by"], "")),
        Word("stand_in", _("Ersatz")) if row["stand_in"] else "",
        *(made.get(unit) for unit in units),
    ]


def _number(value: Any) -> Cell:
    """Stored fractions are text ("2000/3"); in a table they are decimals."""
    if not isinstance(value, str) or not value:
        return value if isinstance(value, int) else None
    exact = Fraction(value)
    return (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(EXACT).normalize()


def _francs(payment: Payment) -> Decimal:
    out = payment.kind in (Payment.Kind.REFUND, Payment.Kind.PRIZE)
    return Decimal(payment.rappen) / RAPPEN * (-1 if out else 1)
