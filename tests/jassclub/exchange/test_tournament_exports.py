"""A tournament as CSV and XLSX: everything, for whom it is meant, and nothing that computes."""

import csv
import io
import re
from typing import Any

import openpyxl
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jassclub.clubs.models import User
from jassclub.core.languages import LANGUAGES
from jassclub.exchange.tournament_grids import GRIDS
from tests.cast import Caller, problem
from tests.tournaments.events import event
from tests.tournaments.halls import Hall
from tests.tournaments.playing import play
from tests.tournaments.standings.pure.played import caller, played_hall
from tournaments.core.models import Tournament
from tournaments.entries.entrants import make_team
from tournaments.entries.models import Entry, Payment
from tournaments.standings.services import recount

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def place() -> Hall:
    """Two rounds of two tables, public; number 1 is called like a formula and has a contact."""
    found = played_hall()
    Tournament.objects.filter(pk=found.tournament.pk).update(public=True)
    Entry.objects.filter(pk=found.entry(1).pk).update(name="=1+1", contact="+41 79", note="@SUM")
    Payment.objects.create(
        club_id=found.entry(2).club_id,
        entry=found.entry(2),
        kind="fee",
        rappen=2550,
        actor="system:test",
    )
    Payment.objects.create(
        club_id=found.entry(2).club_id,
        entry=found.entry(2),
        kind="prize",
        rappen=10_000,
        actor="system:test",
    )
    return found


def export(place: Hall, who: Caller, kind: str = "csv", **params: Any) -> Any:
    return who.get(f"tournaments/{place.tournament.pk}/export.{kind}", **params)


def rows(answer: Any) -> list[dict[str, str]]:
    assert answer.status_code == 200, answer.content
    text = io.StringIO(answer.content.decode(), newline="")
    return list(csv.DictReader(text, delimiter=";"))


def test_entries_go_out_with_contacts_to_the_desk_alone(place, nobody):
    told = rows(export(place, caller(place, "scribe"), what="entries"))
    assert (told[0]["Name"], told[0]["Kontakt"], told[0]["Notiz"]) == ("'=1+1", "'+41 79", "'@SUM")
    assert len(told) == 8
    assert "Kontakt" not in rows(export(place, nobody))[0]


def test_every_seat_of_every_called_round_is_told(place, nobody):
    told = rows(export(place, nobody, what="seating"))
    assert len(told) == 16
    assert [r["Startnummer"] for r in told[:4]] == ["1", "2", "3", "4"]
    assert [(r["Runde"], r["Tisch"], r["Platz"]) for r in told[:2]] == [
        ("1", "1", "A"),
        ("1", "1", "B"),
    ]


def test_results_by_people_and_by_tables_say_what_counts(place, nobody):
    people = rows(export(place, nobody, what="results"))
    assert len(people) == 16
    assert [r["zählt"] for r in people[:4]] == ["311", "317", "311", "317"]
    tables = rows(export(place, nobody, what="tables"))
    assert len(tables) == 4
    assert (tables[0]["zählt 1"], tables[0]["zählt 2"]) == ("311", "317")
    assert tables[0]["Leute 2"] == "Otto / Reto"


def test_the_ranking_adds_up_from_the_results(place, nobody):
    sums: dict[str, int] = {}
    for row in rows(export(place, nobody, what="results")):
        sums[row["Startnummer"]] = sums.get(row["Startnummer"], 0) + int(row["zählt"])
    ranked = rows(export(place, nobody, what="ranking"))
    assert {r["Startnummer"]: int(r["Punkte"]) for r in ranked} == sums
    first = rows(export(place, nobody, what="ranking", after=1))
    assert {r["Runde 1"] for r in first} == {r["Punkte"] for r in first}


def test_money_goes_out_in_francs_and_to_the_desk_alone(place, nobody):
    told = rows(export(place, caller(place, "scribe"), what="money"))
    assert [r["Franken"] for r in told] == ["25.5", "-100"]
    problem(export(place, nobody, what="money"), 403, "role_missing")


def test_the_log_goes_out_with_its_chain(place, nobody):
    told = rows(export(place, nobody, what="log"))
    assert [r["Prüfsumme davor"] for r in told[1:]] == [r["Prüfsumme"] for r in told[:-1]]


def test_a_workbook_has_a_sheet_for_everything_that_somebody_may_see(place, nobody):
    def titles(who: Caller, **params: Any) -> list[str]:
        answer = export(place, who, "xlsx", **params)
        assert answer["Content-Disposition"].endswith(f'"{place.tournament.slug}.xlsx"')
        return list(openpyxl.load_workbook(io.BytesIO(answer.content)).sheetnames)

    assert len(titles(caller(place, "director"))) == 7
    assert "Kasse" not in titles(nobody)
    assert titles(nobody, what="ranking") == ["Rangliste"]


def log_of_round(number: int, told: list[dict[str, str]]) -> str:
    return "".join(r["Angaben"] for r in told if f'"round": {number}' in r["Angaben"])


