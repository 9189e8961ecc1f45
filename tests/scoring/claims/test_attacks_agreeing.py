"""Nobody agrees with himself, by word, by silence or by time."""

from datetime import timedelta
from itertools import count

import pytest
from django.utils import timezone

from jassclub.core.errors import Invalid, NotAllowed
from scoring.claims.agreement import confirm_by_time
from scoring.claims.models import Contest, HandEntry
from scoring.claims.verification import verify_game
from scoring.core.models import Game
from scoring.tables.api.shapes import EntryOut
from tests.scoring.attacks import doubt, move, sign
from tests.scoring.table import TableOf, differenzler, house, open_table, schieber

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> TableOf:
    """A Schieber to 1000 points, phones at all four seats."""
    return open_table(house(), "schieber-1000")


@pytest.fixture
def singles() -> TableOf:
    """Everybody plays for himself, predictions are said aloud."""
    return open_table(house(), "differenzler-offen")


def test_a_phone_that_changed_its_seat_does_not_confirm_its_entry(table):
    table.write(1, schieber(97), seat=0)
    move(table, 0, seat=1)
    with pytest.raises(NotAllowed, match="own_entry"):
        table.confirm(1, seat=0)
    assert table.write(1, schieber(97), seat=0).outcome == "merged"
    assert table.states(1) == ["provisional"]


def test_the_second_phone_of_a_side_does_not_become_the_other_side_by_moving(table):
    table.write(2, schieber(60), seat=2)
    table.write(1, schieber(97), seat=0)
    move(table, 2, seat=1)
    with pytest.raises(NotAllowed, match="own_entry"):
        table.confirm(1, seat=2)


def test_an_entry_written_from_the_wrong_seat_is_not_confirmed_by_the_own_side(table):
    table.write(1, schieber(97), seat=0)
    move(table, 0, seat=1)
    table.write(2, schieber(60), seat=0)
    with pytest.raises(NotAllowed, match="own_entry"):
        table.confirm(2, seat=2)
    with pytest.raises(NotAllowed, match="own_entry"):
        table.confirm(2, seat=3)


def test_no_hand_over_decides_against_the_other_sides_own_phone(table):
    table.write(1, schieber(97), seat=0)
    rival = table.write(1, schieber(87), seat=1).entry
    for seat, version in ((1, rival.version), (0, 1)):
        with pytest.raises(NotAllowed, match="no_handover"):
            table.confirm(1, seat=seat, version=version, handover_seat=1 - seat)
    assert table.states(1) == ["provisional", "rival"]


def test_no_hand_over_waves_away_the_doubt_of_another_phone(table):
    table.write(1, schieber(97), seat=0)
    doubt(table, 1, seat=1)
    with pytest.raises(NotAllowed, match="no_handover"):
        table.confirm(1, seat=0, handover_seat=1)


def test_at_the_only_phone_a_doubt_ends_by_handing_it_over(table):
    table.write(1, schieber(97), seat=0)
    doubt(table, 1, seat=0)
    table.confirm(1, seat=0, handover_seat=3)
    assert table.states(1) == ["confirmed"]


def test_two_versions_from_the_only_phone_are_decided_by_handing_it_over(table):
    table.write(1, schieber(97), seat=0)
    rival = table.write(1, schieber(87), seat=0).entry
    table.confirm(1, seat=0, version=rival.version, handover_seat=1)
    assert table.states(1) == ["superseded", "confirmed"]


def test_who_doubts_must_agree_himself(singles):
    """Seat 2 has no say in the doubt of seat 1."""
    singles.write(1, differenzler([20, 40, 30, 50], [25, 52, 40]), seat=0)
    doubt(singles, 1, seat=1)
    assert singles.confirm(1, seat=2).state == "contested"
    assert singles.confirm(1, seat=1).state == "confirmed"


def test_a_third_player_does_not_decide_between_two_versions(singles):
    """Seat 2 has a say, but seat 1 has to give up his version, or seat 0 hers."""
    singles.write(1, differenzler([20, 40, 30, 50], [25, 52, 40]), seat=0)
    singles.write(1, differenzler([20, 40, 30, 50], [26, 51, 40]), seat=1)
    for version in (1, 2):
        singles.confirm(1, seat=2, version=version)
        assert singles.states(1) == ["provisional", "rival"]
    singles.confirm(1, seat=1, version=1)
    assert singles.states(1) == ["confirmed", "rejected"]


def test_three_versions_are_decided_by_all_who_wrote_another(singles):
    for seat, points in enumerate((25, 26, 27)):
        singles.write(1, differenzler([20, 40, 30, 50], [points, 50, 40]), seat=seat)
    singles.confirm(1, seat=0, version=2)
    assert singles.states(1) == ["provisional", "rival", "rival"]
    singles.correct(1, differenzler([20, 40, 30, 50], [26, 50, 40]), seat=0)
    assert singles.states(1) == ["superseded", "rival", "rival", "provisional"]
    singles.confirm(1, seat=2, version=2)
    singles.confirm(1, seat=0, version=2)
    assert singles.states(1) == ["superseded", "confirmed", "rejected", "superseded"]


