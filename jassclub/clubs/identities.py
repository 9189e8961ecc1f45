"""Who stands behind a row of the books: merged players are resolved on reading.

A merged row always names a person who remains (`services.merging` keeps it so): one step is
enough, in Python and in SQL.
"""

from collections.abc import Callable, Collection
from uuid import UUID

from django.db.models import Q, QuerySet

from jassclub.clubs.models import Player

Who = Callable[[UUID], UUID]
"""From the id of a row to the id of the person it stands for today."""


def who_is_who(club_id: UUID) -> Who:
    """The function that resolves every player of a club; one query, for merged rows only."""
    merged = Player.objects.filter(club_id=club_id, merged_into__isnull=False)
    remaining: dict[UUID, UUID] = dict(merged.values_list("pk", "merged_into_id"))
    return lambda ident: remaining.get(ident, ident)


def rows_of(player: Player) -> frozenset[UUID]:
    """Every row under which the person behind `player` stands in the books."""
    person = player.merged_into_id or player.pk
    rows = Player.objects.filter(Q(pk=person) | Q(merged_into=person))
    return frozenset(rows.values_list("pk", flat=True))


def seatable(club_id: UUID, player_ids: Collection[UUID]) -> set[UUID]:
    """Which of these may sit down in the club, locked until the end of the transaction.

    The lock keeps a merge from happening between the question and the seat.
    """
    # Race: a merge between the question and the seat; it waits for these rows.
    rows: QuerySet[Player] = Player.objects.select_for_update(of=("self",), no_key=True)
    rows = rows.filter(club_id=club_id, active=True, pk__in=player_ids).order_by("pk")
    return {player.pk for player in rows}
