"""What everybody sees of a tournament: the event, its regulation, the list of all tournaments."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jassclub.clubs.actors import actor_of
from jassclub.web.forms import shown_page
from jassclub.web.middleware import indexable
from tournaments.core.desk_page import tournament_at, works_there
from tournaments.core.models import Tournament
from tournaments.core.selectors import visible_tournaments
from tournaments.draw.pages.plan import fairness
from tournaments.entries.models import OUTSIDE
from tournaments.entries.pages.sign_up import places_of
from tournaments.entries.selectors import Calling
from tournaments.format.pure import Combine, Format, Per, RankingRule, Seating
from tournaments.format.regulation import NUMBERS_STAY, regulation
from tournaments.format.selectors import format_of, hidden_from
from tournaments.public.board import byes, seating
from tournaments.public.pages.results import Row, ranking_table, results_of, way_of
from tournaments.public.pages.worth import worth_of
from tournaments.results.selectors import corrections
from tournaments.rounds.hall import last_round, open_round, passen_of
from tournaments.standings.bracket import bracket_of
from tournaments.standings.categories import within
from tournaments.standings.models import Ranking
from tournaments.standings.rankings import shown, unit_text


def sum_of(row: Row | None, format_: Format, *, drawn: int | None) -> dict[str, Any]:
    """Of a row of a ranking as it is stored: what the rounds bring, by number; the lines below
    them, in words and figures; the total that they make, None before the first result."""
    if row is None or row["value"] is None:
        return {"rounds": {}, "parts": (), "total": None}
    rule = format_.day_ranking
    rounds = {unit["unit"]: _brought(unit, rule) for unit in row["units"]}
    parts = list(_parts(row, rule, drawn=drawn))
    return {"rounds": rounds, "parts": parts, "total": shown(row["value"])}


def _brought(unit: Row, rule: RankingRule) -> str:
    """In brackets what is dropped; a final that counts twice says so."""
    weight = _weight(unit, rule)
    text = unit_text(dict(unit))
    return f"{weight} × {text}" if weight > 1 and not unit["dropped"] else text


def _weight(unit: Row, rule: RankingRule) -> int:
    return rule.final_weight if unit["final"] else 1


def _parts(row: Row, rule: RankingRule, *, drawn: int | None) -> Iterator[tuple[str, str]]:
    counted = [unit for unit in row["units"] if not unit["dropped"]]
    sign = 1 if rule.lower_units else -1
    total = sum((_weight(u, rule) * Fraction(u["value"]) for u in counted), Fraction(0))
    if fines := _fines(row, rule):
        total += sign * fines
        yield _("Strafpunkte"), _signed(sign * fines)
    if rule.count.combine is Combine.AVERAGE:
        by_hand = rule.per is Per.HAND
        over = sum(_weight(u, rule) * (u["hands"] if by_hand else 1) for u in counted)
        words = _("geteilt durch die Spiele") if by_hand else _("geteilt durch die Runden")
        yield words, f": {over}"
        total /= over
    if carried := Fraction(row["carried"]):
        total += carried
        yield _("mitgebracht"), _signed(carried)
    if rule.nearest and drawn is not None:
        yield _("Summe"), shown(str(total))
        yield _("gezogene Zahl"), str(drawn)


def _fines(row: Row, rule: RankingRule) -> Fraction:
    """With rank points what belongs to a round has cost the rank of it already."""
    fines = Fraction(row["penalties"])
    if rule.rank_points:
        fines -= sum(Fraction(unit["penalties"]) for unit in row["units"])
    return fines


def _signed(value: Fraction) -> str:
    return "+" * (value > 0) + shown(str(value))


WIDE, HIGH = 320, 130
LEFT, TOP, BOTTOM = 26, 26, 24
FEWEST = 2


def course_of(tournament: Tournament, number: int, *, of_teams: bool) -> dict[str, Any] | None:
    """The ranks of an entry, or of a team, after each round that the hall may see, as a drawing
    joins them; None where there are not two."""
    ranks = list(_ranks(tournament, number, of_teams=of_teams))
    if len(ranks) < FEWEST:
        return None
    last = max(count for _round, _rank, count in ranks)
    step = (WIDE - 2 * LEFT) // (len(ranks) - 1)
    places = [
        (LEFT + place * step, TOP + (HIGH - TOP - BOTTOM) * (rank - 1) // max(1, last - 1))
        for place, (_round, rank, _count) in enumerate(ranks)
    ]
    return {
        "points": [
            {"round": round_, "rank": rank, "x": x, "y": y, "above": y - 9}
            for (round_, rank, _count), (x, y) in zip(ranks, places, strict=True)
        ],
        "line": " ".join(f"{x},{y}" for x, y in places),
        "ground": HIGH - 4,
    }


def _ranks(
    tournament: Tournament, number: int, *, of_teams: bool
) -> Iterator[tuple[int, int, int]]:
    """Round, rank, and how many had one: from the last revision of each kept ranking."""
    kept = tournament.rankings.exclude(after_round=Ranking.LIVE)
    newest = {ranking.after_round: ranking for ranking in kept.order_by("after_round", "revision")}
    for after, ranking in newest.items():
        rows = ranking.hall_teams if of_teams else ranking.hall_rows
        ranks = {row["number"]: row["rank"] for row in rows if row["rank"] is not None}
        if number in ranks:
            yield after, ranks[number], max(ranks.values())


AT_ONCE = 100
"""Tournaments of the past on the list."""


@shown_page
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Day, place, sign-up, seats of the round that is called, ranking, fairness."""
    tournament = tournament_at(request, slug)
    format_ = format_of(tournament)
    round_, calls = open_round(tournament), Calling(tournament)
    return render(
        request,
        "tournaments/public/event.html",
        {
            "tournament": tournament,
            "format": format_,
            "places": places_of(tournament),
            "round": round_,
            "last": round_ or last_round(tournament),
            "seats": seating(passen_of(round_), calls) if round_ else [],
            "sitting_out": byes(round_, calls) if round_ else [],
            "partners": round_ and format_.of_round(round_.number).seating is not Seating.ALONE,
            "ranking": ranking_table(tournament, format_, request.GET.get("category", "")[:40]),
            "corrections": corrections(tournament),
            "fairness": fairness(tournament, format_),
            "worth": worth_of(tournament, format_),
            "desk": works_there(actor_of(request), tournament),
        },
    )


