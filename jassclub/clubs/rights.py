"""Who may do what, by role; which kind of actor may ask at all, a view says (`actors.py`).

What lies in a club that an actor does not belong to is invisible: 404, as if it did not exist.

What an actor sees. Nothing of another club: it looks as if it did not exist.

Who stands behind a row of the books: merged players are resolved on reading.

A merged row always names a person who remains (`services.merging` keeps it so): one step is
enough, in Python and in SQL.
"""

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar
from uuid import UUID

from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from jassclub.clubs.actors import (
    SYSTEM,
    Actor,
    Scope,
    games_in,
    good_tokens,
    idents,
    people_of,
)
from jassclub.clubs.models import (
    WAITING,
    ApiToken,
    Change,
    Club,
    Departure,
    Device,
    Invitation,
    KittyBooking,
    KittyEntry,
    Membership,
    Merge,
    Player,
    Role,
    Season,
    TableLink,
    User,
)
from jassclub.core.errors import NotAllowed, NotFound
from jassclub.core.rows import Param, PreparedQuery, first_or

IMPLIED: dict[str, frozenset[str]] = {
    Role.MEMBER: frozenset({Role.MEMBER}),
    Role.SCRIBE: frozenset({Role.SCRIBE, Role.MEMBER}),
    Role.REFEREE: frozenset({Role.REFEREE, Role.MEMBER}),
    Role.DIRECTOR: frozenset({Role.DIRECTOR, Role.REFEREE, Role.SCRIBE, Role.MEMBER}),
    Role.ADMIN: frozenset(Role),
}
"""The roles that a role includes. Who directs has the last word where no referee was named."""


_HIS = Q(user=Param("user", Membership), club=Param("club", Membership))
_ROLE = PreparedQuery(lambda: Membership.objects.filter(_HIS).only("role").order_by())
_AT_TABLES = PreparedQuery(
    lambda: (
        Membership.objects.filter(_HIS)
        .select_related("club")
        .only("role", "club__loose_since")
        .order_by()
    )
)
"""Asked once or twice by nearly every request."""


def has_role(actor: Actor, club_id: UUID, *roles: str) -> bool:
    """True if the actor's role in the club is or includes one of `roles`."""
    return not roles_of(actor, club_id).isdisjoint(roles)


def roles_of(actor: Actor, club_id: UUID) -> frozenset[str]:
    """His role in the club and those that it includes; the service has all of them."""
    if actor == SYSTEM:
        return IMPLIED[Role.ADMIN]
    role = None if actor.user_id is None else role_of(actor.user_id, club_id)
    return frozenset() if role is None else IMPLIED[role]


def role_of(user_id: UUID, club_id: UUID) -> str | None:
    """The one role of a person in a club."""
    found = _ROLE.first(user=user_id, club=club_id)
    return found.role if found else None


def role_at_tables(user_id: UUID, club_id: UUID) -> str | None:
    """The same in the games of the club: who keeps loose slates has every office at them, and that
    of a scribe beside them, so that no club is had this way."""
    found = _AT_TABLES.first(user=user_id, club=club_id)
    if found is None:
        return None
    return Role.ADMIN if found.club.loose_since else found.role


def require_role(actor: Actor, club_id: UUID, *roles: str) -> None:
    """Refuse (403) who has none of the roles; whether he sees the club is asked before."""
    if not has_role(actor, club_id, *roles):
        raise NotAllowed("role_missing", _("Dazu brauchst du in diesem Club eine andere Rolle."))


def may_reset(actor: Actor, user: User) -> bool:
    """Whether the actor is admin in every club of a person: whoever resets gets the account."""
    clubs = Membership.objects.filter(user=user).values_list("club_id", flat=True)
    return not user.is_staff and all(has_role(actor, club, Role.ADMIN) for club in clubs)


M = TypeVar("M", bound=Model)


def visible_clubs(actor: Actor) -> QuerySet[Club]:
    """A person's clubs, the club of a phone's table; the service sees all."""
    if actor.kind == "system":
        return Club.objects.all()
    if actor.is_device:
        return Club.objects.filter(table_links__devices=actor.device_id)
    if actor.user_id is None:
        return Club.objects.none()
    return Club.objects.filter(memberships__user_id=actor.user_id)


def get_club(actor: Actor, club_id: UUID, *roles: str) -> Club:
    """One club: 404 if it is not visible, 403 for a person without any of the roles."""
    club = found(visible_clubs(actor), club_id)
    if roles:
        require_role(actor, club_id, *roles)
    return club


def club_at(actor: Actor, slug: str) -> Club:
    """The club of an address; NotFound unless the actor belongs to it."""
    return first_or(real_clubs(actor).filter(slug=slug), missing())


def real_clubs(actor: Actor) -> QuerySet[Club]:
    """The visible ones without those that only keep the slates of a phone."""
    return visible_clubs(actor).filter(loose_since=None)


def named(club: Club, actors: Iterable[str]) -> dict[str, str]:
    """The names behind stored actors: the player an account is, the account, else the service."""
    wanted = set(actors)
    users = User.objects.filter(pk__in=idents(wanted, "user"))
    played = dict(Player.objects.filter(club=club, user__in=users).values_list("user_id", "name"))
    known = {
        f"user:{user.pk}": played.get(user.pk) or user.get_full_name() or user.get_username()
        for user in users
    }
    own = Player.objects.filter(club=club, pk__in=idents(wanted, "player"))
    known |= {f"player:{player.pk}": player.name for player in own}
    return {actor: known.get(actor, _("Jassclub")) for actor in wanted}


