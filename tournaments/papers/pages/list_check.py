"""Somebody pastes a printed list and reads what cannot be right. Nothing is stored."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from jassclub.web.form_state import FormState
from jassclub.web.middleware import indexable
from tournaments.papers.list_check import PrintedList, check_printed, in_words, read_printed

LONGEST = 200_000
NUMBERS = ("deals", "total", "matsches")


@indexable
@require_http_methods(["GET", "HEAD", "POST"])
def check_page(request: HttpRequest) -> HttpResponse:
    """The form, and below it what was found."""
    form = FormState.of(request.POST, (*NUMBERS, "lower_wins"))
    form.values["text"] = request.POST.get("text", "")[:LONGEST]
    for name in NUMBERS:
        if isinstance(form.number(name), str):
            form.errors[name] = [_("Bitte eine ganze Zahl schreiben, zum Beispiel 97.")]
    context = {"typed": form, "asked": request.method == "POST" and not form.errors}
    if context["asked"]:
        context |= _checked(form)
    return render(request, "pages/check_list.html", context, status=422 if form.errors else 200)


def _checked(form: FormState) -> dict[str, object]:
    """What the template says about a list that was read."""
    listed = read_printed(form.values["text"])
    numbers = {name: number for name in NUMBERS if isinstance(number := form.number(name), int)}
    printed = PrintedList(
        listed.rows,
        lower_wins=bool(form.values["lower_wins"]),
        deals=numbers.get("deals") or None,
        total=numbers.get("total"),
        matsches=numbers.get("matsches", 0),
    )
    return {
        "rows": len(listed.rows),
        "unreadable": listed.unreadable,
        "findings": [in_words(finding, printed) for finding in check_printed(printed)],
    }
