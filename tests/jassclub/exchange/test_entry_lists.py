"""People come into a tournament as a spreadsheet: every doubtful line is named, all or none."""

import io
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from jassclub.clubs.actors import SYSTEM, Actor
from jassclub.clubs.services.people import add_player
from jassclub.core.errors import DomainError, Invalid
from jassclub.exchange.entry_list import look_at_entries, take_entries
from tests.cast import Caller, problem
from tests.tournaments.halls import Hall, hall
from tests.tournaments.standings.pure.played import caller
from tournaments.core.models import Tournament
from tournaments.entries.models import Entry, Team

pytestmark = pytest.mark.django_db


@pytest.fixture
def alone() -> Hall:
    """Eight people, Nina to Viktor; partners are drawn."""
    return hall()


@pytest.fixture
def pairs() -> Hall:
    """A tournament of fixed pairs in which nobody is yet."""
    return hall(0, preset="pairs-5x8-swiss")


def look(place: Hall, content: str | bytes, *, actor: Actor | None = None) -> Any:
    raw = content.encode() if isinstance(content, str) else content
    who = actor or place.official("scribe")
    return look_at_entries(actor=who, tournament_id=place.tournament.pk, content=raw)


def take(place: Hall, content: str, **wish: Any) -> list[Entry]:
    return take_entries(
        actor=place.official("scribe"),
        tournament_id=place.tournament.pk,
        content=content.encode(),
        **wish,
    )


def told(found: Any) -> list[tuple[int, str]]:
    return [(doubt.line, doubt.code) for doubt in found.doubts]


def names(found: Any) -> list[str]:
    return [one.person.name for one in found.people]


HEADS = (
    "Name;Kontakt;Notiz",
    "Nachname;Vorname;Mail",
    "Nom;Prénom;Téléphone",
    "Cognome;Nome;E-mail",
    "Family name;First name;Phone",
)


@pytest.mark.parametrize("head", HEADS[1:])
def test_names_in_two_columns_are_put_together_in_four_languages(alone, head):
    found = look(alone, f"{head}\nMüller;Änni;a@example.ch\n")
    assert (told(found), names(found)) == ([], ["Änni Müller"])
    assert found.people[0].person.contact == "a@example.ch"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "latin-1", "utf-16"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_every_usual_encoding_and_separator_is_read(alone, encoding, separator):
    text = "Name;Notiz\nZoë Büéler;Saal\nJürg;\n".replace(";", separator)
    assert names(look(alone, text.encode(encoding))) == ["Zoë Büéler", "Jürg"]


def test_a_workbook_is_read_too(alone):
    book = openpyxl.Workbook()
    for row in (("Startnummer", "Name", "Handy", "E-Mail"), (10, "Xaver", 791112233, "x@y.ch")):
        book.worksheets[0].append(row)
    out = io.BytesIO()
    book.save(out)
    found = look(alone, out.getvalue())
    assert names(found) == ["Xaver"]
    assert found.people[0].person.contact == "791112233, x@y.ch"


def test_a_single_column_without_a_heading_is_one_of_names(alone):
    found = look(alone, "Xaver\nYvonne\n")
    assert (names(found), told(found)) == (["Xaver", "Yvonne"], [(1, "no_headings")])


DOUBTS = {
    "empty line": ("Name;Notiz\nXaver;\n;\nYvonne;\n", [(3, "empty_row")]),
    "no name": ("Name;Notiz\n;kommt später\n", [(2, "name_missing")]),
    "twice": ("Name\nXaver\nYvonne\n xaver \n", [(4, "name_twice")]),
    "entered": ("Name\nNina\n", [(2, "name_entered")]),
    "long name": (f"Name\n{'x' * 81}\n", [(2, "too_long")]),
    "long note": (f"Name;Notiz\nX;{'y' * 300}\n", [(2, "too_long")]),
    "kind": ("Name;Art\nXaver;vielleicht\n", [(2, "unknown_kind")]),
    "number": ("Nr;Name\nelf;Xaver\n", [(2, "no_number")]),
    "other number": ("Nr;Name\n77;Xaver\n", [(2, "other_number")]),
    "letters": ("Name\nMÃ¼ller Hans\n", [(2, "wrong_encoding")]),
    "column": ("Name;Jahrgang\nXaver;1970\n", [(1, "column_unknown")]),
    "column twice": ("Name;Name\nXaver;Y\n", [(1, "column_twice")]),
    "no headings": ("Xaver;Y\nYvonne;Z\n", [(1, "no_headings")]),
    "partner": ("Name;Partner\nXaver;Adler\n", [(2, "no_teams")]),
}


