"""Nobody reads a sealed number, or changes one that binds."""

import pytest

from jassclub.clubs.models import Device
from jassclub.core.errors import Invalid, NotAllowed
from scoring.claims.models import Prediction
from scoring.claims.selectors import predictions_of, state_of
from tests.scoring.attacks import caller_of, move, say, shown
from tests.scoring.table import TableOf, house, open_table

pytestmark = pytest.mark.django_db

ON_PHONES = {"differenzler.sealed_entry": {"value": "phone", "house": "wir tippen verdeckt"}}
SAID = (71, 72, 73, 74)
MADE = {"trump": "RO", "points": [25, 52, 40, None]}


@pytest.fixture
def singles() -> TableOf:
    """Everybody plays for himself, predictions are said aloud."""
    return open_table(house(), "differenzler-offen")


def one_phone() -> TableOf:
    """The same at a table with a single phone that went round before the hand."""
    table = open_table(house(), "differenzler-verdeckt", house_rules=ON_PHONES)
    Device.objects.exclude(pk=str(table.phones[0].device_id)).update(seat=None)
    for seat in range(4):
        move(table, 0, seat)
        say(table, seat, SAID[seat] + 1, phone=0)
        say(table, seat, SAID[seat], phone=0)
    return table


@pytest.fixture
def sealed() -> TableOf:
    """Hidden predictions, typed on phones; all four are made."""
    table = open_table(house(), "differenzler-verdeckt", house_rules=ON_PHONES)
    for seat in range(4):
        say(table, seat, SAID[seat])
    return table


@pytest.mark.parametrize(
    "guess", [[71, 72, 73, 74], [71, 0, 0, 0], [0, 0, 0, 74], [None, 1, None, None]]
)
def test_guessing_sealed_numbers_tells_nothing_about_them(sealed, guess):
    """The same refusal for a right and a wrong guess, else 158 tries read any number."""
    with pytest.raises(Invalid) as refused:
        sealed.write(1, {"trump": "RO", "predictions": guess, "points": [25, 52, 40, None]})
    found = [(item.pointer, item.code) for item in refused.value.details]
    named = [seat for seat, number in enumerate(guess) if number is not None]
    assert found == [(f"/slip/predictions/{seat}", "predictions_sealed") for seat in named]


@pytest.mark.parametrize("state", ["annulled", "misdealt"])
def test_a_hand_without_points_reveals_nothing(sealed, state):
    sealed.write(1, {"state": state})
    assert shown(sealed) == [None] * 4
    assert "predictions" not in sealed.current(1).slip


def test_points_that_follow_an_annulled_hand_wait_for_another_side_like_any(sealed):
    sealed.write(1, {"state": "annulled"})
    sealed.correct(1, MADE)
    assert shown(sealed) == [None] * 4
    sealed.confirm(1, seat=1)
    assert shown(sealed) == list(SAID) == sealed.current(1).slip["predictions"]


def test_a_rival_version_with_points_opens_nothing(sealed):
    sealed.write(1, {"state": "annulled"})
    rival = sealed.write(1, MADE, seat=1)
    assert rival.outcome == "contested"
    assert rival.entry.slip["predictions"] == shown(sealed) == [None] * 4


def test_nobody_overwrites_the_sealed_number_of_another_by_taking_his_seat(sealed):
    move(sealed, 0, seat=1)
    with pytest.raises(NotAllowed, match="sealed_by_another"):
        say(sealed, 1, 0, phone=0)
    assert Prediction.objects.get(seat=1, current=True).value == 72


def test_one_phone_that_goes_round_seals_for_everybody():
    table = one_phone()
    assert [item["made"] for item in predictions_of(table.hand(1), seats=4)] == [True] * 4


def test_an_opened_number_is_bound_even_in_a_correction(sealed):
    sealed.write(1, MADE)
    sealed.confirm(1, seat=1)
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
