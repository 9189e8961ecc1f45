"""The game of a passe: who may begin it at a table of a tournament, and who sits in it."""

import pytest

from jassclub.clubs.actors import ANONYMOUS, SYSTEM, person_actor
from jassclub.clubs.models import Change, Device, Player
from jassclub.core.errors import Conflict, Invalid, NotAllowed, NotFound
from scoring.core.models import Game
from scoring.core.rules import Rules
from tests.tournaments.halls import hall
from tests.tournaments.recorded import opened, played, plays
from tournaments.core.models import Tournament
from tournaments.entries.services import player_for_entry
from tournaments.results import hands
from tournaments.results.models import PasseSheet

pytestmark = pytest.mark.django_db


def test_the_game_has_the_people_of_the_passe_and_the_rules_of_the_tournament(saal):
    game = opened(saal)
    assert [seat.player.name for seat in game.seats.all()] == saal.people()
    profile = Rules.of(game).profile
    assert (profile.game, profile.hands, profile.target) == ("schieber", 4, 0)
    assert (game.label, game.season, game.played_on) == (
        "Runde 1, Tisch 1", None, saal.tournament.played_on,
    )  # fmt: skip
    assert saal.passe().game == game


def test_house_rules_of_the_club_have_no_say(saal):
    club = saal.tournament.club
    club.profile_layer = {"matsch_bonus": 100, "stoeck": True}
    club.save()
    profile = Rules.of(opened(saal)).profile
    assert (profile.matsch_bonus, profile.stoeck) == (0, False)


def test_a_profile_with_a_target_is_played_to_the_last_hand_of_the_passe():
    found = hall(profile="schieber-1000", house_rules={"weis": False, "stoeck": False})
    found.call()
    profile = Rules.of(opened(found)).profile
    assert (profile.target, profile.finish, profile.hands) == (0, "end_of_hand", 4)


def test_a_table_of_three_plays_though_not_everybody_deals_equally_often():
    found = hall(3, preset="differenzler-4x4", hands=4)
    found.draw.rounds = [{"tables": [[1, 2, 3]], "sitting_out": []}] * 2
    found.call()
    game = opened(found)
    assert (game.seats.count(), Rules.of(game).profile.hands) == (3, 4)


def test_whoever_presses_later_gets_the_same_game(saal):
    first = opened(saal, first_dealer=2)
    again = hands.open_passe(actor=saal.phone(seat=1).actor, passe_id=saal.passe().pk)
    assert (again.pk, Game.objects.count(), first.first_dealer) == (first.pk, 1, 2)
    assert again.created_by.startswith("device:")
    assert [record.kind for record in saal.tournament.log.all()] == ["passe_opened"]


def test_people_without_a_player_become_guests_under_a_free_name(saal):
    club = saal.tournament.club
    names = saal.people()
    Player.objects.create(club=club, name=names[0])
    Player.objects.create(club=club, name=f"{names[0]} (2)")
    earlier = Player.objects.create(club=club, name=names[1].upper(), guest=True)
    game = opened(saal)
    seats = [seat.player for seat in game.seats.all()]
    assert seats[0].name == f"{names[0]} (3)"
    assert seats[1] == earlier, "a guest of an earlier event comes again"
    assert {seat.guest for seat in seats} == {True}
    made = Change.objects.get(object_id=seats[0].pk)
    assert made.actor == game.created_by


def test_two_guests_of_one_name_are_two_people(saal):
    one, other = saal.entries[:2]
    other.name = one.name
    players = [player_for_entry(entry, actor=SYSTEM) for entry in (one, other)]
    assert [player.name for player in players] == ["Nina", "Nina (2)"]
    assert player_for_entry(one, actor=SYSTEM) == players[0]


def test_a_long_name_is_cut_to_make_room_for_its_number(saal):
    Player.objects.create(club=saal.tournament.club, name="x" * 80)
    saal.entries[0].name = "x" * 80
    assert player_for_entry(saal.entries[0], actor=SYSTEM).name == "x" * 76 + " (2)"


def test_a_member_keeps_his_player_and_a_merged_one_plays_as_who_he_is(saal):
    anna, beat = saal.house.people[:2]
    Player.objects.filter(pk=beat.pk).update(active=False, merged_into=anna)
    first, second = (sitting.entry for sitting in saal.passe().sittings.all()[:2])
    first.player = beat
    first.save()
    game = opened(saal)
    assert game.seats.get(index=0).player == anna
    second.refresh_from_db()
    assert second.player == game.seats.get(index=1).player


# ---- who may begin


def test_a_phone_needs_a_seat_to_begin(saal):
    with pytest.raises(Conflict) as refused:
        hands.open_passe(actor=saal.phone().actor, passe_id=saal.passe().pk)
    assert refused.value.code == "take_a_seat"


def test_a_phone_of_another_table_sees_no_passe_here(saal):
    with pytest.raises(NotFound):
        hands.open_passe(actor=saal.phone(2, seat=0).actor, passe_id=saal.passe(1).pk)
    other = hall()
    other.call()
    with pytest.raises(NotFound):
        hands.open_passe(actor=other.phone(seat=0).actor, passe_id=saal.passe().pk)


