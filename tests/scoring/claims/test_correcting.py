"""Correcting a hand leaves all others as they are, and loses nothing."""

import pytest

from jassclub.clubs.models import Player
from jassclub.core.errors import Conflict, Invalid, NotAllowed
from scoring.claims.agreement import take_back_hand
from scoring.claims.entries import correct_hand
from scoring.claims.models import HandEntry
from scoring.claims.predictions import predict
from scoring.claims.selectors import state_of
from scoring.claims.verification import verify_game
from scoring.core.models import Game
from scoring.tables.games import close_game, sign_off
from tests.scoring.table import differenzler, house, open_table, schieber

pytestmark = pytest.mark.django_db

POINTS = [97, 60, 82, 101, 33, 157, 75, 90, 44, 120, 66, 78]


@pytest.fixture
def twelve():
    """Twelve hands written at a tournament table (one passe)."""
    table = open_table(house(), "turnier-einzelschieber")
    for number, points in enumerate(POINTS, start=1):
        table.write(number, schieber(points), seat=number % 4)
    return table


def test_a_corrected_hand_3_of_12_leaves_hands_4_to_12_untouched(twelve):
    before = list(HandEntry.objects.filter(hand__game=twelve.game, hand__number__gte=4).values())

    written = twelve.correct(3, schieber(28), reason_code="miscounted")

    assert written.outcome == "stored"
    assert written.entry.version == 2
    after = list(HandEntry.objects.filter(hand__game=twelve.game, hand__number__gte=4).values())
    assert after == before
    points = [97, 60, 28, 101, 33, 157, 75, 90, 44, 120, 66, 78]
    state = state_of(twelve.game)
    assert state.totals == (sum(points), 12 * 157 - sum(points))
    running = [row.running for row in state.sheet.rows]
    assert running == [
        (sum(points[:n]), n * 157 - sum(points[:n])) for n in range(1, len(points) + 1)
    ]
    assert state.sheet.control.sum == state.sheet.control.expected == 12 * 157


def test_the_earlier_version_stays_readable(twelve):
    twelve.correct(3, schieber(28), reason_code="other", reason_text="Stich liegengelassen")
    first, second = twelve.hand(3).entries.all()
    assert (first.state, first.slip["points"]) == ("superseded", [82, 75])
    assert (second.state, second.slip["points"]) == ("provisional", [28, 129])
    assert second.reason_text == "Stich liegengelassen"
    assert second.base_version == 1


def test_until_the_next_hand_is_written_no_reason_is_asked(twelve):
    assert twelve.correct(12, schieber(79)).outcome == "stored"


@pytest.mark.parametrize(
    ("reason", "pointer", "code"),
    [
        ({}, "/reason_code", "reason_needed"),
        ({"reason_code": "other"}, "/reason_text", "words_needed"),
        ({"reason_code": "other", "reason_text": "  "}, "/reason_text", "words_needed"),
        ({"reason_code": "weil"}, "/reason_code", "unknown_reason"),
    ],
)
def test_later_a_reason_is_asked(twelve, reason, pointer, code):
    with pytest.raises(Invalid) as refused:
        twelve.correct(3, schieber(28), **reason)
    assert [(item.pointer, item.code) for item in refused.value.details] == [(pointer, code)]
    assert twelve.states(3) == ["confirmed"]


def test_a_correction_against_a_stale_version_is_kept_and_does_not_count(twelve):
    twelve.correct(3, schieber(28), reason_code="miscounted")
    late = twelve.correct(3, schieber(50), reason_code="miscounted", base_version=1)
    assert late.outcome == "contested"
    assert twelve.states(3) == ["superseded", "provisional", "rival"]
    assert state_of(twelve.game).sheet.rows[2].score.totals == (28, 129)


@pytest.mark.parametrize(("seat", "state"), [(2, "provisional"), (1, "confirmed")])
def test_a_correction_to_the_same_numbers_writes_nothing(twelve, seat, state):
    """From the other side it is an agreement."""
    written = twelve.correct(12, schieber(POINTS[11]), seat=seat)
    assert written.outcome == "merged"
    assert twelve.states(12) == [state]


def test_a_correction_that_the_rules_refuse_changes_nothing(twelve):
    with pytest.raises(Invalid) as refused:
        twelve.correct(
            3, {"contract": "XX", "declared_by": 9, "points": [300, 2]}, reason_code="miscounted"
        )
    pointers = {item.pointer for item in refused.value.details}
    assert pointers == {"/slip/contract", "/slip/declared_by", "/slip/points"}
    assert twelve.states(3) == ["confirmed"]


def test_a_hand_that_was_never_written_cannot_be_corrected():
    table = open_table(house(), "differenzler-offen")
    predict(actor=table.phones[1], game_id=table.game.pk, number=1, seat=1, value=40)
    with pytest.raises(Conflict, match="not_written_yet"):
        table.correct(1, {}, base_version=1)


