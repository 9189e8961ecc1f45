"""What the office did is told in words, and taken back for a fortnight."""

import re
from datetime import date, timedelta
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Change, KittyBooking, Membership, Player, Season, Undone
from jassclub.clubs.services import accounts, clubs, kitty, links, people, undoing
from jassclub.clubs.services.merging import merge_players
from jassclub.core.errors import Conflict, DomainError
from scoring.tables.games import open_game
from tests.cast import person, phone_at
from tests.jassclub.office import Browser, words
from tournaments.evenings.models import Attendance, Evening
from tournaments.evenings.selectors import link_of

pytestmark = pytest.mark.django_db


def newest(item) -> Change:
    return Change.objects.filter(object_id=item.pk).order_by("-version")[0]


def undo(who, item):
    change = newest(item)
    return undoing.undo(actor=who.actor, club_id=change.club_id, change_id=change.pk)


@pytest.fixture
def office(emma, club):
    return Browser(emma, club.slug)


def take_back(office, book, ident):
    return office.post("history/", book=book, deed=str(ident))


def test_a_name_is_set_back_and_the_history_tells_both(emma, beat, office):
    player = beat.seat_taker
    people.change_player(
        actor=emma.actor, player_id=player.pk, version=player.version, values={"name": "Beet"}
    )
    assert "Person Beet, Name: Beat → Beet emma" in office.text("history/")
    assert take_back(office, "changes", newest(player).pk).status_code == 302
    player.refresh_from_db()
    assert (player.name, player.version) == ("Beat", 3)
    told = office.text("history/")
    assert "Name: Beet → Beat" in told
    assert "zurückgenommen: emma" in told


def test_who_was_added_by_mistake_goes_whole_and_comes_back(emma, club, office):
    player = people.add_player(actor=emma.actor, club_id=club.pk, name="Gast Peter", guest=True)
    assert take_back(office, "changes", newest(player).pk).status_code == 302
    told = office.text("history/")
    assert "Es ist wieder, wie es vorher war" in told
    assert "Person Gast Peter ist entfernt" in told
    assert not Player.objects.filter(pk=player.pk).exists()
    assert take_back(office, "changes", newest(player).pk).status_code == 302
    back = Player.objects.get(pk=player.pk)
    assert (back.name, back.guest, back.active, back.version) == ("Gast Peter", True, True, 3)


def test_who_was_there_meanwhile_plays_no_more_and_the_page_says_so(emma, club, office):
    player = people.add_player(actor=emma.actor, club_id=club.pk, name="Gast Peter")
    evening = Evening.objects.create(club=club, day=timezone.localdate(), actor="user:x")
    Attendance.objects.create(club=club, evening=evening, player=player, state="here", actor="x")
    assert take_back(office, "changes", newest(player).pk).status_code == 302
    told = office.text("history/")
    assert "Was in den Büchern steht, bleibt stehen, darum auch: Gast Peter." in told
    player.refresh_from_db()
    assert not player.active


@pytest.mark.parametrize("later", [True, False])
def test_what_was_changed_since_is_left_and_named(emma, chloe, beat, later):
    player = beat.seat_taker
    people.change_player(actor=emma.actor, player_id=player.pk, version=1, values={"guest": True})
    first = newest(player)
    values = {"guest": False} if later else {"name": "Beat A."}
    people.change_player(actor=chloe.actor, player_id=player.pk, version=2, values=values)
    if later:
        with pytest.raises(Conflict, match="Chlöe hat das seither geändert"):
            undoing.undo(actor=emma.actor, club_id=first.club_id, change_id=first.pk)
    else:
        undoing.undo(actor=emma.actor, club_id=first.club_id, change_id=first.pk)
    player.refresh_from_db()
    assert player.guest is False
    assert player.name == ("Beat" if later else "Beat A.")
    assert Undone.objects.count() == (0 if later else 1)


def test_a_list_of_names_is_one_deed(office, club):
    office.post("people/", names="Urs\nVreni\nWerni")
    now = timezone.now()
    first = undoing.deeds(SYSTEM, club, before=now, most=9)[0]
    assert first.lines == [f"Person {name} kommt dazu" for name in ("Urs", "Vreni", "Werni")]
    urs = Player.objects.get(club=club, name="Urs")
    take_back(office, "changes", newest(urs).pk)
    assert not Player.objects.filter(club=club, active=True, name__in=["Urs", "Vreni", "Werni"])