@pytest.mark.parametrize("writer", [1, 2], ids=["the other side", "the partner"])
def test_a_version_beside_a_confirmed_one_can_be_taken_back(table, writer):
    """Else it would wait for ever, and nobody could sign the sheet."""
    table.write(1, schieber(97), seat=0)
    table.confirm(1, seat=3)
    table.write(1, schieber(87), seat=writer)
    with pytest.raises(Invalid):
        sign(table, 0)
    table.confirm(1, seat=1, version=1)
    assert table.states(1) == ["confirmed", "rejected"]
    assert sign(table, 0) == "open"


def test_a_doubt_of_the_own_side_is_taken_back_by_it_and_confirms_nothing(table):
    table.write(1, schieber(97), seat=0)
    doubt(table, 1, seat=2)
    assert table.confirm(1, seat=1).state == "contested"
    assert table.confirm(1, seat=2).state == "confirmed"


def test_a_doubt_of_his_own_lets_nobody_confirm_his_entry(table):
    table.write(1, schieber(97), seat=0)
    move(table, 0, seat=1)
    doubt(table, 1, seat=0)
    assert table.confirm(1, seat=0).state == "contested"


def test_an_agreement_before_the_doubt_holds_again_when_it_is_taken_back(table):
    table.write(1, schieber(97), seat=0)
    table.confirm(1, seat=1)
    doubt(table, 1, seat=2)
    assert table.confirm(1, seat=3).state == "contested"
    assert table.confirm(1, seat=2).state == "confirmed"


def test_who_doubts_again_has_to_agree_again(table):
    table.write(1, schieber(97), seat=0)
    doubt(table, 1, seat=2)
    doubt(table, 1, seat=1)
    table.confirm(1, seat=1)
    doubt(table, 1, seat=1)
    assert table.confirm(1, seat=2).state == "contested"


def test_the_same_doubt_twice_is_one_doubt(table):
    table.write(1, schieber(97), seat=0)
    for _again in range(2):
        doubt(table, 1, seat=1)
    assert Contest.objects.count() == 1


def test_who_agreed_is_told_and_not_who_took_his_doubt_back(table):
    table.write(1, schieber(97), seat=0)
    doubt(table, 1, seat=2)
    table.confirm(1, seat=1)
    table.confirm(1, seat=2)
    told = EntryOut.of(table.current(1))
    assert (told["confirmed"]["how"], told["confirmed"]["seat"]) == ("other_side", 1)


def test_correcting_a_later_hand_is_not_the_silence_of_the_others(table):
    for number in (1, 2):
        table.write(number, schieber(97))
    table.correct(1, schieber(157, matsch=0), reason_code="miscounted")
    table.correct(2, schieber(96))
    assert table.states(1) == ["superseded", "provisional"]


def test_a_misdeal_is_no_hand_that_was_completed(table):
    table.write(1, schieber(97))
    table.write(2, {"state": "misdealt"})
    assert table.states(1) == ["provisional"]
    table.write(3, schieber(60))
    assert table.states(1) == table.states(2) == ["confirmed"]


def test_time_confirms_no_version_that_was_doubted_or_has_a_rival(table):
    table.write(1, schieber(97), seat=0)
    table.write(1, schieber(87), seat=1)
    table.write(2, schieber(60), seat=0)
    doubt(table, 2, seat=1)
    later = timezone.now() + timedelta(days=1)
    assert confirm_by_time(game_id=table.game.pk, before=later) == 0
    assert not HandEntry.objects.filter(state="confirmed").exists()


@pytest.fixture(params=[0, 3600], ids=["stands still", "goes back"])
def clock(request, monkeypatch):
    """A clock that tells nothing about what came first."""
    moments = (timezone.now() - timedelta(seconds=request.param * step) for step in count())
    monkeypatch.setattr("scoring.claims.ledger.now", lambda: next(moments))


def test_what_came_first_is_told_by_the_ledger_and_not_by_the_clock(table, clock):
    table.write(1, schieber(97), seat=0)
    table.confirm(1, seat=3)
    for _twice in range(2):
        doubt(table, 1, seat=1)
    assert table.states(1) == ["contested"]
    assert table.confirm(1, seat=1).state == "confirmed"
    told = EntryOut.of(HandEntry.objects.get())
    assert (told["confirmed"]["seat"], len(told["contested"])) == (1, 1)
    assert verify_game(Game.objects.get()) == []


def test_a_hand_written_later_is_silence_whatever_the_clock_says(table, clock):
    for number in (1, 2):
        table.write(number, schieber(97))
    assert table.states(1) == ["confirmed"]
