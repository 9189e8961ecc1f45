"""The page of a player and the season on the page of the club, recomputed by hand."""

import json
import re
from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from jassclub.clubs.models import Membership, Player, Season, User
from scoring.tables.games import close_game
from tests.jassclub.home.test_pages_why import numbers, parts, reader, words
from tests.scoring.table import House, TableOf, differenzler, house, open_table, schieber
from tests.scoring.web_table import browser
from tests.tournaments.halls import hall
from tournaments.core.models import Tournament
from tournaments.entries.models import Entry
from tournaments.seasons.pages.charts import Evening, Interval, evening_chart, interval_chart
from tournaments.seasons.pages.tables import club_season
from tournaments.seasons.services import count_events
from tournaments.standings.models import Ranking

pytestmark = pytest.mark.django_db


@pytest.fixture
def own() -> House:
    return house()


def played(own: House, seats: Sequence[int], points: Sequence[int], *, ago: int = 0) -> TableOf:
    """A closed Schieber of these people with so many points of the first side."""
    own.people[:4], kept = [own.people[seat] for seat in seats], list(own.people)
    table = open_table(own, "schieber-2500", played_on=timezone.localdate() - timedelta(days=ago))
    own.people[:] = kept
    for number, made in enumerate(points, 1):
        table.write(number, schieber(made, contract="RO"))
    close_game(actor=own.official("scribe"), game_id=table.game.pk)
    return table


def page_of(own: House, player: Player, role: str = "member") -> str:
    client = Client()
    client.force_login(User.objects.get(pk=own.official(role).ident))
    response = client.get(f"/players/{player.pk}/")
    assert response.status_code == 200
    return response.content.decode()


def rows_below(html: str, heading: str) -> list[list[str]]:
    """The cells of the first table after these words, without the initials of people."""
    table = re.sub(r'<span class="badge .*?</span>', "", html[html.index(heading) :])
    body = table[table.index("<tbody>") : table.index("</tbody>")]
    return [
        [words(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.S)]
        for row in parts(body, "tr")
    ]


def test_partners_and_opponents_stand_with_what_was_won_from_the_first_game_on(own):
    played(own, (0, 1, 2, 3), [90, 60, 57])
    played(own, (0, 1, 2, 3), [100, 100])
    played(own, (0, 2, 1, 3), [80] * 3)
    count_events()
    html = page_of(own, own.people[0])
    partners = rows_below(html, "Mit wem am Tisch?")
    # 207 : 264, 200 : 114 and 240 : 231
    assert partners == [
        ["Chlöe", "2", "1/2 · 50 %", "81.4 ± 18.7"],
        ["Beat", "1", "1/1 · 100 %", "80.0 ± 0.0"],
    ]
    assert [row[:3] for row in rows_below(html, "Gegen wen?")] == [
        ["Dario", "3", "2/3 · 67 %"],
        ["Beat", "2", "1/2 · 50 %"],
        ["Chlöe", "1", "1/1 · 100 %"],
    ]


def test_partners_who_were_merged_are_one_person(own):
    played(own, (0, 1, 2, 3), [90] * 3)
    played(own, (0, 1, 4, 3), [90] * 4)
    count_events()
    Player.objects.filter(pk=own.people[4].pk).update(merged_into=own.people[2], active=False)
    rows = rows_below(page_of(own, own.people[0]), "Mit wem am Tisch?")
    assert [row[:2] for row in rows] == [["Chlöe", "2"]]


def test_of_minors_nothing_is_compared(own):
    played(own, (0, 1, 2, 3), [90] * 3)
    count_events()
    Player.objects.filter(pk=own.people[2].pk).update(minor=True)
    html = page_of(own, own.people[0])
    assert "Mit wem am Tisch?" not in html
    chloe = own.people[2].pk
    client = Client()
    client.force_login(User.objects.get(pk=own.official("member").ident))
    address = f"/players/{own.people[0].pk}/numbers/?of="
    assert client.get(f"{address}partner:{chloe}").status_code == 404
    assert client.get(f"/players/{chloe}/numbers/?of=running").status_code == 404
    played(own, (0, 1, 2, 3), [90] * 3)
    assert "Partien gewonnen" not in page_of(own, own.people[2])
    assert client.get(f"{address}opponent:{own.people[1].pk}").status_code == 200


