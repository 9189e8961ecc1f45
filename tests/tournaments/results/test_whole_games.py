"""Events whose round is a whole game: HAE Jass, Coiffeur, and a Schieber with its Weise."""

from typing import Any

import pytest

from scoring.claims.selectors import state_of
from scoring.core.rules import Rules
from scoring.games.lines import lines_of
from scoring.games.registry import TOURNAMENT_GAMES
from scoring.tables.games import sign_off
from tests.scoring.table import schieber
from tests.tournaments.halls import hall
from tests.tournaments.recorded import opened
from tournaments.format.pure import PRESETS, Pairing
from tournaments.format.regulation import regulation
from tournaments.results.pure.reading import read_sheet
from tournaments.results.pure.sheet import Terms, complete
from tournaments.results.sheets import collect
from tournaments.standings.models import Ranking
from tournaments.standings.services import recount

pytestmark = pytest.mark.django_db


def ranked(found, at):
    """The sheet, and ranks and points by number, once all have signed."""
    for phone in at.phones[: Rules.of(at.game).table().columns]:
        sign_off(actor=phone, game_id=at.game.pk)
    sheet = collect(game_id=at.game.pk)
    found.close()
    recount(tournament_id=found.tournament.pk)
    rows = Ranking.objects.get(tournament=found.tournament, after_round=Ranking.LIVE).rows
    return sheet, {row["number"]: (row["rank"], row["value"]) for row in rows}


@pytest.fixture
def haerpfl():
    """A table of HAE Jass in rounds of three, two and one cards, with a phone at each seat."""
    found = hall(4, rounds=1, hands=3, preset="hae-3x10")
    found.call()
    return found, found.recorded(opened(found))


def test_a_round_of_hae_jass_is_played_from_its_most_cards_to_one_and_the_fewest_win(haerpfl):
    found, at = haerpfl
    assert Rules.of(at.game).profile.hae.most_cards == 3
    for number, (bids, tricks) in enumerate(
        [([1, 1, 1, 1], [1, 1, 1, 0]), ([1, 0, 0, 0], [0, 1, 1, 0]), ([1, 0, 0, 0], [0, 1, 0, 0])],
        start=1,
    ):
        at.write(number, {"bids": bids, "tricks": tricks})
    sheet, ranks = ranked(found, at)
    assert (sheet.state, sheet.warnings) == ("confirmed", [])
    lines = [(line["points"], line["exact"], line["made"]) for line in sheet.sheet["lines"]]
    assert lines == [(2, 1, 1), (2, 1, 3), (1, 2, 2), (1, 2, 0)]
    numbers = [sitting.entry.number for sitting in found.passe().sittings.all()]
    assert [ranks[number] for number in numbers] == [(3, 2), (3, 2), (1, 1), (1, 1)]


def test_a_round_of_coiffeur_is_a_whole_game_without_a_control_sum():
    found = hall(4, rounds=1, hands=16, preset="coiffeur-pairs-3x16", seating="drawn")
    found.call()
    at = found.recorded(opened(found))
    lines = list(lines_of(Rules.of(at.game).table()))
    for place, line in enumerate(lines):
        for side, points in ((0, 100), (1, 57)):
            at.write(2 * place + side + 1, {"side": side, "line": line, "points": points})
    sheet, ranks = ranked(found, at)
    assert (sheet.state, sheet.counted["points"]) == ("confirmed", [3600, 2052])
    assert sorted(ranks.values()) == [(1, 3600), (1, 3600), (3, 2052), (3, 2052)]


def test_an_event_by_what_is_jass_may_count_weis_where_it_has_no_control_sum():
    found = hall(4, rounds=1, hands=1, preset="what-is-jass-pairs-4x12", seating="drawn",
                 house_rules={}, control="none")  # fmt: skip
    found.call()
    at = found.recorded(opened(found))
    at.write(1, {**schieber(100), "weis": [50, 0]})
    sheet, _ranks = ranked(found, at)
    assert (sheet.state, sheet.counted["points"]) == ("confirmed", [150, 57])


TRICKS = Terms(hands=10, partners=False, counts="differences", adds="tricks")


