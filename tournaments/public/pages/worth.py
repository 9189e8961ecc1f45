"""What a day is worth in its season: by the rules before it begins, person by person after it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, ngettext

from jassclub.clubs.models import Season
from jassclub.clubs.rights import who_is_who
from jassclub.core.typography import printed
from tournaments.core.models import Tournament
from tournaments.entries.models import Entry
from tournaments.entries.selectors import Calling
from tournaments.format.pure import Combine, Format, RankingRule
from tournaments.format.pure.ranking_rule import Keep
from tournaments.format.selectors import format_of
from tournaments.seasons.events import season_events, season_rule
from tournaments.standings.rankings import shown

TOLD = 10
"""Ranks whose points are named one by one."""


@dataclass(frozen=True)
class Worth:
    """`sentences` say what the day brings, `lines` what it has brought, the most first."""

    season: Season
    sentences: tuple[str, ...]
    lines: tuple[dict[str, Any], ...]


def worth_of(tournament: Tournament, format_: Format) -> Worth | None:
    """None for a day that belongs to no season, or is called off."""
    if tournament.season is None or tournament.state == Tournament.State.CANCELLED:
        return None
    season = tournament.season
    over = Tournament.objects.filter(season=season, state=Tournament.State.FINISHED)
    before = over.exclude(pk=tournament.pk).order_by("played_on", "begins_at", "pk")
    formats = [found for found in map(format_of, before) if found.game == format_.game]
    rule = season_rule(season.rules, [*formats, format_]).rule
    lines = _lines(tournament, format_) if tournament.state == Tournament.State.FINISHED else ()
    return Worth(season, tuple(_sentences(rule, final=tournament.season_final)), tuple(lines))


def _sentences(rule: RankingRule, *, final: bool) -> Iterator[str]:
    points = rule.rank_points
    if points is not None:
        table = ", ".join(map(printed, points.table[:TOLD]))
        more = " …" if len(points.table) > TOLD else ""
        yield _("Der Tag bringt Punkte nach dem Rang: %(table)s, danach %(rest)s.") % {
            "table": table + more,
            "rest": points.rest,
        }
    elif rule.lower_wins:
        yield _("Der Tag bringt, was an ihm geschrieben wird; der kleinere Wert gewinnt.")
    else:
        yield _("Der Tag bringt die Punkte, die an ihm geschrieben werden.")
    if final:
        yield _("Als Final wird er nie gestrichen und zählt %(times)s-mal.") % {
            "times": rule.final_weight
        }
    yield from _counted(rule)


def _counted(rule: RankingRule) -> Iterator[str]:
    count = rule.count
    if count.keep is Keep.BEST:
        yield ngettext(
            "Von allen Tagen zählt der beste.",
            "Von allen Tagen zählen die %(n)s besten.",
            count.number,
        ) % {"n": count.number}
    elif count.keep is Keep.DROP:
        yield ngettext(
            "Der schlechteste Tag wird gestrichen.",
            "Die %(n)s schlechtesten Tage werden gestrichen.",
            count.number,
        ) % {"n": count.number}
    if count.combine is Combine.AVERAGE:
        yield _("In der Saison gilt der Schnitt.")
    else:
        yield _("In der Saison gilt die Summe.")
    if rule.minimum_units > 1:
        yield _("Für einen Rang braucht es %(n)s Tage.") % {"n": rule.minimum_units}


def _lines(tournament: Tournament, format_: Format) -> Iterator[dict[str, Any]]:
    """Of everybody who has something of this day: what, whether it counts, where he stands."""
    assert tournament.season is not None  # noqa: S101 asked by whoever has looked
    tables = [one for one in season_events(tournament.season) if one["game"] == format_.game]
    who, calls = who_is_who(tournament.club_id), Calling(tournament)
    names: dict[str, Entry] = {}
    for entry in tournament.entries.filter(kind=Entry.Kind.PLAYER):
        names[str(who(entry.player_id)) if entry.player_id else entry.name] = entry
    for row in tables[0]["rows"] if tables else ():
        score = next((s for s in row["events"] if s["id"] == str(tournament.pk)), None)
        entry_ = names.get(row["player"] or row["name"])
        if score is not None and entry_ is not None and score["value"] is not None:
            yield {
                "name": calls.entry(entry_),
                "brought": shown(score["value"]),
                "dropped": score["dropped"],
                "rank": row["rank"],
                "total": "" if row["value"] is None else shown(row["value"]),
            }
