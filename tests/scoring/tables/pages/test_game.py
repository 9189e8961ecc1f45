"""The page of a game: it shows what was written, and writes what is typed."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from jassclub.clubs.models import Player
from scoring.claims.models import HandEntry, Penalty
from tests.markup import markup
from tests.scoring.table import differenzler, schieber
from tests.scoring.web_table import browser, hidden, table_of, words

pytestmark = pytest.mark.django_db

PLAIN = {"contract": "RO", "points_0": "97", "points_1": ""}


@pytest.fixture
def table():
    return table_of("schieber-1000")


@pytest.fixture
def anna(table):
    return browser(table, 0)


def test_every_page_of_a_game_answers_in_every_language(table, anna):
    table.write(1, schieber(97))
    for language in [code for code, _name in settings.LANGUAGES]:
        for path in ["", "hands/1/", "hands/1/correct/"]:
            anna.client.cookies["django_language"] = language
            response = anna.get(path)
            assert response.status_code == 200
            assert f'<html lang="{"de-CH" if language == "de" else language}"' in markup(response)


def test_one_side_is_typed_and_both_stand_on_the_slate(table, anna):
    response = anna.post("hands/1/write/", **PLAIN, key="one")
    assert (response.status_code, response["Location"]) == (302, anna.game)
    assert table.current(1).slip["points"] == [97, 60]
    page = anna.text()
    assert "97" in page
    assert "60" in page
    assert "Spiel 1 ist geschrieben." in page


def test_a_double_tap_stores_once(table, anna):
    first, second = (anna.post("hands/1/write/", **PLAIN, key="same") for _ in range(2))
    assert first.status_code == second.status_code == 302
    assert table.hand(1).entries.count() == 1


def test_what_is_wrong_is_said_in_words_and_nothing_typed_is_lost(table, anna):
    for typed, sentence in [
        ({"points_0": "97", "points_1": "61"}, "157"),
        ({"points_0": "", "points_1": ""}, "Punkte"),
        ({"points_0": "viel", "points_1": ""}, "ganze Zahl"),
        ({"points_0": "1e400", "points_1": ""}, "ganze Zahl"),
        ({"points_0": "999999999999", "points_1": ""}, "ganze Zahl"),
        ({"points_0": "9\x007", "points_1": ""}, "ganze Zahl"),
        ({"contract": "XX"}, "EI"),
        ({"contract": "O", "stoeck": "1"}, "Stöck"),
        ({"weis_0": "33"}, "33"),
        ({"matsch": "0"}, "157"),
    ]:
        sent = {**PLAIN, **typed}
        response = anna.post("hands/1/write/", **sent, key="k")
        page = markup(response)
        assert response.status_code == 422
        assert 'role="alert"' in page
        said = " ".join(re.findall(r'<p class="error"[^>]*>(.*?)</p>', page))
        assert sentence in said, words(response)
        assert not HandEntry.objects.exists()
        if typed.get("points_0") != "9\x007":
            assert f'value="{sent["points_0"]}"' in page


def test_all_that_is_wrong_is_said_at_once(table, anna):
    response = anna.post(
        "hands/1/write/", contract="XX", points_0="97", points_1="61", weis_0="33", key="k"
    )
    fields = set(re.findall(r'<p class="error" id="(\w+)-error"', markup(response)))
    assert {"contract", "points_0", "weis_0"} <= fields


def test_a_corrected_form_may_use_its_key_again(table, anna):
    refused = anna.post("hands/1/write/", **{**PLAIN, "points_1": "61"}, key="k1")
    assert hidden(markup(refused), "key") == "k1"
    assert anna.post("hands/1/write/", **PLAIN, key="k1").status_code == 302
    assert table.current(1).slip["points"] == [97, 60]


def test_a_form_gone_back_to_and_changed_is_asked_about_once_more(table, anna):
    anna.post("hands/1/write/", **PLAIN, key="k1")
    response = anna.post("hands/1/write/", **{**PLAIN, "points_0": "98"}, key="k1")
    assert response.status_code == 409
    assert "Dieses Formular ist schon abgeschickt." in words(response)
    assert 'value="98"' in markup(response)
    assert hidden(markup(response), "key") != "k1"
    assert table.current(1).slip["points"] == [97, 60]


def test_matsch_weis_stoeck_and_pushing_reach_the_slip(table, anna):
    anna.post(
        "hands/1/write/",
        contract="SE",
        points_0="157",
        matsch="0",
        weis_0="20",
        stoeck="2",
        pushed="1",
        key="k",
    )
    slip = table.current(1).slip
    wanted = {"matsch": 0, "weis": [20, 0], "stoeck": 2, "pushed": True, "points": [157, 0]}
    assert {name: slip[name] for name in wanted} == wanted
    assert slip["declared_by"] == 3, "forehand is seat 1, pushed to the partner"


def test_an_annulled_hand_asks_for_no_numbers(table, anna):
    anna.post("hands/1/write/", state="annulled", contract="", key="k")
    assert table.current(1).slip == {"state": "annulled"}
    assert "zählt nicht" in anna.text()


def test_other_numbers_for_a_written_hand_lead_to_both_versions(table, anna):
    table.write(1, schieber(90), seat=1)
    response = anna.post("hands/1/write/", **PLAIN, key="k")
    assert response["Location"] == f"{anna.game}hands/1/"
    page = anna.text("hands/1/")
    assert "90 : 67" in page
    assert "97 : 60" in page


def test_people_are_called_by_their_first_names_unless_two_share_one(table, anna):
    for seat, name in enumerate(("Anna Aregger", "Beat Brunner", "Anna Zgraggen", "Dario Dubach")):
        Player.objects.filter(pk=table.house.people[seat].pk).update(name=name)
    page = anna.text()
    assert "Anna Aregger &amp; Anna Zgraggen" in page
    assert "Beat &amp; Dario" in page


def test_totals_dealer_and_leader_stand_beside_the_slate(table, anna):
    table.write(1, schieber(97))
    table.write(2, schieber(100))
    page = anna.text()
    assert "197" in page
    assert "117" in page
    assert "Chlöe gibt · Dario spielt aus" in page


def test_the_own_side_lies_below_and_the_upper_half_can_be_turned(table, anna):
    table.write(1, schieber(97))
    names = re.findall(r'<div class="side"[^>]*>\s*<h2><span>([^<]+)', markup(anna.get()))
    assert names == ["Beat &amp; Dario", "Anna &amp; Chlöe"]
    assert 'class="slate turned"' not in markup(anna.get())
    assert 'class="slate turned"' in markup(anna.get(turn="1"))


def test_nobody_is_told_that_the_target_is_near_or_reached(table, anna):
    for number in range(1, 7):
        table.write(number, schieber(157, matsch=0))
    page = anna.text()
    assert "1’542" in page
    shown = page.replace("Schieber auf 1000", "")
    assert not re.search(r"1’?000|Ziel|erreicht|fehlen noch|gewonnen", shown)


def test_the_trump_of_a_hand_is_unknown_until_its_result_is_written(anna):
    html = markup(anna.get())
    chosen = re.findall(r'name="contract"[^>]*checked', html)
    assert chosen == []


def test_the_deck_of_the_table_names_its_trumps():
    french = browser(table_of("schieber-1000", deck="french"), 0).text()
    assert "Schaufel" in french
    assert "Schilte" not in french


def test_the_other_side_agrees_from_its_own_page_and_the_own_side_cannot(table, anna):
    table.write(1, schieber(97), seat=0)
    version = table.current(1).version
    refused = anna.post(f"hands/1/versions/{version}/confirm/", key="a")
    assert refused.status_code == 403
    assert table.states(1) == ["provisional"]
    beat = browser(table, 1)
    assert "Spiel 1 stimmt (Beat)" in beat.text()
    assert beat.post(f"hands/1/versions/{version}/confirm/", key="b").status_code == 302
    assert table.states(1) == ["confirmed"]
    assert "bestätigt (Beat)" in beat.text("hands/1/")


def test_the_phone_is_handed_over_on_the_page_of_the_hand(table, anna):
    anna.post("hands/1/write/", **PLAIN, key="k")
    for path in ("", "hands/1/"):
        assert "Telefon übergeben: wer bestätigt Spiel 1?" in anna.text(path)
        offered = re.findall(r'name="seat" value="(\d)">([^<]+ bestätigt)<', markup(anna.get(path)))
        assert offered == [("1", "Beat bestätigt"), ("3", "Dario bestätigt")]
    anna.post("hands/1/versions/1/confirm/", seat="3", key="c")
    assert table.states(1) == ["confirmed"]
    assert "bestätigt (Dario): Telefon übergeben" in anna.text("hands/1/")


def test_penalty_points_are_given_by_a_referee_and_only_once(table, anna):
    emil = browser(table, None, role="referee")
    assert "Strafpunkte geben" not in anna.text()
    for _ in range(2):
        emil.post("penalties/", seat="1", points="20", reason="Karte gezeigt", key="p")
    assert Penalty.objects.get().points == 20
    assert "Beat: 20 – Karte gezeigt" in anna.text()


def test_a_penalty_without_a_reason_comes_back_as_typed(table):
    emil = browser(table, None, role="referee")
    response = emil.post("penalties/", seat="1", points="20", reason="", key="p")
    assert response.status_code == 422
    assert 'value="20"' in markup(response)
    assert not Penalty.objects.exists()


def test_both_sides_sign_and_the_game_is_closed(table, anna):
    anna.post("hands/1/write/", **PLAIN, key="k")
    anna.post("sign-off/", seat="0", key="s0")
    anna.post("sign-off/", seat="1", key="s1")
    table.game.refresh_from_db()
    assert table.game.state == "closed"
    page = markup(anna.get())
    assert "abgeschlossen" in page
    assert "data-entry" not in page


def test_of_the_other_side_is_asked_who_signs_and_it_is_told_on_whose_phone(table, anna):
    """Dario signs on Anna's phone: it is not put down to Beat, nor to her."""
    anna.post("hands/1/write/", **PLAIN, key="k")
    page = anna.text()
    assert all(f"{name}: das Blatt stimmt" in page for name in ("Chlöe", "Beat", "Dario"))
    anna.post("sign-off/", seat="3", key="s1")
    assert "Dario, auf dem Telefon von Anna: stimmt" in anna.text()
    anna.post("sign-off/", seat="0", key="s0")
    account = markup(anna.client.get(f"{anna.game}why/"))
    assert "Dario, auf dem Telefon von Anna" in account


