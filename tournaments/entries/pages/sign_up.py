"""Signing up, alone or as a pair or team, and the ticket that one gets for it.

Whether one can still sign up, and how many places are left.
"""

from base64 import urlsafe_b64encode
from collections import Counter
from dataclasses import replace
from functools import cached_property
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from jassclub.clubs.actors import actor_of
from jassclub.clubs.throttling import SignUpThrottle, refuse_crowd
from jassclub.core.errors import DomainError, Invalid
from jassclub.web.form_state import FormState, key_in, words_of
from jassclub.web.forms import attempt, form_page, run_idempotent
from tournaments.core.desk_page import tournament_at
from tournaments.core.models import Tournament
from tournaments.entries import services
from tournaments.entries.categories import labels_to_choose
from tournaments.entries.entrants import Person, takes_sign_ups, team_size
from tournaments.entries.models import HERE, Entry
from tournaments.entries.selectors import LONGEST
from tournaments.format.prize_sentences import category_words
from tournaments.format.pure.categories import LONGEST_LABEL
from tournaments.format.selectors import format_of


def places_of(tournament: Tournament) -> dict[str, Any]:
    """The places as they are now, in one query; whether one can sign up (`open`). `left` are those
    that nobody has, none while somebody waits; None where the number is not limited."""
    players = tournament.entries.filter(kind=Entry.Kind.PLAYER, held=False)
    states = Counter(players.values_list("state", flat=True))
    taken, waiting = sum(states[state] for state in HERE), states[Entry.State.WAITING]
    most = tournament.capacity
    return {
        "taken": taken,
        "waiting": waiting,
        "open": takes_sign_ups(tournament),
        "left": None if most is None else 0 if waiting else max(0, most - taken),
    }


LONGEST_NAME, LONGEST_CONTACT, LONGEST_NOTE = 81, 200, 200
"""A name one sign too long is refused in words, not cut."""
SALT = "tournaments.sign_up"
TOO_OLD = "form_too_old"
HASTE, OLDEST = 2, 24 * 60 * 60
"""Seconds that a form takes at least, and for which it is good."""
WAITING = Entry.State.WAITING
FIELDS = ("name", "initials", "minor", "home_club", "licence")
"""Of each person."""


class SignUpForm:
    """Name, categories, club and licence of each person, contact, the name of the team, a note."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament, self.size = tournament, team_size(tournament)
        self.typed = FormState({"contact": "", "note": "", "team": ""})
        self.chosen: list[list[str]] = [[] for _place in range(self.size)]
        self.stamped = True

    def read(self, request: HttpRequest) -> "SignUpForm":
        """Take over what was typed."""
        post, values = request.POST, self.typed.values
        self.typed.key = key_in(post)
        for name in self.names:
            values[name] = words_of(post, name, longest=LONGEST_NAME)
        for name in (*self.named("initials"), *self.named("minor")):
            values[name] = "1" if post.get(name) else ""
        for name in self.named("home_club"):
            values[name] = words_of(post, name, longest=LONGEST)
        for name in self.named("licence"):
            values[name] = words_of(post, name, longest=LONGEST_LABEL)
        offered = set(self.labels)
        self.chosen = [
            [label for label in post.getlist(name) if label in offered]
            for name in self.named("labels")
        ]
        values["contact"] = words_of(post, "contact", longest=LONGEST_CONTACT)
        values["note"] = words_of(post, "note", longest=LONGEST_NOTE)
        values["team"] = words_of(post, "team", longest=LONGEST_NAME)
        return self

    @property
    def names(self) -> list[str]:
        """The fields of the names."""
        return self.named("name")

    def named(self, what: str) -> list[str]:
        """A field for each of the people."""
        return [f"{what}{place}" for place in range(self.size)]

    @cached_property
    def people(self) -> list[Person]:
        """Who is to be signed up; contact and note are with the first."""
        values = self.typed.values
        first, *others = (
            Person(
                values[name],
                initials_only=bool(values[veiled]),
                minor=bool(values[minor]),
                home_club=values[club],
                licence=values[licence],
                labels=tuple(labels),
            )
            for (name, veiled, minor, club, licence), labels in self._fields
        )
        return [replace(first, contact=values["contact"], note=values["note"]), *others]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """For the page: the fields of each person, what was typed, what is wrong."""
        values, errors = self.typed.values, self.typed.errors
        return [
            {
                "name": name,
                "value": values.get(name, ""),
                "errors": errors.get(name, []),
                "boxes": ((veiled, values.get(veiled)), (minor, values.get(minor))),
                "labels": [
                    (label, category_words(label), label in labels) for label in self.labels
                ],
                "texts": (
                    (club, _("Verein"), values.get(club, ""), LONGEST),
                    (licence, _("Lizenznummer"), values.get(licence, ""), LONGEST_LABEL),
                ),
                "belongs": bool(labels or values.get(club) or values.get(licence)),
            }
            for (name, veiled, minor, club, licence), labels in self._fields
        ]

    @cached_property
    def labels(self) -> list[str]:
        """Which categories are offered; others are for the desk to name."""
        return labels_to_choose(self.tournament)

    @property
    def _fields(self) -> list[tuple[tuple[str, ...], list[str]]]:
        """The names of the fields of each person, and the categories chosen."""
        names = zip(*map(self.named, FIELDS), strict=True)
        return list(zip(names, self.chosen, strict=True))

    def too_long(self) -> bool:
        """Whether a name has too many signs; said at its field."""
        for name in (*self.names, "team"):
            if len(self.typed.values[name]) == LONGEST_NAME:
                self.typed.fault(
                    name, _("Höchstens %(most)s Zeichen.") % {"most": LONGEST_NAME - 1}
                )
                self.typed.headline = _("Da ist etwas zu lang.")
        return bool(self.typed.errors)

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its field."""
        fields = {f"/people/{place}/name": name for place, name in enumerate(self.names)}
        self.typed.refuse(refusal, {**fields, "/team": "team"})
        self.stamped = refusal.code != TOO_OLD


