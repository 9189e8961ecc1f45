"""The pages of the games that are neither a Schieber nor a Differenzler for four."""

import re

import pytest

from jassclub.clubs.models import Player
from referee.rules.profile import load_profile, profile_slugs
from scoring.forms.registry import FORMS
from scoring.games.registry import GAMES
from tests.scoring.web_table import browser, table_of, words

pytestmark = pytest.mark.django_db


def seats_of(slug):
    return min(load_profile(slug).players)


def said(response):
    return " ".join(re.findall(r'<p class="error"[^>]*>(.*?)</p>', response.content.decode()))


def bids_and_tricks(bids, tricks):
    fields = {f"said_{seat}": bid for seat, bid in enumerate(bids)}
    return fields | {f"made_{seat}": taken for seat, taken in enumerate(tricks)}


@pytest.mark.sampled(12)
@pytest.mark.parametrize("slug", profile_slugs())
def test_the_page_of_every_profile_shipped_can_be_read_and_sent(slug):
    anna = browser(table_of(slug, seats=seats_of(slug)), 0)
    page = anna.get()
    assert page.status_code == 200
    assert 'action="' + anna.game + 'hands/1/write/"' in page.content.decode()
    empty = anna.post("hands/1/write/", key="k")
    assert empty.status_code == 422
    assert 'role="alert"' in empty.content.decode()
    assert anna.post("hands/1/write/", state="annulled", key="k").status_code == 302
    assert anna.get("hands/1/correct/")["Location"] == f"{anna.game}hands/1/ways/"
    for path in ("", "hands/1/", "hands/1/ways/", "hands/1/ways/played/"):
        assert anna.get(path).status_code == 200


class TestHae:
    @pytest.fixture
    def table(self):
        return table_of("hae")

    @pytest.fixture
    def anna(self, table):
        return browser(table, 0)

    def test_bids_and_tricks_are_typed_and_the_last_number_follows(self, table, anna):
        sent = bids_and_tricks([3, 3, 2, 1], [3, 2, 3, ""])
        assert "Runde mit 10 Karten" in anna.text()
        assert anna.post("hands/1/write/", **sent, key="k").status_code == 302
        assert table.current(1).slip["tricks"] == [3, 2, 3, 2]
        page = anna.text()
        assert "angesagt 3 0 gemacht 3" in page
        assert "Runde mit 9 Karten" in page

    def test_the_forbidden_bid_is_named_at_its_field_and_nothing_typed_is_lost(self, table, anna):
        sent = bids_and_tricks([1, 3, 3, 3], [3, 2, 3, 2])
        response = anna.post("hands/1/write/", **sent, key="k")
        assert response.status_code == 422
        assert "1" in said(response)
        assert response.content.decode().count('value="3"') >= 5
        assert re.search(r'id="said_0"[^>]*aria-invalid', response.content.decode())

    def test_spoken_bids_show_what_the_dealer_may_not_say(self, anna):
        for seat in (1, 2, 3):
            assert (
                anna.post("hands/1/predict/", seat=str(seat), value="3", key=f"p{seat}").status_code
                == 302
            )
        assert "Anna sagt als Letzter an und darf nicht 1 sagen." in anna.text()
        refused = anna.post("hands/1/predict/", seat="0", value="1", key="p0")
        assert refused.status_code == 422
        assert anna.post("hands/1/predict/", seat="0", value="2", key="pd").status_code == 302
        assert "darf nicht" not in anna.text()

    def test_tricks_that_miss_the_cards_are_refused_in_words(self, anna):
        sent = bids_and_tricks([3, 3, 2, 1], [3, 3, 3, 3])
        response = anna.post("hands/1/write/", **sent, key="k")
        assert "10" in said(response)

    def test_a_correction_starts_from_what_stands_there(self, table, anna):
        anna.post("hands/1/write/", **bids_and_tricks([3, 3, 2, 1], [3, 2, 3, 2]), key="k")
        html = anna.get("hands/1/correct/").content.decode()
        assert re.search(r'name="made_1" value="2"', html)
        sent = bids_and_tricks([3, 3, 2, 1], [2, 3, 3, 2])
        anna.post("hands/1/correct/", **sent, cards="10", base_version="1", key="c")
        assert table.current(1).slip["tricks"] == [2, 3, 3, 2]