def test_a_penalty_for_nobody_says_that_somebody_has_to_be_chosen(table):
    emil = browser(table, None, role="referee")
    answer = emil.post("penalties/", points="20", reason="Bock gerufen", key="p")
    assert answer.status_code == 422
    assert "Es ist noch kein Platz gewählt." in words(answer)
    assert "Diesen Platz gibt es nicht" not in words(answer)


def test_strangers_learn_nothing_and_visitors_are_asked_to_log_in(table, anna):
    stranger = browser(table_of("schieber-1000"), 0)
    assert stranger.client.get(anna.game).status_code == 404
    anna.client.logout()
    response = anna.get()
    assert response.status_code == 302
    assert response["Location"].startswith("/login/?next=")


def test_the_table_page_weighs_less_than_44_kb_with_everything_it_loads(table, anna):
    """As it is sent, compressed: the page with 12 hands, its style sheets, scripts, drawings."""
    for number in range(1, 13):
        table.write(number, schieber(90 + number))
    html = anna.get().content
    files = set(re.findall(rb'(?:href|src)="/static/([^"#]+)', html))
    assert b"jassclub/jassclub.css" in files
    sent = {name: Path(str(finders.find(name.decode()))).read_bytes() for name in files}
    weights = {name: len(gzip.compress(text)) for name, text in sent.items()}
    assert len(gzip.compress(html)) + sum(weights.values()) < 44_000, weights


