"""HAE Jass of two, four and twelve over the API: bids, hands, a correction, the end."""

import pytest

from jassclub.clubs.models import Player, User
from tests.cast import Caller
from tests.scoring.table import house

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("players", "rounds"), [(2, 10), (4, 10), (12, 4)])
def test_a_game_is_said_written_corrected_and_comes_to_its_end(players, rounds):
    club = house()
    names = [f"Gast {at}" for at in range(players)]
    people = Player.objects.bulk_create(Player(club=club.club, name=name) for name in names)
    anna = Caller(user=User.objects.get(pk=str(club.official("director").user_id)))
    told = {"club": str(club.club.pk), "profile": "hae", "played_on": "2026-11-19"}
    sent = {**told, "players": [str(player.pk) for player in people], "first_dealer": players - 1}
    game = anna.post("games", sent).json()["id"]

    def said(seat: int, value: int) -> list[str]:
        sent = {"number": 1, "seat": seat, "value": value}
        answer = anna.post(f"games/{game}/predictions", sent).json()
        return [item["code"] for item in answer.get("errors", ())] or [answer.get("code", "said")]

    assert said(1, 0) == ["not_your_turn"]
    assert [said(seat, 0) for seat in range(players - 1)] == [["said"]] * (players - 1)
    assert (said(players - 1, rounds), said(players - 1, 0)) == (["bid_forbidden"], ["said"])
    for number in range(1, rounds + 1):
        taken = {"tricks": [rounds + 1 - number, *[0] * (players - 1)]}
        slip = taken if number == 1 else {**taken, "bids": [0] * players}
        written = anna.post(f"games/{game}/hands", {"number": number, "slip": slip})
        assert written.status_code == 201, written.content
        assert written.json()["current"]["slip"]["bids"] == [0] * players
    late = {"number": rounds + 1, "slip": slip}
    (found,) = anna.post(f"games/{game}/hands", late).json()["errors"]
    assert found["detail"] == f"Die Runde mit 1 in der Hand steht schon in Spiel {rounds}."
    hand = written.json()["current"]["hand"]
    slip = {"bids": [1, *[0] * (players - 1)], "tricks": [1, *[0] * (players - 1)]}
    right = {"slip": slip, "base_version": 1, "reason_code": "miscounted"}
    assert anna.post(f"hands/{hand}/entries", right).status_code == 201
    sheet = anna.get(f"games/{game}").json()["sheet"]
    assert sheet["totals"] == [rounds * (rounds + 1) // 2 - 1, *[0] * (players - 1)]
    assert (sheet["finished"], sheet["leaders"]) == (True, [*range(1, players)])
    assert anna.post(f"games/{game}/closure", {}).json()["state"] == "closed"
