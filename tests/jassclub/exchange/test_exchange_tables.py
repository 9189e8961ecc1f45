"""Games, season tables and averages as CSV and XLSX."""

import csv
import io
import re
from datetime import date
from decimal import Decimal

import openpyxl
import pytest

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.services import people
from jassclub.exchange.grids import Grid, csv_bytes, harmless, xlsx_bytes
from scoring.claims.entries import record_hand
from scoring.tables.games import open_game
from tests.cast import pointers, problem
from tournaments.seasons.services import count_events

DANGEROUS = ("=1+1", "+41 44", "-x", "@SUM(A1)", "\tx", "\rx", '=HYPERLINK("http://x")')


@pytest.mark.parametrize("text", DANGEROUS)
def test_no_text_is_computed(text):
    grid = Grid("x", "X", [text], [[text]])
    rows = list(csv.reader(io.StringIO(csv_bytes(grid).decode(), newline=""), delimiter=";"))
    assert rows == [["'" + text], ["'" + text]]
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx_bytes([grid]))).worksheets[0]
    assert [(str(cell.value)[0], cell.data_type) for row in sheet for cell in row] == [
        ("'", "s")
    ] * 2


@pytest.mark.parametrize("cell", [-20, 0, 3.5, Decimal("-1.25"), date(2026, 3, 4), None, "a=b"])
def test_what_is_harmless_stays_as_it_is(cell):
    assert harmless(cell) == cell


def test_a_table_of_a_title_that_excel_refuses_is_written_nevertheless():
    grid = Grid("x", "Rang/Liste [2025*26]: " + "x" * 3, ["A\x01"], [["\x07"]])
    book = openpyxl.load_workbook(io.BytesIO(xlsx_bytes([grid, grid])))
    assert len(book.sheetnames) == 2


def test_columns_are_as_wide_as_their_texts_and_a_page_of_a4_wide():
    grid = Grid("x", "X", ["Tag", "Bemerkung"], [[date(2026, 3, 4), "z" * 300], [None, "kurz"]])
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx_bytes([grid]))).worksheets[0]
    assert sheet.column_dimensions["A"].width >= len("2026-03-04")
    assert 40 <= sheet.column_dimensions["B"].width < 50
    setup = sheet.page_setup
    assert (setup.paperSize, setup.fitToWidth or 1, setup.fitToHeight) == (9, 1, 0)
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.print_title_rows == "$1:$1"


@pytest.fixture
def played(club, season, emma, guests):
    """A Differenzler of four, one of them with a dangerous name, and a Schieber."""
    guest = guests[0]
    people.change_player(
        actor=SYSTEM, player_id=guest.pk, version=1, values={"name": "=Hansli; «Müller»"}
    )
    ids = [player.pk for player in guests]
    day = {"played_on": date(2026, 3, 4), "season_id": season.pk, "player_ids": ids}
    one = open_game(
        actor=emma.actor, club_id=club.pk, profile_slug="differenzler-offen", label="Tisch 1", **day
    )
    slip: dict[str, object] = {
        "trump": "RO",
        "predictions": [40, 30, 50, 30],
        "points": [47, 30, 41, 39],
    }
    record_hand(actor=emma.actor, game_id=one.pk, number=1, slip=slip, source="paper")
    two = open_game(actor=emma.actor, club_id=club.pk, profile_slug="schieber-1000", **day)
    slip = {"contract": "RO", "declared_by": 0, "points": [97, None]}
    record_hand(actor=emma.actor, game_id=two.pk, number=1, slip=slip, source="paper")
    count_events()
    return one, two


def rows(answer, *, encoding="utf-8", delimiter=";"):
    assert answer.status_code == 200, answer.content
    text = answer.content.decode(encoding)
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter))


def test_a_game_goes_out_with_a_row_a_hand_and_numbers_as_numbers(played, emma):
    (row,) = rows(emma.api.get(f"games/{played[0].pk}/export.csv"))
    assert (row["Datum"], row["Tisch"], row["Spiel"]) == ("2026-03-04", "Tisch 1", "1")
    assert row["Spieler 1"] == "'=Hansli; «Müller»"
    kept = ("Ansage 1", "Punkte 1", "Resultat 1", "Resultat 2", "Trumpf oder Richtung")
    assert [row[name] for name in kept] == ["40", "47", "7", "0", "RO"]


