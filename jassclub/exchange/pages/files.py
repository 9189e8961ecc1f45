"""Data out and in: exports to take along, an archive or a spreadsheet that is taken in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from jassclub.api.parsers import StrictJSONParser
from jassclub.clubs.models import Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.rights import has_role, require_role
from jassclub.core.errors import DomainError, Invalid
from jassclub.exchange import later
from jassclub.exchange.api.imports import LONGEST_NAME, LargeView
from jassclub.exchange.api.spreadsheets import SpreadsheetsView
from jassclub.exchange.archive_parts import Taken
from jassclub.exchange.evenings import SHAPES
from jassclub.exchange.importing import import_archive
from jassclub.exchange.models import ArchiveImport, SpreadsheetPreview
from jassclub.exchange.sheets import read, turn
from jassclub.exchange.spreadsheets import DEFAULT_PROFILE, preview_spreadsheet
from jassclub.exchange.upload_quota import count_file
from jassclub.web.form_state import Fields, FormState, plain
from jassclub.web.forms import attempt, done, page
from scoring.tables.pages.variants import playable

RECEIPTS = 10
"""Spreadsheets taken in that are still shown."""
FIELDS = Fields(profile=plain(64), places={"/file": "file"})
MEGABYTE = 1_000_000


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def data(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What can be taken along, what waits, and the form that takes a file in. Role: scribe."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    form = FIELDS.of(request, profile=DEFAULT_PROFILE)
    return attempt(
        request,
        lambda: _take_in(request, desk, form),
        form=Upload(form),
        show=lambda: _show(request, desk, form),
    )


def _take_in(request: HttpRequest, desk: Desk, form: FormState) -> HttpResponse:
    count_file(request)
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile):
        raise _refused("/file", "file_missing", _("Wähle zuerst eine Datei."))
    if is_archive(file):
        require_role(desk.actor, desk.club.pk, Role.ADMIN)
        content = _content(file, LargeView.largest)
        if len(content) > later.AT_ONCE:
            kept = later.keep(actor=desk.actor, club_id=desk.club.pk, content=content)
            return redirect("archive", desk.club.slug, kept.pk)
        with turn():
            archive = StrictJSONParser().parse(BytesIO(content))
            taken = import_archive(actor=desk.actor, archive=archive, club_id=desk.club.pk)
        return done(request, in_words(taken), "data", desk.club.slug)
    preview = preview_spreadsheet(
        actor=desk.actor,
        club_id=desk.club.pk,
        content=read(_content(file, SpreadsheetsView.largest)),
        filename=(file.name or "").replace("\x00", "")[:LONGEST_NAME],
        profile=form.values["profile"],
    )
    return redirect("preview", desk.club.slug, preview.pk)


@never_cache
@require_safe
@page
def archive(request: HttpRequest, slug: str, import_id: UUID) -> HttpResponseBase:
    """What becomes of an archive that a worker takes in; the page asks again by itself."""
    desk = Desk.of(request, slug, Role.ADMIN)
    kept = later.import_of(desk.actor, desk.club.pk, import_id)
    context: dict[str, Any] = desk.context(kept=kept)
    if kept.taken is not None:
        context["told"] = in_words(Taken(**kept.taken))
    return render(request, "pages/office/archive.html", context)


@dataclass
class Upload:
    """The form of a file; what is wrong inside an archive is said with its place."""

    form: FormState

    def refuse(self, refusal: DomainError) -> None:
        """Say all findings at once."""
        placed = [
            detail
            if detail.pointer in self.form.places
            else replace(detail, text=f"{detail.pointer}: {detail.text}".removeprefix(": "))
            for detail in refusal.details
        ]
        self.form.refuse(replace(refusal, details=placed))


def is_archive(file: UploadedFile[bytes]) -> bool:
    """Whether a file is JSON, by what stands first in it or by its name."""
    head = file.read(64)
    file.seek(0)
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return start in (b"{", b"[") or (file.name or "").casefold().endswith(".json")


def in_words(taken: Taken) -> str:
    """What became of an archive, in words."""
    new, added = len(taken.created) + len(taken.copied), sum(taken.added.values())
    parts = [
        _("Partien neu: %(count)d") % {"count": new},
        _("schon da: %(count)d") % {"count": len(taken.unchanged)},
        _("Personen, Saisons und Buchungen dazu: %(count)d") % {"count": added},
    ]
    if taken.withheld:
        parts.append(_("verdeckte Ansagen ohne Zahl: %(count)d") % {"count": taken.withheld})
    return _("Das Archiv ist übernommen. %(parts)s.") % {"parts": ", ".join(parts)}


def _content(file: UploadedFile[bytes], largest: int) -> bytes:
    if (file.size or 0) > largest:
        text = _("Diese Datei ist zu gross: mehr als %(most)d MB gehen hier nicht.")
        raise _refused("/file", "too_large", text % {"most": largest // MEGABYTE})
    return bytes(file.read())


def _refused(pointer: str, code: str, text: str) -> Invalid:
    return Invalid.at(pointer, code, text)


def _show(request: HttpRequest, desk: Desk, form: FormState) -> HttpResponse:
    sent = SpreadsheetPreview.objects.filter(club=desk.club).order_by("-created_at")
    context: dict[str, Any] = desk.context(
        typed=form,
        waiting=sent.filter(accepted_at=None),
        receipts=sent.exclude(accepted_at=None)[:RECEIPTS],
        archives=_archives(desk),
        profiles=[profile for profile in playable() if profile.game in SHAPES],
    )
    return render(request, "pages/office/data.html", context, status=form.status)


def _archives(desk: Desk) -> QuerySet[ArchiveImport]:
    """Those that a worker takes in, or has; for who may open their pages."""
    sent = ArchiveImport.objects.filter(club=desk.club).order_by("-created_at")
    return sent[:RECEIPTS] if has_role(desk.actor, desk.club.pk, Role.ADMIN) else sent.none()
