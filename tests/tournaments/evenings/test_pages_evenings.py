"""The pages of a club evening, as officers, members and people without an account see them."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation

from jassclub.clubs.models import Player, TableLink, User
from jassclub.clubs.services import links
from scoring.claims.entries import record_hand
from scoring.core.models import Game
from tests.jassclub.office import Browser, words
from tests.scoring.table import house, open_table, schieber
from tournaments.evenings.models import Apart, Attendance, Evening
from tournaments.evenings.selectors import link_of, waiting
from tournaments.evenings.tonight import Side, TableTonight

pytestmark = pytest.mark.django_db
NAMES = ("Gret", "Hans", "Iris", "Jost", "Kuno", "Lea", "Max", "Nora", "Otto", "Pia")


@pytest.fixture
def people(club):
    return Player.objects.bulk_create([Player(club=club, name=name) for name in NAMES])


@pytest.fixture
def office(chloe, club):
    """The director."""
    return Browser(chloe, club.slug)


@pytest.fixture
def evening(club):
    return Evening.objects.create(club=club, day=timezone.localdate(), actor="system:test")


@pytest.fixture
def path(evening):
    return f"evenings/{evening.day.isoformat()}/"


def ids(people):
    return [str(player.pk) for player in people]


def said(response):
    assert response.status_code == 302, words(response)


def test_ten_people_play_after_a_tick_each_and_two_more_taps(office, people, path):
    sent = {"here": ids(people), "profile": "schieber-1000", "three": "differenzler-offen"}
    said(office.post(path + "do/who/", then="draw", **sent))
    page = office.text(path)
    assert "Ausgelost, noch nicht eröffnet" in page
    assert "zum ersten Mal zusammen" in page
    said(office.post(path + "do/open/"))
    page = office.text(path)
    assert ("3 Tische spielen" in page, "10 da" in page) == (True, True)
    assert Game.objects.count() == 3


def test_somebody_ticked_meanwhile_on_another_phone_stays(office, people, path, evening):
    one, other = ids(people[:2])
    office.post(path + "do/who/", here=[one])
    # This page was shown before: it knows nobody, and ticks only the second.
    office.post(path + "do/who/", here=[other])
    assert Attendance.objects.filter(state="here").count() == 2
    office.post(path + "do/who/", here=[other], shown=[one, other])
    assert set(Attendance.objects.values_list("player", flat=True)) == {people[1].pk}


def test_a_guest_is_added_once(office, people, path, club):
    for name in ("Zita", "zita"):
        said(office.post(path + "do/who/", guest=name))
    assert Player.objects.filter(club=club, name__iexact="zita", guest=True).count() == 1
    assert Attendance.objects.filter(state="here").count() == 1


def test_a_guest_with_the_name_of_a_member_is_asked_about_and_no_tick_is_lost(office, people, path):
    known, ticked = people[0], people[1]
    said(office.post(path + "do/who/", here=ids([ticked]), guest=known.name.upper(), then="draw"))
    here = Attendance.objects.filter(state="here").values_list("player", flat=True)
    assert set(here) == {ticked.pk}
    assert "nur der Gast nicht" in office.text(path)
    said(office.post(path + "do/who/", guest=f"{known.name} Gast"))
    assert here.all().count() == 2


def test_tables_are_shown_by_their_number_whichever_was_opened_last(office, people, path):
    sent = {"here": ids(people[:8]), "profile": "schieber-1000", "three": ""}
    said(office.post(path + "do/who/", then="draw", **sent))
    said(office.post(path + "do/open/"))
    first = Game.objects.get(label="Tisch 1")
    said(office.post(path + "do/draw/", profile="schieber-1000", mixed=str(first.pk)))
    said(office.post(path + "do/open/"))
    page = office.text(path)
    assert page.index("Tisch 1") < page.index("Tisch 2")


def test_what_cannot_be_is_said_on_the_page_in_words(office, people, path):
    answer = office.post(
        path + "do/who/", here=ids(people[:2]), then="draw", profile="schieber-1000"
    )
    said(answer)
    assert "noch zu wenige" in office.text(path)
    assert Attendance.objects.count() == 2, "who is ticked stays ticked"
    answer = office.post(path + "do/draw/", profile="nix")
    assert (answer.status_code, "Bitte ein Spiel wählen" in words(answer)) == (422, True)
    answer = office.post(path + "do/open/")
    assert (answer.status_code, "nichts ausgelost" in words(answer)) == (409, True)
    answer = office.post(path + "do/exchange/", pair=ids(people[:1]))
    assert (answer.status_code, "genau zwei Namen" in words(answer)) == (422, True)


def test_how_a_table_stands_is_read_in_groups():
    sides = [Side(name, (), total, False) for name, total in (("Anna", 1284), ("Beat", 900))]
    table = TableTonight(Game(), "Schieber", sides, 9, True)
    assert table.sums == "1’284 : 900"


def test_each_table_gets_a_card_with_a_code_and_a_sheet(office, people, path):
    office.post(path + "do/who/", here=ids(people[:8]), then="draw", profile="schieber-1000")
    office.post(path + "do/open/")
    key = "a" * 32
    cards = office.post(path + "sheets/", key=key)
    assert cards.content.decode().count("<svg") >= 2
    assert words(cards).count("Mit der Kamera lesen") == 2
    head = re.findall(r'<th scope="col">(.*?)</th>', cards.content.decode())
    assert head[:2] == ["#", "Trumpf"]
    assert sum(" &amp; " in heading for heading in head) == 4


def test_cards_printed_again_are_the_same_and_end_with_the_evening(office, emma, people, path):
    office.post(path + "do/who/", here=ids(people[:4]), then="draw", profile="schieber-1000")
    office.post(path + "do/open/")
    once, again = (
        re.findall(r"<svg.*?</svg>", office.post(path + "sheets/").content.decode(), re.DOTALL)
        for _time in range(2)
    )
    assert once == again
    game = Game.objects.get()
    TableLink.objects.update(expires_at=timezone.now() + timedelta(minutes=1))
    own = {"actor": emma.actor, "club_id": game.club_id, "scope_id": game.pk, "label": ""}
    link, token = links.link_again(**own)
    assert link == TableLink.objects.get()
    assert link.expires_at - timezone.now() > timedelta(hours=11), "good for an evening from now on"
    way = links.path_of(token)
    assert Client().get(way).status_code == 200
    slip = {"contract": "RO", "declared_by": 0, "points": [97, None]}
    record_hand(actor=emma.actor, game_id=game.pk, number=1, slip=slip, source="paper")
    office.post(path + "do/close/")
    dead = Client().get(way)
    assert (dead.status_code, "Hier ist fertig gespielt" in words(dead)) == (410, True)
    assert "zurückgezogen: – →" in office.text("history/")


def test_the_number_of_a_table_is_worded_for_who_reads_it(office, people, path):
    office.post(path + "do/who/", here=ids(people[:4]), then="draw", profile="schieber-1000")
    office.post(path + "do/open/")
    with translation.override("fr"):
        assert Game.objects.get().label == "Table 1"
        assert Game.objects.filter(label="Table 1").exists()
    for typed in ("Stammtisch 3", "7", "Tisch 1a"):
        Game.objects.update(label=typed)
        with translation.override("it"):
            assert Game.objects.get().label == typed


def test_a_table_opened_late_that_never_wrote_keeps_no_evening_open(office, emma, people, path):
    office.post(path + "do/who/", here=ids(people[:4]), then="draw", profile="differenzler-offen")
    office.post(path + "do/open/")
    assert "Alle Partien abschliessen" not in office.text(path)
    first = Game.objects.get()
    slip = {"trump": "EI", "predictions": [40] * 4, "points": [100, 57, 0, 0]}
    record_hand(actor=emma.actor, game_id=first.pk, number=1, slip=slip, source="paper")
    office.post(path + "do/who/", here=ids(people[4:8]), then="draw", profile="differenzler-offen")
    office.post(path + "do/open/")
    page = office.text(path)
    assert "Eröffnen zurücknehmen" in page
    assert "Alle Partien abschliessen" in page
    said(office.post(path + "do/close/"))
    assert not Game.objects.filter(state=Game.State.OPEN).exists()


def test_the_excused_are_noted_and_shown(office, people, path):
    said(office.post(path + "do/excused/", excused=ids(people[:2])))
    assert "entschuldigt" in office.text(path)
    said(office.post(path + "do/excused/", excused=ids(people[:1]), shown=ids(people[:2])))
    assert Attendance.objects.get().player == people[0]


def test_members_read_the_evening_and_change_nothing(beat, club, people, path):
    member = Browser(beat, club.slug)
    assert "Wer ist da?" in member.text(path)
    for name in ["who", "draw", "open", "settle", "call-off", "exchange"]:
        assert member.post(path + f"do/{name}/", here=ids(people)).status_code == 403
        assert not Attendance.objects.exists()


def test_dates_are_planned_at_once_and_listed(office, club):
    first = timezone.localdate() + timedelta(days=3)
    until = first + timedelta(weeks=8)
    rhythm = {"weeks": "2", "until": until.isoformat()}
    usual = {"begins_at": "19:30", "place": "Rössli"}
    said(office.post("evenings/", first=first.isoformat(), **rhythm, **usual))
    assert Evening.objects.filter(club=club, place="Rössli").count() == 5
    assert office.text("evenings/").count("19:30 · Rössli") == 5


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"first": "morgen"}, "Das Datum schreibt man so"),
        ({"first": "2027-01-04", "begins_at": "abends"}, "Die Zeit schreibt man so"),
        ({"first": "2027-01-04", "weeks": "1", "until": "2026-12-01"}, "vor dem ersten"),
        ({"first": "2027-01-04", "weeks": "1", "until": "2037-01-04"}, "Höchstens 60"),
    ],
)
def test_dates_that_cannot_be_are_refused_with_the_reason(office, fields, text):
    answer = office.post("evenings/", **fields)
    assert (answer.status_code, text in words(answer)) == (422, True)
    assert not Evening.objects.exists()


def test_a_date_that_is_over_is_planned_and_said(office):
    day = timezone.localdate() - timedelta(days=7)
    said(office.post("evenings/", first=day.isoformat()))
    assert "Das erste Datum ist schon vorbei." in office.text(f"evenings/{day.isoformat()}/")


def test_wishes_to_sit_apart_are_read_by_who_draws_alone(office, beat, club, people):
    one, other = ids(people[:2])
    said(office.post("evenings/apart/", one=one, other=other))
    assert "Gret und Hans" in office.text("evenings/")
    assert "Gret und Hans" not in Browser(beat, club.slug).text("evenings/")
    said(office.post("evenings/apart/", one=other, other=one, apart="0"))
    assert not Apart.objects.exists()
    assert office.post("evenings/apart/", one=one, other=one).status_code == 422


def test_somebody_without_account_excuses_himself_by_his_link(people, evening):
    phone, address = Client(), link_of(people[0])
    assert "Ich komme nicht" in words(phone.get(address))
    sent = {"key": "b" * 32, "evening": str(evening.pk), "coming": "0"}
    assert phone.post(address, sent).status_code == 302
    assert Attendance.objects.get().state == "excused"
    assert "Ich komme doch" in words(phone.get(address))


def test_a_link_that_was_made_up_or_whose_person_has_gone_opens_nothing(people, evening):
    address = link_of(people[0])
    assert Client().get(re.sub(r"./$", "x/", address)).status_code == 404
    Player.objects.filter(pk=people[0].pk).update(active=False)
    assert Client().get(address).status_code == 404


def test_an_evening_of_another_club_is_not_there(other_club, people, evening, office):
    elsewhere = Evening.objects.create(club=other_club, day=evening.day, actor="system:test")
    sent = {"key": "c" * 32, "evening": str(elsewhere.pk), "coming": "0"}
    assert Client().post(link_of(people[0]), sent).status_code == 404
    assert office.get("evenings/2020-01-01/").status_code == 404
    assert office.get("evenings/gestern/").status_code == 404


def test_calendars_of_the_club_and_of_one_person_tell_its_evenings(
    office, beat, club, people, path
):
    said(office.post(path + "do/call-off/", cancelled="1"))
    feed = Browser(beat, club.slug).get("calendar.ics").content.decode()
    link = link_of(people[0])
    own = Client().get(link + "calendar.ics").content.decode()
    for read in (feed, own):
        assert ("STATUS:CANCELLED" in read, "Clubabend Jassclub Rosenau" in read) == (True, True)
    assert f"/clubs/{club.slug}/evenings/" in feed
    assert link in own.replace("\r\n ", "")


def test_the_page_of_a_club_leads_to_its_next_evening(office, club, path):
    assert "Heute Clubabend" in office.text("")
    said(office.post(path + "do/call-off/", cancelled="1"))
    assert "Heute Clubabend" not in office.text("")


def test_somebody_goes_early_and_the_draw_is_taken_back_by_taps(office, people, path, club):
    who = {"here": ids(people[:9]), "profile": "schieber-1000", "three": ""}
    said(office.post(path + "do/who/", then="draw", **who))
    said(office.post(path + "do/open/"))
    said(office.post(path + "do/take-back/"))
    assert "die Auslosung steht wieder da" in office.text(path)
    said(office.post(path + "do/open/"))
    answer = office.post(path + "do/substitute/", leaving="nix", coming="-")
    assert (answer.status_code, "Wer geht, und wer" in words(answer)) == (422, True)
    game = Game.objects.filter(club=club, state="open").first()
    seat = f"{game.pk} {game.seats.get(index=0).player_id}"
    assert office.post(path + "do/substitute/", leaving=seat).status_code == 422
    said(office.post(path + "do/substitute/", leaving=seat, coming="-"))
    assert "Der Tisch ist aufgehoben" in office.text(path)
    mixed = str(Game.objects.get(club=club, state="open").pk)
    said(office.post(path + "do/draw/", profile="schieber-1000", mixed=mixed))
    assert "Ausgelost, noch nicht eröffnet" in office.text(path)


def two_tables_tonight():
    """Two open tables on an evening of today, and what the scribe reads on its page."""
    own = house()
    tables = [open_table(own, "schieber-1000") for _number in range(2)]
    Evening.objects.create(club=own.club, day=timezone.localdate(), actor="system:test")
    client = Client()
    client.force_login(User.objects.get(pk=own.official("scribe").ident))
    return tables, lambda path: client.get(f"/clubs/{own.club.slug}/{path}").content.decode()


def test_only_where_unconfirmed_hands_are_counted_the_ranking_says_so(path):
    tables, read = two_tables_tonight()

    def said_so():
        return "Noch nicht bestätigte Spiele sind mitgezählt." in read(path)

    tables[0].write(1, schieber(90))
    assert said_so()
    tables[0].confirm(1, seat=1)
    assert not said_so(), "the other table still plays"


def test_before_all_games_end_the_page_names_those_that_are_not_over(path):
    tables, read = two_tables_tonight()
    tables[0].write(1, schieber(90))
    html = read(path)
    fold = re.sub(r"\s+", " ", html[html.index("Alle Partien abschliessen") :])
    assert "90 : 67." in fold
    assert "zählt der Vorsprung als Sieg" in fold
    assert fold.count("die Partie fällt weg") == 1


def test_games_of_an_evening_to_come_are_not_opened_without_a_word(office, people, club):
    day = timezone.localdate() + timedelta(days=7)
    Evening.objects.create(club=club, day=day, actor="system:test")
    path = f"evenings/{day}/do/"
    said(office.post(path + "who/", here=ids(people[:4]), then="draw", profile="schieber-1000"))
    answer = office.post(path + "open/")
    assert (answer.status_code, "noch nicht heute" in words(answer)) == (422, True)
    assert not Game.objects.exists()
    said(office.post(path + "open/", early="1"))
    assert Game.objects.count() == 1


def test_the_page_asks_whether_the_score_stays_where_somebody_plays_on(office, people, path, club):
    said(office.post(path + "do/who/", then="draw", profile="schieber-1000", three="",
                     here=ids(people[:6])))  # fmt: skip
    said(office.post(path + "do/open/"))
    for number, (score, told) in enumerate(
        [
            ("stays", "Die Partie läuft weiter, der Stand bleibt."),
            ("new", "einer neuen Partie ab 0"),
        ]
    ):
        game = Game.objects.get(club=club, state="open")
        seat = f"{game.pk} {game.seats.get(index=number).player_id}"
        coming = waiting(Evening.objects.get(club=club))[0]
        send = {"leaving": seat, "coming": str(coming.pk), "score": score}
        said(office.post(path + "do/substitute/", **send))
        assert told in office.text(path)


def test_who_is_excused_is_not_ticked_with_those_of_the_last_time(path):
    own = house()
    before = timezone.localdate() - timedelta(days=7)
    open_table(own, "schieber-1000", played_on=before)
    Game.objects.update(state="closed", closed_at=timezone.now())
    evening = Evening.objects.create(club=own.club, day=timezone.localdate(), actor="system:test")
    excused = own.people[0]
    Attendance.objects.create(
        club=own.club, evening=evening, player=excused, state="excused", actor="x"
    )
    client = Client()
    client.force_login(User.objects.get(pk=own.official("scribe").ident))
    html = client.get(f"/clubs/{own.club.slug}/{path}").content.decode()
    boxes = re.findall(r'<input type="checkbox" name="here" value="([^"]+)"[^>]*data-last', html)
    assert set(boxes) == {str(one.pk) for one in own.people[1:4]}


def test_codes_that_are_printed_early_live_until_the_noon_after_the_evening(office, people, club):
    day = timezone.localdate() + timedelta(weeks=7)
    Evening.objects.create(club=club, day=day, actor="system:test")
    path = f"evenings/{day}/"
    said(office.post(path + "do/who/", here=ids(people[:4]), then="draw", profile="schieber-1000"))
    said(office.post(path + "do/open/", early="1"))
    html = words(office.post(path + "sheets/", key="print"))
    noon = f"{day + timedelta(days=1):%d.%m.%Y} 12:00"
    assert f"Sie gelten bis {noon}" in html
    ends = timezone.localtime(TableLink.objects.get().expires_at)
    assert f"{ends:%d.%m.%Y %H:%M}" == noon
