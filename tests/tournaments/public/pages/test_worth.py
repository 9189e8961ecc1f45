"""What a day is worth in its season stands on its page before it begins and after it ends."""

import re

import pytest
from django.test import Client

from jassclub.clubs.models import Season
from tests.jassclub.office import words
from tests.tournaments.seasons.test_season_events import FOUR, Year

pytestmark = pytest.mark.django_db
PLACES = {"rank_points": {"table": [25, 18, 15], "rest": 3}, "unit": "event"}


def told(day):
    answer = Client().get(f"/t/{day.tournament.slug}/")
    part = re.search(
        r'<section class="block" id="worth">.*?</section>', answer.content.decode(), re.DOTALL
    )
    if part is None:
        return ""
    answer.content = part[0].encode()
    return words(answer).strip()


def test_the_rules_before_and_what_everybody_has_of_it_after():
    year = Year()
    ids = {"public": True}
    Season.objects.filter(pk=year.season.pk).update(
        rules={"events": {**PLACES, "count": "best:1", "final_weight": 2}}
    )
    open_day = year.day(1, end=False, **ids)
    assert told(open_day) == (
        "Für die Saison Saison Der Tag bringt Punkte nach dem Rang: 25, 18, 15, danach 3. "
        "Von allen Tagen zählt der beste. In der Saison gilt die Summe."
    )
    best = year.day(2, points=lambda _seated: (500, 128), **ids)
    worse = year.day(3, points=lambda _seated: (128, 500), **ids)
    assert "Was der Tag gebracht hat Name bringt Saison Rang" in told(best)
    lines = {
        name: re.findall(rf"{name} (\d+)( gestrichen)? (\d+) (\d+)", told(worse)) for name in FOUR
    }
    total = {row["name"]: str(row["value"]) for row in year.rows().values()}
    for name in FOUR:
        ((brought, dropped, season, _rank),) = lines[name]
        assert season == total[name]
        assert int(brought) <= int(season) if dropped else brought == season
    assert "gestrichen" in told(best) + told(worse)
    final = year.day(4, season_final=True, end=False, **ids)
    assert "Als Final wird er nie gestrichen und zählt 2-mal." in told(final)


def test_a_day_of_no_season_says_nothing():
    year = Year()
    day = year.day(1, public=True, season_id=None)
    assert told(day) == ""


def test_what_a_day_brings_is_read_in_groups():
    year = Year()
    rules = {"events": {"rank_points": {"table": [2500, 1800], "rest": 3}, "unit": "event"}}
    Season.objects.filter(pk=year.season.pk).update(rules=rules)
    day = year.day(1, points=lambda _seated: (500, 128), public=True)
    assert re.search(r"2’\d00 2’\d00 1", told(day))
