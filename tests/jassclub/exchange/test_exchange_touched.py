"""What was touched on its way is refused, with every place named, and nothing is stored."""

import copy
import json
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.services.merging import merge_players
from jassclub.core.errors import Invalid
from scoring.claims import ledger
from tests.jassclub.exchange import moving as exchange
from tests.scoring.table import TableOf
from tournaments.seasons.openings import Sums, open_season

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def table(db) -> TableOf:
    return exchange.eventful()


@pytest.fixture(scope="module")
def sent(django_db_setup: None, django_db_blocker: Any) -> Any:
    """The archive of a game of which nothing is left here."""
    with django_db_blocker.unblock(), transaction.atomic():
        archive = exchange.game_of(exchange.eventful())
        transaction.set_rollback(True)
        connection.run_on_commit.clear()
    return archive


@pytest.fixture
def archive(sent: Any) -> Any:
    return copy.deepcopy(sent)


def _entry(game: Any) -> Any:
    return game["hands"][0]["entries"][0]


TOUCHED = {
    "points": lambda game: _entry(game)["slip"].update(points=[157, 0]),
    "state": lambda game: _entry(game).update(state="superseded"),
    "actor": lambda game: _entry(game).update(actor="user:1"),
    "a word": lambda game: game["hands"][1]["entries"][1].update(reason_text="gelogen"),
    "a record": lambda game: game["records"][3]["payload"]["facts"].update(seat=3),
    "a hash": lambda game: game["records"][3].update(hash="0" * 64),
    "states left out": lambda game: game["records"][3]["payload"].pop("states"),
    "facts as a list": lambda game: game["records"][-1]["payload"].update(facts=[]),
    "one record less": lambda game: game["records"].pop(),
    "two records swapped": lambda game: game["records"].insert(0, game["records"].pop(1)),
    "a version less": lambda game: game["hands"][1]["entries"].pop(),
    "a version more": lambda game: game["hands"][0]["entries"].append(
        {**_entry(game), "id": str(uuid4()), "version": 2, "state": "rival", "client_id": None}
    ),
    "a confirmation": lambda game: _entry(game)["confirmations"][0].update(how="decision"),
    "a doubt less": lambda game: game["hands"][2]["entries"][0]["contests"].clear(),
    "a dispute less": lambda game: game["hands"][4]["disputes"].clear(),
    "another choice": lambda game: _step(game).update(choice="play_on"),
    "a penalty": lambda game: game["penalties"][0].update(points=1),
    "no cancellation": lambda game: game["penalties"][0].update(cancelled_at=None),
    "a signature": lambda game: game["signatures"][0].update(seat=2),
    "a change": lambda game: game["changes"][0].update(kind="abandoned"),
    "reopened": lambda game: game.update(state="open", closed_at=None),
    "another dealer": lambda game: game.update(first_dealer=3),
    "other rules": lambda game: game["profile"]["values"]["target"].update(value=2500),
    "seats": lambda game: [seat.update(index=1 - seat["index"]) for seat in game["seats"][:2]],
    "the head": lambda game: game.update(ledger_hash="0" * 64),
    "the signed sheet": lambda game: game.update(sheet_seq=0),
}


def _step(game):
    return game["hands"][4]["disputes"][0]["steps"][0]


@pytest.mark.parametrize("touched", TOUCHED, ids=str)
def test_what_was_touched_is_refused_and_nothing_is_stored(archive, touched):
    TOUCHED[touched](archive["games"][0])
    error = exchange.refusal(archive)
    assert isinstance(error, Invalid)
    assert error.details


def _merges(archive: Any, **changed: Any) -> None:
    (merge,) = archive["merges"]
    archive["merges"].append({**merge, "id": str(uuid4()), **changed})


def _balance_twice(archive: Any) -> None:
    balances = archive["openings"][0]["balances"]
    balances.append({**balances[0]})


BOOKS_TOUCHED = {
    "merged twice": _merges,
    "merged, and stands for himself": lambda archive: _merges(
        archive, player=archive["players"][1]["id"], into=archive["players"][2]["id"]
    ),
    "sums of one player twice": _balance_twice,
}


