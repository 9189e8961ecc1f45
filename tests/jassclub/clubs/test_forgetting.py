"""Anybody goes, takes his data along and is forgotten, without an officer's help."""

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from jassclub.clubs.actors import ANONYMOUS, person_actor
from jassclub.clubs.models import Change, Departure, Membership, Player, User
from jassclub.clubs.services import accounts, forgetting, people as members
from jassclub.clubs.services.merging import lock_people
from jassclub.core.errors import Conflict
from jassclub.home.tasks import forget_who_left
from jassclub.webhooks.models import PushSubscription
from tests.cast import person
from tests.rights.years_later import turn_clock
from tests.scoring.table import house
from tests.tournaments.events import event
from tests.tournaments.fair import fair
from tournaments.core.models import Tournament
from tournaments.desk import services as setup
from tournaments.entries import services as entries
from tournaments.entries.entrants import Person
from tournaments.entries.models import Entry, Team
from tournaments.privacy import services as privacy
from tournaments.results.models import PenaltyPoints

pytestmark = pytest.mark.django_db

FORTNIGHT = timedelta(days=14, hours=1)
NAME = "Rosa Räber"
PHONE = "https://push.example.org/1"


def member(role="member"):
    """Somebody who plays, with an account, and a browser; a club in which others stay."""
    day = event(rounds=2, hands=4)
    club = day.house.club
    one = person(NAME, club=club, role=role, plays=True)
    Tournament.objects.update(public=True)
    setup.open_sign_up(**day.ids)
    entries.add_entries(**day.ids, people=[Person(NAME, contact="079 111 22 33")], present=True)
    client = Client()
    client.force_login(one.user)
    return day, one, client


def go(client, day, what="leave"):
    answer = client.post(f"/me/{day.house.club.slug}/{what}/", follow=True)
    assert answer.status_code == 200
    return answer


def test_a_member_who_goes_is_hidden_at_once():
    day, one, client = member()
    go(client, day)
    assert not Player.objects.filter(name=NAME).exists()
    assert Entry.objects.get().name == "Person 1"
    assert NAME not in Client().get("/t/herbst/").content.decode()
    other = person("Otto", club=day.house.club)
    assert NAME not in other.api.get("players", limit=100).content.decode()
    members_told = other.api.get(f"clubs/{day.house.club.pk}/members").content.decode()
    assert one.user.username not in members_told


def test_for_a_fortnight_he_can_change_his_mind_and_everything_is_as_before(monkeypatch):
    day, one, client = member()
    go(client, day)
    turn_clock(monkeypatch, timedelta(days=13))
    assert forget_who_left() == 0
    go(client, day, "stay")
    turn_clock(monkeypatch, FORTNIGHT)
    assert forget_who_left() == 0
    player = Player.objects.get(name=NAME)
    assert (player.active, player.user_id) == (True, one.user.pk)
    entry = Entry.objects.get()
    assert (entry.name, entry.contact) == (NAME, "079 111 22 33")
    assert Membership.objects.filter(user=one.user).exists()


def test_after_a_fortnight_name_account_and_texts_are_gone_and_the_ledger_holds(monkeypatch):
    day, one, client = member()
    members.change_player(
        actor=day.director, player_id=one.seat_taker.pk, version=one.seat_taker.version,
        values={"guest": True},
    )  # fmt: skip
    go(client, day)
    turn_clock(monkeypatch, FORTNIGHT)
    assert forget_who_left() == 1
    assert forget_who_left() == 0
    player = Player.objects.get(pk=one.seat_taker.pk)
    assert (player.name, player.user_id, player.active) == ("Person 1", None, False)
    assert player.anonymised_at is not None
    assert (Entry.objects.get().name, Entry.objects.get().contact) == ("Person 1", "")
    assert not User.objects.filter(pk=one.user.pk).exists()
    kept = json.dumps([*Change.objects.values_list("diff", flat=True)], ensure_ascii=False)
    assert "Räber" not in kept
    assert Departure.objects.get().names == {}
    out = StringIO()
    call_command("verify_ledger", stdout=out)
    assert " 0 findings" in out.getvalue()


def test_who_belongs_to_another_club_keeps_his_account(monkeypatch):
    day, one, client = member()
    other = house("Jassfreunde Ilanz")
    Membership.objects.create(club=other.club, user=one.user)
    PushSubscription.objects.create(user=one.user, endpoint=PHONE)
    go(client, day)
    turn_clock(monkeypatch, FORTNIGHT)
    assert forget_who_left() == 1
    assert [m.club for m in Membership.objects.filter(user=one.user)] == [other.club]
    assert PushSubscription.objects.get().user == one.user


