"""What an office did, newest first, and taking it back for a fortnight.

Each change of master data is in the history already (`people.record`); to take it back is to set
the fields that it changed to what they were, by the same service that an office would use, which
asks for the role, refuses what does not fit and writes a change of its own. What was changed since
is never overwritten: that is named, and comes first. Rooms that keep their own books (`Book`), as
the kitty does, take back by their own means.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from jassclub.clubs import rights
from jassclub.clubs.actors import SYSTEM, Actor
from jassclub.clubs.models import (
    Change,
    Club,
    Device,
    Invitation,
    Membership,
    Player,
    Role,
    Season,
    TableLink,
    Undone,
    User,
)
from jassclub.clubs.services import accounts, clubs, links, people, together
from jassclub.clubs.services.merging import lock_people
from jassclub.clubs.services.people import added, changed, snapshot, without_taken_back
from jassclub.core.errors import Conflict, DomainError

FORTNIGHT = timedelta(days=14)
FINAL = frozenset(
    {"merged_into_id", "anonymised_at", "secret_set_at", "second_factor", "factor_lost"}
)
"""Fields with books, or reasons, of their own."""


@dataclass(frozen=True, kw_only=True)
class Way:
    """How changes of one model are set back, and which role sees and does it."""

    model: type[Any]
    role: str
    change: Callable[[Actor, Any, dict[str, Any]], object]
    take_out: Callable[[Actor, Any], object] | None = None
    """What was added goes again."""
    put_back: Callable[[Actor, Any], object] | None = None
    """What was deleted comes back, as it was."""
    name: str = ""
    """Of its changes, where they are of something about the row: who is there on an evening."""
    stands: Callable[[Any], Mapping[str, Any]] = snapshot
    """What they are about, as it is now."""


def _change_player(actor: Actor, player: Player, values: dict[str, Any]) -> None:
    rest = dict(values)
    if "user_id" in rest:
        rights.require_role(actor, player.club_id, Role.ADMIN)
        changed(player, {"user_id": rest.pop("user_id")}, actor=actor)
    if rest:
        people.change_player(actor=actor, player_id=player.pk, version=player.version, values=rest)


def _put_player_back(actor: Actor, player: Player) -> None:
    if player.active:
        people.refuse_taken_name(player)
    added(player, actor=actor)


def _put_member_back(actor: Actor, member: Membership) -> None:
    if Membership.objects.filter(club=member.club_id, user=member.user_id).exists():
        raise Conflict("already_there", _("Diese Person gehört schon wieder zum Club."))
    if not User.objects.filter(pk=member.user_id, is_active=True).exists():
        raise Conflict("no_account", _("Dieses Konto gibt es nicht mehr."))
    added(member, actor=actor)


def _put_season_back(actor: Actor, season: Season) -> None:
    clubs.refuse_bad_season(season)
    season.to_recount = True
    added(season, actor=actor)


def _open_again(actor: Actor, door: Any, values: dict[str, Any]) -> None:
    people.opened_or_ended(door, door.club_id, actor=actor, at=values["revoked_at"])


def _withdraw(actor: Actor, invitation: Invitation) -> None:
    if invitation.used_at is not None:
        raise Conflict("used", _("Dieser Link ist schon benutzt worden."))
    accounts.revoke_invitation(actor=actor, club_id=invitation.club_id, invitation_id=invitation.pk)


def _object(actor: Actor, member: Membership, values: dict[str, Any]) -> None:
    if values["proposed"]:
        text = _("Schlag diese Person noch einmal vor; ein Nein wird nicht zurückgenommen.")
        raise Conflict("final", text)
    together.object_to(actor=actor, club_id=member.club_id, user_id=member.user_id)


_ways: dict[str, Way] = {}


def register(*ways: Way) -> None:
    """Say how changes of a model are taken back; called in `AppConfig.ready` by rooms above."""
    _ways.update({way.name or way.model.__name__.lower(): way for way in ways})


register(
    Way(
        model=Player,
        role=Role.SCRIBE,
        change=_change_player,
        take_out=lambda actor, player: people.take_out_player(actor=actor, player_id=player.pk),
        put_back=_put_player_back,
    ),
    Way(
        model=Membership,
        role=Role.ADMIN,
        change=lambda actor, member, values: people.set_role(
            actor=actor,
            club_id=member.club_id,
            user_id=member.user_id,
            version=member.version,
            role=values["role"],
        ),
        take_out=lambda actor, member: people.remove_member(
            actor=actor,
            club_id=member.club_id,
            user_id=member.user_id,
            version=member.version,
        ),
        put_back=_put_member_back,
    ),
    Way(
        model=Season,
        role=Role.DIRECTOR,
        change=lambda actor, season, values: clubs.change_season(
            actor=actor,
            season_id=season.pk,
            version=season.version,
            values={**values, "reason": _("Zurückgenommen")},
        ),
        take_out=lambda actor, season: clubs.delete_season(
            actor=actor, season_id=season.pk, version=season.version
        ),
        put_back=_put_season_back,
    ),
    Way(
        model=Club,
        role=Role.ADMIN,
        change=lambda actor, club, values: clubs.change_club(
            actor=actor, club_id=club.pk, version=club.version, values=values
        ),
    ),
    Way(
        name="together",
        model=Membership,
        role=Role.ADMIN,
        change=_object,
        stands=lambda member: {"proposed": member.namings.exists() or None},
    ),
    Way(model=Device, role=Role.SCRIBE, change=_open_again),
    Way(
        model=TableLink,
        role=Role.SCRIBE,
        change=_open_again,
        take_out=lambda actor, link: links.revoke_link(actor=actor, link_id=link.pk),
    ),
    Way(
        model=Invitation,
        role=Role.ADMIN,
        change=_open_again,
        take_out=_withdraw,
    ),
)


def seen(actor: Actor, club_id: UUID) -> Any:
    """The changes of a club that the actor may read; what others call by another name is left
    to their books. Needs the role director."""
    rights.get_club(actor, club_id, Role.DIRECTOR)
    models = [name for name, way in _ways.items() if rights.has_role(actor, club_id, way.role)]
    return Change.objects.filter(club_id=club_id, model__in=models)


def act_of(change: Change) -> list[Change]:
    """All that one request of one person changed, the last first."""
    if not change.act:
        return [change]
    same = Change.objects.filter(club_id=change.club_id, act=change.act, actor=change.actor)
    return list(same.order_by("-at", "-version"))


def refusal(changes: Sequence[Change]) -> DomainError | None:
    """What keeps an act from being taken back before anybody looks at the rows."""
    if any(hasattr(change, "undone") for change in changes):
        return Conflict("undone", _("Das ist schon zurückgenommen."))
    if min(change.at for change in changes) < timezone.now() - FORTNIGHT:
        return Conflict("too_late", _("Zurücknehmen geht vierzehn Tage lang."))
    if not all(_can(change) for change in changes):
        return Conflict("final", _("Das lässt sich nicht zurücknehmen."))
    return None


@transaction.atomic
def undo(*, actor: Actor, club_id: UUID, change_id: UUID) -> list[Change]:
    """Set everything back that one act changed, or nothing of it; what was taken back.

    Conflict if it was done already, is older than a fortnight, or if something of it was changed
    since: that is named and left as it is.
    """
    change = rights.found(seen(actor, club_id), change_id)
    # Race: two officers take the same back at once; the second waits and is told that it is done.
    lock_people(club_id)
    changes = act_of(change)
    if found := refusal(changes):
        raise found
    for each in changes:
        try:
            _take_back(each, actor)
        except ProtectedError as held:
            text = _("Daran hängt noch anderes; es kann nicht gelöscht werden.")
            raise Conflict("in_use", text) from held
        Undone.objects.create(club_id=club_id, change=each, actor=str(actor))
    return changes


def _can(change: Change) -> bool:
    way, kind = _ways.get(change.model), kind_of(change)
    if way is None or (kind == "changed" and not FINAL.isdisjoint(change.diff)):
        return False
    if kind == "removed":
        # Who went by himself comes back by an invitation.
        own = change.actor in (str(SYSTEM), f"user:{change.diff.get('user_id', [None])[0]}")
        return way.put_back is not None and not own
    return kind == "changed" or way.take_out is not None


NEVER_EMPTY = ("name", "kind", "role", "label", "day", "seats", "scope_kind")


def kind_of(change: Change) -> str:
    """`added`, `removed` or `changed`: by the field that no row is without."""
    key = next((change.diff[name] for name in NEVER_EMPTY if name in change.diff), ["", ""])
    if key[0] is None:
        return "added"
    return "removed" if key[1] is None else "changed"


def _take_back(change: Change, actor: Actor) -> None:
    way = _ways[change.model]
    rights.require_role(actor, change.club_id, way.role)
    # Race: an office changes the row meanwhile; it waits, and its version is stale then.
    rows = way.model._default_manager.select_for_update(of=("self",), no_key=True)
    item = rows.filter(pk=change.object_id).first()
    stands = {} if item is None else way.stands(item)
    left = {name: pair[1] for name, pair in change.diff.items()}
    if any(stands.get(name) != value for name, value in left.items()):
        raise _changed_since(change, stands)
    before = {name: _read(way.model, name, pair[0]) for name, pair in change.diff.items()}
    match kind_of(change), item:
        case "added", _ if way.take_out is not None:
            way.take_out(actor, item)
        case "removed", _ if way.put_back is not None:
            last = Change.objects.filter(model=change.model, object_id=change.object_id)
            version = last.order_by("-version").values_list("version", flat=True)[0] + 1
            gone = way.model(pk=change.object_id, club_id=change.club_id)
            for name, value in (*before.items(), ("version", version)):
                setattr(gone, name, value)
            way.put_back(actor, gone)
        case _:
            way.change(actor, item, before)


def _read(model: type[Any], name: str, value: Any) -> Any:
    """A value of the history as the row holds it."""
    columns = {column.attname: column for column in model._meta.concrete_fields}
    return columns[name].to_python(value) if value is not None and name in columns else value


def _changed_since(change: Change, stands: Mapping[str, Any]) -> Conflict:
    """Who did it last, and when; to be taken back first."""
    rows = Change.objects.filter(model=change.model, object_id=change.object_id)
    later = rows.filter(version__gt=change.version).order_by("-version")
    moved = {name for name, pair in change.diff.items() if stands.get(name) != pair[1]}
    last = next((row for row in later if moved & set(row.diff)), None)
    if last is None:
        return Conflict("changed_since", _("Das ist seither geändert worden."))
    who = rights.named(last.club, [last.actor])[last.actor]
    text = _("%(who)s hat das seither geändert (%(at)s). Nimm zuerst jenes zurück.")
    at = date_format(timezone.localtime(last.at), "SHORT_DATETIME_FORMAT")
    told = {"who": who, "at": at}
    return Conflict("changed_since", text % told, (), {"change": str(last.pk)})


@dataclass(frozen=True)
class Deed:
    """Something that an office did, as a list of such things tells it."""

    book: str
    ident: UUID
    at: datetime
    actor: str
    lines: Sequence[str]
    reason: str = ""
    undone_by: str = ""
    """Who has taken it back; empty while it stands."""
    undone_at: datetime | None = None
    final: str = ""
    """Why it cannot be taken back, in words."""

    @property
    def open(self) -> bool:
        """Whether it can be taken back now."""
        return not self.undone_by and not self.final and self.at > timezone.now() - FORTNIGHT


@dataclass(frozen=True, kw_only=True)
class Book:
    """Something besides the history that tells of deeds: the newest before a moment, at most so
    many; and takes one back."""

    name: str
    read: Callable[[Actor, Club, datetime, int], Iterator[Deed]]
    undo: Callable[[Actor, Club, UUID], Iterable[UUID] | None]
    """Gives the people whom it wanted to take out."""


_books: dict[str, Book] = {}


def keep(*books: Book) -> None:
    """Make books known; called in `AppConfig.ready`."""
    _books.update({book.name: book for book in books})


def deeds(actor: Actor, club: Club, *, before: datetime, most: int) -> list[Deed]:
    """The newest of all books. Needs the role director."""
    rights.get_club(actor, club.pk, Role.DIRECTOR)
    found = [deed for book in _books.values() for deed in book.read(actor, club, before, most)]
    return sorted(found, key=lambda deed: deed.at, reverse=True)[:most]


def take_back(actor: Actor, club: Club, book: str, ident: UUID) -> list[str]:
    """Take one deed back, by the means of its book; who of those added stays, since something
    stands of him."""
    if book not in _books:
        raise rights.missing()
    rights.get_club(actor, club.pk, Role.DIRECTOR)
    people = _books[book].undo(actor, club, ident) or ()
    stay = without_taken_back(Player.objects.filter(pk__in=people))
    return sorted(stay.values_list("name", flat=True))
