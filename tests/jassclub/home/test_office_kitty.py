"""The kitty on the pages: balances to the Rappen, booking for many at once, taking back."""

import pytest
from django.utils import timezone, translation

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import KittyBooking
from jassclub.clubs.services import kitty, people
from jassclub.clubs.services.kitty import kitty_state
from jassclub.web.francs import rappen, written
from scoring.core.models import Game
from scoring.tables.games import open_game
from tests.jassclub.office import Browser, errors, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(anna, beat, chloe, emma, dario):
    return {"anna": anna, "beat": beat, "chloe": chloe, "emma": emma, "dario": dario, "": None}


@pytest.fixture
def as_(cast, club):
    return lambda name: Browser(cast[name], club.slug)


@pytest.fixture
def stake(anna, beat, club):
    """Two francs fifty of Anna and Beat, booked by Anna."""
    return booked(anna.actor, club, anna, beat, note="Einsatz vom Donnerstag")


def booked(actor, club, *them, amount=-250, kind="stake", note=""):
    return kitty.book(
        actor=actor,
        club_id=club.pk,
        kind=kind,
        day=timezone.localdate(),
        note=note,
        lines=[kitty.Line(who.player.pk, amount) for who in them],
    )


def form(*ticked, **changes):
    ticks = {f"on_{who.player.pk}": "1" for who in ticked}
    return {"wish": "stake", "day": "2026-03-04", "amount": "2.50", **ticks, **changes}


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("2", 200),
        ("2.5", 250),
        ("2,50", 250),
        ("0.05", 5),
        ("-3.20", -320),
        ("−3.20", -320),
        ("Fr. 1'200.–", 120_000),
        ("1’200.50 CHF", 120_050),
        ("", None),
        ("2.505", None),
        ("1,200", None),
        ("zwei", None),
        ("--2", None),
        ("²", None),
    ],
)
def test_amounts_are_read_as_people_write_them(text, amount):
    assert rappen(text) == amount


def test_amounts_are_written_to_the_rappen():
    assert [written(amount) for amount in (0, 5, -250, 123_456_789)] == [
        "0.00",
        "0.05",
        "−2.50",
        "1’234’567.89",
    ]


class TestWho:
    """The same people as in the API."""

    def test_members_look_and_scribes_book(self, as_):
        for name, statuses in [
            ("", (302, 302)),
            ("dario", (404, 404)),
            ("beat", (200, 403)),
            ("anna", (200, 200)),
            ("chloe", (200, 200)),
            ("emma", (200, 200)),
        ]:
            browser = as_(name)
            seen = [browser.get(path).status_code for path in ("kitty/", "kitty/book/")]
            assert tuple(seen) == statuses

    @pytest.mark.parametrize(("name", "status"), [("", 302), ("dario", 404), ("beat", 403)])
    def test_who_may_not_book_books_nothing(self, as_, anna, name, status):
        assert as_(name).post("kitty/book/", **form(anna)).status_code == status
        assert not KittyBooking.objects.exists()

    def test_a_member_sees_himself_only(self, as_, stake, chloe, club, anna):
        booked(chloe.actor, club, chloe, amount=-900, kind="fine", note="geheim")
        page = as_("beat").text("kitty/")
        assert "Einsatz vom Donnerstag" in page
        assert "−2.50" in page
        assert "Anna" not in page
        assert "geheim" not in page
        assert "In der Kasse liegt" not in page

    def test_the_direction_sees_everything(self, as_, stake):
        page = as_("chloe").text("kitty/")
        assert "Anna" in page
        assert "Beat" in page
        assert "In der Kasse liegt 0.00" in page
        assert "dem Club gehört 5.00" in page

    @pytest.mark.parametrize(
        ("name", "status", "offered"),
        [("beat", 200, False), ("anna", 200, True), ("chloe", 200, True), ("dario", 404, False)],
    )
    def test_a_booking_is_taken_back_by_who_made_it_or_directs(
        self, as_, stake, name, status, offered
    ):
        response = as_(name).get(f"kitty/{stake.pk}/")
        assert response.status_code == status
        assert ("Buchung aufheben" in response.content.decode()) is offered

    def test_a_member_cannot_take_back_and_a_stranger_booking_is_hidden(
        self, as_, stake, chloe, club
    ):
        assert as_("beat").post(f"kitty/{stake.pk}/", reason="doch nicht").status_code == 403
        hidden = booked(chloe.actor, club, chloe)
        assert as_("beat").get(f"kitty/{hidden.pk}/").status_code == 404
        assert KittyBooking.objects.filter(is_counter=True).count() == 0

    def test_the_booking_of_another_club_is_not_there(self, as_, fritz, other_club):
        theirs = booked(fritz.actor, other_club, fritz)
        assert as_("emma").get(f"kitty/{theirs.pk}/").status_code == 404


