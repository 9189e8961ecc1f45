"""People, plan and money on the pages of the desk."""

import pytest

from jassclub.clubs.actors import digest
from tests.jassclub.office import words
from tests.tournaments.office import Office, errors
from tournaments.entries import services as people
from tournaments.entries.entrants import Person
from tournaments.entries.models import Entry, Payment, Wish
from tournaments.entries.services import sign_up

pytestmark = pytest.mark.django_db


def states(office):
    return dict(office.tournament.entries.values_list("number", "state"))


def test_names_are_entered_one_a_line_with_a_contact_and_a_player_of_the_club_is_known(office):
    office.scribe.do("add", people="Anna\n\n  Guido   Gast ; 079 555 12 12 \r\nHeidi Gast")
    entries = office.tournament.entries.order_by("number")
    assert [e.name for e in entries] == ["Anna", "Guido Gast", "Heidi Gast"]
    assert entries[0].player is not None
    assert entries[1].contact == "079 555 12 12"
    assert {e.state for e in entries} == {"signed_up"}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Schreib einen Namen pro Zeile."),
        ("Rita\nRita", "Rita ist schon eingetragen."),
        ("x" * 81, "Zeile 1: ein Name hat höchstens 80 Zeichen."),
        (";079", "Hier fehlt der Name."),
    ],
)
def test_a_list_that_cannot_be_entered_comes_back_whole(office, typed, said):
    refused = office.scribe.post("do/add/", people=typed)
    assert refused.status_code == 422
    assert said in errors(refused)["add-people"]
    assert not office.tournament.entries.exists()


def test_a_tick_checks_in_and_out_and_the_search_stays(office):
    office.enter(3, present=False)
    answer = office.scribe.do("check-in", numbers=2, q="ab")
    assert answer["Location"].endswith("people/?q=ab#check-in")
    assert states(office) == {1: "signed_up", 2: "present", 3: "signed_up"}
    page = office.scribe.text("people/", q="ab")
    assert "2 Gast Ab" in page
    assert "Gast Aa" not in page
    assert "Gast Ac" in office.scribe.text("people/", q="3")
    office.scribe.do("check-out", numbers=2)
    assert states(office)[2] == "signed_up"
    assert "So heisst hier niemand." in office.scribe.text("people/", q="zz")


def test_leaving_says_first_what_it_means(office):
    office.running()
    page = office.scribe.text("people/1/")
    assert "In Runde 1 sitzt Gast Aa an Tisch" in page
    assert "sind danach neu auszulosen" in page
    office.scribe.do("leave", number=1, reason="krank")
    assert states(office)[1] == "away"
    assert "Nicht mehr dabei 1" in office.scribe.text("people/")


def test_an_entry_is_changed_against_its_version(office):
    office.enter(1)
    entry = office.tournament.entries.get()
    fields = {
        "number": 1,
        "version": entry.version,
        "name": "Berta",
        "card": "12",
        "note": "Rollstuhl",
    }
    office.scribe.do("change", **fields)
    entry.refresh_from_db()
    assert (entry.name, entry.card, entry.note) == ("Berta", 12, "Rollstuhl")
    assert office.scribe.post("do/change/", **{**fields, "name": "Cäsar"}).status_code == 412
    wrong = office.scribe.post("do/change/", **{**fields, "name": " ", "card": "40"})
    assert set(errors(wrong)) == {"change-name", "change-card"}
    assert wrong.status_code == 422


def test_wishes_and_fixed_places_are_noted_and_struck(office):
    office.enter(8)
    office.scribe.do("wish", kind="apart", entry="1 Gast Aa", other="Gast Ab")
    office.scribe.do("fix", entry=3, table=2, seat="C")
    page = office.scribe.text("people/")
    assert "1 Gast Aa und 2 Gast Ab: nie am gleichen Tisch" in page
    assert "3 Gast Ac: fester Platz, Tisch 2 C" in page
    assert list(errors(office.scribe.post("do/wish/", kind="apart", entry=1, other=1))) == [
        "wish-other"
    ]
    assert list(errors(office.scribe.post("do/fix/", entry=3, table=0, seat="Z"))) == ["fix-table"]
    office.scribe.do("drop-wish", wish=Wish.objects.get(kind="apart").pk)
    assert Wish.objects.get().kind == "fixed"


