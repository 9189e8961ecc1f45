"""Logos of sponsors: put there by the direction; on sheets, diplomas, the board, and back again."""

import re

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.recording.pdf import read_out
from tests.scoring.photos.test_pictures import encoded
from tests.tournaments.fair import fair
from tests.tournaments.office import errors
from tournaments.desk import rounds
from tournaments.papers.contents import event_of
from tournaments.papers.logos import KEPT, MOST, keep_logo, logos_of, show_logo
from tournaments.papers.models import Logo
from tournaments.papers.pdf import Diploma, Player, ScoreSheet, diploma, score_sheets

pytestmark = pytest.mark.django_db
PEOPLE = tuple(Player(letter=letter, name="Anna", number=1) for letter in "ABCD")


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


def send(office, content=None, *, browser=None):
    file = SimpleUploadedFile("logo.png", encoded("PNG") if content is None else content)
    return (browser or office.director).post("logos/", logo=file)


def test_a_logo_is_shown_taken_away_and_brought_back(office):
    assert send(office).status_code == 302
    logo = logos_of(office.tournament).get()
    assert bytes(logo.picture).startswith(b"\xff\xd8"), "made anew as a JPEG"
    address = f"/t/{office.tournament.slug}/logos/{logo.pk}.jpg"
    assert address in office.director.get("logos/").content.decode()
    seen = office.director.client.get(address)
    assert (seen["Content-Type"], seen.content) == ("image/jpeg", bytes(logo.picture))
    office.director.post("logos/", remove=str(logo.pk))
    assert not logos_of(office.tournament).exists()
    assert "Wieder zeigen" in office.director.text("logos/")
    office.director.post("logos/", restore=str(logo.pk))
    assert logos_of(office.tournament).get() == logo
    kinds = office.fresh().log.values_list("kind", flat=True)
    assert list(kinds)[-3:] == ["logo_added", "logo_removed", "logo_added"]


def test_what_is_no_picture_is_refused_at_its_field(office):
    answer = send(office, b"<svg onload=alert(1)>")
    assert answer.status_code == 422
    assert "JPEG, PNG oder WebP" in errors(answer)["logo"]
    assert errors(office.director.post("logos/"))["logo"] == "Wähle zuerst ein Bild."
    assert office.director.post("logos/", remove="x").status_code == 404
    assert not Logo.objects.exists()


@pytest.mark.parametrize("role", ["scribe", "member"])
def test_only_the_direction_puts_logos(office, role):
    assert send(office, browser=office.browser(role)).status_code == 403
    assert not Logo.objects.exists()


def test_six_are_shown_and_old_ones_make_room(office):
    for _ in range(MOST):
        send(office)
    answer = send(office)
    assert (answer.status_code, "höchstens 6 Logos" in answer.content.decode()) == (409, True)
    ids = {"actor": office.director_actor, "tournament_id": office.tournament.pk}
    for _ in range(KEPT):
        show_logo(**ids, logo_id=logos_of(office.tournament)[0].pk, shown=False)
        keep_logo(**ids, file=encoded("PNG"))
    assert Logo.objects.count() == KEPT


def test_they_stand_on_sheets_diplomas_and_the_board():
    own = fair(8)
    for _ in range(2):
        keep_logo(**own.ids, file=encoded("PNG"))
    event = event_of(own.fresh())
    sheets = [ScoreSheet(round=1, table=n, players=PEOPLE, rows=tuple("1234")) for n in (1, 2, 3)]
    printed = score_sheets(event, sheets)
    assert [text for path, text in read_out(printed) if path.endswith("Figure")] == ["Logo"] * 6
    assert len(re.findall(rb"/Subtype /Image", printed)) == 1, "the same picture lies there once"
    given = read_out(diploma(Diploma(event=event, name="Anna", rank=1)))
    assert [text for path, text in given if path.endswith("Figure")] == ["Logo"] * 2
    rounds.call_round(**own.ids)
    board = Client().get("/t/herbst/board/").content.decode()
    addresses = re.findall(r'src="(/t/herbst/logos/[^"]+)"', board)
    assert len(addresses) == 2
    assert Client().get(addresses[0]).status_code == 200
    gone = Logo.objects.order_by("created_at").first()
    show_logo(**own.ids, logo_id=gone.pk, shown=False)
    assert Client().get(f"/t/herbst/logos/{gone.pk}.jpg").status_code == 404