@pytest.mark.parametrize("case", DOUBTS)
def test_every_doubtful_line_is_named(alone, case):
    content, expected = DOUBTS[case]
    assert told(look(alone, content)) == expected
    assert alone.tournament.entries.count() == 8


def test_a_list_of_more_people_than_any_hall_holds_is_not_read_to_the_end(alone):
    found = look(alone, "Name\n" + "\n".join(f"Gast X{n}" for n in range(2001)))
    assert (told(found), names(found)) == ([(2002, "too_many")], [])


def test_a_name_like_that_of_a_player_is_told_and_the_name_itself_recognised(alone):
    club = alone.tournament.club
    player = add_player(actor=SYSTEM, club_id=club.pk, name="Hansruedi Ammann")
    found = look(alone, "Name\nHansruedi Amman\nHANSRUEDI AMMANN\n")
    assert told(found) == [(2, "unknown_player")]
    assert [d["name"] for d in found.doubts[0].proposals] == ["Hansruedi Ammann"]
    assert [one.person.player for one in found.people] == [None, player.pk]


def test_a_player_who_is_entered_under_another_name_is_not_entered_twice(alone):
    club = alone.tournament.club
    player = add_player(actor=SYSTEM, club_id=club.pk, name="Hansruedi Ammann")
    alone.tournament.entries.filter(number=1).update(player=player)
    assert told(look(alone, "Name\nHansruedi Ammann\n")) == [(2, "name_entered")]


def test_a_list_is_entered_with_kinds_contacts_and_numbers_that_go_on(alone):
    entries = take(alone, "Nr;Name;Art;Kontakt\n10;Yvonne;;079\n9;Xaver;Ersatz;\n")
    assert [(e.number, e.name, e.kind, e.contact) for e in entries] == [
        (9, "Xaver", "stand_in", ""),
        (10, "Yvonne", "player", "079"),
    ]


def test_a_list_with_an_error_changes_nothing(alone):
    with pytest.raises(Invalid) as refused:
        take(alone, "Name\nXaver\nNina\nOtto\n")
    assert [d.pointer for d in refused.value.details] == ["/lines/3/name", "/lines/4/name"]
    assert (alone.tournament.entries.count(), alone.tournament.log.count()) == (8, 0)


def test_lines_with_an_error_can_be_left_out(alone):
    entries = take(alone, "Name\nXaver\nNina\nYvonne\n", leave_out_faulty=True)
    assert [entry.name for entry in entries] == ["Xaver", "Yvonne"]


def test_a_list_of_nobody_is_refused(alone):
    with pytest.raises(Invalid, match="niemand"):
        take(alone, "Name;Notiz\n")


def test_pairs_are_made_from_partners_and_from_names_of_teams(pairs):
    rows = "Name;Partner;Team\nAnna;Beat;\nBeat;Anna;\nCarla;Dino;\nEva;;Adler\nFritz;;adler\n"
    take(pairs, rows)
    teams = Team.objects.filter(tournament=pairs.tournament)
    assert [(t.name, [e.name for e in t.entries.order_by("seat_in_team")]) for t in teams] == [
        ("Adler", ["Eva", "Fritz"]),
        ("Anna / Beat", ["Anna", "Beat"]),
        ("Carla / Dino", ["Carla", "Dino"]),
    ]


PAIRS = {
    "three": ("Name;Team\nA;X\nB;X\nC;X\n", [(2, "wrong_number"), (3, "mate_faulty")]),
    "one": ("Name;Team\nA;X\n", [(2, "wrong_number")]),
    "another": ("Name;Partner\nA;B\nB;C\n", [(2, "partner_differs")]),
    "taken": ("Name;Partner\nA;B\nC;B\nB;\n", [(3, "partner_taken")]),
    "himself": ("Name;Partner\nA;A\n", [(2, "partner_differs")]),
    "mate": ("Name;Partner\nA;B\nB;A\nB;A\n", [(4, "name_twice")]),
}


@pytest.mark.parametrize("case", PAIRS)
def test_what_is_wrong_with_a_pair_is_named(pairs, case):
    content, expected = PAIRS[case]
    assert set(expected) <= set(told(look(pairs, content)))


