"""The pictures of the pages: what they show is there, and who lacks a browser is told."""

from datetime import date

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from jassclub.home.demo import club
from tests.pictures import __main__ as pictures, one_of_each
from tests.pictures.__main__ import LANGUAGES, PICTURES
from tests.pictures.shown import ROOT

FOLDER = ROOT / "jassclub" / "docs" / "pictures"
HEAVIEST = 5_000_000


@pytest.mark.once
@pytest.mark.django_db
def test_every_page_of_the_pictures_is_in_the_demo_club(monkeypatch):
    for name, value in {"SEASONS": 1, "EVENINGS": 1}.items():
        monkeypatch.setattr(club, name, value)
    today = date(2026, 11, 19)
    pages = one_of_each.load(club=club.load(seed=1, today=today), today=today).pages()
    for picture in PICTURES:
        visitor = Client()
        if picture.who:
            visitor.force_login(get_user_model().objects.get(username=picture.who))
        answer = visitor.get(picture.address.format_map(pages))
        assert answer.status_code == 200, picture.name


def test_both_languages_are_complete_and_weigh_little():
    for language in LANGUAGES:
        kept = {path.stem for path in (FOLDER / language).iterdir()}
        assert kept == {picture.name for picture in PICTURES}
    assert sum(path.stat().st_size for path in FOLDER.rglob("*.png")) < HEAVIEST


def test_without_a_chromium_the_command_says_so(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(pictures, "CHROMIUM", None)
    assert pictures.main(["--out", str(tmp_path)]) == 2
    assert "No Chromium" in capsys.readouterr().err
