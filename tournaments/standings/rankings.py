"""What follows from the results: rows as they are kept, the order for draws, who plays the final.

Rows name entries and teams by number; `named` puts the names in when they are shown. Numbers
that are no whole ones are text, "2000/3", so that nothing is rounded.
"""

from collections import Counter
from collections.abc import Collection
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.errors import Conflict
from jassclub.core.typography import minus, printed
from tournaments.core.models import Tournament
from tournaments.entries.models import GONE
from tournaments.format.pure import (
    Combine,
    Compare,
    Format,
    MissingResult,
    RankingRule,
    Worth,
    as_decimal,
)
from tournaments.standings.contests import Day, day_of
from tournaments.standings.pure import (
    Contest,
    TournamentStanding,
    check_tables,
    day_hall,
    day_standings,
    is_hidden,
    level_name,
    of_teams,
    qualify,
    standing_as_json,
    with_byes,
)
from tournaments.standings.pure.day import by_places
from tournaments.standings.pure.group_tables import from_groups, group_tables
from tournaments.standings.pure.knockout import places as placed_in_bracket

Row = dict[str, Any]
BYE_COUNTS_NOTHING = "bye_counts_nothing"
ROW_KEYS = (
    *("rank", "value", "average", "points", "hands", "matsches", "exact", "decided_by"),
    *("averaged_hands", "stand_in", "carried", "missing_rounds", "missing_units", "card"),
)
UNIT_KEYS = ("unit", "value", "points", "hands", "matsches", "exact", "kind", "final")


def content_of(day: Day) -> dict[str, Any]:
    """What a ranking keeps: `rows`, `teams` and `findings`, and of each what the hall may see."""
    teams = of_teams(day.contest, day.format) if _partners_agree(day, day.contest) else None
    hidden = day.format.day_ranking.hidden_from
    seen = day.contest if hidden is None or day.revealed else day.contest.before(hidden)
    return {
        **_seen(day, "rows", day.contest),
        **_seen(day, "teams", teams),
        "findings": _findings(day, day.contest),
        "hall_findings": _findings(day, seen),
    }


def _seen(day: Day, name: str, contest: Contest | None) -> dict[str, list[Row]]:
    """The whole ranking of a contest and that for the hall, under their names."""
    if contest is None:
        return {name: [], f"hall_{name}": []}
    rule = day.format.day_ranking
    rows = as_rows(_ranked(day, contest), rule)
    hidden = not day.revealed and is_hidden(contest, rule)
    hall = as_rows(day_hall(contest, day.format), rule) if hidden else rows
    return {name: rows, f"hall_{name}": hall}


def as_rows(rows: Collection[TournamentStanding], rule: RankingRule) -> list[Row]:
    """Standings as they are stored."""
    sharing = Counter(row.rank for row in rows)
    written = [standing_as_json(row, lower_wins=rule.lower_wins) for row in rows]
    return [_row(each, shared=sharing[each["rank"]] > 1) for each in written]


def ranked_for_prizes(day: Day) -> list[TournamentStanding]:
    """The rows that win prizes: those of the pairs or teams, where there are any."""
    return _ranked(day, _teams_to_order(day.contest, day) or day.contest)


def _ranked(day: Day, contest: Contest) -> list[TournamentStanding]:
    """Of people or of teams; in a knock-out the places of the bracket, once somebody is through."""
    of_people = contest is day.contest
    rows = day_standings(
        contest, day.format, finalists=day.finalists if of_people else _their_teams(day)
    )
    if not any(played.won for played in day.bracket):
        return rows
    places = placed_in_bracket([(played.stage, played.won) for played in day.bracket])
    sides = {e.player: e.team if of_people else str(e.player) for e in contest.entrants}
    found = {p: places[int(side)] for p, side in sides.items() if side and int(side) in places}
    return by_places(rows, found)


def order_of(tournament: Tournament) -> list[int]:
    """Numbers of all entries, best first; who has no rank yet comes after them by number.

    Members of a team stand where their team does.
    """
    day = day_of(tournament)
    return _order(day, day.contest)


