"""The ranking as everybody may see it, which table had what, and one person's way there."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.core.models import Tournament
from tournaments.core.selectors import LETTERS
from tournaments.entries.categories import Belonging, belonging
from tournaments.entries.models import OUTSIDE, Entry
from tournaments.entries.selectors import Calling, people_of_teams
from tournaments.format.prize_sentences import category_words
from tournaments.format.pure import Carried, Combine, Format, Worth
from tournaments.format.selectors import hidden_from, is_shown
from tournaments.results.pure.sheet import Terms
from tournaments.results.selectors import seated_at, sheet_that_counts, terms_for
from tournaments.rounds.boards import sealed_tables
from tournaments.rounds.models import Passe
from tournaments.standings.categories import (
    BY_CLUB,
    BY_SQUAD,
    counts_for,
    group_rows,
    nobody_there,
    ranking_of_groups,
    within,
)
from tournaments.standings.models import Ranking, named, ranking_freshness
from tournaments.standings.rankings import HIDDEN, decided_words, shown, total_heading, unit_text


def results_of(tournament: Tournament, format_: Format) -> list[dict[str, Any]]:
    """All rounds that were called, the last one first. A number of queries that stays the same."""
    hidden, calls = hidden_from(tournament, format_), Calling(tournament)
    sealed = sealed_tables(tournament)
    passen: dict[int, list[Passe]] = {}
    for passe in _passen(tournament):
        passen.setdefault(passe.round.number, []).append(passe)
    return [
        {
            "number": round_.number,
            "state": round_.state,
            "shown": (public := is_shown(round_.number, hidden)),
            "tables": tuple(
                _table(
                    passe,
                    format_,
                    calls,
                    public=public and (round_.number, passe.table.number) not in sealed,
                )
                for passe in passen.get(round_.number, ())
            ),
        }
        for round_ in tournament.rounds.order_by("-number")
    ]


def way_of(
    entry: Entry, tournament: Tournament, format_: Format, brought: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Where somebody sat, with and against whom, first round first, with what may be shown of the
    results and what `counts` of it in the total: `brought`, by number. Without a table he sat out,
    or was not there (`missed`)."""
    hidden, calls = hidden_from(tournament, format_), Calling(tournament)
    seated = _passen(tournament).filter(sittings__entry=entry)
    helped = _passen(tournament).filter(sittings__substitute=entry)
    passen = {passe.pk: passe for passe in (*seated, *helped)}
    sealed = sealed_tables(tournament)
    rows = [
        _person_round(
            entry,
            passe,
            format_,
            calls,
            public=is_shown(passe.round.number, hidden)
            and (passe.round.number, passe.table.number) not in sealed,
            brought=brought,
        )
        for passe in passen.values()
    ]
    # Rounds in which he had no seat and stepped in nowhere.
    out = set(entry.sat_out.values_list("round__number", flat=True))
    there = {row["number"] for row in rows}
    # Who came late has missed what was called before, and who was away what lies between; who only
    # steps in misses nothing.
    last = max(there | out, default=0) if entry.kind == Entry.Kind.PLAYER else 0
    before = tournament.rounds.filter(number__lt=last)
    missed = {*map(int, brought), *before.values_list("number", flat=True)}
    rows += [
        {**NOWHERE, "number": n, "counts": brought.get(str(n), ""), "missed": n not in out}
        for n in (out | missed) - there
    ]
    return sorted(rows, key=itemgetter("number"))


NOWHERE: Mapping[str, Any] = {
    **dict.fromkeys(("seat", "partner", "opponents", "others", "played_for"), ""),
    "table": None,
    "own": None,
    "shown": True,
}


def _passen(tournament: Tournament) -> QuerySet[Passe]:
    rows = Passe.objects.filter(round__tournament=tournament).select_related("round", "table")
    people = ("sittings__entry", "sittings__substitute", "sheets")
    return rows.prefetch_related(*people).order_by("round__number", "table__number")


def _table(passe: Passe, format_: Format, calls: Calling, *, public: bool) -> dict[str, Any]:
    sheet = sheet_that_counts(passe)
    points = sheet.counted["points"] if sheet and public else None
    return {
        "table": passe.table.number,
        "sides": tuple(
            {"names": " + ".join(names), "points": None if points is None else points[column]}
            for column, names in enumerate(_columns(passe, format_, calls))
        ),
        "counts": sheet is not None,
        "corrected": sheet is not None and sheet.after_closing,
    }


def _terms(passe: Passe, format_: Format) -> Terms:
    return terms_for(format_, passe.round, seats=len(passe.sittings.all()))


def _columns(passe: Passe, format_: Format, calls: Calling) -> list[list[str]]:
    """The names behind each column of the sheet."""
    return _terms(passe, format_).by_column(calls.entries(seated_at(passe)))


def _person_round(
    entry: Entry,
    passe: Passe,
    format_: Format,
    calls: Calling,
    *,
    public: bool,
    brought: Mapping[str, str],
) -> dict[str, Any]:
    sittings = list(passe.sittings.all())
    own = next(s for s in sittings if entry.pk in (s.entry_id, s.substitute_id))
    terms, sheet = _terms(passe, format_), sheet_that_counts(passe)
    column = terms.column_of(own.index)
    mates = [s for s in sittings if s is not own and terms.column_of(s.index) == column]
    against = [s for s in sittings if terms.column_of(s.index) != column]
    points: list[int] = sheet.counted["points"] if sheet and public else []
    return {
        "number": passe.round.number,
        "table": passe.table.number,
        "seat": LETTERS[own.index],
        "partner": ", ".join(calls.entries(s.seated for s in mates)),
        "opponents": ", ".join(calls.entries(s.seated for s in against)),
        "own": points[column] if points else None,
        "others": ", ".join(str(made) for place, made in enumerate(points) if place != column),
        "shown": public,
        "played_for": calls.entry(own.seated) if own.seated.pk != entry.pk else "",
        "counts": brought.get(str(passe.round.number), ""),
        "missed": False,
    }