def test_nothing_of_a_deed_is_taken_back_where_one_part_was_changed(office, emma, club):
    office.post("people/", names="Urs\nVreni")
    urs, vreni = Player.objects.filter(name__in=["Urs", "Vreni"]).order_by("name")
    people.change_player(actor=emma.actor, player_id=urs.pk, version=1, values={"name": "Urs K."})
    answer = take_back(office, "changes", newest(vreni).pk)
    assert answer.status_code == 409
    assert "seither geändert" in words(answer)
    assert Player.objects.filter(active=True, name__in=["Urs K.", "Vreni"]).count() == 2


def test_a_role_a_removal_and_a_joining_are_taken_back(emma, club, office):
    gian = person("Gian", club=club, role="member")
    member = Membership.objects.get(user=gian.user)
    at = {"actor": emma.actor, "club_id": club.pk, "user_id": gian.user.pk}
    people.set_role(**at, version=1, role="director")
    undo(emma, member)
    member.refresh_from_db()
    assert (member.role, member.version) == ("member", 3)
    people.remove_member(**at, version=3)
    undo(emma, member)
    back = Membership.objects.get(user=gian.user)
    assert (back.pk, back.role, back.version) == (member.pk, "member", 5)
    undo(emma, back)
    assert not Membership.objects.filter(user=gian.user)
    assert "Mitglied gian, Rolle: Mitglied → Spielleiter" in office.text("history/")
    gian.user.delete()
    assert "Mitglied (Konto gelöscht), Rolle: Mitglied → Spielleiter" in office.text("history/")


def test_the_only_admin_stays_one(emma, club):
    member = Membership.objects.get(user=emma.user)
    with pytest.raises(Conflict, match="mindestens einen Vorstand"):
        undo(emma, member)


def test_a_season_is_set_back_deleted_and_put_back(chloe, emma, club):
    season = clubs.add_season(
        actor=chloe.actor,
        club_id=club.pk,
        name="Winter",
        starts=date(2031, 1, 1),
        ends=date(2031, 3, 1),
    )
    clubs.change_season(
        actor=chloe.actor, season_id=season.pk, version=1, values={"ends": date(2031, 4, 1)}
    )
    undo(chloe, season)
    season.refresh_from_db()
    assert season.ends == date(2031, 3, 1)
    clubs.delete_season(actor=chloe.actor, season_id=season.pk, version=3)
    undo(chloe, season)
    back = Season.objects.get(pk=season.pk)
    assert (back.name, back.starts, back.version) == ("Winter", date(2031, 1, 1), 5)
    undo(chloe, back)
    assert not Season.objects.filter(pk=season.pk)


def test_rules_of_the_house_are_told_by_switch_and_set_back(emma, club, office):
    clubs.change_club(
        actor=emma.actor,
        club_id=club.pk,
        version=club.version,
        values={"profile_layer": {"helps": True}},
    )
    switch = "Das Telefon zeigt Trumpf und den Abstand zum Ziel"
    assert f"Hausregeln · {switch}: – → Ja" in office.text("history/")
    undo(emma, club)
    club.refresh_from_db()
    assert club.profile_layer == {}


def test_money_the_deck_and_the_language_are_told_in_words_of_the_pages(emma, club, office):
    fine = [["zu spät", 200], ["geflucht", 150]]
    club.money = {"fee": 4000, "coin": 1}
    club.save(update_fields=["money"])
    clubs.change_club(
        actor=emma.actor,
        club_id=club.pk,
        version=club.version,
        values={
            "money": {"fee": 4500, "coin": 5, "fines": fine, "town": "Aegeri"},
            "deck": "french",
            "language": "fr",
        },
    )
    page = office.text("history/")
    assert "Ganzer Beitrag: 40.00 → 45.00" in page
    assert "Am Abend auf 5 Rappen runden: nein → ja" in page
    assert "Bussen des Hauses: – → zu spät 2.00, geflucht 1.50" in page
    assert "Ort: – → Aegeri" in page
    assert "Reduzierter" not in page
    assert "Karten: deutschschweizer Karten → französische Karten" in page
    assert "Sprache: Deutsch → Französisch" in page


def test_merges_and_bookings_go_by_their_own_books(emma, club, office):
    one, other = (people.add_player(actor=SYSTEM, club_id=club.pk, name=n) for n in ("U", "Urs"))
    merge = merge_players(actor=emma.actor, player_id=one.pk, into_id=other.pk)
    booking = kitty.book(
        actor=emma.actor,
        club_id=club.pk,
        kind="stake",
        day=timezone.localdate(),
        lines=[kitty.Line(other.pk, -500)],
    )
    told = office.text("history/")
    assert "U zählt jetzt als Urs." in told
    assert "Kasse: Einsatz, Urs −5.00" in told
    take_back(office, "merges", merge.pk)
    take_back(office, "kitty", booking.pk)
    merge.refresh_from_db()
    assert not merge.stands
    assert KittyBooking.objects.get(is_counter=True).entries.get().amount == 500
    assert take_back(office, "kitty", booking.pk).status_code == 409


