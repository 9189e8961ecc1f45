"""The regulation of a tournament, written from its settings."""

import re
from dataclasses import fields, replace
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given

from jassclub.core.typography import printed
from referee.rulebook.articles import article
from tests.tournaments.format.pure.settings import formats
from tests.tournaments.standings.pure.contests import rules
from tournaments.format.pure import (
    PRESETS,
    Format,
    Pairing,
    PrizeKind,
    RankingRule,
    read_format,
)
from tournaments.format.regulation import regulation

NAME = "Frühlingsjass"
PLAIN = "einzelschieber-4x12-best-3"
HIDDEN = "differenzler-4x4"
SEASON = "einzelschieber-6x8-rank-points"
SWISS = "pairs-5x8-swiss"
KNOCKOUT = "pairs-knockout"
GROUPS = "pairs-groups-knockout"
MIXED = "schieber-differenzler-6x8"
DUPLICATE = "duplicate-howell-7x3"
TEAMS = "teams-4x8"
FINAL = "einzelschieber-6x8-final"


@pytest.fixture(autouse=True)
def german():
    with translation.override("de"):
        yield


def changed(slug, **settings):
    reading = read_format(settings, base=PRESETS[slug].format)
    assert reading.findings == ()
    return reading.format


def points(format_):
    return {point.number: point for point in regulation(format_, name=NAME)}


def text(number, slug, **settings):
    return points(changed(slug, **settings))[number].text


CHANGES: list[tuple[str, dict[str, Any], set[str]]] = [
    (PLAIN, {"game": "handjass", "profile": "handjass", "seating": "alone"}, {"1.1", "2.1", "2.6"}),
    (PLAIN, {"profile": "kzjv"}, {"1.1"}),
    (HIDDEN, {"profile": "differenzler-offen"}, {"1.1", "3.4"}),
    (PLAIN, {"house_rules": {"push": {"value": False, "house": "Ohne Schieben"}}}, {"1.2"}),
    (SWISS, {"seating": "teams", "team_size": 2}, {"2.1", "5.10"}),
    (TEAMS, {"team_size": 4}, {"2.1"}),
    (TEAMS, {"team_best": 1}, {"5.10"}),
    (PLAIN, {"pairing": "by_standing"}, {"2.2", "2.3"}),
    (SWISS, {"pairing": "round_robin"}, {"2.2", "2.3"}),
    (SWISS, {"pairing": "knockout"}, {"2.2", "2.3", "2.4", "2.7", "5.1", "5.2", "5.6", "5.11"}),
    (KNOCKOUT, {"knockout": {"seeds": "list"}}, {"2.7"}),
    (KNOCKOUT, {"knockout": {"ties": "card"}}, {"2.7"}),
    (KNOCKOUT, {"knockout": {"third_place": False}}, {"2.7"}),
    (KNOCKOUT, {"knockout": {"consolation": False}}, {"2.7"}),
    (GROUPS, {"groups": 2}, {"2.9", "6.1"}),
    (DUPLICATE, {"movement": "mitchell"}, {"2.8"}),
    (DUPLICATE, {"ranking": {"compare": "mean"}}, {"5.12"}),
    (MIXED, {"differenzler_from": 5}, {"1.3"}),
    (MIXED, {"ranking": {"worth": "mean"}}, {"5.1"}),
    (PLAIN, {"numbers": "drawn"}, {"2.1"}),
    (PLAIN, {"club_best": 3}, {"5.13"}),
    (PLAIN, {"squad_best": 3}, {"5.13"}),
    (PLAIN, {"standing_from": 4}, {"2.3"}),
    (PLAIN, {"rounds": 5}, {"1.3"}),
    (PLAIN, {"hands": 8}, {"1.3", "4.2"}),
    (PLAIN, {"minutes": 45}, {"1.4"}),
    (PLAIN, {"odd": "stand_in"}, {"2.4", "5.5"}),
    (PLAIN, {"odd": "sit_out"}, {"2.4", "5.5"}),
    (PLAIN, {"odd": "joker"}, {"2.4", "5.5"}),
    (PLAIN, {"writing": "hands"}, {"4.1"}),
    (PLAIN, {"double_entry": True}, {"4.4"}),
    (PLAIN, {"control": "split"}, {"4.3"}),
    (PLAIN, {"control": "scribe"}, {"4.3"}),
    (PLAIN, {"control": "director"}, {"4.3"}),
    (PLAIN, {"matsch_bonus": 100}, {"3.3", "4.2"}),
    (PLAIN, {"substitute": "substitute"}, {"2.5"}),
    (PLAIN, {"correction_minutes": 10}, {"4.6"}),
    (PLAIN, {"correction_minutes": None}, {"4.6"}),
    (PLAIN, {"final": {"places": 16}}, {"6", "6.1", "6.2"}),
    (FINAL, {"final": {"places": "1/4", "rounds": 2, "carried": "all"}}, {"6.1"}),
    (FINAL, {"final": {"places": 8, "rounds": 1, "carried": "all"}}, {"6.2"}),
    (FINAL, {"final": {"places": 8, "rounds": 2, "carried": "average"}}, {"6.2"}),
    (PLAIN, {"fee": 2050}, {"1.5"}),
    (PLAIN, {"prizes": [{"rappen": 5000, "text": "Pokal"}]}, {"7", "7.1", "7.2"}),
    (SEASON, {"ranking": {"unit": "round", "final_weight": 1}}, {"5.2", "5.3", "6", "6.3"}),
    (PLAIN, {"ranking": {"count": "drop:2"}}, {"5.2"}),
    (PLAIN, {"ranking": {"count": "best:2"}}, {"5.2"}),
    ("season-average", {"ranking": {"per": "unit"}}, {"5.2"}),
    ("nearest-2x8", {"ranking": {"nearest": False}}, {"5.1", "7", "7.3"}),
    (SEASON, {"ranking": {"rank_points": {"table": [9, 5]}}}, {"5.3"}),
    (SEASON, {"ranking": {"rank_points": {"rest": 0}}}, {"5.3"}),
    (SEASON, {"ranking": {"rank_points": {"shared": "mean"}}}, {"5.3"}),
    (SEASON, {"ranking": {"rank_points": {"ties": ["best", "shared"]}}}, {"5.3"}),
    (SEASON, {"ranking": {"final_weight": 3}}, {"6.3"}),
    (PLAIN, {"ranking": {"minimum_units": 3}}, {"5.9"}),
    (PLAIN, {"ranking": {"missing": "zero"}}, {"5.4"}),
    (PLAIN, {"ranking": {"missing": "worst"}}, {"5.4"}),
    (PLAIN, {"ranking": {"missing": "joker"}}, {"5.4", "5.5"}),
    (PLAIN, {"ranking": {"late": "missing"}}, {"4.5"}),
    (PLAIN, {"ranking": {"late": "penalised", "late_penalty": 20}}, {"4.5"}),
    (PLAIN, {"ranking": {"ties": ["card"]}}, {"5.6"}),
    (PLAIN, {"ranking": {"ties": ["shared"]}}, {"5.6"}),
    (PLAIN, {"ranking": {"hidden_from": 3}}, {"5.8"}),
]
ELSEWHERE = {"lower_wins": "goes with the game", "joker": "shown where somebody gets it"}