def test_a_closed_game_is_corrected_by_the_desk_only(twelve):
    desk = twelve.house.official("director")
    close_game(actor=desk, game_id=twelve.game.pk)
    with pytest.raises(Conflict, match="game_closed"):
        twelve.correct(12, schieber(79), reason_code="miscounted")
    written = correct_hand(
        actor=desk,
        hand_id=twelve.hand(12).pk,
        base_version=1,
        slip=schieber(79),
        reason_code="miscounted",
    )
    assert written.entry.state == "confirmed"
    assert written.entry.confirmations.get().how == "decision"


def test_the_desk_needs_an_office(twelve):
    with pytest.raises(NotAllowed, match="not_at_this_table"):
        correct_hand(
            actor=twelve.house.official("member"),
            hand_id=twelve.hand(12).pk,
            base_version=1,
            slip=schieber(79),
        )


def test_annulling_an_earlier_hand_moves_no_dealer(twelve):
    before = [row.dealer for row in state_of(twelve.game).sheet.rows]
    twelve.correct(3, {"state": "annulled"}, reason_code="other", reason_text="Karte fehlte")
    state = state_of(twelve.game)
    assert [row.dealer for row in state.sheet.rows] == before == [*range(4)] * 3
    assert state.sheet.hands_counted == 11
    assert state.totals == (sum(POINTS) - 82, 11 * 157 - (sum(POINTS) - 82))


class TestAClosedGameOfAClubWithoutAnOutsideOffice:
    """Its only officer plays at the table: what all sides agree to is enough."""

    @pytest.fixture
    def closed(self):
        table = open_table(house(), "schieber-1000")
        admin = table.house.official("admin")
        Player.objects.filter(pk=table.house.people[2].pk).update(user=admin.user_id)
        for number in (1, 2):
            table.write(number, schieber(97))
            table.confirm(number, seat=1)
        for seat in (0, 1):
            sign_off(actor=table.phones[seat], game_id=table.game.pk)
        return table

    def test_what_one_side_corrects_counts_once_the_other_agrees(self, closed):
        written = closed.correct(1, schieber(79), reason_code="miscounted")
        assert written.outcome == "contested"
        assert state_of(closed.game, counted_only=True).totals == (194, 120)
        with pytest.raises(NotAllowed, match="own_entry"):
            closed.confirm(1, seat=2, version=2)
        closed.confirm(1, seat=1, version=2)
        assert closed.states(1) == ["superseded", "confirmed"]
        assert closed.current(1).confirmations.get().how == "other_side"
        assert state_of(closed.game, counted_only=True).totals == (176, 138)
        closed.game.refresh_from_db()
        assert (closed.game.state, verify_game(closed.game)) == ("closed", [])

    def test_the_same_correction_from_the_other_side_is_an_agreement(self, closed):
        closed.correct(2, schieber(79), reason_code="miscounted")
        again = closed.correct(2, schieber(79), seat=3, reason_code="miscounted")
        assert (again.outcome, closed.states(2)) == ("merged", ["superseded", "confirmed"])

    def test_who_proposed_takes_it_back_and_what_was_signed_stands_undisputed(self, closed):
        closed.correct(1, schieber(79), reason_code="miscounted")
        for phone in (1, 2):
            with pytest.raises(NotAllowed, match="not_your_entry"):
                take_back_hand(actor=closed.phones[phone], hand_id=closed.hand(1).pk, version=2)
        with pytest.raises(Conflict, match="game_closed"):
            take_back_hand(actor=closed.phones[0], hand_id=closed.hand(1).pk, version=1)
        take_back_hand(actor=closed.phones[0], hand_id=closed.hand(1).pk, version=2)
        assert closed.states(1) == ["confirmed", "rejected"]
        assert verify_game(Game.objects.get(pk=closed.game.pk)) == []

    def test_the_last_hand_asks_for_a_reason_because_the_game_is_closed(self, closed):
        for number, said in ((1, "Das nächste Spiel"), (2, "Die Partie ist abgeschlossen")):
            with pytest.raises(Invalid) as refused:
                closed.correct(number, schieber(79))
            assert refused.value.details[0].text.startswith(said)

    def test_an_office_that_sits_elsewhere_has_the_word_again(self, closed):
        closed.house.official("scribe")
        with pytest.raises(Conflict, match="game_closed"):
            closed.correct(1, schieber(79), reason_code="miscounted")

    def test_where_everybody_plays_alone_all_have_to_agree(self):
        table = open_table(house(), "differenzler-offen")
        table.write(1, differenzler([20, 40, 30, 50], [25, 52, 40]))
        table.confirm(1, seat=1)
        for seat in range(4):
            sign_off(actor=table.phones[seat], game_id=table.game.pk)
        slip = differenzler([20, 40, 30, 50], [26, 51, 40])
        table.correct(1, slip, reason_code="miscounted")
        for seat in (1, 2):
            assert table.confirm(1, seat=seat, version=2).state == "rival"
        assert table.confirm(1, seat=3, version=2).state == "confirmed"