Row = dict[str, Any]


def ranking_table(tournament: Tournament, format_: Format, category: str = "") -> dict[str, Any]:
    """The live ranking; while ranks are hidden, the last one that the hall saw, as it was kept.
    With a `category` of those in it alone.

    `after_round` 0 is the live one, `veiled_from` the first hidden round while ranks are hidden;
    `of_teams` says that the numbers are those of teams; `ranked` are the lines with a rank, best
    first, `categories` those that somebody is in, `groups` the clubs and teams as far as these are
    ranked, `alone` what each person has, by number, where teams are ranked, too. Before the first
    result there are no lines. `fresh` is of the live one: what is kept is never behind.
    """
    hidden = hidden_from(tournament, format_)
    ranking = _kept(tournament, Ranking.LIVE)
    veiled = ranking is not None and any(row["decided_by"] == HIDDEN for row in ranking.hall_rows)
    if veiled and hidden is not None:
        ranking = _kept(tournament, hidden - 1) if hidden > 1 else None
    return _ranking_table(tournament, format_, ranking, hidden if veiled else None, category)


def _kept(tournament: Tournament, after: int) -> Ranking | None:
    return tournament.rankings.filter(after_round=after).order_by("-revision").first()


def _ranking_table(
    tournament: Tournament,
    format_: Format,
    ranking: Ranking | None,
    veiled_from: int | None,
    category: str,
) -> dict[str, Any]:
    entries = list(tournament.entries.select_related("team"))
    of_teams = format_.in_teams and ranking is not None and bool(ranking.hall_teams)
    calls = Calling(tournament)
    rows = [] if ranking is None else _rows(ranking, entries, calls, of_teams=of_teams)
    found = belonging(entries, of_teams=of_teams)
    if category:
        rows = within(rows, found.members(category))
    units = tuple(sorted({unit["unit"] for row in rows for unit in row["units"]}, key=int))
    words, people = decided_words(), people_of_teams(entries, calls) if of_teams else {}
    final_begun = any(unit["final"] for row in rows for unit in row["units"])
    lines = [_line(row, units, words, people) for row in rows] if units else []
    return {
        "lines": lines,
        "ranked": [line for line in lines if line["rank"] is not None],
        "units": units,
        "nobody": nobody_there(category, of_teams=of_teams),
        "heading": total_heading(format_, drawn=tournament.drawn_number is not None),
        "exact": format_.use.differences or format_.differenzler_from is not None,
        # Percent by the hand say nothing, nor do all rounds beside a final that counts alone.
        "average": format_.day_ranking.count.combine is not Combine.AVERAGE
        and format_.day_ranking.worth is Worth.POINTS
        and (format_.final is None or format_.final.carried is Carried.ALL or not final_begun),
        "carried": any(line["carried"] for line in lines),
        "of_teams": of_teams,
        "category": category,
        "category_words": category_words(category),
        "members": found.categories,
        "categories": [(label, category_words(label)) for label in found.categories],
        "groups": [] if category else list(_groups(tournament, format_, ranking, found, calls)),
        "after_round": ranking.after_round if ranking else Ranking.LIVE,
        "veiled_from": veiled_from,
        "fresh": None if veiled_from else ranking_freshness(tournament, ranking),
        "alone": {row["number"]: row for row in ranking.hall_rows} if ranking else {},
    }


def _groups(
    tournament: Tournament,
    format_: Format,
    shown_ranking: Ranking | None,
    found: Belonging,
    calls: Calling,
) -> Iterator[dict[str, Any]]:
    """Clubs and teams, with the names of who counts for them."""
    kept = ranking_of_groups(tournament, format_, shown_ranking)
    of_teams = format_.in_teams and kept is not None and bool(kept.hall_teams)
    names = calls.teams if of_teams else calls.names()
    rows = [] if kept is None else kept.hall_teams if of_teams else kept.hall_rows
    for by, title in ((BY_CLUB, _("Vereine")), (BY_SQUAD, _("Mannschaften"))):
        if lines := group_rows(rows, format_, found, by):
            yield {
                "title": title,
                "best": counts_for(format_, by),
                "lines": [
                    {
                        **line,
                        "total": shown(line["value"]),
                        "names": ", ".join(names.get(number, "") for number in line["counted"]),
                    }
                    for line in lines
                ],
            }


def _rows(
    ranking: Ranking, entries: Iterable[Entry], calls: Calling, *, of_teams: bool
) -> list[Row]:
    """What may be shown, with names; nobody who took his sign-up back before he played."""
    if of_teams:
        return named(ranking.hall_teams, calls.teams)
    absent = {entry.number for entry in entries if entry.state in OUTSIDE}
    rows = named(ranking.hall_rows, {entry.number: calls.entry(entry) for entry in entries})
    return [row for row in rows if row["units"] or row["number"] not in absent]


def _line(
    row: Row, units: Iterable[str], words: Mapping[str, str], people: Mapping[int, str]
) -> Row:
    """A row as it is kept, also as `row`, with its figures in words."""
    by_unit = {unit["unit"]: unit_text(unit) for unit in row["units"]}
    return {
        **row,
        "people": people.get(row["number"], ""),
        "total": shown(row["value"]),
        "average": shown(row["average"], places=2),
        "penalties": shown(row["penalties"]) if row["penalties"] else "",
        "units": [by_unit.get(unit, "–") for unit in units],
        "carried": shown(row["carried"]) if Fraction(row["carried"]) else "",
        "decided": words.get(row["decided_by"], ""),
        "row": row,
    }
