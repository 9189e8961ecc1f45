"""Archives of single games and seasons: kept whole, refused when touched, never over anything."""

import copy
import json
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import call_command

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club, Player
from jassclub.clubs.services import merging
from jassclub.errors import Conflict, DomainError, Invalid
from jassclub.pages.exchange.archive import game_archive, season_archive
from jassclub.pages.exchange.chain import IMPORTED
from jassclub.pages.exchange.importing import import_archive
from jassclub.pages.exchange.members import CHILDREN, LEFT_OUT
from scoring import ledger, services
from scoring.models import (
    Confirmation,
    Contest,
    Game,
    GameChange,
    GameRecord,
    Hand,
    HandEntry,
    Penalty,
    Prediction,
    ScoreEvent,
    Seat,
    SignOff,
)
from scoring.selectors import state_of
from scoring.verification import verify_game
from tests.jassclub import exchange
from tests.scoring.table import TableOf, house, open_table, schieber
from tournaments.models import SeasonOpening

ON_PHONES = {"differenzler.sealed_entry": {"value": "phone", "house": "wir tippen verdeckt"}}
pytestmark = pytest.mark.django_db


@pytest.fixture
def table(db) -> TableOf:
    """A closed game in which everything has happened once."""
    table = open_table(house(), "schieber-1000")
    for number in range(1, 5):
        table.write(number, schieber(90 + number))
    services.confirm_by_silence(game_id=table.game.pk)
    table.correct(2, schieber(60), reason_code="other", reason_text="falsch gezählt")
    table.confirm(2, seat=1)
    table.write(4, schieber(11), seat=3)
    services.contest_hand(
        actor=table.phones[1], hand_id=table.hand(3).pk, version=1, reason_code="miscounted"
    )
    judge = table.house.official("referee")
    penalty = services.add_penalty(
        actor=judge, game_id=table.game.pk, seat=1, points=20, reason="Bock gerufen", number=1
    )
    services.cancel_penalty(actor=judge, penalty_id=penalty.pk, reason="zurückgenommen")
    services.resolve_hand(actor=judge, hand_id=table.hand(4).pk, version=1, reason="Blatt gezeigt")
    services.confirm_hand(actor=table.phones[1], hand_id=table.hand(3).pk, version=1)
    for seat in (0, 1):
        services.sign_off(actor=table.phones[seat], game_id=table.game.pk)
    director = table.house.official("director")
    seats = [player.pk for player in table.house.people[:4]]
    services.reopen_game(actor=director, game_id=table.game.pk, reason="Spiel 5 fehlt")
    services.reseat_game(
        actor=director, game_id=table.game.pk, player_ids=seats[::-1], reason="falsch gesetzt"
    )
    table.write(5, schieber(80))
    services.close_game(actor=director, game_id=table.game.pk)
    return table


def sent(archive: dict[str, Any]) -> Any:
    """As it comes over the wire."""
    return json.loads(json.dumps(archive))


def archive_of(table: TableOf) -> Any:
    return sent(game_archive(SYSTEM, table.game.pk))


def refusal(archive: Any, **more: Any) -> DomainError:
    rows = exchange.everything()
    with pytest.raises(DomainError) as caught:
        import_archive(actor=SYSTEM, archive=archive, **more)
    assert exchange.everything() == rows
    return caught.value


def codes(error: DomainError) -> set[str]:
    return {detail.code for detail in error.details}


def pointers(error: DomainError) -> set[str]:
    return {detail.pointer for detail in error.details}


def test_every_table_of_a_game_is_exported_or_named_as_left_out():
    told = {child for children in CHILDREN.values() for child, _key in children.values()}
    below = {
        relation.related_model
        for model in (Game, Hand, HandEntry)
        for relation in model._meta.related_objects
    }
    assert below <= told | {ScoreEvent} | _tables_above_scoring()


