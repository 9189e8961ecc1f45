"""Two officers together do what a lost admin could, without whoever runs the server: they make an
admin of a member, and take away a second factor that was lost: docs/decisions/handing-over.md."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from jassclub.clubs import rights
from jassclub.clubs.actors import Actor, person_actor
from jassclub.clubs.models import Change, Membership, Naming, Role, SignIn, User
from jassclub.clubs.rights import IMPLIED, has_role, may_reset
from jassclub.clubs.second_factor import SecondFactor
from jassclub.clubs.services.merging import lock_people
from jassclub.clubs.services.people import changed, record, record_counted
from jassclub.core.errors import Conflict, NotAllowed
from jassclub.core.rows import first_or, save_version

OFFICERS = (Role.SCRIBE, Role.REFEREE)
"""Whoever has any office; directors and admins are both."""
HOLDS = timedelta(days=14)
"""How long the first word waits for the second."""
OBJECTION = timedelta(days=3)
"""How long an admin who was here of late can say no, and the owner of a second factor."""
NEW = timedelta(days=14)
"""Whose role was changed since could be there for this alone: the other's word waits."""
TOGETHER = timedelta(days=7)
"""Within which the second officer follows the first where something was lost."""
LATELY = timedelta(days=30)
"""As long as a log-in lasts: who did not log in since is not logged in any more."""


@transaction.atomic
def name_admin(*, actor: Actor, club_id: UUID, user_id: UUID) -> bool:
    """The word of one officer that a member shall be an admin; True when it is the second word,
    and he is. One of the two is a director or an admin, if the club has any.

    Conflict while an admin who was here lately may still object.
    """
    rights.get_club(actor, club_id, *OFFICERS)
    # Race: both officers press at once; the second waits and finds the word of the first.
    lock_people(club_id)
    rows = Membership.objects.select_for_update(of=("self",)).filter(club=club_id, user=user_id)
    member = first_or(rows, rights.missing())
    if member.role == Role.ADMIN:
        raise Conflict("is_admin", _("Diese Person gehört schon zum Vorstand."))
    words = [word for word in standing(club_id) if word.member_id == member.pk]
    others = [word for word in words if word.by_id != actor.user_id]
    if not others:
        if actor.user_id is not None and not words:
            Naming.objects.filter(member=member, by=actor.user_id).delete()
            Naming.objects.create(club_id=club_id, member=member, by_id=actor.user_id)
            _tell(actor, member, "proposed")
        return False
    first = others[0]
    if actor.user_id and actor.user_id not in seconds(first):
        text = _("Jemand von beiden muss Spielleiter sein oder zum Vorstand gehören.")
        raise Conflict("director_needed", text)
    _refuse_too_early(first, actor)
    changed(member, {"role": Role.ADMIN}, actor=actor, reason=_together(first.by))
    Naming.objects.filter(member=member).delete()
    return True


@transaction.atomic
def object_to(*, actor: Actor, club_id: UUID, user_id: UUID) -> None:
    """An admin says no: the first word is worth nothing."""
    rights.get_club(actor, club_id, Role.ADMIN)
    lock_people(club_id)
    named = Membership.objects.filter(club=club_id, user=user_id, namings__isnull=False)
    for member in named.distinct():
        Naming.objects.filter(member=member).delete()
        _tell(actor, member, "proposed", no=True)


def _tell(actor: Actor, member: Membership, what: str, *, no: bool = False) -> None:
    diff = {what: [no or None, not no or None]}
    record_counted(member, member.club_id, actor=actor, diff=diff, model="together")


def standing(club_id: UUID) -> list[Naming]:
    """The words that wait for a second one, of officers who still are; the oldest first."""
    rows = Naming.objects.filter(club=club_id, at__gt=timezone.now() - HOLDS)
    words = rows.select_related("member__user", "by").order_by("at")
    return [word for word in words if has_role(person_actor(word.by_id), club_id, *OFFICERS)]


def seconds(word: Naming) -> list[UUID]:
    """The accounts whose yes can follow a first one."""
    members = Membership.objects.filter(club=word.club_id)
    roles = dict(members.values_list("user_id", "role"))
    held = {user: IMPLIED[role] for user, role in roles.items()}
    first = held.pop(word.by_id, frozenset())
    led = Role.DIRECTOR not in roles.values()
    return [
        user
        for user, own in held.items()
        if not own.isdisjoint(OFFICERS) and (led or Role.DIRECTOR in own | first)
    ]


