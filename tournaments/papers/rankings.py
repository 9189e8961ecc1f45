"""Papers about ranks: the ranking, the prizes, the diplomas."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.core.models import Tournament
from tournaments.entries.selectors import Calling, people_of_teams
from tournaments.format.pure import Format, Prize, PrizeKind, Seating
from tournaments.format.selectors import format_of, hidden_from
from tournaments.format.sentences import prize_for, prize_what
from tournaments.money.services import balance
from tournaments.papers.pdf import (
    Diploma,
    RankingRow,
    diploma,
    prize_list,
    ranking_list,
)
from tournaments.papers.seats import event_of
from tournaments.standings.models import Ranking, named
from tournaments.standings.pure.day import prizes_of_rank
from tournaments.standings.rankings import Row, decided_words, shown, total_heading, unit_text


def ranking_paper(tournament: Tournament, kept: Ranking, *, whole: bool) -> bytes:
    """A ranking as it was kept; without `whole` what the hall may see of it. Of pairs and teams
    where they are ranked, with penalties as points that were taken or, where the lowest wins, put
    on."""
    rows, format_ = _rows(tournament, kept, whole=whole), format_of(tournament)
    ended = tournament.state == Tournament.State.FINISHED
    open_ = whole or hidden_from(tournament, format_) is None
    counted_at = timezone.localtime(kept.computed_at)
    printed = [
        (
            row,
            RankingRow(
                rank=_rank(row, rows),
                name=_name(row, format_),
                total=shown(row["value"]),
                rounds=tuple(map(unit_text, row["units"])),
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
        [line for row, line in printed if not row["stand_in"]],
        stand_ins=[line for row, line in printed if row["stand_in"]],
        as_of="" if ended else date_format(counted_at, "H:i"),
        notes=[note for note in (through, reason) if note],
    )


def diploma_paper(
    tournament: Tournament, kept: Ranking, *, first: int, deck: Literal["german", "french"]
) -> bytes:
    """A diploma for each of the first ranks, shared ones for everybody who shares them."""
    heading = total_heading(format_of(tournament), drawn=tournament.drawn_number is not None)
    event, signers = event_of(tournament), (_("Die Spielleitung"),)
    ranked = [row for row in _rows(tournament, kept, whole=True) if row["rank"] is not None]
    return diploma(
        *(
            Diploma(
                event=event,
                name=row["name"],
                people=row.get("people", ""),
                rank=row["rank"],
                result=f"{shown(row['value'])} {heading}",
                signers=signers,
                deck=deck,
            )
            for row in ranked
            if row["rank"] <= first
        )
    )


def prize_paper(tournament: Tournament, *, winners: bool) -> bytes:
    """The prizes of the regulation; with `winners` who got them, once the tournament is over."""
    kept = latest_ranking(tournament) if winners else None
    rows = [] if kept is None else _rows(tournament, kept, whole=True)
    format_ = format_of(tournament)
    rows = [{**row, "name": _name(row, format_)} for row in rows]
    names = Calling(tournament).names()
    awarded: dict[PrizeKind, list[str]] = {}
    for award in balance(tournament).awards if winners else ():
        awarded.setdefault(award.kind, []).append(names.get(int(award.player), ""))
    ended = tournament.state == Tournament.State.FINISHED
    lines = [
        (prize_for(prize), prize_what(prize), _winners(prize, rows, awarded) if ended else "")
        for prize in format_.prizes
    ]
    return prize_list(event_of(tournament), lines)


def latest_ranking(tournament: Tournament, *, after: int | None = None) -> Ranking | None:
    """The last one kept of a round; without `after` that of the last closed round, else the live
    one."""
    rows = tournament.rankings.order_by("-after_round", "-revision")
    return (rows if after is None else rows.filter(after_round=after)).first()


def _rows(tournament: Tournament, kept: Ranking, *, whole: bool) -> list[Row]:
    """With names; of pairs and teams also who they are, in `people`."""
    if kept.teams:
        calls = Calling(tournament)
        people = people_of_teams(tournament.entries.select_related("team"), calls)
        rows = named(kept.teams if whole else kept.hall_teams, calls.teams())
        return [{**row, "people": people.get(row["number"], "")} for row in rows]
    return named(kept.rows if whole else kept.hall_rows, Calling(tournament).names())


def _name(row: Row, format_: Format) -> str:
    """A pair with the names of the two; the people of a team would fill more than a line."""
    people = row.get("people", "") if format_.seating is Seating.PAIRS else ""
    return f"{row['name']} ({people})" if people else row["name"]


def _rank(row: Row, rows: Sequence[Row]) -> str:
    """ "3.", or "3.-5." where three share it."""
    rank = row["rank"]
    if rank is None:
        return ""
    last = rank + sum(1 for other in rows if other["rank"] == rank) - 1
    return f"{rank}." if last == rank else f"{rank}.-{last}."


def _penalty(points: Any, format_: Format) -> str:
    if not points:
        return ""
    return f"{'+' if format_.day_ranking.lower_wins else '-'}{shown(points)}"


def _winners(prize: Prize, rows: Sequence[Row], awarded: Mapping[PrizeKind, Sequence[str]]) -> str:
    if prize.kind is not PrizeKind.RANK:
        return ", ".join(awarded.get(prize.kind, ()))
    ranks = [row["rank"] for row in rows]
    return ", ".join(
        row["name"]
        for row in rows
        if (rank := row["rank"]) is not None and prizes_of_rank(rank, ranks.count(rank), [prize])
    )
