"""Workbooks of other games than the Differenzler, in the layouts of those who kept them: read by
what a person answers, taken over, counted among their like, taken back whole."""

import pytest

from jassclub.exchange.models import SpreadsheetPreview
from tests.jassclub.exchange.test_season_sheets import fields_of, send, take, workbook
from tests.jassclub.office import Browser, words
from tournaments.seasons.models import OpeningBalance, SeasonOpening

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("season")]

NAMES = ("Rosa Müller", "Hans Frei", "Ueli Zürcher", "Vreni Iten")
ROSA, HANS, UELI, VRENI = NAMES


def coiffeur():
    """Names down, a column an evening, ranks beside that say that the most points win."""
    return workbook(
        Coiffeur_2015=[
            ["Coiffeur-Jass im Rössli", None],
            [],
            ["Rg.", "Name", "Januar", "Februar", "März", "Total", "Schnitt"],
            [1, ROSA, 4250, 3980, 4410, 12640, 4213.3],
            [2, HANS, 3900, 4100, "entsch.", 8000, 4000],
            [3, UELI, 3810, None, 3650, 7460, 3730],
            [None, "Total", 11960, 8080, 8060, None, None],
        ]
    )


def hae():
    """Evenings down and names across; a line of sums below, the fewest Härpfl win."""
    return workbook(
        Blatt=[
            ["HAE 2018/19", *NAMES[:3]],
            ["7.9.2018", 4, 6, 2],
            ["5.10.2018", 3, "krank", 5],
            ["2.11.2018", 5, 4, 1],
            ["Total", 12, 10, 8],
        ]
    )


def sidi():
    """Two years below each other on one sheet, thousands with an apostrophe, one line below nil."""
    return workbook(
        Sidi=[
            ["Sidi Barrani 2012"],
            ["Name", "1. Abend", "2. Abend", "Total"],
            [ROSA, "1'204", 980, "2'184"],
            [HANS, -120, 1500, 1380],
            [],
            ["Sidi Barrani 2013"],
            ["Name", "1. Abend", "2. Abend", "3. Abend", "Total"],
            [ROSA, 700, 800, None, 1500],
            [HANS, 650, "abw.", 900, 1550],
        ]
    )


def bieter():
    """Line by line out of a database: a day, a person, hands and points."""
    lines = [
        ("2011-01-14", ROSA, 12, 640),
        ("2011-01-14", HANS, 12, 410),
        ("2011-02-11", ROSA, 10, 505),
        ("2011-02-11", UELI, 10, 380),
    ]
    return workbook(
        Export=[["Datum", "Spieler", "Anzahl Spiele", "Punkte"], *map(list, lines)],
    )


def molotow():
    """The fewest points win; a zero is a result, who was away has a dash."""
    return workbook(
        Molotow=[
            ["Molotow 2020", None, None, None, None, None],
            ["Spieler/in", "Sept.", "Okt.", "Nov.", "Summe", "Rang"],
            [ROSA, 12, 0, 31, 43, 1],
            [HANS, 25, 40, "-", 65, 2],
            [UELI, 30, 22, 61, 113, 3],
        ]
    )


def handjass():
    """Nothing but the sums of the year, as the treasurer kept them."""
    return workbook(
        _2009=[
            ["Handjass 2009"],
            ["Nr.", "Vorname", "Nachname", "Abende", "Spiele", "Punkte", "Schnitt"],
            [1, "Rosa", "Müller", 9, 81, 729, 9],
            [2, "Hans", "Frei", 8, 72, 540, 7.5],
        ]
    )


def guggitaler():
    """In French, first the highest, as it was never played: the fewest points win there."""
    return workbook(
        Soirées=[
            ["Classement 2016"],
            ["Nom", "1re soirée", "2e soirée", "Somme", "Rang"],
            [ROSA, 90, 70, 160, 1],
            [HANS, 60, 80, 140, 2],
            [UELI, 40, 50, 90, 3],
        ]
    )


