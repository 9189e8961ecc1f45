"""A list of people comes into a tournament: looked at line by line, then taken whole."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from jassclub.clubs.models import Role
from jassclub.core.errors import DomainError, Invalid
from jassclub.exchange.entries.entry_lines import Listed
from jassclub.exchange.entries.entry_list import EntryList, look_at_entries, take_entries
from jassclub.exchange.pages.preview import grouped
from jassclub.exchange.sheets import Lines, read
from jassclub.exchange.upload_quota import count_file
from jassclub.web.form_state import FormState
from jassclub.web.idempotent import run_idempotent
from jassclub.web.refusals import page
from tournaments.core.desk_page import Desk

LARGEST = 500_000
"""Bytes of a list, which comes back with the form that takes it: some thousand people."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def entry_list(request: HttpRequest, slug: str, tslug: str) -> HttpResponseBase:
    """Choose a file, look at what it says, take it. Role: scribe.

    Between looking and taking nothing is stored here: the list is in the form.
    """
    desk = Desk.of(request, slug, tslug, Role.SCRIBE)
    if request.method != "POST":
        return _show(request, desk)
    sheet = None
    try:
        count_file(request)
        sheet = read(_content(request))
        if request.POST.get("action") == "take":
            return _take(request, desk, sheet)
        return _show(request, desk, sheet)
    except DomainError as refusal:
        if refusal.status in (403, 404):
            raise
        return _show(request, desk.fresh(), sheet, refusal=refusal)


def _take(request: HttpRequest, desk: Desk, sheet: Lines) -> HttpResponseBase:
    def work() -> HttpResponse:
        taken = take_entries(
            **desk.ids, content=sheet, leave_out_faulty=request.POST.get("leave_out") == "1"
        )
        words = ngettext(
            "%(count)d Person ist eingetragen.", "%(count)d Leute sind eingetragen.", len(taken)
        )
        messages.info(request, words % {"count": len(taken)})
        return redirect("desk_people", desk.club.slug, desk.tournament.slug)

    return run_idempotent(request, desk.actor, work)


def _content(request: HttpRequest) -> bytes:
    """The chosen file, or the one that was looked at."""
    file = request.FILES.get("file")
    if isinstance(file, UploadedFile):
        if (file.size or 0) > LARGEST:
            raise _refused("too_large", _("Diese Datei ist zu gross für eine Liste von Leuten."))
        return bytes(file.read())
    try:
        return urlsafe_b64decode(request.POST["list"])
    except (KeyError, ValueError):
        raise _refused("file_missing", _("Wähle zuerst eine Datei.")) from None


def _refused(code: str, text: str) -> Invalid:
    return Invalid.at("/file", code, text)


def _show(
    request: HttpRequest,
    desk: Desk,
    sheet: Lines | None = None,
    *,
    refusal: DomainError | None = None,
) -> HttpResponse:
    """The form for a file and, below it, what the list says, as it stands now."""
    found = None if sheet is None else look_at_entries(**desk.ids, content=sheet)
    context = desk.context(
        here="people",
        typed=_said(refusal, found),
        found=found,
        people=_numbered(found) if found else [],
        groups=grouped(found.doubts, {}) if found else [],
        list=urlsafe_b64encode(sheet.source if sheet else b"").decode(),
        leave_out=request.POST.get("leave_out") == "1",
    )
    status = 200 if refusal is None else refusal.status
    return render(request, "pages/office/entry_list.html", context, status=status)


def _numbered(found: EntryList) -> Sequence[tuple[int, Listed, str]]:
    """Who would come in, under which number and for which team."""
    teams = {
        one.key: team.name or " / ".join(mate.person.name for mate in team.people)
        for team in found.teams
        for one in team.people
    }
    return [
        (number, one, teams.get(one.key, ""))
        for number, one in enumerate(found.people, found.first_number)
    ]


def _said(refusal: DomainError | None, found: EntryList | None) -> FormState:
    """The refusal; what the table of doubts says already is not said twice."""
    typed = FormState()
    if refusal is not None:
        listed = {doubt.text for doubt in found.doubts} if found else set()
        typed.refuse(refusal, {"/file": "file"})
        typed.others = [text for text in dict.fromkeys(typed.others) if text not in listed]
    return typed