def from_when(word: Naming, by: Sequence[UUID] = ()) -> datetime:
    """When the second word counts: at once where one of the admins is among those who speak, or
    none was here lately and nobody of the two is new in his office."""
    admins = Membership.objects.filter(club=word.club_id, role=Role.ADMIN)
    idents = set(admins.values_list("user_id", flat=True))
    since = timezone.now() - LATELY
    speakers = {word.by_id, *by}
    waits = idents.isdisjoint(speakers) and (
        SignIn.objects.filter(user__in=idents, at__gt=since).exists()
        or _any_new(speakers, word.club_id)
    )
    return word.at + OBJECTION if waits else word.at


def _refuse_too_early(word: Naming, actor: Actor) -> None:
    moment = from_when(word, [actor.user_id] if actor.user_id else [])
    if moment > timezone.now():
        text = _("Der Vorstand kann noch bis %(until)s Nein sagen.")
        raise Conflict("admin_may_object", text % {"until": _spoken(moment)})


def _together(first: User) -> str:
    return _("Zusammen mit %(name)s") % {"name": first.get_username()}


@transaction.atomic
def take_away_factor(*, actor: Actor, club_id: UUID, user_id: UUID) -> bool:
    """Two officers of a club, one of whom may give the person a new password, take away what was
    lost. True when the second one has come.

    Conflict while the owner may object, because one of the two is new in his office.
    """
    rights.get_club(actor, club_id, Role.DIRECTOR)
    # Race: both officers press at once; the second waits and finds the word of the first.
    rows = SecondFactor.objects.select_for_update(of=("self",)).select_related("user")
    on = rows.filter(confirmed_at__isnull=False, user=user_id, user__memberships__club=club_id)
    factor = first_or(on, rights.missing())
    if actor.user_id == user_id:
        raise NotAllowed("own_factor", _("Das tun zwei andere aus Vorstand oder Leitung."))
    first = asked_by(factor, club_id)
    if first is None or first == actor:
        if first is None:
            factor.reset_by_id, factor.reset_at = actor.user_id, timezone.now()
            factor.save(update_fields=["reset_by", "reset_at"])
            member = Membership.objects.get(club=club_id, user=user_id)
            _tell(actor, member, "factor_lost")
        return False
    if not (may_reset(actor, factor.user) or may_reset(first, factor.user)):
        raise NotAllowed(
            "reset_reaches_other_clubs",
            _(
                "Eine von beiden muss in jedem Club dieses Kontos zum Vorstand gehören. Ist keine "
                "darin: «Amtsübergabe»."
            ),
        )
    if (moment := taken_from_when(factor, club_id, actor)) > timezone.now():
        text = _("%(name)s kann noch bis %(until)s Nein sagen.")
        told = {"name": factor.user.get_username(), "until": _spoken(moment)}
        raise Conflict("owner_may_object", text % told)
    member = Membership.objects.select_for_update(of=("self",)).get(club=club_id, user=user_id)
    save_version(member)
    taken = {"second_factor": [True, False]}
    reason = _together(User.objects.get(pk=first.ident))
    record(member, actor=actor, diff=taken, reason=reason)
    factor.delete()
    return True


def keep_factor(*, user: User) -> None:
    """The owner says that he has it still: the first word is worth nothing."""
    SecondFactor.objects.filter(user=user).update(reset_by=None)


def asked_by(factor: SecondFactor, club_id: UUID) -> Actor | None:
    """The officer who has spoken first, as long as his word holds."""
    if factor.reset_by_id is None or factor.reset_at is None:
        return None
    first = person_actor(factor.reset_by_id)
    holds = factor.reset_at > timezone.now() - TOGETHER and has_role(first, club_id, Role.DIRECTOR)
    return first if holds else None


def asked_for(user_id: UUID | None) -> str:
    """Who wants to take away the second factor of an account; empty where nobody does."""
    lately = SecondFactor.objects.filter(user=user_id, reset_at__gt=timezone.now() - TOGETHER)
    factor = lately.select_related("reset_by").first()
    return factor.reset_by.get_username() if factor and factor.reset_by else ""


def taken_from_when(factor: SecondFactor, club_id: UUID, other: Actor) -> datetime:
    """When the word of another officer counts besides the first."""
    spoken = factor.reset_at or timezone.now()
    new = _any_new({factor.reset_by_id, other.user_id}, club_id)
    return spoken + OBJECTION if new else spoken


def _any_new(users: Collection[UUID | None], club_id: UUID) -> bool:
    """Whether the role of one of them in the club was changed of late."""
    members = Membership.objects.filter(club=club_id, user__in=[one for one in users if one])
    raised = Change.objects.filter(
        model="membership",
        object_id__in=members.values("pk"),
        at__gt=timezone.now() - NEW,
        diff__has_key="role",
    )
    return raised.exists()


def _spoken(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")
