"""Nobody confirms his own entry; silence is an event; what is doubted does not count."""

from datetime import timedelta

import pytest
from django.utils import timezone

from jassclub.clubs.models import Player
from jassclub.core.errors import Conflict, Invalid, NotAllowed, NotFound
from scoring.claims.agreement import confirm_by_time, contest_hand, resolve_hand
from scoring.claims.entries import record_hand
from scoring.claims.models import Confirmation, HandEntry
from scoring.claims.selectors import state_of
from scoring.core.models import Game
from scoring.tables.games import sign_off
from tests.scoring.table import TableOf, house, open_table, phones, schieber

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> TableOf:
    """A Schieber to 1000 points, phones at all four seats."""
    return open_table(house(), "schieber-1000")


def test_an_entry_is_provisional_until_the_other_side_agrees(table):
    table.write(1, schieber(97), seat=0)
    assert table.states(1) == ["provisional"]
    table.confirm(1, seat=3)
    assert table.states(1) == ["confirmed"]
    agreed = Confirmation.objects.get()
    assert (agreed.how, agreed.seat, agreed.device_id) == (
        "other_side",
        3,
        table.phones[3].device_id,
    )


@pytest.mark.parametrize("seat", [0, 2])
def test_nobody_confirms_the_entry_of_his_own_side(table, seat):
    table.write(1, schieber(97), seat=0)
    with pytest.raises(NotAllowed, match="own_entry"):
        table.confirm(1, seat=seat)
    assert table.states(1) == ["provisional"]


def test_the_one_phone_is_handed_over_and_that_is_recorded(table):
    table.write(1, schieber(97), seat=0)
    table.confirm(1, seat=0, handover_seat=1)
    assert Confirmation.objects.get().how == "handover"


@pytest.mark.parametrize("handover_seat", [0, 2])
def test_a_hand_over_within_the_side_is_no_agreement(table, handover_seat):
    table.write(1, schieber(97), seat=0)
    with pytest.raises(NotAllowed, match="own_entry"):
        table.confirm(1, seat=0, handover_seat=handover_seat)


def test_another_phone_cannot_pretend_to_be_handed_over(table):
    table.write(1, schieber(97), seat=0)
    with pytest.raises(NotAllowed, match="no_handover"):
        table.confirm(1, seat=2, handover_seat=1)


def test_a_handed_over_phone_needs_a_seat_of_this_table(table):
    table.write(1, schieber(97), seat=0)
    with pytest.raises(Invalid):
        table.confirm(1, seat=0, handover_seat=5)


def test_equal_numbers_from_the_other_side_are_an_agreement(table):
    table.write(1, schieber(97), seat=0)
    again = table.write(1, {"contract": "RO", "declared_by": 0, "points": [None, 60]}, seat=1)
    assert again.outcome == "merged"
    assert table.states(1) == ["confirmed"]
    assert Confirmation.objects.get().how == "agreement"


def test_equal_numbers_from_the_own_side_merge_silently(table):
    table.write(1, schieber(97), seat=0)
    assert table.write(1, schieber(97), seat=2).outcome == "merged"
    assert table.states(1) == ["provisional"]


def test_the_same_message_twice_is_stored_once(table):
    first = table.write(1, schieber(97), client_id="a1")
    again = table.write(1, schieber(97), client_id="a1")
    assert again.outcome == "replayed"
    assert again.entry == first.entry
    assert table.hand(1).entries.count() == 1


def test_other_numbers_are_kept_beside_and_do_not_count(table):
    table.write(1, schieber(97), seat=0)
    other = table.write(1, schieber(87), seat=1)
    assert other.outcome == "contested"
    assert table.states(1) == ["provisional", "rival"]
    assert state_of(table.game).totals == (97, 60)


def test_agreeing_to_the_rival_makes_it_the_current_version(table):
    table.write(1, schieber(97), seat=0)
    rival = table.write(1, schieber(87), seat=1).entry
    table.confirm(1, seat=0, version=rival.version)
    assert table.states(1) == ["superseded", "confirmed"]
    assert state_of(table.game).totals == (87, 70)


def test_agreeing_to_the_first_rejects_the_rival(table):
    table.write(1, schieber(97), seat=0)
    table.write(1, schieber(87), seat=1)
    table.confirm(1, seat=3, version=1)
    assert table.states(1) == ["confirmed", "rejected"]
    with pytest.raises(Conflict, match="not_current"):
        table.confirm(1, seat=0, version=2)


def test_silence_confirms_when_the_next_hand_is_written(table):
    table.write(1, schieber(97))
    assert table.states(1) == ["provisional"]
    table.write(2, schieber(60), seat=1)
    assert (table.states(1), table.states(2)) == (["confirmed"], ["provisional"])
    assert Confirmation.objects.get().how == "silence"


def test_silence_does_not_decide_between_two_versions(table):
    table.write(1, schieber(97), seat=0)
    table.write(1, schieber(87), seat=1)
    table.write(2, schieber(60))
    assert table.states(1) == ["provisional", "rival"]


def test_silence_does_not_cover_what_was_doubted(table):
    table.write(1, schieber(97), seat=0)
    contest_hand(
        actor=table.phones[1], hand_id=table.hand(1).pk, version=1, reason_code="miscounted"
    )
    table.write(2, schieber(60))
    assert table.states(1) == ["contested"]


def test_a_late_correction_waits_for_the_next_hand(table):
    table.write(1, schieber(97))
    table.write(2, schieber(60))
    table.correct(1, schieber(87), reason_code="miscounted")
    assert table.states(1) == ["superseded", "provisional"]
    table.write(3, schieber(50))
    assert table.states(1) == ["superseded", "confirmed"]
    assert table.states(2) == ["confirmed"]


