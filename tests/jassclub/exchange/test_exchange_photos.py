"""Photos of paper sheets beside the games of an archive: no claims, so that they contradict
nothing."""

import json

import pytest

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club
from jassclub.core.errors import DomainError, Invalid
from jassclub.exchange.archives.archive import club_archive
from jassclub.exchange.archives.importing import import_archive
from jassclub.exchange.archives.photos import written
from jassclub.exchange.pages.files import in_words
from scoring.core.models import Game
from scoring.photos.models import SheetPhoto
from scoring.photos.services import MOST, keep_photo
from tests.jassclub.exchange import moving as exchange
from tests.scoring.photos.test_pictures import encoded
from tests.scoring.web_table import browser, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return table_of("schieber-1000")


@pytest.fixture
def pictured(table):
    """The archive of a club with one photo, as a file has it."""
    keep_photo(actor=table.phones[0], game_id=table.game.pk, file=encoded("JPEG"))
    return json.loads("".join(written(club_archive(SYSTEM, table.house.club.pk))))


def test_they_are_there_again_after_a_club_has_moved(table, pictured):
    before = SheetPhoto.objects.get()
    exchange.empty()
    taken = import_archive(actor=SYSTEM, archive=pictured)
    photo = SheetPhoto.objects.get()
    assert (photo.pk, photo.game_id, photo.club_id) == (
        before.pk, table.game.pk, table.house.club.pk)  # fmt: skip
    assert (photo.width, photo.created_by) == (before.width, before.created_by)
    assert taken.added["photos"] == 1
    assert "Fotos dazu: 1" in in_words(taken)
    assert import_archive(actor=SYSTEM, archive=pictured).added == {}
    photo.delete()
    assert import_archive(actor=SYSTEM, archive=pictured).added == {"photos": 1}


def test_in_a_copy_they_stand_beside_the_copies(pictured):
    other = Club.objects.create(name="Zweiter", slug="zweiter")
    for _time in range(2):
        import_archive(actor=SYSTEM, archive=pictured, club_id=other.pk)
    assert SheetPhoto.objects.get(club=other).game.club == other


def test_a_game_keeps_no_more_than_it_may_have(table, pictured):
    for _time in range(MOST - 1):
        keep_photo(actor=table.phones[0], game_id=table.game.pk, file=encoded("JPEG"))
    SheetPhoto.objects.filter(pk=pictured["photos"][0]["id"]).delete()
    keep_photo(actor=table.phones[0], game_id=table.game.pk, file=encoded("JPEG"))
    assert import_archive(actor=SYSTEM, archive=pictured).added == {}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"picture": "bm8="}, "unreadable_picture"),
        ({"picture": "?"}, "unreadable_value"),
        ({"game": "6f3f1d0c-0000-4000-8000-000000000000"}, "unknown"),
        ({"more": 1}, "unknown_field"),
    ],
)
def test_what_is_no_photo_of_its_games_is_refused_with_all_the_rest(pictured, change, code):
    pictured["photos"][0] |= change
    exchange.empty()
    with pytest.raises(Invalid) as refused:
        import_archive(actor=SYSTEM, archive=pictured)
    assert [detail.code for detail in refused.value.details] == [code]
    assert not Game.objects.exists()


@pytest.mark.parametrize("photos", [{}, None, [{}] * 5])
def test_a_list_that_is_none_or_too_long_is_refused(pictured, photos):
    with pytest.raises(DomainError):
        import_archive(actor=SYSTEM, archive={**pictured, "photos": photos})


def test_they_are_sent_piece_by_piece(table, pictured):
    chloe = browser(table, None, role="director")
    answer = chloe.client.get(f"/api/v1/clubs/{table.house.club.pk}/export.json")
    assert answer.streaming
    assert json.loads(answer.getvalue()) == pictured
