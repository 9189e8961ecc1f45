"""Spreadsheets of past evenings: every doubtful row is named, nothing is taken unasked."""

import io
import zipfile
from datetime import datetime

import openpyxl
import pytest

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Player
from jassclub.clubs.services import people
from jassclub.exchange.models import SpreadsheetPreview
from scoring.claims.models import HandEntry
from scoring.core.models import Game
from tests.cast import problem
from tests.jassclub.exchange.spreadsheets.rows import HEAD, NAMES, POINTS, doubts, lines, text

pytestmark = pytest.mark.django_db


class TestPreview:
    """Looking at it stores nothing but the preview."""

    def test_a_clean_spreadsheet_has_no_doubts_and_stores_no_game(self, preview):
        found = preview(text(*lines(hand=1), *lines(hand=2)), name="2026.csv")
        assert (found["doubts"], found["errors"], found["filename"]) == ([], 0, "2026.csv")
        assert found["found"] == [
            {
                "played_on": "2026-03-04",
                "table": "1",
                "players": list(NAMES),
                "hands": 2,
                "faulty": 0,
                "differences_alone": 0,
            }
        ]
        assert (Game.objects.count(), SpreadsheetPreview.objects.count()) == (0, 1)

    def test_the_same_spreadsheet_is_kept_once(self, preview):
        assert preview(text())["id"] == preview(text())["id"]

    @pytest.mark.parametrize(
        ("name", "profile"),
        [
            ("Molotowabende_2015.csv", "molotow"),
            ("Sidi 2014", "sidi"),
            ("HAE 2011", "hae"),
            ("Schieber in Passen", "schieber-passen"),
            ("Handjass", "handjass"),
            ("Herzjass", "schellenjass-striche"),
            ("Zuger Jassclub, Schieber", "schieber-1000"),
            ("Schieber und Coiffeur", "differenzler-offen"),
            ("Putzplan", "differenzler-offen"),
            ("Abende 500", "differenzler-offen"),
        ],
    )
    def test_a_file_is_read_by_the_game_that_it_names(self, preview, name, profile):
        found = preview(text(), name=name)
        assert SpreadsheetPreview.objects.get(pk=found["id"]).profile == profile

    @pytest.mark.parametrize(
        "encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16"], ids=str
    )
    def test_every_usual_encoding_is_read(self, preview, encoding):
        assert preview(text().encode(encoding))["doubts"] == []

    def test_windows_letters_that_latin_does_not_have_are_read(self, preview, club):
        people.add_player(actor=SYSTEM, club_id=club.pk, name="Šime “Jass” Œuf")
        (row, *others) = lines()
        content = text(row.replace("Gast Nord", "Šime “Jass” Œuf").replace('"', ""), *others)
        found = preview(content.encode("cp1252"))
        assert (found["encoding"], found["doubts"]) == ("cp1252", [])

    @pytest.mark.parametrize("delimiter", [";", ",", "\t"])
    def test_every_usual_delimiter_is_read(self, preview, delimiter):
        assert preview(text().replace(";", delimiter))["doubts"] == []

    @pytest.mark.parametrize(
        "head",
        [
            "Abend;Runde;Spiel-Nr.;Name;Tipp;gemacht",
            "Date;Table;Donne;Joueur;Annonce;Points",
            "Data;Tavolo;Mano;Giocatrice;Annuncio;Punti",
            "date;table;hand no.;player;prediction;points",
            "  DATUM ;Partie;Nr.;Spielerin;Angesagt;Punkte ",
        ],
    )
    def test_headings_are_known_in_four_languages(self, preview, head):
        assert preview(text(head=head))["doubts"] == []

    def test_columns_may_stand_in_any_order_below_a_title(self, preview):
        rows = [";".join(reversed(line.split(";"))) for line in lines()]
        content = text("", ";".join(reversed(HEAD.split(";"))), *rows, head="Unsere Abende")
        assert preview(content)["doubts"] == []

    def test_a_workbook_is_read_with_its_days_and_numbers(self, preview):
        book = openpyxl.Workbook()
        sheet = book.active
        sheet.append(HEAD.split(";"))
        for name, points in zip(NAMES, POINTS, strict=True):
            sheet.append([datetime(2026, 3, 4), "1", 1.0, name, points + 3, points])  # noqa: DTZ001
        out = io.BytesIO()
        book.save(out)
        found = preview(out.getvalue())
        assert (found["encoding"], found["doubts"]) == ("xlsx", [])
        assert found["found"][0]["played_on"] == "2026-03-04"


