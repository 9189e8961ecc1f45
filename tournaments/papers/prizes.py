"""Papers of what was won: clubs and teams by their best people, the list of prizes."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from jassclub.core.typography import printed
from tournaments.core.models import Tournament
from tournaments.entries.categories import belonging
from tournaments.entries.selectors import Calling
from tournaments.format.prize_sentences import prize_for, prize_what
from tournaments.format.pure import Prize, PrizeKind
from tournaments.format.selectors import format_of
from tournaments.money.services import balance
from tournaments.papers.contents import event_of, latest_ranking, name_of, named_rows, rank_of
from tournaments.papers.pdf import Column, Listing, print_listing, prize_list
from tournaments.standings.categories import (
    BY_CLUB,
    KINDS,
    counts_for,
    group_rows,
    ranking_of_groups,
    rows_of,
    within,
)
from tournaments.standings.models import Ranking
from tournaments.standings.pure.day import prizes_of_rank
from tournaments.standings.rankings import Row, shown


def group_paper(tournament: Tournament, kept: Ranking | None, by: str, *, whole: bool) -> bytes:
    """The clubs or the teams by the sum of their best results, with who counts for them."""
    format_, calls = format_of(tournament), Calling(tournament)
    of_teams = format_.in_teams and kept is not None and bool(kept.teams)
    names = calls.teams if of_teams else calls.names()
    found = belonging(tournament.entries.select_related("team"), of_teams=of_teams)
    rows = [] if kept is None else rows_of(kept, of_teams=of_teams, whole=whole)
    ranked = group_rows(rows, format_, found, by)
    return print_listing(
        Listing(
            event=event_of(tournament),
            title=_("Vereine") if by == BY_CLUB else _("Mannschaften"),
            columns=[
                Column(heading=_("Rang"), width=32, align="right", bold=True),
                Column(heading=_("Name"), width=150),
                Column(heading=_("Total"), width=50, align="right", bold=True),
                Column(heading=_("Es zählen"), width=269),
            ],
            rows=[
                [
                    rank_of(row, ranked),
                    row["name"],
                    printed(shown(row["value"])),
                    ", ".join(names.get(number, "") for number in row["counted"]),
                ]
                for row in ranked
            ],
            empty=_("Noch steht bei niemandem ein Verein.")
            if by == BY_CLUB
            else _("Noch steht bei niemandem eine Mannschaft."),
            foot=[_("So viele Resultate zählen: %(best)s") % {"best": counts_for(format_, by)}],
        )
    )


def prize_paper(tournament: Tournament, *, winners: bool) -> bytes:
    """The prizes of the regulation; with `winners` who got them, once the tournament is over."""
    kept = latest_ranking(tournament) if winners else None
    rows = [] if kept is None else named_rows(tournament, kept, whole=True)
    format_ = format_of(tournament)
    rows = [{**row, "name": name_of(row, format_)} for row in rows]
    names = Calling(tournament).names()
    awarded: dict[tuple[PrizeKind, str], list[str]] = {}
    for award in balance(tournament).awards if winners else ():
        who = names.get(int(award.player), "")
        awarded.setdefault((award.kind, award.category), []).append(who)
    ended = tournament.state == Tournament.State.FINISHED
    found = belonging(tournament.entries.select_related("team"), of_teams=bool(kept and kept.teams))
    fields: dict[tuple[PrizeKind, str], Sequence[Row]] = {(PrizeKind.RANK, ""): rows}
    for prize in format_.prizes if ended else ():
        if prize.category and prize.kind is PrizeKind.RANK:
            inside = within(rows, found.members(prize.category))
            fields[prize.kind, prize.category] = inside
    for by, kind in KINDS.items() if ended else ():
        summed = ranking_of_groups(tournament, format_, kept)
        stored = [] if summed is None else rows_of(summed, of_teams=format_.in_teams, whole=True)
        fields[kind, ""] = group_rows(stored, format_, found, by)
    lines = [
        (prize_for(prize), prize_what(prize), _winners(prize, fields, awarded) if ended else "")
        for prize in format_.prizes
    ]
    return prize_list(event_of(tournament), lines)


def _winners(
    prize: Prize,
    fields: Mapping[tuple[PrizeKind, str], Sequence[Row]],
    awarded: Mapping[tuple[PrizeKind, str], Sequence[str]],
) -> str:
    """By their ranks among those who can win it; for a feat by who was given it."""
    rows = fields.get((prize.kind, prize.category))
    if rows is None:
        return ", ".join(awarded.get((prize.kind, prize.category), ()))
    ranks = [row["rank"] for row in rows]
    return ", ".join(
        row["name"]
        for row in rows
        if (rank := row["rank"]) is not None and prizes_of_rank(rank, ranks.count(rank), [prize])
    )
