"""A workbook of whole seasons: sent, asked about, taken over, and taken back whole."""

import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from jassclub.clubs.models import Player
from jassclub.clubs.services.people import change_player
from jassclub.exchange.doubts import Doubt, Persons
from jassclub.exchange.models import SpreadsheetPreview
from jassclub.exchange.seasons.sheets import game_of
from tests.jassclub.office import Browser, errors, words
from tournaments.seasons.models import OpeningBalance, SeasonOpening
from tournaments.seasons.openings import Sums, correct_balance
from tournaments.seasons.selectors import all_time_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("season")]


@pytest.fixture
def as_(anna, chloe, emma, club):
    cast = {"anna": anna, "chloe": chloe, "emma": emma}
    return lambda name: Browser(cast[name], club.slug)


def workbook(**sheets):
    """The bytes of a workbook: lines of cells by the name of their sheet."""
    book = Workbook()
    for name, lines in sheets.items():
        sheet = book.create_sheet(name.strip("_"))
        for cells in lines:
            sheet.append(cells)
    book.remove(book.worksheets[0])
    kept = BytesIO()
    book.save(kept)
    return kept.getvalue()


@pytest.fixture
def ten_years(anna, beat):
    """Names down in one year and across in the next; Fritz has left since; money on a third."""
    one, two = anna.player.name, beat.player.name
    return workbook(
        _2018=[
            ["Jassclub", None, None, None, None],
            ["Name", "1. Abend", "2. Abend", "Total", "Rang"],
            [one, 97, 110, 207, 3],
            [two, 120, None, 121, 2],
            ["Fritz Alt", 101, "entsch.", 101, 1],
        ],
        _2019=[["Datum", one, two], ["12.3.2019", 88, 99], ["2.4.2019", 77, "-"]],
        Kasse=[["Betrag", 4], ["Datum", 5]],
    )


def send(browser, content, name="jass.xlsx", **fields):
    """The address of the preview, below the club's page."""
    file = SimpleUploadedFile(name, content)
    response = browser.post("data/", file=file, **fields)
    assert response.status_code == 302, words(response)
    return response["Location"].removeprefix(browser.root)