def test_pages_carry_no_script_and_no_style_that_the_policy_would_block(table, anna):
    table.write(1, schieber(97))
    for path in ("", "hands/1/", "hands/1/correct/"):
        response = anna.get(path)
        html = markup(response)
        assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", html)
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", html))
        assert "default-src 'self'" in response["Content-Security-Policy"]


class TestDifferenzler:
    @pytest.fixture
    def table(self):
        return table_of("differenzler-verdeckt")

    def test_a_hand_is_written_with_one_players_points_left_out(self, table, anna):
        made = {"made_0": "40", "made_1": "50", "made_2": "37", "made_3": ""}
        said = {f"said_{seat}": value for seat, value in enumerate(("40", "55", "30", "20"))}
        response = anna.post("hands/1/write/", contract="SE", **made, **said, key="k")
        assert response.status_code == 302
        assert table.current(1).slip["points"] == [40, 50, 37, 30]
        assert table.current(1).slip["predictions"] == [40, 55, 30, 20]

    def test_the_sheet_shows_prediction_made_difference_and_total(self, table, anna):
        table.write(1, differenzler([40, 55, 30, 20], [40, 50, 37]))
        html = markup(anna.get())
        cells = [words_of(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", html, re.S)][:4]
        assert cells == [
            "angesagt 40 0 gemacht 40",
            "angesagt 55 5 gemacht 50",
            "angesagt 30 7 gemacht 37",
            "angesagt 20 10 gemacht 30",
        ]
        (foot,) = re.findall(r"<tfoot>(.*?)</tfoot>", html, re.S)
        assert words_of(foot) == "Total 0 5 7 10"

    def test_too_many_points_are_said_at_the_form(self, table, anna):
        made = {f"made_{seat}": "60" for seat in range(4)}
        said = {f"said_{seat}": "40" for seat in range(4)}
        response = anna.post("hands/1/write/", contract="SE", **made, **said, key="k")
        assert response.status_code == 422
        assert "157" in words_of(re.findall(r'role="alert".*?</div>', markup(response), re.S)[0])
        assert markup(response).count('value="60"') == 4

    def test_what_is_no_number_is_named_by_its_field(self, anna):
        response = anna.post("hands/1/write/", contract="SE", said_1="45", made_1="4x", key="k")
        said = words_of(re.findall(r'role="alert".*?</div>', markup(response), re.S)[0])
        assert "Beat macht: Bitte eine ganze Zahl schreiben" in said

    def test_open_predictions_are_asked_in_order_and_shown(self):
        table = table_of("differenzler-offen")
        anna = browser(table, 0)
        assert "Beat sagt an" in anna.text()
        anna.post("hands/1/predict/", seat="1", value="45", key="p1")
        page = anna.text()
        assert "Chlöe sagt an" in page
        assert "45" in page
        refused = anna.post("hands/1/predict/", seat="2", value="200", key="p2")
        assert refused.status_code == 422
        assert "157" in words(refused)

    def test_a_sealed_prediction_is_three_stars_on_every_page(self):
        rules = {"differenzler.sealed_entry": "phone"}
        table = table_of("differenzler-verdeckt", house_rules=rules)
        anna, beat = browser(table, 0), browser(table, 1)
        anna.post("hands/1/predict/", seat="0", value="77", key="p")
        for reader in (anna, beat):
            page = reader.text()
            assert "***" in page
            assert not re.search(r"\b77\b", page), "A name may have an id with 77 in it."
            assert 'value="77"' not in markup(reader.get())
        for seat in (1, 2, 3):
            browser_of = beat if seat == 1 else browser(table, seat)
            browser_of.post("hands/1/predict/", seat=str(seat), value="20", key=f"p{seat}")
        made = {"made_0": "77", "made_1": "40", "made_2": "40", "made_3": ""}
        assert anna.post("hands/1/write/", contract="SE", **made, key="w").status_code == 302
        assert table.current(1).slip["predictions"] == [None] * 4
        assert "bis eine andere Seite zustimmt" in anna.text()
        assert "Wer zustimmt, öffnet" not in anna.text()
        assert "Wer zustimmt, öffnet" in beat.text()
        assert "Nach den Punkten getippt" not in beat.text()
        anna.post("hands/1/predict/", seat="0", value="77", key="again")
        assert "Nach den Punkten getippt: Anna" in beat.text()
        assert beat.post("hands/1/versions/1/confirm/", key="c").status_code == 302
        assert table.current(1).slip["predictions"] == [77, 20, 20, 20]
        assert "Nach den Punkten getippt: Anna" in beat.text("hands/1/")
        assert "angesagt 77 0 gemacht 77" in anna.text()


def words_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


BELOW = [
    ("bieter", 3, [{"declared_by": 0, "bid": 610, "points": 101}], "Total 101 56"),
    ("bieter", 3, [{"written": [101, 56, 50]}], "Total 101 56 50"),
    (
        "schellenjass-striche",
        4,
        [{"counts": [3, 3, 2, 1]}],
        "Rampo ● wartet auf das nächste Spiel ● wartet auf das nächste Spiel Total 0 0 1 1",
    ),
    (
        "hindersi-partien",
        4,
        [{"points": [33, 61, 20, 43]}] * 8,
        "Partie 1 1 -1 1 -1 Partie 2 1 -1 1 -1 Striche 2 -2 2 -2 Total 264 488 160 344",
    ),
]


@pytest.mark.parametrize(("profile", "seats", "slips", "below"), BELOW)
def test_below_the_hands_stands_what_waits_what_rounds_made_and_one_column_of_bauern(
    profile, seats, slips, below
):
    table = table_of(profile, seats=seats)
    for number, slip in enumerate(slips, 1):
        table.write(number, slip)
    (foot,) = re.findall(r"<tfoot>(.*?)</tfoot>", markup(browser(table, 0).get()), re.S)
    assert words_of(foot) == below