def account_names(club_id: UUID) -> dict[UUID, str]:
    """The accounts of a club by name: as whom somebody plays, and his user name if it says more."""
    played = dict(Player.objects.filter(club=club_id).values_list("user_id", "name"))
    members = Membership.objects.filter(club=club_id)
    names = {}
    for ident, account in members.values_list("user_id", "user__username"):
        name = played.get(ident, account)
        same = name.casefold() == account.casefold()
        names[ident] = name if same else f"{name} ({account})"
    return names


def players(actor: Actor) -> QuerySet[Player]:
    """The players of the visible clubs, former ones too; for a phone those at its table."""
    seen = Player.objects.filter(club__in=visible_clubs(actor)).select_related("merged_into")
    return seen.filter(pk__in=_seated_at(actor.scope)) if actor.is_device else seen


def _seated_at(scope: Scope | None) -> set[UUID]:
    return {person for game in games_in(scope) for person in people_of("game", game) or ()}


def player_for(actor: Actor, club_id: UUID) -> Player | None:
    """The player that a person is in a club; None for phones and for mere officials."""
    if actor.user_id is None:
        return None
    return Player.objects.filter(club_id=club_id, user_id=actor.user_id).first()


def counts_for(actor: Actor, player: Player) -> bool:
    """Whether a reader is shown statistics of a player: of a minor only he himself is."""
    return not player.minor or (actor.user_id is not None and player.user_id == actor.user_id)


def minors(club_id: UUID) -> frozenset[UUID]:
    """The players of a club of whom no lists of statistics are made."""
    return frozenset(Player.objects.filter(club=club_id, minor=True).values_list("pk", flat=True))


def seasons(actor: Actor) -> QuerySet[Season]:
    """The seasons of the visible clubs."""
    return Season.objects.filter(club__in=visible_clubs(actor))


def memberships(actor: Actor) -> QuerySet[Membership]:
    """Who belongs to the visible clubs; for people, not for phones."""
    if actor.is_device:
        return Membership.objects.none()
    return staying(Membership.objects.filter(club__in=visible_clubs(actor))).select_related("user")


def staying(rows: QuerySet[Membership]) -> QuerySet[Membership]:
    """Without those who are about to go."""
    going = Departure.objects.filter(WAITING, club=OuterRef("club"), user=OuterRef("user"))
    return rows.exclude(Exists(going))


def changes(actor: Actor, club_id: UUID) -> QuerySet[Change]:
    """The history of a club's master data, for its admins."""
    get_club(actor, club_id, "admin")
    return Change.objects.filter(club_id=club_id)


def merges(actor: Actor) -> QuerySet[Merge]:
    """Who was taken for one person in the visible clubs, undone merges too; not for phones."""
    if actor.is_device:
        return Merge.objects.none()
    return Merge.objects.filter(club__in=visible_clubs(actor))


def kitty(actor: Actor) -> QuerySet[KittyBooking]:
    """The bookings that a person sees: directors and admins all of their clubs, everybody those
    that he made and those with an entry of his own; phones none."""
    if actor.kind == "system":
        return KittyBooking.objects.all()
    if actor.user_id is None:
        return KittyBooking.objects.none()
    clubs = Membership.objects.filter(user_id=actor.user_id)
    over = clubs.filter(role__in=["director", "admin"]).values("club")
    own = KittyEntry.objects.filter(kitty_own(actor)).values("booking")
    rows = KittyBooking.objects.filter(club__in=clubs.values("club"))
    return rows.filter(Q(club__in=over) | Q(actor=str(actor)) | Q(pk__in=own))


def kitty_own(actor: Actor) -> Q:
    """Entries of the person himself, under whatever row of the books."""
    user = actor.user_id
    return Q(player__user_id=user) | Q(player__merged_into__user_id=user)


def invitations(actor: Actor, club_id: UUID) -> QuerySet[Invitation]:
    """The links given out by a club, for its admins."""
    get_club(actor, club_id, "admin")
    return Invitation.objects.filter(club_id=club_id)


def table_links(actor: Actor) -> QuerySet[TableLink]:
    """The table links of a person's clubs; a phone sees its own through its device."""
    if actor.is_device:
        return TableLink.objects.none()
    return TableLink.objects.filter(club__in=visible_clubs(actor))


def phones_of(actor: Actor, link_id: UUID) -> QuerySet[Device]:
    """The phones that came by a link, revoked ones too. Needs the role scribe."""
    link = found_for(actor, table_links(actor), link_id, Role.SCRIBE)
    return Device.objects.filter(link=link)


def device_of(actor: Actor) -> Device:
    """The row of the phone that acts."""
    rows = Device.objects.select_related("link")
    if actor.device_id is None:
        raise missing()
    return found(rows, actor.device_id)


def api_tokens(actor: Actor) -> QuerySet[ApiToken]:
    """A person's own tokens that are still good."""
    if actor.user_id is None:
        return ApiToken.objects.none()
    return good_tokens().filter(user_id=actor.user_id)


def found(rows: QuerySet[M], pk: UUID) -> M:
    """The row with this key among the visible ones, else 404."""
    return first_or(rows.filter(pk=pk), missing())


def found_for(actor: Actor, rows: QuerySet[M], pk: UUID, *roles: str) -> M:
    """The same, for an actor with one of the roles in the club of the row; else 403."""
    row = found(rows, pk)
    require_role(actor, row.club_id, *roles)  # type: ignore[attr-defined]
    return row


def missing() -> NotFound:
    """Not there, or not visible."""
    return NotFound("not_found", _("Das gibt es nicht, oder es ist nicht sichtbar."))


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
