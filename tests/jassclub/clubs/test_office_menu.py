"""The menu of the office: what the rooms have registered, for those who may see it."""

import pytest
from django.utils import translation

from jassclub.clubs import office_menu
from jassclub.clubs.office_menu import OfficePage

NOBODY = {"scribe": False, "director": False, "admin": False}


@pytest.fixture(autouse=True)
def _in_german():
    with translation.override("de"):
        yield


def names(may: dict[str, bool]) -> list[str]:
    return [str(entry.title) for entry in office_menu.entries("frohsinn", may)]


def test_a_member_reads_and_only_an_admin_sees_the_programs() -> None:
    assert names(NOBODY) == [
        "Kasse",
        "Schnitte aller Jahre",
        "Frühere Saisons",
        "Personen zusammenlegen",
        "Hausregeln",
        "Regelentscheide",
        "Rangliste prüfen",
        "Siegel der Bücher",
    ]
    scribe = ["Tischlinks", "Einlesen und mitnehmen", "Amtsübergabe"]
    assert names({**NOBODY, "scribe": True})[-3:] == scribe
    assert names(dict.fromkeys(NOBODY, True))[-1] == "Webhooks"


def test_a_page_says_to_directors_what_only_they_do_there() -> None:
    (kitty, *_), (books, *_) = (
        office_menu.entries("frohsinn", {**NOBODY, "director": director})
        for director in (False, True)
    )
    assert kitty.url == books.url == "/clubs/frohsinn/kitty/"
    assert (kitty.about, books.about) == (
        "Dein Konto und deine Buchungen",
        "Konten, Einsätze, Bussen, Zahlungen",
    )


def test_a_room_registers_its_page_and_a_second_of_the_name_replaces_it(monkeypatch) -> None:
    monkeypatch.setattr(office_menu, "_pages", {})
    for title in ("Alt", "Neu"):
        office_menu.register(
            OfficePage(name="check_list", place=1, title=title, about="", everywhere=True)
        )
    assert names(NOBODY) == ["Neu"]