def test_columns_have_codes_for_programs_and_the_file_says_what_it_holds(played, emma, season):
    answer = emma.api.get(f"games/{played[0].pk}/export.csv", headings="codes")
    (row,) = rows(answer)
    assert (row["day"], row["profile"], row["hand"]) == ("2026-03-04", "differenzler-offen", "1")
    assert row["state"] == "confirmed"
    assert [row[f"points_{side}"] for side in (1, 2, 3, 4)] == ["47", "30", "41", "39"]
    assert [name for name in row if not re.fullmatch("[a-z_]+[0-9]*", name)] == []
    club = season.club.slug
    assert f'"{club}-2026-03-04-tisch-1-hands.csv"' in answer["Content-Disposition"]
    averages = emma.api.get(f"seasons/{season.pk}/export.csv", table="averages", headings="codes")
    assert {"season", "rank", "mean", "bias"} <= set(rows(averages)[0])


def test_a_passe_goes_out_with_its_hands_and_matsches(club, season, emma, guests):
    game = open_game(
        actor=emma.actor,
        club_id=club.pk,
        profile_slug="schieber-passen",
        player_ids=[player.pk for player in guests],
        played_on=date(2026, 3, 4),
    )
    slip = {"points": [1000, 884], "matsches": [2, 1], "partner": 1}
    record_hand(actor=emma.actor, game_id=game.pk, number=1, slip=slip, source="paper")
    (row,) = rows(emma.api.get(f"games/{game.pk}/export.csv"))
    assert row["zählt"] == "12"
    assert [row[f"Matsche {seat}"] for seat in (1, 2, 3, 4)] == ["2", "2", "1", "1"]
    assert [row[f"Resultat {seat}"] for seat in (1, 2, 3, 4)] == ["1000", "1000", "884", "884"]


def test_what_is_known_by_its_differences_goes_out_without_points(club, emma, guests):
    why = {"differenzler.differences_alone": {"value": True, "house": "alte Tabelle"}}
    game = open_game(
        actor=emma.actor,
        club_id=club.pk,
        profile_slug="differenzler-offen",
        player_ids=[player.pk for player in guests],
        played_on=date(2026, 3, 4),
        house_rules=why,
    )
    slip = {"differences": [3, 0, 12, 5]}
    record_hand(actor=emma.actor, game_id=game.pk, number=1, slip=slip, source="paper")
    (row,) = rows(emma.api.get(f"games/{game.pk}/export.csv"))
    assert (row["Ansage 1"], row["Punkte 1"], row["Resultat 1"]) == ("", "", "3")


def test_a_season_goes_out_with_games_of_both_kinds_side_by_side(played, emma, season):
    told = rows(emma.api.get(f"seasons/{season.pk}/export.csv"))
    one, two = sorted(told, key=lambda row: row["Regeln"])
    assert [one["Regeln"], two["Regeln"]] == ["Differenzler, offen", "Schieber auf 1000, einfach"]
    assert (one["Spieler 4"], two["Spieler 2"], two["Punkte 2"]) == (
        "Gast West",
        "Gast Ost / Gast West",
        "60",
    )
    assert two["Spieler 3"] in ("", None)


def test_excel_gets_a_byte_order_mark_and_others_their_separator(played, emma):
    path = f"games/{played[0].pk}/export.csv"
    answer = emma.api.get(path, bom="1", separator="tab")
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert rows(answer, encoding="utf-8-sig", delimiter="\t")[0]["Datum"] == "2026-03-04"
    assert not emma.api.get(path).content.startswith(b"\xef\xbb\xbf")


