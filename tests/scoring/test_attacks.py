"""What a player with a phone and bad intentions tries, and what the service answers."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from jassclub.clubs.models import Device, Player, User
from jassclub.clubs.tokens import digest
from jassclub.errors import Conflict, Invalid, NotAllowed, NotFound
from scoring import services
from scoring.api.presenters import entry_out
from scoring.models import Confirmation, Contest, Game, HandEntry, Prediction, SignOff
from scoring.selectors import predictions_of, state_of
from tests.cast import Caller
from tests.scoring.table import TableOf, differenzler, house, open_table, phones, schieber

pytestmark = pytest.mark.django_db

ON_PHONES = {"differenzler.sealed_entry": {"value": "phone", "house": "wir tippen verdeckt"}}
SAID = (71, 72, 73, 74)
DOUBT = {"version": 1, "reason_code": "miscounted"}
MADE = {"trump": "RO", "points": [25, 52, 40, None]}


@pytest.fixture
def table() -> TableOf:
    """A Schieber to 1000 points, phones at all four seats."""
    return open_table(house(), "schieber-1000")


@pytest.fixture
def singles() -> TableOf:
    """Everybody plays for himself, predictions are said aloud."""
    return open_table(house(), "differenzler-offen")


@pytest.fixture
def sealed() -> TableOf:
    """Hidden predictions, typed on phones; all four are made."""
    table = open_table(house(), "differenzler-verdeckt", house_rules=ON_PHONES)
    for seat in range(4):
        say(table, seat, SAID[seat])
    return table


def say(table: TableOf, seat: int, value: int, *, phone: int | None = None, number: int = 1):
    return services.predict(
        actor=table.phones[seat if phone is None else phone],
        game_id=table.game.pk,
        number=number,
        seat=seat,
        value=value,
    )


def move(table: TableOf, phone: int, seat: int) -> None:
    """The phone takes another seat."""
    table.phones[phone] = replace(table.phones[phone], seat=seat)


def doubt(table: TableOf, number: int, *, seat: int, version: int | None = None):
    return services.contest_hand(
        actor=table.phones[seat],
        hand_id=table.hand(number).pk,
        version=version or table.current(number).version,
        reason_code="miscounted",
    )


def sign(table: TableOf, phone: int, seat: int | None = None) -> str:
    return services.sign_off(actor=table.phones[phone], game_id=table.game.pk, seat=seat).state


def shown(table: TableOf) -> list[object]:
    return [item["value"] for item in predictions_of(table.hand(1), seats=4)]


# --- sealed predictions -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "guess", [[71, 72, 73, 74], [71, 0, 0, 0], [0, 0, 0, 74], [None, 1, None, None], "x"]
)
def test_guessing_sealed_numbers_tells_nothing_about_them(sealed, guess):
    """The same refusal for a right and a wrong guess, else 158 tries read any number."""
    with pytest.raises(Invalid) as refused:
        sealed.write(1, {"trump": "RO", "predictions": guess, "points": [0, 0, 0, 0]})
    found = [(item.pointer, item.code) for item in refused.value.details]
    assert ("/slip/predictions", "predictions_sealed") in found
    assert not [pointer for pointer, _code in found if pointer.startswith("/slip/predictions/")]


@pytest.mark.parametrize("state", ["annulled", "misdealt"])
def test_a_hand_without_points_reveals_nothing(sealed, state):
    sealed.write(1, {"state": state})
    assert shown(sealed) == [None] * 4
    assert "predictions" not in sealed.current(1).slip


def test_points_that_follow_an_annulled_hand_reveal_what_was_sealed(sealed):
    sealed.write(1, {"state": "annulled"})
    sealed.correct(1, MADE)
    assert shown(sealed) == list(SAID) == sealed.current(1).slip["predictions"]


def test_a_rival_version_with_points_reveals_and_says_so(sealed):
    """Its slip shows the numbers, so the hand must not pretend that they are sealed."""
    sealed.write(1, {"state": "annulled"})
    rival = sealed.write(1, MADE, seat=1)
    assert rival.entry.slip["predictions"] == list(SAID) == shown(sealed)


def test_nobody_overwrites_the_sealed_number_of_another_by_taking_his_seat(sealed):
    move(sealed, 0, seat=1)
    with pytest.raises(NotAllowed, match="sealed_by_another"):
        say(sealed, 1, 0, phone=0)
    assert Prediction.objects.get(seat=1, current=True).value == 72


def test_one_phone_that_goes_round_seals_for_everybody():
    table = open_table(house(), "differenzler-verdeckt", house_rules=ON_PHONES)
    for seat in range(4):
        move(table, 0, seat)
        say(table, seat, SAID[seat], phone=0)
        say(table, seat, SAID[seat] + 1, phone=0)
    assert [item["made"] for item in predictions_of(table.hand(1), seats=4)] == [True] * 4


def test_a_revealed_number_is_bound_even_in_a_correction(sealed):
    sealed.write(1, MADE)
    with pytest.raises(Invalid) as refused:
        sealed.correct(1, {**MADE, "predictions": [25, 72, 73, 74]})
    assert [item.pointer for item in refused.value.details] == ["/slip/predictions/0"]
    sealed.correct(1, {"trump": "RO", "predictions": list(SAID), "points": [26, 51, 40, 40]})
    assert sealed.current(1).slip["points"] == [26, 51, 40, 40]


def test_a_number_misheard_at_an_open_table_is_corrected_like_any_other(singles):
    for seat, value in ((1, 40), (2, 30), (3, 50), (0, 20)):
        say(singles, seat, value)
    singles.write(1, MADE)
    singles.correct(1, {**MADE, "predictions": [20, 45, 30, 50]})
    assert state_of(singles.game).totals == (5, 7, 10, 10)
    singles.correct(1, {"trump": "RO", "points": [26, 51, 40, None]})
    assert singles.current(1).slip["predictions"] == [20, 45, 30, 50]


def test_a_repeated_prediction_is_written_once(singles):
    say(singles, 1, 40)
    say(singles, 2, 30)
    say(singles, 1, 40)
    assert Prediction.objects.count() == 2


# --- agreeing with oneself --------------------------------------------------------------------


def test_a_phone_that_changed_its_seat_does_not_confirm_its_entry(table):
    table.write(1, schieber(97), seat=0)
    move(table, 0, seat=1)
    with pytest.raises(NotAllowed, match="own_entry"):
        table.confirm(1, seat=0)
    assert table.write(1, schieber(97), seat=0).outcome == "merged"
    assert table.states(1) == ["provisional"]


def test_the_second_phone_of_a_side_does_not_become_the_other_side_by_moving(table):
    table.write(1, schieber(97), seat=0)
    table.write(2, schieber(60), seat=2)
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
    told = entry_out(table.current(1))
    assert (told["confirmed"]["how"], told["confirmed"]["seat"]) == ("other_side", 1)


# --- signing off ------------------------------------------------------------------------------


def test_one_phone_that_signs_for_all_is_recorded_as_handed_over(table):
    table.write(1, schieber(97))
    sign(table, 0)
    assert sign(table, 0, seat=1) == "closed"
    signed = SignOff.objects.order_by("seat").values_list("seat", "handed_over")
    assert list(signed) == [(0, False), (1, True)]


def test_signing_for_the_partner_is_signing_for_oneself(table):
    table.write(1, schieber(97))
    sign(table, 2, seat=0)
    (signed,) = SignOff.objects.all()
    assert (signed.seat, signed.handed_over) == (2, False)


def change_by_writing(table):
    table.write(2, schieber(0), seat=1)


def change_by_correcting(table):
    table.correct(1, schieber(0), seat=1)


def change_by_punishing(table):
    services.add_penalty(
        actor=table.house.official("referee"),
        game_id=table.game.pk,
        seat=0,
        points=20,
        reason="Karten gezeigt",
    )


@pytest.mark.parametrize(
    "change",
    [change_by_writing, change_by_correcting, change_by_punishing],
    ids=lambda c: c.__name__,
)
def test_a_signature_holds_for_the_sheet_that_was_signed_only(table, change):
    table.write(1, schieber(97))
    sign(table, 0)
    change(table)
    assert sign(table, 1) == "open"
    assert sign(table, 2) == "closed"


def test_a_game_tells_whose_signatures_stand(table):
    table.write(1, schieber(97))
    sign(table, 0)
    path = f"games/{table.game.pk}"
    signed = caller_of(table, 1).get(path).json()["sign_offs"]
    assert [(item["seat"], item["handed_over"]) for item in signed] == [(0, False)]
    table.correct(1, schieber(96), seat=1)
    assert caller_of(table, 1).get(path).json()["sign_offs"] == []


def test_agreeing_to_a_hand_leaves_the_signatures_as_they_are(table):
    table.write(1, schieber(97), seat=0)
    sign(table, 0)
    table.confirm(1, seat=1)
    assert sign(table, 1) == "closed"


# --- silence ----------------------------------------------------------------------------------


def test_correcting_a_later_hand_is_not_the_silence_of_the_others(table):
    for number in (1, 2):
        table.write(number, schieber(97))
    table.correct(1, schieber(157, matsch=0), reason_code="miscounted")
    table.correct(2, schieber(96))
    assert services.confirm_by_silence(game_id=table.game.pk) == 0


def test_a_misdeal_is_no_hand_that_was_completed(table):
    table.write(1, schieber(97))
    table.write(2, {"state": "misdealt"})
    assert services.confirm_by_silence(game_id=table.game.pk) == 0
    table.write(3, schieber(60))
    assert services.confirm_by_silence(game_id=table.game.pk) == 2


# --- client ids -------------------------------------------------------------------------------


def test_two_phones_that_count_their_messages_alike_lose_nothing(table):
    table.write(1, schieber(97), seat=0, client_id="1")
    other = table.write(1, schieber(87), seat=1, client_id="1")
    assert other.outcome == "contested"
    assert table.states(1) == ["provisional", "rival"]


def test_a_message_with_a_used_id_and_other_numbers_is_refused(table):
    table.write(1, schieber(97), client_id="1")
    with pytest.raises(Invalid) as refused:
        table.write(1, schieber(87), client_id="1")
    assert [item.pointer for item in refused.value.details] == ["/client_id"]


def test_a_repeated_correction_is_replayed_though_it_is_late_by_now(table):
    table.write(1, schieber(97))
    first = table.correct(1, schieber(87), client_id="k")
    table.write(2, schieber(60))
    again = table.correct(1, schieber(87), client_id="k", base_version=1)
    assert (again.outcome, again.entry) == ("replayed", first.entry)


# --- versions ---------------------------------------------------------------------------------


def test_the_same_numbers_merge_whatever_else_was_noted(table):
    table.write(1, schieber(97, by=0), seat=0)
    assert table.write(1, schieber(97, by=2), seat=1).outcome == "merged"
    assert table.states(1) == ["confirmed"]


def test_a_third_phone_with_the_rival_numbers_adds_no_version(table):
    table.write(1, schieber(97), seat=0)
    rival = table.write(1, schieber(87), seat=1).entry
    again = table.write(1, schieber(87), seat=3)
    assert (again.outcome, again.entry) == ("contested", rival)
    assert table.states(1) == ["provisional", "rival"]


def test_correcting_to_the_numbers_of_the_other_side_is_an_agreement(table):
    table.write(1, schieber(97), seat=0)
    rival = table.write(1, schieber(87), seat=1).entry
    written = table.correct(1, schieber(87), seat=0)
    assert (written.outcome, written.current) == ("merged", rival)
    assert table.states(1) == ["superseded", "confirmed"]
    assert Confirmation.objects.get().how == "agreement"


def test_both_sides_correcting_alike_have_agreed(table):
    table.write(1, schieber(97), seat=0)
    table.correct(1, schieber(87), seat=0)
    assert table.correct(1, schieber(87), seat=1, base_version=1).outcome == "merged"
    assert table.states(1) == ["superseded", "confirmed"]


def test_a_correction_of_a_version_that_never_was_is_refused(table):
    table.write(1, schieber(97))
    with pytest.raises(NotFound, match="version_not_found"):
        table.correct(1, schieber(87), base_version=7)


def test_all_that_is_wrong_with_a_correction_is_told_at_once(table):
    table.write(1, schieber(97))
    table.write(2, schieber(60))
    with pytest.raises(Invalid) as refused:
        table.correct(1, schieber(300))
    assert {item.pointer for item in refused.value.details} == {"/reason_code", "/slip/points/0"}


def test_a_paper_sheet_with_the_same_numbers_confirms_them(table):
    table.write(1, schieber(97))
    services.record_hand(
        actor=table.house.official("scribe"),
        game_id=table.game.pk,
        number=1,
        slip=schieber(97),
        source="paper",
    )
    assert Confirmation.objects.get().how == "paper"


# --- after the game ---------------------------------------------------------------------------


@pytest.fixture
def closed(table: TableOf) -> TableOf:
    """Two hands, closed by the desk."""
    for number in (1, 2):
        table.write(number, schieber(97))
    services.close_game(actor=table.house.official("director"), game_id=table.game.pk)
    return table


def test_what_the_desk_agreed_to_at_the_end_says_so(closed):
    assert {item.how for item in Confirmation.objects.all()} == {"closing"}


@pytest.mark.parametrize("role", ["scribe", "director", "admin"])
def test_an_office_does_not_let_a_player_change_his_closed_game(closed, role):
    official = closed.house.official(role)
    Player.objects.filter(pk=closed.house.people[2].pk).update(user_id=official.user_id)
    hand = closed.hand(1).pk
    with pytest.raises(Conflict, match="game_closed"):
        services.correct_hand(
            actor=official,
            hand_id=hand,
            base_version=1,
            slip=schieber(157, matsch=0),
            reason_code="miscounted",
        )
    with pytest.raises(Conflict, match="game_closed"):
        services.contest_hand(actor=official, hand_id=hand, version=1, reason_code="miscounted")


def test_a_late_correction_of_the_desk_may_be_doubted_by_the_table(closed):
    services.correct_hand(
        actor=closed.house.official("scribe"),
        hand_id=closed.hand(1).pk,
        base_version=1,
        slip=schieber(96),
        reason_code="miscounted",
    )
    assert doubt(closed, 1, seat=1).state == "contested"
    with pytest.raises(Conflict, match="game_closed"):
        doubt(closed, 2, seat=1)


def test_a_penalty_belongs_to_a_hand_or_says_so(table):
    judge = table.house.official("referee")
    fine = {"actor": judge, "game_id": table.game.pk, "seat": 0, "points": 5, "reason": "x"}
    assert services.add_penalty(**fine, number=7).hand.number == 7
    for number in (0, -1, 401):
        with pytest.raises(Invalid):
            services.add_penalty(**fine, number=number)
    assert services.add_penalty(**fine).hand is None


# --- other clubs, other tables ----------------------------------------------------------------


def test_what_is_elsewhere_looks_like_what_is_nowhere(table):
    """Same status, same code: nobody learns that a hand or a penalty exists."""
    table.write(1, schieber(97))
    judge = table.house.official("referee")
    fine = services.add_penalty(
        actor=judge, game_id=table.game.pk, seat=0, points=5, reason="Karten gezeigt"
    )
    stranger = open_table(house("Jassklub Rosenau"), "schieber-1000").phones[0]
    hand, nowhere = table.hand(1).pk, uuid4()
    for call in (
        lambda ident: services.confirm_hand(actor=stranger, hand_id=ident, version=1),
        lambda ident: services.correct_hand(
            actor=stranger, hand_id=ident, base_version=1, slip=schieber(1)
        ),
    ):
        codes = {_refused(call, ident) for ident in (hand, nowhere)}
        assert codes == {"game_not_found"}
    codes = {
        _refused(
            lambda ident: services.cancel_penalty(actor=stranger, penalty_id=ident, reason="x"),
            ident,
        )
        for ident in (fine.pk, nowhere)
    }
    assert codes == {"game_not_found"}


def _refused(call, ident) -> str:
    with pytest.raises(NotFound) as refused:
        call(ident)
    return refused.value.code


def test_a_renamed_player_is_renamed_in_a_page_that_was_seen_before(table):
    official = table.house.official("member")
    caller = Caller(user=User.objects.get(pk=official.user_id))
    path = f"games/{table.game.pk}"
    etag = caller.get(path)["ETag"]
    assert caller.get(path, etag=etag).status_code == 304
    Player.objects.filter(pk=table.house.people[0].pk).update(name="Anna Aregger")
    again = caller.get(path, etag=etag)
    assert again.status_code == 200
    assert again.json()["seats"][0]["name"] == "Anna Aregger"


# --- a whole evening at once ------------------------------------------------------------------


def caller_of(table: TableOf, seat: int) -> Caller:
    """The phone at a seat over HTTP."""
    token = f"jcd_phone-{seat}"
    Device.objects.filter(pk=str(table.phones[seat].device_id)).update(token_hash=digest(token))
    return Caller(token=token)


def test_an_offline_phone_corrects_and_hands_over_hands_whose_id_it_never_saw(table):
    game = str(table.game.pk)
    item = {"client_id": "a", "op": "record_hand", "game": game}
    answer = caller_of(table, 0).post(
        "batch",
        {
            "items": [
                {**item, "body": {"number": 1, "slip": schieber(97)}},
                {
                    "client_id": "b",
                    "op": "correct_hand",
                    "game": game,
                    "number": 1,
                    "body": {"base_version": 1, "slip": schieber(87)},
                },
                {
                    "client_id": "c",
                    "op": "confirm_hand",
                    "game": game,
                    "number": 1,
                    "body": {"version": 2, "handover_seat": 1},
                },
                {"client_id": "d", "op": "confirm_hand", "game": game, "body": {"version": 2}},
                {**item, "op": "contest_hand", "number": 9, "body": DOUBT},
            ]
        },
    )
    assert [row["status"] for row in answer.json()["results"]] == [201, 201, 201, 400, 404]
    assert table.states(1) == ["superseded", "confirmed"]


def test_items_that_are_refused_leave_nothing_half_done(table):
    game = str(table.game.pk)
    bad = {"number": 2, "slip": schieber(300)}
    answer = caller_of(table, 0).post(
        "batch",
        {
            "items": [
                {"client_id": "a", "op": "record_hand", "game": game, "body": bad},
                {
                    "client_id": "b",
                    "op": "record_hand",
                    "game": game,
                    "body": {"number": 1, "slip": schieber(97)},
                },
            ]
        },
    )
    assert [row["status"] for row in answer.json()["results"]] == [422, 201]
    assert list(Game.objects.get().hands.values_list("number", flat=True)) == [1]


def test_a_batch_of_guesses_reads_no_sealed_number(sealed):
    items = [
        {
            "client_id": str(guess),
            "op": "record_hand",
            "game": str(sealed.game.pk),
            "body": {
                "number": 1,
                "slip": {"trump": "RO", "predictions": [guess] * 4, "points": [1, 1, 1, 1]},
            },
        }
        for guess in range(70, 76)
    ]
    answer = caller_of(sealed, 0).post("batch", {"items": items})
    told = {str(row["body"]["errors"]) for row in answer.json()["results"]}
    assert len(told) == 1


def test_time_confirms_no_version_that_was_doubted_or_has_a_rival(table):
    table.write(1, schieber(97), seat=0)
    table.write(1, schieber(87), seat=1)
    table.write(2, schieber(60), seat=0)
    doubt(table, 2, seat=1)
    later = timezone.now() + timedelta(days=1)
    assert services.confirm_by_time(game_id=table.game.pk, before=later) == 0
    assert not HandEntry.objects.filter(state="confirmed").exists()


def test_a_phone_that_left_its_seat_neither_writes_nor_signs(table):
    (phone,) = phones(table.house, table.game, 1)
    with pytest.raises(Conflict, match="take_a_seat"):
        services.sign_off(actor=replace(phone, seat=None), game_id=table.game.pk, seat=1)


def test_a_phone_at_a_seat_that_this_table_does_not_have_speaks_for_nobody(table):
    move(table, 0, seat=6)
    for call in (lambda: table.write(1, schieber(97), seat=0), lambda: sign(table, 0)):
        with pytest.raises(Conflict, match="take_a_seat"):
            call()