def test_what_a_person_named_stands_by_contract_and_opens_its_games(own):
    table = open_table(own, "schieber-2500")
    hands = (("RO", 90, 0, False), ("RO", 70, 0, False), ("O", 100, 0, True), ("O", 60, 1, False))
    for number, (contract, made, seat, pushed) in enumerate(hands, 1):
        table.write(number, schieber(made, contract=contract, declared_by=seat, pushed=pushed))
    table.write(5, {"state": "annulled"})
    close_game(actor=own.official("scribe"), game_id=table.game.pk)
    count_events()
    html = page_of(own, own.people[0])
    assert rows_below(html, "<h2>Trumpf</h2>") == [
        ["Rose", "2", "1/2 · 50 %", "80.0"],
        ["Obenabe geschoben", "1", "1/1 · 100 %", "100.0"],
    ]
    client = Client()
    client.force_login(User.objects.get(pk=own.official("member").ident))
    address = f"/players/{own.people[0].pk}/numbers/?of=trump:RO:0"
    assert address in html
    page = words(client.get(address).content.decode())
    assert "Rose angesagt" in page
    assert "2 Spiele angesagt, 1 über der Hälfte: 160 von 314 Punkten" in page
    assert client.get(address.replace("RO:0", "RO:1")).status_code == 404
    season = f"/seasons/{own.season.pk}/"
    shown = rows_below(client.get(season).content.decode(), "<h2>Trumpf</h2>")
    assert ["Obenabe", "1", "1/1 · 100 %", "97.0"] in shown
    listed = client.get(f"{season}numbers/?of=trump:O:0").content.decode()
    assert f"/games/{table.game.pk}/" in listed
    assert client.get(f"{season}numbers/?of=running").status_code == 404


def test_series_and_records_open_their_games(own):
    for made in ([100, 100], [90], [20], [157]):
        played(own, (0, 1, 2, 3), made, ago=0)
    count_events()
    html = page_of(own, own.people[0])
    client = Client()
    client.force_login(User.objects.get(pk=own.official("member").ident))
    assert "?of=running" not in html, "one win is no series"
    assert "3 der letzten 4 Partien gewonnen" in words(html)
    marks = html[html.index('<span class="marks"') :].split("</span>")[0]
    assert re.findall(r'<i( class="best")?>', marks).count("") == 1
    season = f"/seasons/{own.season.pk}/"
    of = {"longest": ("2", 2), "ahead": ("+157", 1)}
    for kind, (shown, games) in of.items():
        for page in (f"/players/{own.people[0].pk}/", season):
            address = f"{page}numbers/?of={kind}"
            card = client.get(page).content.decode().split(address)[1]
            assert shown in words(card[: card.index("</a>")]).replace(">", " ").split()
            assert client.get(address).content.decode().count('<a href="/games/') == games
    Player.objects.filter(club=own.club).update(minor=True)
    assert client.get(f"{season}numbers/?of=ahead").status_code == 404
    assert "+157" not in client.get(season).content.decode()


def test_games_are_told_from_the_own_side(own):
    played(own, (0, 1, 2, 3), [90, 60, 57])
    page = words(page_of(own, own.people[1]))
    assert "Beat &amp; Dario 264 : 207 gewonnen · gegen Anna &amp; Chlöe" in page
    assert "Anna &amp; Chlöe 207 : 264 gegen" in words(page_of(own, own.people[0]))
    table = open_table(own, "differenzler-offen")
    table.write(1, differenzler([20, 40, 30, 50], [25, 52, 40]))
    table.confirm(1, seat=1)
    close_game(actor=own.official("scribe"), game_id=table.game.pk)
    # 5, 12, 10, 10: Chlöe and Dario share the second place
    assert "2. von 4 10 gegen Anna, Beat, Dario" in words(page_of(own, own.people[2]))


def test_seasons_stand_with_rank_average_and_wins_and_lead_to_their_sum(own):
    played(own, (0, 1, 2, 3), [90, 60, 57])
    count_events()
    html = page_of(own, own.people[1])
    assert rows_below(html, "Punkte pro Spiel") == [["Saison 3 Spiele · Siege 1/1", "1", "88.00"]]
    season, player = own.season.pk, own.people[1].pk
    assert f'href="/seasons/{season}/players/{player}/why/schieber/"' in html


