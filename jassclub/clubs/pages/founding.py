"""Opening a club, step one of three: the account, where there is none yet, and the name."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth import authenticate
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from jassclub.api.preconditions import LoginThrottle
from jassclub.clubs.actors import Actor, actor_of, person_actor
from jassclub.clubs.models import Club, Deck, Role, User
from jassclub.clubs.pages.sessions import LONGEST_NAME, LONGEST_PASSWORD, attempt_of, speak
from jassclub.clubs.services import accounts
from jassclub.clubs.services.clubs import found_club, new_founder
from jassclub.clubs.services.loose import sign_in
from jassclub.clubs.throttling import GuessThrottle, count_guess, refuse_guesser
from jassclub.core.errors import Conflict, DomainError, TooMany
from jassclub.core.languages import SOURCE
from jassclub.core.speaking import spoken
from jassclub.web.form_state import Fields, FormState, line, plain
from jassclub.web.forms import attempt, form_page, run_idempotent
from jassclub.web.middleware import indexable

FOUNDING = Fields(
    username=plain(LONGEST_NAME),
    deck=plain(LONGEST_NAME),
    name=line(LONGEST_NAME),
    places={"/password": "password", "/repeated": "repeated"},
)
SAME_CLUB = timedelta(days=1)
"""A form sent twice finds the club of the first time for so long."""


class FoundingThrottle(GuessThrottle):
    """Clubs opened from one address; forms that come back with errors do not count."""

    scope = "founding"


@indexable
@sensitive_post_parameters("password", "repeated")
@form_page
def start(request: HttpRequest) -> HttpResponseBase:
    """Step one of three: the account, where there is none yet, and the name of the club."""
    form = FOUNDING.of(request, deck=Deck.GERMAN if spoken() == SOURCE else Deck.FRENCH)
    return attempt(
        request,
        lambda: _start(request, form),
        form=form,
        show=lambda: _show_founding(request, form),
        passing=(),
    )


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
    sign_in(request, user)
    return speak(request, _opened(club), user)


def _as_newcomer(request: HttpRequest, form: FormState) -> tuple[User, Club]:
    """The account and its club; who sends the form again with the same password is let in."""
    username, password = form.values["username"], _secret(request, "password")
    user = authenticate(request, username=username, password=password) if password else None
    if isinstance(user, User) and accounts.factor_of(user) is None:
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
    return mine.filter(name=form.values["name"], created_at__gt=timezone.now() - SAME_CLUB).first()


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


def _show_founding(request: HttpRequest, form: FormState) -> HttpResponse:
    context = {
        "typed": form,
        "key": form.key,
        "decks": Deck.choices,
        "founding": settings.FOUNDING_OPEN,
        "operator": settings.OPERATOR,
    }
    return render(request, "pages/start.html", context, status=form.status)
