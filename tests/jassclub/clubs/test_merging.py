"""Two rows of the books that are one person."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Change, Club, Merge, Player
from jassclub.clubs.rights import rows_of, who_is_who
from jassclub.clubs.services import merging, people
from jassclub.clubs.services.people import snapshot
from tests.cast import pointers, problem

pytestmark = pytest.mark.django_db


@pytest.fixture
def twice(club):
    """Gian, who was written down once more as Gian M.; neither has an account."""
    names = ("Gian Meier", "Gian M.")
    return [people.add_player(actor=SYSTEM, club_id=club.pk, name=name) for name in names]


def merge(who, player, into, **more):
    return who.api.post(f"players/{player.pk}/merge", {"into": into.pk, **more})


def undo(who, merge_id, **more):
    club = Club.objects.get(slug="rosenau")
    return who.api.post(f"clubs/{club.pk}/merges/{merge_id}/reversal", more)


def now(*players):
    return [snapshot(Player.objects.get(pk=player.pk)) for player in players]


def test_the_merged_row_stands_for_the_one_that_remains(chloe, club, twice):
    gian, again = twice
    answer = merge(chloe, again, gian, reason="Tippfehler")
    assert answer.status_code == 201
    assert (answer.json()["into"], answer.json()["reason"]) == (str(gian.pk), "Tippfehler")
    who = who_is_who(club.pk)
    assert (who(again.pk), who(gian.pk)) == (gian.pk, gian.pk)
    assert rows_of(gian) == rows_of(Player.objects.get(pk=again.pk)) == {gian.pk, again.pk}


def test_merging_is_a_change_with_history(chloe, twice):
    gian, again = twice
    merge(chloe, again, gian, reason="Tippfehler")
    change = Change.objects.get(object_id=again.pk, version=2)
    assert change.diff == {"merged_into_id": [None, str(gian.pk)], "active": [True, False]}
    assert (change.actor, change.reason) == (str(chloe.actor), "Tippfehler")


def test_undoing_restores_exactly_what_was(chloe, anna, twice):
    gian, _again = twice
    before = now(gian, anna.seat_taker)
    done = merge(chloe, anna.seat_taker, gian).json()
    assert Player.objects.get(pk=gian.pk).user == anna.user
    assert undo(chloe, done["id"], reason="doch zwei").status_code == 201
    assert now(gian, anna.seat_taker) == before
    row = Merge.objects.get()
    assert (row.undone_by, row.undo_reason) == (str(chloe.actor), "doch zwei")


def test_who_had_left_is_still_gone_after_the_undoing(chloe, anna, twice):
    gian, again = twice
    anna.api.patch(f"players/{again.pk}", {"active": False}, version=1)
    undo(chloe, merge(chloe, again, gian).json()["id"])
    assert Player.objects.get(pk=again.pk).active is False


def test_a_merge_is_undone_once(chloe, twice):
    done = merge(chloe, *twice).json()
    undo(chloe, done["id"])
    problem(undo(chloe, done["id"]), 409, "merge_undone")


def test_merging_and_parting_tells_whoever_keeps_tables(chloe, club, twice):
    done = merge(chloe, *twice).json()
    assert Club.objects.get(pk=club.pk).people_version == 1
    undo(chloe, done["id"])
    club.refresh_from_db()
    assert (club.people_version, club.version) == (2, 1)


def test_a_chain_is_flattened_and_comes_apart_in_any_order(chloe, twice, guests):
    (gian, again), third = twice, guests[0]
    before = now(gian, again, third)
    first = merge(chloe, third, again).json()
    second = merge(chloe, again, gian).json()
    assert Player.objects.get(pk=third.pk).merged_into == gian
    undo(chloe, second["id"])
    assert Player.objects.get(pk=third.pk).merged_into == again
    undo(chloe, first["id"])
    assert now(gian, again, third) == before


def test_the_inner_merge_may_be_undone_first(chloe, twice, guests):
    (gian, again), third = twice, guests[0]
    before = now(gian, again, third)
    first = merge(chloe, third, again).json()
    second = merge(chloe, again, gian).json()
    undo(chloe, first["id"])
    assert now(third) == before[2:]
    undo(chloe, second["id"])
    assert now(gian, again, third) == before


def test_an_account_that_moved_along_a_chain_comes_back(chloe, beat, twice):
    gian, again = twice
    before = now(beat.seat_taker, gian, again)
    first = merge(chloe, beat.seat_taker, again).json()
    second = merge(chloe, again, gian).json()
    assert Player.objects.get(pk=gian.pk).user == beat.user
    undo(chloe, second["id"])
    undo(chloe, first["id"])
    assert now(beat.seat_taker, gian, again) == before


def test_merging_into_a_merged_row_means_the_one_that_remains(chloe, twice, guests):
    gian, again = twice
    merge(chloe, again, gian)
    assert merge(chloe, guests[0], again).json()["into"] == str(gian.pk)


def test_nobody_is_merged_in_a_circle(chloe, twice):
    gian, again = twice
    problem(merge(chloe, gian, gian), 409, "merge_cycle")
    merge(chloe, again, gian)
    problem(merge(chloe, gian, again), 409, "merge_cycle")
    problem(merge(chloe, again, gian), 409, "already_merged")


def test_two_with_accounts_are_two_people(chloe, anna, beat):
    members = problem(merge(chloe, anna.seat_taker, beat.seat_taker), 409, "both_have_accounts")
    assert pointers(members) == {"/into"}


def test_people_of_two_clubs_are_two_people(chloe, twice, fritz):
    problem(merge(chloe, twice[0], fritz.seat_taker), 422, "invalid")
    problem(chloe.api.post(f"players/{twice[0].pk}/merge", {"into": uuid4()}), 422, "invalid")


def test_merging_needs_the_director(anna, beat, dario, fritz, twice):
    for who in (anna, beat):
        problem(merge(who, *twice), 403, "role_missing")
    for who in (dario, fritz):
        problem(merge(who, *twice), 404, "not_found")


def test_undoing_needs_the_director(chloe, anna, fritz, twice):
    done = merge(chloe, *twice).json()
    problem(undo(anna, done["id"]), 403, "role_missing")
    problem(undo(fritz, done["id"]), 404, "not_found")


def test_a_merged_row_is_not_changed_and_not_invited(chloe, anna, emma, club, twice):
    gian, again = twice
    merge(chloe, again, gian)
    answer = anna.api.patch(f"players/{again.pk}", {"active": True}, version=2)
    problem(answer, 409, "already_merged")
    invitation = {"player": again.pk}
    problem(emma.api.post(f"clubs/{club.pk}/invitations", invitation), 404, "not_found")


def test_an_invitation_given_out_before_leads_to_the_one_that_remains(
    chloe, emma, dario, club, twice
):
    gian, again = twice
    made = emma.api.post(f"clubs/{club.pk}/invitations", {"player": again.pk}).json()
    merge(chloe, again, gian)
    dario.api.post("invitations/acceptance", {"token": made["token"]})
    assert Player.objects.get(pk=gian.pk).user == dario.user


def test_a_name_that_somebody_took_meanwhile_stands_in_the_way(chloe, anna, club, twice):
    gian, again = twice
    done = merge(chloe, again, gian).json()
    anna.api.post("players", {"club": club.pk, "name": again.name})
    problem(undo(chloe, done["id"]), 409, "name_taken")
    assert Player.objects.get(pk=again.pk).merged_into == gian


def test_merges_are_listed_for_the_club_and_nobody_else(chloe, beat, fritz, club, twice):
    merge(chloe, *twice)
    rows = beat.api.get(f"clubs/{club.pk}/merges").json()["results"]
    assert [row["player"] for row in rows] == [str(twice[0].pk)]
    problem(fritz.api.get(f"clubs/{club.pk}/merges"), 404, "not_found")


@pytest.mark.parametrize(
    "values", [{"merged_into": "self"}, {"active": True, "merged_into": "other"}]
)
def test_the_database_keeps_merged_rows_from_the_table(twice, values):
    gian, again = twice
    named = {"self": gian, "other": again}
    values = {**values, "merged_into": named[values["merged_into"]]}
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=gian.pk).update(**values)


@pytest.mark.django_db(transaction=True)
def test_two_who_merge_crosswise_at_once_make_no_circle(chloe, twice):
    gian, again = twice

    def send(pair: tuple[Any, Any]) -> str:
        try:
            merging.merge_players(actor=chloe.actor, player_id=pair[0].pk, into_id=pair[1].pk)
            return "merged"
        except Exception as error:
            return type(error).__name__
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(send, [(gian, again), (again, gian)]))
    assert answers == ["Conflict", "merged"]
    assert Player.objects.filter(merged_into__isnull=False).count() == 1
