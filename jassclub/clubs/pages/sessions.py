"""The ways in and out: log-in, what an account keeps of its reader, using a one-time link."""

import re
import time
from datetime import timedelta
from hmac import compare_digest
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language
from rest_framework.views import APIView

from jassclub.api.preconditions import LoginThrottle
from jassclub.clubs import demo_logins as demo, lockout, rights as clubs
from jassclub.clubs.actors import Actor, actor_of, open_invitation, was_given_out
from jassclub.clubs.models import Invitation, Role, User
from jassclub.clubs.rights import IMPLIED, role_of
from jassclub.clubs.services import accounts
from jassclub.clubs.services.links import path_of
from jassclub.clubs.services.loose import sign_in
from jassclub.clubs.throttling import (
    FormThrottle,
    count_guess,
    refuse_crowd,
)
from jassclub.core.errors import NotFound
from jassclub.core.languages import LANGUAGES
from jassclub.core.speaking import spoken
from jassclub.web import views as web
from jassclub.web.context import TEXT_COOKIE, TEXTS
from jassclub.web.form_state import Fields, FormState, plain
from jassclub.web.forms import MISSING, attempt, form_page
from jassclub.web.middleware import indexable

HALF_WAY, PATIENCE = "half_way", accounts.REST + timedelta(minutes=5)
"""Where a session says whose password was right, and how long that holds: who mistyped his code too
often and has waited goes on where he was."""
CODE = Fields(code=plain())