def _named(value: object) -> str:
    """A name that is the same in every process: sets come in no order."""
    return " ".join(sorted(value)) if isinstance(value, set) else str(value)


@pytest.mark.parametrize(("slug", "settings", "moved"), CHANGES, ids=_named)
def test_a_changed_setting_changes_its_points_and_no_others(slug, settings, moved):
    before, after = points(PRESETS[slug].format), points(changed(slug, **settings))
    differing = {n for n in before.keys() | after.keys() if before.get(n) != after.get(n)}
    assert moved <= differing
    if "profile" not in settings:
        assert differing == moved


def test_every_setting_has_a_point():
    settings = [settings for _slug, settings, _moved in CHANGES]
    rules = {key for change in settings for key in change.get("ranking", {})}
    silent = {"board_seconds"}  # how long a page of the beamer stands is no rule of play
    told = {key for change in settings for key in change}
    assert told == {f.name for f in fields(Format)} - silent
    assert rules | ELSEWHERE.keys() == {field.name for field in fields(RankingRule)}


def test_the_joker_is_told_for_the_passe_that_is_played():
    assert "1’000 für eine Runde" in text("5.5", PLAIN, odd="joker")
    joker = {"joker": {"points": 600, "hands": 12}}
    assert "400 für eine Runde" in text("5.5", PLAIN, odd="joker", hands=8, ranking=joker)
    assert "33.33 für eine Runde" in text(
        "5.5", PLAIN, odd="joker", hands=1, ranking={"joker": {"points": 100, "hands": 3}}
    )


@pytest.mark.parametrize(
    ("hands", "total"), [(4, "628"), (8, "1256"), (10, "1570"), (12, "1884"), (16, "2512")]
)
def test_the_control_sum_is_told_with_its_figures(hands, total):
    assert f"{hands} x 157 = {printed(total)} Punkte" in text("4.2", PLAIN, hands=hands)


