"""A loose slate goes into a club with all its versions, or travels as a file."""

import json
from base64 import b64encode
from io import BytesIO
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Player, Role, User
from jassclub.clubs.services import people
from jassclub.core.errors import Invalid
from jassclub.exchange.archives.dump import document
from jassclub.exchange.archives.slates import take_file
from referee.models import Precedent, RulingRecord
from referee.rules.profile import load_profile
from referee.services import CaseInput, found_precedent
from scoring.claims.models import HandEntry
from scoring.claims.verification import verify_game
from scoring.core.models import Game, ScoreEvent
from scoring.photos.models import SheetPhoto
from scoring.tables.slates import open_slate
from tests.cast import PASSWORD, person
from tests.jassclub.home.loose_slate import FOUR, slate, text, write
from tests.scoring.photos.test_pictures import encoded

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_was_here():
    cache.clear()


@pytest.fixture
def phone():
    return Client()


@pytest.fixture
def game(phone):
    """Two hands, the first of them corrected once."""
    game = slate(phone, *FOUR)
    write(phone, game, 97)
    write(phone, game, 60, number=2)
    form = {"contract": "RO", "points_0": 100, "base_version": 1, "reason_code": "miscounted",
            "key": uuid4().hex}  # fmt: skip
    phone.post(f"/games/{game.pk}/hands/1/correct/", form)
    assert versions(game) == [(1, [97, 60]), (1, [100, 57]), (2, [60, 97])]
    return game


def versions(game):
    """Every version of every hand."""
    entries = HandEntry.objects.filter(hand__game=game).select_related("hand")
    told = entries.order_by("hand__number", "version")
    return [(entry.hand.number, entry.slip["points"]) for entry in told]


def logged_in(phone, name):
    assert phone.post("/login/", {"username": name, "password": PASSWORD}).status_code == 302


def taken(phone, game, club, *seats, **more):
    """Send the form: a player or the name of a guest for each seat."""
    form = {"club": club.slug, "key": uuid4().hex, **more}
    for seat, chosen in enumerate(seats):
        form |= {f"who_{seat}": "", f"guest_{seat}": chosen}
        if isinstance(chosen, Player):
            form |= {f"who_{seat}": str(chosen.pk), f"guest_{seat}": ""}
    return phone.post(f"/games/{game.pk}/take/", form)


class TestIntoTheClub:
    def test_all_versions_come_and_the_loose_slate_is_gone(self, phone, game, club, season, anna):
        Game.objects.filter(pk=game.pk).update(played_on=season.starts)
        logged_in(phone, "anna")
        answer = taken(phone, game, club, anna.player, "Bruno", "Marlies", "Hansueli")
        moved = Game.objects.get()
        assert answer["Location"] == f"/games/{moved.pk}/"
        assert (moved.club, moved.season) == (club, season)
        assert versions(moved) == [(1, [97, 60]), (1, [100, 57]), (2, [60, 97])]
        assert [seat.player.name for seat in moved.seats.all()] == ["Anna", *FOUR[1:]]
        assert list(verify_game(moved)) == []
        assert ScoreEvent.objects.filter(game=moved, kind="imported").exists()
        assert "gehört jetzt zum Club" in text(phone.get(f"/games/{moved.pk}/"))
        assert phone.get(f"/games/{game.pk}/").status_code == 404
        again = taken(phone, game, club, anna.player, "Bruno", "Marlies", "Hansueli")
        assert again["Location"] == answer["Location"]

    def test_a_slate_opened_under_the_same_id_again_is_another_game(self, phone, game, club, anna):
        logged_in(phone, "anna")
        taken(phone, game, club, *FOUR)
        again = slate(phone, *FOUR, game=str(game.pk))
        write(phone, again, 33)
        answer = taken(phone, again, club, "Ida", "Otto", "Nora", "Karl")
        moved = Game.objects.get(pk=answer["Location"].split("/")[2])
        assert (versions(moved), list(verify_game(moved))) == ([(1, [33, 124])], [])
        assert Game.objects.filter(club=club).count() == 2

    def test_the_photo_of_its_paper_comes_along(self, phone, game, club, anna):
        sheet = SimpleUploadedFile("zettel.jpg", encoded("JPEG"))
        phone.post(f"/games/{game.pk}/photos/", {"photo": sheet, "key": "p"})
        logged_in(phone, "anna")
        taken(phone, game, club, *FOUR)
        photo = SheetPhoto.objects.get()
        assert (photo.game, photo.club) == (Game.objects.get(), club)

    def test_one_with_sealed_numbers_waits_until_they_are_open(self, phone, club, anna):
        logged_in(phone, "anna")
        game = open_slate(user=anna.user, game_id=uuid4(), names=FOUR,
                          profile_slug="differenzler-verdeckt")  # fmt: skip
        hand = game.hands.create(number=1, club=club)
        said = hand.predictions.create(seat=0, value=40, salt="s", sealed=True, seq=2,
                                       club=club, created_at=timezone.now())  # fmt: skip
        answer = taken(phone, game, club, *FOUR)
        assert answer.status_code == 409
        assert "die Ansagen offen liegen: Spiel 1." in text(answer)
        assert hand.predictions.get() == said
        Game.objects.filter(pk=game.pk).update(
            state=Game.State.ABANDONED, closed_at=said.created_at
        )
        assert taken(phone, game, club, *FOUR).status_code != 409

    def test_who_is_called_alike_is_chosen_already(self, phone, game, club, anna):
        rosa = people.add_player(actor=anna.actor, club_id=club.pk, name="Rosa Muster")
        logged_in(phone, "anna")
        page = " ".join(text(phone.get(f"/games/{game.pk}/take/")).split())
        assert f'value="{rosa.pk}" selected' in page
        assert 'value="Bruno"' in page

    def test_who_is_not_logged_in_reads_how_to_and_comes_back(self, phone, game):
        page = text(phone.get(f"/games/{game.pk}/take/"))
        assert f"/login/?next=/games/{game.pk}/take/" in page
        assert "/start/" in page

    def test_everybody_who_cannot_sit_there_is_said_at_once(self, phone, game, club, anna, guests):
        logged_in(phone, "anna")
        answer = taken(phone, game, club, anna.player, anna.player, "", guests[0].name)
        assert answer.status_code == 422
        wrong = [seat for seat in range(4) if f'id="who_{seat}-error"' in text(answer)]
        assert wrong == [1, 2, 3]
        assert Game.objects.get().pk == game.pk
        assert club.players.count() == 5

    @pytest.mark.parametrize("role", [Role.MEMBER, ""])
    def test_only_a_scribe_takes_a_slate_in(self, phone, game, club, role):
        person("Gian", club=club, role=role)
        logged_in(phone, "gian")
        assert "Du bist es in keinem" in text(phone.get(f"/games/{game.pk}/take/"))
        assert taken(phone, game, club, *FOUR).status_code == 422
        assert Game.objects.get().pk == game.pk

    def test_nobody_takes_the_slate_of_another_phone_nor_a_game_of_a_club(
        self, game, club, anna, fritz, phone
    ):
        member = Client()
        member.force_login(anna.user)
        assert member.get(f"/games/{game.pk}/take/").status_code == 404
        assert member.get(f"/games/{game.pk}/slate.json").status_code == 404
        logged_in(phone, "anna")
        taken(phone, game, club, *FOUR)
        moved = Game.objects.get()
        assert phone.get(f"/games/{moved.pk}/take/").status_code == 404