def finalists(tournament: Tournament) -> list[int]:
    """Numbers of those who play the final, best first.

    Before it begins those who qualify by the preliminary rounds, without who is gone: the next
    ones move up. Once it has begun, nobody moves up any more.
    """
    day = day_of(tournament)
    start, final = day.format.final_from, day.format.final
    if start is None or final is None:
        return []
    left = tournament.entries.filter(state__in=GONE)
    gone = set(left.values_list("number", flat=True))
    if day.seated:
        return [n for n in _order(day, day.contest) if n in day.seated - gone]
    contest = day.contest.before(start)
    teams = _teams_to_order(contest, day)
    if teams is None:
        rows = day_standings(contest, day.format)
        return [int(qualifier.player) for qualifier in qualify(rows, final.places, absent=gone)]
    mates = _mates(contest)
    broken = [str(team) for team in left.exclude(team=None).values_list("team__number", flat=True)]
    if day.groups:
        best = from_groups(teams, day.format, day.groups, absent=broken)
        return [number for team in best for number in mates[str(team)]]
    through = qualify(day_standings(teams, day.format), final.places, absent=broken)
    return [number for qualifier in through for number in mates[str(qualifier.player)]]


def tables_of_groups(day: Day) -> list[list[Row]]:
    """The rows of each group as the hall may see them, stored form; none without groups."""
    teams = _teams_to_order(day.contest, day) if day.groups else None
    if teams is None:
        return []
    start, hidden = day.format.final_from, day.format.day_ranking.hidden_from
    ends = [start, None if day.revealed else hidden]
    for end in filter(None, ends):
        teams = teams.before(end)
    rule = day.format.day_ranking
    return [as_rows(rows, rule) for rows in group_tables(teams, day.format, day.groups)]


def _order(day: Day, contest: Contest) -> list[int]:
    rows = [int(r.player) for r in day_standings(contest, day.format, finalists=day.finalists)]
    teams = _teams_to_order(contest, day)
    if teams is None:
        return rows
    ranked = _ranked(day, teams)
    place = {str(row.player): position for position, row in enumerate(ranked)}
    team_of = {e.player: e.team for e in contest.entrants}
    return sorted(rows, key=lambda n: place.get(team_of[n] or "", len(place)))


def _teams_to_order(contest: Contest, day: Day) -> Contest | None:
    """The contest of the teams; Conflict where nobody can say what a pair has."""
    if _partners_agree(day, contest):
        return of_teams(contest, day.format)
    raise Conflict(
        "partners_differ",
        _("Zwei Partner haben in einer Runde verschiedene Resultate: das zuerst berichtigen."),
    )


def _mates(contest: Contest) -> dict[str, list[int]]:
    mates: dict[str, list[int]] = {}
    for entrant in contest.entrants:
        if entrant.team is not None:
            mates.setdefault(entrant.team, []).append(int(entrant.player))
    return mates


def _their_teams(day: Day) -> frozenset[str]:
    teams = {e.player: e.team for e in day.contest.entrants}
    return frozenset(team for n in day.seated if (team := teams.get(n)) is not None)


def _partners_agree(day: Day, contest: Contest) -> bool:
    try:
        of_teams(contest, day.format)
    except ValueError:
        return False
    return True


def _of_points(day: Day, contest: Contest) -> Contest:
    """The rounds whose points have a control sum: those before a Differenzler."""
    start = day.format.differenzler_from
    return contest if start is None else contest.before(start)


def _findings(day: Day, contest: Contest) -> list[Row]:
    """Tables whose results cannot all be right, byes that bring nothing; without figures."""
    broken = _unpaid_byes(day, contest)
    if not _partners_agree(day, contest):
        broken = [_finding("partners_differ", "/teams"), *broken]
    # The boards of a duplicate were summed one by one when they were written.
    summed = day.format.adds == "cards" and not day.format.is_duplicate
    if day.format.ranking.lower_wins or not summed:
        return broken
    return [
        *broken,
        *(
            _finding(finding.code, finding.pointer)
            for finding in check_tables(
                _of_points(day, contest), matsch_bonus=day.format.matsch_bonus
            )
        ),
    ]


