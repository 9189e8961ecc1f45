"""Two players who are one person: looked at, joined and parted on the pages."""

from uuid import UUID

import pytest
from django.utils import timezone

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Merge, Player
from jassclub.clubs.services import kitty, people
from jassclub.clubs.services.forgetting import anonymise_player
from jassclub.clubs.services.merging import merge_players
from scoring.tables.games import open_game
from tests.jassclub.office import Browser, errors, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(anna, beat, chloe, emma, dario):
    return {"anna": anna, "beat": beat, "chloe": chloe, "emma": emma, "dario": dario, "": None}


@pytest.fixture
def as_(cast, club):
    return lambda name: Browser(cast[name], club.slug)


def added(club, name):
    return people.add_player(actor=SYSTEM, club_id=club.pk, name=name)


@pytest.fixture
def double(club):
    return added(club, "Ursina C.")


@pytest.fixture
def ursina(club):
    return added(club, "Ursina Caflisch")


@pytest.fixture
def two(double, ursina):
    return {"player": str(double.pk), "into": str(ursina.pk)}


@pytest.fixture
def play(emma, club, guests):
    """These people play, guests on the seats that are left."""

    def opened(*players):
        open_game(
            actor=emma.actor,
            club_id=club.pk,
            profile_slug="schieber-1000",
            player_ids=[player.pk for player in (*players, *guests)][:4],
            played_on=timezone.localdate(),
        )

    return opened


class TestWho:
    @pytest.mark.parametrize(
        ("name", "status"), [("", 302), ("dario", 404), ("beat", 200), ("chloe", 200)]
    )
    def test_members_read_who_was_joined(self, as_, name, status):
        assert as_(name).get("merges/").status_code == status

    def test_only_the_direction_looks_at_two(self, as_, two):
        for name, status in [
            ("", 302),
            ("dario", 404),
            ("beat", 403),
            ("anna", 403),
            ("chloe", 200),
            ("emma", 200),
        ]:
            assert as_(name).get("merges/", **two).status_code == status

    @pytest.mark.parametrize(
        ("name", "status"), [("", 302), ("dario", 404), ("beat", 403), ("anna", 403)]
    )
    def test_only_the_direction_joins_and_parts(self, as_, two, name, status):
        assert as_(name).post("merges/", **two).status_code == status
        assert not Merge.objects.exists()
        double, ursina = map(UUID, two.values())
        merge = merge_players(actor=SYSTEM, player_id=double, into_id=ursina)
        assert as_(name).post(f"merges/{merge.pk}/undo/").status_code == status
        merge.refresh_from_db()
        assert merge.stands

    def test_the_merge_of_another_club_is_not_there(self, as_, fritz, other_club):
        one, other = added(other_club, "Eins"), added(other_club, "Zwei")
        merge = merge_players(actor=SYSTEM, player_id=one.pk, into_id=other.pk)
        assert as_("chloe").post(f"merges/{merge.pk}/undo/").status_code == 404

    def test_the_form_is_not_offered_to_members(self, as_, double):
        page = as_("beat").text("merges/")
        assert "Zuerst ansehen" not in page
        assert "Ursina C." not in page