def test_a_finished_tournament_shows_the_rank_that_the_hall_saw():
    event = hall(4, rounds=1)
    anna = event.house.people[0]
    Entry.objects.filter(pk=event.entries[0].pk).update(player=anna)
    seen = {"number": event.entries[0].number, "rank": 3, "value": 412}
    Ranking.objects.create(
        club_id=event.tournament.club_id,
        tournament=event.tournament,
        results_version=1,
        rows=[{**seen, "rank": 1}],
        hall_rows=[seen],
        computed_at=timezone.now(),
    )
    assert "<h2>Turniere</h2>" not in page_of(event.house, anna)
    Tournament.objects.update(state=Tournament.State.FINISHED, finished_at=timezone.now())
    (row,) = rows_below(page_of(event.house, anna), "<h2>Turniere</h2>")
    assert row[0].startswith(event.tournament.name)
    assert row[1:] == ["3", "412"]


def test_what_is_held_about_a_person_is_offered_to_himself_and_to_admins(own):
    anna = own.people[0]
    offered = f"/api/v1/players/{anna.pk}/data"
    assert offered not in page_of(own, anna)
    assert offered in page_of(own, anna, role="admin")
    himself = User.objects.create_user("anna-selbst", password="x")
    Membership.objects.create(club=own.club, user=himself, role="member")
    Player.objects.filter(pk=anna.pk).update(user=himself)
    client = Client()
    client.force_login(himself)
    assert offered in client.get(f"/players/{anna.pk}/").content.decode()
    assert client.get(offered).status_code == 200


def test_the_page_costs_the_same_after_many_games_seasons_and_people(own):
    def year(number: int) -> None:
        day = timezone.localdate() - timedelta(days=400 * number)
        season = Season.objects.create(club=own.club, name=f"vor {number}", starts=day, ends=day)
        own.people.append(Player.objects.create(club=own.club, name=f"Neue {number}"))
        for profile, slip in (
            ("schieber-1000", schieber(90)),
            ("differenzler-offen", differenzler([20, 40, 30, 50], [25, 52, 40])),
        ):
            table = open_table(own, profile, season_id=season.pk, played_on=day)
            for hand in range(1, 2 + number):
                table.write(hand, slip)
            close_game(actor=own.official("scribe"), game_id=table.game.pk)
        count_events()

    table = open_table(own, "schieber-1000")
    client = browser(table, None, role="scribe").client
    costs = []
    for number in (1, 2, 3):
        year(number)
        with CaptureQueriesContext(connection) as counted:
            assert client.get(f"/players/{own.people[0].pk}/").status_code == 200
        costs.append(len(counted))
    assert costs[0] == costs[1] == costs[2] <= 45, costs


def test_the_club_shows_who_leads_and_how_its_evenings_went(own):
    for ago, made in ((7, 25), (0, 35)):
        table = open_table(
            own, "differenzler-offen", played_on=timezone.localdate() - timedelta(days=ago)
        )
        table.write(1, differenzler([20, 40, 30, 50], [made, 52, 40]))
        table.confirm(1, seat=1)
    count_events()
    client = reader(table)
    html = client.get(f"/clubs/{own.club.slug}/").content.decode()
    # 5, 12, 10, 10 and 15, 12, 10, 20
    assert rows_below(html, "Differenzler</caption>") == [
        ["1", "Anna 2 Spiele · 0 genau", "10.00"],
        ["1", "Chlöe 2 Spiele · 0 genau", "10.00"],
        ["3", "Beat 2 Spiele · 0 genau", "12.00"],
        ["4", "Dario 2 Spiele · 0 genau", "15.00"],
    ]
    shown = club_season(own.club.seasons.all())
    assert shown is not None
    assert re.findall(r'class="strong"[^>]*>([\d.]+)<', shown["picture"]) == ["9.3", "14.3"]
    assert shown["evenings"] == 2


def test_games_beyond_the_first_tables_lead_from_the_club_to_theirs_of_the_season(own, monkeypatch):
    monkeypatch.setattr("tournaments.seasons.pages.tables.LED", 1)
    for variant, slip in (
        ("differenzler-offen", differenzler([20, 40, 30, 50], [25, 52, 40])),
        ("schieber-1000", schieber(97)),
    ):
        table = open_table(own, variant)
        table.write(1, slip)
        table.confirm(1, seat=1)
    count_events()
    client = reader(table)
    shown = client.get(f"/clubs/{own.club.slug}/").content.decode()
    (address,) = re.findall(r'href="(/seasons/[^"]*#[^"]*)"', shown)
    path, variant = address.split("#")
    season = client.get(path).content.decode()
    assert f'<section id="{variant}">' in season
    played = club_season(own.club.seasons.all())
    assert played is not None
    (first,) = played["tables"]
    assert {first["variant"], variant} == {"schieber", "differenzler"}


