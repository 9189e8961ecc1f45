"""One member of a club, for its admins: the role, a new password, the end of the membership."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from jassclub.clubs import selectors as clubs
from jassclub.clubs.models import Membership, Player, Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.permissions import IMPLIED
from jassclub.clubs.services import people
from jassclub.core.errors import DomainError, NotFound
from jassclub.web.form_state import FormState
from jassclub.web.refusals import page
from jassclub.web.sending import sent_from

MAY = {
    Role.MEMBER: lambda: _("liest mit, bestätigt, was er selber spielt"),
    Role.SCRIBE: lambda: _("schreibt Partien, nimmt Leute auf, macht Tischlinks"),
    Role.REFEREE: lambda: _("entscheidet Streitfälle"),
    Role.DIRECTOR: lambda: _("führt Saisons, Turniere und Kasse, schreibt und entscheidet"),
    Role.ADMIN: lambda: _("kann alles und bestimmt, wer dazugehört"),
}
"""What people with a role may do; `permissions.IMPLIED` decides, here it is told."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def member(request: HttpRequest, slug: str, user_id: int) -> HttpResponseBase:
    """See a member, and give another role."""
    desk, found = _found(request, slug, user_id)
    if request.method != "POST":
        return _show(request, desk, found, FormState({"role": found.role}))
    typed = FormState.of(request.POST, ("role", "version"))
    if typed.values["role"] not in IMPLIED:
        typed.errors["role"] = [_("Welche Rolle soll die Person haben?")]
        return _show(request, desk, found, typed, status=422)
    try:
        after = people.set_role(
            actor=desk.actor,
            club_id=desk.club.pk,
            user_id=user_id,
            version=typed.whole("version"),
            role=typed.values["role"],
        )
    except NotFound:
        raise
    except DomainError as refusal:
        return _refused(request, slug, user_id, refusal)
    words = {"name": found.user.get_username(), "role": after.get_role_display()}
    messages.info(request, _("%(name)s ist jetzt %(role)s.") % words)
    return redirect(
        "members" if after.role == Role.ADMIN or not _self(desk, found) else "club", slug
    )


@sent_from("member", "slug", "user_id")
@page
def remove(request: HttpRequest, slug: str, user_id: int) -> HttpResponseBase:
    """End a membership; the player and what was played stay."""
    desk, found = _found(request, slug, user_id)
    try:
        people.remove_member(
            actor=desk.actor,
            club_id=desk.club.pk,
            user_id=user_id,
            version=FormState.of(request.POST, ("version",)).whole("version"),
        )
    except NotFound:
        raise
    except DomainError as refusal:
        return _refused(request, slug, user_id, refusal)
    name = {"name": found.user.get_username()}
    messages.info(request, _("%(name)s gehört nicht mehr zum Club.") % name)
    return redirect("home") if _self(desk, found) else redirect("members", slug)


def _found(request: HttpRequest, slug: str, user_id: int) -> tuple[Desk, Membership]:
    desk = Desk.of(request, slug, Role.ADMIN)
    rows = clubs.memberships(desk.actor).filter(club=desk.club, user_id=user_id)
    found = rows.first()
    if found is None:
        raise clubs.missing()
    return desk, found


def _self(desk: Desk, found: Membership) -> bool:
    return desk.actor.user_id == found.user_id


def _refused(request: HttpRequest, slug: str, user_id: int, refusal: DomainError) -> HttpResponse:
    """The page as it stands now, so that the next try is against the present version."""
    desk, found = _found(request, slug, user_id)
    typed = FormState({"role": found.role})
    typed.refuse(refusal, {"/role": "role"})
    return _show(request, desk, found, typed, status=refusal.status)


def _show(
    request: HttpRequest, desk: Desk, found: Membership, typed: FormState, *, status: int = 200
) -> HttpResponse:
    player = Player.objects.filter(club=desk.club, user_id=found.user_id).first()
    roles: list[Any] = [(role.value, role.label, MAY[role]()) for role in Role]
    context = desk.context(
        member=found, typed=typed, roles=roles, player=player, myself=_self(desk, found)
    )
    return render(request, "pages/member.html", context, status=status)