@indexable
@shown_page
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The regulation in numbered points that can be cited."""
    tournament = tournament_at(request, slug)
    points = regulation(format_of(tournament), name=tournament.name)
    context = {"tournament": tournament, "points": points, "numbers_stay": NUMBERS_STAY}
    return render(request, "tournaments/public/rules.html", context)


@shown_page
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """Round by round, which table had what."""
    tournament = tournament_at(request, slug)
    format_ = format_of(tournament)
    return render(
        request,
        "tournaments/public/results.html",
        {
            "tournament": tournament,
            "format": format_,
            "rounds": results_of(tournament, format_),
            "veiled_from": hidden_from(tournament, format_),
        },
    )


@shown_page
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Who met whom in the knock-out, and who went on."""
    tournament = tournament_at(request, slug)
    format_ = format_of(tournament)
    if format_.knockout_from is None:
        raise Http404
    stages = bracket_of(tournament, format_)
    return render(
        request, "tournaments/public/bracket.html", {"tournament": tournament, "stages": stages}
    )


@shown_page
def person(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One person's way through the day: tables, partners, opponents, results. Of minors strangers
    see the tables, no statistics."""
    tournament = tournament_at(request, slug)
    format_ = format_of(tournament)
    entry = tournament.entries.filter(number=number).exclude(state__in=OUTSIDE).first()
    if entry is None:
        raise Http404
    table = ranking_table(tournament, format_)
    own = entry.team.number if table["of_teams"] and entry.team else number
    calls = Calling(tournament)
    counted = calls.plain or not entry.minor
    line = next((line for line in table["lines"] if line["number"] == own), None)
    # The row that the rounds of a person make: that of his pair, in a team his own.
    in_team = format_.seating is Seating.TEAMS
    row = line["row"] if line and not in_team else table["alone"].get(number)
    total = sum_of(row if counted else None, format_, drawn=tournament.drawn_number)
    return render(
        request,
        "tournaments/public/person.html",
        {
            "tournament": tournament,
            "format": format_,
            "entry": entry,
            "name": calls.entry(entry),
            "round": open_round(tournament),
            "rounds": way_of(entry, tournament, format_, total["rounds"]),
            "sum": total,
            "ranking": table,
            "course": course_of(tournament, own, of_teams=table["of_teams"]) if counted else None,
            "line": line if counted else None,
            "inside": list(_ranks_inside(table, own)) if counted else [],
        },
    )


def _ranks_inside(table: dict[str, Any], number: int) -> Iterator[tuple[str, int]]:
    """The categories somebody is in, in words, with his rank in each."""
    for label, words in table["categories"]:
        for row in within(table["lines"], table["members"][label]):
            if row["number"] == number and row["rank"] is not None:
                yield words, row["rank"]


@indexable
@never_cache
@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """The tournaments that are public: what is to come first, then what was."""
    today = timezone.localdate()
    visible = visible_tournaments(actor_of(request)).exclude(state=Tournament.State.DRAFT)
    past = visible.filter(played_on__lt=today).order_by("-played_on", "name", "id")
    return render(
        request,
        "tournaments/public/list.html",
        {
            "coming": visible.filter(played_on__gte=today).order_by("played_on", "name", "id"),
            "past": past[:AT_ONCE],
        },
    )
