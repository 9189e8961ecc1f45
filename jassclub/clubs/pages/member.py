"""One member of a club, for its admins: the role, a new password, the end of the membership."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from jassclub.clubs import rights as clubs
from jassclub.clubs.models import Membership, Player, Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.rights import IMPLIED
from jassclub.clubs.services import people
from jassclub.web.form_state import Fields, FormState
from jassclub.web.forms import attempt, done, page, sent_from

MAY = {
    Role.MEMBER: lambda: _("liest mit, bestätigt, was er selber spielt"),
    Role.SCRIBE: lambda: _("schreibt Partien, nimmt Leute auf, macht Tischlinks"),
    Role.REFEREE: lambda: _("entscheidet Streitfälle"),
    Role.DIRECTOR: lambda: _("führt Saisons, Turniere und Kasse, schreibt und entscheidet"),
    Role.ADMIN: lambda: _("kann alles und bestimmt, wer dazugehört"),
}
"""What people with a role may do; `permissions.IMPLIED` decides, here it is told."""
FIELDS = Fields("role", "version")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def member(request: HttpRequest, slug: str, user_id: UUID) -> HttpResponseBase:
    """See a member, and give another role."""
    desk, membership = _membership(request, slug, user_id)
    form = FIELDS.of(request, role=membership.role)
    if request.method != "POST":
        return _show(request, desk, membership, form)
    if form.values["role"] not in IMPLIED:
        form.fault("role", _("Welche Rolle soll die Person haben?"))
        return _show(request, desk, membership, form)
    return attempt(
        request,
        lambda: _change(request, desk, membership, form),
        form=form,
        show=lambda: _show_again(request, slug, user_id, form),
    )


def _change(
    request: HttpRequest, desk: Desk, membership: Membership, form: FormState
) -> HttpResponse:
    after = people.set_role(
        actor=desk.actor,
        club_id=desk.club.pk,
        user_id=membership.user_id,
        version=form.whole("version"),
        role=form.values["role"],
    )
    words = {"name": membership.user.get_username(), "role": after.get_role_display()}
    others = after.role == Role.ADMIN or not _self(desk, membership)
    to = "members" if others else "club"
    return done(request, _("%(name)s ist jetzt %(role)s.") % words, to, desk.club.slug)


@sent_from("member", "slug", "user_id")
@page
def remove(request: HttpRequest, slug: str, user_id: UUID) -> HttpResponseBase:
    """End a membership; the player and what was played stay."""
    desk, membership = _membership(request, slug, user_id)
    form = FIELDS.read(request.POST)
    return attempt(
        request,
        lambda: _remove(request, desk, membership, form),
        form=form,
        show=lambda: _show_again(request, slug, user_id, form),
    )


def _remove(
    request: HttpRequest, desk: Desk, membership: Membership, form: FormState
) -> HttpResponse:
    people.remove_member(
        actor=desk.actor,
        club_id=desk.club.pk,
        user_id=membership.user_id,
        version=form.whole("version"),
    )
    words = _("%(name)s gehört nicht mehr zum Club.") % {"name": membership.user.get_username()}
    to = ("home",) if _self(desk, membership) else ("members", desk.club.slug)
    return done(request, words, *to)


def _membership(request: HttpRequest, slug: str, user_id: UUID) -> tuple[Desk, Membership]:
    desk = Desk.of(request, slug, Role.ADMIN)
    rows = clubs.memberships(desk.actor).filter(club=desk.club, user_id=user_id)
    membership = rows.first()
    if membership is None:
        raise clubs.missing()
    return desk, membership


def _self(desk: Desk, membership: Membership) -> bool:
    return desk.actor.user_id == membership.user_id


def _show_again(request: HttpRequest, slug: str, user_id: UUID, form: FormState) -> HttpResponse:
    """The page as it stands now, so that the next try is against the present version."""
    desk, membership = _membership(request, slug, user_id)
    form.values["role"] = membership.role
    return _show(request, desk, membership, form)


def _show(
    request: HttpRequest, desk: Desk, membership: Membership, form: FormState
) -> HttpResponse:
    player = Player.objects.filter(club=desk.club, user_id=membership.user_id).first()
    roles: list[Any] = [(role.value, role.label, MAY[role]()) for role in Role]
    context = desk.context(
        member=membership,
        typed=form,
        roles=roles,
        player=player,
        myself=_self(desk, membership),
    )
    return render(request, "pages/member.html", context, status=form.status)
