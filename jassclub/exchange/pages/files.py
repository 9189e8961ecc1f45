"""Data out and in: exports to take along, an archive or a spreadsheet that is taken in."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from jassclub.api.models import Upkeep
from jassclub.api.serializers import StrictJSONParser
from jassclub.clubs import rights as clubs
from jassclub.clubs.models import Player, Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.rights import has_role, require_role
from jassclub.core.errors import DomainError, Invalid
from jassclub.core.reader import number_in
from jassclub.core.speaking import sign
from jassclub.core.typography import printed
from jassclub.exchange.api.imports import LONGEST_NAME, LargeView
from jassclub.exchange.api.spreadsheets import SpreadsheetsView
from jassclub.exchange.archives import importing
from jassclub.exchange.archives.importing import Taken, import_archive
from jassclub.exchange.archives.photos import MEMBER
from jassclub.exchange.backups import backup
from jassclub.exchange.doubts import Doubt
from jassclub.exchange.models import ArchiveImport, SpreadsheetPreview
from jassclub.exchange.pages.blank_tables import blank_tables
from jassclub.exchange.pages.seasons import season_preview
from jassclub.exchange.past_games import Reading
from jassclub.exchange.reading import COLUMNS
from jassclub.exchange.sheets import read, turn
from jassclub.exchange.spreadsheets import (
    accept_spreadsheet,
    correct_cells,
    discard_preview,
    preview_of,
    preview_spreadsheet,
    reading_of,
)
from jassclub.web.form_state import Fields, FormState, plain
from jassclub.web.forms import attempt, done, form_page, page, sent_from, shown_page
from jassclub.web.upload_quota import count_file
from scoring.core.models import Game
from scoring.tables.pages.variants import playable
from tournaments.seasons.models import SeasonOpening

RECEIPTS = 10
"""Spreadsheets taken in that are still shown."""
FIELDS = Fields(profile=plain(64), places={"/file": "file"})
MEGABYTE = 1_000_000


@form_page
def data(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What can be taken along, what waits, and the form that takes a file in. Role: scribe."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    form = FIELDS.of(request)
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
        raise Invalid.at("/file", "file_missing", _("Wähle zuerst eine Datei."))
    if is_archive(file):
        require_role(desk.actor, desk.club.pk, Role.ADMIN)
        content = _content(file, LargeView.largest)
        if len(content) > importing.AT_ONCE:
            kept = importing.keep(**desk.ids, content=content)
            return redirect("archive", desk.club.slug, kept.pk)
        with turn():
            archive = StrictJSONParser().parse(BytesIO(content))
            taken = import_archive(actor=desk.actor, archive=archive, club_id=desk.club.pk)
        return done(request, in_words(taken), "data", desk.club.slug)
    preview = preview_spreadsheet(
        **desk.ids,
        content=read(_content(file, SpreadsheetsView.largest)),
        filename=(file.name or "").replace("\x00", "")[:LONGEST_NAME],
        profile=form.values["profile"],
    )
    return redirect("preview", desk.club.slug, preview.pk)


@shown_page
def archive(request: HttpRequest, slug: str, import_id: UUID) -> HttpResponseBase:
    """What becomes of an archive that a worker takes in; the page asks again by itself."""
    desk = Desk.of(request, slug, Role.ADMIN)
    kept = importing.import_of(desk.actor, desk.club.pk, import_id)
    told = "" if kept.taken is None else in_words(Taken(**kept.taken))
    return desk.render(
        request,
        "pages/office/archive.html",
        kept=kept,
        told=told,
    )


@dataclass
class Upload:
    """The form of a file; what is wrong inside an archive is said with its place."""

    form: FormState

    def refuse(self, refusal: DomainError) -> None:
        """Say all findings at once."""
        placed = [
            detail
            if detail.pointer in ("", *self.form.places)
            else replace(detail, text=f"{detail.pointer}{sign()} {detail.text}")
            for detail in refusal.details
        ]
        self.form.refuse(replace(refusal, details=placed))


def is_archive(file: "UploadedFile[bytes]") -> bool:
    """Whether a file is JSON, by what stands first in it or by its name."""
    head = file.read(64)
    file.seek(0)
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return start in (b"{", b"[") or (file.name or "").casefold().endswith(".json")


def in_words(taken: Taken) -> str:
    """What became of an archive, in words."""
    new, photos = len(taken.created) + len(taken.copied), taken.added.get(MEMBER, 0)
    added = sum(taken.added.values()) - photos
    parts = [
        _("Partien neu: %(count)s") % {"count": printed(new)},
        _("schon da: %(count)s") % {"count": printed(len(taken.unchanged))},
        _("Personen, Saisons und Buchungen dazu: %(count)s") % {"count": printed(added)},
    ]
    if photos:
        parts.append(_("Fotos dazu: %(count)s") % {"count": photos})
    if taken.withheld:
        parts.append(_("verdeckte Ansagen ohne Zahl: %(count)s") % {"count": taken.withheld})
    return _("Das Archiv ist übernommen. %(parts)s.") % {"parts": ", ".join(parts)}


def _content(file: "UploadedFile[bytes]", largest: int) -> bytes:
    if (file.size or 0) > largest:
        text = _("Diese Datei ist zu gross: mehr als %(most)s MB gehen hier nicht.")
        raise Invalid.at("/file", "too_large", text % {"most": largest // MEGABYTE})
    return bytes(file.read())


def _show(request: HttpRequest, desk: Desk, form: FormState) -> HttpResponse:
    sent = SpreadsheetPreview.objects.filter(club=desk.club).order_by("-created_at")
    archives = ArchiveImport.objects.filter(club=desk.club).order_by("-created_at")
    opens = has_role(desk.actor, desk.club.pk, Role.ADMIN)
    return desk.render(
        request,
        "pages/office/data.html",
        status=form.status,
        typed=form,
        waiting=sent.filter(accepted_at=None),
        receipts=sent.exclude(accepted_at=None)[:RECEIPTS],
        archives=archives[:RECEIPTS] if opens else (),
        profiles=playable(),
        blanks=blank_tables(),
        **(_last_backup() if opens else {}),
    )


def _last_backup() -> dict[str, Any]:
    made_at = Upkeep.objects.filter(pk=backup.NAME).values_list("at", flat=True).first()
    late = made_at is None or timezone.now() - made_at > backup.LATE
    return {"backed_up_at": made_at, "backup_is_late": late}


NEW = "new"
"""The choice for a name that nobody has yet."""
MOST_NAMES = 200
LONGEST_CELL = 80
MOST_SHOWN = 500
"""Doubts, and games, that a page lists; it says how many more there are."""


@dataclass
class Strange:
    """A name that fits nobody for sure: its lines, who may be meant, what was chosen."""

    name: str
    lines: list[int] = field(default_factory=list)
    proposals: Sequence[Mapping[str, str]] = ()
    chosen: str = ""


@form_page
def preview(request: HttpRequest, slug: str, preview_id: UUID) -> HttpResponseBase:
    """Look, choose who is meant, look again, take it in. Role: scribe."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    sheet = preview_of(desk.actor, desk.club.pk, preview_id)
    if sheet.sheets is not None and sheet.accepted_at is None:
        return season_preview(request, desk, sheet)
    strange = strange_names(reading_of(sheet))
    form = FormState()
    if request.method == "POST":
        _choose(strange, request.POST)

    def answer() -> HttpResponse:
        told, asked = sheet, strange
        if cells := _corrected(request.POST):
            told = correct_cells(**desk.ids, preview_id=preview_id, cells=cells)
            asked = strange_names(reading_of(told))
            _choose(asked, request.POST)
        if request.POST.get("action") == "accept":
            return _accept(request, desk, told, asked)
        return _show_preview(request, desk, told, asked, form)

    return attempt(
        request, answer, form=form, show=lambda: _show_preview(request, desk, sheet, strange, form)
    )


