"""Who somebody is in a game: which seat he speaks for, and what his roles let him do."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor, games_in, person_actor
from jassclub.clubs.models import Membership, Role
from jassclub.clubs.rights import IMPLIED, named, role_at_tables, staying
from jassclub.core.errors import Conflict, NotAllowed, NotFound
from scoring.core.models import Game
from scoring.core.rules import Rules

DESK, JUDGE, DIRECTOR = Role.SCRIBE, Role.REFEREE, Role.DIRECTOR
"""The roles that write for any table; that decide and punish, but never at the own table; that
open again what was closed. `permissions.IMPLIED` says which role includes which."""


@dataclass(frozen=True)
class GameAccess:
    """An actor in one game. `seat` is the one he speaks for, None for the desk."""

    actor: Actor
    seat: int | None
    roles: frozenset[str]

    @property
    def device_id(self) -> UUID | None:
        """The phone that this access was given to."""
        return self.actor.device_id

    @property
    def at_desk(self) -> bool:
        """Writes for others: no seat of his own, but the office of a scorekeeper."""
        return self.seat is None and self.has_office

    @property
    def has_office(self) -> bool:
        """Holds an office of the club, seated here or not."""
        return DESK in self.roles

    @property
    def may_write(self) -> bool:
        """Players write at their own table, phones at theirs, the desk everywhere."""
        return self.seat is not None or self.at_desk or self.actor.kind == "system"

    def to_write(self) -> "GameAccess":
        """Itself; refuses those who only look on."""
        if self.may_write:
            return self
        if self.actor.is_device:
            text = _("Wählt zuerst, für welchen Platz dieses Telefon spricht.")
            raise Conflict("take_a_seat", text)
        raise NotAllowed(
            "not_at_this_table", _("Schreiben darf, wer am Tisch sitzt, und das Büro des Clubs.")
        )

    @property
    def may_judge(self) -> bool:
        """Nobody judges his own case."""
        return self.actor.kind == "system" or (self.seat is None and JUDGE in self.roles)


def has_outside_office(game: Game, office: str = DESK) -> bool:
    """Whether somebody of the club holds an office without sitting at this table."""
    return _outside(game, office).exists()


def _outside(game: Game, office: str) -> QuerySet[Membership]:
    officers = Membership.objects.filter(
        club=game.club_id,
        role__in=[role for role, implied in IMPLIED.items() if office in implied],
        user__is_active=True,
    )
    seated = Q(user__players__seats__game=game) | Q(user__players__merged__seats__game=game)
    return staying(officers.exclude(seated))


def access_of(game: Game, actor: Actor) -> GameAccess:
    """What `actor` may do in `game`.

    Raises NotFound where he may not even know that the game exists: another table's phone,
    another club's people.
    """
    if actor.kind == "system":
        return GameAccess(actor, None, frozenset())
    if actor.is_device:
        at_table = actor.scope == ("game", str(game.links_of or game.pk))
        if not at_table and game.pk not in games_in(actor.scope):
            raise hidden()
        seated = actor.seat is not None and 0 <= actor.seat < Rules.of(game).players
        return GameAccess(actor, actor.seat if seated else None, frozenset())
    user = actor.user_id
    if user is None:
        raise hidden()
    role = role_at_tables(user, game.club_id)
    seats = game.seats.filter(Q(player__user_id=user) | Q(player__merged_into__user_id=user))
    seat = seats.values_list("index", flat=True).first()
    if seat is None and not role:
        raise hidden()
    return GameAccess(actor, seat, IMPLIED[role] if role else frozenset())


def hidden() -> NotFound:
    """A game, hand or penalty that is not there and one that is not visible look the same."""
    return NotFound("game_not_found", _("Diese Partie gibt es nicht."))


def writer_in(game: Game, actor: Actor) -> GameAccess:
    """The access of somebody who wants to write; refuses those who only look on."""
    return access_of(game, actor).to_write()


def directs(game: Game, access: GameAccess) -> bool:
    """Whether somebody directs here: at the own table only where nobody else could, and nothing is
    signed."""
    if access.seat is None or DIRECTOR not in access.roles:
        return access.actor.kind == "system" or DIRECTOR in access.roles
    signed = game.signatures.filter(seq__gt=game.sheet_seq)
    over = game.state == Game.State.CLOSED or signed.exists()
    return not over and not has_outside_office(game, DIRECTOR)


def director_in(game: Game, actor: Actor) -> GameAccess:
    """The access of somebody who directs here."""
    access = access_of(game, actor)
    if directs(game, access):
        return access
    if DIRECTOR in access.roles:
        raise NotAllowed("own_table", someone_else(game, DIRECTOR))
    raise NotAllowed("director_needed", _("Das entscheidet die Leitung."))


def someone_else(game: Game, role: str) -> str:
    """Who decides at a table at which the reader sits: everybody with this role who does not."""
    rows = _outside(game, role)
    names = named(game.club, [str(person_actor(row.user_id)) for row in rows])
    text = _("Am eigenen Tisch entscheidet jemand anders.")
    if not names:
        more = _("Sonst hat im Club niemand diese Rolle; der Vorstand gibt sie unter «Mitglieder».")
        return f"{text} {more}"
    who = _("Das kann: %(names)s.") % {"names": ", ".join(sorted(names.values()))}
    return f"{text} {who}"


def judge_in(game: Game, actor: Actor) -> GameAccess:
    """The access of somebody who wants to decide: a referee or director not seated here."""
    access = access_of(game, actor)
    if access.may_judge:
        return access
    if JUDGE in access.roles:
        raise NotAllowed("own_table", someone_else(game, JUDGE))
    raise NotAllowed("judge_needed", _("Das entscheidet ein Schiedsrichter oder die Leitung."))