class TestLooking:
    def test_the_page_says_what_would_be_joined_and_stores_nothing(
        self, as_, two, double, ursina, play
    ):
        for player in (double, double, ursina):
            play(player)
        line = [kitty.Line(double.pk, -250)]
        kitty.book(
            actor=SYSTEM, club_id=double.club_id, kind="stake", day=timezone.localdate(), lines=line
        )
        page = as_("chloe").text("merges/", **two)
        assert "Ursina C. und Ursina Caflisch: eine Person?" in page
        assert "Steht doppelt Ursina C. Partien 2" in page
        assert "Bleibt Ursina Caflisch Partien 1" in page
        assert "−2.50" in page
        assert "es lässt sich jederzeit wieder trennen" in page
        assert not Merge.objects.exists()

    def test_everything_that_stands_against_it_is_said_at_once(self, as_, anna, beat, play):
        play(anna.player, beat.player)
        chosen = {"player": str(anna.player.pk), "into": str(beat.player.pk)}
        page = as_("chloe").text("merges/", **chosen)
        assert "Beide haben ein eigenes Konto" in page
        assert "Die beiden sassen am selben Tisch" in page
        assert f"{timezone.localdate():%d.%m.%Y}" in page
        assert "Zusammenlegen" not in page.replace("Zusammengelegte", "")

    def test_nobody_is_joined_with_himself(self, as_, double):
        page = as_("chloe").text("merges/", player=str(double.pk), into=str(double.pk))
        assert "Niemand wird mit sich selbst zusammengelegt." in page

    def test_who_is_anonymised_stays(self, as_, emma, two, ursina):
        anonymise_player(actor=emma.actor, player_id=ursina.pk, reason="Austritt")
        assert "Wer anonymisiert ist, bleibt" in as_("chloe").text("merges/", **two)

    @pytest.mark.parametrize(
        ("changes", "fields"),
        [
            ({"player": ""}, {"player"}),
            ({"into": "x"}, {"into"}),
            ({"player": "x", "into": "00000000-0000-4000-8000-000000000000"}, {"player", "into"}),
        ],
    )
    def test_who_is_missing_is_said(self, as_, two, changes, fields):
        assert set(errors(as_("chloe").get("merges/", **{**two, **changes}))) == fields
        assert set(errors(as_("chloe").post("merges/", **{**two, **changes}))) == fields

    def test_players_of_another_club_cannot_be_chosen(self, as_, two, other_club):
        theirs = added(other_club, "Fremd")
        response = as_("chloe").get("merges/", **{**two, "into": str(theirs.pk)})
        assert (response.status_code, set(errors(response))) == (422, {"into"})

    def test_similar_names_are_proposed_unless_they_sat_together(self, as_, double, ursina, play):
        page = as_("chloe").text("merges/")
        assert "Ähnliche Namen Ursina C. vielleicht Ursina Caflisch Bisher zusammengelegt" in page
        play(double, ursina)
        assert "vielleicht" not in as_("chloe").text("merges/")


class TestJoiningAndParting:
    def test_joined_and_parted_they_are_as_before(self, as_, two, double, ursina):
        browser = as_("chloe")
        before = Player.objects.filter(pk=double.pk).values("active", "merged_into").get()
        assert browser.post("merges/", reason="doppelt erfasst", **two).status_code == 302
        merge = Merge.objects.get()
        page = browser.text("merges/")
        assert "Ursina C. zählt jetzt als Ursina Caflisch." in page
        assert "Ursina C. → Ursina Caflisch doppelt erfasst" in page
        assert browser.post(f"merges/{merge.pk}/undo/", reason="Irrtum").status_code == 302
        page = as_("beat").text("merges/")
        assert "wieder getrennt" in page
        assert "Irrtum" in page
        assert Player.objects.filter(pk=double.pk).values("active", "merged_into").get() == before

    def test_a_form_sent_twice_joins_once(self, as_, two):
        browser = as_("chloe")
        for _time in range(2):
            assert browser.post("merges/", key="k", **two).status_code == 302
        assert Merge.objects.count() == 1

    def test_an_obstacle_met_only_at_joining_is_said_in_words(self, as_, two, double, ursina, play):
        play(double, ursina)
        response = as_("chloe").post("merges/", **two)
        assert response.status_code == 409
        assert "Die beiden sassen am selben Tisch" in words(response)

    def test_parting_twice_is_refused_in_words(self, as_, double, ursina):
        merge = merge_players(actor=SYSTEM, player_id=double.pk, into_id=ursina.pk)
        for _time in range(2):
            response = as_("chloe").post(f"merges/{merge.pk}/undo/")
        assert response.status_code == 409
        assert "Diese Zusammenlegung ist schon aufgehoben." in words(response)

    def test_a_visit_to_the_address_of_parting_leads_to_the_page(self, as_, double, ursina):
        merge = merge_players(actor=SYSTEM, player_id=double.pk, into_id=ursina.pk)
        response = as_("chloe").get(f"merges/{merge.pk}/undo/")
        assert response["Location"] == "/clubs/rosenau/merges/"


def test_the_club_page_leads_here_and_an_empty_list_says_so(as_):
    assert 'href="/clubs/rosenau/merges/"' in as_("beat").get("").content.decode()
    assert "Niemand steht unter zwei Namen" in as_("beat").text("merges/")


def test_two_who_played_on_one_evening_are_asked_about(as_, two, play, anna):
    double, ursina = (Player.objects.get(pk=two[name]) for name in ("player", "into"))
    play(double)
    assert "haben beide gespielt" not in as_("chloe").text("merges/", **two)
    play(ursina, anna.seat_taker)
    assert "An einem Tag haben beide gespielt" in as_("chloe").text("merges/", **two)