def test_a_phone_does_not_reach_back_to_a_closed_round(saal):
    phone = saal.phone(seat=0)
    saal.close()
    with pytest.raises(NotFound):
        hands.open_passe(actor=phone.actor, passe_id=saal.passe().pk)


@pytest.mark.parametrize(("role", "may"), [("scribe", True), ("director", True), ("member", False)])
def test_of_the_officials_the_desk_may_begin_for_a_table(saal, role, may):
    actor = saal.official(role)
    if may:
        assert hands.open_passe(actor=actor, passe_id=saal.passe().pk).created_by == str(actor)
        return
    with pytest.raises(NotAllowed):
        hands.open_passe(actor=actor, passe_id=saal.passe().pk)


def test_a_member_who_sits_here_may_begin_under_his_name(saal):
    member = saal.official("member")
    player = saal.house.people[0]
    Player.objects.filter(pk=player.pk).update(user=member.user_id)
    entry = saal.passe().sittings.get(index=1).entry
    entry.player = player
    entry.save()
    game = hands.open_passe(actor=person_actor(member.user_id), passe_id=saal.passe().pk)
    assert game.created_by == str(member)
    with pytest.raises(NotAllowed):
        hands.open_passe(actor=member, passe_id=saal.passe(2).pk)


def test_a_public_tournament_is_read_by_all_and_begun_by_nobody_from_outside(saal):
    Tournament.objects.update(public=True)
    with pytest.raises(NotAllowed):
        hands.open_passe(actor=ANONYMOUS, passe_id=saal.passe().pk)


def test_where_totals_are_written_no_game_is_begun():
    found = hall(writing="totals")
    found.call()
    with pytest.raises(Conflict) as refused:
        opened(found)
    assert refused.value.code == "totals_written"


def test_a_passe_that_has_a_result_is_not_begun_any_more(saal):
    PasseSheet.objects.create(
        club_id=saal.passe().club_id,
        passe=saal.passe(), number=1, state="confirmed", origin="desk", sheet={}, counted={},
        actor="user:1",
    )  # fmt: skip
    with pytest.raises(Conflict) as refused:
        opened(saal)
    assert refused.value.code == "passe_written"


# ---- seats


def test_when_a_round_is_called_the_phones_of_all_tables_speak_for_nobody(saal):
    other = hall()
    other.call()
    stranger = other.phone(seat=1)
    phones = [saal.phone(1, seat=0), saal.phone(2, seat=3), saal.phone(2)]
    saal.close()
    assert hands.forget_seats(saal.call()) == 2
    assert [phone.actor.seat for phone in phones] == [None, None, None]
    assert stranger.actor.seat == 1


def test_a_seat_is_taken_at_the_own_table_in_the_open_round(saal):
    phone = saal.phone(1)
    hands.take_seat(actor=phone.actor, passe_id=saal.passe(1).pk, seat=3)
    assert phone.actor.seat == 3
    with pytest.raises(NotFound):
        hands.take_seat(actor=phone.actor, passe_id=saal.passe(2).pk, seat=0)
    with pytest.raises(Invalid):
        hands.take_seat(actor=phone.actor, passe_id=saal.passe(1).pk, seat=4)


def test_a_choice_that_comes_after_the_round_is_refused(saal):
    phone, before = saal.phone(1), saal.passe(1)
    saal.close()
    saal.call()
    with pytest.raises(Conflict) as refused:
        hands.take_seat(actor=phone.actor, passe_id=before.pk, seat=0)
    assert (refused.value.code, phone.actor.seat) == ("round_closed", None)


def test_the_game_follows_who_sits_at_the_table_and_only_changed_seats_are_free(saal):
    at = played(saal)
    passe = saal.passe()
    sitting = passe.sittings.get(index=2)
    sitting.substitute = saal.entry(next(n for n in range(1, 9) if not plays(saal, n)))
    sitting.save()
    hands.seat_game_anew(passe, actor=saal.official(), reason="eingesprungen")
    assert [seat.player.name for seat in at.game.seats.all()] == saal.people()
    seats = Device.objects.filter(link__scope_id=passe.table_id).values_list("seat", flat=True)
    assert set(seats) == {0, 1, 3, None}
    changes = at.game.changes.count()
    hands.seat_game_anew(passe, actor=saal.official(), reason="noch einmal")
    assert at.game.changes.count() == changes == 1


def test_a_director_who_plays_is_no_obstacle_to_seating_his_own_table_anew(saal):
    director = saal.official()
    first = saal.passe().sittings.get(index=0).entry
    first.player = saal.house.people[0]
    first.save()
    Player.objects.filter(pk=first.player_id).update(user=director.user_id)
    game = opened(saal)
    sitting = saal.passe().sittings.get(index=3)
    sitting.substitute = saal.entry(next(n for n in range(1, 9) if not plays(saal, n)))
    sitting.save()
    hands.seat_game_anew(saal.passe(), actor=director, reason="eingesprungen")
    assert game.seats.get(index=3).player.name == saal.people()[3]
