"""Where an archive may go, and what becomes of ids, chain and hashes there."""

import copy
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club, Player
from jassclub.core.errors import Conflict
from jassclub.exchange.archives.importing import import_archive
from scoring.claims import ledger
from scoring.claims.entries import correct_hand, record_hand
from scoring.claims.models import Confirmation, HandEntry
from scoring.claims.selectors import state_of
from scoring.claims.verification import verify_game
from scoring.core.models import Game
from scoring.tables.games import close_game, reopen_game
from tests.jassclub.exchange import moving as exchange
from tests.lasting import lasting
from tests.scoring.table import TableOf, house, open_table, schieber

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: Any) -> Iterator[TableOf]:
    """An eventful game, made once; everything is gone after the module."""
    with lasting(django_db_blocker, exchange.eventful) as made:
        yield made


@pytest.fixture
def table(played: TableOf, db: None) -> TableOf:
    return copy.deepcopy(played)


def heads_and_sums(club: Club) -> list[Any]:
    return [exchange.heads(club), exchange.totals(club), exchange.broken(club)]


def chain_of(game: Game) -> list[tuple[str, str]]:
    return list(game.records.values_list("kind", "hash"))


def test_a_service_with_other_clubs_takes_in_the_same_ids_totals_and_ledger(table):
    archive, told = exchange.archive_of(table.house.club), heads_and_sums(table.house.club)
    exchange.empty()
    strangers = exchange.eventful().house.club
    before = [exchange.archive_of(strangers), heads_and_sums(strangers)]
    taken = import_archive(actor=SYSTEM, archive=archive)
    club = Club.objects.get(pk=taken.club)
    assert (taken.created, taken.copied) == ([table.game.pk], [])
    assert heads_and_sums(club) == told
    assert exchange.archive_of(club) == archive
    assert [exchange.archive_of(strangers), heads_and_sums(strangers)] == before
    assert exchange.broken(club) == exchange.broken(strangers) == []


def test_an_archive_whose_moments_end_in_an_offset_is_read_with_its_own_hashes(table):
    club, told = table.house.club, exchange.totals(table.house.club)
    archive = exchange.of_old(exchange.archive_of(club))
    exchange.empty()
    taken = import_archive(actor=SYSTEM, archive=archive)
    assert exchange.heads(club) == {archive["games"][0]["id"]: archive["games"][0]["ledger_hash"]}
    assert (exchange.totals(club), exchange.broken(club)) == (told, [])
    assert import_archive(actor=SYSTEM, archive=archive).unchanged == taken.created
    now = exchange.archive_of(club)
    assert now["games"][0]["records"] == archive["games"][0]["records"]
    assert import_archive(actor=SYSTEM, archive=now).unchanged == taken.created
    other = Club.objects.create(name="Ilanz", slug="ilanz")
    assert len(import_archive(actor=SYSTEM, archive=archive, club_id=other.pk).copied) == 1
    assert exchange.broken(other) == []


def test_the_chain_goes_on_where_it_was_taken_in(table):
    archive = exchange.game_of(table)
    exchange.empty()
    exchange.eventful()
    import_archive(actor=SYSTEM, archive=archive)
    game, earlier = Game.objects.get(pk=table.game.pk), archive["games"][0]["records"]
    reopen_game(actor=SYSTEM, game_id=game.pk, reason="Spiel 6 fehlt")
    record_hand(actor=SYSTEM, game_id=game.pk, number=6, slip=schieber(70))
    close_game(actor=SYSTEM, game_id=game.pk)
    game.refresh_from_db()
    assert chain_of(game)[: len(earlier)] == [(told["kind"], told["hash"]) for told in earlier]
    assert (len(chain_of(game)) - len(earlier), verify_game(game)) == (4, [])


def test_over_the_living_original_its_own_archive_changes_nothing(table):
    club, rows = table.house.club, exchange.everything()
    before = heads_and_sums(club)
    taken = import_archive(actor=SYSTEM, archive=exchange.archive_of(club))
    assert (taken.unchanged, taken.created, taken.copied) == ([table.game.pk], [], [])
    assert (exchange.everything(), heads_and_sums(club)) == (rows, before)