@pytest.mark.parametrize(
    ("made", "hands", "codes"),
    [
        ([10, 15, 20, 10], 10, []),
        ([10, 15, 20, 9], 10, ["sum_wrong"]),
        ([10, 15, 20, 9], 9, []),
        ([56, 0, 0, 0], 10, ["out_of_range", "sum_wrong"]),
    ],
)
def test_the_tricks_of_ten_hands_make_fifty_five_and_of_the_first_nine_one_less(made, hands, codes):
    lines = [{"points": 4, "exact": 6, "made": it} for it in made]
    found = read_sheet({"hands": hands, "lines": lines, "reason": "Zeit"}, TRICKS).findings
    assert [finding.code for finding in found] == codes


def test_where_nothing_adds_up_no_number_follows_from_the_other():
    terms = Terms(hands=16, control="none", matsch_bonus=100, adds="nothing")
    half = {"lines": [{"points": 2400}, {"points": None}]}
    assert complete(half, terms) == half
    whole = {"lines": [{"points": 2400, "matsches": 1}, {"points": 1}]}
    assert read_sheet(whole, terms).findings == ()


@pytest.mark.parametrize(
    ("preset", "said", "cited"),
    [
        (
            "sidi-pairs-4x8",
            ["das Gebot schreibt dazu", "Eine Kontrollsumme gibt es nicht"],
            "jassverzeichnis.sidi-barrani",
        ),
        ("hae-3x10", ["alle 10 Karten", "zusammen 55."], "hae.haerpfl"),
        ("coiffeur-pairs-3x16", ["jede Zeile einmal", "Eine Kontrollsumme gibt es nicht"], ""),
    ],
)
def test_the_regulation_says_how_a_whole_game_is_played_and_checked(preset, said, cited):
    points = regulation(PRESETS[preset].format, name="Herbst")
    text = " ".join(point.text for point in points)
    assert all(words in text for words in said)
    assert "157 Punkte gezählt" not in text
    assert ("jede Zeile" in text) == (preset == "coiffeur-pairs-3x16")
    assert not cited or cited in {slug for point in points for slug in point.articles}


HANDS: dict[str, dict[str, Any]] = {
    "coiffeur": {"side": 0, "line": "O", "points": 100},
    "differenzler": {"predictions": [40, 40, 40, 40], "points": [57, 40, 30, 30]},
    "hae": {"bids": [1, 1, 1, 1], "tricks": [1, 1, 1, 0], "cards": 3},
    "handjass": {"points": [57, 40, 30, 30]},
    "kreuzjass": {"points": [100, 57]},
    "schieber": schieber(100),
    "sidi": {"points": [100, 57], "contract": "RO", "declared_by": 0, "bid": 90},
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    "preset",
    [preset for preset in PRESETS.values() if preset.format.pairing is not Pairing.DUPLICATE],
    ids=lambda preset: preset.slug,
)
def test_a_table_of_every_preset_that_records_hands_is_opened_and_its_first_hand_counts(preset):
    size = {"coiffeur": 16, "hae": 3}.get(preset.format.game, preset.format.hands)
    found = hall(4, rounds=preset.format.rounds, hands=size, preset=preset.slug)
    found.call()
    at = found.recorded(opened(found))
    at.write(1, HANDS[preset.format.game])
    assert state_of(at.game).totals


def test_every_game_of_which_tournaments_are_held_has_a_preset():
    assert {preset.format.game for preset in PRESETS.values()} == set(TOURNAMENT_GAMES)


@pytest.mark.parametrize(
    ("preset", "hand", "makes"),
    [
        ("kreuzjass-pairs-4x12", HANDS["kreuzjass"], [100, 57]),
        ("sidi-pairs-4x8", HANDS["sidi"], [190, 57]),
    ],
)
def test_a_round_of_a_game_of_two_sides_is_played_signed_and_ranked(preset, hand, makes):
    found = hall(4, rounds=1, hands=1, preset=preset, seating="drawn")
    found.call()
    at = found.recorded(opened(found))
    at.write(1, hand)
    sheet, ranks = ranked(found, at)
    assert (sheet.state, sheet.warnings, sheet.counted["points"]) == ("confirmed", [], makes)
    first, second = makes
    assert sorted(ranks.values()) == [(1, first), (1, first), (3, second), (3, second)]
