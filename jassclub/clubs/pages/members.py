"""For the admins of a club its members, their roles, inviting, new passwords, links that are still
open.

A link is shown once, to be handed over; stored is its digest only.
"""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from jassclub.clubs import rights as clubs
from jassclub.clubs.models import Club, Invitation, Membership, Player, Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.rights import IMPLIED
from jassclub.clubs.services import accounts, people, together
from jassclub.core.errors import Invalid
from jassclub.core.rows import first_or
from jassclub.web.form_state import Fields, FormState
from jassclub.web.forms import (
    MISSING,
    attempt,
    done,
    form_page,
    page,
    sent_from,
    show_once,
    shown_page,
)
from jassclub.web.qr import drawn

FIELDS = Fields("role", "player")
Made = tuple[Invitation, str]


@shown_page
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Who belongs to the club, and which links are out."""
    return _show(request, Desk.of(request, slug, Role.ADMIN), _empty())


@never_cache
@sent_from("members", "slug")
@page
def invite(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A one-time link into the club, perhaps for a player that the club already knows."""
    desk = Desk.of(request, slug, Role.ADMIN)
    form = FIELDS.read(request.POST)
    return _hand_out(
        request,
        desk,
        form,
        lambda: accounts.invite(**desk.ids, role=_role(form), player_id=_player(form)),
    )


@never_cache
@sent_from("members", "slug")
@page
def reset(request: HttpRequest, slug: str, user_id: UUID) -> HttpResponseBase:
    """A one-time link with which a member chooses a new password."""
    desk = Desk.of(request, slug, Role.ADMIN)
    make = partial(accounts.offer_reset, **desk.ids, user_id=user_id)
    return _hand_out(request, desk, _empty(), make)


@sent_from("members", "slug")
@page
def revoke(request: HttpRequest, slug: str, invitation_id: UUID) -> HttpResponseBase:
    """Make a link useless that nobody has used yet."""
    desk = Desk.of(request, slug, Role.ADMIN)
    accounts.revoke_invitation(**desk.ids, invitation_id=invitation_id)
    return done(request, _("Der Link ist zurückgezogen."), "members", slug)


def _empty() -> FormState:
    return FormState({"role": "member"})