def test_averages_and_tables_go_out_by_name(played, emma, season):
    found = rows(emma.api.get(f"seasons/{season.pk}/export.csv", table="averages"))
    assert {row["Name"]: row["Summe"] for row in found}["Gast Ost"] == "0"
    table = rows(emma.api.get(f"seasons/{season.pk}/export.csv", table="standings-schieber"))
    assert {row["Name"]: row["Punkte"] for row in table}["Gast Ost"] == "60"
    assert not {"rank", "decided_by", "games", "matsche", "mean"} & table[0].keys()
    asked = {"table": "standings-schieber", "headings": "codes"}
    coded = emma.api.get(f"seasons/{season.pk}/export.csv", **asked)
    assert {row["name"]: row["points"] for row in rows(coded)}["Gast Ost"] == "60"
    assert {"rank", "decided_by", "games", "matsche", "mean"} <= rows(coded)[0].keys()
    for name in ("table", "separator"):
        refused = emma.api.get(f"seasons/{season.pk}/export.csv", **{name: "x"})
        assert pointers(problem(refused, 400, "malformed")) == {f"/{name}"}


def test_a_workbook_holds_all_tables(played, emma, season, club):
    answer = emma.api.get(f"seasons/{season.pk}/export.xlsx")
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    assert len(book.sheetnames) == 4
    hands = book.worksheets[0]
    head = [cell.value for cell in hands[1]]
    values = [cell.value for cell in hands[2]]
    assert values[head.index("Datum")].date() == date(2026, 3, 4)
    assert hands.cell(2, head.index("Datum") + 1).number_format == "dd.mm.yyyy"
    assert isinstance(values[head.index("Resultat 1")], int)
    assert hands.cell(2, head.index("Resultat 1") + 1).number_format == "#,##0"
    of_club = emma.api.get(f"clubs/{club.pk}/export.xlsx")
    assert openpyxl.load_workbook(io.BytesIO(of_club.content)).worksheets[0].max_row == 3


@pytest.mark.parametrize("kind", ["json", "csv", "xlsx"])
def test_nobody_else_learns_that_there_is_anything(played, kind, dario, fritz, nobody):
    season, club = played[0].season, played[0].club
    for caller, status in ((dario.api, 404), (fritz.api, 404), (nobody, 401)):
        for path in (f"games/{played[0].pk}", f"seasons/{season.pk}", f"clubs/{club.pk}"):
            assert caller.get(f"{path}/export.{kind}").status_code == status


def test_a_member_reads_tables_and_the_director_takes_archives(played, beat, chloe, season, club):
    assert beat.api.get(f"seasons/{season.pk}/export.csv").status_code == 200
    problem(beat.api.get(f"seasons/{season.pk}/export.json"), 403, "role_missing")
    problem(beat.api.get(f"clubs/{club.pk}/export.csv"), 403, "role_missing")
    assert chloe.api.get(f"clubs/{club.pk}/export.json").json()["format"] == "jassclub-archive"


def test_an_archive_goes_out_and_in_by_the_api(played, emma, chloe, fritz, other_club):
    club = played[0].club
    archive = emma.api.get(f"clubs/{club.pk}/export.json").json()
    answer = emma.api.post(f"clubs/{club.pk}/imports", archive)
    assert (answer.status_code, len(answer.json()["unchanged"])) == (201, 2)
    problem(chloe.api.post(f"clubs/{club.pk}/imports", archive), 403, "role_missing")
    problem(fritz.api.post(f"clubs/{club.pk}/imports", archive), 404, "not_found")
    taken = fritz.api.post(f"clubs/{other_club.pk}/imports", archive).json()
    assert (len(taken["copied"]), taken["added"]["players"]) == (2, 5)
    archive["games"][0]["label"] = "Tisch 9"
    refused = problem(emma.api.post(f"clubs/{club.pk}/imports", archive), 409, "differs")
    assert [error["pointer"] for error in refused["errors"]] == ["/games/0/label"]


def test_more_than_the_usual_megabyte_may_come_in_but_not_everything(emma, club):
    padded = {"format": "jassclub-archive", "version": 1, "games": "x" * 2_000_000}
    assert emma.api.post(f"clubs/{club.pk}/imports", padded).status_code == 202
    padded["games"] = "x" * 9_600_000
    problem(emma.api.post(f"clubs/{club.pk}/imports", padded), 413, "too_large")
