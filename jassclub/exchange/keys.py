"""The ids of a copy: derived from the club and the old id, so that the same copy is made once."""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID, uuid5

from django.db import models

from jassclub.exchange.members import CHILDREN, Rows


def derived(told: Any, club_id: UUID) -> dict[str, str]:
    """Old id -> new id, for every id of a document and of the documents in it."""
    return {old: str(uuid5(club_id, old)) for old in _ids(told)}


def _ids(told: Any) -> Iterator[str]:
    if isinstance(told, dict):
        if isinstance(told.get("id"), str):
            yield told["id"]
        for name, inner in told.items():
            if name not in ("records", "profile", "slip"):
                yield from _ids(inner)
    elif isinstance(told, list):
        for inner in told:
            yield from _ids(inner)


def renamed(told: Any, ids: Mapping[str, str]) -> Any:
    """The same document about the new ids."""
    if isinstance(told, dict):
        return {name: renamed(inner, ids) for name, inner in told.items()}
    if isinstance(told, list):
        return [renamed(inner, ids) for inner in told]
    return ids.get(told, told) if isinstance(told, str) else told


def is_taken(rows: Rows) -> bool:
    """Whether another game has a row under one of the ids already."""
    given = {
        model: [row.pk for row in found if isinstance(row.pk, UUID)]
        for model, found in rows.of.items()
    }
    return any(model._default_manager.filter(pk__in=pks).exists() for model, pks in given.items())


def below(model: type[models.Model]) -> Iterator[type[models.Model]]:
    """A table and all below it, upper ones first."""
    yield model
    for child, _key in CHILDREN.get(model, {}).values():
        yield from below(child)
