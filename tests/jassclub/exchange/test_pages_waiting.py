"""Spreadsheets that wait to be accepted: what they hold about a person is told and forgotten."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.services import people
from jassclub.clubs.services.forgetting import anonymise_player
from jassclub.clubs.services.merging import merge_players
from jassclub.exchange.models import SpreadsheetPreview
from jassclub.exchange.spreadsheets import accept_spreadsheet, preview_spreadsheet, reading_of
from jassclub.exchange.tasks import KEPT_FOR, forget_old_spreadsheets
from scoring.core.models import Game

pytestmark = pytest.mark.django_db

HEAD = "Datum;Tisch;Spiel;Spieler;Ansage;Punkte;Bemerkung"
NAMES = ("Ursina Caflisch", "Gast Ost", "Gast Süd", "Gast West")
POINTS = (47, 30, 41, 39)


def sheet(*, note="", names=NAMES):
    rows = [
        f"4.3.2026;1;1;{name};{points};{points};{note}"
        for name, points in zip(names, POINTS, strict=True)
    ]
    return "\n".join([HEAD, *rows]).encode()


@pytest.fixture
def ursina(club):
    return people.add_player(actor=SYSTEM, club_id=club.pk, name="Ursina Caflisch")


@pytest.fixture
def preview(club, emma, guests, season, ursina):
    """Sent by the admin, who plays nowhere; the name of the file names Ursina, too."""
    return preview_spreadsheet(
        actor=emma.actor,
        club_id=club.pk,
        content=sheet(note="CAFLISCH gab falsch"),
        filename="Ursinas Abende.csv",
    )


def stored():
    rows = SpreadsheetPreview.objects.values("filename", "lines")
    return json.dumps(list(rows), ensure_ascii=False).casefold()


def test_after_anonymising_no_preview_row_names_the_person(preview, emma, ursina):
    assert "ursina" in stored()
    anonymise_player(actor=emma.actor, player_id=ursina.pk, reason="Austritt")
    assert "ursina" not in stored()
    assert "caflisch" not in stored()
    assert "person 1" in stored()
    assert "gast ost" in stored()


def test_former_names_and_the_names_of_merged_rows_are_forgotten_too(preview, club, emma, ursina):
    double = people.add_player(actor=SYSTEM, club_id=club.pk, name="Uschi")
    preview_spreadsheet(
        actor=emma.actor, club_id=club.pk, content=sheet(names=("Uschi", *NAMES[1:]))
    )
    merge_players(actor=SYSTEM, player_id=double.pk, into_id=ursina.pk)
    anonymise_player(actor=emma.actor, player_id=ursina.pk, reason="Austritt")
    assert "uschi" not in stored()
    assert "ursina" not in stored()


def test_the_previews_of_other_clubs_stay_as_they_are(preview, other_club, fritz, emma, ursina):
    preview_spreadsheet(actor=fritz.actor, club_id=other_club.pk, content=sheet())
    anonymise_player(actor=emma.actor, player_id=ursina.pk, reason="Austritt")
    (theirs,) = SpreadsheetPreview.objects.filter(club=other_club)
    assert "Ursina Caflisch" in json.dumps(theirs.lines)


def test_a_forgotten_person_is_doubtful_and_all_others_are_still_known(preview, emma, ursina):
    anonymise_player(actor=emma.actor, player_id=ursina.pk, reason="Austritt")
    doubts = [(d.line, d.code) for d in reading_of(_again(preview)).doubts if d.blocks]
    assert doubts == [(2, "inactive_player")]


def test_a_merged_person_is_known_by_both_names(preview, club, emma, ursina):
    remaining = people.add_player(actor=SYSTEM, club_id=club.pk, name="Ursina Caflisch-Bieler")
    merge_players(actor=SYSTEM, player_id=ursina.pk, into_id=remaining.pk)
    (game,) = reading_of(_again(preview)).games
    assert game.players[0] == remaining
    accept_spreadsheet(actor=emma.actor, club_id=club.pk, preview_id=preview.pk)
    assert Game.objects.get().seats.get(index=0).player == remaining


def test_a_person_is_told_every_line_that_names_him(preview, emma, ursina):
    held = emma.api.get(f"players/{ursina.pk}/data").json()["spreadsheets"]
    # Her own line by her name, the others by the remark.
    assert [row["line"] for row in held] == [2, 3, 4, 5]
    assert held[0]["cells"][3] == "Ursina Caflisch"
    assert {row["spreadsheet"] for row in held} == {"Ursinas Abende.csv"}


class TestPurging:
    """A spreadsheet that nobody accepts goes; one that was accepted stays as a receipt."""

    def age(self, preview, days):
        moment = timezone.now() - KEPT_FOR + timedelta(days=days)
        SpreadsheetPreview.objects.filter(pk=preview.pk).update(created_at=moment)

    def test_an_old_one_goes(self, preview):
        self.age(preview, -1)
        assert forget_old_spreadsheets() == 1
        assert not SpreadsheetPreview.objects.exists()

    def test_a_young_one_stays(self, preview):
        self.age(preview, 1)
        assert forget_old_spreadsheets() == 0
        assert SpreadsheetPreview.objects.exists()

    def test_an_accepted_one_stays(self, preview, club, emma):
        accept_spreadsheet(actor=emma.actor, club_id=club.pk, preview_id=preview.pk)
        self.age(preview, -1)
        assert forget_old_spreadsheets() == 0
        assert SpreadsheetPreview.objects.exists()


def _again(preview):
    return SpreadsheetPreview.objects.get(pk=preview.pk)