def test_pairs_are_made_and_taken_apart():
    office = Office("pairs-5x8-swiss")
    office.enter(4)
    office.scribe.do("team", numbers="1, Gast Ac", name="Die Stöcke")
    assert "1 Die Stöcke 1 Gast Aa, 3 Gast Ac" in office.scribe.text("people/")
    assert list(errors(office.scribe.post("do/team/", numbers="1, 2"))) == ["team-numbers"]
    assert office.scribe.post("do/team/", numbers="2").status_code == 422
    office.scribe.do("part", team=1, reason="verkracht")
    assert not office.tournament.teams.exists()


def test_a_code_of_a_sign_up_is_confirmed_with_one_tap(office):
    office.director.do("open")
    entries, token = sign_up(
        actor=office.director_actor,
        tournament_id=office.tournament.pk,
        people=[Person("Ida Gast")],
    )
    assert entries[0].token_hash == digest(token)
    address = f"/check-in/{token}/"
    page = office.scribe.client.get(address)
    assert "1 Ida Gast" in words(page)
    assert office.scribe.client.post(address, {"key": "a1"}).status_code == 302
    assert states(office) == {1: "present"}
    assert "Eingecheckt." in words(office.scribe.client.get(address))
    assert office.member.client.post(address).status_code == 403
    assert office.browser().client.post(address).status_code == 404
    assert office.scribe.client.get("/check-in/jce_erfunden/").status_code == 404
    stranger = office.browser()
    stranger.client.logout()
    assert "/login/" in stranger.client.get(address)["Location"]


def test_a_whole_pair_is_checked_in_by_its_code():
    office = Office("pairs-5x8-swiss")
    office.director.do("open")
    pair = [Person("Ida Gast"), Person("Ueli Gast")]
    _entries, token = people.sign_up(
        actor=office.director_actor, tournament_id=office.tournament.pk, people=pair
    )
    office.scribe.client.post(f"/check-in/{token}/", {"key": "a1"})
    assert states(office) == {1: "present", 2: "present"}


def test_the_plan_says_what_was_counted_who_drew_and_its_hash(office):
    assert "Noch nicht ausgelost." in office.scribe.text("plan/")
    office.enter(16)
    office.director.do("draw-plan")
    page = office.scribe.text("plan/")
    assert "Niemand hat zweimal den gleichen Partner." in page
    assert "Fassung 1" in page
    assert office.tournament.seed not in page
    office.director.do("draw-plan", reason="Wunsch der Kasse")
    assert "Wunsch der Kasse" in office.scribe.text("plan/")
    assert office.tournament.draws.count() == 2


def test_two_change_places_in_the_plan_with_a_reason(office):
    office.enter(8)
    office.director.do("draw-plan")
    tables = office.tournament.draws.get().rounds[0]["tables"]
    one, other = tables[0][0], tables[1][0]
    fields = {"round": 1, "one": one, "other": other}
    assert list(errors(office.director.post("do/exchange/", **fields))) == ["exchange-reason"]
    office.director.do("exchange", **fields, reason="Brille vergessen")
    assert office.tournament.draws.latest("number").rounds[0]["tables"][0][0] == other
    assert office.scribe.post("do/exchange/", **fields, reason="x").status_code == 403


def test_a_draw_without_anybody_says_so(office):
    refused = office.director.post("do/draw-plan/")
    assert refused.status_code == 422
    assert "Es ist niemand anwesend" in words(refused)