def test_the_bills_of_a_year_are_one_deed_and_what_was_booked_before_stays(emma, club, office):
    who = [people.add_player(actor=SYSTEM, club_id=club.pk, name=n) for n in ("U", "V", "W")]
    own = {"actor": emma.actor, "club_id": club.pk, "day": timezone.localdate()}
    earlier = kitty.book(**own, kind="stake", lines=[kitty.Line(who[0].pk, -500)])
    KittyBooking.objects.update(created_at=timezone.now() - timedelta(seconds=9))
    for one in who:
        kitty.book(**own, kind="fee", year=2026, lines=[kitty.Line(one.pk, -6000)])
    page = office.get("history/").content.decode()
    assert page.count("Beitrag, ") == 3
    deeds = re.findall(r'name="book" value="kitty">\s*<input[^>]*value="([^"]+)"', page)
    assert len(deeds) == 2
    assert take_back(office, "kitty", deeds[0]).status_code == 302
    standing = KittyBooking.objects.filter(is_counter=False, cancelled_by=None)
    assert standing.get() == earlier
    assert take_back(office, "kitty", deeds[0]).status_code == 409


def test_dates_of_evenings_go_together_until_one_of_them_is_used(emma, beat, club, office):
    sent = {"first": "2027-01-07", "weeks": "1", "until": "2027-01-28", "begins_at": "19:30"}
    office.post("evenings/", **sent)
    told = office.text("history/")
    assert "Clubabend 07.01.2027 kommt dazu" in told
    (planned,) = {change.act for change in Change.objects.filter(model="evening")}
    first = Change.objects.filter(act=planned).order_by("at")[0]
    evening = Evening.objects.get(pk=first.object_id)
    Attendance.objects.create(club=club, evening=evening, player=beat.seat_taker, state="excused")
    refused = take_back(office, "changes", first.pk)
    assert refused.status_code == 409
    assert "07.01.2027 ist schon etwas eingetragen" in words(refused)
    Attendance.objects.all().delete()
    assert take_back(office, "changes", first.pk).status_code == 302
    assert not Evening.objects.exists()
    told = office.text("history/")
    assert "Clubabend 07.01.2027 ist entfernt" in told
    back = Change.objects.filter(model="evening").order_by("-at")[0]
    assert take_back(office, "changes", back.pk).status_code == 302
    assert Evening.objects.count() == 4


@pytest.mark.parametrize(("days", "open_"), [(13, True), (15, False)])
def test_after_a_fortnight_it_stays(emma, beat, office, days, open_):
    change = newest(beat.seat_taker)
    Change.objects.update(at=timezone.now() - timedelta(days=days))
    assert ("Rückgängig" in office.text("history/")) == open_
    assert take_back(office, "changes", change.pk).status_code == (302 if open_ else 409)


def test_it_is_taken_back_once(emma, beat):
    people.change_player(
        actor=emma.actor, player_id=beat.seat_taker.pk, version=1, values={"name": "B"}
    )
    change = newest(beat.seat_taker)
    undoing.undo(actor=emma.actor, club_id=change.club_id, change_id=change.pk)
    with pytest.raises(Conflict, match="schon zurückgenommen"):
        undoing.undo(actor=emma.actor, club_id=change.club_id, change_id=change.pk)


@pytest.mark.parametrize("who", ["chloe", "fritz", "anna"])
def test_who_may_not_do_it_may_not_undo_it(request, who, emma, club):
    """A director sees no roles; a scribe and another club see nothing."""
    other = request.getfixturevalue(who)
    member = Membership.objects.get(user=emma.user)
    with pytest.raises(DomainError) as refused:
        undoing.undo(actor=other.actor, club_id=club.pk, change_id=newest(member).pk)
    assert refused.value.status in (403, 404)


def test_who_left_by_himself_is_not_put_back(emma, club):
    gian = person("Gian", club=club, role="admin")
    member = Membership.objects.get(user=gian.user)
    people.remove_member(actor=gian.actor, club_id=club.pk, user_id=gian.user.pk, version=1)
    with pytest.raises(Conflict, match="nicht zurücknehmen"):
        undo(emma, member)


