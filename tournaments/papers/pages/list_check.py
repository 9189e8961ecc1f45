"""Somebody pastes a printed list and reads what cannot be right. Nothing is stored."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from jassclub.web.form_state import FormState
from jassclub.web.robots import indexable
from tournaments.papers.list_check import PrintedList, check_printed, read_printed, said

LONGEST = 200_000
NUMBERS = ("deals", "total", "matsches")


@indexable
@require_http_methods(["GET", "HEAD", "POST"])
def check_page(request: HttpRequest) -> HttpResponse:
    """The form, and below it what was found."""
    typed = FormState.of(request.POST, (*NUMBERS, "lower_wins"))
    typed.values["text"] = request.POST.get("text", "")[:LONGEST]
    for name in NUMBERS:
        if isinstance(typed.number(name), str):
            typed.errors[name] = [_("Bitte eine ganze Zahl schreiben, zum Beispiel 97.")]
    context = {"typed": typed, "asked": request.method == "POST" and not typed.errors}
    if context["asked"]:
        context |= _found(typed)
    return render(request, "pages/check_list.html", context, status=422 if typed.errors else 200)


def _found(typed: FormState) -> dict[str, object]:
    """What the template says about a list that was read."""
    listed = read_printed(typed.values["text"])
    numbers = {name: found for name in NUMBERS if isinstance(found := typed.number(name), int)}
    asked = PrintedList(
        listed.rows,
        lower_wins=bool(typed.values["lower_wins"]),
        deals=numbers.get("deals") or None,
        total=numbers.get("total"),
        matsches=numbers.get("matsches", 0),
    )
    return {
        "rows": len(listed.rows),
        "unreadable": listed.unreadable,
        "findings": [said(finding, asked) for finding in check_printed(asked)],
    }
