"""The JSON Schemas of the archives, made from the columns that `dump` writes and reads.

What a schema cannot say stays with the import: ids that lead somewhere, hashes that hold.
"""

from __future__ import annotations

import inspect
from typing import Any

from django.db import models

from jassclub.api.document import words
from jassclub.clubs.models import Club
from jassclub.exchange.archives import archive, tournament as tournament_archive
from jassclub.exchange.archives.dump import CHILDREN, WITHHELD, below, columns
from jassclub.exchange.archives.opened import PARTS
from jassclub.exchange.archives.photos import MEMBER
from referee.rules.record_schema import Schema, object_of
from scoring.claims.models import Prediction
from scoring.core.models import Game
from scoring.photos.models import SheetPhoto
from tournaments.core.models import Tournament

FORMS: dict[type[models.Field[Any, Any]], Schema] = {
    models.UUIDField: {"pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "format": "uuid"},
    models.DateTimeField: {
        "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$",
        "format": "date-time",
    },
    models.DateField: {"pattern": r"^\d{4}-\d\d-\d\d$", "format": "date"},
    models.TimeField: {"pattern": r"^\d\d:\d\d:\d\d(\.\d{6})?$"},
    models.BinaryField: {"contentEncoding": "base64"},
    models.SlugField: {"pattern": "^[-a-zA-Z0-9_]+$"},
    models.CharField: {},
}
"""How a text is written in a column; the first that fits, and a moment is a day as well."""
PRIVATE = "Stays at home until everybody may see it."


def archive_schema() -> Schema:
    """A game, a season or a club, as `/export.json` gives it."""
    parts: dict[str, type[models.Model]] = {**PARTS, "games": Game}
    lists = {name: _list(model) for name, model in parts.items()}
    kinds = {"enum": ["game", "season", "club"]}
    ident = {"type": "string", **FORMS[models.UUIDField]}
    return _schema(
        "Archive of a game, a season or a club",
        archive.FORMAT,
        {
            "scope": object_of({"kind": kinds, "id": ident}),
            "club": _ref(Club),
            **lists,
            WITHHELD: {"type": "integer", "minimum": 0, "description": "Predictions left out."},
        },
        {MEMBER: _list(SheetPhoto)},
        {Club, *PARTS.values(), Game, SheetPhoto},
    )


def tournament_schema() -> Schema:
    """A tournament, as its `/export.json` gives it."""
    text = {"type": "string"}
    ranked = {"type": "object", "description": "A row of `GET /tournaments/{id}/standings`."}
    told = {
        "club": object_of({"name": text, "slug": text}),
        "tournament": _ref(Tournament),
        "standings": {"type": "array", "items": ranked},
    }
    title = "Archive of a tournament"
    return _schema(title, tournament_archive.FORMAT, told, {}, {Tournament})


def _schema(
    title: str, form: str, told: Schema, rarely: Schema, tops: set[type[models.Model]]
) -> Schema:
    head = {"format": {"const": form}, "version": {"const": archive.VERSION}}
    rows = sorted({row for top in tops for row in below(top)}, key=lambda row: row.__name__)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **object_of({**head, **told}, rarely),
        "$defs": {row.__name__: _row(row) for row in rows},
    }


def _row(model: type[models.Model]) -> Schema:
    """A row with the rows below it; what has a default was not there in older archives."""
    told = {column.name: _value(column) for column in columns(model)}
    later = {column.name for column in columns(model) if column.has_default()}
    always = {name: form for name, form in told.items() if name not in later}
    always |= {name: _list(child) for name, (child, _key) in CHILDREN.get(model, {}).items()}
    form = object_of(always, {name: told[name] for name in told if name in later})
    about = {"description": inspect.cleandoc(model.__doc__ or "").partition("\n\n")[0]}
    if model is not Prediction:
        return about | form
    # A sealed number comes either with its salt or not at all.
    gone = {"type": "null", "description": PRIVATE}
    held = always | {"value": gone, "salt": gone, "sealed": {"const": True}}
    sealed = object_of({**held, WITHHELD: {"const": True}}, {"current": told["current"]})
    return about | {"anyOf": [form, sealed]}


def _value(column: models.Field[Any, Any]) -> Schema:
    """One column."""
    target = column.target_field if isinstance(column, models.ForeignKey) else column
    form = _form(target)
    chosen = [one for one, _label in column.flatchoices] if column.choices else []
    if chosen:
        form = {"enum": [*chosen, *([""] if column.blank and "" not in chosen else ())]}
    if column.null:
        form = {"anyOf": [form, {"type": "null"}]}
    known = words()
    told = known.get(f"{column.model.__name__}Out", {}).get(column.name)
    if told := told or known["members"].get(column.name):
        form["description"] = told
    return form


def _form(column: models.Field[Any, Any]) -> Schema:
    if isinstance(column, models.JSONField):
        kinds = {dict: {"type": "object"}, list: {"type": "array"}}
        return kinds.get(column.default, {"type": ["object", "array"]})
    if isinstance(column, models.BooleanField):
        return {"type": "boolean"}
    if isinstance(column, models.IntegerField):
        counts = models.PositiveIntegerField, models.PositiveSmallIntegerField
        return {"type": "integer", **({"minimum": 0} if isinstance(column, counts) else {})}
    form = next(form for kind, form in FORMS.items() if isinstance(column, kind))
    is_text = isinstance(column, models.CharField)  # an id has a length of its own
    return {"type": "string", **form, **({"maxLength": column.max_length} if is_text else {})}


def _ref(model: type[models.Model]) -> Schema:
    return {"$ref": f"#/$defs/{model.__name__}"}


def _list(model: type[models.Model]) -> Schema:
    return {"type": "array", "items": _ref(model)}