def _tables_above_scoring() -> set[Any]:
    return {
        m for label in ("tournaments", "pages") for m in apps.get_app_config(label).get_models()
    }


def test_only_accounts_phones_and_places_are_left_out():
    names = {name for left_out in LEFT_OUT.values() for name in left_out}
    above = {key for children in CHILDREN.values() for _child, key in children.values()}
    assert names == {"club", "user", "user_was", "device", "id"} | above


def test_a_game_comes_back_with_all_versions_and_the_same_chain(table):
    archive, totals = archive_of(table), state_of(table.game).totals
    assert {len(hand["entries"]) for hand in archive["games"][0]["hands"]} == {1, 2}
    exchange.empty()
    taken = import_archive(actor=SYSTEM, archive=archive)
    game = Game.objects.get(pk=table.game.pk)
    assert (taken.created, game.ledger_hash) == ([game.pk], archive["games"][0]["ledger_hash"])
    assert (verify_game(game), state_of(game).totals) == ([], totals)
    assert archive_of(table) == archive
    for model in (Seat, Confirmation, Contest, Penalty, SignOff, GameChange, GameRecord):
        assert model.objects.exists(), model


def test_the_tables_count_on_after_an_import(table):
    archive = archive_of(table)
    exchange.empty()
    import_archive(actor=SYSTEM, archive=archive)
    again = open_table(house("Jassclub Ilanz"), "schieber-1000")
    for number in (1, 2):
        again.write(number, schieber(90))
    again.confirm(1, seat=1)
    again.confirm(2, seat=1)
    assert verify_game(Game.objects.get(pk=again.game.pk)) == []


def test_where_its_numbers_are_taken_a_game_comes_as_a_copy_with_a_chain_that_holds(table):
    archive, totals = archive_of(table), state_of(table.game).totals
    exchange.empty()
    stranger = open_table(house("Jassclub Ilanz"), "schieber-1000")
    told = archive["games"][0]["hands"][0]["entries"][0]["confirmations"][0]
    stranger.write(1, schieber(90))
    Confirmation.objects.create(
        id=told["id"],
        entry=stranger.current(1),
        how="time",
        actor="system:test",
        created_at=stranger.game.created_at,
    )
    taken = import_archive(actor=SYSTEM, archive=archive)
    (copied,) = Game.objects.filter(pk__in=taken.copied)
    assert (copied.pk, state_of(copied).totals, verify_game(copied)) == (
        table.game.pk,
        totals,
        [],
    )
    last = copied.records.get(kind=IMPORTED)
    assert last.payload["facts"]["head"] == archive["games"][0]["ledger_hash"]
    assert import_archive(actor=SYSTEM, archive=archive).unchanged == [copied.pk]


def test_a_season_brings_its_people_and_rules(table):
    archive = sent(season_archive(SYSTEM, table.house.season.pk))
    assert len(archive["players"]) == 4
    exchange.empty()
    taken = import_archive(actor=SYSTEM, archive=archive)
    assert taken.added == {"players": 4, "seasons": 1}
    assert Game.objects.get().season.name == "Saison"


def test_merged_players_come_with_whom_they_stand_for(table):
    seated, other = table.house.people[0], table.house.people[5]
    merging.merge_players(actor=SYSTEM, player_id=seated.pk, into_id=other.pk, reason="dieselbe")
    archive = exchange.archive_of(table.house.club)
    exchange.empty()
    import_archive(actor=SYSTEM, archive=archive)
    assert Player.objects.get(pk=seated.pk).person.pk == other.pk
    assert exchange.archive_of(Club.objects.get()) == archive
    copy_of = Club.objects.create(name="Zweiter", slug="zweiter")
    import_archive(actor=SYSTEM, archive=archive, club_id=copy_of.pk)
    (merge,) = copy_of.merges.all()
    assert (merge.into.name, merge.into.club_id) == (other.name, copy_of.pk)