@pytest.mark.parametrize("touched", BOOKS_TOUCHED, ids=str)
def test_books_that_do_not_fit_are_refused_and_nothing_is_stored(table, touched):
    people, club = table.house.people, table.house.club
    merge_players(actor=SYSTEM, player_id=people[0].pk, into_id=people[5].pk, reason="")
    sums = [Sums(player_id=people[1].pk, hands=10, total=90, exact_hits=1)]
    open_season(actor=SYSTEM, club_id=club.pk, label="früher", balances=sums)
    archive = exchange.archive_of(club)
    exchange.empty()
    BOOKS_TOUCHED[touched](archive)
    assert isinstance(exchange.refusal(archive), Invalid)


def test_a_chain_forged_as_a_whole_still_has_to_add_up(archive):
    game = archive["games"][0]
    _entry(game)["slip"]["points"] = [100, 100]
    previous = ""
    for record in game["records"]:
        facts = record["payload"]["facts"]
        if facts.get("id") == _entry(game)["id"]:
            facts["slip"] = _entry(game)["slip"]
        record["previous"] = previous
        record["hash"] = previous = ledger.chained(
            game["id"], record["seq"], record["kind"], record["payload"], previous
        )
    game["ledger_hash"] = previous
    assert exchange.codes(exchange.refusal(archive)) == {"sum_wrong"}


SHAPES: dict[str, tuple[Any, str]] = {
    "a list": ([], "/format"),
    "another format": ({"format": "x"}, "/format"),
    "a newer version": ({"format": "jassclub-archive", "version": 3}, "/version"),
    "no games": ({"format": "jassclub-archive", "version": 2}, "/games"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_something_else_is_no_archive(db, name):
    shape, pointer = SHAPES[name]
    assert exchange.pointers(exchange.refusal(shape)) == {pointer}


WRONG = {
    "/games/0/id": lambda a: a["games"][0].update(id="x"),
    "/games/0/played_on": lambda a: a["games"][0].update(played_on="2026-02-30"),
    "/games/0/hands/0/number": lambda a: a["games"][0]["hands"][0].update(number="1"),
    "/games/0/hands/1/entries/0/version": lambda a: a["games"][0]["hands"][1]["entries"][0].update(
        version=True
    ),
    "/games/0/hands/0/created_at": lambda a: a["games"][0]["hands"][0].update(created_at="2026"),
    "/games/0/state": lambda a: a["games"][0].update(state="lost"),
    "/games/0/label": lambda a: a["games"][0].update(label="x" * 81),
    "/games/0/colour": lambda a: a["games"][0].update(colour="rot"),
    "/games/0/season": lambda a: a["games"][0].update(season=str(uuid4())),
    "/games/0/seats/0/player": lambda a: a["games"][0]["seats"][0].update(player=str(uuid4())),
    "/games/0/seats": lambda a: a["games"][0]["signatures"][0].update(seat=7),
    "/games/0/variant": lambda a: a["games"][0].update(variant="tarock"),
    "/games/0/profile": lambda a: a["games"][0].update(profile={"values": 1}),
    "/games/0/penalties/0/hand": lambda a: a["games"][0]["penalties"][0].update(hand=str(uuid4())),
    "/games/0/records": lambda a: a["games"][0].update(records={}),
    "/club/slug": lambda a: a["club"].update(slug="kein slug"),
    "/players/1": lambda a: a["players"].__setitem__(1, "Anna"),
    "/games/1": lambda a: a["games"].append(copy.deepcopy(a["games"][0])),
}


@pytest.mark.parametrize("pointer", WRONG)
def test_each_unreadable_place_is_named(archive, pointer):
    WRONG[pointer](archive)
    assert pointer in exchange.pointers(exchange.refusal(archive))


def test_all_unreadable_places_are_named_at_once(archive):
    for pointer in ("/games/0/id", "/games/0/played_on", "/club/slug"):
        WRONG[pointer](archive)
    assert {"/games/0/id", "/games/0/played_on", "/club/slug"} <= exchange.pointers(
        exchange.refusal(archive)
    )


def test_the_command_names_every_reason_and_says_so_in_its_exit_code(archive, tmp_path, capsys):
    TOUCHED["a hash"](archive["games"][0])
    file = tmp_path / "archive.json"
    file.write_text(json.dumps(archive))
    errors = StringIO()
    with pytest.raises(SystemExit) as caught:
        call_command("import_archive", str(file), stderr=errors)
    assert caught.value.code == 1
    assert "/games/0/records/3" in errors.getvalue()


def test_a_ruling_that_was_changed_afterwards_is_refused(archive):
    archive["rulings"][0]["facts"]["noticed"] = "open"
    assert exchange.refusal(archive).code == "tampered"