def _hand_out(
    request: HttpRequest, desk: Desk, form: FormState, make: Callable[[], Made]
) -> HttpResponseBase:
    """The page of a new link."""
    return attempt(
        request,
        lambda: show_once(
            request,
            desk.actor,
            make,
            secret=lambda made: _shown_once(request, desk.club, *made),
            then=lambda _made: redirect("members", desk.club.slug),
            again=_("Diesen Link gibt es schon; er wird nur einmal gezeigt."),
        ),
        form=form,
        show=lambda: _show(request, desk, form),
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


def _show(request: HttpRequest, desk: Desk, form: FormState) -> HttpResponse:
    links = clubs.invitations(desk.actor, desk.club.pk).select_related("player", "user")
    unused = links.filter(used_at=None, revoked_at=None, expires_at__gt=timezone.now())
    members = clubs.memberships(desk.actor).filter(club=desk.club)
    names = clubs.account_names(desk.club.pk)
    return desk.render(
        request,
        "pages/members.html",
        status=form.status,
        members=[(member, names[member.user_id]) for member in members.order_by("user__username")],
        links=[(link, _role_of(link)) for link in unused.order_by("-created_at")],
        roles=Role.choices,
        free_players=_free(desk),
        typed=form,
    )


def _free(desk: Desk) -> QuerySet[Player]:
    """Who plays here and has no account yet."""
    players = clubs.players(desk.actor).filter(club=desk.club, active=True, user=None)
    return players.order_by("name")


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


MAY = {
    Role.MEMBER: lambda: _("liest mit, bestätigt, was er selber spielt"),
    Role.SCRIBE: lambda: _("schreibt Partien, nimmt Leute auf, macht Tischlinks"),
    Role.REFEREE: lambda: _("entscheidet Streitfälle"),
    Role.DIRECTOR: lambda: _("führt Saisons, Turniere und Kasse, schreibt und entscheidet"),
    Role.ADMIN: lambda: _("kann alles und bestimmt, wer dazugehört"),
}
"""What people with a role may do; `permissions.IMPLIED` decides, here it is told."""
ROLE = Fields("role", "version", "player")


@form_page
def member(request: HttpRequest, slug: str, user_id: UUID) -> HttpResponseBase:
    """See a member, give another role, and say as whom he plays."""
    desk, membership = _membership(request, slug, user_id)
    form = ROLE.of(request, role=membership.role)
    if request.method != "POST":
        return _show_member(request, desk, membership, form)
    if "player" in request.POST:
        return attempt(
            request,
            lambda: _seat(request, desk, membership, form),
            form=form,
            show=lambda: _show_again(request, slug, user_id, form),
        )
    if form.values["role"] not in IMPLIED:
        form.fault("role", _("Welche Rolle soll die Person haben?"))
        return _show_member(request, desk, membership, form)
    return attempt(
        request,
        lambda: _change(request, desk, membership, form),
        form=form,
        show=lambda: _show_again(request, slug, user_id, form),
    )


@form_page
def lost_factor(request: HttpRequest, slug: str, user_id: UUID) -> HttpResponseBase:
    """Two officers take a second factor away together: the first asks, the second agrees."""
    desk = Desk.of(request, slug, Role.DIRECTOR)
    lost = clubs.memberships(desk.actor).filter(club=desk.club, user_id=user_id)
    membership = first_or(lost.filter(user__second_factor__isnull=False), clubs.missing())
    form = Fields().of(request)
    return attempt(
        request,
        lambda: _take_away(request, desk, membership),
        form=form,
        show=lambda: _show_lost(request, desk, membership, form),
        passing=MISSING,
    )


def _take_away(request: HttpRequest, desk: Desk, membership: Membership) -> HttpResponse:
    user = membership.user
    if together.take_away_factor(**desk.ids, user_id=user.pk):
        words = _("%(name)s hat keinen zweiten Faktor mehr.") % {"name": user.get_username()}
        return done(request, words, "club", desk.club.slug)
    words = _("Jetzt fehlt noch eine zweite Person aus Vorstand oder Leitung.")
    return done(request, words, "lost_factor", desk.club.slug, user.pk)


def _show_lost(
    request: HttpRequest, desk: Desk, membership: Membership, form: FormState
) -> HttpResponse:
    factor = membership.user.second_factor
    first = together.asked_by(factor, desk.club.pk)
    return desk.render(
        request,
        "pages/lost_factor.html",
        status=form.status,
        typed=form,
        member=membership,
        asked="" if first is None else clubs.named(desk.club, [str(first)])[str(first)],
        mine=first == desk.actor,
        counts_from=first and together.taken_from_when(factor, desk.club.pk, desk.actor),
        now=timezone.now(),
    )


def _change(
    request: HttpRequest, desk: Desk, membership: Membership, form: FormState
) -> HttpResponse:
    after = people.set_role(
        **desk.ids,
        user_id=membership.user_id,
        version=form.whole("version"),
        role=form.values["role"],
    )
    words = {"name": membership.user.get_username(), "role": after.get_role_display()}
    others = after.role == Role.ADMIN or not _self(desk, membership)
    to = "members" if others else "club"
    return done(request, _("%(name)s ist jetzt %(role)s.") % words, to, desk.club.slug)


def _seat(
    request: HttpRequest, desk: Desk, membership: Membership, form: FormState
) -> HttpResponse:
    ident = _player(form)
    if ident is None:
        raise Invalid.at("/player", "required", _("Bitte wählen, als wer dieses Konto spielt."))
    player = accounts.seat_member(**desk.ids, user_id=membership.user_id, player_id=ident)
    words = {"account": membership.user.get_username(), "name": player.name}
    text = _("Gespeichert: %(account)s spielt als %(name)s.") % words
    return done(request, text, "member", desk.club.slug, membership.user_id)


@sent_from("member", "slug", "user_id")
@page
def remove(request: HttpRequest, slug: str, user_id: UUID) -> HttpResponseBase:
    """End a membership; the player and what was played stay."""
    desk, membership = _membership(request, slug, user_id)
    form = ROLE.read(request.POST)
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
        **desk.ids,
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
    return _show_member(request, desk, membership, form)


def _show_member(
    request: HttpRequest, desk: Desk, membership: Membership, form: FormState
) -> HttpResponse:
    player = Player.objects.filter(club=desk.club, user_id=membership.user_id).first()
    roles: list[Any] = [(role.value, role.label, MAY[role]()) for role in Role]
    return desk.render(
        request,
        "pages/member.html",
        status=form.status,
        member=membership,
        typed=form,
        roles=roles,
        player=player,
        free_players=() if player else _free(desk),
        myself=_self(desk, membership),
    )