class TestBooking:
    def test_one_amount_for_all_who_are_ticked(self, as_, anna, beat, club):
        response = as_("anna").post("kitty/book/", **form(anna, beat, note="Donnerstag"))
        assert response.status_code == 302
        booking = KittyBooking.objects.get()
        assert (booking.kind, booking.note, str(booking.day)) == (
            "stake",
            "Donnerstag",
            "2026-03-04",
        )
        assert amounts(booking) == {"Anna": -250, "Beat": -250}
        page = words(as_("anna").get("kitty/"))
        assert "Einsatz" in page

    def test_an_amount_of_ones_own_goes_before_the_common_one(self, as_, anna, beat):
        own = {f"own_{beat.player.pk}": "5"}
        as_("anna").post("kitty/book/", **form(anna, wish="fine", **own))
        assert amounts(KittyBooking.objects.get()) == {"Anna": -250, "Beat": -500}

    @pytest.mark.parametrize(("wish", "amount"), [("paid_in", 2000), ("paid_out", -2000)])
    def test_payments_say_which_way_the_money_goes(self, as_, anna, club, wish, amount):
        as_("anna").post("kitty/book/", **form(anna, wish=wish, amount="20"))
        assert amounts(KittyBooking.objects.get()) == {"Anna": amount}
        assert kitty_state(club.pk).cash == amount

    def test_the_clubs_own_money_is_paid_in_without_a_player(self, as_, club):
        as_("emma").post("kitty/book/", **form(wish="paid_in", on_club="1", amount="120.05"))
        state = kitty_state(club.pk)
        assert (state.cash, state.club, state.players) == (12_005, 12_005, 0)
        assert "120.05" in as_("chloe").text("kitty/")

    def test_a_settlement_is_typed_with_signs(self, as_, anna, beat):
        own = {f"own_{anna.player.pk}": "3.20", f"own_{beat.player.pk}": "-3.20"}
        as_("anna").post("kitty/book/", **form(wish="settlement", amount="", **own))
        assert amounts(KittyBooking.objects.get()) == {"Anna": 320, "Beat": -320}

    def test_a_game_is_settled_once_and_with_all_who_sat_there(self, as_, emma, guests, club, anna):
        game = closed_game(emma, club, guests)
        own = dict(
            zip((f"own_{who.pk}" for who in guests), ("5", "-5", "5", "-5"), strict=True),
            game=str(game.pk),
            wish="settlement",
            amount="",
        )
        missing = as_("anna").post("kitty/book/", **form(anna, **{**own, "amount": "0"}))
        assert missing.status_code == 422
        assert "mit allen, die dabei waren" in errors(missing)["people"]
        assert as_("anna").post("kitty/book/", **form(**own)).status_code == 302
        booking = KittyBooking.objects.get()
        assert booking.source_id == game.pk
        assert "Zur Partie vom" in as_("anna").text(f"kitty/{booking.pk}/")
        own[f"own_{guests[0].pk}"], own[f"own_{guests[1].pk}"] = "7", "-7"
        twice = as_("anna").post("kitty/book/", **form(**own))
        assert twice.status_code == 409
        assert "hebe zuerst die alte Abrechnung auf" in words(twice)

    def test_a_form_sent_twice_books_once(self, as_, anna):
        browser = as_("anna")
        for _time in range(2):
            assert browser.post("kitty/book/", key="k", **form(anna)).status_code == 302
        assert KittyBooking.objects.count() == 1

    def test_who_is_gone_and_owes_can_still_pay(self, as_, club, stake, beat):
        people.change_player(
            actor=SYSTEM,
            player_id=beat.player.pk,
            version=beat.player.version,
            values={"active": False},
        )
        assert f"on_{beat.player.pk}" in as_("chloe").get("kitty/book/").content.decode()


class TestRefusals:
    """All at once, each at its field; nothing typed is lost and nothing is stored."""

    def test_what_is_wrong_is_said_at_its_field(self, as_, anna):
        for changes, fields in [
            ({"wish": "gift"}, {"wish"}),
            ({"day": "gestern"}, {"day"}),
            ({"amount": "viel"}, {"amount"}),
            ({"amount": "-2"}, {"amount"}),
            ({"amount": "0"}, {"amount", "own_anna"}),
            ({"amount": "100001"}, {"amount"}),
            ({"amount": "99999999999"}, {"amount"}),
            ({"amount": ""}, {"own_anna"}),
            ({"day": "", "amount": "2.505", "wish": ""}, {"wish", "day", "amount"}),
            ({"on_club": "1"}, {"own_club"}),
            ({"own_club": "x", "day": "x"}, {"day", "own_club"}),
            ({"wish": "settlement"}, {"people"}),
        ]:
            response = as_("anna").post("kitty/book/", **form(anna, note="Abend", **changes))
            assert response.status_code == 422
            said = {name.replace(str(anna.player.pk), "anna") for name in errors(response)}
            assert said >= fields - ({"own_anna"} if changes.get("amount") == "0" else set())
            assert 'value="Abend"' in response.content.decode()
            assert not KittyBooking.objects.exists()

    def test_nobody_ticked_is_said(self, as_):
        response = as_("anna").post("kitty/book/", **form())
        assert "Kreuze an, für wen gebucht wird" in errors(response)["people"]

    def test_a_settlement_that_does_not_add_up_says_what_is_left(self, as_, anna, beat):
        own = {f"own_{anna.player.pk}": "3.20", f"own_{beat.player.pk}": "-3.00"}
        response = as_("anna").post("kitty/book/", **form(wish="settlement", amount="", **own))
        assert "es bleiben 20 Rappen" in errors(response)["people"]

    def test_a_strange_game_is_no_game(self, as_, anna):
        response = as_("anna").post("kitty/book/", **form(anna, game="not-a-game"))
        assert response.status_code == 302
        assert KittyBooking.objects.get().source_id is None