def test_results_of_hidden_rounds_are_for_the_desk_until_the_prizes_are_given(nobody):
    place = played_hall(ranking={"hidden_from": 2})
    tournament = Tournament.objects.filter(pk=place.tournament.pk)
    tournament.update(public=True)
    desk = caller(place, "scribe")
    assert {r["Runde"] for r in rows(export(place, nobody, what="results"))} == {"1"}
    assert {r["Runde"] for r in rows(export(place, desk, what="tables"))} == {"1", "2"}
    assert {r["Rang"] for r in rows(export(place, nobody, what="ranking"))} == {""}
    assert {r["Rang"] for r in rows(export(place, desk, what="ranking"))} != {""}
    assert '"points"' not in log_of_round(2, rows(export(place, nobody, what="log")))
    assert '"points"' in log_of_round(2, rows(export(place, desk, what="log")))
    tournament.update(revealed_at="2026-01-01T00:00:00Z")
    assert {r["Runde"] for r in rows(export(place, nobody, what="tables"))} == {"1", "2"}


def test_what_is_not_public_or_not_there_is_not_found_or_refused(place, nobody, dario):
    problem(export(place, nobody, what="nonsense"), 400, "malformed")
    Tournament.objects.filter(pk=place.tournament.pk).update(public=False)
    problem(export(place, dario.api), 404, "tournament_not_found")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "what", ["entries", "seating", "results", "tables", "ranking", "money", "log"]
)
def test_a_larger_hall_costs_no_more_queries(what):

    counted = []
    for entries in (8, 16):
        place = played_hall(entries)
        who = caller(place, "scribe")
        with CaptureQueriesContext(connection) as queries:
            rows(export(place, who, what=what))
        counted.append(len(queries))
    assert counted[0] == counted[1]


def test_where_pairs_are_ranked_the_ranking_tells_them_and_then_the_people() -> None:
    day = event("pairs-7x8-round-robin", hands=4, rounds=3)
    day.enter(8)
    for first in (1, 3, 5, 7):
        make_team(**day.ids, name=f"Paar {first}", numbers=[first, first + 1])
    play(day)
    recount(day.tournament.pk)
    desk = Caller(user=User.objects.get(pk=str(day.scribe.user_id)))
    told = rows(desk.get(f"tournaments/{day.tournament.pk}/export.csv", what="ranking"))
    assert [row["Wertung"] for row in told] == ["Team"] * 4 + ["Einzel"] * 8
    assert (told[0]["Rang"], told[0]["Name"], told[0]["Startnummer"]) == ("1", "Paar 1", "1")
    assert told[0]["Punkte"] == next(row["Punkte"] for row in told if row["Name"] == "Gast 1")
    path = f"tournaments/{day.tournament.pk}/export.csv"
    coded = rows(desk.get(path, what="ranking", headings="codes"))
    assert [row["ranking_of"] for row in coded] == ["team"] * 4 + ["single"] * 8


@pytest.mark.parametrize("what", GRIDS)
def test_with_codes_a_table_is_the_same_whoever_asks_and_its_words_are_codes(place, what):
    Entry.objects.filter(pk=place.entry(1).pk).update(labels=["women", "Alte Garde"])
    desk = caller(place, "scribe")

    def table(language: str, headings: str) -> Any:
        desk.headers = {**desk.headers, "Accept-Language": language}
        return export(place, desk, what=what, headings=headings)

    german, french = table("de", "codes"), table("fr", "codes")
    assert german.content == french.content
    for language in LANGUAGES:
        titles = table(language, "words").content.decode().splitlines()[0].split(";")
        assert len(set(titles)) == len(titles), language
    head = german.content.decode().splitlines()[0].split(";")
    assert len(set(head)) == len(head)
    assert [name for name in head if not re.fullmatch("[a-z_]+[0-9]*", name)] == []
    assert f'{place.tournament.slug}-{what}.csv"' in german["Content-Disposition"]
    lines = zip(*map(rows, (table("de", "words"), table("fr", "words"), german)), strict=True)
    cells = [cell for line in lines for cell in zip(*(row.values() for row in line), strict=True)]
    words = {code for said, dit, code in cells if said != dit}
    assert [code for code in words if not re.fullmatch("[a-z_]+(, Alte Garde)?", code)] == []
    assert len(words) >= WORDS.get(what, 0)


WORDS = {"entries": 3, "results": 1, "money": 2, "ranking": 1}
"""So many words of ours stand in the cells of a table at least."""


def test_a_workbook_for_programs_has_codes_and_filters(place):
    answer = export(place, caller(place, "scribe"), "xlsx", what="money", headings="codes")
    sheet = openpyxl.load_workbook(io.BytesIO(answer.content)).worksheets[0]
    assert [cell.value for cell in sheet[1]][:3] == ["at", "number", "name"]
    assert (sheet.title, sheet["D2"].value) == ("money", "fee")
    assert sheet.auto_filter.ref == sheet.dimensions
    assert sheet["E2"].number_format == "#,##0.00##"
    assert (sheet["A2"].data_type, sheet["A2"].number_format) == ("d", "dd.mm.yyyy hh:mm:ss")