def test_the_page_is_read_in_parts(emma, club, office):
    for number in range(35):
        people.add_player(actor=emma.actor, club_id=club.pk, name=f"Gast {number:02}")
    first = office.text("history/")
    assert "Gast 34" in first
    assert "Gast 02" not in first
    (older,) = re.findall(r'\?before=([^"]+)', office.get("history/").content.decode())
    assert "Gast 02" in office.text("history/", before=unquote(older))
    assert office.get("history/", before="gestern").status_code == 200
    assert reverse("history", args=[club.slug]) in office.get("").content.decode()


def test_a_season_in_which_was_played_is_not_deleted_by_an_undo(chloe, club, season, guests):
    open_game(
        actor=chloe.actor,
        club_id=club.pk,
        profile_slug="schieber-1000",
        player_ids=[player.pk for player in guests[:4]],
        season_id=season.pk,
        played_on=season.starts,
    )
    with pytest.raises(Conflict, match="hängt noch anderes"):
        undo(chloe, season)
    assert Season.objects.filter(pk=season.pk).exists()


def test_a_link_that_was_ended_by_mistake_opens_again_with_its_phones(chloe, club, game, office):
    phone = phone_at(club, game, seat=0)
    link = phone.device.link
    links.revoke_link(actor=chloe.actor, link_id=link.pk)
    assert phone.api.get("devices/me").status_code == 401
    assert "Tischlink Tisch, zurückgezogen: – →" in office.text("history/")
    undo(chloe, link)
    assert phone.api.get("devices/me").status_code == 200
    links.revoke_device(actor=chloe.actor, link_id=link.pk, device_id=phone.device.pk)
    links.revoke_device(actor=chloe.actor, link_id=link.pk, device_id=phone.device.pk)
    assert newest(phone.device).version == 1
    undo(chloe, phone.device)
    assert phone.api.get("devices/me").status_code == 200


def test_an_invitation_is_called_back_and_out_again(emma, chloe, club, office):
    invitation, token = accounts.invite(actor=emma.actor, club_id=club.pk)
    accounts.revoke_invitation(actor=emma.actor, club_id=club.pk, invitation_id=invitation.pk)
    assert Client().get(f"/i/{token}").status_code == 404
    with pytest.raises(DomainError):
        undo(chloe, invitation)
    undo(emma, invitation)
    assert Client().get(f"/i/{token}").status_code == 200
    accounts.offer_reset(actor=emma.actor, club_id=club.pk, user_id=chloe.user.pk)
    told = office.text("history/")
    assert ("Link für ein neues Passwort" in told, "Einladung" in told) == (True, True)


def test_the_rules_of_a_season_are_told_by_the_points_of_its_regulation(chloe, emma, club, season):
    clubs.change_season(
        actor=chloe.actor,
        season_id=season.pk,
        version=season.version,
        values={"rules": {"schieber": {"drop": 2}}, "reason": "wie besprochen"},
    )
    told = Browser(emma, club.slug).text("history/")
    assert "Was zählt: " in told
    assert "«wie besprochen»" in told
    undo(chloe, season)
    season.refresh_from_db()
    assert season.rules == {}


def test_who_was_there_and_who_sits_apart_are_told_in_words(emma, beat, anna, club, office):
    day = timezone.localdate().isoformat()
    office.post("evenings/", first=day, weeks="0")
    one, other = (str(who.seat_taker.pk) for who in (anna, beat))
    office.post(f"evenings/{day}/do/excused/", excused=[one])
    office.post(f"evenings/{day}/do/who/", here=[one], shown=[])
    office.post("evenings/apart/", one=one, other=other)
    Client().post(link_of(beat.seat_taker), {"evening": str(Evening.objects.get().pk)})
    told = office.text("history/")
    assert "Anna: – → entschuldigt emma" in told
    assert "Anna: entschuldigt → da emma" in told
    assert re.search(r"Beat: – → entschuldigt Beat, \d", told)
    assert re.search("Nicht am gleichen Tisch (Anna, Beat|Beat, Anna): – → ja", told)


def test_a_reversal_is_a_deed_with_its_reason(emma, beat, club, office):
    line = [kitty.Line(beat.seat_taker.pk, -500)]
    day = timezone.localdate()
    booking = kitty.book(actor=emma.actor, club_id=club.pk, kind="fine", day=day, lines=line)
    office.post(f"kitty/{booking.pk}/", reason="vertippt")
    assert "Aufgehoben: Kasse: Busse, Beat −5.00 «vertippt» emma" in office.text("history/")
    counter = KittyBooking.objects.get(is_counter=True)
    assert take_back(office, "reversals", counter.pk).status_code == 409