def test_the_last_hand_is_confirmed_after_a_set_time(table):
    table.write(1, schieber(97))
    later = timezone.now() + timedelta(seconds=1)
    assert confirm_by_time(game_id=table.game.pk, before=later) == 1
    assert Confirmation.objects.get().how == "time"


def test_both_sides_sign_off_and_the_last_hand_stands(table):
    table.write(1, schieber(97))
    sign_off(actor=table.phones[0], game_id=table.game.pk)
    assert Game.objects.get().state == "open"
    sign_off(actor=table.phones[2], game_id=table.game.pk)
    assert Game.objects.get().state == "open", "one side alone ends nothing"
    sign_off(actor=table.phones[3], game_id=table.game.pk)
    assert Game.objects.get().state == "closed"
    assert table.states(1) == ["confirmed"]
    with pytest.raises(Conflict, match="game_closed"):
        table.write(2, schieber(50))


def test_no_game_is_closed_over_a_doubt(table):
    table.write(1, schieber(97), seat=0)
    table.write(1, schieber(87), seat=1)
    with pytest.raises(Invalid) as refused:
        sign_off(actor=table.phones[0], game_id=table.game.pk)
    assert [item.pointer for item in refused.value.details] == ["/hands/1"]


def test_a_doubt_needs_a_known_reason_and_other_needs_words(table):
    table.write(1, schieber(97))
    with pytest.raises(Invalid):
        contest_hand(
            actor=table.phones[1], hand_id=table.hand(1).pk, version=1, reason_code="other"
        )


def test_a_doubt_ends_when_the_other_side_agrees_after_all(table):
    table.write(1, schieber(97))
    contest_hand(
        actor=table.phones[1], hand_id=table.hand(1).pk, version=1, reason_code="miscounted"
    )
    table.confirm(1, seat=1)
    assert table.states(1) == ["confirmed"]


def test_a_referee_decides_and_gives_the_reason(table):
    table.write(1, schieber(97), seat=0)
    table.write(1, schieber(87), seat=1)
    judge = table.house.official("referee")
    with pytest.raises(Invalid):
        resolve_hand(actor=judge, hand_id=table.hand(1).pk, version=2, reason=" ")
    resolve_hand(actor=judge, hand_id=table.hand(1).pk, version=2, reason="nachgezählt")
    assert table.states(1) == ["superseded", "confirmed"]
    assert Confirmation.objects.get().note == "nachgezählt"


def test_a_seated_referee_does_not_judge_his_own_table(table):
    judge = table.house.official("referee")
    Player.objects.filter(pk=table.house.people[2].pk).update(user_id=judge.user_id)
    table.write(1, schieber(97), seat=0)
    with pytest.raises(NotAllowed, match="own_table"):
        resolve_hand(actor=judge, hand_id=table.hand(1).pk, version=1, reason="so")


def test_a_member_without_office_decides_nothing(table):
    table.write(1, schieber(97))
    with pytest.raises(NotAllowed, match="judge_needed"):
        resolve_hand(
            actor=table.house.official("member"),
            hand_id=table.hand(1).pk,
            version=1,
            reason="so",
        )


def test_a_phone_of_another_table_sees_nothing(table):
    other = open_table(table.house, "schieber-1000")
    with pytest.raises(NotFound):
        record_hand(actor=other.phones[0], game_id=table.game.pk, number=1, slip=schieber(97))


def test_a_phone_takes_a_seat_before_it_writes(table):
    (phone,) = phones(table.house, table.game, 1)
    nobody = type(phone)(
        kind="device", ident=phone.ident, device_id=phone.device_id, scope=phone.scope
    )
    with pytest.raises(Conflict, match="take_a_seat"):
        record_hand(actor=nobody, game_id=table.game.pk, number=1, slip=schieber(97))


def test_a_paper_sheet_typed_by_the_desk_counts_as_confirmed(table):
    record_hand(
        actor=table.house.official("scribe"),
        game_id=table.game.pk,
        number=1,
        slip=schieber(97),
        source="paper",
    )
    entry = HandEntry.objects.get()
    assert (entry.state, entry.seat) == ("confirmed", None)


def test_players_do_not_type_paper_themselves(table):
    with pytest.raises(NotAllowed, match="desk_needed"):
        table.write(1, schieber(97), source="paper")


@pytest.mark.parametrize("number", [0, -1, 401, 30_000])
def test_impossible_numbers_of_hands_are_refused(table, number):
    with pytest.raises(Invalid):
        table.write(number, schieber(97))


def test_in_a_passe_the_partner_of_the_day_does_not_agree_with_himself():
    table = open_table(house(), "schieber-passen")
    table.write(1, {"points": [1000, 884], "partner": 1})
    with pytest.raises(NotAllowed) as refused:
        table.confirm(1, seat=1)
    assert refused.value.code == "own_entry"
    table.confirm(1, seat=2)
    assert table.states(1) == ["confirmed"]
    table.write(2, {"points": [900, 984], "partner": 3})
    table.confirm(2, seat=1)
    assert table.states(2) == ["confirmed"]


@pytest.mark.parametrize(
    ("partner", "seat", "state"),
    [
        (partner, seat, "provisional" if seat == partner else "confirmed")
        for partner in (1, 2, 3)
        for seat in (1, 2, 3)
    ],
)
def test_the_phone_is_handed_to_the_other_side_of_the_passe(partner, seat, state):
    table = open_table(house(), "schieber-passen")
    table.write(1, {"points": [1000, 884], "partner": partner})
    if state == "confirmed":
        table.confirm(1, seat=0, handover_seat=seat)
    else:
        with pytest.raises(NotAllowed):
            table.confirm(1, seat=0, handover_seat=seat)
    assert table.states(1) == [state]
