"""Two rows of the books that are one person, and taking that back.

Nothing of what was played changes: games keep naming the row that sat there, and readers ask
`identities` whom it stands for.
"""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import personal_data, rights
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Merge, Player, Role, Season
from jassclub.clubs.rights import rows_of
from jassclub.clubs.services.people import changed, refuse_leaving, refuse_taken_name
from jassclub.core.errors import Conflict, Finding, Invalid
from jassclub.core.rows import save_fields


@transaction.atomic
def merge_players(*, actor: Actor, player_id: UUID, into_id: UUID, reason: str = "") -> Merge:
    """Count `player` as the same person as `into` from now on. Needs the role director.

    An account moves along. Conflict if the two sat at one table (`sat_together`, with the
    games), if both have accounts, or if one is anonymised or merged already.
    """
    player = rights.found_for(actor, rights.players(actor), player_id, Role.DIRECTOR)
    lock_people(player.club_id)
    player, into = _both(player.pk, _remaining(player.club_id, into_id))
    refuse_leaving(player)
    refuse_leaving(into)
    _refuse(obstacles(player, into))
    standing = Merge.objects.filter(player__merged_into=player, undone_at=None)
    merge = Merge.objects.create(
        club_id=player.club_id,
        player=player,
        into=into,
        reason=reason,
        was_active=player.active,
        user_was=player.user_id,
        moved=[str(earlier.pk) for earlier in standing.order_by("created_at")],
        actor=str(actor),
    )
    _unite(merge, player, into, actor=actor)
    return merge


@transaction.atomic
def undo_merge(*, actor: Actor, club_id: UUID, merge_id: UUID, reason: str = "") -> Merge:
    """Part the two again, exactly as they were before. Needs the role director.

    Conflict if it was undone already, if the person was anonymised meanwhile, or if somebody
    else has taken the name.
    """
    merge = rights.found_for(
        actor, rights.merges(actor).filter(club_id=club_id), merge_id, Role.DIRECTOR
    )
    lock_people(merge.club_id)
    merge.refresh_from_db()
    player = _locked(merge.player_id)
    if not merge.stands:
        raise Conflict("merge_undone", _("Diese Zusammenlegung ist schon aufgehoben."))
    if player.anonymised_at is not None:
        raise _anonymised()
    _part(merge, player, actor=actor, reason=reason)
    save_fields(merge, undone_at=timezone.now(), undone_by=str(actor), undo_reason=reason)
    return merge


def lock_people(club_id: UUID) -> None:
    """All merging in a club happens one after the other; games may go on being opened."""
    # Race: two merges that point at each other, or a merge of somebody who is being forgotten.
    Club.objects.select_for_update(of=("self",), no_key=True).get(pk=club_id)


def _locked(player_id: UUID) -> Player:
    # Race: the player is changed or seated while a merge ends.
    return Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player_id)


def _both(player_id: UUID, into_id: UUID) -> tuple[Player, Player]:
    """Two people locked in the order of their keys, as whoever seats a table locks them."""
    # Race: whoever seats a table locks its people, too; in another order the two could wait for
    # each other.
    rows = Player.objects.select_for_update(of=("self",), no_key=True)
    found = {row.pk: row for row in rows.filter(pk__in={player_id, into_id}).order_by("pk")}
    return found[player_id], found[into_id]


def _remaining(club_id: UUID, into_id: UUID) -> UUID:
    """The person to merge into: who was merged himself leads on to the one who remains."""
    named = Player.objects.filter(club_id=club_id, pk=into_id).first()
    if named is None:
        raise Invalid.at("/into", "unknown_player", _("Diese Person spielt nicht in diesem Club."))
    return named.merged_into_id or named.pk


def merging_of(*, actor: Actor, player_id: UUID, into_id: UUID) -> tuple[Player, Player]:
    """The two that `merge_players` would join, to be looked at. Needs the role director."""
    player = rights.found_for(actor, rights.players(actor), player_id, Role.DIRECTOR)
    return player, Player.objects.get(pk=_remaining(player.club_id, into_id))


def obstacles(player: Player, into: Player) -> Iterator[Conflict]:
    """Everything that keeps the two from being one person."""
    if player.merged_into_id is not None:
        yield Conflict("already_merged", _("Diese Person ist schon zusammengelegt."))
    if player.pk == into.pk:
        text = _("Niemand wird mit sich selbst zusammengelegt.")
        yield Conflict.at("/into", "merge_cycle", text)
        return
    if player.anonymised_at is not None or into.anonymised_at is not None:
        yield _anonymised()
    if player.user_id is not None and into.user_id is not None:
        text = _("Beide haben ein eigenes Konto; löse zuerst eines davon.")
        yield Conflict.at("/into", "both_have_accounts", text)
    yield from _meetings(player, into)


def _refuse(found: Iterator[Conflict]) -> None:
    """Raise the first obstacle."""
    for obstacle in found:
        raise obstacle


def _meetings(player: Player, into: Player) -> Iterator[Conflict]:
    met = personal_data.meetings(rows_of(player), rows_of(into))
    if met:
        details = [Finding("sat_together", "/into", meeting.text) for meeting in met]
        games = [{"kind": meeting.kind, "id": str(meeting.ident)} for meeting in met]
        text = _("Die beiden sassen am selben Tisch; es sind zwei Personen.")
        yield Conflict("sat_together", text, details, {"meetings": games})


def _unite(merge: Merge, player: Player, into: Player, *, actor: Actor) -> None:
    account = player.user_id
    gone = {"merged_into_id": into.pk, "active": False, "user_id": None}
    for alias in _rows_of_merges(merge.moved):
        changed(alias, {"merged_into_id": into.pk}, actor=actor, reason=merge.reason)
    changed(player, gone, actor=actor, reason=merge.reason)
    if account is not None:
        changed(into, {"user_id": account}, actor=actor, reason=merge.reason)
    _announce(merge.club_id)


def _part(merge: Merge, player: Player, *, actor: Actor, reason: str) -> None:
    back: dict[str, Any] = {"merged_into_id": None, "active": merge.was_active, "user_id": None}
    if merge.was_active:
        refuse_taken_name(Player(id=player.pk, club_id=player.club_id, name=player.name))
    holder = _locked(player.merged_into_id or merge.into_id)
    if merge.user_was is not None and holder.user_id == merge.user_was:
        changed(holder, {"user_id": None}, actor=actor, reason=reason)
        back["user_id"] = merge.user_was
    changed(player, back, actor=actor, reason=reason)
    for alias in _rows_of_merges(merge.moved):
        changed(alias, {"merged_into_id": player.pk}, actor=actor, reason=reason)
    _announce(merge.club_id)


def _rows_of_merges(idents: Iterable[str]) -> list[Player]:
    """The players of earlier merges that still stand: a merge undone meanwhile moves nobody."""
    # Race: an earlier merge is undone while this one moves its people.
    rows = Player.objects.select_for_update(of=("self",), no_key=True)
    return list(rows.filter(merges__in=list(idents), merges__undone_at=None).order_by("pk"))


def _announce(club_id: UUID) -> None:
    """Tell whoever keeps tables that they were counted for other people."""
    Club.objects.filter(pk=club_id).update(people_version=F("people_version") + 1)
    Season.objects.filter(club_id=club_id).update(to_recount=True)


def _anonymised() -> Conflict:
    return Conflict("anonymised", _("Wer anonymisiert ist, bleibt, wie er ist."))
