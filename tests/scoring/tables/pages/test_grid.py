"""A whole evening typed from paper on one page."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.utils.formats import date_format

from scoring.claims.models import HandEntry
from scoring.tables.games import close_game
from tests.markup import markup
from tests.scoring.table import differenzler, schieber
from tests.scoring.web_table import browser, hidden, table_of

pytestmark = pytest.mark.django_db


def row(number, said, made):
    """The cells of a Differenzler hand; None leaves the cell empty."""
    cells = {f"h{number}-said_{seat}": value for seat, value in enumerate(said)}
    cells |= {f"h{number}-made_{seat}": value for seat, value in enumerate(made)}
    return {name: "" if value is None else value for name, value in cells.items()}


GOOD = [40, 55, 30, 20], [40, 50, 37, None]


class TestDifferenzler:
    @pytest.fixture
    def table(self):
        return table_of("differenzler-verdeckt")

    @pytest.fixture
    def desk(self, table):
        return browser(table, None, role="scribe")

    def test_all_rows_are_written_at_once_and_count_as_paper(self, table, desk):
        sent = row(1, *GOOD) | row(2, [10, 20, 60, 70], [0, 57, 50, None])
        response = desk.post("grid/", **sent, key="g")
        assert (response.status_code, response["Location"]) == (302, desk.game + "grid/")
        assert table.current(1).slip["points"] == [40, 50, 37, 30]
        assert table.current(2).slip["points"] == [0, 57, 50, 50]
        assert set(HandEntry.objects.values_list("source", flat=True)) == {"paper"}
        assert "Spiele vom Papier geschrieben: 2" in desk.text("grid/")

    @pytest.mark.parametrize(("way", "to"), [("/me/", "/me/"), ("https://example.org/", "grid/")])
    def test_it_goes_back_to_the_page_that_it_was_opened_from(self, desk, way, to):
        assert f'name="next" value="{way}"' in markup(desk.get("grid/", next=way))
        response = desk.post("grid/", **row(1, *GOOD), key="g", next=way)
        assert response["Location"].endswith(to)
        assert response["Location"].startswith("/")

    def test_all_faults_of_all_rows_are_said_at_their_cells_and_nothing_is_stored(self, desk):
        sent = row(1, *GOOD) | row(2, [10, 20, 60, 70], [60, 60, 60, 60])
        sent |= row(3, [10, "viel", 60, 70], [0, 57, 50, None])
        response = desk.post("grid/", **sent, key="g")
        html = markup(response)
        assert response.status_code == 422
        assert not HandEntry.objects.exists()
        wrong = set(re.findall(r'<p class="error" id="(h\d+-\w+)-error"', html))
        assert "h3-said_1" in wrong
        assert any(name.startswith("h2-made_") for name in wrong)
        assert not any(name.startswith("h1-") for name in wrong)
        for name, value in sent.items():
            assert f'name="{name}" value="{value}"' in html

    @pytest.mark.parametrize("page", ["", "grid/"])
    def test_a_print_of_the_running_game_names_the_club_and_the_day(self, table, desk, page):
        day = date_format(table.game.played_on)
        printed = f'<p class="printed">{table.house.club.name} · {day}</p>'
        assert printed in markup(desk.get(page))

    def test_paper_is_typed_while_the_game_is_open_and_not_after(self, table, desk):
        desk.post("grid/", **row(1, *GOOD), key="g")
        assert f'href="{desk.game}grid/"' in markup(desk.get())
        close_game(actor=table.house.official("director"), game_id=table.game.pk)
        assert f'href="{desk.game}grid/"' not in markup(desk.get())
        page = markup(desk.get("grid/"))
        assert "50" in page
        assert "<input id=" not in page
        assert "<select" not in page
        late = desk.post("grid/", **row(2, *GOOD), key="late")
        assert late.status_code == 422
        assert 'name="h2-said_0" value="40"' in markup(late)

    def test_every_finding_leads_to_a_cell_that_is_there(self, desk):
        response = desk.post("grid/", **row(2, [10, "x", None, 70], [60, 60, 60, 60]), key="g")
        html = markup(response)
        (listed,) = re.findall(r'id="errors".*?</div>', html, re.S)
        links = re.findall(r'href="#([^"]+)"', listed)
        assert len(links) >= 2
        assert all(f'id="{link}"' in html for link in links)

    def test_the_corrected_sheet_may_use_its_key_again_and_a_double_tap_stores_once(
        self, table, desk
    ):
        bad = desk.post("grid/", **row(1, GOOD[0], [60, 60, 60, 60]), key="g1")
        assert hidden(markup(bad), "key") == "g1"
        for _ in range(2):
            assert desk.post("grid/", **row(1, *GOOD), key="g1").status_code == 302
        assert table.hand(1).entries.count() == 1

    def test_written_rows_show_their_numbers_and_have_no_fields(self, table, desk):
        table.write(1, differenzler([40, 55, 30, 20], [40, 50, 37]))
        html = markup(desk.get("grid/"))
        assert 'name="h1-' not in html
        assert 'name="h2-said_0"' in html
        (first,) = re.findall(r'<tr id="row1">.*?</tr>', html, re.S)
        shown = re.findall(r"<td>(\d*)\s*</td>", first)
        assert shown[:8] == ["40", "40", "55", "50", "30", "37", "20", "30"]

    def test_an_empty_sheet_says_so(self, desk):
        response = desk.post("grid/", key="g")
        assert response.status_code == 422
        assert "Noch steht nichts auf dem Blatt." in markup(response)

    def test_only_the_office_types_from_paper(self, table):
        player = browser(table, 0)
        assert "Ein Blatt vom Papier tippen" not in player.text()
        assert player.get("grid/").status_code == 404
        assert player.post("grid/", **row(1, *GOOD), key="g").status_code == 404
        assert not HandEntry.objects.exists()

    def test_a_director_may_and_finds_the_page(self, table):
        director = browser(table, None, role="director")
        assert "Ein Blatt vom Papier tippen" in director.text()
        assert director.post("grid/", **row(1, *GOOD), key="g").status_code == 302

    def test_at_his_own_table_an_officer_types_and_the_others_still_agree(self, table):
        officer = browser(table, 0, role="director")
        assert officer.post("grid/", **row(1, *GOOD), **row(2, *GOOD), key="g").status_code == 302
        entries = [table.current(number) for number in (1, 2)]
        assert [(one.source, one.state) for one in entries] == [
            ("table", "confirmed"),
            ("table", "provisional"),
        ]

    def test_an_annulled_hand_needs_no_numbers(self, table, desk):
        desk.post("grid/", **{"h1-state": "annulled"}, **row(2, *GOOD), key="g")
        assert table.current(1).slip == {"state": "annulled"}


class TestSchieber:
    @pytest.fixture
    def table(self):
        return table_of("schieber-1000")

    @pytest.fixture
    def desk(self, table):
        return browser(table, None, role="scribe")

    def test_one_side_is_typed_with_its_matsch(self, table, desk):
        sent = {
            "h1-contract": "RO",
            "h1-points_0": "97",
            "h2-contract": "O",
            "h2-points_0": "157",
            "h2-matsch": "0",
        }
        assert desk.post("grid/", **sent, key="g").status_code == 302
        assert table.current(1).slip["points"] == [97, 60]
        assert table.current(2).slip["matsch"] == 0

    def test_weis_and_stoeck_of_the_paper_are_typed_where_they_count(self, table, desk):
        played = {"h1-contract": "RO", "h1-points_0": "97"}
        melds = {"h1-weis_1": "20+50", "h1-stoeck": "1"}
        html = markup(desk.get("grid/"))
        assert all(f'name="{name}"' in html for name in [*melds, "h1-weis_0"])
        assert desk.post("grid/", **played, **melds, key="g").status_code == 302
        assert (table.current(1).slip["weis"], table.current(1).slip["stoeck"]) == ([0, 70], 1)
        assert "70" in desk.text("grid/")

    def test_a_hand_written_otherwise_meanwhile_is_told_and_nothing_is_stored(self, table, desk):
        table.write(1, schieber(90))
        sent = {"h1-contract": "RO", "h1-points_0": "97", "h2-contract": "O", "h2-points_0": "80"}
        response = desk.post("grid/", **sent, key="g")
        assert response.status_code == 422
        assert "Getippt war: RO, 97." in markup(response)
        assert 'name="h2-points_0" value="80"' in markup(response)
        assert table.states(1) == ["provisional"]
        assert table.current(1).slip["points"] == [90, 67]

    def test_a_hand_written_alike_meanwhile_does_no_harm(self, table, desk):
        table.write(1, schieber(97))
        sent = {"h1-contract": "RO", "h1-points_0": "97"}
        assert desk.post("grid/", **sent, key="g").status_code == 302
        assert table.hand(1).entries.count() == 1


def test_rounds_of_hae_follow_each_other_on_one_sheet():
    table = table_of("hae", seats=3)
    desk = browser(table, None, role="scribe")
    sent = row(1, [3, 3, 3], [4, 3, None]) | row(2, [3, 3, 2], [3, 3, None])
    assert desk.post("grid/", **sent, key="g").status_code == 302
    assert [table.current(number).slip["cards"] for number in (1, 2)] == [10, 9]


def test_a_line_of_coiffeur_that_is_on_the_sheet_twice_is_named():
    table = table_of("coiffeur")
    desk = browser(table, None, role="scribe")
    sent: dict[str, str] = {}
    for number in (1, 2):
        sent |= {f"h{number}-side": "0", f"h{number}-line": "O", f"h{number}-points": "90"}
    response = desk.post("grid/", **sent, key="g")
    assert response.status_code == 422
    assert 'id="h2-line-error"' in markup(response)
    assert not HandEntry.objects.exists()


def test_the_page_says_how_it_is_printed_and_keeps_no_inline_script():
    table = table_of("differenzler-verdeckt")
    html = markup(browser(table, None, role="scribe").get("grid/"))
    files = [name for name in re.findall(r'/static/([^"#]+)', html) if "grid." in name]
    assert len(files) == 2
    texts = {Path(name).suffix: Path(str(finders.find(name))).read_text() for name in files}
    assert "size: A4" in texts[".css"]
    assert "localStorage" in texts[".js"]
    assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=", html)


def passe(number, first=None, second=None, **more):
    """The cells of a passe."""
    cells = {"points_0": first, "points_1": second, **more}
    return {f"h{number}-{name}": value for name, value in cells.items() if value is not None}


class TestPassen:
    @pytest.fixture
    def table(self):
        return table_of("schieber-passen")

    @pytest.fixture
    def desk(self, table):
        return browser(table, None, role="scribe")

    def test_an_evening_of_passen_with_changing_partners_is_one_form(self, table, desk):
        sent = passe(1, 1000, 884, matsches_0=2, matsches_1=1)
        sent |= passe(2, 900, partner=1) | passe(3, None, 556, partner=3, hands=8)
        assert desk.post("grid/", **sent, key="g").status_code == 302
        assert [table.current(number).slip for number in (1, 2, 3)] == [
            slip_of_passe(2, 12, [1000, 884], [2, 1]),
            slip_of_passe(1, 12, [900, 984], [0, 0]),
            slip_of_passe(3, 8, [700, 556], [0, 0]),
        ]
        assert {table.current(number).source for number in (1, 2, 3)} == {"paper"}

    def test_all_faults_are_said_at_their_cells(self, desk):
        sent = passe(1, 1000, 880) | passe(2, 100, matsches_0=1) | passe(3, "viel", hands=0)
        html = markup(desk.post("grid/", **sent, key="g"))
        wrong = set(re.findall(r'<p class="error" id="(h\d+-\w+)-error"', html))
        assert wrong == {"h1-points_0", "h2-points_0", "h3-points_0", "h3-hands"}
        text = "Passe 1, Total dieser Seite: Zusammen sind es 1’880 statt 1’884 Punkte."
        assert html.count(text) == 1
        assert not HandEntry.objects.exists()

    def test_written_passen_show_what_everybody_has_so_far(self, table, desk):
        table.write(1, {"points": [1000, 884]})
        table.write(2, {"points": [900, 984], "partner": 1})
        html = markup(desk.get("grid/"))
        rows = [re.findall(r"data-sum>([\d’]+)<", row) for row in html.split('<tr id="row')[1:]]
        assert rows[:3] == [["1’000", "884"] * 2, ["1’900", "1’784", "1’984", "1’868"], []]
        assert 'data-got="900 900 984 984"' in html
        assert re.search(r"<td>\s*Beat\s*</td>", html)

    def test_the_usual_partner_and_number_stay_empty_so_that_an_empty_row_is_no_passe(self, desk):
        html = markup(desk.get("grid/"))
        (partner,) = re.findall(r'name="h1-partner".*?</select>', html, re.S)
        assert re.findall(r'value="(\d?)"( selected)?>([^<]*)', partner) == [
            ("", " selected", "Chlöe"),
            ("1", "", "Beat"),
            ("3", "", "Dario"),
        ]
        assert 'placeholder="12"' in html
        assert desk.post("grid/", key="g").status_code == 422

    def test_what_the_page_derives_while_typing_is_told_by_the_server(self, desk):
        html = markup(desk.get("grid/"))
        assert 'data-whole="1884"' in html
        row = html.split('<tr id="row')[1]
        assert row.count("data-part") == 2
        assert 'data-each="157" data-usual="12"' in row


def slip_of_passe(partner, hands, points, matsches):
    return {
        "state": "complete",
        "partner": partner,
        "hands": hands,
        "points": points,
        "matsches": matsches,
    }


@pytest.mark.parametrize(
    ("profile", "seats", "across"),
    [
        ("schieber-1000", 4, False),
        ("differenzler-verdeckt", 4, False),
        ("differenzler-gross", 5, True),
        ("differenzler-gross", 6, True),
        ("schieber-passen", 4, True),
    ],
)
def test_a_wide_evening_is_printed_across(profile, seats, across):
    table = table_of(profile, seats=seats)
    html = markup(browser(table, None, role="scribe").get("grid/"))
    assert ('class="list paper across"' in html) is across


def test_the_style_of_the_grid_knows_paper_across():
    style = Path(str(finders.find("jassclub/grid.css"))).read_text("utf-8")
    assert "@page across { size: A4 landscape" in style
    assert "body:has(.across) { page: across; }" in style


def test_what_is_missing_on_a_sheet_is_called_by_its_question_once():
    desk = browser(table_of("bieter", seats=3), None, role="scribe")
    html = markup(desk.post("grid/", **{"h1-declared_by": 0, "h1-points": 80}, key="g"))
    assert "Spiel 1: Gebot: Diese Angabe fehlt noch." in html
    desk = browser(table_of("guggitaler"), None, role="scribe")
    html = markup(desk.post("grid/", **{"h1-round": "tricks"}, key="g"))
    assert "Spiel 1: Wie viele: " in html
