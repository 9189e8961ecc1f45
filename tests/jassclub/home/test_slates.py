"""Simply writing: a slate with one tap, kept on this phone, seen by nobody else."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from jassclub.clubs.models import Club, Membership, Player, Role, User
from jassclub.clubs.rights import require_role
from jassclub.clubs.services import loose
from jassclub.core.errors import Conflict, Invalid, NotAllowed
from jassclub.home.slate import PLACEHOLDER, mostly
from jassclub.home.tasks import forget_loose_slates
from scoring.claims.anchors import anchors
from scoring.claims.models import HandEntry
from scoring.core.models import Game
from scoring.tables import slates
from scoring.tables.slates import open_slate, seats_for
from scoring.tasks import anchor_ledgers
from tests.cast import PASSWORD
from tests.jassclub.home.loose_slate import FOUR, opened, slate, text, write

pytestmark = pytest.mark.django_db

SECRET = "0123456789abcdef" * 2


@pytest.fixture(autouse=True)
def _nobody_was_here():
    cache.clear()


class TestOpening:
    def test_without_account_or_name_a_game_is_there_and_its_first_hand_written(self):
        phone = Client()
        game = slate(phone)
        page = text(phone.get(f"/games/{game.pk}/"))
        assert "<span>Wir</span>" in page
        assert "<span>Ihr</span>" in page
        assert "Auf diesem Telefon" in page
        assert "Anmelden" in page
        assert "Meine Daten" not in page
        assert write(phone, game, 97)["Location"] == f"/games/{game.pk}/"
        assert HandEntry.objects.get(hand__game=game).slip["points"] == [97, 60]
        assert ">97<" in text(phone.get("/"))

    def test_a_slate_that_has_reached_its_target_asks_whether_it_is_over(self):
        phone = Client()
        game = slate(phone)
        for number in range(1, 8):
            asked = "1’000!" in text(phone.get(f"/games/{game.pk}/"))
            assert not asked, number
            write(phone, game, 150, number=number)
        page = text(phone.get(f"/games/{game.pk}/"))
        assert "<b>1’000!</b>" in page
        assert 'class="finish aside"' in page, "beside what puts the last hand right"
        assert f'action="/games/{game.pk}/close/"' in page

    def test_who_corrects_his_own_is_a_phone_and_no_referee_and_closes_with_one_key(self):
        phone = Client()
        game = slate(phone)
        for points in (97, 98):
            write(phone, game, points, number=points - 96)
        again = {"contract": "RO", "points_0": 70, "reason_code": "miscounted", "base_version": 1}
        phone.post(f"/games/{game.pk}/hands/1/correct/", {**again, "key": uuid4().hex})
        page = text(phone.get(f"/games/{game.pk}/hands/1/"))
        assert "Fassung 2, geschrieben von Telefon" in page
        assert "vom Schiedsrichter" not in page
        assert text(phone.get(f"/games/{game.pk}/")).count("Partie abschliessen") == 1

    def test_an_empty_one_that_was_taken_back_is_in_no_list(self):
        phone = Client()
        game = slate(phone, *FOUR)
        for page in ("/", "/slate/"):
            assert str(game.pk) in text(phone.get(page))
        phone.post(f"/games/{game.pk}/change/cancel/", {"key": uuid4().hex})
        for page in ("/", "/slate/"):
            assert str(game.pk) not in text(phone.get(page))

    def test_names_are_those_of_the_players_and_the_same_people_sit_again(self):
        phone = Client()
        first, second = slate(phone, *FOUR), slate(phone, *FOUR)
        assert [seat.player.name for seat in first.seats.all()] == list(FOUR)
        assert first.club == second.club
        assert first.club.players.count() == 4
        again = text(phone.get(f"/slate/?like={first.pk}"))
        assert [f'value="{name}"' in again for name in FOUR] == [True] * 4

    def test_the_same_opening_twice_is_one_game_also_where_the_answer_was_lost(self):
        ident = str(uuid4())
        for phone in (Client(), Client()):
            slate(phone, *FOUR, game=ident, secret=SECRET)
        assert (Game.objects.count(), User.objects.count(), Club.objects.count()) == (1, 1, 1)

    def test_the_id_of_somebody_elses_slate_is_refused(self):
        theirs = slate(Client())
        answer = opened(Client(), game=str(theirs.pk))
        assert answer.status_code == 409
        assert "gehört zu einem anderen Telefon" in text(answer)
        with pytest.raises(Conflict):
            open_slate(user=loose.phone_account(), game_id=theirs.pk,
                       profile_slug="schieber-1000", names=[])  # fmt: skip

    def test_the_outbox_is_answered_in_a_few_words_and_known_from_then_on(self):
        phone, ident = Client(), str(uuid4())
        form = {"profile": "schieber-1000", "game": ident, "secret": SECRET, "key": "k1"}
        answer = phone.post("/slate/", form, headers={"Outbox": ""})
        assert answer.json()["to"] == f"/games/{ident}/"
        hand = {"contract": "RO", "points_0": 97, "key": "k2"}
        path = f"/games/{ident}/hands/1/write/"
        assert phone.post(path, hand, headers={"Outbox": ""}).status_code == 200

    @pytest.mark.parametrize(
        ("names", "wrong"),
        [(("Rosa", "rosa", "", ""), "name_1"), (("Rosa", "Rosa", "Rosa", "Rosa"), "name_3")],
    )
    def test_who_stands_there_twice_is_said_at_his_place(self, names, wrong):
        answer = opened(Client(), *names)
        assert answer.status_code == 422
        assert f'href="#{wrong}"' in text(answer)
        assert not User.objects.exists()

    def test_what_is_no_game_is_asked_for(self):
        answer = opened(Client(), profile="jass")
        assert answer.status_code == 422
        assert "Was wird gespielt?" in text(answer)

    @pytest.mark.parametrize(
        ("profile", "names", "seats"),
        [
            ("schieber-1000", (), 4),
            ("schieber-1000", ("Rosa", "Bruno"), 4),
            ("differenzler-verdeckt", ("Rosa", "Bruno", "Marlies"), 3),
            ("differenzler-verdeckt", ("Rosa", "", "", "Marlies"), 4),
            ("hae", ("Rosa", "Bruno"), 2),
            ("hae", tuple("ABCDEFG"), 7),
            ("bieter-zu-fuenft", (), 5),
            ("schaggi-haas", (), 2),
        ],
    )
    def test_as_many_play_as_have_names_where_the_rules_allow_it(self, profile, names, seats):
        assert seats_for(profile, names) == seats

    @pytest.mark.parametrize("profile", ["schaggi-haas", "mittlere", "coiffeur-drei"])
    def test_nobody_who_has_a_name_is_left_out(self, profile):
        answer = opened(Client(), *FOUR, profile=profile)
        assert answer.status_code == 422
        assert 'href="#names"' in text(answer)
        assert not Game.objects.exists()

    def test_five_bid_for_a_king(self):
        answer = opened(Client(), *FOUR, "Kathi", profile="bieter-zu-fuenft")
        assert answer.status_code == 302
        assert Game.objects.get().seats.count() == 5

    def test_too_many_openings_from_one_address_wait(self, settings, monkeypatch):
        monkeypatch.setattr("jassclub.clubs.throttling.SlateThrottle.rate", "2/hour", raising=False)
        answers = [opened(Client()).status_code for _time in range(3)]
        assert answers == [302, 302, 429]


class TestWhoSees:
    def test_nobody_else_sees_a_slate_nor_its_club(self, anna):
        phone = Client()
        game = slate(phone)
        member, stranger = Client(), Client()
        member.force_login(anna.user)
        slug = game.club.slug
        for path in (f"/games/{game.pk}/", f"/games/{game.pk}/links/", f"/games/{game.pk}/why/"):
            assert phone.get(path).status_code == 200, path
            assert member.get(path).status_code == 404, path
            assert stranger.get(path)["Location"].startswith("/login/"), path
            assert slate(Client())
            assert Client().get(path)["Location"].startswith("/login/")
        assert member.get(f"/clubs/{slug}/people/").status_code == 404

    def test_the_phone_is_a_stranger_everywhere_else(self):
        phone = Client()
        game = slate(phone)
        assert phone.get("/api/v1/clubs").status_code in (401, 403)
        assert phone.get(f"/api/v1/games/{game.pk}").status_code in (401, 403, 404)
        assert phone.get("/me/")["Location"].startswith("/login/")
        assert phone.get("/login/").status_code == 200
        assert phone.get(f"/clubs/{game.club.slug}/")["Location"] == "/slate/"
        assert phone.get(f"/clubs/{game.club.slug}/members/")["Location"].startswith("/login/")

    def test_other_phones_come_by_the_code(self):
        phone, other = Client(), Client()
        game = slate(phone, *FOUR)
        form = {"hours": "12", "label": "", "key": "k"}
        page = text(phone.post(f"/games/{game.pk}/links/", form))
        token = page.split("/t/")[1].split('"')[0].split("<")[0].strip()
        assert other.post(f"/t/{token}", {"seat": "1"})["Location"] == f"/games/{game.pk}/"
        assert other.get(f"/games/{game.pk}/").status_code == 200
        assert "data-slates hidden" in text(Client().get("/"))

    def test_its_ledgers_are_anchored_for_nobody_and_operators_read_how_many_there_are(self):
        game = slate(Client())
        assert anchor_ledgers() == 0
        operator = Client()
        operator.force_login(User.objects.create_user("betrieb", is_staff=True))
        assert "ohne Konto geschrieben" in text(operator.get("/operator/"))
        assert anchors is not None
        assert game.pk

    def test_whoever_logs_in_takes_the_slates_of_the_phone_along(self, anna):
        phone = Client()
        game = slate(phone)
        phone.post("/login/", {"username": "anna", "password": PASSWORD})
        assert Membership.objects.get(club=game.club).user == anna.user
        assert not User.objects.filter(loose=True).exists()
        page = text(phone.get("/"))
        assert f"/games/{game.pk}/" in page
        assert "Jassclub Rosenau" in page
        assert game.club.name not in [
            c["name"] for c in phone.get("/api/v1/clubs").json()["results"]
        ]
        assert phone.get(f"/clubs/{game.club.slug}/people/").status_code == 404

    def test_no_club_is_had_by_the_slates_that_came_along(self, anna):
        phone = Client()
        game = slate(phone)
        phone.post("/login/", {"username": "anna", "password": PASSWORD})
        for path in ("tournaments", "webhooks", "invitations"):
            answer = phone.post(f"/api/v1/clubs/{game.club_id}/{path}", {}, "application/json",
                                headers={"Idempotency-Key": uuid4().hex})  # fmt: skip
            assert answer.status_code in (403, 404, 405, 422), path
        with pytest.raises(NotAllowed):
            require_role(anna.actor, game.club_id, Role.DIRECTOR)
        assert phone.post(f"/games/{game.pk}/close/", {"key": "k"}).status_code == 302

    def test_who_opens_a_club_on_the_phone_gets_an_account_of_his_own(self):
        phone = Client()
        slate(phone)
        phone.post("/start/", {"name": "Jassclub Neu", "deck": "german", "username": "neu",
                               "password": PASSWORD, "repeated": PASSWORD, "key": "k"})  # fmt: skip
        neu = User.objects.get(username="neu")
        roles = dict(Membership.objects.filter(user=neu).values_list("club__name", "role"))
        assert roles == {"Jassclub Neu": Role.ADMIN, "Auf diesem Telefon": Role.SCRIBE}


class TestForgetting:
    def aged(self, game, days):
        old = timezone.now() - timedelta(days=days)
        Club.objects.filter(pk=game.club_id).update(loose_since=old)
        HandEntry.objects.filter(hand__game=game).update(created_at=old)

    def test_what_nobody_touched_for_half_a_year_is_gone_with_its_phone(self):
        phone, other = Client(), Client()
        old, young, played = slate(phone, *FOUR), slate(Client()), slate(other)
        phone.post(f"/games/{old.pk}/links/", {"hours": "12", "label": "", "key": "k"})
        for game, client in ((old, phone), (played, other)):
            write(client, game, 97)
        self.aged(old, 181)
        self.aged(played, 181)
        HandEntry.objects.filter(hand__game=played).update(created_at=timezone.now())
        self.aged(young, 179)
        assert forget_loose_slates() == 1
        assert set(Game.objects.values_list("pk", flat=True)) == {young.pk, played.pk}
        assert User.objects.filter(loose=True).count() == Club.objects.count() == 2
        assert not Player.objects.filter(name="Rosa").exists()

    @pytest.mark.parametrize("touch", ["writes", "opens another"])
    def test_what_somebody_takes_up_while_it_is_deleted_stays(self, monkeypatch, touch):
        phone = Client()
        game, done = slate(phone), slates._removed
        self.aged(game, 181)

        def removed(*club):
            write(phone, game, 97) if touch == "writes" else slate(phone)
            return done(*club)

        monkeypatch.setattr(slates, "_removed", removed)
        assert forget_loose_slates() == 0
        assert phone.get(f"/games/{game.pk}/").status_code == 200

    def test_one_that_cannot_be_deleted_does_not_keep_the_others(self, monkeypatch):
        stuck, old, done = slate(Client()), slate(Client()), loose.remove
        self.aged(stuck, 190)
        self.aged(old, 181)

        def remove(club):
            if club == stuck.club:
                raise OperationalError("deadlock detected")
            done(club)

        monkeypatch.setattr(loose, "remove", remove)
        assert forget_loose_slates() == 1
        assert Game.objects.get() == stuck

    def test_a_club_of_people_is_never_deleted(self, club):
        Club.objects.filter(pk=club.pk).update(created_at=timezone.now() - timedelta(days=900))
        assert forget_loose_slates() == 0
        loose.remove(Club(pk=uuid4()))
        assert Club.objects.filter(pk=club.pk).exists()


class TestBlankPages:
    @pytest.mark.parametrize("profile", mostly(), ids=lambda one: one.slug)
    def test_one_for_each_game_that_is_played_most_with_marks_for_the_people(self, profile):
        page = text(Client().get(reverse("blank_slate", args=[profile.slug])))
        assert "/games/00000000-0000-4000-8000-00000000b1a2/hands/1/write/" in page
        assert [f"⟦{place}⟧" in page for place in range(4)] == [True] * 4
        assert "data-spare" in page
        assert "990099" in page
        assert "990’099" not in page, "replaced by the number of the hand"

    def test_they_are_the_same_for_everybody(self, anna):
        mine = Client()
        mine.force_login(anna.user)
        assert "Anmelden" in text(mine.get("/slate/blank/schieber-1000/"))
        assert "Anmelden" in text(mine.get("/slate/?copy=1"))

    def test_nobody_writes_on_them_by_storing_a_game_under_their_id(self):
        phone = Client()
        game = open_slate(user=loose.phone_account(SECRET), game_id=PLACEHOLDER,
                          profile_slug="schieber-1000", names=["Fremd"])  # fmt: skip
        phone.force_login(loose.phone_account(SECRET))
        assert write(phone, game, 91).status_code == 302
        page = text(Client().get("/slate/blank/schieber-1000/"))
        assert ">91<" not in page
        assert f"/games/{PLACEHOLDER}/hands/1/write/" in page

    def test_of_other_games_there_is_none(self):
        assert Client().get("/slate/blank/hae/").status_code == 404
        with pytest.raises(Invalid):
            seats_for("turnier", [])


class TestTheEnd:
    def test_a_slate_without_names_is_closed_and_played_again_with_a_tap_each(self):
        phone = Client()
        game = slate(phone)
        write(phone, game, 97)
        assert phone.post(f"/games/{game.pk}/close/", {"key": "z"}).status_code == 302
        page = text(phone.get(f"/games/{game.pk}/"))
        assert "Noch eine Partie" in page
        assert "Wer gibt?" not in page
        answer = phone.post(f"/games/{game.pk}/again/", {"dealer": "0", "key": "r"})
        again = Game.objects.exclude(pk=game.pk).get()
        assert answer["Location"] == f"/games/{again.pk}/"
        gone = phone.post(f"/games/{again.pk}/change/cancel/", {"key": "c"})
        assert gone["Location"] == "/"
