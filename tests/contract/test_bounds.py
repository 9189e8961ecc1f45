"""The bounds that the document gives are those of the rules behind it."""

import pytest

from jassclub.clubs.models import Player
from referee.rules.profile import load_profile, profile_slugs
from scoring.core.rules import MOST_HANDS
from tests.cast import pointers
from tests.jassclub.hostile import document

pytestmark = pytest.mark.django_db


@pytest.mark.once
@pytest.mark.sampled(12)
@pytest.mark.parametrize("slug", profile_slugs())
def test_a_game_takes_as_many_players_by_the_api_as_its_profile_says(emma, club, slug):
    most = max(load_profile(slug).players)
    ids = [Player.objects.create(club=club, name=f"Gast {n}").pk for n in range(most)]
    body = {"club": club.pk, "profile": slug, "players": ids, "played_on": "2026-03-04"}
    opened_one = emma.api.post("games", {**body, "first_dealer": most - 1})
    assert opened_one.status_code == 201, opened_one.content


def test_the_document_says_which_numbers_a_hand_can_have(emma, club, guests):
    said = document()["components"]["schemas"]["HandInRequest"]["properties"]["number"]
    assert (said["minimum"], said["maximum"]) == (1, MOST_HANDS)
    ids = [guest.pk for guest in guests]
    body = {"club": club.pk, "profile": "jassregeln", "players": ids, "played_on": "2026-03-04"}
    game = emma.api.post("games", body).json()["id"]
    slip = {"contract": "RO", "declared_by": 0, "points": [97, None]}
    for number in [0, -1, 401, 32_000]:
        refused = emma.api.post(f"games/{game}/hands", {"number": number, "slip": slip})
        assert refused.status_code == 400
        assert pointers(refused.json()) == {"/number"}
