"""`/me/factor/`: the second factor of the reader's account."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from jassclub.clubs.models import User
from jassclub.clubs.second_factor import SecondFactor
from jassclub.clubs.services import second_factors
from jassclub.core.errors import Invalid
from jassclub.web.form_state import Fields, FormState, plain
from jassclub.web.forms import attempt, done, form_page
from jassclub.web.qr import drawn

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
        "confirm": lambda: _codes(request, second_factors.confirm(user=user, code=code)),
        "codes": lambda: _codes(request, second_factors.renew_codes(user=user, code=code)),
        "off": lambda: _off(request, user, code),
    }
    if form.values["do"] not in steps:
        raise Invalid("unknown_step", _("Diesen Schritt gibt es nicht."))
    return steps[form.values["do"]]()


def _begun(request: HttpRequest, user: User) -> HttpResponse:
    password = request.POST.get("password", "")[:LONGEST_PASSWORD]
    second_factors.begin(user=user, password=password)
    return done(request, _("Lies jetzt den QR-Code mit der App."), "own_factor")


def _codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    context = {"codes": codes, "host": request.get_host()}
    return render(request, "pages/recovery_codes.html", context, status=201)


def _off(request: HttpRequest, user: User, code: str) -> HttpResponse:
    second_factors.switch_off(user=user, code=code)
    return done(request, _("Der zweite Faktor ist ausgeschaltet."), "own_factor")


def _show(request: HttpRequest, user: User, form: FormState) -> HttpResponse:
    factor = SecondFactor.objects.filter(user=user).first()
    begun = factor is not None and factor.confirmed_at is None
    context = {
        "factor": factor,
        "qr": drawn(factor.address) if begun and factor else "",
        "typed": form,
    }
    return render(request, "pages/own_factor.html", context, status=form.status)