class TestCoiffeur:
    @pytest.fixture
    def table(self):
        return table_of("coiffeur")

    @pytest.fixture
    def anna(self, table):
        return browser(table, 0)

    def test_a_cell_is_written_and_the_sheet_says_what_is_open(self, table, anna):
        assert (
            anna.post("hands/1/write/", side="1", line="SI", points="100", key="k").status_code
            == 302
        )
        slip = table.current(1).slip
        assert (slip["side"], slip["line"], slip["points"]) == (1, "SI", 100)
        page = anna.text()
        factor = dict(load_profile("coiffeur").coiffeur.lines("german"))["SI"]
        assert f"{100 * factor} 100" in page
        assert "8 Zeilen" in page
        assert "7 Zeilen" in page

    def test_a_line_written_twice_is_refused_at_the_line(self, anna):
        anna.post("hands/1/write/", side="1", line="SI", points="100", key="k")
        response = anna.post("hands/2/write/", side="1", line="SI", points="90", key="k2")
        assert response.status_code == 422
        assert 'id="line-error"' in response.content.decode()
        assert 'value="90"' in response.content.decode()

    def test_matsch_and_scratched_lines_stand_on_the_sheet(self, table, anna):
        anna.post("hands/1/write/", side="0", line="SI", matsch="1", key="a")
        anna.post("hands/2/write/", side="1", line="RO", scratched="1", key="b")
        assert table.current(1).slip["matsch"] is True
        assert table.current(2).slip["scratched"] is True
        page = anna.text()
        assert "157 Matsch" in page
        assert "gestrichen" in page

    def test_a_scratched_line_can_be_corrected(self, table, anna):
        anna.post("hands/1/write/", side="1", line="RO", scratched="1", key="b")
        html = anna.get("hands/1/correct/").content.decode()
        assert re.search(r'name="scratched" value="1" checked', html)
        sent = {"side": "1", "line": "RO", "points": "50", "base_version": "1"}
        assert anna.post("hands/1/correct/", **sent, key="c").status_code == 302
        assert table.current(1).slip["points"] == 50


class TestFreeSheet:
    def test_points_of_three_players_are_written_and_added(self):
        table = table_of("freies-blatt", seats=3)
        anna = browser(table, 0)
        for number in (1, 2):
            sent = {"points_0": "10", "points_1": "25", "points_2": "7"}
            anna.post(f"hands/{number}/write/", **sent, key=f"k{number}")
        assert table.current(2).slip["points"] == [10, 25, 7]
        page = anna.text()
        assert "Total 20 50 14" in page
        assert "Das grösste Total gewinnt." in page

    def test_pairs_have_two_numbers(self):
        anna = browser(table_of("freies-blatt-paare"), 0)
        names = re.findall(r'name="(points_\d)"', anna.get().content.decode())
        assert list(dict.fromkeys(names)) == ["points_0", "points_1"]

    def test_words_are_refused_at_their_field(self):
        anna = browser(table_of("freies-blatt", seats=2), 0)
        response = anna.post("hands/1/write/", points_0="zehn", points_1="-5", key="k")
        assert "ganze Zahl" in said(response)
        assert 'value="zehn"' in response.content.decode()


def test_handjass_derives_the_last_player():
    table = table_of("handjass")
    anna = browser(table, 0)
    sent = {"contract": "RO", "points_0": "50", "points_1": "40", "points_2": "37"}
    assert anna.post("hands/1/write/", **sent, key="k").status_code == 302
    assert table.current(1).slip["points"] == [50, 40, 37, 30]


