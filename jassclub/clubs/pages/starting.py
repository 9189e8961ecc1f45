"""The way in for strangers: opening a club, and what an invitation looks like."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import authenticate, login
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from jassclub.api.throttles import LoginThrottle
from jassclub.clubs.actors import Actor
from jassclub.clubs.authentication import actor_of, person_actor
from jassclub.clubs.models import Club, Deck, Role, User
from jassclub.clubs.pages.joining import BACKEND, LONGEST_NAME, LONGEST_PASSWORD, spoken
from jassclub.clubs.pages.sessions import attempt_of, speak
from jassclub.clubs.services.founding import found_club, new_founder
from jassclub.clubs.token_lookup import was_given_out
from jassclub.clubs.token_throttle import GuessThrottle, count_guess, refuse_guesser
from jassclub.core.errors import Conflict, DomainError, TooMany
from jassclub.web.form_state import FormState, words_of
from jassclub.web.idempotent import SENT, key_of, new_key, run_idempotent
from jassclub.web.refusals import page
from jassclub.web.robots import indexable

FIELDS = {"/name": "name", "/username": "username", "/password": "password"} | {
    "/repeated": "repeated"
}
SAME_CLUB = timedelta(days=1)
"""A form sent twice finds the club of the first time for so long."""
TOKEN = re.compile(r"[\w-]{20,100}", re.ASCII)


class FoundingThrottle(GuessThrottle):
    """Clubs opened from one address; forms that come back with errors do not count."""

    scope = "founding"


@indexable
@never_cache
@sensitive_post_parameters("password", "repeated")
@require_http_methods(["GET", "HEAD", "POST"])
@page
def start(request: HttpRequest) -> HttpResponseBase:
    """Step one of three: the account, where there is none yet, and the name of the club."""
    typed = FormState({"deck": Deck.GERMAN if spoken() == "de" else Deck.FRENCH})
    if request.method != "POST":
        return _form(request, typed, new_key())
    typed = FormState.of(request.POST, ("username", "deck"), longest=LONGEST_NAME)
    typed.values["name"] = words_of(request.POST, "name", longest=LONGEST_NAME)
    try:
        throttle = _not_too_many(request, typed)
        answer = _found(request, typed)
    except DomainError as refusal:
        typed.refuse(refusal, FIELDS)
        key = new_key() if refusal.code == SENT else key_of(request)
        return _form(request, typed, key, status=refusal.status)
    throttle.count()
    return answer


@indexable
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponseBase:
    """What an invitation is; a link or a code that was written down leads on."""
    typed = FormState.of(request.POST, ("link",), longest=500)
    if request.method == "POST":
        address = _door(typed.values["link"])
        if address:
            return redirect(address)
        text = _("Das ist kein Link einer Einladung und kein Code eines Tisches.")
        typed.errors["link"] = [text]
    context = {"typed": typed}
    return render(request, "pages/join.html", context, status=422 if typed.errors else 200)


def _found(request: HttpRequest, typed: FormState) -> HttpResponseBase:
    actor = actor_of(request)
    if actor.user_id is not None:
        return run_idempotent(request, actor, lambda: _opened(_club(actor, typed)))
    try:
        with transaction.atomic():
            user, club = _as_newcomer(request, typed)
    except IntegrityError:
        text = _("Gerade hat jemand dasselbe abgeschickt. Bitte noch einmal versuchen.")
        raise Conflict("at_the_same_time", text) from None
    login(request, user, backend=BACKEND)
    return speak(request, _opened(club), user)


def _as_newcomer(request: HttpRequest, typed: FormState) -> tuple[User, Club]:
    """The account and its club; who sends the form again with the same password is let in."""
    username, password = typed.values["username"], _secret(request, "password")
    known = authenticate(request, username=username, password=password) if password else None
    if known is not None:
        return known, _same_club(known, typed) or _club(person_actor(known.pk), typed)
    try:
        user = new_founder(
            name=typed.values["name"],
            username=username,
            password=password,
            repeated=_secret(request, "repeated"),
            language=spoken(),
        )
    except DomainError as refusal:
        if any(detail.code == "username_taken" for detail in refusal.details):
            count_guess(request)
        raise
    return user, _club(person_actor(user.pk), typed)


def _club(actor: Actor, typed: FormState) -> Club:
    deck = typed.values["deck"]
    return found_club(
        actor=actor,
        name=typed.values["name"],
        language=spoken(),
        deck=deck if deck in Deck.values else Deck.GERMAN.value,
    )


def _same_club(user: User, typed: FormState) -> Club | None:
    mine = Club.objects.filter(memberships__user=user, memberships__role=Role.ADMIN)
    lately = mine.filter(created_at__gt=timezone.now() - SAME_CLUB)
    return lately.filter(name=typed.values["name"]).first()


def _opened(club: Club) -> HttpResponse:
    return redirect(reverse("people", args=[club.slug]) + "?step=2")


def _not_too_many(request: HttpRequest, typed: FormState) -> FoundingThrottle:
    """The count of clubs of this address; TooMany where there were enough lately."""
    refuse_guesser(request)
    throttle = FoundingThrottle()
    if typed.values["username"] and not LoginThrottle().admits(attempt_of(request)):
        raise TooMany("too_many_attempts", _("Zu viele Versuche. Bitte eine Minute warten."))
    if not throttle.admits(request):
        text = _("Von hier aus wurden gerade viele Clubs eröffnet. Bitte in einer Stunde wieder.")
        raise TooMany("too_many_clubs", text)
    return throttle


def _secret(request: HttpRequest, name: str) -> str:
    return request.POST.get(name, "")[:LONGEST_PASSWORD]


def _form(request: HttpRequest, typed: FormState, key: str, *, status: int = 200) -> HttpResponse:
    context = {
        "typed": typed,
        "key": key,
        "decks": Deck.choices,
        "founding": settings.FOUNDING_OPEN,
        "operator": settings.OPERATOR,
    }
    return render(request, "pages/start.html", context, status=status)


def _door(text: str) -> str:
    """The page that a pasted link or its bare secret leads to, "" where it is neither."""
    *_before, kind, token = ["", *urlsplit(text).path.rstrip("/").split("/")]
    if not TOKEN.fullmatch(token):
        return ""
    if kind == "t":
        return f"/t/{token}"
    return f"/i/{token}" if kind == "i" or was_given_out(token) else f"/t/{token}"