@form_page
def sign_up(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The form, and what comes of it: a ticket, also for the waiting list."""
    tournament = tournament_at(request, slug)
    form = SignUpForm(tournament)
    if request.method == "POST" and form.read(request).too_long():
        return _form(request, tournament, form)
    return attempt(
        request,
        lambda: _sign_up(request, tournament, form),
        form=form,
        show=lambda: _form(request, tournament, form),
        passing=(),
    )


def _sign_up(request: HttpRequest, tournament: Tournament, form: SignUpForm) -> HttpResponseBase:
    """The ticket of what was signed up. What is kept of this answer is a way back: no secret is
    stored."""
    _refuse_hasty(request, form.typed.key)
    refuse_crowd(request, SignUpThrottle)
    actor, secret = actor_of(request), _secret(form.typed.key)

    def enter() -> HttpResponse:
        services.sign_up(
            actor=actor,
            tournament_id=tournament.pk,
            people=form.people,
            team=form.typed.values["team"],
            secret=secret,
        )
        return redirect("public_event", tournament.slug)

    run_idempotent(request, actor, enter)
    return redirect("public_ticket", tournament.slug, secret)


def _secret(key: str) -> str:
    """The secret of what a form signs up: sent twice, the same, and nowhere stored."""
    digest = salted_hmac(SALT, key, algorithm="sha256").digest()
    return f"{services.TOKEN_PREFIX}{urlsafe_b64encode(digest).rstrip(b'=').decode()}"


def stamped(key: str, at: float) -> str:
    """What a form carries to say when it was shown; good for that form alone."""
    return signing.dumps([key, int(at)], salt=SALT)


def _refuse_hasty(request: HttpRequest, own_key: str) -> None:
    """Nobody fills a form in two seconds, and none is good without having been shown."""
    try:
        key, at = signing.loads(request.POST.get("stamp", ""), salt=SALT, max_age=OLDEST)
    except (signing.BadSignature, ValueError):
        key, at = "", 0
    if key != own_key:
        raise Invalid(TOO_OLD, _("Diese Seite war zu lange offen. Bitte noch einmal abschicken."))
    if timezone.now().timestamp() - at < HASTE:
        raise Invalid("form_too_fast", _("Das ging sehr schnell. Bitte noch einmal abschicken."))


def _form(request: HttpRequest, tournament: Tournament, form: SignUpForm) -> HttpResponse:
    key = form.typed.key
    same = request.POST.get("key") == key and form.stamped
    stamp = request.POST.get("stamp", "") if same else ""
    stamp = stamp or stamped(key, timezone.now().timestamp())
    context: dict[str, Any] = {
        "tournament": tournament,
        "format": format_of(tournament),
        "places": places_of(tournament),
        "form": form,
        "typed": form.typed,
        "key": key,
        "stamp": stamp,
    }
    return render(request, "tournaments/public/sign_up.html", context, status=form.typed.status)
