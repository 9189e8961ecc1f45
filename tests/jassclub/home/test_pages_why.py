"""«Woher kommt das?»: what is shown adds up to what is shown, down to each entry."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jassclub.clubs.models import Season, User
from scoring.claims.models import HandEntry
from scoring.claims.penalties import add_penalty, cancel_penalty
from scoring.claims.predictions import predict
from scoring.claims.selectors import state_of
from scoring.core.models import GameRecord
from tests.markup import markup
from tests.scoring.disputes.pages import TITLE, opened, press, totals
from tests.scoring.table import TableOf, differenzler, house, open_table, quarrelsome, schieber
from tests.scoring.web_table import browser, table_of
from tournaments.seasons.models import SeasonAverage, StandingsSnapshot
from tournaments.seasons.services import count_events

pytestmark = pytest.mark.django_db

PREDICTED, MADE = [20, 40, 30, 50], [25, 52, 40]
"""The last seat makes 40: the differences are 5, 12, 10 and 10."""


def reader(table: TableOf, role: str = "member") -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=table.house.official(role).ident))
    return client


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


def numbers(html: str) -> list[int]:
    found = re.findall(r"[-−]?\d+", words(html).replace("’", ""))
    return [int(number.replace("−", "-")) for number in found]


def parts(html: str, tag: str) -> list[str]:
    return re.findall(rf"<{tag}\b.*?</{tag}>", html, re.DOTALL)


@pytest.fixture
def season_of_three() -> TableOf:
    """Three evenings of Differenzler, the worst dropped: penalties, a hand annulled, one open."""
    own = house()
    Season.objects.filter(pk=own.season.pk).update(rules={"differenzler": {"drop": 1}})
    judge = own.official("referee")
    today = timezone.localdate()
    for back, worse in ((20, 0), (10, 30), (0, 3)):
        table = open_table(own, "differenzler-offen", played_on=today - timedelta(days=back))
        made = [MADE[0] + worse, MADE[1] - worse, MADE[2]]
        for number in (1, 2, 3):
            slip: dict[str, Any] = differenzler(PREDICTED, made)
            table.write(number, {"state": "annulled"} if (number, worse) == (2, 3) else slip)
        add_penalty(actor=judge, game_id=table.game.pk, seat=0, points=7, reason="Bock", number=2)
        gone = add_penalty(actor=judge, game_id=table.game.pk, seat=0, points=90, reason="nein")
        cancel_penalty(actor=judge, game_id=table.game.pk, penalty_id=gone.pk, reason="doch nicht")
        table.confirm(3, seat=1)
    table.write(4, differenzler(PREDICTED, MADE))
    count_events()
    return table


def season_page(
    client: Client, table: TableOf, variant: str = "differenzler", seat: int = 0
) -> str:
    player = table.house.people[seat]
    address = f"/seasons/{table.house.season.pk}/players/{player.pk}/why/{variant}/"
    response = client.get(address)
    assert response.status_code == 200
    return markup(response)


def test_the_evenings_that_count_add_up_to_the_average_in_the_table(season_of_three):
    html = season_page(reader(season_of_three), season_of_three)
    evenings, total = parts(html, "tbody"), parts(html, "tfoot")
    figures = [numbers(parts(evening, "tr")[0])[-2:] for evening in evenings]
    counted = [f for f, evening in zip(figures, evenings, strict=True) if "<s>" not in evening]
    # by hand: 3 × 5 + 7; 3 × 35 + 7, dropped; 2 × 8 + 7, the annulled hand brings its penalty only
    assert figures == [[3, 22], [3, 112], [2, 23]]
    assert [sum(column) for column in zip(*counted, strict=True)] == numbers(total[0]) == [5, 45]
    listed = SeasonAverage.objects.get(player=season_of_three.house.people[0], table_size=0)
    assert (listed.hands, listed.total, str(listed.mean)) == (5, 45, "9.00")
    assert "45 Differenzen ÷ 5 Spiele = 9.00 Schnitt" in words(html)
    assert "Der schlechteste Abend nach Schnitt pro Spiel wird gestrichen" in words(html)
    assert "Sie wird gerade neu gezählt" not in html


def test_each_game_of_an_evening_is_the_confirmed_sum_on_its_own_page(season_of_three):
    client = reader(season_of_three)
    html = season_page(client, season_of_three)
    for evening in parts(html, "tbody"):
        address = re.findall(r'href="(/games/[^"]+/why/)"', evening)[0]
        page = markup(client.get(address))
        told = re.findall(r"bestätigten Spiele: ([\d :]+)", words(page))
        shown = numbers(told[0] if told else parts(page, "tfoot")[0])
        assert shown[0] == numbers(parts(evening, "tr")[0])[-1]


@pytest.mark.parametrize("variant", ["differenzler", "schieber"])
def test_every_hand_and_every_penalty_adds_up_to_the_total_of_the_game(variant, season_of_three):
    table = season_of_three if variant == "differenzler" else _matsch_and_weis()
    page = markup(reader(table).get(f"/games/{table.game.pk}/why/"))
    rows = parts(parts(page, "tbody")[0], "tr")
    columns = [parts(row, "td") for row in rows if "zählt nicht" not in row]
    shown = [[_bold(cell) for cell in row] for row in columns]
    total = numbers(parts(parts(page, "tfoot")[0], "tr")[0])
    assert [sum(column) for column in zip(*shown, strict=True)] == total
    assert total == list(state_of(table.game).totals)


def _matsch_and_weis() -> TableOf:
    table = open_table(house(), "schieber-2500")
    table.write(1, schieber(97, contract="SE", weis=[50, 0]))
    table.write(2, schieber(157, contract="O", matsch=0))
    table.write(3, schieber(60, contract="EI", stoeck=1))
    add_penalty(
        actor=table.house.official("referee"),
        game_id=table.game.pk,
        seat=1,
        points=20,
        reason="Bock",
        number=3,
    )
    return table


def _bold(cell: str) -> int:
    """The number of a cell, after checking that the terms beside it make it."""
    bold = numbers(parts(cell, "b")[0])[0] if "<b" in cell else 0
    terms = [words(term) for term in re.findall(r'<span class="term">(.*?)</span>', cell)]
    worth = [_worth(term) for term in terms if re.search(r"\d", term)]
    assert sum(worth) == bold or not worth
    return bold


def _worth(term: str) -> int:
    if "=" in term:
        left, right = term.split("=")
        assert _worth(left) == int(right)
        return int(right)
    if "×" in term:
        one, factor = term.split("×")
        return int(one) * int(factor)
    if " − " in term:
        predicted, made = term.split(" − ")
        return abs(int(predicted) - int(made))
    return int(re.findall(r"[+-]?\d+", term)[0])


def test_the_points_of_a_side_are_credited_to_both_players_of_it():
    table = _matsch_and_weis()
    table.confirm(3, seat=1)
    count_events()
    # without the factors of the sheet: 97 + 50, 257, 60; and 60, 0, 97 + 20 with 20 off
    sums = (97 + 50 + 257 + 60, 60 + 97 + 20 - 20)
    for seat, side in enumerate((0, 1, 0, 1)):
        html = season_page(reader(table), table, "schieber", seat)
        assert numbers(parts(html, "tfoot")[0]) == [3, sums[side]]


def test_every_version_says_who_wrote_it_when_and_why_and_what_became_of_it():
    table, _judge = quarrelsome()
    page = words(markup(reader(table).get(f"/games/{table.game.pk}/why/")))
    assert page.count("geschrieben: ") == HandEntry.objects.count()
    second = page[page.index("Spiel 2 2 Fassungen") : page.index("Spiel 2 öffnen")]
    assert "92 : 65 Rose ersetzt" in second
    assert "60 : 97 Rose bestätigt" in second
    assert "Grund: etwas anderes – falsch gezählt" in second
    assert "Telefon am Tisch" in second
    third = page[page.index("Spiel 3") : page.index("Spiel 3 öffnen")]
    assert "bestritten: Beat" in third
    assert "verzählt" in third
    assert "Blatt gezeigt" in page
    # the penalty was taken back: it is told, and not added
    assert "Bock gerufen" in page
    assert "zurückgenommen" in page
    assert "+20" not in page


def test_a_ruling_stands_beside_the_version_that_it_wrote():
    table = table_of("schieber-1000")
    table.write(1, schieber(100))
    case = opened(browser(table, 1))
    press(browser(table, None, role="referee"), case, "book", choice="annul_hand")
    address = f"/games/{table.game.pk}/why/"
    html = markup(reader(table).get(address))
    written = HandEntry.objects.get(version=2)
    assert f'href="/games/{table.game.pk}/{case}">Entscheid «{TITLE}»' in html
    assert " : ".join(map(str, totals(table))) in words(html)
    assert written.ruling is not None


def test_the_chain_is_checked_on_asking_and_a_broken_one_is_named():
    table, _judge = quarrelsome()
    client, address = reader(table), f"/games/{table.game.pk}/why/"
    plain = markup(client.get(address))
    assert table.game.records.last().hash in plain
    assert "Nachgerechnet" not in plain
    assert "Die Kette ist ganz" in words(markup(client.get(f"{address}?check=1")))
    GameRecord.objects.filter(game=table.game, seq=3).update(hash="0" * 64)
    broken = words(markup(client.get(f"{address}?check=1")))
    assert "Die Kette ist nicht ganz" in broken
    assert "Eintrag 3" in broken


def test_a_sealed_prediction_stays_sealed():
    rules = {"differenzler.sealed_entry": {"value": "phone", "house": "wir tippen verdeckt"}}
    table = open_table(house(), "differenzler-verdeckt", house_rules=rules)
    predict(actor=table.phones[0], game_id=table.game.pk, number=1, seat=0, value=137)
    page = markup(reader(table, "director").get(f"/games/{table.game.pk}/why/"))
    assert "137" not in words(page.split("Kette")[0])


def test_who_may_see_the_total_sees_where_it_comes_from_and_nobody_else(season_of_three):
    table = season_of_three
    game = f"/games/{table.game.pk}/why/"
    stranger = open_table(house("Fremd"), "schieber-1000")
    assert reader(stranger).get(game).status_code == 404
    player, season = table.house.people[0].pk, table.house.season.pk
    assert (
        reader(stranger).get(f"/seasons/{season}/players/{player}/why/differenzler/").status_code
        == 404
    )
    assert Client().get(game).status_code == 302
    assert browser(table, 2).client.get(game).status_code == 200
    for wrong in ("schieber", "poker"):
        answer = reader(table).get(f"/seasons/{season}/players/{player}/why/{wrong}/")
        assert answer.status_code == 404


def test_a_table_that_is_behind_says_so(season_of_three):
    StandingsSnapshot.objects.update(rows=[])
    html = season_page(reader(season_of_three), season_of_three)
    assert "Die Tabelle wird gerade neu gezählt." in words(html)


def test_neither_page_asks_more_often_with_more_hands_and_games(season_of_three):
    table = season_of_three
    client = reader(table)
    player = table.house.people[0].pk
    season = f"/seasons/{table.house.season.pk}/players/{player}/why/differenzler/"
    game = f"/games/{table.game.pk}/why/"

    def cost(address: str) -> int:
        with CaptureQueriesContext(connection) as counted:
            assert client.get(address).status_code == 200
        return len(counted)

    before = cost(season), cost(game)
    for number in range(5, 12):
        table.write(number, differenzler(PREDICTED, MADE))
        table.correct(number, differenzler(PREDICTED, [30, 47, 40]), reason_code="miscounted")
    more = open_table(table.house, "differenzler-offen")
    more.write(1, differenzler(PREDICTED, MADE))
    more.confirm(1, seat=1)
    assert (cost(season), cost(game)) == before
    assert before[0] <= 18
    assert before[1] <= 27
