"""What spreadsheets that wait to be accepted hold about a person; asked for by way of
`jassclub.clubs.personal_data`. Who was merged needs nothing here: each reading resolves names."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from jassclub.clubs.naming import Naming
from jassclub.clubs.personal_data import DataSubject, names_of
from jassclub.core.rows import save_fields
from jassclub.exchange.models import SpreadsheetPreview, YearPack

Line = tuple[int, list[str | int | None]]
LONGEST_NAME = 120


def export(whose: DataSubject) -> list[dict[str, Any]]:
    """Every line that names him, as it was sent."""
    naming = Naming(names_of(whose.rows), neutral="")
    return [
        {"spreadsheet": str(preview), "line": number, "cells": cells}
        for preview in _sent_to(whose)
        for number, cells in _naming_him(preview, naming)
    ]


def anonymise(whose: DataSubject, naming: Naming) -> int:
    """Call him by the neutral name in names of files and in every cell; how many texts."""
    # Race: a table that is accepted meanwhile empties its lines; ours must not come back.
    kept = _sent_to(whose).select_for_update(of=("self",))
    # A pack is papers of everybody: it goes whole, and is made again without his name.
    YearPack.objects.filter(club=whose.club_id).delete()
    return sum(_forgotten(preview, naming) for preview in kept)


def purge(*, before: datetime) -> int:
    """Remove spreadsheets that nobody accepted since; how many."""
    stale = SpreadsheetPreview.objects.filter(accepted_at=None, created_at__lt=before)
    gone, _by_model = stale.delete()
    return gone


def _sent_to(whose: DataSubject) -> QuerySet[SpreadsheetPreview]:
    return SpreadsheetPreview.objects.filter(club=whose.club_id).order_by("created_at", "pk")


def _naming_him(preview: SpreadsheetPreview, naming: Naming) -> Iterator[Line]:
    for number, cells in preview.lines:
        if any(isinstance(cell, str) and naming.occurs_in(cell) for cell in cells):
            yield number, cells


def _forgotten(preview: SpreadsheetPreview, naming: Naming) -> int:
    lines = [
        (number, [(naming.replaced_in(cell) if isinstance(cell, str) else cell) for cell in cells])
        for number, cells in preview.lines
    ]
    filename = naming.replaced_in(preview.filename)[:LONGEST_NAME]
    blanked = len(list(_naming_him(preview, naming))) + (filename != preview.filename)
    if blanked:
        save_fields(preview, lines=lines, filename=filename)
    return blanked