def test_where_one_of_a_pair_is_left_out_the_other_is_too(pairs):
    take(pairs, "Name;Partner\nAnna;Beat\nCarla;Dino\n")
    rows = "Name;Team\nAnna;Adler\nEva;Adler\nFritz;Bär\nGabi;Bär\n"
    entries = take(pairs, rows, leave_out_faulty=True)
    assert [entry.name for entry in entries] == ["Fritz", "Gabi"]


def test_only_the_desk_may_look_and_only_while_it_lasts(alone):
    with pytest.raises(DomainError):
        look(alone, "Name\nXaver\n", actor=alone.official("member"))
    Tournament.objects.filter(pk=alone.tournament.pk).update(state="cancelled")
    with pytest.raises(DomainError, match="beendet"):
        take(alone, "Name\nXaver\n")


def send(place: Hall, who: Caller, what: str, content: bytes, *, key: str = "") -> Any:
    return who.client.post(
        f"/api/v1/tournaments/{place.tournament.pk}/entries/{what}",
        content,
        content_type="text/csv",
        headers={"Idempotency-Key": key} if key else {},
    )


def test_over_the_api_a_list_is_looked_at_without_a_key_and_taken_once(alone):
    desk, content = caller(alone, "scribe"), "Name;Kontakt\nXaver;079\nNina;\n".encode("cp1252")
    seen = send(alone, desk, "preview", content).json()
    assert [(p["number"], p["name"], p["line"]) for p in seen["people"]] == [(9, "Xaver", 2)]
    assert [(d["line"], d["code"]) for d in seen["doubts"]] == [(3, "name_entered")]
    problem(send(alone, desk, "import", content, key="1"), 422, "invalid")
    for _twice in range(2):
        answer = send(alone, desk, "import?leave_out_faulty=true", content, key="2")
        assert [entry["name"] for entry in answer.json()["results"]] == ["Xaver"]
    assert alone.tournament.entries.count() == 9


def test_over_the_api_a_form_with_a_file_is_taken_too(alone):
    upload = SimpleUploadedFile("leute.csv", b"Name\nXaver\nOtto\n", "text/csv")
    answer = caller(alone, "scribe").client.post(
        f"/api/v1/tournaments/{alone.tournament.pk}/entries/import",
        {"file": upload, "leave_out_faulty": "true"},
        headers={"Idempotency-Key": "3"},
    )
    assert [entry["number"] for entry in answer.json()["results"]] == [9]


def test_over_the_api_a_stranger_finds_nothing(alone, dario):
    problem(send(alone, dario.api, "preview", b"Name\nX\n"), 404, "tournament_not_found")
    problem(send(alone, dario.api, "import", b"Name\nX\n", key="4"), 404, "tournament_not_found")


@pytest.mark.parametrize("door", ["preview", "import"])
def test_a_wish_that_is_neither_yes_nor_no_is_refused(alone, door):
    upload, before = SimpleUploadedFile("leute.csv", b"Name\nX\n"), alone.tournament.entries.count()
    answer = caller(alone, "scribe").client.post(
        f"/api/v1/tournaments/{alone.tournament.pk}/entries/{door}",
        {"file": upload, "leave_out_faulty": "vielleicht"},
        headers={"Idempotency-Key": "1"},
    )
    assert answer.status_code == 422
    assert [row["pointer"] for row in answer.json()["errors"]] == ["/leave_out_faulty"]
    assert alone.tournament.entries.count() == before


@pytest.mark.parametrize(
    ("head", "line", "labels"),
    [
        ("Name;Verein;Kategorie;Lizenz", "Anna Arm;JC Chur;Damen, U 20;77", ["women", "U 20"]),
        ("Nom;Club;Sexe;Licence", "Anna Arm;JC Chur;f;77", ["women"]),
        ("Nome;Società;Sesso;Licenza", "Anna Arm;JC Chur;m;77", []),
        ("Name;Club;Women;Seniors;Licence", "Anna Arm;JC Chur;x;no;77", ["women"]),
        ("Name;Team;Junioren;Lizenz-Nr.;Verein", "Anna Arm;Wölfe;1;77;JC Chur", ["juniors"]),
    ],
)
def test_clubs_categories_and_licences_come_in_with_the_list(alone, head, line, labels):
    (entry,) = take(alone, f"{head}\n{line}\n")
    assert (entry.home_club, entry.licence, entry.labels) == ("JC Chur", "77", labels)
    assert entry.squad == ("Wölfe" if "Team" in head else "")