ROWS: dict[str, tuple[list[str], list[tuple[int, str, str]]]] = {
    "30 February": (lines(day="30.2.2026"), [(n, "date", "no_such_date") for n in (2, 3, 4, 5)]),
    "30 February in ISO": (
        lines(day="2026-02-30"),
        [(n, "date", "no_such_date") for n in (2, 3, 4, 5)],
    ),
    "no date": (lines(day="gestern"), [(n, "date", "no_date") for n in (2, 3, 4, 5)]),
    "a day to come": (lines(day="1.1.2999"), [(n, "date", "future_date") for n in (2, 3, 4, 5)]),
    "a sum of 158": (lines(Nord="Gast Nord;40;48"), [(2, "points", "sum_wrong")]),
    "a prediction over 157": (
        lines(Ost="Gast Ost;158;30"),
        [(3, "prediction", "out_of_range"), (3, "prediction", "prediction_missing")],
    ),
    "no prediction": (lines(Ost="Gast Ost;;30"), [(3, "prediction", "prediction_missing")]),
    "points in letters": (
        lines(Süd="Gast Süd;44;viel", West="Gast West;42;x"),
        [
            (2, "points", "points_unknown"),
            (4, "points", "not_a_number"),
            (5, "points", "not_a_number"),
        ],
    ),
    "minus points": (
        lines(Süd="Gast Süd;44;-41", West="Gast West;42;3.5"),
        [
            (2, "points", "points_unknown"),
            (4, "points", "out_of_range"),
            (5, "points", "not_a_number"),
        ],
    ),
    "somebody unknown": (
        lines(West="Gast Wset;42;39"),
        [(5, "player", "unknown_player")],
    ),
    "somebody twice in a hand": (
        [*lines(hand=1), *lines(hand=2, West="Gast Nord;42;39")],
        [(6, "player", "other_players"), (9, "player", "player_twice")],
    ),
    "somebody else in one hand": (
        [*lines(hand=1), *lines(hand=2), *lines(hand=3, West="Emil;42;39")],
        [(13, "player", "unknown_player")],
    ),
    "one missing in a hand": (
        [*lines(hand=1), *lines(hand=2), *lines(hand=3)[:3]],
        [(10, "player", "other_players")],
    ),
    "two at a table": (lines()[:2], [(2, "player", "wrong_number_of_players")]),
    "no name": (lines(West=";42;39"), [(5, "player", "player_missing")]),
    "no hand": (
        [*lines(hand=1), *(line.replace(";2;", ";;", 1) for line in lines(hand=2))],
        [(n, "hand", "hand_missing") for n in (6, 7, 8, 9)],
    ),
    "hand 401": (lines(hand=401), [(n, "hand", "out_of_range") for n in (2, 3, 4, 5)]),
    "an empty row": ([*lines(hand=1), ";;;;;", *lines(hand=2)], [(6, "", "empty_row")]),
    "letters that were spoilt": (
        lines(Süd="Gast SÃ¼d;44;41"),
        [(4, "", "wrong_encoding"), (4, "player", "unknown_player")],
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_each_doubtful_row_is_named(preview, name):
    rows, expected = ROWS[name]
    found = preview(text(*rows))
    assert doubts(found) == expected
    assert all(doubt["detail"] for doubt in found["doubts"])
    members = {"line", "column", "code", "severity", "detail", "proposals", "name"}
    assert all(doubt.keys() == members for doubt in found["doubts"])
    assert not Game.objects.exists()


def test_all_doubts_are_named_at_once(preview):
    rows = [*lines(day="30.2.2026"), *lines(hand=2, Ost="Gast Ost;158;30", West="Wer;42;38")]
    codes = {code for _line, _column, code in doubts(preview(text(*rows)))}
    assert {"no_such_date", "out_of_range", "unknown_player"} <= codes


def test_one_row_in_another_encoding_than_the_rest_is_named(preview):
    first, *others = text(*lines(hand=1), *lines(hand=2)).splitlines(keepends=True)
    raw = first.encode() + b"".join(
        line.encode("utf-8" if place < 4 else "latin-1") for place, line in enumerate(others)
    )
    assert (4, "", "wrong_encoding") in doubts(preview(raw))


def test_the_nearest_player_is_proposed(preview, guests):
    found = preview(text(*lines(West="Gast Wset;42;39")))
    (doubt,) = [doubt for doubt in found["doubts"] if doubt["code"] == "unknown_player"]
    assert doubt["proposals"][0] == {"id": str(guests[3].pk), "name": "Gast West"}


def test_a_first_name_alone_is_proposed_and_never_guessed(preview, club):
    people.add_player(actor=SYSTEM, club_id=club.pk, name="Hansruedi Huber")
    (doubt, *_more) = preview(text(*lines(West="Hansruedi;42;39")))["doubts"]
    assert [proposal["name"] for proposal in doubt["proposals"]] == ["Hansruedi Huber"]


def test_who_is_no_longer_active_is_named(preview, guests):
    people.change_player(actor=SYSTEM, player_id=guests[3].pk, version=1, values={"active": False})
    assert (5, "player", "inactive_player") in doubts(preview(text()))


def test_two_of_one_name_are_named(preview, club):
    for _time in range(2):
        Player.objects.create(club=club, name="Emil", active=False)
    assert (5, "player", "doubled_player") in doubts(preview(text(*lines(West="Emil;42;39"))))


class TestDifferences:
    """Points follow from the differences where only one way adds up."""

    head = "Datum;Spiel;Spieler;Ansage;Differenz"

    def test_points_are_derived(self, preview, accept):
        rows = [
            f"4.3.2026;1;{n};{p};{d}"
            for n, p, d in zip(NAMES, (60, 90, 5, 1), (7, 5, 2, 5), strict=True)
        ]
        found = preview(text(*rows, head=self.head))
        assert found["doubts"] == []
        assert accept(found).status_code == 201
        assert HandEntry.objects.get().slip["points"] == [53, 95, 3, 6]

    def test_more_than_one_way_is_named(self, preview):
        rows = [f"4.3.2026;1;{name};40;3" for name in NAMES]
        assert doubts(preview(text(*rows, head=self.head))) == [(2, "points", "points_unknown")]

    def test_a_difference_that_does_not_follow_is_named(self, preview):
        rows = [f"{line};{3 if place else 4}" for place, line in enumerate(lines())]
        found = preview(text(*rows, head=f"{HEAD};Diff."))
        assert doubts(found) == [(2, "difference", "difference_wrong")]


UNREADABLE: dict[str, tuple[bytes, str]] = {
    "empty lines": (b";;\n;;\n", "empty_file"),
    "old Excel": (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "old_excel"),
    "bytes": (b"\x00\x01\x02" * 50, "not_text"),
    "a broken workbook": (b"PK\x03\x04" + b"x" * 200, "not_xlsx"),
    "a cell without an end": (b"Datum;Spieler;x\n" + b'"' + b"y" * 140_000, "not_csv"),
    "too many lines": (b"a;b\n" * 20_100, "too_many_lines"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_spreadsheet_is_refused(send, name):
    content, code = UNREADABLE[name]
    errors = problem(send(content), 422, "invalid")["errors"]
    assert [(error["pointer"], error["code"]) for error in errors] == [("/file", code)]
    assert not SpreadsheetPreview.objects.exists()


def test_a_bomb_of_a_workbook_is_not_opened(send):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b"0" * 61_000_000)
    assert {error["code"] for error in problem(send(out.getvalue()), 422, "invalid")["errors"]} == {
        "too_large"
    }


def test_more_than_five_megabytes_are_refused(send):
    problem(send(b"x" * 5_000_001), 413, "too_large")


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("a;b;c;d;e;f", {"no_headings"}),
        ("Datum;Tisch;Spiel;Spieler;x;y", {"column_missing", "column_unknown"}),
        ("Tisch;a;Spiel;Spieler;Ansage;Punkte", {"column_missing", "column_unknown"}),
        ("Datum;Tisch;Spiel;Spieler;Punkte;Punkte", {"column_twice"}),
    ],
)
def test_headings_that_do_not_do_are_named(preview, head, expected):
    found = preview(text(head=head))
    assert {code for _line, _column, code in doubts(found)} == expected
    assert found["errors"] > 0


def test_a_line_for_a_whole_game_is_told_in_one_sentence(preview):
    found = preview("Datum;Spieler 1;Spieler 2;Spieler 3;Punkte A\n12.1.2024;Anna;Beat;Chlöe;1005")
    assert [code for _line, _column, code in doubts(found)] == ["whole_games"]
    assert "für jede Person eine Zeile" in found["doubts"][0]["detail"]


def test_a_line_for_an_evening_is_told_how_a_season_is_written(preview):
    found = preview(text(head="Datum;Tisch;a;Spieler;Ansage;Punkte"))
    assert any("Das wird als Saison gelesen" in doubt["detail"] for doubt in found["doubts"])