def test_the_average_of_all_years_is_the_sum_of_its_seasons(own):
    table = open_table(own, "differenzler-offen")
    for number in (1, 2):
        table.write(number, differenzler([20, 40, 30, 50], [25, 52, 40]))
        table.confirm(number, seat=1)
    count_events()
    client = reader(table)
    html = client.get(f"/players/{own.people[1].pk}/why/").content.decode()
    assert [numbers(row)[-2:] for row in parts(parts(html, "tbody")[0], "tr")] == [[2, 24]]
    assert "24 Differenz ÷ 2 Spiele = 12.00 Schnitt" in words(html)
    assert client.get(f"/players/{own.people[5].pk}/why/").status_code == 404
    listed = client.get(f"/clubs/{own.club.slug}/averages/").content.decode()
    assert f'href="/players/{own.people[1].pk}/why/"' in listed


def test_pictures_say_in_words_what_they_show():
    rows = [Interval("2025", Decimal("9.5"), Decimal(1)), Interval("2026", Decimal(7), None)]
    assert 'aria-label="2025: 9.5 ± 2.0; 2026: 7"' in interval_chart(rows)
    assert interval_chart([]) == ""
    days = [Evening("3.9.", 8, Decimal("9.0")), Evening("4.9.", 12, None)]
    picture = evening_chart(days)
    assert 'aria-label="3.9.: 8 Personen, 9.0; 4.9.: 12 Personen, –"' in picture
    assert picture.count("<circle") == 1
    with translation.override("fr"):
        assert "3.9.\u202f: 8 personnes, 9.0\u202f; 4.9." in evening_chart(days)


def test_the_course_of_a_game_is_drawn_when_it_is_over_and_not_before(own):
    table = played(own, (0, 1, 2, 3), [90, 60, 57])
    address = f"/games/{table.game.pk}/why/"
    client = reader(table)
    assert (
        'aria-label="Anna &amp; Chlöe 207; Beat &amp; Dario 264"'
        in client.get(address).content.decode()
    )
    going = open_table(own, "schieber-2500")
    for number in (1, 2):
        going.write(number, schieber(90))
    assert "<h2>Verlauf</h2>" not in client.get(f"/games/{going.game.pk}/why/").content.decode()


def test_the_newest_season_is_told_for_a_picture_that_leads_with_what_was_played_most(own):
    played(own, (0, 1, 2, 3), [90, 60, 57])
    table = open_table(own, "differenzler-offen")
    table.write(1, differenzler([20, 40, 30, 50], [20, 52, 40]))
    table.confirm(1, seat=1)
    count_events()
    html = page_of(own, own.people[0])
    told = json.loads(html.split('"told-game" type="application/json">')[1].split("<")[0])
    assert (told["name"], told["day"]) == ("Anna", "Saison")
    assert told["figures"] == [
        ["3.", "Schieber: Rang"],
        ["69.00", "Schieber: Schnitt"],
        ["3", "Schieber: Spiele"],
        ["3×", "Rose angesagt"],
        ["1.", "Differenzler: Rang"],
    ]
    assert "told-game" not in page_of(own, own.people[5])


def test_what_was_made_by_predictions_of_a_band_opens_the_hands_it_comes_from(own):
    table = open_table(own, "differenzler-offen")
    for number, said in enumerate((30, 42, 38), 1):
        table.write(number, differenzler([said, 40, 30, 50], [said + number, 52, 40]))
        table.confirm(number, seat=1)
    html = page_of(own, own.people[0])
    address = f"/players/{own.people[0].pk}/numbers/?of=predicted:20"
    assert f'href="{address}">20–39' in html
    client = reader(table)
    hands = rows_below(client.get(address).content.decode(), "Ansagen: 20–39")
    assert [row[1:] for row in hands] == [["38", "41"], ["30", "31"]]
    assert f"/games/{table.game.pk}/hands/3/" in client.get(address).content.decode()
    assert client.get(address.replace(":20", ":100")).status_code == 404