def _unpaid_byes(day: Day, contest: Contest) -> list[Row]:
    """Who sat out and has nothing for it where points are added up."""
    rule, nothing = day.format.day_ranking, (MissingResult.SKIP, MissingResult.ZERO)
    if rule.count.combine is not Combine.SUM or rule.missing not in nothing:
        return []
    paid = {(result.player, result.round) for result in with_byes(contest, rule)}
    closed = {played.number for played in contest.rounds if played.closed}
    ranked = {entrant.player for entrant in contest.entrants if not entrant.stand_in}
    return [
        _finding(BYE_COUNTS_NOTHING, f"/entries/{number}/rounds/{round_}")
        for number, round_ in sorted(day.byes)
        if round_ in closed and number in ranked and (number, round_) not in paid
    ]


def _finding(code: str, pointer: str) -> Row:
    return {"code": code, "pointer": pointer}


def _row(written: Row, *, shared: bool) -> Row:
    return {
        "number": int(written["player"]),
        **{name: written[name] for name in ROW_KEYS},
        "penalties": written["penalty"],
        "shared": shared and written["rank"] is not None,
        "team": written["team"] and int(written["team"]),
        "units": [
            {
                **{name: score[name] for name in UNIT_KEYS},
                "penalties": score["penalty"],
                "dropped": not score["counts"],
            }
            for score in written["scores"]
        ],
    }


HIDDEN = "hidden"
"""What `decided_by` says where ranks are not shown."""
LEVELS = 24
"""As many results as an event can have."""


def shown(value: int | str | None, *, places: int | None = None) -> str:
    """A number as stored, "2000/3" included, as it is read: whole as it is, else rounded to two
    places, below zero with the minus of print. Programs get it from what is stored."""
    if value is None:
        return "–"
    exact = Fraction(value)
    if places is None and exact.denominator == 1:
        return minus(str(exact.numerator))
    return minus(str(as_decimal(exact, 2 if places is None else places)))


def decided_words() -> dict[str, str]:
    """By code: what broke the tie of a row, or why it has no rank.

    Where the total itself decided, nothing is said: its codes are missing.
    """
    best = [_("beste Passe"), _("zweitbeste Passe"), _("drittbeste Passe")]
    further = [_("%(place)s.-beste Passe") % {"place": n + 1} for n in range(len(best), LEVELS)]
    return {
        "head_to_head": _("direkte Begegnung"),
        "last": _("letzte Passe"),
        "points": _("mehr Punkte ohne Streichen"),
        "matsches": _("mehr Matsche"),
        "exact": _("mehr genaue Ansagen"),
        "penalties": _("weniger Strafpunkte"),
        "card": _("höhere Karte"),
        "shared": _("geteilter Rang"),
        "knockout": _("Platz im K.-o."),
        "no_results": _("noch kein Resultat"),
        "stand_in": _("Ersatz am Tisch, ohne Rang"),
        "not_drawn": _("die Zahl ist noch nicht gezogen"),
        "attendance": _("zu wenig gespielt für einen Rang"),
        "missing": _("ein Resultat fehlt"),
        **{level_name(n): text for n, text in enumerate([*best, *further])},
    }


def total_heading(format_: Format, *, drawn: bool) -> str:
    """What the number is that is ranked."""
    rule = format_.day_ranking
    if rule.rank_points:
        return _("Rangpunkte")
    if rule.worth is Worth.MATCHPOINTS or (
        format_.is_duplicate and rule.compare is Compare.MATCHPOINTS
    ):
        return _("Prozent")
    if rule.nearest and drawn:
        return _("Abstand")
    if rule.count.combine is Combine.AVERAGE:
        return _("Schnitt")
    if rule.lower_wins:
        return _("Härpfl") if format_.use.adds == "tricks" else _("Differenz")
    return _("Punkte")


def unit_text(unit: dict[str, Any]) -> str:
    """The result of a round: in brackets where it is dropped, with a sign where none was played."""
    text = printed(shown(unit["value"]))
    if unit["kind"] != "played":
        text += " " + {"joker": _("J"), "filled": _("F"), "mean": "Ø"}.get(unit["kind"], "")
    return f"({text})" if unit["dropped"] else text