def test_a_differenzler_for_two_asks_for_the_cards_nobody_got():
    table = table_of("differenzler-gross", seats=2)
    anna = browser(table, 0)
    assert "Weggelegt (12 Karten)" in anna.text()
    sent = {"contract": "RO", "said_0": "60", "said_1": "30", "made_0": "70", "left_out": "40"}
    assert anna.post("hands/1/write/", **sent, key="k").status_code == 302
    assert table.current(1).slip["points"] == [70, 47]


def test_six_players_share_309_points():
    table = table_of("differenzler-gross", seats=6)
    anna = browser(table, 0)
    assert "zusammen 309" in anna.text()
    sent = {f"made_{seat}": "50" for seat in range(5)} | {f"said_{seat}": "50" for seat in range(6)}
    assert anna.post("hands/1/write/", **sent, contract="RO", key="k").status_code == 302
    assert table.current(1).slip["points"] == [50, 50, 50, 50, 50, 59]


def test_a_new_game_is_opened_for_as_many_as_the_rules_allow():
    table = table_of("schieber-1000")
    anna = browser(table, 0)
    club = table.house.club
    path = f"/clubs/{club.slug}/games/new/"
    page = anna.client.get(path)
    assert "2–12" in words(page)
    sent = {
        "profile": "differenzler-gross",
        "first_dealer": "4",
        "played_on": table.game.played_on.isoformat(),
        "key": "n",
    }
    people = Player.objects.filter(club=club).order_by("name")[:5]
    sent |= {f"seat_{index}": str(player.pk) for index, player in enumerate(people)}
    opened = anna.client.post(path, sent)
    assert opened.status_code == 302, words(opened)
    game = club.games.exclude(pk=table.game.pk).get()
    assert (game.seats.count(), game.first_dealer) == (5, 4)
    refused = anna.client.post(path, {**sent, "profile": "schieber-1000", "key": "n2"})
    assert refused.status_code == 422


def test_every_game_there_is_has_its_pages():
    assert set(FORMS) == set(GAMES)


class TestPassen:
    @pytest.fixture
    def table(self):
        return table_of("schieber-passen")

    @pytest.fixture
    def anna(self, table):
        return browser(table, 0)

    def test_a_passe_is_written_with_the_partners_of_the_day(self, table, anna):
        sent = {"partner": "1", "points_0": "1000", "matsches_1": "1"}
        assert anna.post("hands/1/write/", **sent, key="k").status_code == 302
        slip = table.current(1).slip
        assert (slip["partner"], slip["points"], slip["matsches"]) == (1, [1000, 884], [0, 1])
        page = anna.text()
        assert "Passe 2 schreiben" in page
        assert "1’000 1’000 884 1 Matsch 884 1 Matsch" in page
        assert "Gespielt: 12 Spiele." in page
        assert "gibt ·" not in page

    def test_every_fault_is_said_at_its_field_and_nothing_typed_is_lost(self, anna):
        sent = {"points_0": "1000", "points_1": "880", "matsches_0": "13", "hands": "0"}
        response = anna.post("hands/1/write/", **sent, key="k")
        html = response.content.decode()
        assert response.status_code == 422
        for name in ("matsches_0", "hands"):
            assert re.search(rf'id="{name}"[^>]*aria-invalid', html)
        for name, value in sent.items():
            assert re.search(rf'name="{name}" value="{value}"', html)

    def test_a_correction_finds_the_passe_as_it_stands(self, table, anna):
        table.write(1, {"points": [1000, 884], "partner": 3, "hands": 12, "matsches": [2, 0]})
        html = anna.get("hands/1/correct/").content.decode()
        assert re.search(r'name="partner" value="3" checked', html)
        assert 'name="points_0" value="1000"' in html
        assert 'name="matsches_0" value="2"' in html
        change = {
            "partner": "3",
            "points_0": "1001",
            "base_version": 1,
            "reason_code": "miscounted",
        }
        assert anna.post("hands/1/correct/", **change, key="c").status_code == 302
        assert table.current(1).slip["points"] == [1001, 883]

    def test_who_wrote_is_asked_where_a_difference_is_charged_to_him(self):
        rules = {
            "control_sum": {"value": "warn", "house": "Reglement"},
            "passe.difference": {"value": "scribe", "house": "Reglement"},
        }
        table = table_of("schieber-passen", house_rules=rules)
        anna = browser(table, 0)
        sent = {"points_0": "1000", "points_1": "880"}
        assert "wer hat geschrieben" in said(anna.post("hands/1/write/", **sent, key="k"))
        assert anna.post("hands/1/write/", **sent, scribe="1", key="k2").status_code == 302
        assert "1’004 880 1’004 880" in anna.text()


