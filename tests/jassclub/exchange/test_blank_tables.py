"""A blank spreadsheet of each game says by its example how it is filled in, and comes back so."""

from io import BytesIO

import pytest
from openpyxl import load_workbook

from jassclub.clubs.models import Player
from jassclub.exchange.pages.blank_tables import NAMES
from jassclub.exchange.shapes.registry import SHAPES
from scoring.claims.models import HandEntry
from scoring.claims.selectors import state_of
from scoring.core.models import Game
from scoring.games.registry import GAMES
from scoring.games.sheets.kind import SHEET_KINDS, WRITTEN
from tests.jassclub.exchange.test_season_sheets import send, workbook
from tests.jassclub.office import Browser, words
from tournaments.seasons.models import SeasonOpening

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("season")]

RULES = {
    "differenzler": "differenzler-offen",
    "schieber": "schieber-2500",
    "passen": "schieber-passen",
    "sidi": "sidi",
    "coiffeur": "coiffeur",
    "handjass": "handjass",
    "hae": "hae",
    "free": "freies-blatt",
    "free-lowest": "freies-blatt-tief",
    **{kind.name: kind.name for kind in SHEET_KINDS},
}
"""Shipped rules of each game."""


@pytest.fixture
def office(chloe, club):
    for name in NAMES:
        Player.objects.create(club=club, name=name)
    return Browser(chloe, club.slug)


def blank(office, name, language="de"):
    office.client.cookies["django_language"] = language
    answer = office.get(f"data/blank/{name}.xlsx")
    assert answer.status_code == 200
    return load_workbook(BytesIO(answer.content))


def filled(book):
    """The example, written into the sheet that is to be filled in."""
    first, example = book.worksheets
    assert [cell.value for cell in first[1]] == [cell.value for cell in example[1]]
    for line in example.iter_rows(min_row=2, values_only=True):
        first.append(line)
    kept = BytesIO()
    book.save(kept)
    return kept.getvalue()


def test_there_is_one_of_each_game(office):
    assert {*SHAPES} == {*GAMES} == {*RULES}
    page = office.text("data/")
    assert all(str(GAMES[game].title) in page for game in GAMES)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("language", ["de", "fr", "it", "en"])
@pytest.mark.parametrize("game", SHAPES)
def test_it_comes_back_as_a_game_without_a_doubt_that_keeps_it(office, game, language):
    content = filled(blank(office, game, language))
    address = send(office, content, profile=RULES[game])
    answer = office.post(address, action="accept")
    assert answer.status_code == 302, words(answer)[-900:]
    played = Game.objects.get()
    seats = len(next(iter(SHAPES[game].example.values())))
    assert [seat.player.name for seat in played.seats.all()] == [*NAMES[:seats]]
    row = state_of(played).sheet.rows[0]
    assert row.score.state == "complete"
    example = SHAPES[game].example
    if "points" in example and "partner" not in example:
        slip = HandEntry.objects.get().slip
        assert (slip.get(WRITTEN) or slip["points"]) == [*example["points"]]


def test_a_free_sheet_of_two_sides_takes_a_line_a_side_and_what_is_below_zero(office, club):
    club.profile_layer = {"free.negative": {"value": True, "house": "Abmachung"}}
    club.save()
    lines: list[list[object]] = [["Datum", "Spiel", "Spieler", "Partner", "Punkte"]]
    lines += [["4.3.2026", 1, "Anna", "Clara", -20], ["4.3.2026", 1, "Beat", "Dario", 180]]
    address = send(office, workbook(Blatt=lines), profile="freies-blatt-paare")
    assert office.post(address, action="accept").status_code == 302
    assert HandEntry.objects.get().slip["points"] == [-20, 180]


def test_a_bid_stands_with_whoever_of_the_side_made_it(office):
    lines: list[list[object]] = [["Datum", "Spiel", "Spieler", "Ansage", "Punkte", "Trumpf"]]
    made = zip(NAMES, (None, None, 90, None), (97, 60, 97, 60), strict=True)
    lines += [["4.3.2026", 1, name, bid, points, "Rosen"] for name, bid, points in made]
    address = send(office, workbook(Blatt=lines), profile="sidi")
    assert office.post(address, action="accept").status_code == 302
    slip = HandEntry.objects.get().slip
    assert (slip["declared_by"], slip["bid"]) == (2, 90)


