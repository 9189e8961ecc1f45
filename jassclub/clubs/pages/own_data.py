"""`/me/`: what a person decides about himself: initials, taking his data along, going, the second
factor of his account."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib.auth import authenticate
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe
from rest_framework.utils.encoders import JSONEncoder

from jassclub.clubs import lockout, rights as clubs
from jassclub.clubs.actors import Actor, actor_of
from jassclub.clubs.models import Club, User
from jassclub.clubs.personal_data import held_about, of_account
from jassclub.clubs.rights import club_at
from jassclub.clubs.second_factor import SecondFactor
from jassclub.clubs.services import accounts, forgetting, people, together
from jassclub.clubs.services.accounts import factor_of
from jassclub.clubs.services.forgetting import TIME_TO_THINK
from jassclub.clubs.sign_ins import SignIn
from jassclub.core.errors import Invalid
from jassclub.core.files import saved_as
from jassclub.web.form_state import Fields, FormState, plain
from jassclub.web.forms import attempt, done, form_page, page, sent_from
from jassclub.web.qr import drawn

LATEST = 30
"""Sign-ins that the page shows; the file that is taken along has all of them."""


@never_cache
@require_safe
@login_required
@page
def own_data(request: HttpRequest) -> HttpResponse:
    """Each club of the reader, what he is called there, and what he may do about it."""
    actor = actor_of(request)
    rows = [
        {
            "club": club,
            "player": clubs.player_for(actor, club.pk),
            "waiting": forgetting.waiting_for(actor, club.pk),
        }
        for club in clubs.visible_clubs(actor).order_by("name")
    ]
    latest = SignIn.objects.filter(user=actor.user_id).order_by("-at")[:LATEST]
    context = {
        "rows": rows,
        "days": TIME_TO_THINK.days,
        "sign_ins": latest,
        "tokens": clubs.api_tokens(actor).order_by("-created_at"),
    }
    return render(request, "pages/own.html", context)


@never_cache
@require_safe
@login_required
@page
def own_file(request: HttpRequest) -> HttpResponse:
    """Everything that is held about the reader, as one file."""
    actor = actor_of(request)
    held = {
        "account": _account(request),
        "clubs": [_held(actor, club) for club in clubs.visible_clubs(actor).order_by("name")],
    }
    content = json.dumps(held, cls=JSONEncoder, ensure_ascii=False, indent=1)
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = saved_as("jassclub", end="json")
    return answer


@sent_from("own_data")
@page
def revoke_token(request: HttpRequest, token_id: UUID) -> HttpResponseBase:
    """End the token of a program; one that the reader does not know, for example."""
    accounts.revoke_api_token(actor=actor_of(request), token_id=token_id)
    return done(request, _("Das Programm kommt nicht mehr herein."), "own_data")


@sent_from("own_data")
@page
def veil(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Choose initials or the name for what strangers read."""
    actor = actor_of(request)
    wished = bool(request.POST.get("initials_only"))
    people.veil_myself(actor=actor, club_id=club_at(actor, slug).pk, initials_only=wished)
    return done(request, _("Gesichert."), "own_data")


@sent_from("own_data")
@page
def leave(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Go, and be forgotten."""
    actor = actor_of(request)
    found = forgetting.leave(actor=actor, club_id=club_at(actor, slug).pk)
    words = {"label": found.label, "days": TIME_TO_THINK.days}
    return done(
        request,
        _("Du heisst jetzt %(label)s. In %(days)s Tagen ist alles weg.") % words,
        "own_data",
    )


@sent_from("own_data")
@page
def stay(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Think better of it."""
    actor = actor_of(request)
    forgetting.stay(actor=actor, club_id=club_at(actor, slug).pk)
    return done(request, _("Schön, dass du bleibst. Alles ist wie vorher."), "own_data")


def _account(request: HttpRequest) -> dict[str, Any]:
    user: Any = request.user
    factor = factor_of(user)
    return {
        "username": user.get_username(),
        "email": user.email,
        "language": user.language,
        "since": user.date_joined,
        "sign_ins": list(user.sign_ins.order_by("-at").values("at", "network", "device")),
        "second_factor_since": factor and factor.confirmed_at,
        **of_account(user.pk),
    }


def _held(actor: Actor, club: Club) -> dict[str, Any]:
    player = clubs.player_for(actor, club.pk)
    return {
        "club": club.name,
        "role": None if actor.user_id is None else clubs.role_of(actor.user_id, club.pk),
        "held": held_about(actor, player.pk) if player else None,
    }


FIELDS = Fields("do", code=plain(), places={"/password": "password"})
LONGEST_PASSWORD = 200


@sensitive_post_parameters("password", "code")
@login_required
@form_page
def own_factor(request: HttpRequest) -> HttpResponseBase:
    """Begin, show that the app fits, make new recovery codes, switch off."""
    user: Any = request.user
    form = FIELDS.of(request)
    return attempt(
        request,
        lambda: _done(request, user, form),
        form=form,
        show=lambda: _show(request, user, form),
        passing=(),
    )


def _done(request: HttpRequest, user: User, form: FormState) -> HttpResponse:
    code = form.values["code"]
    steps: dict[str, Callable[[], HttpResponse]] = {
        "begin": lambda: _begun(request, user),
        "confirm": lambda: _codes(request, accounts.confirm(user=user, code=code)),
        "codes": lambda: _codes(request, accounts.renew_codes(user=user, code=code)),
        "off": lambda: _off(request, user, code),
        "keep": lambda: _kept(request, user),
    }
    if form.values["do"] not in steps:
        raise Invalid("unknown_step", _("Diesen Schritt gibt es nicht."))
    return steps[form.values["do"]]()


def _begun(request: HttpRequest, user: User) -> HttpResponse:
    password = request.POST.get("password", "")[:LONGEST_PASSWORD]
    # As at the log-in: who found an open browser tries no more passwords here than there.
    if authenticate(request, username=user.get_username(), password=password) != user:
        wrong = Invalid.at("/password", "wrong_password", _("Dieses Passwort stimmt nicht."))
        raise lockout.refusal_of(request) or wrong
    accounts.begin(user=user)
    return done(request, _("Lies jetzt den QR-Code mit der App."), "own_factor")


def _codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    context = {"codes": codes, "host": request.get_host()}
    return render(request, "pages/recovery_codes.html", context, status=201)


def _off(request: HttpRequest, user: User, code: str) -> HttpResponse:
    accounts.switch_off(user=user, code=code)
    return done(request, _("Der zweite Faktor ist ausgeschaltet."), "own_factor")


def _kept(request: HttpRequest, user: User) -> HttpResponse:
    together.keep_factor(user=user)
    return done(request, _("Nein gesagt: Es bleibt, wie es ist."), "own_factor")


def _show(request: HttpRequest, user: User, form: FormState) -> HttpResponse:
    factor = SecondFactor.objects.filter(user=user).first()
    begun = factor is not None and factor.confirmed_at is None
    context = {
        "factor": factor,
        "qr": drawn(factor.address) if begun and factor else "",
        "asked": together.asked_for(user.pk),
        "typed": form,
    }
    return render(request, "pages/own_factor.html", context, status=form.status)
