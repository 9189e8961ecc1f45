"""Each command at a table does what it says, and is answered as the document says."""

from typing import Any

import pytest
from django.utils import timezone

from jassclub.clubs.models import Role, User
from tests.cast import Caller
from tests.contract.walking import phone_at, told
from tests.scoring.table import differenzler, house, schieber

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unthrottled")]
GAME, DISPUTE = "games/{game_id}", "disputes/{dispute_id}"
TALKED = {"article": "fragen", "facts": {"act": "answer", "offender": 1}, "told": "Er hat geredet."}


class Evening:
    """A game with two phones at the table, and a referee and a director who sit elsewhere."""

    def __init__(self, profile: str, slip: dict[str, Any]) -> None:
        self.own, self.profile, self.slip = house(), profile, slip
        self.judge, self.director = self._official(Role.REFEREE), self._official(Role.DIRECTOR)
        self.game = self.opened()
        link = {"club": self.own.club.pk, "label": "Tisch 1", "scope_kind": "game",
                "scope_id": self.game}  # fmt: skip
        token = told(self.director, "post", "table-links", link)["token"]
        self.phones = [phone_at(token, seat) for seat in (0, 1)]

    def _official(self, role: str) -> Caller:
        return Caller(user=User.objects.get(pk=str(self.own.official(role).user_id)))

    def opened(self) -> str:
        """A game of the first four of the club."""
        seats = [player.pk for player in self.own.people[:4]]
        body = {"club": self.own.club.pk, "profile": self.profile, "players": seats,
                "played_on": timezone.localdate()}  # fmt: skip
        return str(told(self.director, "post", "games", body)["id"])

    def written(self, number: int) -> str:
        """A hand of the game; its id."""
        body = {"number": number, "slip": self.slip}
        found = told(self.phones[0], "post", f"{GAME}/hands", body, game_id=self.game)
        return str(found["current"]["hand"])

    def asked(self, hand: str) -> str:
        """A dispute about a hand; its id."""
        found = told(self.phones[0], "post", "hands/{hand_id}/disputes", TALKED, hand_id=hand)
        return str(found["id"])


def test_a_dispute_is_accepted_booked_revoked_and_withdrawn() -> None:
    evening = Evening("jassregeln", schieber(90))
    one, other = evening.phones
    at = {"dispute_id": evening.asked(evening.written(1))}
    for side, word in ((one, {"choice": "play_on"}), (other, {})):
        told(side, "post", f"{DISPUTE}/acceptances", word, **at)
    assert told(one, "get", DISPUTE, **at)["state"] == "booked"
    told(evening.judge, "post", f"{DISPUTE}/revocation", {}, **at)
    at = {"dispute_id": evening.asked(evening.written(2))}
    told(evening.judge, "post", f"{DISPUTE}/booking", {"choice": "play_on"}, **at)
    place = {"game_id": evening.game, "number": 3}
    running = told(one, "post", f"{GAME}/hands/{{number}}/disputes", TALKED, **place)
    at = {"dispute_id": running["id"]}
    assert told(one, "post", f"{DISPUTE}/withdrawal", **at)["state"] == "withdrawn"


def test_a_game_is_fined_seated_anew_signed_settled_and_taken_out() -> None:
    evening = Evening("differenzler-offen", differenzler([40, 40, 40, 40], [50, 40, 30]))
    director, at = evening.director, {"game_id": evening.game}
    hand = evening.written(1)
    fine = {"seat": 1, "points": 20, "reason": "Bock gerufen", "number": 1}
    made = told(evening.judge, "post", f"{GAME}/penalties", fine, **at)
    why = {"reason": "nicht er"}
    undone = f"{GAME}/penalties/{{penalty_id}}/cancellation"
    told(evening.judge, "post", undone, why, **at, penalty_id=made["id"])
    told(evening.phones[1], "post", "hands/{hand_id}/confirmations", {"version": 1}, hand_id=hand)
    told(director, "post", f"{GAME}/closure", {"reason": "spät"}, **at)
    told(director, "post", f"{GAME}/settlement", **at)
    assert told(director, "get", f"{GAME}/export.json", **at)["games"]
    fresh = {"game_id": evening.opened()}
    seats = [player.pk for player in evening.own.people[3::-1]]
    body = {"players": seats, "reason": "anders ausgelost"}
    told(director, "post", f"{GAME}/seating", body, **fresh)
    told(director, "post", f"{GAME}/cancellation", {"reason": "versehentlich"}, **fresh)
