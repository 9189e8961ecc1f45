"""What opens sealed numbers: another side that agrees, the one phone handed over, paper typed by
the desk. Nothing else does, and nobody but the seat touches a number that lies sealed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from jassclub.clubs.actors import device_actor
from jassclub.clubs.models import Device
from jassclub.core.errors import Conflict, Invalid, NotAllowed
from scoring.claims.agreement import (
    confirm_by_time,
    confirm_hand,
    resolve_hand,
    take_back_hand,
)
from scoring.claims.entries import correct_hand, record_hand
from scoring.claims.models import Confirmation, HandEntry, Prediction
from scoring.claims.predictions import predict
from scoring.claims.selectors import predictions_of, state_of
from scoring.claims.verification import verify_game
from scoring.tables.games import abandon_game, close_game, reseat_game
from tests.scoring.attacks import caller_of, doubt, move, say, shown, sign
from tests.scoring.table import TableOf, house, open_table

pytestmark = pytest.mark.django_db

ON_PHONES = {"differenzler.sealed_entry": {"value": "phone", "house": "wir tippen verdeckt"}}
SAID = (71, 72, 73, 74)
MADE = {"trump": "RO", "points": [25, 52, 40, 40]}
SEALED = [None] * 4
PAPER_OF_ONE = {**MADE, "predictions": [None, None, None, 41]}


def table_of(*, sealing: tuple[int, ...] = (0, 1, 2, 3), phones: int = 4) -> TableOf:
    """Hidden predictions; the seats in `sealing` have typed theirs, the others wrote slips."""
    table = open_table(house(), "differenzler-verdeckt", house_rules=ON_PHONES)
    spare = [str(phone.device_id) for phone in table.phones[phones:]]
    Device.objects.filter(pk__in=spare).update(seat=None)
    for seat in sealing:
        say(table, seat, SAID[seat])
    return table


@pytest.fixture
def sealed() -> TableOf:
    """Four phones, four sealed numbers."""
    return table_of()


@pytest.fixture
def mixed() -> TableOf:
    """Two seal on their phones, two write slips of paper."""
    return table_of(sealing=(0, 1), phones=2)


@pytest.fixture
def single() -> TableOf:
    """One phone that went round."""
    table = table_of(sealing=(), phones=1)
    for seat in range(4):
        move(table, 0, seat)
        say(table, seat, SAID[seat], phone=0)
    move(table, 0, 0)
    return table


def second_phone(table: TableOf, chair: int) -> None:
    """Another phone on the link of the table sits down where somebody sits; it is phone 4."""
    link = Device.objects.get(pk=str(table.phones[0].device_id)).link
    second = Device.objects.create(
        club_id=link.club_id, link=link, seat=chair, token_hash="zweites Telefon"
    )
    table.phones.append(device_actor(second))


class TestNobodyButTheSeat:
    @pytest.mark.parametrize("role", ["scribe", "referee", "director", "admin"])
    @pytest.mark.parametrize("value", [72, 0])
    def test_no_office_says_a_number_for_a_seat_that_seals(self, sealed, role, value):
        """Neither over a number nor where none lies yet; the seat stays free to seal."""
        office = sealed.house.official(role)
        for number in (1, 2):
            with pytest.raises(NotAllowed, match=r"own_seat_only|not_at_this_table"):
                predict(actor=office, game_id=sealed.game.pk, number=number, seat=1, value=value)
        say(sealed, 1, 40)
        assert Prediction.objects.get(seat=1, current=True).value == 40

    def test_the_same_number_again_leaves_behind_what_another_would(self, sealed):
        """An ETag that stays the same would tell who holds the phone that he guessed right."""
        sealed.game.refresh_from_db()
        caller, before, places = caller_of(sealed, 0), sealed.game.ledger_seq, []
        for value in (SAID[0], 33):
            body = {"number": 1, "seat": 0, "value": value}
            assert caller.post(f"games/{sealed.game.pk}/predictions", body).status_code == 201
            sealed.game.refresh_from_db()
            places.append(sealed.game.ledger_seq)
        assert places == [before + 1, before + 2]

    def test_a_phone_that_was_handed_on_does_not_touch_what_was_sealed_on_it(self, single):
        move(single, 0, 1)
        with pytest.raises(NotAllowed, match="handed_on"):
            say(single, 1, 0, phone=0)

    def test_a_phone_seals_for_nobody_who_has_a_phone_of_his_own(self):
        table = table_of(sealing=(0,))
        move(table, 0, 1)
        with pytest.raises(NotAllowed, match="own_seat_only"):
            say(table, 1, 0, phone=0)
        say(table, 1, SAID[1])

    def test_a_player_put_in_another_ones_chair_touches_nothing(self, sealed):
        """Whoever directs may seat the table anew, and sits there with his own account then."""
        director, spy = sealed.house.official("director"), sealed.house.official("member")
        chair = sealed.house.people[4]
        chair.user_id = spy.user_id
        chair.save()
        players = [person.pk for person in sealed.house.people[:4]]
        players[1] = chair.pk
        reseat_game(
            actor=director, game_id=sealed.game.pk, player_ids=players, reason="Platz getauscht"
        )
        with pytest.raises(NotAllowed, match="sealed_by_another"):
            predict(actor=spy, game_id=sealed.game.pk, number=1, seat=1, value=0)
        sealed.write(1, MADE)
        confirm_hand(actor=spy, hand_id=sealed.hand(1).pk, version=1)
        assert shown(sealed) == SEALED

    def test_the_owner_repairs_until_it_is_opened_and_all_see_when(self, sealed):
        """A bogus hand must not bind anybody; a number changed after the points is marked."""
        sealed.write(1, MADE)
        say(sealed, 2, 40)
        late = [item["late"] for item in predictions_of(sealed.hand(1), seats=4)]
        assert late == [False, False, True, False]
        sealed.confirm(1, seat=1)
        assert sealed.current(1).slip["predictions"] == [71, 72, 40, 74]
        with pytest.raises(Conflict, match="already_written"):
            say(sealed, 2, 73)


class TestWhatOpens:
    def test_points_alone_open_nothing_and_count_for_nothing(self, sealed):
        written = sealed.write(1, MADE)
        assert written.entry.slip["predictions"] == SEALED == shown(sealed)
        assert written.entry.slip["sealed"] == [True] * 4
        state = state_of(sealed.game)
        assert state.totals == (0, 0, 0, 0)
        assert state.sheet.rows[0].score.sealed
        assert [line.made for line in state.sheet.rows[0].score.lines] == MADE["points"]

    def test_another_side_that_agrees_opens_all_and_the_differences_follow(self, sealed):
        sealed.write(1, MADE)
        entry = sealed.confirm(1, seat=2)
        assert (entry.version, entry.state, entry.reason_code) == (2, "confirmed", "opened")
        assert entry.slip["predictions"] == list(SAID) == shown(sealed)
        assert "sealed" not in entry.slip
        assert state_of(sealed.game).totals == (46, 20, 33, 34)
        given = entry.confirmations.get()
        assert (given.how, given.seat) == ("other_side", 2)
        assert sealed.states(1) == ["superseded", "confirmed"]
        sealed.game.refresh_from_db()
        assert verify_game(sealed.game) == []

    def test_the_same_points_from_another_phone_open_too(self, sealed):
        sealed.write(1, MADE)
        written = sealed.write(1, MADE, seat=3)
        assert (written.outcome, written.current.slip["predictions"]) == ("merged", list(SAID))
        assert written.current.confirmations.get().how == "agreement"

    def test_agreeing_again_changes_nothing(self, sealed):
        sealed.write(1, MADE)
        first, again = (sealed.confirm(1, seat=2, version=1) for _twice in range(2))
        assert (first.pk, Confirmation.objects.count()) == (again.pk, 2)

    def test_a_late_echo_of_the_points_is_answered_as_before(self, sealed):
        sealed.write(1, MADE, client_id="echo")
        sealed.confirm(1, seat=2)
        again = sealed.write(1, MADE, client_id="echo")
        assert (again.outcome, again.current.version) == ("replayed", 2)

    def test_who_wrote_does_not_open_with_a_second_phone(self, sealed):
        """A phone that exposes no number of its own agrees to nothing that lies sealed."""
        sealed.write(1, MADE)
        second_phone(sealed, 2)
        assert sealed.confirm(1, seat=4).state == "provisional"
        assert shown(sealed) == SEALED

    @pytest.mark.parametrize("chair", [0, 2])
    def test_nobody_opens_what_his_second_phone_wrote_from_a_taken_chair(self, sealed, chair):
        """The phone that wrote exposes no number; one who does agrees, and that is one person."""
        second_phone(sealed, chair)
        sealed.write(1, MADE, seat=4)
        assert sealed.confirm(1, seat=1).state == "provisional"
        assert sealed.confirm(1, seat=1).state == "provisional"
        assert shown(sealed) == SEALED
        assert sealed.confirm(1, seat=3).slip["predictions"] == list(SAID)

    def test_nobody_opens_what_his_second_phone_wrote_at_a_paper_seat(self, mixed):
        move(mixed, 3, 3)
        mixed.write(1, {**MADE, "predictions": [None, None, 30, 41]}, seat=3)
        mixed.confirm(1, seat=0)
        assert shown(mixed) == SEALED
        mixed.confirm(1, seat=1)
        assert shown(mixed) == [71, 72, None, None]

    @pytest.mark.parametrize(("writes", "agrees"), [(0, 4), (4, 0)])
    def test_a_number_sealed_for_an_empty_chair_opens_nothing(self, mixed, writes, agrees):
        """A phone that nobody has seen count before is not one more person at the table."""
        self.first_hand(mixed)
        mixed.write(2, PAPER_OF_ONE, seat=writes)
        assert mixed.confirm(2, seat=agrees).state == "provisional"
        assert shown(mixed, 2) == SEALED
        assert mixed.confirm(2, seat=1).slip["predictions"] == [71, 72, 9, 41]

    def test_a_phone_that_came_later_opens_once_a_number_of_its_own_was_opened(self, mixed):
        self.first_hand(mixed)
        mixed.write(2, PAPER_OF_ONE)
        mixed.confirm(2, seat=1)
        for seat, phone in ((0, 0), (1, 1), (2, 4)):
            say(mixed, seat, SAID[seat], number=3, phone=phone)
        mixed.write(3, PAPER_OF_ONE)
        assert mixed.confirm(3, seat=4).slip["predictions"] == [71, 72, 73, 41]

    def first_hand(self, table: TableOf) -> None:
        """Two have sealed and opened a hand; in the next a phone seals for an empty chair, too."""
        table.write(1, {**MADE, "predictions": [None, None, 30, 41]})
        table.confirm(1, seat=1)
        second_phone(table, 2)
        for seat, value, phone in ((0, 71, 0), (1, 72, 1), (2, 9, 4)):
            say(table, seat, value, number=2, phone=phone)

    def test_who_wrote_opens_nothing_from_another_chair(self, sealed):
        sealed.write(1, MADE)
        move(sealed, 0, 2)
        with pytest.raises(NotAllowed, match="own_entry"):
            sealed.confirm(1, seat=0)
        assert sealed.write(1, MADE, seat=0).outcome == "merged"
        assert shown(sealed) == SEALED

    def test_the_phone_of_the_table_is_not_handed_over_where_others_have_sealed(self, sealed):
        sealed.write(1, MADE)
        Device.objects.exclude(pk=sealed.phones[0].device_id).update(seat=None)
        with pytest.raises(NotAllowed, match="no_handover"):
            sealed.confirm(1, seat=0, handover_seat=1)
        assert shown(sealed) == SEALED

    def test_handing_over_the_one_phone_opens_and_is_recorded_as_such(self, single):
        single.write(1, MADE)
        entry = single.confirm(1, seat=0, handover_seat=2)
        assert entry.slip["predictions"] == list(SAID)
        assert (entry.confirmations.get().how, entry.confirmations.get().seat) == ("handover", 2)

    def test_silence_time_and_the_end_of_the_game_open_nothing(self, sealed):
        for number in (1, 2):
            for seat in range(4):
                say(sealed, seat, SAID[seat], number=number)
            sealed.write(number, MADE)
        later = timezone.now() + timedelta(days=30)
        assert sealed.states(1) == ["provisional"]
        assert confirm_by_time(game_id=sealed.game.pk, before=later) == 0
        for end in (
            lambda: sign(sealed, 0),
            lambda: close_game(actor=sealed.house.official("admin"), game_id=sealed.game.pk),
        ):
            with pytest.raises(Invalid) as refused:
                end()
            assert [item.pointer for item in refused.value.details] == ["/hands/1", "/hands/2"]
        abandon_game(
            actor=sealed.house.official("director"), game_id=sealed.game.pk, reason="zu spät"
        )
        assert shown(sealed) == SEALED
        assert not HandEntry.objects.filter(state="confirmed").exists()

    def test_a_referee_decides_about_the_points_and_opens_nothing(self, sealed):
        admin = sealed.house.official("admin")
        record_hand(actor=admin, game_id=sealed.game.pk, number=1, slip=MADE)
        resolve_hand(actor=admin, hand_id=sealed.hand(1).pk, version=1, reason="gesehen")
        assert sealed.states(1) == ["provisional"]
        correct_hand(
            actor=admin,
            hand_id=sealed.hand(1).pk,
            base_version=1,
            slip={**MADE, "points": [26, 51, 40, 40]},
        )
        assert shown(sealed) == SEALED
        sealed.confirm(1, seat=3)
        assert sealed.current(1).slip["points"] == [26, 51, 40, 40]
        assert shown(sealed) == list(SAID)

    def test_paper_that_the_desk_types_opens_and_is_recorded_as_such(self, sealed):
        desk = sealed.house.official("scribe")
        written = record_hand(
            actor=desk, game_id=sealed.game.pk, number=1, slip=MADE, source="paper"
        )
        assert written.outcome == "stored"
        assert written.entry.slip["predictions"] == list(SAID)
        assert written.entry.confirmations.get().how == "paper"

    def test_a_doubt_keeps_them_sealed_until_who_doubts_agrees(self, sealed):
        sealed.write(1, MADE)
        doubt(sealed, 1, seat=1)
        assert sealed.confirm(1, seat=2).state == "contested"
        assert shown(sealed) == SEALED
        assert sealed.confirm(1, seat=1).slip["predictions"] == list(SAID)

    def test_two_versions_stay_sealed_until_it_is_clear_which_counts(self, sealed):
        sealed.write(1, MADE)
        sealed.write(1, {**MADE, "points": [26, 51, 40, 40]}, seat=1)
        sealed.confirm(1, seat=2, version=1)
        assert shown(sealed) == SEALED
        sealed.confirm(1, seat=1, version=1)
        assert sealed.states(1) == ["superseded", "rejected", "confirmed"]
        assert shown(sealed) == list(SAID)

    def test_a_hand_taken_back_leaves_the_numbers_sealed(self, sealed):
        sealed.write(1, MADE)
        take_back_hand(actor=sealed.phones[0], hand_id=sealed.hand(1).pk, version=1)
        say(sealed, 1, 50)
        assert shown(sealed) == SEALED
        sealed.write(1, MADE, seat=3)
        assert sealed.confirm(1, seat=0).slip["predictions"] == [71, 50, 73, 74]

    def test_no_batch_of_one_phone_opens_anything(self, sealed):
        game = str(sealed.game.pk)
        bodies = [
            ("record_hand", {"number": 1, "slip": MADE}),
            ("confirm_hand", {"version": 1}),
            ("confirm_hand", {"version": 1, "handover_seat": 1}),
            ("correct_hand", {"base_version": 1, "slip": {**MADE, "points": [26, 51, 40, 40]}}),
            ("contest_hand", {"version": 2, "reason_code": "miscounted"}),
            ("confirm_hand", {"version": 2}),
            ("record_hand", {"number": 1, "slip": MADE, "source": "paper"}),
        ]
        items = [
            {"client_id": str(at), "op": op, "game": game, "number": 1, "body": body}
            for at, (op, body) in enumerate(bodies)
        ]
        for item in items:
            item.pop("number") if item["op"] == "record_hand" else None
        answer = caller_of(sealed, 0).post("batch", {"items": items})
        assert [row["status"] for row in answer.json()["results"]][:2] == [201, 403]
        assert shown(sealed) == SEALED
        assert "[71" not in answer.content.decode()


class TestNumbersFromSlipsOfPaper:
    def test_the_hand_brings_the_numbers_of_those_who_have_sealed_none(self, mixed):
        written = mixed.write(1, {**MADE, "predictions": [None, None, 30, 41]})
        assert written.entry.slip["predictions"] == [None, None, 30, 41]
        assert written.entry.slip["sealed"] == [True, True, False, False]
        opened = mixed.confirm(1, seat=1)
        assert opened.slip["predictions"] == [71, 72, 30, 41]

    def test_a_number_that_nobody_told_is_named_by_its_seat(self, mixed):
        with pytest.raises(Invalid) as refused:
            mixed.write(1, {**MADE, "predictions": [None, None, 30, None]})
        assert [item.pointer for item in refused.value.details] == ["/slip/predictions/3"]

    def test_nobody_says_sealed_who_has_sealed_nothing(self, mixed):
        """Else a hand would be written without numbers, and nobody could be held to one."""
        for number in (1, 2):
            with pytest.raises(Invalid) as refused:
                mixed.write(number, {**MADE, "predictions": SEALED, "sealed": [True] * 4})
            assert {item.code for item in refused.value.details} == {"prediction_missing"}

    def test_of_two_who_seal_one_writes_and_the_other_opens(self, mixed):
        """A phone that sits down at a paper seat exposes nothing, and opens nothing."""
        mixed.write(1, {**MADE, "predictions": [None, None, 30, 41]})
        mixed.confirm(1, seat=2)
        assert shown(mixed) == SEALED
        mixed.confirm(1, seat=1)
        assert shown(mixed) == [71, 72, None, None]

    def test_a_misread_slip_is_corrected_after_the_opening_and_a_sealed_number_is_not(self, mixed):
        mixed.write(1, {**MADE, "predictions": [None, None, 30, 41]})
        mixed.confirm(1, seat=1)
        mixed.correct(1, {**MADE, "predictions": [None, None, 30, 14]})
        assert mixed.current(1).slip["predictions"] == [71, 72, 30, 14]
        with pytest.raises(Invalid):
            mixed.correct(1, {**MADE, "predictions": [71, 27, 30, 14]})

    def test_who_seals_after_a_slip_was_typed_for_him_is_bound_by_what_he_sealed(self, mixed):
        mixed.write(1, {**MADE, "predictions": [None, None, 30, 41]})
        say(mixed, 2, 55)
        assert mixed.confirm(1, seat=1).slip["predictions"] == [71, 72, 55, 41]