@sent_from("preview", "slug", "preview_id")
@page
def discard(request: HttpRequest, slug: str, preview_id: UUID) -> HttpResponseBase:
    """Forget a spreadsheet that was not taken in."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    discard_preview(**desk.ids, preview_id=preview_id)
    return done(request, _("Die Tabelle ist verworfen."), "data", slug)


def strange_names(reading: Reading) -> list[Strange]:
    """Every name that fits nobody for sure, in the order of the lines."""
    names: dict[str, Strange] = {}
    for doubt in reading.doubts:
        if doubt.name:
            new = Strange(doubt.name, proposals=doubt.proposals, chosen=doubt.likely)
            names.setdefault(doubt.name.casefold(), new).lines.append(doubt.line)
    return list(names.values())[:MOST_NAMES]


def grouped(doubts: Iterable[Doubt], lines: Mapping[int, Sequence[Any]]) -> list[dict[str, Any]]:
    """Doubts of the same words together, errors first, each with all its lines.

    `cells` is what stands in the first of them.
    """
    groups: dict[tuple[str, str, bool], dict[str, Any]] = {}
    for doubt in doubts:
        cells = (str(cell) for cell in lines.get(doubt.line, ()) if cell is not None)
        new: dict[str, Any] = {
            "text": doubt.text,
            "column": COLUMNS[doubt.column].title if doubt.column in COLUMNS else "",
            "blocks": doubt.blocks,
            "role": doubt.column if doubt.column in COLUMNS and not doubt.name else "",
            "cells": " · ".join(cells),
            "lines": [],
        }
        group = groups.setdefault((doubt.column, doubt.text, doubt.blocks), new)
        group["lines"].append(doubt.line)
    return sorted(groups.values(), key=lambda group: not group["blocks"])


def _corrected(post: Mapping[str, str]) -> dict[tuple[int, str], str]:
    """What was typed beside a doubt, for each of its lines."""
    return {
        (number, post.get(f"column_{at}", "")): words
        for at in range(MOST_SHOWN)
        if (words := post.get(f"cell_{at}", "")[:LONGEST_CELL].strip())
        for told in post.get(f"lines_{at}", "").split(",")
        if (number := number_in(told)) is not None
    }


def _choose(strange: Sequence[Strange], post: Mapping[str, str]) -> None:
    """Take over who is meant; names come along, as doubts may have changed meanwhile."""
    said = {post.get(f"name_{at}", ""): post.get(f"who_{at}", "") for at in range(MOST_NAMES)}
    for person in strange:
        person.chosen = said.get(person.name, "")


def _meant(desk: Desk, strange: Sequence[Strange]) -> dict[str, UUID | None]:
    players = {str(player.pk): player.pk for player in _active(desk)}
    people: dict[str, UUID | None] = {
        person.name: players[person.chosen] for person in strange if person.chosen in players
    }
    return people | {person.name: None for person in strange if person.chosen == NEW}


def _active(desk: Desk) -> list[Player]:
    return list(clubs.players(desk.actor).filter(club=desk.club, active=True).order_by("name"))


def _accept(
    request: HttpRequest, desk: Desk, sheet: SpreadsheetPreview, strange: Sequence[Strange]
) -> HttpResponse:
    accepted = accept_spreadsheet(
        **desk.ids,
        preview_id=sheet.pk,
        people=_meant(desk, strange),
        leave_out_faulty=request.POST.get("leave_out") == "1",
    )
    count = len(accepted.games)
    words = ngettext(
        "%(count)s Partie ist übernommen.", "%(count)s Partien sind übernommen.", count
    )
    return done(request, words % {"count": printed(count)}, "preview", desk.club.slug, sheet.pk)


def _show_preview(
    request: HttpRequest,
    desk: Desk,
    sheet: SpreadsheetPreview,
    strange: Sequence[Strange],
    form: FormState,
) -> HttpResponse:
    meant = _meant(desk, strange)
    reading = reading_of(sheet, {name: pk for name, pk in meant.items() if pk is not None})
    # What the list of doubts says already is not said twice.
    listed = {doubt.text for doubt in reading.doubts}
    form.others = [text for text in dict.fromkeys(form.others) if text not in listed]
    new = {name for name, pk in meant.items() if pk is None}
    groups = grouped(reading.doubts, dict(sheet.lines))
    return desk.render(
        request,
        "pages/office/preview.html",
        status=form.status,
        preview=sheet,
        reading=reading,
        hands=sum(len(game.hands) for game in reading.games),
        groups=groups[:MOST_SHOWN],
        more_groups=max(0, len(groups) - MOST_SHOWN),
        shown=reading.games[:MOST_SHOWN],
        more_games=max(0, len(reading.games) - MOST_SHOWN),
        strange=strange,
        new=sorted(new),
        people=_active(desk),
        games=Game.objects.filter(pk__in=sheet.games).order_by("played_on", "label"),
        openings=SeasonOpening.objects.filter(pk__in=sheet.openings or ()),
        typed=form,
        leave_out=request.POST.get("leave_out") == "1",
    )
