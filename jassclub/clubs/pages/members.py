"""The members of a club, for its admins: inviting, new passwords, links that are still open.

A link is shown once, to be handed over; stored is its digest only.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor, actor_of
from jassclub.clubs.models import Club, Invitation, Role
from jassclub.clubs.rights import club_at, require_role
from jassclub.clubs.services import accounts
from jassclub.core.errors import Invalid
from jassclub.web.form_state import Fields, FormState, new_key
from jassclub.web.forms import MISSING, attempt, done, page, sent_from, show_once
from jassclub.web.qr import drawn

FIELDS = Fields("role", "player")
Made = tuple[Invitation, str]


@dataclass
class Office:
    """The page of the members of one club."""

    club: Club
    actor: Actor
    form: FormState = field(default_factory=lambda: FormState({"role": "member"}))

    def context(self) -> dict[str, Any]:
        """What the template reads."""
        members = clubs.memberships(self.actor).filter(club=self.club)
        links = clubs.invitations(self.actor, self.club.pk).select_related("player", "user")
        unused = links.filter(used_at=None, revoked_at=None, expires_at__gt=timezone.now())
        free = clubs.players(self.actor).filter(club=self.club, active=True, user=None)
        return {
            "club": self.club,
            "members": members.order_by("user__username"),
            "links": [(link, _role_of(link)) for link in unused.order_by("-created_at")],
            "roles": Role.choices,
            "free_players": free.order_by("name"),
            "typed": self.form,
            "key": new_key(),
        }


@never_cache
@require_GET
@page
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Who belongs to the club, and which links are out."""
    return _show(request, _office(request, slug))


@never_cache
@sent_from("members", "slug")
@page
def invite(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A one-time link into the club, perhaps for a player that the club already knows."""
    office = _office(request, slug)
    office.form = FIELDS.read(request.POST)
    return _hand_out(
        request,
        office,
        lambda: accounts.invite(
            actor=office.actor,
            club_id=office.club.pk,
            role=_role(office.form),
            player_id=_player(office.form),
        ),
    )


@never_cache
@sent_from("members", "slug")
@page
def reset(request: HttpRequest, slug: str, user_id: UUID) -> HttpResponseBase:
    """A one-time link with which a member chooses a new password."""
    office = _office(request, slug)
    return _hand_out(
        request,
        office,
        lambda: accounts.offer_reset(actor=office.actor, club_id=office.club.pk, user_id=user_id),
    )


@sent_from("members", "slug")
@page
def revoke(request: HttpRequest, slug: str, invitation_id: UUID) -> HttpResponseBase:
    """Make a link useless that nobody has used yet."""
    office = _office(request, slug)
    accounts.revoke_invitation(
        actor=office.actor, club_id=office.club.pk, invitation_id=invitation_id
    )
    return done(request, _("Der Link ist zurückgezogen."), "members", slug)


def _office(request: HttpRequest, slug: str) -> Office:
    actor = actor_of(request)
    club = club_at(actor, slug)
    require_role(actor, club.pk, Role.ADMIN)
    return Office(club, actor)


def _hand_out(request: HttpRequest, office: Office, make: Callable[[], Made]) -> HttpResponseBase:
    """The page of a new link."""
    return attempt(
        request,
        lambda: show_once(
            request,
            office.actor,
            make,
            secret=lambda made: _shown_once(request, office.club, *made),
            then=lambda _made: redirect("members", office.club.slug),
            again=_("Diesen Link gibt es schon; er wird nur einmal gezeigt."),
        ),
        form=office.form,
        show=lambda: _show(request, office),
        passing=MISSING,
    )


def _shown_once(
    request: HttpRequest, club: Club, invitation: Invitation, token: str
) -> HttpResponse:
    url = request.build_absolute_uri(f"/i/{token}")
    context = {
        "club": club,
        "invitation": invitation,
        "role": _role_of(invitation),
        "url": url,
        "qr": drawn(url),
    }
    return render(request, "pages/handout.html", context, status=201)


def _show(request: HttpRequest, office: Office) -> HttpResponse:
    return render(request, "pages/members.html", office.context(), status=office.form.status)


def _role(form: FormState) -> str:
    role = form.values["role"]
    if role not in Role.values:
        raise Invalid.at("/role", "unknown_role", _("Welche Rolle soll die Person haben?"))
    return role


def _player(form: FormState) -> UUID | None:
    if not form.values["player"]:
        return None
    try:
        return UUID(form.values["player"])
    except ValueError:
        raise Invalid.at(
            "/player", "unknown_player", _("Diese Person spielt nicht in diesem Club.")
        ) from None


def _role_of(invitation: Invitation) -> str:
    return str(Role(invitation.role).label) if invitation.role else ""
