"""`/i/<token>`: a one-time link is used to join a club or to choose a new password."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor, actor_of, open_invitation, was_given_out
from jassclub.clubs.models import Invitation, Language, Role
from jassclub.clubs.pages.sessions import speak
from jassclub.clubs.rights import role_of
from jassclub.clubs.services import accounts
from jassclub.clubs.token_throttle import count_guess, refuse_guesser
from jassclub.core.errors import NotFound
from jassclub.web.form_state import Fields, FormState, plain
from jassclub.web.forms import MISSING, attempt, page

BACKEND = "django.contrib.auth.backends.ModelBackend"
LONGEST_NAME, LONGEST_PASSWORD = 151, 200
"""A name one sign too long is refused in words, not cut."""
FIELDS = Fields(username=plain(LONGEST_NAME), places={"/password": "password"})


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@page
def arrive(request: HttpRequest, token: str) -> HttpResponseBase:
    """What the link is for, and the form that uses it."""
    refuse_guesser(request)
    form = FIELDS.of(request)
    try:
        invitation = open_invitation(token)
        return attempt(
            request,
            lambda: _accept(request, invitation, token, form),
            form=form,
            show=lambda: _form(request, invitation, form),
            passing=MISSING,
        )
    except NotFound as refusal:
        if not was_given_out(token):
            count_guess(request)
        context = {"words": refusal.message}
        return render(request, "pages/invitation_dead.html", context, status=404)


def _accept(
    request: HttpRequest, invitation: Invitation, token: str, form: FormState
) -> HttpResponseBase:
    user = accounts.accept(
        actor=actor_of(request),
        token=token,
        username=form.values["username"],
        password=request.POST.get("password", "")[:LONGEST_PASSWORD],
        language=spoken(),
    )
    if actor_of(request).user_id != user.pk:
        login(request, user, backend=BACKEND)
    messages.info(request, _welcome(invitation))
    return speak(request, redirect("club", invitation.club.slug), user)


def _form(request: HttpRequest, invitation: Invitation, form: FormState) -> HttpResponse:
    context: dict[str, Any] = {
        "invitation": invitation,
        "club": invitation.club,
        "role": Role(invitation.role).label if invitation.role else "",
        "typed": form,
        "needless": _needless(actor_of(request), invitation),
        "login_url": settings.LOGIN_URL,
    }
    return render(request, "pages/invitation.html", context, status=form.status)


def _needless(actor: Actor, invitation: Invitation) -> bool:
    """Whether who is logged in is a member already and would become nobody new by the link."""
    if actor.user_id is None or invitation.user_id is not None:
        return False
    if role_of(actor.user_id, invitation.club_id) is None:
        return False
    known = clubs.player_for(actor, invitation.club_id) is not None
    return known or invitation.player_id is None


def _welcome(invitation: Invitation) -> str:
    if invitation.user_id is not None:
        return _("Das neue Passwort gilt. Du bist angemeldet.")
    return _("Willkommen im Club %(club)s.") % {"club": invitation.club.name}


def spoken() -> str:
    """The language of this page, as an account or a club keeps it."""
    language = get_language() or ""
    return language if language in Language.values else Language.DE.value