@pytest.mark.parametrize(("elsewhere", "left"), [(False, 0), (True, 1)])
def test_no_phone_rings_for_who_is_forgotten(elsewhere, left):
    day, one, _client = member()
    PushSubscription.objects.create(user=one.user, endpoint=PHONE)
    if elsewhere:
        Membership.objects.create(club=house("Jassfreunde Ilanz").club, user=one.user)
    admin = day.house.official("admin")
    forgetting.anonymise_player(actor=admin, player_id=one.seat_taker.pk, reason="")
    assert PushSubscription.objects.count() == left


def test_the_only_admin_hands_the_office_over_first():
    day, _one, client = member(role="admin")
    Membership.objects.filter(club=day.house.club).exclude(user__username__iexact=_one.user.username
        ).filter(role="admin").update(role="member")  # fmt: skip
    answer = client.post(f"/me/{day.house.club.slug}/leave/")
    assert answer.status_code == 409
    assert "Gib zuerst das Amt weiter" in answer.content.decode()
    assert Player.objects.filter(name=NAME).exists()


def test_somebody_else_of_the_name_does_not_keep_him_from_coming_back():
    day, one, client = member()
    go(client, day)
    members.add_player(actor=day.director, club_id=day.house.club.pk, name=NAME)
    go(client, day, "stay")
    assert Player.objects.get(user=one.user).name == f"{NAME} (2)"


def test_nobody_renames_merges_or_forgets_who_is_about_to_go():
    day, one, client = member()
    go(client, day)
    hidden = Player.objects.get(user=one.user)
    with pytest.raises(Conflict):
        members.change_player(
            actor=day.director, player_id=hidden.pk, version=hidden.version, values={"name": "X"}
        )


def test_no_invitation_gives_an_account_to_who_is_about_to_go():
    day, _one, _client = member()
    officer = person_actor(person("Olga", club=day.house.club, role="admin").user.pk)
    guest = Player.objects.create(club=day.house.club, name="Gian Gast", guest=True)
    _invitation, token = accounts.invite(
        actor=officer, club_id=day.house.club.pk, player_id=guest.pk
    )
    lock_people(day.house.club.pk)
    forgetting.depart(club_id=day.house.club.pk, player=guest)
    with pytest.raises(Conflict) as refused:
        accounts.accept(actor=ANONYMOUS, token=token, username="gian", password="rote Rosen 1291")
    assert refused.value.code == "leaving"


def test_he_takes_everything_along_as_a_file():
    _day, one, client = member()
    PushSubscription.objects.create(user=one.user, endpoint=PHONE)
    answer = client.get("/me/data.json")
    held = json.loads(answer.content)
    assert "attachment" in answer["Content-Disposition"]
    assert held["account"]["username"] == one.user.username
    assert held["account"]["phones"][0]["address"] == PHONE
    assert held["clubs"][0]["held"]["phones"][0]["service"] == "push.example.org"
    assert held["clubs"][0]["held"]["tournaments"]["entries"][0]["contact"] == "079 111 22 33"


def test_he_chooses_initials_and_strangers_read_them_of_earlier_events_too():
    day, _one, client = member()
    answer = client.post(f"/me/{day.house.club.slug}/veil/", {"initials_only": "1"})
    assert answer.status_code == 302
    told = Client().get(f"/api/v1/tournaments/{day.tournament.pk}/entries").content.decode()
    assert NAME not in told
    assert "R. R." in told


def ticket():
    """A pair of strangers who signed up."""
    day = event("pairs-5x8-swiss")
    Tournament.objects.update(public=True)
    setup.open_sign_up(**day.ids)
    pair = [Person(NAME, contact="079 111 22 33", note="Knie"), Person("Otto Odermatt")]
    ids: dict[str, Any] = {"actor": ANONYMOUS, "tournament_id": day.tournament.pk}
    token = entries.sign_up(**ids, people=pair)[1]
    return day, f"/t/herbst/ticket/{token}"


def texts_of_desk(desk, day):
    client = Client()
    client.force_login(User.objects.get(pk=desk.user_id))
    slug = day.house.club.slug
    return client.get(f"/clubs/{slug}/tournaments/herbst/people/1/").content.decode()


def test_a_stranger_is_forgotten_by_his_ticket_and_his_partner_is_not(monkeypatch):
    _day, path = ticket()
    assert Client().post(f"{path}/leave", {"number": 1}).status_code == 302
    page = Client().get(path).content.decode()
    assert NAME not in page
    assert "Otto Odermatt" in page
    assert "doch nicht vergessen" in page
    assert "Räber" not in Team.objects.get().name
    assert {entry.state for entry in Entry.objects.all()} == {"withdrawn"}
    turn_clock(monkeypatch, FORTNIGHT)
    assert forget_who_left() == 1
    first = Entry.objects.get(number=1)
    assert (first.name, first.contact, first.note) == ("Person 1", "", "")
    assert Entry.objects.get(number=2).name == "Otto Odermatt"
    assert Departure.objects.get().names == {}


def test_a_stranger_changes_his_mind_by_his_ticket():
    _day, path = ticket()
    Client().post(f"{path}/leave", {"number": 1})
    Client().post(f"{path}/leave", {"number": 1, "stay": "1"})
    entry = Entry.objects.get(number=1)
    assert (entry.name, entry.contact) == (NAME, "079 111 22 33")
    assert NAME in Client().get(path).content.decode()


