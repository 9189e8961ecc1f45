"""A list of people comes into a tournament: looked at line by line, then taken whole."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, ngettext

from jassclub.clubs.models import Role
from jassclub.core.errors import Invalid
from jassclub.exchange.entry_list import EntryList, Listed, look_at_entries, take_entries
from jassclub.exchange.pages.files import grouped
from jassclub.exchange.sheets import Lines, read
from jassclub.web.form_state import FormState
from jassclub.web.forms import attempt, done, form_page, run_idempotent
from jassclub.web.upload_quota import count_file
from tournaments.core.desk_page import Desk
from tournaments.entries.categories import belongs_to

LARGEST = 500_000
"""Bytes of a list, which comes back with the form that takes it: some thousand people."""


@form_page
def entry_list(request: HttpRequest, slug: str, tslug: str) -> HttpResponseBase:
    """Choose a file, look at what it says, take it. Role: scribe.

    Between looking and taking nothing is stored here: the list is in the form.
    """
    desk = Desk.of(request, slug, tslug, Role.SCRIBE)
    form, sheets = FormState(places={"/file": "file"}), list[Lines]()
    return attempt(
        request,
        lambda: _look_or_take(request, desk, form, sheets),
        form=form,
        show=lambda: _show(request, desk.fresh() if form.refused else desk, form, *sheets),
    )


def _look_or_take(
    request: HttpRequest, desk: Desk, form: FormState, sheets: list[Lines]
) -> HttpResponseBase:
    """Read the list into `sheets`, so that a refusal can show it again; then look, or take it."""
    count_file(request)
    sheets.append(read(_content(request)))
    if request.POST.get("action") == "take":
        return run_idempotent(request, desk.actor, lambda: _take(request, desk, sheets[0]))
    return _show(request, desk, form, *sheets)


def _take(request: HttpRequest, desk: Desk, sheet: Lines) -> HttpResponse:
    taken = take_entries(
        **desk.ids, content=sheet, leave_out_faulty=request.POST.get("leave_out") == "1"
    )
    words = ngettext(
        "%(count)s Person ist eingetragen.", "%(count)s Leute sind eingetragen.", len(taken)
    )
    slugs = (desk.club.slug, desk.tournament.slug)
    return done(request, words % {"count": len(taken)}, "desk_people", *slugs)


def _content(request: HttpRequest) -> bytes:
    """The chosen file, or the one that was looked at."""
    file = request.FILES.get("file")
    if isinstance(file, UploadedFile):
        if (file.size or 0) > LARGEST:
            raise Invalid.at(
                "/file", "too_large", _("Diese Datei ist zu gross für eine Liste von Leuten.")
            )
        return bytes(file.read())
    try:
        return urlsafe_b64decode(request.POST["list"])
    except (KeyError, ValueError):
        raise Invalid.at("/file", "file_missing", _("Wähle zuerst eine Datei.")) from None


def _show(
    request: HttpRequest, desk: Desk, form: FormState, sheet: Lines | None = None
) -> HttpResponse:
    """The form for a file and, below it, what the list says, as it stands now."""
    listed = None if sheet is None else look_at_entries(**desk.ids, content=sheet)
    doubts = listed.doubts if listed else []
    # What the table of doubts says already is not said twice.
    texts = {doubt.text for doubt in doubts}
    form.others = [text for text in dict.fromkeys(form.others) if text not in texts]
    people = _numbered(listed) if listed else []
    return desk.render(
        request,
        "pages/office/entry_list.html",
        status=form.status,
        here="people",
        typed=form,
        found=listed,
        people=people,
        belongs=any(said for *_one, said in people),
        groups=grouped(doubts, {}),
        list=urlsafe_b64encode(sheet.source if sheet else b"").decode(),
        leave_out=request.POST.get("leave_out") == "1",
    )


def _numbered(listed: EntryList) -> Sequence[tuple[int, Listed, str, str]]:
    """Who would come in, under which number and for which team, and what else he belongs to."""
    teams = {
        person.key: team.name or " / ".join(mate.person.name for mate in team.people)
        for team in listed.teams
        for person in team.people
    }
    return [
        (number, person, teams.get(person.key, ""), belongs_to(person.person))
        for number, person in enumerate(listed.people, listed.first_number)
    ]
