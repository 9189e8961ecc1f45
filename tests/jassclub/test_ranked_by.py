"""A season page shows the value that ranks, and a season takes no rules that would be ignored."""

import re

import pytest

from jassclub.clubs.models import Season
from tests.cast import pointers, problem
from tests.jassclub.home.test_pages import evening, four, reader  # noqa: F401 the cast of an evening
from tests.jassclub.office import words
from tests.markup import markup
from tournaments.seasons.pages.tables import OTHERS
from tournaments.seasons.services import recompute
from tournaments.standings.pure import DIFFERENZLER_CRITERIA, SCHIEBER_CRITERIA

pytestmark = pytest.mark.django_db


def _ruled(season, **rules):
    Season.objects.filter(pk=season.pk).update(rules=rules)
    recompute(season.pk)


def _heads(page, title):
    """The headings of the first table with this title."""
    table = page.split(f"<caption>{title}")[1].split("</thead>")[0]
    return re.findall(r'<th scope="col" class="num">([^<]+)</th>', table)


def _values(page, title):
    table = page.split(f"<caption>{title}")[1].split("</table>")[0]
    cells = re.findall(r'<td class="num total">(.*?)</td>', table, re.S)
    return [re.sub("<[^>]+>", "", cell).strip() for cell in cells]


@pytest.mark.usefixtures("evening")
def test_where_the_mean_ranks_it_is_the_value(reader, season):  # noqa: F811
    page = markup(reader.get(f"/seasons/{season.pk}/"))
    assert _heads(page, "Schieber") == ["Schnitt"]
    assert _values(page, "Schieber") == ["97.00", "97.00", "60.00", "60.00"]


@pytest.mark.usefixtures("evening")
@pytest.mark.parametrize(
    "case",
    [
        ({"count": "sum"}, "Punkte", ["291", "291", "180", "180"]),
        ({"rank_by": "difference"}, "Punkte ±", ["111", "111", "\u2212111", "\u2212111"]),
    ],
)
def test_where_something_else_ranks_that_stands_first(reader, season, club, case):  # noqa: F811
    rules, heading, values = case
    _ruled(season, schieber=rules)
    for address in (f"/seasons/{season.pk}/", f"/clubs/{club.slug}/"):
        page = markup(reader.get(address))
        assert _heads(page, "Schieber")[:2] == [heading, "Schnitt"]
        assert _values(page, "Schieber") == values


@pytest.mark.usefixtures("evening")
def test_the_sum_of_a_differenzler_is_shown_where_it_ranks(reader, season):  # noqa: F811
    _ruled(season, differenzler={"count": "sum"})
    page = markup(reader.get(f"/seasons/{season.pk}/"))
    assert _heads(page, "Differenzler")[:2] == ["Differenzen", "Schnitt"]
    assert _values(page, "Differenzler")[0] == "0"


def test_every_criterion_has_a_heading():
    assert {*SCHIEBER_CRITERIA, *DIFFERENZLER_CRITERIA} == OTHERS.keys()


@pytest.mark.parametrize(
    ("rules", "pointer"),
    [
        ({"leagues": {"schieber": {"players": [["a"], ["b"]], "ups": 2}}},
         "/rules/leagues/schieber/ups"),
        ({"leagues": {"schiber": {"players": [["a"], ["b"]]}}}, "/rules/leagues/schiber"),
        ({"leagues": []}, "/rules/leagues"),
        ({"league": {}}, "/rules/league"),
        ({"schieber": {"dropp": 1}}, "/rules/schieber/dropp"),
        ({"events": {"cuont": "sum"}}, "/rules/events/cuont"),
    ],
)  # fmt: skip
def test_rules_of_a_season_that_nobody_knows_are_refused(chloe, season, rules, pointer):
    answer = chloe.api.patch(f"seasons/{season.pk}", {"rules": rules}, version=1)
    assert pointers(problem(answer, 422, "invalid")) == {pointer}
    season.refresh_from_db()
    assert season.rules == {}


@pytest.mark.parametrize(
    "rules",
    [
        {"leagues": {"schieber": {"players": [["a"], ["b"]], "up": 1, "down": 1}}},
        {"events": {"lower_wins": True, "missing": "unranked"}, "differenzler": {"drop": 1}},
        {"schieber": {"rank_by": "wins"}, "free-lowest": {"rank_by": "exact"}},
    ],
)
def test_rules_that_are_known_are_stored(chloe, season, rules):
    wanted = {"rules": rules, "reason": "GV"}
    assert chloe.api.patch(f"seasons/{season.pk}", wanted, version=1).status_code == 200


def test_a_season_begun_like_the_last_leaves_out_what_could_not_be_stored_today(
    reader,  # noqa: F811
    club, season, chloe, client,
):  # fmt: skip
    Season.objects.filter(pk=season.pk).update(rules={"drop": 2, "schieber": {"drop": 1}})
    client.force_login(chloe.user)
    sent = {"name": "2027", "starts": "2027-01-01", "ends": "2027-12-31", "key": "k"}
    response = client.post(f"/clubs/{club.slug}/seasons/", sent)
    assert response.status_code == 302, words(response)
    assert Season.objects.get(name="2027").rules == {"schieber": {"drop": 1}}