def test_the_kitty_and_the_sums_of_earlier_seasons_come_along(table):
    club, (anna, beat, *_others) = table.house.club, table.house.people
    opening = SeasonOpening.objects.create(club=club, label="2019/20", actor="user:1")
    for version, total in ((1, 900), (2, 1900)):
        opening.balances.update(current=False)
        opening.balances.create(
            player=anna, version=version, hands=100, total=total, exact_hits=4, actor="user:1"
        )
    fine = club.kitty.create(kind="fine", day="2026-03-04", note="zu spät", actor="user:1")
    fine.entries.create(player=anna, amount=-200)
    fine.entries.create(player=beat, amount=-300)
    archive = exchange.archive_of(club)
    exchange.empty()
    taken = import_archive(actor=SYSTEM, archive=archive)
    assert (taken.added["openings"], taken.added["kitty"]) == (1, 1)
    assert exchange.archive_of(Club.objects.get()) == archive
    again = import_archive(actor=SYSTEM, archive=archive)
    assert again.added == {}


class TestSealedPredictions:
    """What is sealed does not leave."""

    @pytest.fixture
    def table(self, db) -> TableOf:
        table = open_table(house(), "differenzler-verdeckt", house_rules=ON_PHONES)
        for seat, value in enumerate((40, 30, 50, 37)):
            self._predict(table, 1, seat, value)
        table.write(1, {"trump": "RO", "points": [42, 30, 50, None]})
        for seat, value in enumerate((101, 29)):
            self._predict(table, 2, seat, value)
        return table

    def _predict(self, table: TableOf, number: int, seat: int, value: int) -> None:
        services.predict(
            actor=table.phones[seat], game_id=table.game.pk, number=number, seat=seat, value=value
        )

    def test_numbers_and_salts_stay_and_the_archive_says_so(self, table):
        archive, text = archive_of(table), json.dumps(archive_of(table))
        first, second = archive["games"][0]["hands"]
        assert [said["value"] for said in first["predictions"]] == [40, 30, 50, 37]
        assert [(said["value"], said["withheld"]) for said in second["predictions"]] == [
            (None, True),
            (None, True),
        ]
        assert archive["withheld"] == 2
        sealed = Prediction.objects.filter(hand__number=2)
        assert [salt for salt in sealed.values_list("salt", flat=True) if salt in text] == []

    def test_the_game_comes_without_them_and_its_players_say_them_again(self, table):
        archive = archive_of(table)
        exchange.empty()
        taken = import_archive(actor=SYSTEM, archive=archive)
        (game,) = Game.objects.filter(pk__in=taken.copied)
        assert (taken.withheld, verify_game(game)) == (2, [])
        assert game.records.get(kind=IMPORTED).payload["facts"]["withheld"] == 2
        assert not Prediction.objects.filter(hand__number=2).exists()
        assert import_archive(actor=SYSTEM, archive=archive).unchanged == [game.pk]
        services.predict(actor=SYSTEM, game_id=game.pk, number=2, seat=0, value=5)

    def test_over_the_original_nothing_changes(self, table):
        assert import_archive(actor=SYSTEM, archive=archive_of(table)).unchanged == [table.game.pk]
        assert Prediction.objects.get(hand__number=2, seat=0).value == 101

    def test_nobody_withholds_what_was_shown(self, table):
        archive = archive_of(table)
        archive["games"][0]["hands"][0]["predictions"][0]["withheld"] = True
        exchange.empty()
        assert codes(refusal(archive)) == {"not_sealed"}


def _entry(game: Any) -> Any:
    return game["hands"][0]["entries"][0]