class TestTakingBack:
    def test_the_opposite_is_booked_and_both_name_each_other(self, as_, stake, club):
        assert as_("anna").post(f"kitty/{stake.pk}/", reason="falscher Abend").status_code == 302
        counter = KittyBooking.objects.get(is_counter=True)
        assert amounts(counter) == {"Anna": 250, "Beat": 250}
        assert "zur Gegenbuchung" in as_("anna").text(f"kitty/{stake.pk}/")
        page = as_("anna").text(f"kitty/{counter.pk}/")
        assert "zur aufgehobenen Buchung" in page
        assert "Buchung aufheben" not in page
        assert kitty_state(club.pk).club == 0

    def test_it_needs_a_reason(self, as_, stake):
        response = as_("anna").post(f"kitty/{stake.pk}/", reason="  ")
        assert (response.status_code, set(errors(response))) == (422, {"reason"})
        assert not KittyBooking.objects.filter(is_counter=True).exists()

    def test_a_second_time_is_refused_in_words(self, as_, stake):
        for _time in range(2):
            response = as_("anna").post(f"kitty/{stake.pk}/", reason="falsch")
        assert response.status_code == 409
        assert "Diese Buchung ist schon aufgehoben." in words(response)


class TestReading:
    def test_an_empty_kitty_says_what_to_do(self, as_):
        assert "Fang mit dem Einsatz des letzten Abends an" in as_("anna").text("kitty/")
        assert "Für dich ist noch nichts gebucht." in as_("beat").text("kitty/")

    def test_the_bookings_of_one_person(self, as_, stake, chloe, club, anna):
        booked(anna.actor, club, chloe, note="nur Chlöe")
        page = as_("chloe").text("kitty/", player=str(anna.player.pk))
        assert "Buchungen von Anna" in page
        assert "nur Chlöe" not in page

    @pytest.mark.parametrize("query", [{"player": "x"}, {"page": "x"}, {"page": "99"}])
    def test_strange_addresses_are_read_as_well_as_they_can_be(self, as_, stake, query):
        assert "Einsatz vom Donnerstag" in as_("chloe").text("kitty/", **query)

    def test_many_bookings_come_in_pages(self, as_, anna, club):
        for number in range(26):
            booked(anna.actor, club, anna, note=f"Nr. {number} ")
        first, second = as_("chloe").text("kitty/"), as_("chloe").text("kitty/", page="2")
        assert "Nr. 25 " in first
        assert "Nr. 0 " not in first
        assert "Nr. 0 " in second
        assert "Neuere" in second

    def test_the_club_page_leads_here(self, as_):
        for name in ("beat", "anna", "emma"):
            assert 'href="/clubs/rosenau/kitty/"' in as_(name).get("").content.decode()


def amounts(booking):
    return {
        entry.player.name if entry.player else "": entry.amount
        for entry in booking.entries.select_related("player")
    }


def closed_game(emma, club, guests):
    game = open_game(
        actor=emma.actor,
        club_id=club.pk,
        profile_slug="schieber-1000",
        player_ids=[player.pk for player in guests],
        played_on=timezone.localdate(),
    )
    Game.objects.filter(pk=game.pk).update(state="closed", closed_at=timezone.now())
    return game


def test_a_note_of_the_service_is_read_in_the_language_of_the_reader(anna, club):
    note = KittyBooking(club=club, kind="fee", year=2026, note="Mitgliederbeitrag 2026")
    own = KittyBooking(club=club, kind="fee", year=2026, note="wie besprochen")
    with translation.override("fr"):
        assert note.said != note.note
        assert "2026" in note.said
        assert own.said == "wie besprochen"
        own.note = "Beitrag reduziert 2026"
        assert own.said == "Beitrag reduziert 2026"
        in_french = note.said
    note.note = in_french
    assert note.said == "Mitgliederbeitrag 2026"
