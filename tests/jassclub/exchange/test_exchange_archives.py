"""What an archive of a game or a season holds: all of it comes back, what is sealed stays."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club, Player, Season
from jassclub.clubs.services import merging
from jassclub.core.errors import Conflict
from jassclub.exchange.archives.archive import season_archive
from jassclub.exchange.archives.dump import CHILDREN, LEFT_OUT
from jassclub.exchange.archives.importing import import_archive
from scoring.claims import ledger
from scoring.claims.models import (
    Confirmation,
    Contest,
    GameChange,
    HandEntry,
    Penalty,
    Prediction,
    SignOff,
)
from scoring.claims.predictions import predict
from scoring.claims.selectors import state_of
from scoring.claims.verification import verify_game
from scoring.core.models import Game, GameRecord, Hand, ScoreEvent, Seat
from scoring.disputes.models import RefereeCall
from scoring.photos.models import SheetPhoto
from tests.jassclub.exchange import moving as exchange
from tests.scoring.table import House, TableOf, house, open_table, phones
from tournaments.seasons.models import SeasonOpening

ON_PHONES = {"differenzler.sealed_entry": {"value": "phone", "house": "wir tippen verdeckt"}}
pytestmark = pytest.mark.django_db


@pytest.fixture
def table(db) -> TableOf:
    return exchange.eventful()


def test_every_table_of_a_game_is_exported_or_named_as_left_out():
    told = {child for children in CHILDREN.values() for child, _key in children.values()}
    below = {
        relation.related_model
        for model in (Game, Hand, HandEntry)
        for relation in model._meta.related_objects
    }
    assert below <= told | {ScoreEvent, RefereeCall, SheetPhoto} | _tables_above_scoring()


def _tables_above_scoring() -> set[Any]:
    return {
        m for label in ("tournaments", "pages") for m in apps.get_app_config(label).get_models()
    }


def test_only_accounts_phones_and_places_are_left_out():
    names = {name for left_out in LEFT_OUT.values() for name in left_out}
    above = {key for children in CHILDREN.values() for _child, key in children.values()}
    of_a_tournament = {"season", "season_final", "player", "token_hash"}
    of_another_day = {"qualified_from"}
    elsewhere = of_a_tournament | of_another_day | {"to_recount", "ranked_version"}
    elsewhere |= {"loose_since", "links_of"}
    assert names == {"club", "user", "user_was", "device", "id"} | above | elsewhere


def test_a_game_comes_back_with_all_versions_and_the_same_chain(table):
    archive, totals = exchange.game_of(table), state_of(table.game).totals
    assert {len(hand["entries"]) for hand in archive["games"][0]["hands"]} == {1, 2, 3}
    exchange.empty()
    taken = import_archive(actor=SYSTEM, archive=archive)
    game = Game.objects.get(pk=table.game.pk)
    assert (taken.created, game.ledger_hash) == ([game.pk], archive["games"][0]["ledger_hash"])
    assert (verify_game(game), state_of(game).totals) == ([], totals)
    assert exchange.game_of(table) == archive
    for model in (Seat, Confirmation, Contest, Penalty, SignOff, GameChange, GameRecord):
        assert model.objects.exists(), model


def test_a_season_brings_its_people_and_rules(table):
    archive = json.loads(json.dumps(season_archive(SYSTEM, table.house.season.pk)))
    assert len(archive["players"]) == 4
    exchange.empty()
    taken = import_archive(actor=SYSTEM, archive=archive)
    assert taken.added == {"players": 4, "seasons": 1, "rulings": 1}
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
            club=club,
            player=anna,
            version=version,
            hands=100,
            total=total,
            exact_hits=4 if version == 1 else None,
            actor="user:1",
        )
    fine = club.kitty.create(kind="fine", day="2026-03-04", note="zu spät", actor="user:1")
    fine.entries.create(club=club, player=anna, amount=-200)
    fine.entries.create(club=club, player=beat, amount=-300)
    archive = exchange.archive_of(club)
    exchange.empty()
    taken = import_archive(actor=SYSTEM, archive=archive)
    assert (taken.added["openings"], taken.added["kitty"]) == (1, 1)
    assert exchange.archive_of(Club.objects.get()) == archive
    again = import_archive(actor=SYSTEM, archive=archive)
    assert again.added == {}


def test_evenings_come_along_and_stand_once_a_day(table):
    club, people = table.house.club, table.house.people
    drawn = {"tables": [[str(player.pk) for player in people[:4]]], "out": [], "profile": "hae"}
    evening = club.evenings.create(day="2026-03-04", place="Rössli", drawn=[drawn], actor="user:1")
    for player, state in zip(people, ("here", "left", "excused"), strict=False):
        evening.attendances.create(club=club, player=player, state=state, actor="user:1")
    archive = exchange.archive_of(club)
    exchange.empty()
    assert import_archive(actor=SYSTEM, archive=archive).added["evenings"] == 1
    assert exchange.archive_of(Club.objects.get()) == archive
    other = Club.objects.create(name="Zweiter", slug="zweiter")
    assert import_archive(actor=SYSTEM, archive=archive, club_id=other.pk).added["evenings"] == 1
    (copied,) = other.evenings.all()
    (seats,) = copied.drawn[0]["tables"]
    assert other.players.filter(pk__in=seats).count() == 4
    archive["evenings"][0]["id"] = str(uuid4())
    with pytest.raises(Conflict) as refused:
        import_archive(actor=SYSTEM, archive=archive)
    assert refused.value.details[0].pointer == "/evenings/0/day"
    # Archives that were written before there were evenings.
    del archive["evenings"]
    assert import_archive(actor=SYSTEM, archive=archive).added == {}


class TestSealedPredictions:
    """What is sealed does not leave."""

    @pytest.fixture
    def table(self, db) -> TableOf:
        table = open_table(house(), "differenzler-verdeckt", house_rules=ON_PHONES)
        for seat, value in enumerate((40, 30, 50, 37)):
            self._predict(table, 1, seat, value)
        self._predict(table, 1, 0, 44)
        self._predict(table, 1, 0, 40)
        table.write(1, {"trump": "RO", "points": [42, 30, 50, None]})
        table.confirm(1, seat=1)
        for seat, value in enumerate((101, 29)):
            self._predict(table, 2, seat, value)
        return table

    def _predict(self, table: TableOf, number: int, seat: int, value: int) -> None:
        predict(
            actor=table.phones[seat], game_id=table.game.pk, number=number, seat=seat, value=value
        )

    def test_numbers_and_salts_stay_and_the_archive_says_so(self, table):
        archive, text = exchange.game_of(table), json.dumps(exchange.game_of(table))
        first, second = archive["games"][0]["hands"]
        told = [said["value"] for said in first["predictions"] if said["current"]]
        assert sorted(told) == [30, 37, 40, 50]
        assert [said["value"] for said in first["predictions"] if not said["current"]] == [None] * 2
        assert [(said["value"], said["withheld"]) for said in second["predictions"]] == [
            (None, True),
            (None, True),
        ]
        assert archive["withheld"] == 4
        sealed = Prediction.objects.filter(hand__number=2)
        assert [salt for salt in sealed.values_list("salt", flat=True) if salt in text] == []

    def test_the_game_comes_without_them_and_its_players_say_them_again(self, table):
        archive = exchange.game_of(table)
        exchange.empty()
        taken = import_archive(actor=SYSTEM, archive=archive)
        (game,) = Game.objects.filter(pk__in=taken.created)
        assert (taken.withheld, taken.copied, verify_game(game)) == (4, [], [])
        assert not Prediction.objects.filter(hand__number=2).exists()
        assert import_archive(actor=SYSTEM, archive=archive).unchanged == [game.pk]
        here = House(game.club, Season.objects.get())
        again = TableOf(here, game, phones(here, game, 4))
        for seat in range(4):
            self._predict(again, 2, seat, 5)
        again.write(2, {"trump": "RO", "points": [42, 30, 50, None]})
        assert again.confirm(2, seat=1).slip["predictions"] == [5] * 4
        assert verify_game(Game.objects.get(pk=game.pk)) == []

    def test_its_chain_goes_on_with_a_record_that_names_them(self, table):
        archive = exchange.game_of(table)
        (told,) = archive["games"]
        sealed = {
            str(said.pk)
            for said in Prediction.objects.select_related("hand")
            if said.hand.number == 2 or not said.current
        }
        exchange.empty()
        import_archive(actor=SYSTEM, archive=archive)
        game = Game.objects.get(pk=told["id"])
        *kept, last = game.records.all()
        assert [record.hash for record in kept] == [record["hash"] for record in told["records"]]
        assert last.previous == last.payload["facts"]["head"] == told["ledger_hash"]
        assert (last.kind, set(last.payload["facts"]["withheld"])) == (ledger.IMPORTED, sealed)

    def test_it_goes_on_from_there_to_a_third_service_and_to_another_club(self, table):
        archive = exchange.game_of(table)
        for _service in ("second", "third"):
            exchange.empty()
            import_archive(actor=SYSTEM, archive=archive)
            archive = exchange.archive_of(Club.objects.get())
        other = Club.objects.create(name="Ilanz", slug="ilanz")
        import_archive(actor=SYSTEM, archive=archive, club_id=other.pk)
        assert [exchange.broken(club) for club in Club.objects.all()] == [[], []]
        assert archive["withheld"] == 0

    def test_a_prediction_that_nobody_withheld_is_missed(self, table):
        Prediction.objects.filter(hand__number=2, seat=0).delete()
        game = Game.objects.get(pk=table.game.pk)
        assert {found.code for found in verify_game(game)} == {"row_missing"}

    def test_over_the_original_nothing_changes(self, table):
        assert import_archive(actor=SYSTEM, archive=exchange.game_of(table)).unchanged == [
            table.game.pk
        ]
        assert Prediction.objects.get(hand__number=2, seat=0).value == 101

    def test_nobody_withholds_what_was_shown(self, table):
        archive = exchange.game_of(table)
        archive["games"][0]["hands"][0]["predictions"][-1]["withheld"] = True
        exchange.empty()
        assert exchange.codes(exchange.refusal(archive)) == {"not_sealed"}