@pytest.mark.parametrize(
    ("bonus", "told", "cited"),
    [
        (0, "157", ("turnier.matsch-157",)),
        (50, "207", ("turnier.matsch-207",)),
        (100, "257", ("matchpraemie",)),
        (20, "177", ()),
    ],
)
def test_the_matsch_is_told_with_its_worth(bonus, told, cited):
    format_ = changed(PLAIN, matsch_bonus=bonus)
    assert told in points(format_)["3.3"].text
    assert points(format_)["3.3"].articles == cited
    assert (f"kommen {bonus} dazu" in points(format_)["4.2"].text) == bool(bonus)


def test_differences_are_reckoned_after_the_sum_is_right():
    assert text("4.2", HIDDEN).endswith("werden die Differenzen gerechnet.")
    assert "Tischen zu dritt" in text("2.4", HIDDEN)
    assert "3.3" not in points(PRESETS[HIDDEN].format)


def test_prizes_are_told_with_their_money_and_their_ranks():
    prizes = [
        {"rappen": 120_000, "text": "Wanderpokal"},
        {"first": 2, "last": 5, "rappen": 2_050},
        {"kind": "matsches", "text": "Fläschli"},
        {"kind": "last", "text": "Rüebli"},
        {"kind": "nearest", "rappen": 5},
    ]
    format_ = changed(PLAIN, prizes=prizes)
    assert points(format_)["7.1"].text == (
        "Rang 1: Fr. 1’200.00, Wanderpokal. Rang 2 bis 5, je: Fr. 20.50. "
        "Am meisten Matsche: Fläschli. Letzter Rang: Rüebli. "
        "Am nächsten bei der gezogenen Zahl: Fr. 0.05."
    )
    assert "gezogen" in points(format_)["7.3"].text


def test_every_kind_of_prize_has_words():
    listed = [{"kind": str(kind), "text": "Speck"} for kind in PrizeKind]
    for slug, missing in ((PLAIN, "exact"), (HIDDEN, "matsches nearest")):
        kinds = [prize for prize in listed if prize["kind"] not in missing.split()]
        counted = text("7.1", slug, prizes=kinds, club_best=2, squad_best=2)
        assert counted.count("Speck") == len(kinds)


def test_a_point_has_the_same_number_whatever_the_settings():
    headings: dict[str, str] = {}
    for preset in PRESETS.values():
        for number, point in points(preset.format).items():
            assert headings.setdefault(number, point.heading) == point.heading


@given(formats())
def test_points_stand_in_order_under_their_sections_and_cite_articles_that_are_there(format_):
    listed = regulation(format_, name=NAME)
    keys = [tuple(map(int, point.number.split("."))) for point in listed]
    assert keys == sorted(set(keys))
    assert {key[:1] for key in keys} == {key for key in keys if len(key) == 1}
    for point in listed:
        assert bool(point.text) == ("." in point.number)
        if point.number != "1.2":
            assert not re.search(r"[%{}ß]|  |None|_", point.heading + point.text)
        assert all(article(slug) for slug in point.articles)


def test_a_house_rule_without_a_reason_is_told_by_its_switch():
    rules = {"referee": {"rest_allowed": False}, "contracts": {"value": ["trump", "O"]}}
    told = text("1.2", PLAIN, house_rules=rules)
    assert "referee.rest_allowed = False" in told
    assert "contracts = " in told


def test_a_house_rule_cites_the_article_it_stands_on():
    rules = {"push": {"value": False, "article": "trumpf-ansagen"}}
    assert points(changed(PLAIN, house_rules=rules))["1.2"].articles == ("trumpf-ansagen",)


def test_an_average_takes_no_notice_of_what_was_missed():
    assert "wer fehlt" in text("5.2", PLAIN)
    assert "wer fehlt" not in text("5.2", "season-average")


def test_rank_points_are_what_wins_and_what_penalties_cost():
    assert "Rangpunkte" in text("5.1", SEASON)
    assert "Rang" in text("5.7", SEASON)
    assert "dazugezählt" in text("5.7", HIDDEN)
    assert "abgezogen" in text("5.7", PLAIN)


@given(rules(nearest=False), formats())
def test_every_ranking_rule_can_be_told(rule, format_):
    listed = regulation(replace(format_, ranking=rule), name=NAME)
    of_places = format_.pairing is Pairing.KNOCKOUT
    counted = set() if of_places else {"5.2", "5.6"}
    assert {"5.1", "5.4", "5.7"} | counted <= {point.number for point in listed}
    assert all(point.text == point.text.strip() for point in listed)
