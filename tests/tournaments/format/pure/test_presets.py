"""Presets: tournaments that are really played, as files."""

import re
from dataclasses import replace

import pytest
from hypothesis import given

from tests.tournaments.standings.pure.contests import rules
from tournaments.format.pure import (
    PRESETS,
    Format,
    RankingRule,
    RankPoints,
    Unit,
    contradictions,
)
from tournaments.format.pure.ranking_rule import Count

every_preset = pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.slug)

WANTED = {
    "einzelschieber-4x12": (4, 12, "sum"),
    "einzelschieber-4x12-best-3": (4, 12, "drop:1"),
    "einzelschieber-4x8": (4, 8, "sum"),
    "einzelschieber-5x8": (5, 8, "sum"),
    "einzelschieber-5x8-drop-1": (5, 8, "drop:1"),
    "einzelschieber-6x8-rank-points": (6, 8, "best:3"),
    "schieber-differenzler-6x8": (6, 8, "sum"),
    "season-best-3-double-final": (4, 12, "best:3"),
    "season-average": (4, 12, "drop:1+average"),
    "handjass-6x4": (6, 4, "sum"),
    "handjass-4x12": (4, 12, "sum"),
    "differenzler-4x4": (4, 4, "sum"),
    "differenzler-4x8": (4, 8, "sum"),
    "differenzler-qualifying-4x4": (4, 4, "sum"),
    "einzelschieber-6x8-final": (6, 8, "sum"),
    "nearest-2x8": (2, 8, "sum"),
    "pairs-7x8-round-robin": (7, 8, "sum"),
    "pairs-knockout": (5, 12, "sum"),
    "what-is-jass-pairs-4x12": (4, 12, "sum"),
    "swiss-club-pairs-4x12": (4, 12, "sum"),
    "coiffeur-pairs-3x16": (3, 16, "sum"),
    "kreuzjass-pairs-4x12": (4, 12, "sum"),
    "sidi-pairs-4x8": (4, 8, "sum"),
    "hae-3x10": (3, 10, "sum"),
    "pairs-groups-knockout": (6, 8, "sum"),
    "duplicate-mitchell-5x4": (5, 4, "average"),
    "duplicate-howell-7x3": (7, 3, "average"),
    "pairs-5x8-swiss": (5, 8, "sum"),
    "teams-4x8": (4, 8, "sum"),
}


def test_the_presets_are_those_that_are_wanted():
    found = {
        preset.slug: (
            preset.format.rounds,
            preset.format.hands,
            str(preset.format.ranking.count),
        )
        for preset in PRESETS.values()
    }
    assert found == WANTED


@every_preset
def test_a_preset_goes_together_and_names_its_source(preset):
    assert contradictions(preset.format) == []
    assert preset.source


@every_preset
def test_a_preset_speaks_four_languages_about_the_same_figures(preset):
    for texts in (preset.title, preset.summary):
        assert texts.keys() == {"de", "fr", "it", "en"}
        assert len(set(texts.values())) > 1 or texts["de"].startswith(("Handjass", "HAE Jass"))
        assert not any("ß" in text for text in texts.values())
    figures = {language: re.findall(r"\d x \d+", text) for language, text in preset.title.items()}
    assert len({tuple(found) for found in figures.values()}) == 1
    for found in figures["de"]:
        assert found == f"{preset.format.rounds} x {preset.format.hands}"


def test_each_preset_offers_something_of_its_own():
    formats = [preset.format for preset in PRESETS.values()]
    assert all(one != other for n, one in enumerate(formats) for other in formats[:n])
    assert len({preset.place for preset in PRESETS.values()}) == len(PRESETS)


@pytest.mark.parametrize(
    ("slug", "first"),
    [
        ("einzelschieber-4x12", None),
        ("pairs-7x8-round-robin", None),
        ("pairs-5x8-swiss", 2),
        ("teams-4x8", 4),
    ],
)
def test_a_format_knows_from_which_round_the_standings_make_the_tables(slug, first):
    assert PRESETS[slug].format.first_by_standing == first


def test_the_final_of_the_same_day_takes_the_last_rounds():
    format_ = PRESETS["einzelschieber-6x8-final"].format
    assert (format_.final_from, format_.preliminary_rounds) == (5, 4)
    elsewhere = PRESETS["differenzler-qualifying-4x4"].format
    assert (elsewhere.final_from, elsewhere.preliminary_rounds) == (None, 4)


@every_preset
def test_one_day_of_a_season_is_ranked_by_its_plain_sum(preset):
    format_, rule = preset.format, preset.format.day_ranking
    assert rule.unit is Unit.ROUND
    if not format_.is_season:
        assert rule is format_.ranking
    else:
        assert (rule.count, rule.rank_points, rule.final_weight) == (Count(), None, 1)
        assert rule.lower_wins == format_.ranking.lower_wins


def test_the_day_of_a_season_of_rank_points_parts_equals_as_its_rank_points_do():
    season = PRESETS["einzelschieber-6x8-rank-points"].format
    points = RankPoints(ties=("best", "shared"))
    ranked = replace(season, ranking=replace(season.ranking, rank_points=points))
    assert ranked.day_ranking == RankingRule(ties=("best", "shared"))


@given(rules(unit=Unit.EVENT), rules())
def test_every_rule_of_a_season_has_a_rule_for_its_days(season, day):
    found = replace(Format(), ranking=season).day_ranking
    assert (found.unit, found.count, found.lower_wins) == (Unit.ROUND, Count(), season.lower_wins)
    assert (found.late, found.hidden_from) == (season.late, season.hidden_from)
    assert not (found.lower_wins and found.missing in ("skip", "zero"))
    assert found.missing == season.missing or season.lower_wins
    assert replace(Format(), ranking=day).day_ranking is day