class LogIn(LoginView):
    """Log-in of a person; who guesses is slowed down and shut out as in the API."""

    template_name = "pages/login.html"
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Try name and password."""
        throttles, asked = (LoginThrottle(), FormThrottle()), attempt_of(request)
        if not all(one.allow_request(asked, cast(APIView, self)) for one in throttles):
            form = self.get_form_class()(request)
            return self.render_to_response(self.get_context_data(form=form, slow=True), status=429)
        return super().post(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With the log-ins of the demo club, where it is loaded."""
        return super().get_context_data(**kwargs) | demo_logins()

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """In, and from here on in the language of the account; or on to the second factor."""
        user = form.get_user()
        if accounts.factor_of(user) is None:
            sign_in(self.request, user)
            # Not `redirect`, which takes an address without a slash for the name of a view.
            return speak(self.request, HttpResponseRedirect(self.get_success_url()), user)
        kept = {"user": str(user.pk), "at": time.time(), "to": self.get_success_url()}
        kept["proof"] = user.get_session_auth_hash()
        self.request.session[HALF_WAY] = kept
        return redirect("login_code")

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Say that it did not fit, with a status that says so too."""
        refusal = lockout.refusal_of(self.request)
        if refusal is not None:
            context = self.get_context_data(form=form, locked=refusal.message)
            return self.render_to_response(context, status=refusal.status)
        return self.render_to_response(self.get_context_data(form=form), status=422)


@sensitive_post_parameters("code")
@form_page
def second_step(request: HttpRequest) -> HttpResponseBase:
    """Whose password was right shows the code of his second factor."""
    user, form = _half_way(request), CODE.of(request)
    if user is None:
        return redirect(settings.LOGIN_URL)
    return attempt(
        request,
        lambda: _prove(request, user, form),
        form=form,
        show=lambda: render(request, "pages/login_code.html", {"typed": form}, status=form.status),
        passing=(),
    )


def _half_way(request: HttpRequest) -> User | None:
    """Whose password was right lately, and is the same still."""
    kept = request.session.get(HALF_WAY)
    if kept is None or time.time() - kept["at"] > PATIENCE.total_seconds():
        return None
    user = User.objects.filter(pk=kept["user"], is_active=True).first()
    same = user is not None and compare_digest(kept.get("proof", ""), user.get_session_auth_hash())
    return user if same else None


def _prove(request: HttpRequest, user: User, form: FormState) -> HttpResponse:
    refuse_crowd(request)
    accounts.prove(user=user, code=form.values["code"])
    to = request.session.pop(HALF_WAY)["to"]
    sign_in(request, user)
    return speak(request, HttpResponseRedirect(to), user)


class LogOut(LogoutView):
    """Log-out of a person; the language goes with him."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """End the session."""
        answer = super().post(request, *args, **kwargs)
        answer.delete_cookie(settings.LANGUAGE_COOKIE_NAME, path=settings.LANGUAGE_COOKIE_PATH)
        return answer


def attempt_of(request: HttpRequest) -> Any:
    """A form as the throttle of the API reads it: who sends which name."""
    return SimpleNamespace(data=request.POST, META=request.META, headers=request.headers)


def demo_logins() -> dict[str, Any]:
    """The log-ins of the demo club, where it is loaded: they are public."""
    if settings.PRODUCTION or not demo.exists():
        return {}
    logins = [
        (name, person.split()[0], Role(role).label) for name, (person, role) in demo.LOGINS.items()
    ]
    return {"demo_logins": logins, "demo_password": demo.PASSWORD}


def speak(request: HttpRequest, answer: HttpResponse, user: User) -> HttpResponse:
    """Speak the language of the account, unless another was chosen on this device."""
    if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            user.language,
            max_age=web.YEAR,
            path=settings.LANGUAGE_COOKIE_PATH,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite="Lax",
        )
    return answer


@require_POST
def language(request: HttpRequest) -> HttpResponseBase:
    """Choose a language for this device and, where somebody is logged in, for the account."""
    chosen = request.POST.get("language", "")
    if chosen in LANGUAGES:
        _keep(request, {"language": chosen})
    return set_language(request)


@require_POST
def looks(request: HttpRequest) -> HttpResponse:
    """Choose the looks of this device; the size of the text goes with the account too."""
    chosen = request.POST.get(TEXT_COOKIE, "")
    if chosen in TEXTS:
        _keep(request, {"large_text": chosen == "large"})
    return web.looks(request)


def _keep(request: HttpRequest, values: dict[str, Any]) -> None:
    if isinstance(request.user, User):
        accounts.change_settings(user=request.user, values=values)


LONGEST_NAME, LONGEST_PASSWORD = 151, 200
"""A name one sign too long is refused in words, not cut."""
INVITED = Fields(username=plain(LONGEST_NAME), code=plain(), places={"/password": "password"})


@sensitive_post_parameters("password", "code")
@form_page
def arrive(request: HttpRequest, token: str) -> HttpResponseBase:
    """What the link is for, and the form that uses it."""
    form = INVITED.of(request)
    try:
        invitation = open_invitation(token)
        return attempt(
            request,
            lambda: _accept(request, invitation, token, form),
            form=form,
            show=lambda: _show_invitation(request, invitation, form),
            passing=MISSING,
        )
    except NotFound as refusal:
        if not was_given_out(token):
            count_guess(request)
        return render(request, "pages/invitation_dead.html", {"words": refusal.message}, status=404)


def _accept(
    request: HttpRequest, invitation: Invitation, token: str, form: FormState
) -> HttpResponseBase:
    user = accounts.accept(
        actor=actor_of(request),
        token=token,
        code=form.values["code"],
        username=form.values["username"],
        password=request.POST.get("password", "")[:LONGEST_PASSWORD],
        language=spoken(),
    )
    if actor_of(request).user_id != user.pk:
        sign_in(request, user)
    messages.info(request, _welcome(invitation))
    return speak(request, redirect("club", invitation.club.slug), user)


def _show_invitation(request: HttpRequest, invitation: Invitation, form: FormState) -> HttpResponse:
    user = actor_of(request).user_id
    context: dict[str, Any] = {
        "invitation": invitation,
        "is_member": user is not None and role_of(user, invitation.club_id) is not None,
        "club": invitation.club,
        "role": Role(invitation.role).label if invitation.role else "",
        "typed": form,
        "needless": _needless(actor_of(request), invitation),
        "needs_code": invitation.user and accounts.factor_of(invitation.user),
        "login_url": settings.LOGIN_URL,
    }
    return render(request, "pages/invitation.html", context, status=form.status)


def _needless(actor: Actor, invitation: Invitation) -> bool:
    """Whether who is logged in is a member already and would become nobody new by the link."""
    if actor.user_id is None or invitation.user_id is not None:
        return False
    role = role_of(actor.user_id, invitation.club_id)
    if role is None or IMPLIED[invitation.role] > IMPLIED[role]:
        return False
    return invitation.player_id is None or clubs.player_for(actor, invitation.club_id) is not None


def _welcome(invitation: Invitation) -> str:
    if invitation.user_id is not None:
        return _("Das neue Passwort gilt. Du bist angemeldet.")
    return _("Willkommen im Club %(club)s.") % {"club": invitation.club.name}


LINK = Fields(link=plain(500))
TOKEN = re.compile(r"[\w-]{20,100}", re.ASCII)


@indexable
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponseBase:
    """What an invitation is; a link or a code that was written down leads on."""
    form = LINK.of(request)
    if request.method == "POST":
        address = _page_of_link(form.values["link"])
        if address:
            return redirect(address)
        form.fault("link", _("Das ist kein Link einer Einladung und kein Code eines Tisches."))
    return render(request, "pages/join.html", {"typed": form}, status=form.status)


def _page_of_link(text: str) -> str:
    """The page that a pasted link or its bare secret leads to, "" where it is neither."""
    *_before, kind, token = ["", *urlsplit(text).path.rstrip("/").split("/")]
    if not TOKEN.fullmatch(token):
        return ""
    invites = kind == "i" or (kind != "t" and was_given_out(token))
    return f"/i/{token}" if invites else path_of(token)