def test_fees_and_prizes_are_paid_with_one_tap_each_and_never_twice():
    prizes = [{"kind": "rank", "first": 1, "last": 1, "rappen": 5000, "text": "Speckseite"}]
    office = Office(rounds=1, fee=120000, prizes=prizes)
    office.running()
    page = office.scribe.text("money/")
    assert "Startgeld offen 8" in page
    more = office.scribe.post("do/pay/", number=1, kind="fee", rappen="1200.05")
    assert "höchstens noch 1’200.00 Franken" in words(more)
    office.scribe.do("pay", number=1, kind="fee", rappen="1200.00")
    again = office.scribe.post("do/pay/", number=1, kind="fee", rappen="1200.00")
    assert again.status_code == 409
    assert "höchstens noch 0.00 Franken" in words(again)
    for table, first in ((1, 700), (2, 600)):
        office.scribe.type(table, first, 8 * 157 - first)
    office.director.do("close", number=1)
    office.director.do("finish")
    page = office.scribe.text("money/")
    assert "Preisgeld auszahlen" in page
    assert "Speckseite" in page
    assert Payment.objects.get().rappen == 120000


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"number": 1, "kind": "fee", "rappen": "gratis"}, "book-rappen"),
        ({"number": 99, "kind": "fee", "rappen": "1"}, "book-number"),
        ({"number": 1, "kind": "trinkgeld", "rappen": "1"}, "book-kind"),
    ],
)
def test_a_booking_that_cannot_be_is_refused_at_its_field(fields, field):
    office = Office(fee=2000)
    office.enter(4)
    refused = office.scribe.post("do/book/", **fields)
    assert refused.status_code == 422
    assert list(errors(refused)) == [field]
    assert not Payment.objects.exists()


def test_stand_ins_fill_the_last_table():
    office = Office(odd="stand_in")
    office.enter(7)
    assert "Es fehlt 1 Ersatzperson" in office.director.text()
    office.scribe.do("add", people="Helfer Res", stand_in="1", present="1")
    assert "Ersatzleute füllen den letzten Tisch" in office.director.text()
    assert Entry.objects.get(name="Helfer Res").kind == "stand_in"
    assert "Ersatz" in office.scribe.text("people/")


@pytest.mark.parametrize(
    "line",
    [
        "Nina Keller / Urs Frei",
        "Nina Keller, Urs Frei",
        "Nina Keller/Urs Frei;079 555 12 12",
        "Nina Keller & Urs Frei",
    ],
)
def test_two_names_in_a_line_are_a_pair_in_a_tournament_of_pairs(line):
    office = Office(seating="pairs")
    office.scribe.do("add", people=f"{line}\nIda Vogt", present="1")
    entries = list(office.tournament.entries.order_by("number"))
    assert [entry.name for entry in entries] == ["Nina Keller", "Urs Frei", "Ida Vogt"]
    assert [entry.seat_in_team for entry in entries] == [0, 1, None]
    assert office.tournament.teams.get().name == "Nina Keller / Urs Frei"
    assert entries[1].contact == ""
    assert "team" in set(office.tournament.log.values_list("kind", flat=True))


def test_elsewhere_and_with_three_names_a_line_is_one_name():
    office = Office()
    office.scribe.do("add", people="Keller, Nina")
    assert office.tournament.entries.get().name == "Keller, Nina"
    pairs = Office(seating="pairs")
    pairs.scribe.do("add", people="A / B / C")
    assert pairs.tournament.entries.get().name == "A / B / C"


def test_a_pair_of_which_one_is_entered_already_is_refused_whole():
    office = Office(seating="pairs")
    office.scribe.do("add", people="Urs Frei")
    response = office.scribe.post("do/add/", people="Nina Keller / Urs Frei")
    assert response.status_code == 422
    assert "Urs Frei ist schon eingetragen." in words(response)
    assert office.tournament.entries.count() == 1


def test_two_long_names_of_a_pair_are_not_too_long():
    office = Office(seating="pairs")
    office.scribe.do("add", people=f"{'N' * 60} / {'U' * 60}")
    assert office.tournament.entries.count() == 2
