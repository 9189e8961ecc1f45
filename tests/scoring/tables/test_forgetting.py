"""A person is forgotten: names and texts go, every number and the ledger stay."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import (
    Change,
    Device,
    Invitation,
    KittyBooking,
    Membership,
    Player,
    Role,
    User,
)
from jassclub.clubs.services import kitty, merging, people
from jassclub.clubs.services.kitty import kitty_state
from jassclub.clubs.services.people import change_player
from scoring.claims.agreement import contest_hand, resolve_hand
from scoring.claims.models import Confirmation, Contest, HandEntry, Penalty
from scoring.claims.penalties import add_penalty
from scoring.claims.selectors import state_of
from scoring.claims.verification import verify_game
from scoring.core.models import Game
from scoring.tables.games import close_game
from tests.cast import Caller, problem
from tests.scoring.table import differenzler, house, open_table
from tournaments.seasons.models import StandingsSnapshot
from tournaments.seasons.services import count_events

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """A game with texts of all kinds; Beat Muster sits at seat 1 and has an account."""
    table = open_table(house(), "differenzler-verdeckt", label="Tisch von Beat")
    beat = table.house.people[1]
    user = User.objects.create_user("beat.muster", password="x")
    Membership.objects.create(club=table.house.club, user=user, role=Role.MEMBER)
    Player.objects.filter(pk=beat.pk).update(user=user)
    change_player(actor=SYSTEM, player_id=beat.pk, version=1, values={"name": "Beat Muster"})
    table.write(1, differenzler([20, 40, 30, 50], [25, 52, 40]))
    text = "Ich hatte 52 gezählt"
    table.correct(
        1, differenzler([20, 40, 30, 50], [26, 52, 40]), seat=1,
        reason_code="other", reason_text=text,
    )  # fmt: skip
    table.write(2, differenzler([10, 70, 40, 30], [10, 90, 40]), seat=2)
    referee = table.house.official("referee")
    for seat, why in ((1, "Beat hat gesprochen"), (0, "Karte gezeigt")):
        add_penalty(actor=referee, game_id=table.game.pk, seat=seat, points=5, reason=why)
    doubt = {"reason_code": "other", "reason_text": "Musters Karten stimmen nicht"}
    contest_hand(actor=table.phones[3], hand_id=table.hand(2).pk, version=1, **doubt)
    judge = table.house.official("director")
    resolve_hand(actor=judge, hand_id=table.hand(2).pk, version=1, reason="Beat Muster gibt es zu")
    close_game(actor=table.house.official("scribe"), game_id=table.game.pk)
    count_events()
    Device.objects.filter(seat=1).update(label="Beats Telefon")
    fine = [kitty.Line(beat.pk, -200)]
    club = table.house.club.pk
    kitty.book(
        actor=SYSTEM, club_id=club, kind="fine", day=table.game.played_on, lines=fine,
        note="Beat kam zu spät",
    )  # fmt: skip
    return table


def admin(table):
    return Caller(user=User.objects.get(pk=table.house.official("admin").ident))


def anonymise(table, *, seat=1, who=None):
    player = table.house.people[seat].pk
    return (who or admin(table)).post(
        f"players/{player}/anonymisation", {"reason": "Beat Muster wünscht es"}
    )


def everything_stored():
    """All rows of the rooms as text, but for accounts, answers and tables that hold no names."""
    rooms = ("clubs.player", "clubs.change", "clubs.merge", "clubs.tablelink", "clubs.device")
    tables = (*rooms, "clubs.kittybooking", "scoring", "tournaments")
    out = StringIO()
    call_command("dumpdata", *tables, stdout=out, verbosity=0)
    return out.getvalue()


def test_the_name_is_nowhere_any_more(evening):
    assert "Muster" in everything_stored()
    answer = anonymise(evening)
    assert (answer.status_code, answer.json()["name"]) == (201, "Person 1")
    stored = everything_stored()
    assert "Muster" not in stored
    assert "Beat" not in stored


def test_all_totals_and_the_ledger_stay(evening):
    game = Game.objects.get(pk=evening.game.pk)
    records = list(game.records.values_list("hash", "payload"))
    totals, rows = state_of(game).totals, StandingsSnapshot.objects.get().rows
    anonymise(evening)
    game.refresh_from_db()
    assert state_of(game).totals == totals
    assert list(game.records.values_list("hash", "payload")) == records
    assert verify_game(game) == []
    call_command("verify_ledger")
    count_events()
    assert StandingsSnapshot.objects.get().rows == rows


def test_texts_that_he_wrote_or_that_name_him_are_blank_and_others_stay(evening):
    anonymise(evening)
    assert set(HandEntry.objects.values_list("reason_text", flat=True)) == {""}
    assert Contest.objects.get().reason_text == ""
    assert Confirmation.objects.filter(how="decision").get().note == ""
    reasons = Penalty.objects.order_by("seat").values_list("reason", flat=True)
    assert list(reasons) == ["Karte gezeigt", ""]
    assert Game.objects.get().label == "Tisch von Person 1"
    assert Device.objects.get(seat=1).label == "Person 1 Telefon"
    assert KittyBooking.objects.get().note == "Person 1 kam zu spät"


def test_what_he_owes_stays(evening):
    before = kitty_state(evening.house.club.pk)
    anonymise(evening)
    after = kitty_state(evening.house.club.pk)
    assert [row.amount for row in before.balances] == [row.amount for row in after.balances]
    assert [row.player.name for row in after.balances] == ["Person 1"]


def test_account_and_seat_part(evening):
    anonymise(evening)
    beat = Player.objects.get(pk=evening.house.people[1].pk)
    assert (beat.user, beat.active) == (None, False)
    assert beat.anonymised_at is not None


def test_the_history_keeps_its_rows_without_name_and_account(evening):
    anonymise(evening)
    beat = evening.house.people[1]
    last = Change.objects.filter(object_id=beat.pk).latest("version")
    assert last.diff["name"] == ["Person 1", "Person 1"]
    assert last.diff["user_id"] == [None, None]
    assert last.reason == "Person 1 wünscht es"


def test_every_row_of_a_merged_person_is_forgotten(evening):
    club = evening.house.club
    again = people.add_player(actor=SYSTEM, club_id=club.pk, name="B. Muster")
    merge = merging.merge_players(
        actor=SYSTEM, player_id=again.pk, into_id=evening.house.people[1].pk
    )
    answer = admin(evening).post(f"players/{again.pk}/anonymisation", {"reason": "so"})
    assert answer.json()["name"] == "Person 1"
    assert "Muster" not in everything_stored()
    undo = admin(evening).post(f"clubs/{club.pk}/merges/{merge.pk}/reversal", {})
    problem(undo, 409, "anonymised")


def test_the_next_one_gets_the_next_number(evening):
    anonymise(evening)
    assert anonymise(evening, seat=2).json()["name"] == "Person 2"


def test_an_invitation_that_waits_for_him_ends(evening):
    player = evening.house.people[2].pk
    admin(evening).post(f"clubs/{evening.house.club.pk}/invitations", {"player": player})
    anonymise(evening, seat=2)
    assert not Invitation.objects.get().is_open()


def test_there_is_no_way_back(evening):
    anonymise(evening)
    problem(anonymise(evening), 409, "anonymised")
    beat, caller = evening.house.people[1], admin(evening)
    version = Player.objects.get(pk=beat.pk).version
    answer = caller.patch(f"players/{beat.pk}", {"name": "Beat"}, version=version)
    problem(answer, 409, "anonymised")
    other = evening.house.people[5].pk
    problem(caller.post(f"players/{beat.pk}/merge", {"into": other}), 409, "anonymised")
    problem(caller.post(f"players/{other}/merge", {"into": beat.pk}), 409, "anonymised")


@pytest.mark.parametrize("role", ["member", "scribe", "director"])
def test_only_an_admin_may(evening, role):
    who = Caller(user=User.objects.get(pk=evening.house.official(role).ident))
    problem(anonymise(evening, who=who), 403, "role_missing")


def test_another_club_finds_nobody(evening):
    foreign = house("Anderswo")
    who = Caller(user=User.objects.get(pk=foreign.official("admin").ident))
    problem(anonymise(evening, who=who), 404, "not_found")
    problem(who.get(f"players/{evening.house.people[1].pk}/data"), 404, "not_found")


def test_a_reason_is_needed(evening):
    path = f"players/{evening.house.people[1].pk}/anonymisation"
    problem(admin(evening).post(path, {}), 400, "malformed")


def test_what_is_held_about_somebody_can_be_read_first(evening):
    beat = evening.house.people[1]
    data = admin(evening).get(f"players/{beat.pk}/data").json()
    assert data["player"]["name"] == "Beat Muster"
    assert (data["account"]["username"], data["account"]["role"]) == ("beat.muster", "member")
    assert [seat["game"] for seat in data["games"]["seats"]] == [str(evening.game.pk)]
    assert "Ich hatte 52 gezählt" in json.dumps(data["games"]["texts"], ensure_ascii=False)
    assert data["tables"]["seasons"][0]["hands"] == 2
    assert data["kitty"][0]["amount"] == -200
    assert data["history"][-1]["diff"]["name"] == ["Beat", "Beat Muster"]


def test_everybody_reads_what_is_held_about_himself(evening):
    beat = evening.house.people[1]
    himself = Caller(user=User.objects.get(username="beat.muster"))
    assert himself.get(f"players/{beat.pk}/data").status_code == 200
    other = evening.house.people[2]
    problem(himself.get(f"players/{other.pk}/data"), 403, "role_missing")


def test_nothing_is_held_any_more_that_names_him(evening):
    anonymise(evening)
    answer = admin(evening).get(f"players/{evening.house.people[1].pk}/data")
    assert "Muster" not in answer.content.decode()
    assert answer.json()["account"] is None
