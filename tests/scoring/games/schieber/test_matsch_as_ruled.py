"""What the referee gives for all tricks is what the sheet of the game writes for them."""

from collections.abc import Iterator

import pytest

from referee.rules.profile import Profile, load_profile, profile_slugs
from referee.rules.profile_fields import SUITS
from referee.rulings.decide import decide
from scoring.games.coiffeur.kind import own_contract
from scoring.games.passen.kind import full_hand
from tests.scoring.games.cast import game, table_of

PROFILES = [load_profile(slug) for slug in profile_slugs()]
OWN_BONUS = ("cinq-cents", "trumpf-duell")
"""Games with a bonus that the article does not name: it rules on three games alone."""


def contracts(profile: Profile, deck: str) -> Iterator[str]:
    for name in profile.contracts:
        yield from SUITS[deck] if name == "trump" else (name,)


def written(profile: Profile, deck: str, contract: str) -> list[int]:
    """What the sheets of the game write for all tricks in this contract, one for each line."""
    table = table_of(profile.slug, deck=deck, players=profile.players[0])
    slips: list[dict[str, object]] = []
    if profile.game == "schieber":
        slips = [{"contract": contract, "points": [157, 0], "matsch": 0}]
    elif profile.game == "passen":
        slips = [{"partner": 2, "hands": 1, "points": [full_hand(profile), 0], "matsches": [1, 0]}]
    elif profile.game == "handjass":
        slips = [{"trump": contract, "points": [157, 0, 0, 0]}]
    elif profile.game == "coiffeur":
        lines = dict(profile.coiffeur.lines(deck))
        line = next((each for each in lines if own_contract(each, table) == contract), None)
        line = line or contract.partition("_")[0]
        slips = [{"side": 0, "line": line, "contract": contract, "points": 157, "matsch": True}]
    return [game(table).score(slip, table).totals[0] for slip in slips]


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.slug)
def test_a_matsch_is_ruled_as_the_sheet_of_its_game_writes_it(profile: Profile) -> None:
    for deck in profile.decks:
        for contract in contracts(profile, deck):
            told: dict[str, object] = {"side": "0+2", "mode": contract, "tricks": 9, "of": 9}
            if profile.game == "bieter":  # where whoever bid most may have declined
                told["declined"] = False
            ruling = decide("matchpraemie", told, profile)
            if profile.game in OWN_BONUS:
                assert ruling.verdict in ("determined", "not_regulated")
                continue
            assert ruling.verdict == "determined"
            for points in written(profile, deck, contract):
                assert ruling.decision.answer["points"] == points, contract


def test_every_game_with_a_matsch_is_held_against_its_sheet() -> None:
    held = {profile.game for profile in PROFILES if written(profile, "german", "EI")}
    assert held == {"schieber", "passen", "handjass", "coiffeur"}
