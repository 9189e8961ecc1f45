"""Two officers together make an admin of a member where the last admin is lost, without whoever
runs the server: docs/decisions/handing-over.md."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from jassclub.clubs import rights
from jassclub.clubs.actors import Actor, person_actor
from jassclub.clubs.models import Membership, Naming, Role, SignIn
from jassclub.clubs.rights import has_role
from jassclub.clubs.services.merging import lock_people
from jassclub.clubs.services.people import changed
from jassclub.core.errors import Conflict
from jassclub.core.rows import first_or

OFFICERS = (Role.SCRIBE, Role.REFEREE)
"""Whoever has any office; directors and admins are both."""
HOLDS = timedelta(days=14)
"""How long the first word waits for the second."""
OBJECTION = timedelta(days=3)
"""How long an admin who was here of late can say no."""
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
        return False
    first = others[0]
    _refuse_too_low(actor, person_actor(first.by_id), club_id)
    _refuse_too_early(first, actor)
    changed(member, {"role": Role.ADMIN}, actor=actor, reason=_together(first))
    Naming.objects.filter(member=member).delete()
    return True


@transaction.atomic
def object_to(*, actor: Actor, club_id: UUID, user_id: UUID) -> None:
    """An admin says no: the first word is worth nothing."""
    rights.get_club(actor, club_id, Role.ADMIN)
    Naming.objects.filter(club=club_id, member__user=user_id).delete()


def standing(club_id: UUID) -> list[Naming]:
    """The words that wait for a second one, of officers who still are; the oldest first."""
    rows = Naming.objects.filter(club=club_id, at__gt=timezone.now() - HOLDS)
    words = rows.select_related("member__user", "by").order_by("at")
    return [word for word in words if has_role(person_actor(word.by_id), club_id, *OFFICERS)]


def from_when(word: Naming, by: Sequence[UUID] = ()) -> datetime:
    """When the second word counts: at once where no admin was here lately, or one of them is
    among those who speak."""
    admins = Membership.objects.filter(club=word.club_id, role=Role.ADMIN)
    idents = set(admins.values_list("user_id", flat=True))
    since = timezone.now() - LATELY
    here = SignIn.objects.filter(user__in=idents, at__gt=since).exists()
    agreed = not idents.isdisjoint({word.by_id, *by})
    return word.at + OBJECTION if here and not agreed else word.at


def _refuse_too_early(word: Naming, actor: Actor) -> None:
    moment = from_when(word, [actor.user_id] if actor.user_id else [])
    if moment > timezone.now():
        text = _(
            "Der Vorstand hat sich vor Kurzem angemeldet und kann noch bis %(until)s Nein sagen."
        )
        until = date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")
        raise Conflict("admin_may_object", text % {"until": until})


def _refuse_too_low(one: Actor, other: Actor, club_id: UUID) -> None:
    leads = Membership.objects.filter(club=club_id, role=Role.DIRECTOR).exists()
    if leads and not any(has_role(who, club_id, Role.DIRECTOR) for who in (one, other)):
        text = _("Jemand von beiden muss Spielleiter sein oder zum Vorstand gehören.")
        raise Conflict("director_needed", text)


def _together(first: Naming) -> str:
    return _("Zusammen mit %(name)s") % {"name": first.by.get_username()}
