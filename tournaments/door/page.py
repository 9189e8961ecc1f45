"""The door on one page: who comes in, what he pays, his number; also without network."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from jassclub.clubs.models import Role
from jassclub.core.errors import Invalid
from jassclub.core.reader import number_in
from jassclub.web.form_state import Fields, FormState, key_in, line, plain
from jassclub.web.forms import done, form_page, shown_page, submit
from jassclub.web.francs import rappen, written
from jassclub.web.offline_queue import KEPT, by_outbox
from jassclub.web.qr import drawn
from tournaments.core.desk_page import NOBODY, Desk
from tournaments.door import services
from tournaments.door.models import Act
from tournaments.door.selectors import called_by, moved_to, notes_for, seen_at
from tournaments.door.services import Who
from tournaments.entries.categories import words_of_categories
from tournaments.entries.models import Entry, Payment
from tournaments.entries.pure import FOLDS, SOUNDS
from tournaments.entries.selectors import LONGEST, label
from tournaments.format.pure.categories import LONGEST_LABEL, label_of

BY_ACT = plain(64)
SEEN = plain(200)
NAMES = 2 * LONGEST + 3
FIELDS = Fields(
    "kind",
    "number",
    "means",
    "rappen",
    "handed",
    "same",
    "category",
    "take_off",
    who=line(NAMES),
    name=line(NAMES),
    home_club=line(LONGEST),
    entered_by=BY_ACT,
    seen=SEEN,
    places={"/number": "who", "/name": "who"},
)


@form_page
def door(request: HttpRequest, slug: str, tslug: str) -> HttpResponseBase:
    """Everybody with what he owes, and one line that takes a number or a name. Role: scribe."""
    desk = Desk.of(request, slug, tslug, Role.SCRIBE)
    form = FIELDS.of(request)

    def then(words: str) -> HttpResponse:
        if by_outbox(request):
            return redirect("desk_door", slug, tslug)
        return done(request, words, "desk_door", slug, tslug)

    return submit(
        request,
        desk.actor,
        lambda: _do(desk, form, key_in(request.POST)),
        then=then,
        form=form,
        show=lambda: _show(request, desk.fresh(), form),
    )


@shown_page
def state(request: HttpRequest, slug: str, tslug: str) -> HttpResponse:
    """What the door sees, for the page; 204 where `v` is how it still stands. Role: scribe."""
    desk = Desk.of(request, slug, tslug, Role.SCRIBE)
    if request.GET.get("v") == moved_to(desk.tournament):
        return HttpResponse(status=204)
    return JsonResponse(seen_at(desk))


def _do(desk: Desk, form: FormState, key: str) -> str:
    """What the line says; the words that tell it."""
    kind = form.values["kind"] or Act.Kind.ARRIVAL.value
    work = KINDS.get(kind)
    if work is None:
        raise Invalid.at(
            "/kind", "unknown_kind", _("Das gibt es nicht, oder es ist nicht sichtbar.")
        )
    return work(desk, form, key)


def _who(desk: Desk, form: FormState) -> Who:
    typed = form.values["who"]
    number = form.values["number"] or (typed if typed.isdecimal() else "")
    name = form.values["name"] or ("" if number else typed)
    entered_by = form.values["entered_by"]
    if not (number or name or entered_by):
        raise Invalid.at("/number", "field_missing", _("Hier fehlt noch eine Angabe."))
    found = number_in(number) if number else None
    if found and not form.values["number"]:
        found = called_by(desk.tournament, found)
    return Who(NOBODY if number and found is None else found, name, entered_by)


def _arrive(desk: Desk, form: FormState, key: str) -> str:
    seen = {int(part) for part in form.values["seen"].split(",") if part.isdecimal()}
    act = services.arrive(**desk.ids, key=key, who=_who(desk, form), seen=seen)
    words = _("%(who)s ist da.") % {"who": act.entry}
    if form.values["means"]:
        paid = services.take_fee(
            **desk.ids,
            key=f"{key[:60]}-fee",
            who=Who(entered_by=key),
            **_amounts(form),
        )
        words += f" {_paid(paid)}"
    return words


def _fee(desk: Desk, form: FormState, key: str) -> str:
    return _paid(services.take_fee(**desk.ids, key=key, who=_who(desk, form), **_amounts(form)))


def _number(desk: Desk, form: FormState, key: str) -> str:
    act = services.number_printed(**desk.ids, key=key, who=_who(desk, form))
    return _("Die Nummer %(number)s ist gedruckt.") % {"number": act.entry.number}


def _details(desk: Desk, form: FormState, key: str) -> str:
    values = form.values
    told: dict[str, Any] = {"home_club": values["home_club"]} if not values["category"] else {}
    act = services.describe(
        **desk.ids, key=key, who=_who(desk, form), category=values["category"][:LONGEST_LABEL],
        take_off=values["take_off"] == "1", **told,
    )  # fmt: skip
    return _("%(who)s ist geändert.") % {"who": act.entry}


def _settle(desk: Desk, form: FormState, _key: str) -> str:
    same = form.values["same"] == "1"
    entry = services.settle(**desk.ids, number=form.whole("number"), same=same)
    if same:
        return _("Es bleibt bei %(who)s.") % {"who": entry}
    return _("%(who)s ist jemand anderes.") % {"who": entry}


KINDS: Mapping[str, Callable[[Desk, FormState, str], str]] = {
    Act.Kind.ARRIVAL: _arrive,
    Act.Kind.FEE: _fee,
    Act.Kind.NUMBER: _number,
    Act.Kind.DETAILS: _details,
    "settle": _settle,
}


def _amounts(form: FormState) -> dict[str, Any]:
    """What was said about the money; in francs as people write them."""
    told = {name: form.values[name] for name in ("rappen", "handed") if form.values[name]}
    found = {name: rappen(text) for name, text in told.items()}
    amounts = {name: NOBODY if value is None else value for name, value in found.items()}
    return {"means": form.values["means"] or Payment.Means.CASH, **amounts}


def _paid(act: Act) -> str:
    payment = act.payment
    if payment is None:
        return ""
    words = _("%(who)s hat %(francs)s bezahlt (%(means)s).") % {
        "who": act.entry,
        "francs": written(payment.rappen),
        "means": payment.get_means_display(),
    }
    change = (payment.handed or payment.rappen) - payment.rappen
    given = _("Rückgeld %(francs)s.") % {"francs": written(change)}
    return f"{words} {given}" if change else words


def _show(request: HttpRequest, desk: Desk, form: FormState) -> HttpResponse:
    seen = seen_at(desk)
    address = request.build_absolute_uri(reverse("public_event", args=[desk.tournament.slug]))
    answer = desk.render(
        request,
        "tournaments/desk/door.html",
        here="door",
        seen=seen,
        rules={"folds": FOLDS, "sounds": SOUNDS},
        notes=notes_for(int(seen["fee"])),
        states=dict(Entry.State.choices),
        means=Payment.Means.choices,
        doubts=[
            (one["number"], label(desk, one["number"]), label(desk, one["other"]))
            for one in seen["doubts"]
        ],
        categories=[(label_of(words), words) for words in words_of_categories(desk.tournament)],
        clubs=sorted({one["home_club"] for one in seen["people"]} - {""}),
        actor=str(desk.actor),
        address=address,
        qr=drawn(address),
        typed=form,
        status=form.status,
    )
    answer[KEPT] = "1"
    return answer