BOOKS = {
    "coiffeur": (
        *(coiffeur, {"hands": "8"}),
        {
            ("2015", ROSA): (24, 12640, 3),
            ("2015", HANS): (16, 8000, 2),
            ("2015", UELI): (16, 7460, 2),
        },
    ),
    "hae": (
        *(hae, {"hands": "10"}),
        {
            ("2018/19", ROSA): (30, 12, 3),
            ("2018/19", HANS): (20, 10, 2),
            ("2018/19", UELI): (30, 8, 3),
        },
    ),
    "sidi": (
        *(sidi, {"hands": "10"}),
        {
            ("2012", ROSA): (20, 2184, 2),
            ("2012", HANS): (20, 1380, 2),
            ("2013", ROSA): (20, 1500, 2),
            ("2013", HANS): (20, 1550, 2),
        },
    ),
    "bieter": (
        *(bieter, {}),
        {("2011", ROSA): (22, 1145, 2), ("2011", HANS): (12, 410, 1), ("2011", UELI): (10, 380, 1)},
    ),
    "molotow": (
        *(molotow, {"hands": "5"}),
        {("2020", ROSA): (15, 43, 3), ("2020", HANS): (10, 65, 2), ("2020", UELI): (15, 113, 3)},
    ),
    "handjass": (
        *(handjass, {}),
        {("2009", ROSA): (81, 729, 9), ("2009", HANS): (72, 540, 8)},
    ),
    "guggitaler": (
        *(guggitaler, {"hands": "10"}),
        {("2016", ROSA): (20, 160, 2), ("2016", HANS): (20, 140, 2), ("2016", UELI): (20, 90, 2)},
    ),
}
"""By the game: a workbook, what is answered to its questions, and what each has brought along."""


@pytest.fixture
def chloe_at_her_desk(chloe, club):
    return Browser(chloe, club.slug)


def taken():
    return {
        (row.opening.label, row.player.name): (row.hands, row.total, row.evenings)
        for row in OpeningBalance.objects.select_related("opening", "player")
    }


@pytest.mark.parametrize("game", BOOKS)
def test_a_season_of_any_game_is_read_taken_counted_and_taken_back(game, chloe_at_her_desk):
    browser = chloe_at_her_desk
    made, said, expected = BOOKS[game]
    address = send(browser, made(), profile=game)
    asked = {*said} | {"rest"}
    assert len(asked) <= 3
    assert "hands" in said or "hands" not in fields_of(browser.get(address))
    done = take(browser, address, rest="former", **said)
    assert done.status_code == 302, words(done)
    assert taken() == expected
    assert {*SeasonOpening.objects.values_list("variant", flat=True)} == {game}
    page = browser.text("averages/")
    means: dict[str, list[int]] = {}
    for (_label, name), (hands, total, _evenings) in expected.items():
        sums = means.setdefault(name, [0, 0])
        sums[0], sums[1] = sums[0] + hands, sums[1] + total
    low = game in ("hae", "molotow", "guggitaler")
    ranked = sorted(means, key=lambda name: means[name][1] / means[name][0], reverse=not low)
    places = [page.index(name) for name in ranked]
    assert places == sorted(places)
    assert all(f"{total / hands:.2f}" in page for hands, total in means.values())
    kept = SpreadsheetPreview.objects.get()
    back = browser.post("history/", book="imports", deed=str(kept.pk))
    assert back.status_code == 302, words(back)
    assert not SeasonOpening.objects.exists()


@pytest.mark.parametrize(
    ("game", "as_game", "said"),
    [
        ("guggitaler", "guggitaler", "Vorne steht, wer mehr hat"),
        ("coiffeur", "molotow", "Vorne steht, wer mehr hat"),
        ("molotow", "coiffeur", "Vorne steht, wer weniger hat"),
        ("molotow", "molotow", "eine Null gilt als Resultat"),
        ("molotow", "schieber-1000", "eine Null gilt als nicht dabei"),
        ("coiffeur", "coiffeur", "Coiffeur: viel gewinnt"),
        ("molotow", "molotow", "Molotow: wenig gewinnt"),
    ],
)
def test_what_is_doubtful_in_a_game_is_told(game, as_game, said, chloe_at_her_desk):
    browser = chloe_at_her_desk
    assert said in browser.text(send(browser, BOOKS[game][0](), profile=as_game))


@pytest.mark.parametrize("game", ["coiffeur", "molotow", "handjass"])
def test_ranks_that_agree_with_the_game_are_not_told(game, chloe_at_her_desk):
    browser = chloe_at_her_desk
    assert "Stimmt das Spiel" not in browser.text(send(browser, BOOKS[game][0](), profile=game))
