"""The JSON Schemas of archives and recorded hands: they take what the readers take, no more."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import jsonschema_rs
import pytest
from django.db import models
from django.test import Client
from hypothesis import given

from jassclub.core.errors import DomainError
from jassclub.exchange.archives.dump import CHILDREN, columns
from jassclub.exchange.archives.opened import PARTS, opened
from jassclub.exchange.archives.schema import archive_schema
from referee.rules.hae_records import read_hae_round
from referee.rules.record_schema import EXAMPLE, hand_schema
from referee.rules.records import RecordError, read_hand
from scoring.core.models import Game
from tests.jassclub.exchange import moving as exchange
from tests.referee.test_replay import HANDS
from tests.referee.test_rules_properties import hand_like

Row = dict[str, Any]
ARCHIVE = jsonschema_rs.validator_for(archive_schema())
HAND = jsonschema_rs.validator_for(hand_schema())
OF_THE_GAME = {"unknown_seat", "wrong_count", "too_long"}
"""What a reader knows of the game and a schema does not."""


def rows(model: type[models.Model], told: list[Row]) -> Iterator[tuple[type[models.Model], Row]]:
    """All rows of a list and below, each with its table."""
    for row in told:
        yield model, row
        for name, (child, _key) in CHILDREN.get(model, {}).items():
            yield from rows(child, row[name])


def told(archive: Row) -> Iterator[tuple[type[models.Model], Row]]:
    parts: dict[str, type[models.Model]] = {**PARTS, "games": Game}
    for name, model in parts.items():
        yield from rows(model, archive[name])


def is_read(archive: Row) -> bool:
    try:
        opened(archive)
    except DomainError as refused:
        return refused.code not in ("malformed", "unknown_format")
    return True


@pytest.mark.django_db
@pytest.mark.once
def test_a_mistake_in_any_column_of_an_archive_is_refused_by_its_schema() -> None:
    archive = json.loads(json.dumps(exchange.game_of(exchange.eventful())))
    assert ARCHIVE.is_valid(archive)
    assert is_read(archive)
    tried, differing = set(), []
    mistakes: tuple[Any, ...] = ([], -1, "x" * 2_000, None)
    for model, row in told(archive):
        for column in columns(model):
            if (model, column) in tried or isinstance(column, models.JSONField):
                continue
            tried.add((model, column))
            was = row[column.name]
            for wrong in mistakes:
                row[column.name] = wrong
                if ARCHIVE.is_valid(archive) != is_read(archive):
                    differing.append((str(column), wrong))
            row[column.name] = was
        for name in (*(column.name for column in columns(model)), *CHILDREN.get(model, {})):
            was = row.pop(name)
            if ARCHIVE.is_valid(archive) != is_read(archive):
                differing.append((model.__name__, name))
            row[name] = was
        row["colour"] = "red"
        assert not ARCHIVE.is_valid(archive)
        assert not is_read(archive)
        del row["colour"]
    assert len(tried) > 100
    assert differing == []


@pytest.mark.parametrize("hand", [*HANDS, EXAMPLE], ids=lambda hand: hand["id"])
def test_a_recorded_hand_fits_its_schema(hand) -> None:
    HAND.validate(hand)
    assert read_hand(hand)


HAE = {"starter": 0, "tricks": [{"cards": ["S2", "X1=K", "CA", "D4"]}]}


def test_a_round_of_hae_fits_it_too() -> None:
    assert read_hae_round(HAE)
    HAND.validate(HAE)


MISTAKES = {
    "unknown_key": {"trump": "RO"},
    "unknown_card": {"tricks": [{"cards": ["RO10"]}]},
    "mixed_decks": {"tricks": [{"cards": ["RO9", "HA"]}]},
    "unknown_mode": {"contract": "Rosen"},
    "no number": {"starter": "1"},
    "nobody led": {"starter": None},
    "one card": {"tricks": [{"cards": "RO9"}]},
    "no tricks": {"tricks": None},
    "a seat too many": {"starter": 12},
    "no name": {"id": 1.5},
    "a card laid for none": {"exchanged": [{"seat": 0, "laid": "RO9", "took": ["RO8"]}]},
}


@pytest.mark.parametrize("wrong", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_a_hand_is_refused_by_its_schema(wrong) -> None:
    assert not HAND.is_valid({**EXAMPLE, **wrong})
    with pytest.raises(RecordError):
        read_hand({**EXAMPLE, **wrong})


@given(hand_like)
def test_whatever_fits_the_schema_is_read_and_the_other_way_round(hand) -> None:
    try:
        code = read_hand(hand) and ""
    except RecordError as refused:
        code = refused.code
    assert HAND.is_valid(hand) == (not code) or code in OF_THE_GAME


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["recorded-hand", "archive", "tournament-archive"])
def test_programs_find_the_schemas_from_the_page_of_the_notation(name) -> None:
    address = f"/schemas/{name}.json"
    assert address in Client().get("/notation/").content.decode()
    answer = Client().get(address)
    assert answer["Content-Type"] == "application/schema+json"
    jsonschema_rs.validator_for(answer.json())
    assert Client().get("/schemas/none.json").status_code == 404


def test_the_example_on_the_page_is_the_one_of_the_schema() -> None:
    page = Client().get("/notation/").content.decode()
    shown = page.partition("<code>")[2].partition("</code>")[0].replace("&quot;", '"')
    assert json.loads(shown) == deepcopy(EXAMPLE)
