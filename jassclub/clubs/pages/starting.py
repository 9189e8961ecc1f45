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
from jassclub.clubs.actors import Actor, actor_of, person_actor, was_given_out
from jassclub.clubs.models import Club, Deck, Role, User
from jassclub.clubs.pages.joining import BACKEND, LONGEST_NAME, LONGEST_PASSWORD, spoken
from jassclub.clubs.pages.sessions import attempt_of, speak
from jassclub.clubs.services.founding import found_club, new_founder
from jassclub.clubs.services.links import path_of
from jassclub.clubs.token_throttle import GuessThrottle, count_guess, refuse_guesser
from jassclub.core.errors import Conflict, DomainError, TooMany
from jassclub.web.form_state import Fields, FormState, line, plain
from jassclub.web.forms import attempt, page, run_idempotent
from jassclub.web.middleware import indexable

FIELDS = Fields(
    username=plain(LONGEST_NAME),
    deck=plain(LONGEST_NAME),
    name=line(LONGEST_NAME),
    places={"/password": "password", "/repeated": "repeated"},
)
LINK = Fields(link=plain(500))
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
    form = FIELDS.of(request, deck=Deck.GERMAN if spoken() == "de" else Deck.FRENCH)
    return attempt(
        request,
        lambda: _start(request, form),
        form=form,
        show=lambda: _form(request, form),
        passing=(),
    )


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


def _start(request: HttpRequest, form: FormState) -> HttpResponseBase:
    throttle = _not_too_many(request, form)
    answer = _found(request, form)
    throttle.count()
    return answer


def _found(request: HttpRequest, form: FormState) -> HttpResponseBase:
    actor = actor_of(request)
    if actor.user_id is not None:
        return run_idempotent(request, actor, lambda: _opened(_club(actor, form)))
    try:
        with transaction.atomic():
            user, club = _as_newcomer(request, form)
    except IntegrityError:
        # Race: two newcomers take one user name or one address of a club; the second is told.
        text = _("Gerade hat jemand dasselbe abgeschickt. Bitte noch einmal versuchen.")
        raise Conflict("at_the_same_time", text) from None
    login(request, user, backend=BACKEND)
    return speak(request, _opened(club), user)


def _as_newcomer(request: HttpRequest, form: FormState) -> tuple[User, Club]:
    """The account and its club; who sends the form again with the same password is let in."""
    username, password = form.values["username"], _secret(request, "password")
    user = authenticate(request, username=username, password=password) if password else None
    if user is not None:
        return user, _same_club(user, form) or _club(person_actor(user.pk), form)
    try:
        user = new_founder(
            name=form.values["name"],
            username=username,
            password=password,
            repeated=_secret(request, "repeated"),
            language=spoken(),
        )
    except DomainError as refusal:
        if any(detail.code == "username_taken" for detail in refusal.details):
            count_guess(request)
        raise
    return user, _club(person_actor(user.pk), form)


def _club(actor: Actor, form: FormState) -> Club:
    deck = form.values["deck"]
    return found_club(
        actor=actor,
        name=form.values["name"],
        language=spoken(),
        deck=deck if deck in Deck.values else Deck.GERMAN.value,
    )


def _same_club(user: User, form: FormState) -> Club | None:
    mine = Club.objects.filter(memberships__user=user, memberships__role=Role.ADMIN)
    lately = mine.filter(created_at__gt=timezone.now() - SAME_CLUB)
    return lately.filter(name=form.values["name"]).first()


def _opened(club: Club) -> HttpResponse:
    return redirect(reverse("people", args=[club.slug]) + "?step=2")


def _not_too_many(request: HttpRequest, form: FormState) -> FoundingThrottle:
    """The count of clubs of this address; TooMany where there were enough lately."""
    refuse_guesser(request)
    throttle = FoundingThrottle()
    if form.values["username"] and not LoginThrottle().admits(attempt_of(request)):
        raise TooMany("too_many_attempts", _("Zu viele Versuche. Bitte eine Minute warten."))
    if not throttle.admits(request):
        text = _("Von hier aus wurden gerade viele Clubs eröffnet. Bitte in einer Stunde wieder.")
        raise TooMany("too_many_clubs", text)
    return throttle


def _secret(request: HttpRequest, name: str) -> str:
    return request.POST.get(name, "")[:LONGEST_PASSWORD]


def _form(request: HttpRequest, form: FormState) -> HttpResponse:
    context = {
        "typed": form,
        "key": form.key,
        "decks": Deck.choices,
        "founding": settings.FOUNDING_OPEN,
        "operator": settings.OPERATOR,
    }
    return render(request, "pages/start.html", context, status=form.status)


def _page_of_link(text: str) -> str:
    """The page that a pasted link or its bare secret leads to, "" where it is neither."""
    *_before, kind, token = ["", *urlsplit(text).path.rstrip("/").split("/")]
    if not TOKEN.fullmatch(token):
        return ""
    invites = kind == "i" or (kind != "t" and was_given_out(token))
    return f"/i/{token}" if invites else path_of(token)