WRONG = [
    (
        "sidi",
        ["Ansage", "Punkte"],
        [[90, 97], [100, 60], [90, 97], [100, 60]],
        "Geboten hat höchstens eine Seite",
    ),
    ("coiffeur", ["Punkte"], [[97], [60], [97], [60]], "schreibt nur eine Seite"),
    ("coiffeur", ["Punkte"], [[None], [None], [None], [None]], "bei keiner Seite"),
    ("coiffeur", ["Punkte"], [[97], [None], [97], [None]], "welche Zeile"),
    ("coiffeur", ["Trumpf", "Punkte"], [["Wald", 97], ["Wald"], ["Wald", 97], ["Wald"]], "«Wald»"),
    ("hae", ["Ansage", "Stiche"], [[1, 1], [0, 1], [2, 2], [3, None]], "Stiche"),
    ("hae", ["Ansage"], [[1], [0], [2], [3]], "Es braucht eine Spalte mit Stichen"),
    ("handjass", ["Punkte"], [[40], [40], [40], [40]], "157"),
    ("free", ["Punkte"], [["x"], [40], [40], [40]], "«x» ist keine ganze Zahl"),
]


@pytest.mark.parametrize(("game", "heads", "cells", "told"), WRONG)
def test_what_does_not_fit_is_named(office, game, heads, cells, told):
    paired = "partner" in SHAPES[game].columns
    lines = [["Datum", "Spiel", "Spieler", *["Partner"] * paired, *heads]]
    for name, partner, made in zip(NAMES, ("Clara", "Dario", "Anna", "Beat"), cells, strict=True):
        lines.append(["4.3.2026", 1, name, *[partner] * paired, *made])
    address = send(office, workbook(Blatt=lines), profile=RULES[game])
    page = office.text(address)
    assert told in page, page[page.index("übernommen werden") :]


@pytest.mark.parametrize("language", ["de", "fr", "it", "en"])
def test_the_sheet_of_a_season_has_the_people_of_the_club_and_is_read(office, language):
    book = blank(office, "season", language)
    sheet = book.worksheets[0]
    names = [cell.value for cell in sheet["A"][1:]]
    assert {*NAMES} < {*names}
    for line in range(2, 2 + len(names)):
        for column in (2, 3):
            sheet.cell(line, column, 100 + line)
    kept = BytesIO()
    book.save(kept)
    address = send(office, kept.getvalue())
    assert office.post(address, action="accept", hands="12").status_code == 302
    assert SeasonOpening.objects.count() == 1


def test_a_wrong_cell_is_corrected_on_the_page_in_all_its_lines(office, club):
    heads: list[object] = ["Datum", "Spiel", "Spieler", "Partner", "Trumpf", "Punkte"]
    lines: list[list[object]] = [heads]
    partners = ("Clara", "Dario", "Anna", "Beat")
    for name, partner, made in zip(NAMES, partners, (97, None, 97, None), strict=True):
        lines.append(["4.3.2026", 1, name, partner, "Wald", made])
    address = send(office, workbook(Blatt=lines), profile="coiffeur")
    page = office.get(address).content.decode()
    assert 'name="column_0" value="contract"' in page
    fix = {"cell_0": "Eichel", "column_0": "contract", "lines_0": "2,3,4,5"}
    assert "1 Spiel kann übernommen werden. Es fehlt nichts" in words(
        office.post(address, action="look", **fix)
    )
    assert office.post(address, action="accept").status_code == 302
    assert HandEntry.objects.get().slip["line"] == "EI"


@pytest.mark.parametrize("fix", [{"column_0": "weis", "lines_0": "2"}, {"lines_0": "99"}])
def test_a_cell_that_is_not_there_is_not_corrected(office, fix):
    address = send(office, filled(blank(office, "handjass")), profile="handjass")
    answer = office.post(address, action="look", cell_0="5", **{"column_0": "points", **fix})
    assert answer.status_code == 422
    assert "Diese Zelle gibt es nicht" in words(answer)
