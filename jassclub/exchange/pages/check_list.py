"""The page on which anybody checks a list that somebody has printed: pasted, or as a file."""

from collections.abc import Iterable, Mapping

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from jassclub.core.errors import DomainError, Finding, Invalid
from jassclub.core.speaking import sign
from jassclub.exchange.sheets import Values, read
from jassclub.web.form_state import FormState
from jassclub.web.middleware import indexable
from jassclub.web.upload_quota import count_file
from tournaments.papers.list_check import in_words
from tournaments.standings.pure import check_grand_total
from tournaments.standings.pure.printed_check import (
    Parting,
    Reading,
    between_lists,
    check_printed_list,
)
from tournaments.standings.pure.printed_list import Line, Lists, lines_of, read_lists

TWO = 2
LONGEST = 200_000
LARGEST = 500_000
"""Bytes of a file: some thousand lines."""
NUMBERS = ("deals", "total", "matsches")
WINS: Mapping[str, str | Promise] = {
    "": gettext_lazy("wie die Ränge es zeigen"),
    "high": gettext_lazy("die hohe Zahl"),
    "low": gettext_lazy("die tiefe Zahl (Differenzler)"),
}
PARTINGS: Mapping[Parting, str | Promise] = {
    "": gettext_lazy("was die Liste zeigt"),
    "best": gettext_lazy("das beste Resultat, dann das zweitbeste und so weiter"),
    "best_only": gettext_lazy("das beste Resultat"),
    "last": gettext_lazy("das letzte Resultat, dann das vorletzte und so weiter"),
    "last_only": gettext_lazy("das letzte Resultat"),
    "matsches": gettext_lazy("mehr Matsche"),
    "shared": gettext_lazy("nichts, der Rang wird geteilt"),
}
FORMULAS: Mapping[str, str | Promise] = {
    "sum": gettext_lazy("das Total ist die Summe aller Resultate"),
    "kept": gettext_lazy("das Total ist die Summe ohne die Resultate in Klammern"),
    "minus": gettext_lazy("das Total sind die Punkte minus %(amount)s mal die Differenz"),
    "drop": gettext_lazy("das Total ist die Summe ohne die %(amount)s schlechtesten Resultate"),
    "mean": gettext_lazy("das Total ist der Schnitt der Resultate"),
    "places": gettext_lazy("das Total ist die Summe der Ränge in jeder Spalte"),
    "place_points": gettext_lazy("das Total sind Rangpunkte aus jeder Spalte"),
    "": gettext_lazy("Resultate, die das Total ergeben, stehen nicht da: Summen nicht geprüft"),
}
MADE_HOW = (
    ("wins", gettext_lazy("Es gewinnt"), WINS),
    ("parted", gettext_lazy("Bei Gleichstand entscheidet"), PARTINGS),
)


@indexable
@require_http_methods(["GET", "HEAD", "POST"])
def check_page(request: HttpRequest) -> HttpResponse:
    """The form, and below it how the list was read and what in it is wrong."""
    form = FormState.of(request.POST, (*NUMBERS, "wins", "parted"))
    form.values["text"] = request.POST.get("text", "")[:LONGEST]
    form.status = 200
    for name in NUMBERS:
        if isinstance(form.number(name), str):
            form.errors[name] = [_("Bitte eine ganze Zahl schreiben, zum Beispiel 97.")]
    made_how = [(*choice, form.values[choice[0]]) for choice in MADE_HOW]
    context: dict[str, object] = {"typed": form, "made_how": made_how}
    if request.method == "POST" and not form.errors:
        try:
            context |= {"asked": True, **_checked(form, _lists(request, form))}
        except DomainError as refused:
            form.errors["file"], form.status = [refused.message], refused.status
    status = 422 if form.errors and form.status == 200 else form.status
    return render(request, "pages/check_list.html", context, status=status)


def _lists(request: HttpRequest, form: FormState) -> Lists:
    """What was pasted, else what stands in the file, sheet by sheet."""
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile):
        return read_lists(lines_of(form.values["text"]))
    count_file(request)
    if (file.size or 0) > LARGEST:
        raise Invalid.at("/file", "too_large", _("Diese Datei ist zu gross für eine Rangliste."))
    sheets = read(bytes(file.read())).sheets
    found = [read_lists(_lines(lines), title) for title, lines in sheets]
    return Lists([one for it in found for one in it.lists], [n for it in found for n in it.unread])


def _lines(lines: Iterable[tuple[int, Values]]) -> list[Line]:
    filled = ((number, cells) for number, cells in lines if any(cells))
    return [
        Line(number, ["" if cell is None else str(cell) for cell in cells])
        for number, cells in filled
    ]


def _checked(form: FormState, found: Lists) -> dict[str, object]:
    """What the template says about lists that were read."""
    lower = {"high": False, "low": True}.get(form.values["wins"])
    by = next((by for by in PARTINGS if by and by == form.values["parted"]), None)
    read_as = [check_printed_list(listed, lower_wins=lower, parted=by) for listed in found.lists]
    if lower is None and read_as:
        # Two rows alone do not show which number wins: it is the one of the longest list.
        longest = max(read_as, key=lambda one: len(one.rows))
        read_as = [
            check_printed_list(listed, lower_wins=longest.lower_wins, parted=by)
            if len(one.rows) == TWO
            else one
            for listed, one in zip(found.lists, read_as, strict=True)
        ]
    findings = [
        in_words(finding, one.title if len(read_as) > 1 else "")
        for one in read_as
        for finding in one.findings
    ]
    findings += [in_words(finding) for finding in [*between_lists(read_as), *_grand(form, read_as)]]
    return {
        "rows": sum(len(one.rows) for one in read_as),
        "unread": found.unread,
        "read_as": [told(one) for one in read_as],
        "findings": findings,
    }


def _grand(form: FormState, read_as: list[Reading]) -> Iterable[Finding]:
    """The sum of all points, where the number of deals is known; of a list that is whole, or as it
    was printed."""
    numbers = {name: number for name in NUMBERS if isinstance(number := form.number(name), int)}
    whole = len(read_as) == 1 and read_as[0].complete
    total = numbers.get("total", sum(row.value for row in read_as[0].rows) if whole else None)
    if not numbers.get("deals") or total is None:
        return
    bonuses = 2 * 100 * numbers.get("matsches", 0)
    found = check_grand_total(total, deals=numbers["deals"], bonuses=bonuses)
    if found is not None:
        yield found


def told(one: Reading) -> str:
    """How a list was read, so that a wrong reading is seen."""
    size = len(one.rows)
    told = [ngettext("%(n)s Zeile", "%(n)s Zeilen", size) % {"n": size}]
    if size and not one.complete:
        told.append(_("ein Auszug"))
    told.append(_("die tiefe Zahl gewinnt") if one.lower_wins else _("die hohe Zahl gewinnt"))
    told.append(str(FORMULAS[one.formula.name]) % {"amount": one.formula.amount})
    if one.ties:
        equal = str(PARTINGS[one.parted]) if one.parted else _("nichts, das hier steht")
        told.append(_("bei Gleichstand entscheidet: %(what)s") % {"what": equal})
    if one.dense:
        told.append(_("nach einem geteilten Rang folgt der nächste ohne Lücke"))
    text = f"{sign(';')} ".join(told)
    return f"{one.title}{sign()} {text}" if one.title else text