def test_an_original_that_has_gone_on_is_not_overwritten_and_every_difference_is_named(table):
    archive = exchange.game_of(table)
    table.house.club.players.filter(name="Anna").update(name="Anneli")
    correct_hand(
        actor=table.house.official("director"),
        hand_id=table.hand(1).pk,
        base_version=1,
        slip=schieber(70),
        reason_code="miscounted",
    )
    error = exchange.refusal(archive)
    assert isinstance(error, Conflict)
    named = exchange.pointers(error)
    assert "/players/0/name" in named
    assert {"/games/0/ledger_hash", "/games/0/hands/0/entries/0/state"} <= named
    assert {"/games/0/hands/0/entries", "/games/0/records"} <= named


def test_another_club_beside_the_living_original_gets_a_copy_that_names_it(table):
    archive, original = exchange.game_of(table), exchange.heads(table.house.club)
    other = Club.objects.create(name="Ilanz", slug="ilanz")
    taken = import_archive(actor=SYSTEM, archive=archive, club_id=other.pk)
    (copied,) = Game.objects.filter(pk__in=taken.copied, club=other)
    assert copied.pk != table.game.pk
    assert [kind for kind, _hash in chain_of(copied)] == [
        *(told["kind"] for told in archive["games"][0]["records"]),
        ledger.IMPORTED,
    ]
    last = copied.records.get(kind=ledger.IMPORTED).payload["facts"]
    assert {str(table.game.pk): last["head"]} == original == exchange.heads(table.house.club)
    assert state_of(copied).totals == state_of(table.game).totals
    assert exchange.broken(other) == exchange.broken(table.house.club) == []
    again = import_archive(actor=SYSTEM, archive=archive, club_id=other.pk)
    assert (again.unchanged, again.copied) == ([copied.pk], [])


def test_another_club_gets_a_copy_even_where_the_original_never_was(table):
    """Club and people stand in the chain: a game of another club has another."""
    archive = exchange.game_of(table)
    exchange.empty()
    other = Club.objects.create(name="Ilanz", slug="ilanz")
    taken = import_archive(actor=SYSTEM, archive=archive, club_id=other.pk)
    assert len(taken.copied) == 1
    assert not Game.objects.filter(pk=table.game.pk).exists()
    assert exchange.broken(other) == []


def test_words_that_were_blanked_stay_blank_in_a_copy_and_its_chain_holds(table):
    HandEntry.objects.filter(hand__game=table.game).update(reason_text="")
    archive = exchange.game_of(table)
    other = Club.objects.create(name="Ilanz", slug="ilanz")
    import_archive(actor=SYSTEM, archive=archive, club_id=other.pk)
    assert exchange.broken(other) == []
    assert Confirmation.objects.filter(entry__hand__game__club=other, note="Blatt gezeigt").exists()


def test_a_name_that_somebody_has_already_stands_in_the_way_of_a_copy(table):
    archive = exchange.game_of(table)
    other = Club.objects.create(name="Ilanz", slug="ilanz")
    Player.objects.create(club=other, name="ANNA")
    error = exchange.refusal(archive, club_id=other.pk)
    assert exchange.codes(error) == {"name_taken"}
    assert exchange.pointers(error) == {"/players/0/name"}


def test_a_club_whose_short_name_another_one_has_is_refused(table):
    archive = exchange.archive_of(table.house.club)
    exchange.empty()
    Club.objects.create(name="Ilanz", slug=archive["club"]["slug"])
    assert exchange.codes(exchange.refusal(archive)) == {"slug_taken"}


def test_a_game_that_another_club_has_is_refused(table):
    archive = exchange.game_of(table)
    archive["club"].update(id=str(uuid4()), slug="ilanz")
    error = exchange.refusal(archive)
    assert exchange.codes(error) == {"id_taken"}
    assert "/games/0" in exchange.pointers(error)


def test_a_statement_whose_id_another_game_uses_is_refused(table):
    archive = exchange.game_of(table)
    exchange.empty()
    stranger = open_table(house("Jassclub Ilanz"), "schieber-1000")
    stranger.write(1, schieber(90))
    stranger.confirm(1, seat=1)
    told = archive["games"][0]["hands"][0]["entries"][0]["confirmations"][0]
    Confirmation.objects.filter(entry__hand__game=stranger.game).update(id=told["id"])
    error = exchange.refusal(archive)
    assert (exchange.codes(error), exchange.pointers(error)) == ({"id_taken"}, {"/games/0"})


def test_two_games_of_an_archive_share_no_ids(table):
    archive = exchange.game_of(table)
    exchange.empty()
    archive["games"].append({**copy.deepcopy(archive["games"][0]), "id": str(uuid4())})
    error = exchange.refusal(archive)
    assert (exchange.codes(error), exchange.pointers(error)) == ({"id_taken"}, {"/games/1"})
