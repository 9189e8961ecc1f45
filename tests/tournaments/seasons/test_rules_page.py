"""The rules of a season on their page: read by all, changed by the direction, with a reason."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from jassclub.clubs.models import Change, Club, Membership, Season, User
from jassclub.clubs.services.people import change_player
from scoring.core.models import Game
from scoring.tables.games import close_game
from tests.markup import markup
from tests.scoring.table import House, differenzler, house, open_table, schieber
from tournaments.seasons import checks, collecting
from tournaments.seasons.models import StandingsSnapshot
from tournaments.seasons.regulation import regulation
from tournaments.seasons.services import count_events
from tournaments.standings.pure.master import MASTER
from tournaments.standings.pure.season import GUEST

pytestmark = pytest.mark.django_db

DIFFERENZLER = differenzler([20, 40, 30, 50], [25, 52, 40])
"""Differences by seat: 5, 12, 10, 10."""


@pytest.fixture
def played() -> House:
    """A Differenzler and a Schieber, today."""
    own = house()
    for profile, slip in (("differenzler-verdeckt", DIFFERENZLER), ("schieber-1000", schieber(90))):
        table = open_table(own, profile)
        table.write(1, slip)
        close_game(actor=own.official("director"), game_id=table.game.pk)
    count_events()
    return own


def reader(own: House, role: str) -> Client:
    user = User.objects.create_user(f"leser-{role}", password="x")
    Membership.objects.create(club=own.club, user=user, role=role)
    client = Client()
    client.force_login(user)
    return client


def fields(client: Client, own: House) -> dict[str, str]:
    """The form as a browser would send it unchanged."""
    html = unescape(client.get(f"/seasons/{own.season.pk}/rules/").content.decode())
    html = html[html.index('name="version"') - 200 :]
    sent: dict[str, str] = {}
    inside = ""
    for tag in re.findall(r"<(?:input|select|option)\b[^>]*>", html):
        name, value = (re.search(rf'\b{key}="([^"]*)"', tag) for key in ("name", "value"))
        if tag.startswith("<select"):
            inside = name.group(1) if name else ""
        elif tag.startswith("<option"):
            if re.search(r"\sselected", tag) and value:
                sent[inside] = value.group(1)
        elif name and value and ('type="checkbox"' not in tag or re.search(r"\schecked", tag)):
            sent[name.group(1)] = value.group(1)
    return sent


def change(own: House, *, played_meanwhile: str = "", **typed: str) -> Any:
    client = Client()
    client.force_login(User.objects.get(username="leser-director"))
    stood = fields(client, own)
    if played_meanwhile:
        stood = {name: v for name, v in stood.items() if not name.startswith(played_meanwhile)}
    sent = {**stood, **{name.replace("__", "."): v for name, v in typed.items()}}
    return client.post(f"/seasons/{own.season.pk}/rules/", sent)


def wrong_fields(response: Any) -> list[str]:
    return re.findall(r'class="error" id="([^"]*)-error"', response.content.decode())


def ranks(variant: str) -> dict[str, int | None]:
    return {
        row["player"]: row["rank"] for row in StandingsSnapshot.objects.get(variant=variant).rows
    }


def test_members_read_the_points_and_have_no_form(played):
    page = markup(reader(played, "member").get(f"/seasons/{played.season.pk}/rules/"))
    assert "Differenzler" in page
    assert "Fehlt eine, gilt der Punkt hier nicht." in page
    assert "Regeln ändern" not in page


def test_sending_the_form_as_it_stands_changes_nothing(played):
    rules = {
        "schieber": {"drop": 1, "ties": ["wins", "matsche", "shared"]},
        "differenzler": {"rank_by": "exact", "count": "sum", "minimum_hands": 1},
        "events": {"final_weight": 2},
        "master": {"games": ["schieber"]},
        "leagues": {"sidi": {"players": [["a"], ["b"]]}},
    }
    Season.objects.update(rules=rules)
    reader(played, "director")
    assert change(played).status_code == 302
    assert change(played, played_meanwhile="schieber.").status_code == 302
    assert Season.objects.get().rules == rules
    assert not Change.objects.filter(model="season").exists()


def test_rules_of_a_season_that_runs_change_for_a_reason_that_is_shown(played):
    reader(played, "director")
    refused = change(played, differenzler__minimum_hands="2")
    assert (refused.status_code, wrong_fields(refused)) == (422, ["reason"])
    html = refused.content.decode()
    assert html.index('id="errors"') < html.index('class="regulation"'), "where the page opens"
    assert Season.objects.get().rules == {}
    done = change(played, differenzler__minimum_hands="2", reason="An der GV beschlossen")
    assert done.status_code == 302
    assert Season.objects.get().rules == {"differenzler": {"minimum_hands": 2}}
    page = markup(reader(played, "member").get(f"/seasons/{played.season.pk}/rules/"))
    assert "An der GV beschlossen" in page
    assert "mindestens so viel gespielt hat: 2 Spiele" in page
    assert count_events() == 1
    assert set(ranks("differenzler").values()) == {None}


def test_points_keep_their_numbers_when_a_rule_changes_before_the_first_game():
    own = house()
    reader(own, "director")
    assert change(own, differenzler__minimum_hands="2", reason="GV").status_code == 302
    page = markup(reader(own, "member").get(f"/seasons/{own.season.pk}/rules/"))
    assert re.findall(r"\b(\d) (Schieber|Differenzler)\b", page) == [
        ("3", "Schieber"),
        ("4", "Differenzler"),
    ]
    assert "4.3 Teilnahme" in page


def test_before_the_first_day_nobody_asks_why(played):
    Season.objects.update(starts=timezone.localdate() + timedelta(days=1))
    reader(played, "director")
    assert change(played, schieber__minimum_hands="9").status_code == 302


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ({"schieber__keep": "best"}, "schieber.number"),
        ({"schieber__minimum_hands": "viele"}, "schieber.minimum_hands"),
        ({"differenzler__day": "Juni"}, "differenzler.day"),
        ({"differenzler__day": "2027-06-01", "differenzler__weight": "77"}, "differenzler.weight"),
        ({"league__game": "schieber"}, "league.game"),
        ({"master__schieber": "1", "master__minimum": "0"}, "master.minimum"),
        ({"master__schieber": "1", "master__points": "1 2 3"}, "master.points"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(played, typed, wrong):
    reader(played, "director")
    refused = change(played, **typed, reason="GV")
    assert refused.status_code == 422
    assert wrong_fields(refused) == [wrong]
    assert Season.objects.get().rules == {}


def test_guests_a_final_leagues_and_a_club_master_act_in_the_counted_tables(played):
    anna, beat, *others = played.people
    reader(played, "director")
    done = change(
        played,
        differenzler__guests="unranked",
        differenzler__day=timezone.localdate().isoformat(),
        differenzler__weight="2",
        master__schieber="1",
        master__differenzler="1",
        master__points="5 3 2",
        league__game="schieber",
        **{f"league__{anna.pk}": "1", f"league__{beat.pk}": "2", f"league__{others[0].pk}": "2"},
        reason="GV",
    )
    assert done.status_code == 302
    count_events()
    rows = {
        row["player"]: row for row in StandingsSnapshot.objects.get(variant="differenzler").rows
    }
    assert (rows[str(anna.pk)]["hands"], rows[str(anna.pk)]["total"]) == (2, 10), "counts twice"
    assert ranks("differenzler")[str(anna.pk)] == 1
    # Schieber: Anna and Chlöe have 90, Beat and Dario 67; the Differenzler 5, 12, 10, 10.
    master = {
        row["player"]: row["total"] for row in StandingsSnapshot.objects.get(variant=MASTER).rows
    }
    assert [master[str(p.pk)] for p in played.people[:4]] == ["10", "3", "8", "5"]
    member = reader(played, "member")
    told = member.get(f"/api/v1/seasons/{played.season.pk}/master").json()
    assert {row["player"]: row["total"] for row in told["rows"]} == {
        player: f"{int(total)}.00" for player, total in master.items()
    }
    change_player(
        actor=played.official("director"), player_id=anna.pk, version=1, values={"guest": True}
    )
    assert count_events() == 1
    table = StandingsSnapshot.objects.get(variant="differenzler").rows
    assert (table[-1]["player"], table[-1]["rank"], table[-1]["decided_by"]) == (
        *(str(anna.pk), None, GUEST),
    )  # fmt: skip
    season = markup(member.get(f"/seasons/{played.season.pk}/"))
    assert "Clubmeister" in season
    assert "Liga 2" in season
    assert "zählt darin 2fach" in season
    change_player(
        actor=played.official("director"), player_id=others[1].pk, version=1, values={"guest": True}
    )
    offered = fields(reader(played, "admin"), played)
    assert offered[f"league.{anna.pk}"] == "1", "to be taken out of it"
    assert f"league.{others[1].pk}" not in offered, "a guest plays in no league"
    change(played, **{f"master__{game}": "" for game in ("schieber", "differenzler")}, reason="GV")
    count_events()
    assert not StandingsSnapshot.objects.filter(variant=MASTER).exists()


def test_the_account_of_a_player_counts_the_final_as_the_table_does(played):
    Season.objects.update(
        rules={
            "differenzler": {
                "unit": "game",
                "count": "best:1+average",
                "final": {"day": timezone.localdate().isoformat(), "weight": 3},
            }
        },
        to_recount=True,
    )
    early = timezone.localdate() - timedelta(days=7)
    for slip in (DIFFERENZLER, differenzler([25, 40, 30, 50], [25, 52, 40])):
        table = open_table(played, "differenzler-verdeckt", played_on=early)
        table.write(1, slip)
        close_game(actor=played.official("director"), game_id=table.game.pk)
    count_events()
    anna = played.people[0]
    row = next(
        row
        for row in StandingsSnapshot.objects.get(variant="differenzler").rows
        if row["player"] == str(anna.pk)
    )
    # The final thrice (5 each), of the two games before it the better one (0).
    assert (row["hands"], row["total"], row["evenings"], row["evenings_dropped"]) == (4, 15, 2, 1)
    address = f"/seasons/{played.season.pk}/players/{anna.pk}/why/differenzler/"
    page = markup(reader(played, "member").get(address))
    sums = page[page.index("<tfoot>") :]
    assert re.findall(r'class="num">(\d+)<', sums) == ["4", "15"]
    assert "× 3" in page
    assert "neu gezählt" not in page


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("differenzler", "die mittlere Differenz pro Spiel; die kleinste gewinnt"),
        ("hae", "die Härpfl pro Spiel; die wenigsten gewinnen"),
        ("molotow", "die Punkte pro Spiel; die wenigsten gewinnen"),
        ("schieber", "die Punkte pro Spiel, ohne Faktoren der Tische; die höchsten gewinnen"),
        ("coiffeur", "die Punkte pro Spiel; die höchsten gewinnen"),
    ],
)
def test_who_wins_is_said_for_each_game(game: str, said: str) -> None:
    points = regulation(house().season, [game])
    assert any(said in str(point) for point in points)


def test_the_board_of_a_season_names_all_who_share_the_first_rank(played):
    html = reader(played, "member").get(f"/seasons/{played.season.pk}/").content.decode()
    board = html[html.index('<ul class="tiles') : html.index("<caption>")]
    assert re.findall(r"</span>(\w+)</span>", board) == ["Anna", "Anna", "Chlöe"]
    assert '<a href="#schieber">' in board


def test_a_season_that_names_one_game_keeps_its_numbers_at_the_first_game():
    own = house()
    own.season.rules = {"differenzler": {"minimum_evenings": 2}}
    before = [point.number for point in regulation(own.season, set())]
    assert before == [point.number for point in regulation(own.season, {"differenzler"})]


def test_what_is_said_of_guests_in_all_games_is_said_otherwise_of_one(played):
    Season.objects.update(rules={"guests": "unranked"})
    played.season.refresh_from_db()
    assert collecting.rules_of(played.season, "schieber").rules.guests == "unranked"
    reader(played, "director")
    assert change(played, differenzler__guests="ranked", reason="GV").status_code == 302
    season = Season.objects.get()
    assert season.rules == {"guests": "unranked", "differenzler": {"guests": "ranked"}}
    assert collecting.rules_of(season, "differenzler").rules.guests == "ranked"
    assert [one.code for one in checks.faults("guests", "all")] == ["not_a_choice"]


def test_the_first_season_of_a_club_has_its_guests_beside_the_ranking(played):
    Game.objects.update(season=None)
    StandingsSnapshot.objects.all().delete()
    Season.objects.update(rules={"guests": "ranked"})
    director = reader(played, "director")
    root = f"/clubs/{played.club.slug}/seasons/"
    sent = {"starts": "2041-01-01", "ends": "2041-02-01"}
    director.post(root, {**sent, "name": "wie bisher"})
    assert Season.objects.get(name="wie bisher").rules == {"guests": "ranked"}
    Club.objects.create(slug="neu", name="Neu")
    Season.objects.update(club=Club.objects.get(slug="neu"))
    director.post(root, {**sent, "name": "erste"})
    assert Season.objects.get(name="erste").rules == {"guests": "unranked"}