def test_a_hand_known_by_its_differences_is_corrected_as_such():
    rules = {"differenzler.differences_alone": {"value": True, "house": "alte Tabelle"}}
    table = table_of("differenzler-offen", house_rules=rules)
    table.write(1, {"differences": [3, 0, 12, 5]})
    anna = browser(table, 0)
    assert "angesagt – 12 gemacht –" in anna.text()
    assert anna.get("hands/1/correct/")["Location"].endswith("hands/1/ways/differences/")
    html = anna.get("hands/1/ways/differences/").content.decode()
    assert 'name="points_2" value="12"' in html
    sent = {"points_0": "3", "points_1": "0", "points_2": "11", "points_3": "5"}
    more = {"base_version": 1, "reason_code": "miscounted", "key": "c"}
    response = anna.post("hands/1/ways/differences/", **sent, **more)
    assert response.status_code == 302, said(response)
    assert table.current(1).slip["differences"] == [3, 0, 11, 5]


def test_a_table_that_is_played_offers_no_differences_alone():
    anna = browser(table_of("differenzler-offen"), 0)
    assert "Nur die Differenzen" not in anna.text("hands/1/ways/")


class TestGuggitaler:
    def test_an_empty_form_has_chosen_the_round_whose_turn_it_is_and_what_was_typed_stays(self):
        table = table_of("guggitaler")
        anna = browser(table, 0)
        assert chosen(anna.get()) == ["tricks"]
        table.write(1, {"round": "tricks", "counts": [3, 2, 4, 0]})
        assert chosen(anna.get()) == ["schellen"]
        refused = anna.post("hands/2/write/", round="ober", counts_0="9", key="k")
        assert (refused.status_code, chosen(refused)) == (422, ["ober"])
        assert chosen(anna.post("hands/2/write/", counts_0="9", key="l")) == []
        assert chosen(anna.get("hands/1/correct/")) == ["tricks"]


def test_the_last_of_the_hands_agreed_on_has_chosen_that_it_is_the_last():
    table = table_of("molotow", house_rules={"hands": 2, "molotow.last": True})
    anna = browser(table, 0)
    assert chosen(anna.get(), "last") == []
    table.write(1, {"points": [62, 20, 41, 34]})
    assert chosen(anna.get(), "last") == ["yes"]


def test_who_deals_the_zuger_has_no_cards_and_his_fields_are_passed_over():
    page = browser(table_of("zuger"), 0).get().content.decode()
    out = re.findall(r'name="(\w+)"[^>]*data-out', page.split("<template data-spare>")[0])
    assert out == ["points_0", "weis_0"]


def chosen(page, name="round"):
    radio = rf'name="{name}" value="(\w+)"\s+checked'
    form = page.content.decode().split("<template data-spare>")[0]
    return re.findall(radio, form)


@pytest.mark.parametrize(
    ("slug", "name", "seats"),
    [("pandur", "declared_by", "123"), ("aucho", "declared_by", "0123"),
     ("zuger", "stoeck", "123"), ("zuger", "out", "0123")],
)  # fmt: skip
def test_a_dealer_without_cards_is_asked_for_nothing_that_needs_them(slug, name, seats):
    page = browser(table_of(slug), 0).get().content.decode().partition("<template")[0]
    assert "".join(re.findall(rf'name="{name}"\s+value="(\d)"', page)) == seats
