"""A hidden Differenzler on a slate: numbers that nobody sees before the points."""

from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from jassclub.clubs.actors import person_actor
from jassclub.clubs.models import Device, Season
from jassclub.core.errors import NotAllowed
from scoring.claims.agreement import confirm_hand
from scoring.claims.models import HandEntry
from scoring.claims.predictions import predict
from scoring.claims.selectors import state_of
from scoring.claims.verification import verify_game
from tests.jassclub.home.loose_slate import FOUR, slate, text
from tests.scoring.table import House, phones

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_was_here():
    cache.clear()


SAID, MADE = (71, 72, 73, 74), (25, 52, 40, 40)


def hidden_hand(phone):
    """A hidden Differenzler whose first numbers went round on the one phone."""
    game = slate(phone, *FOUR, profile="differenzler-verdeckt")
    for seat, value in enumerate(SAID):
        page = text(phone.get(f"/games/{game.pk}/hands/1/predict/"))
        assert f"Ich bin {FOUR[seat]}" in page
        form = {"seat": seat, "value": value, "key": uuid4().hex}
        answer = phone.post(f"/games/{game.pk}/hands/1/predict/", form)
        assert answer.status_code == 302, text(answer)
    return game


class TestSealing:
    def test_one_phone_goes_round_and_writing_the_points_opens_all_numbers(self):
        phone = Client()
        game = hidden_hand(phone)
        before = "".join(
            text(phone.get(f"/games/{game.pk}/{page}")) for page in ("", "hands/1/predict/")
        )
        assert not [value for value in SAID if f">{value}<" in before]
        assert "alle versiegelt" in before
        form = {"contract": "RO", "key": uuid4().hex}
        form |= {f"made_{seat}": str(made) for seat, made in enumerate(MADE)}
        told = phone.post(f"/games/{game.pk}/hands/1/preview/", form).json()
        assert told == {"ready": True, "said": "", "points": "25 : 52 : 40 : 40"}
        answer = phone.post(f"/games/{game.pk}/hands/1/write/", form)
        assert answer["Location"] == f"/games/{game.pk}/hands/1/predict/"
        opened = text(phone.get(answer["Location"]))
        assert [value for value in SAID if f"<td>{value}</td>" in opened] == list(SAID)
        assert state_of(game).totals == (46, 20, 33, 34)
        game.refresh_from_db()
        assert verify_game(game) == []

    def test_what_lies_open_cannot_be_said_anew_once_the_points_were_taken_back(self):
        phone = Client()
        game = hidden_hand(phone)
        form = {f"made_{seat}": str(made) for seat, made in enumerate(MADE)}
        phone.post(f"/games/{game.pk}/hands/1/write/", {**form, "key": uuid4().hex})
        phone.post(f"/games/{game.pk}/hands/1/versions/1/take-back/", {"key": uuid4().hex})
        again = {"seat": 3, "value": 40, "key": uuid4().hex}
        answer = phone.post(f"/games/{game.pk}/hands/1/predict/", again)
        assert answer.status_code == 409
        phone.post(f"/games/{game.pk}/hands/1/write/", {**form, "made_0": "26", "made_1": "51"})
        assert state_of(game).totals == (45, 21, 33, 34)

    def test_slips_of_paper_and_a_phone_of_ones_own_are_mixed_in(self):
        phone = Client()
        game = slate(phone, *FOUR, profile="differenzler-verdeckt")
        season = Season(starts=timezone.localdate(), ends=timezone.localdate())
        own = phones(House(game.club, season), game, 4)[2]
        Device.objects.exclude(pk=str(own.device_id)).update(seat=None)
        keeper = person_actor(game.club.memberships.get().user_id)
        predict(actor=own, game_id=game.pk, number=1, seat=2, value=73)
        with pytest.raises(NotAllowed):
            predict(actor=keeper, game_id=game.pk, number=1, seat=2, value=50)
        predict(actor=keeper, game_id=game.pk, number=1, seat=0, value=71)
        form = {f"made_{seat}": str(made) for seat, made in enumerate(MADE)}
        form |= {"said_1": "72", "said_3": "74", "key": uuid4().hex}
        assert phone.post(f"/games/{game.pk}/hands/1/write/", form).status_code == 302
        entry = HandEntry.objects.get(hand__game=game)
        assert entry.slip["sealed"] == [True, False, True, False]
        confirm_hand(actor=own, hand_id=entry.hand_id, version=1)
        assert state_of(game).totals == (46, 20, 33, 34)