class TestAsAFile:
    def sent(self, phone, content):
        return phone.post("/slate/file/", {"file": BytesIO(content)})

    def test_it_opens_on_another_phone_with_all_versions(self, phone, game):
        other = Client()
        file = phone.get(f"/games/{game.pk}/slate.json")
        assert "attachment" in file["Content-Disposition"]
        for _time in range(2):
            there = self.sent(other, file.content)["Location"]
        copied = Game.objects.exclude(pk=game.pk).get()
        assert there == f"/games/{copied.pk}/"
        assert versions(copied) == versions(game)
        assert [seat.player.name for seat in copied.seats.all()] == list(FOUR)
        assert other.get(there).status_code == 200
        assert phone.get(there).status_code in (302, 404)

    def test_photos_come_along_and_once_and_do_not_make_it_too_large(self, phone, game):
        sheet = SimpleUploadedFile("zettel.jpg", encoded("JPEG"))
        phone.post(f"/games/{game.pk}/photos/", {"photo": sheet, "key": "p"})
        told = json.loads(phone.get(f"/games/{game.pk}/slate.json").content)
        (photo,) = told["photos"]
        wide = Image.effect_noise((1500, 1500), 90)
        wide.save(noise := BytesIO(), "JPEG", quality=95)
        photo["picture"] = b64encode(noise.getvalue()).decode()
        assert len(photo["picture"]) > 500_000
        other = Client()
        for _time in range(2):
            there = self.sent(other, json.dumps(told).encode())["Location"]
        copied = SheetPhoto.objects.exclude(game=game).get()
        assert f"/games/{copied.game_id}/" == there
        assert (copied.width, copied.height) == (1500, 1500)
        assert len(copied.picture) < len(noise.getvalue()), "made anew"

    def test_ones_own_file_is_the_slate_that_is_there(self, phone, game):
        file = phone.get(f"/games/{game.pk}/slate.json")
        assert self.sent(phone, file.content)["Location"] == f"/games/{game.pk}/"

    def test_what_was_changed_or_is_no_slate_is_refused(self, phone, game):
        told = json.loads(phone.get(f"/games/{game.pk}/slate.json").content)
        told["games"][0]["hands"][0]["entries"][0]["slip"]["points"] = [157, 0]
        for content in (json.dumps(told).encode(), b"{}", b"[", b"x" * 600_000):
            assert self.sent(Client(), content).status_code in (400, 422), content[:20]
        assert phone.post("/slate/file/").status_code in (400, 422)
        assert Game.objects.count() == 1

    def test_a_file_with_a_crowd_of_people_is_no_slate(self, phone, game):
        told = json.loads(phone.get(f"/games/{game.pk}/slate.json").content)
        one = told["players"][0]
        told["players"] += [{**one, "id": str(uuid4()), "name": str(n)} for n in range(60)]
        before = Player.objects.count()
        assert self.sent(Client(), json.dumps(told).encode()).status_code == 422
        assert Player.objects.count() == before

    def test_a_ruling_comes_along_but_nobody_has_to_follow_it(self, phone, game):
        question = CaseInput(article="fragen", facts={"act": "answer", "offender": 0}, told="")
        profile = load_profile("schieber-1000")
        followed = found_precedent(question, profile, actor=SYSTEM, club_id=game.club_id)
        told = json.loads(phone.get(f"/games/{game.pk}/slate.json").content)
        told["rulings"] = [json.loads(json.dumps(document(followed.ruling)))]
        other = Client()
        assert self.sent(other, json.dumps(told).encode()).status_code == 302
        assert RulingRecord.objects.count() == 2
        assert Precedent.objects.get() == followed

    def test_a_file_with_several_games_is_for_a_club(self, phone, game):
        told = json.loads(phone.get(f"/games/{game.pk}/slate.json").content)
        told["games"] = []
        with pytest.raises(Invalid):
            take_file(user=User(), archive=told)
