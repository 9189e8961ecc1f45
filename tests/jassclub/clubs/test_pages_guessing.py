"""Who tries secrets of links on the pages is slowed down; who has a good one never is."""

from datetime import timedelta
from secrets import token_urlsafe

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Invitation, TableLink
from jassclub.clubs.services import accounts, links
from scoring.tables.games import open_game

pytestmark = pytest.mark.django_db

MOST = int(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]["guesses"].split("/")[0])
PHONES = 120


@pytest.fixture
def table(club, guests, emma):
    """The address of a table link to a running game."""
    game = open_game(
        actor=emma.actor,
        club_id=club.pk,
        profile_slug="schieber-1000",
        player_ids=[player.pk for player in guests],
        played_on=timezone.localdate(),
    )
    _link, token = links.create_link(
        actor=SYSTEM, club_id=club.pk, label="Tisch 1", scope_kind="game", scope_id=game.pk
    )
    return f"/t/{token}"


@pytest.fixture
def invitation(club, emma):
    _row, token = accounts.invite(actor=emma.actor, club_id=club.pk, role="member", player_id=None)
    return f"/i/{token}"


def guess(door, times, *, address="10.0.0.9"):
    """The statuses of so many guesses, each by another phone behind one address."""
    return [
        Client(REMOTE_ADDR=address).get(f"/{door}/{token_urlsafe(32)}").status_code
        for _number in range(times)
    ]


@pytest.mark.parametrize("door", ["t", "i"])
def test_guesses_are_refused_after_some(door):
    assert set(guess(door, MOST)) == {404}
    assert guess(door, 3) == [429] * 3
    refused = Client(REMOTE_ADDR="10.0.0.9").get(f"/{door}/{token_urlsafe(32)}")
    assert "Zu viele Versuche. Bitte eine Minute warten." in refused.content.decode()


def test_guesses_at_both_doors_count_together_and_sent_forms_too():
    guess("t", MOST // 2)
    for _number in range(MOST - MOST // 2):
        form = {"username": "gian", "password": "drei-woerter-genuegen"}
        Client(REMOTE_ADDR="10.0.0.9").post(f"/i/{token_urlsafe(32)}", form)
    assert guess("t", 1) == guess("i", 1) == [429]


def test_another_address_is_not_slowed_down():
    guess("t", MOST + 1)
    assert guess("t", 1, address="10.0.0.10") == [404]


def test_whoever_guesses_in_a_hall_keeps_nobody_out_who_reads_a_good_code(table, invitation):
    assert guess("t", MOST + 1)[-1] == 429
    client = Client(REMOTE_ADDR="10.0.0.9")
    assert client.get(table).status_code == client.get(invitation).status_code == 200
    assert client.post(table, {"seat": "0"}).status_code == 302


def test_a_hall_of_phones_with_good_links_behind_one_address_gets_in(table, invitation):
    guess("t", MOST - 1)
    assert {Client(REMOTE_ADDR="10.0.0.9").get(table).status_code for _phone in range(PHONES)} == {
        200
    }
    assert {
        Client(REMOTE_ADDR="10.0.0.9").get(invitation).status_code for _phone in range(PHONES)
    } == {200}
    assert Client(REMOTE_ADDR="10.0.0.9").post(table, {"seat": "0"}).status_code == 302


def test_a_hall_that_reads_a_code_that_has_ended_is_told_so_and_not_slowed_down(table, invitation):
    past = timezone.now() - timedelta(minutes=1)
    TableLink.objects.update(expires_at=past)
    Invitation.objects.update(expires_at=past)
    assert {
        Client(REMOTE_ADDR="10.0.0.9").get(table).status_code for _phone in range(MOST + 5)
    } == {410}
    assert {
        Client(REMOTE_ADDR="10.0.0.9").get(invitation).status_code for _phone in range(MOST + 5)
    } == {404}