TOUCHED = {
    "points": lambda game: _entry(game)["slip"].update(points=[157, 0]),
    "state": lambda game: _entry(game).update(state="superseded"),
    "actor": lambda game: _entry(game).update(actor="user:1"),
    "a word": lambda game: game["hands"][1]["entries"][1].update(reason_text="gelogen"),
    "a record": lambda game: game["records"][3]["payload"]["facts"].update(seat=3),
    "a hash": lambda game: game["records"][3].update(hash="0" * 64),
    "one record less": lambda game: game["records"].pop(),
    "two records swapped": lambda game: game["records"].insert(0, game["records"].pop(1)),
    "a version less": lambda game: game["hands"][1]["entries"].pop(),
    "a version more": lambda game: game["hands"][0]["entries"].append(
        {**_entry(game), "id": str(uuid4()), "version": 2, "state": "rival", "client_id": None}
    ),
    "a confirmation": lambda game: _entry(game)["confirmations"][0].update(how="decision"),
    "a doubt less": lambda game: game["hands"][2]["entries"][0]["contests"].clear(),
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


@pytest.mark.parametrize("touched", TOUCHED, ids=str)
def test_what_was_touched_is_refused_and_nothing_is_stored(table, touched):
    archive = archive_of(table)
    exchange.empty()
    TOUCHED[touched](archive["games"][0])
    error = refusal(archive)
    assert isinstance(error, Invalid)
    assert error.details


def test_a_chain_forged_as_a_whole_still_has_to_add_up(table):
    archive = archive_of(table)
    exchange.empty()
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
    assert codes(refusal(archive)) == {"sum_wrong"}


def test_other_content_under_the_same_id_is_refused_with_every_difference_named(table):
    archive = archive_of(table)
    table.house.club.players.filter(name="Anna").update(name="Anneli")
    late = table.house.official("director")
    services.correct_hand(
        actor=late,
        hand_id=table.hand(1).pk,
        base_version=1,
        slip=schieber(70),
        reason_code="miscounted",
    )
    error = refusal(archive)
    assert isinstance(error, Conflict)
    named = pointers(error)
    assert "/players/0/name" in named
    assert {"/games/0/ledger_hash", "/games/0/hands/0/entries/0/state"} <= named
    assert {"/games/0/hands/0/entries", "/games/0/records"} <= named


SHAPES: dict[str, tuple[Any, str]] = {
    "a list": ([], "/format"),
    "another format": ({"format": "x"}, "/format"),
    "a newer version": ({"format": "jassclub-archive", "version": 2}, "/version"),
    "no games": ({"format": "jassclub-archive", "version": 1}, "/games"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_something_else_is_no_archive(db, name):
    shape, pointer = SHAPES[name]
    assert pointers(refusal(shape)) == {pointer}


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
def test_each_unreadable_place_is_named(table, pointer):
    archive = archive_of(table)
    exchange.empty()
    WRONG[pointer](archive)
    assert pointer in pointers(refusal(archive))


def test_all_unreadable_places_are_named_at_once(table):
    archive = archive_of(table)
    exchange.empty()
    for pointer in ("/games/0/id", "/games/0/played_on", "/club/slug"):
        WRONG[pointer](archive)
    assert {"/games/0/id", "/games/0/played_on", "/club/slug"} <= pointers(refusal(archive))


def test_a_name_that_somebody_has_already_stands_in_the_way_of_a_copy(table):
    archive = archive_of(table)
    other = Club.objects.create(name="Ilanz", slug="ilanz")
    Player.objects.create(club=other, name="ANNA")
    error = refusal(archive, club_id=other.pk)
    assert (codes(error), pointers(error)) == ({"name_taken"}, {"/players/0/name"})


def test_the_command_names_every_reason_and_says_so_in_its_exit_code(table, tmp_path, capsys):
    archive = archive_of(table)
    exchange.empty()
    TOUCHED["a hash"](archive["games"][0])
    file = tmp_path / "archive.json"
    file.write_text(json.dumps(archive))
    errors = StringIO()
    with pytest.raises(SystemExit) as caught:
        call_command("import_archive", str(file), stderr=errors)
    assert caught.value.code == 1
    assert "/games/0/records/3" in errors.getvalue()