def test_a_stranger_takes_his_data_along_by_his_ticket():
    _day, path = ticket()
    held = json.loads(Client().get(f"{path}/data.json").content)
    assert [one["name"] for one in held["people"]] == [NAME, "Otto Odermatt"]
    assert held["people"][0]["contact"] == "079 111 22 33"


def test_how_to_reach_somebody_who_goes_is_hidden_from_the_desk_at_once_and_comes_back_with_him():
    day, path = ticket()
    desk = day.house.official("scribe")
    asked = {"contact": "079 111 22 33", "note": "Knie"}
    Client().post(f"{path}/leave", {"number": 1})
    assert not Entry.objects.filter(number=1).exclude(contact="", note="").exists()
    assert "079 111 22 33" not in texts_of_desk(desk, day)
    Client().post(f"{path}/leave", {"number": 1, "stay": "1"})
    assert Entry.objects.filter(number=1).values(*asked).get() == asked
    assert "079 111 22 33" in texts_of_desk(desk, day)


def test_no_reason_names_who_goes_and_it_is_there_again_when_he_stays():
    day, path = ticket()
    given = PenaltyPoints.objects.create(
        club_id=Entry.objects.get(number=1).club_id,
        entry=Entry.objects.get(number=1),
        points=10,
        reason="Räber hat gemogelt",
        actor="x",
    )
    listed = f"/api/v1/tournaments/{day.tournament.pk}/penalties"

    def told():
        return Client().get(listed).json()["results"][0]["reason"]

    assert told() == given.reason
    Client().post(f"{path}/leave", {"number": 1})
    assert told() == "Person 1 hat gemogelt"
    Client().post(f"{path}/leave", {"number": 1, "stay": "1"})
    assert told() == given.reason


def test_somebody_elses_ticket_forgets_nobody():
    _day, path = ticket()
    assert Client().post(f"{path}x/leave", {"number": 1}).status_code == 404
    assert Client().post(f"{path}/leave", {"number": 7}).status_code in (302, 404)
    assert not Departure.objects.exists()


def test_while_it_is_played_the_name_is_needed():
    own = fair(0)
    ids: dict[str, Any] = {"actor": ANONYMOUS, "tournament_id": own.tournament.pk}
    token = entries.sign_up(**ids, people=[Person(NAME)])[1]
    Tournament.objects.update(state="running")
    assert Client().post(f"/t/herbst/ticket/{token}/leave", {"number": 1}).status_code == 409
    assert not Departure.objects.exists()


def test_no_two_who_go_are_called_alike(monkeypatch):
    day, _one, client = member()
    go(client, day)
    ids: dict[str, Any] = {"actor": ANONYMOUS, "tournament_id": day.tournament.pk}
    token = entries.sign_up(**ids, people=[Person("Lina Lenz")])[1]
    Client().post(f"/t/herbst/ticket/{token}/leave", {"number": 2})
    assert sorted(Departure.objects.values_list("label", flat=True)) == ["Person 1", "Person 2"]


def test_who_stays_does_not_bring_the_name_of_his_partner_back_who_goes(monkeypatch):
    _day, path = ticket()
    Client().post(f"{path}/leave", {"number": 1})
    Client().post(f"{path}/leave", {"number": 2})
    assert Team.objects.get().name == "Person 1 / Person 2"
    Client().post(f"{path}/leave", {"number": 1, "stay": "1"})
    assert Team.objects.get().name == f"{NAME} / Person 2"
    Client().post(f"{path}/leave", {"number": 2, "stay": "1"})
    assert Team.objects.get().name == f"{NAME} / Otto Odermatt"


def test_to_forget_one_of_a_pair_shows_nobody_the_other_who_goes_a_day_later(monkeypatch):
    _day, path = ticket()
    Client().post(f"{path}/leave", {"number": 1})
    Client().post(f"{path}/leave", {"number": 2})
    Departure.objects.filter(label="Person 2").update(due_at=timezone.now() + 2 * FORTNIGHT)
    turn_clock(monkeypatch, FORTNIGHT)
    assert forget_who_left() == 1
    assert Team.objects.get().name == "Person 1 / Person 2"


def test_who_goes_by_a_ticket_holds_the_club_before_the_tournament(monkeypatch):
    """As the night does: held the other way round, each would wait for the other."""
    _day, path = ticket()
    order = []

    def noted(name):
        real = getattr(privacy, name)

        def locking(*given):
            order.append(name)
            return real(*given)

        monkeypatch.setattr(privacy, name, locking)

    noted("lock_people")
    noted("held")
    Client().post(f"{path}/leave", {"number": 1})
    Client().post(f"{path}/leave", {"number": 1, "stay": "1"})
    assert order == ["lock_people", "held"] * 2