def fields_of(response):
    """The form as a browser would send it back."""
    html = response.content.decode()
    tags = re.findall(r"<input\b[^>]*>", html)
    found = {}
    for tag in tags:
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        off = 'type="radio"' in tag or 'type="checkbox"' in tag
        if name and value and not (off and " checked" not in tag):
            found[name[1]] = value[1]
    for name, options in re.findall(r'<select [^>]*name="(who_\d+)">(.*?)</select>', html, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    return {name: value for name, value in found.items() if not name.startswith("csrf")}


def take(browser, address, **said):
    page = browser.get(address)
    return browser.post(address, **{**fields_of(page), "action": "accept", **said})


def test_two_years_with_two_layouts_are_taken_with_three_answers(as_, ten_years, club, anna, beat):
    browser = as_("chloe")
    address = send(browser, ten_years)
    page = browser.text(address)
    assert "Hier steht 121, die Zellen ergeben 120" in page
    assert "«Fritz Alt»" in page
    done = take(browser, address, hands="12", rest="former")
    assert done.status_code == 302, words(done)
    found = {
        (row.opening.label, row.player.name): (row.hands, row.total, row.evenings, row.exact_hits)
        for row in OpeningBalance.objects.select_related("opening", "player")
    }
    assert found == {
        ("2018", anna.player.name): (24, 207, 2, None),
        ("2018", beat.player.name): (12, 120, 1, None),
        ("2018", "Fritz Alt"): (12, 101, 1, None),
        ("2019", anna.player.name): (24, 165, 2, None),
        ("2019", beat.player.name): (12, 99, 1, None),
    }
    assert not Player.objects.get(name="Fritz Alt").active
    means = {row.player: (row.hands, row.total) for row in all_time_of(club.pk)}
    assert means[str(anna.player.pk)] == (48, 372)
    assert "Übernommen am" in browser.text(address)


def test_nothing_is_taken_before_the_questions_are_answered(as_, ten_years):
    browser = as_("chloe")
    address = send(browser, ten_years)
    refused = take(browser, address)
    assert refused.status_code == 422
    assert "hands" in errors(refused)
    assert not SeasonOpening.objects.exists()


def test_who_is_open_may_be_left_out(as_, ten_years):
    browser = as_("chloe")
    address = send(browser, ten_years)
    refused = take(browser, address, hands="12")
    assert refused.status_code == 422
    said = '<a href="#people">«Fritz Alt» ist in diesem Club nicht bekannt.</a>'
    assert said in refused.content.decode()
    assert take(browser, address, hands="12", leave_out="1").status_code == 302
    assert not Player.objects.filter(name="Fritz Alt").exists()
    assert OpeningBalance.objects.count() == 4


def test_a_season_without_a_name_stays_away(as_, ten_years):
    browser = as_("chloe")
    address = send(browser, ten_years)
    assert take(browser, address, hands="12", label_0="").status_code == 302
    assert [*SeasonOpening.objects.values_list("label", flat=True)] == ["2019"]


def test_the_answers_stay_while_it_is_looked_at_again(as_, ten_years, anna):
    browser = as_("chloe")
    address = send(browser, ten_years)
    first = fields_of(browser.get(address))
    said = {**first, "hands": "12", "who_0": str(anna.player.pk), "label_1": "Vorjahr"}
    looked = browser.post(address, action="look", **said)
    assert looked.status_code == 200
    again = fields_of(looked)
    assert "1 Name ist erkannt" in words(looked)
    assert (again["hands"], again["label_1"]) == ("12", "Vorjahr")
    assert again["who_0"] == str(anna.player.pk)
    assert "oben gefragt" not in words(looked).partition("Das wird daraus")[2]


def test_an_import_is_taken_back_whole_and_the_file_may_come_again(as_, ten_years):
    browser = as_("chloe")
    take(browser, send(browser, ten_years), hands="12", rest="former")
    kept = SpreadsheetPreview.objects.get()
    assert "Frühere Saisons aus «jass.xlsx» übernommen: 2" in browser.text("history/")
    back = browser.post("history/", book="imports", deed=str(kept.pk))
    assert back.status_code == 302, words(back)
    assert not SeasonOpening.objects.exists()
    assert "Zurückgenommen am" in browser.text(f"data/{kept.pk}/")
    assert "zurückgenommen" in browser.text("data/")
    assert browser.post("history/", book="imports", deed=str(kept.pk)).status_code == 404
    assert not Player.objects.filter(name="Fritz Alt").exists()
    for page in ("people/", "merges/"):
        assert "Fritz Alt" not in browser.text(page)
    again = send(browser, ten_years)
    assert take(browser, again, hands="12", rest="former").status_code == 302
    assert Player.objects.get(name="Fritz Alt").opening_balances.count() == 1


def test_a_season_that_was_corrected_since_is_not_taken_back(as_, ten_years, chloe, anna):
    browser = as_("chloe")
    take(browser, send(browser, ten_years), hands="12", rest="former")
    row = OpeningBalance.objects.filter(player=anna.player).first()
    correct_balance(
        actor=chloe.actor,
        opening_id=row.opening_id,
        version=1,
        sums=Sums(player_id=anna.player.pk, hands=24, total=200),
        reason="Heft",
    )
    kept = SpreadsheetPreview.objects.get()
    back = browser.post("history/", book="imports", deed=str(kept.pk))
    assert "seither etwas berichtigt" in words(back)
    assert SeasonOpening.objects.count() == 2


def test_a_scribe_looks_and_the_director_takes(as_, ten_years):
    browser = as_("anna")
    address = send(browser, ten_years)
    assert "Übernehmen kann sie die Leitung" in browser.text(address)
    assert take(browser, address, hands="12", rest="former").status_code == 403
    assert not SeasonOpening.objects.exists()


def test_points_of_schieber_go_into_its_own_table(as_, anna, beat):
    browser = as_("chloe")
    lines = [["Name", "1. Abend", "2. Abend"], [anna.player.name, 1020, 980]]
    lines.append([beat.player.name, 900, 940])
    address = send(browser, workbook(_2017=lines), profile="jassregeln")
    assert take(browser, address, hands="12").status_code == 302
    assert SeasonOpening.objects.get().variant == "schieber"
    assert "24 vorgetragen" in browser.text("averages/")


def test_sums_that_nobody_can_make_are_said_at_their_cell(as_, anna, beat):
    browser = as_("chloe")
    lines = [["Name", "Spiele", "Summe"], [anna.player.name, 10, 9999], [beat.player.name, 10, 90]]
    address = send(browser, workbook(_2017=lines))
    refused = take(browser, address)
    assert refused.status_code == 422
    assert "A2" in words(refused)
    assert not SeasonOpening.objects.exists()


def test_a_sheet_hand_by_hand_is_found_behind_others(as_, anna, beat):
    rows = [
        ["Datum", "Tisch", "Spiel", "Spieler", "Ansage", "Punkte"],
        ["2024-01-05", "1", "1", anna.player.name, "40", "44"],
    ]
    content = workbook(Deckblatt=[["Hallo"]], Spiele=rows)
    send(as_("chloe"), content)
    kept = SpreadsheetPreview.objects.get()
    assert (kept.sheets, len(kept.lines)) == (None, 2)


def test_whoever_is_renamed_or_left_is_still_found(as_, chloe, anna, beat):
    left = beat.player
    change_player(
        actor=chloe.actor, player_id=left.pk, version=left.version, values={"active": False}
    )
    lines = [["Name", "1. Abend"], [anna.player.name, 100], [left.name, 90]]
    browser = as_("emma")
    address = send(browser, workbook(_2017=lines))
    assert take(browser, address, hands="12").status_code == 302
    assert OpeningBalance.objects.filter(player=left).exists()


def chosen_in(page):
    """Who is chosen in each question; among those who may be meant and among all."""
    return [*dict.fromkeys(re.findall(r'<option value="([^"]+)" selected', page))]


def test_first_names_are_proposed_where_one_member_has_them(as_, club, anna):
    """Most clubs write no more; two of one first name, and a name that is there, stay open."""
    names = ("Rosmarie Frei", "Ueli Frei", "Ueli Graf", "Kurt Wyss")
    rosmarie, _frei, _graf, kurt = (Player.objects.create(club=club, name=name) for name in names)
    head = ["Name", "1. Abend", "2. Abend"]
    lines = [["Rosmarie", 90, 80], ["Ueli", 70, 60], ["Kurt", 5, 6], ["Kurt Wyss", 50, 40]]
    browser = as_("chloe")
    address = send(browser, workbook(_2019=[head, *lines]))
    page = browser.get(address).content.decode()
    assert chosen_in(page) == [str(rosmarie.pk)]
    assert str(kurt.pk) in page


def test_first_names_of_evenings_are_taken_with_one_tap(as_, club):
    names = ("Rosmarie Frei", "Ueli Graf", "Kurt Wyss", "Heidi Arn")
    for name in names:
        Player.objects.create(club=club, name=name)
    made = zip(names, (50, 47, 33, 27), strict=True)
    lines = [["4.3.2026", 1, name.split()[0], 40, points] for name, points in made]
    heads = ["Datum", "Spiel", "Spieler", "Ansage", "Punkte"]
    browser = as_("chloe")
    address = send(browser, workbook(Blatt=[heads, *lines]))
    assert "1 Spiel kann übernommen werden" in browser.text(address)
    page = browser.get(address).content.decode()
    asked = re.findall(r'name="name_\d+" value="([^"]+)"', page)
    sent = {f"name_{at}": name for at, name in enumerate(asked)}
    sent |= {f"who_{at}": who for at, who in enumerate(chosen_in(page))}
    assert browser.post(address, action="accept", **sent).status_code == 302


def test_a_doubtful_cell_is_corrected_on_the_page(as_, anna, beat, club):
    one, two = anna.player.name, beat.player.name
    lines = [["Name", "1. Abend", "2. Abend", "Total"], [one, "9z", 110, 207], [two, 120, 1, 220]]
    browser = as_("chloe")
    address = send(browser, workbook(_2018=lines, Kasse=[["Betrag"], [4]]))
    page = browser.get(address)
    assert "«9z» ist keine Zahl" in words(page)
    (at,) = re.findall(r'name="place_(\d+)" value="B2"', page.content.decode())
    fields = fields_of(page)
    wrong = {**fields, "action": "look", "other_sheet": "2018", "other_cell": "C99"}
    refused = browser.post(address, **{**wrong, "other_words": "100"})
    assert (refused.status_code, "2018 C99 gibt es nicht" in words(refused)) == (422, True)
    right = {"other_sheet": "2018", "other_cell": "c3", "other_words": "100", f"cell_{at}": "97"}
    looked = browser.post(address, **{**fields, **right, "hands": "12", "action": "look"})
    assert looked.status_code == 200
    assert "Zweifelhafte Zellen" not in words(looked)
    assert take(browser, address, hands="12").status_code == 302
    sums = dict(OpeningBalance.objects.values_list("player__name", "total"))
    assert sums == {one: 207, two: 220}


def test_what_counts_as_absent_is_told_and_an_amount_is_a_number(as_, anna, beat):
    lines = [["Name", "1. Abend", "2. Abend"], [anna.player.name, "krank", "110.-"]]
    lines.append([beat.player.name, "90.–", "krank"])
    page = words(as_("chloe").get(send(as_("chloe"), workbook(_2018=lines))))
    assert "oder «krank» gelten als nicht dabei" in page
    assert "keine Zahl" not in page


def test_a_program_reads_the_seasons_answers_and_takes_them(emma, club, ten_years, anna):
    sent = emma.api.client.post(
        f"/api/v1/clubs/{club.pk}/spreadsheets?name=jass.xlsx",
        ten_years,
        content_type="application/octet-stream",
        headers={"Idempotency-Key": "seasons"},
    )
    found = sent.json()
    assert [season["label"] for season in found["seasons"]] == ["2018", "2019"]
    assert found["seasons"][0]["asks_hands"]
    first = found["seasons"][0]["people"][0]
    assert (first["player"], first["hands"], first["total"]) == (str(anna.player.pk), None, 207)
    doubts = {(one["line"], one["column"], one["code"]) for one in found["doubts"]}
    assert doubts == {(4, "D", "wrong_total"), (0, "player", "unknown_player")}
    address = f"clubs/{club.pk}/spreadsheets/{found['id']}/acceptance"
    refused = emma.api.post(address, {})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid")
    stranger = emma.api.post(address, {"hands": 12, "former": ["Niemand"]})
    assert stranger.json()["errors"][0]["code"] == "unknown_name"
    said = {"hands": 12, "former": ["Fritz Alt"], "labels": {"1": ""}}
    taken = emma.api.post(address, said).json()
    assert len(taken["openings"]) == 1
    assert not Player.objects.get(name="Fritz Alt").active
    assert emma.api.post(address, said).json()["openings"] == taken["openings"]
    assert OpeningBalance.objects.count() == 3


def test_a_list_by_person_and_evening_is_taken_with_two_answers_and_taken_back_whole(
    as_, anna, beat
):
    one, two = anna.player.name, beat.player.name
    days = ("12.9.2018", "3.4.2019", "11.9.2019", "6.5.2020")
    rows = [[day, name, points] for day in days for name, points in ((one, 95), (two, 130))]
    browser = as_("chloe")
    address = send(browser, workbook(Tabelle1=[["Datum", "Name", "Punkte"], *rows]))
    assert take(browser, address, hands="12").status_code == 302
    taken = {
        (balance.opening.label, balance.player.name): (balance.hands, balance.total)
        for balance in OpeningBalance.objects.select_related("opening", "player")
    }
    assert taken == {
        (label, name): (24, total)
        for label in ("2018/19", "2019/20")
        for name, total in ((one, 190), (two, 260))
    }
    kept = SpreadsheetPreview.objects.get()
    assert browser.post("history/", book="imports", deed=str(kept.pk)).status_code == 302
    assert not SeasonOpening.objects.exists()


@pytest.mark.parametrize("written", ["Huber Hans", "Huber, Hans", "Huber H.", "H. Huber", "Hans"])
def test_a_name_turned_round_or_shortened_proposes_whom_it_means(written):
    hans, ida = (Player(name=name) for name in ("Hans Huber", "Ida Lang"))
    doubt = Persons([hans, ida]).find(written, 0, "player")
    assert isinstance(doubt, Doubt)
    assert (doubt.likely, doubt.proposals[0]["id"]) == (str(hans.pk), str(hans.pk))


@pytest.mark.parametrize(
    ("title", "name", "game"),
    [
        ("Schieber-Meisterschaft 2019", "jass.xlsx", "schieber"),
        ("Jahr 2019", "Schieberjass_2019.xlsx", "schieber"),
        ("Jahr 2019", "jass.xlsx", "differenzler"),
        ("Schieber und Coiffeur", "jass.xlsx", "differenzler"),
    ],
)
def test_a_file_is_read_by_the_game_in_its_title_and_a_name_turned_round_is_one_person(
    as_, anna, title, name, game
):
    lines = [["Name", "1. Abend", "2. Abend"], [anna.player.name, 810, 900]]
    book = workbook(
        _2018=[[title], *lines, ["Alt Otto", 1000, 900]], _2019=[*lines, ["Otto Alt", 700, 800]]
    )
    browser = as_("chloe")
    address = send(browser, book, name, profile="")
    assert game_of(SpreadsheetPreview.objects.get()) == game
    page = browser.get(address)
    assert "«Alt Otto» / «Otto Alt»" in words(page)
    sent = {**fields_of(page), "hands": "12", "rest": "former", "leave_out": "1"}
    assert browser.post(address, **sent, action="accept").status_code == 302
    assert Player.objects.filter(name__contains="Otto").count() == 1
    assert OpeningBalance.objects.filter(player__name="Alt Otto").count() == 2
