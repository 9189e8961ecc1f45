"""Two people change the same thing at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from jassclub.clubs.models import Change, Membership, Player, Role
from tests.cast import Caller, person
from tests.signed_in import signed_in

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], Any]) -> list[int]:
    """The status of each call, all sent together from threads of their own."""

    def send(call: Callable[[], Any]) -> int:
        try:
            return int(call().status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return sorted(pool.map(send, calls))


def test_of_two_changes_against_one_version_one_is_stored(anna, chloe, beat):
    path = f"players/{beat.seat_taker.pk}"
    answers = at_once(
        lambda: anna.api.patch(path, {"name": "Beat A."}, version=1),
        lambda: chloe.api.patch(path, {"name": "Beat C."}, version=1),
    )
    assert answers == [200, 412]
    assert Player.objects.get(pk=beat.seat_taker.pk).version == 2
    assert Change.objects.filter(object_id=beat.seat_taker.pk).count() == 2


def test_two_admins_who_dismiss_each_other_leave_one(emma, club):
    gian = person("Gian", club=club, role=Role.ADMIN)
    path = f"clubs/{club.pk}/members"
    answers = at_once(
        lambda: emma.api.patch(f"{path}/{gian.user.pk}", {"role": "member"}, version=1),
        lambda: gian.api.patch(f"{path}/{emma.user.pk}", {"role": "member"}, version=1),
    )
    assert answers[0] == 200
    assert answers[1] in (403, 409)
    assert Membership.objects.filter(club=club, role=Role.ADMIN).count() == 1


def test_an_invitation_that_two_use_at_once_lets_one_in(emma, dario, club):
    token = emma.api.post(f"clubs/{club.pk}/invitations", {}).json()["token"]
    gian = person("Gian")
    accept = {"token": token}
    answers = at_once(
        lambda: dario.api.post("invitations/acceptance", accept),
        lambda: gian.api.post("invitations/acceptance", accept),
    )
    assert answers == [201, 404]
    assert Membership.objects.filter(club=club).exclude(role=Role.ADMIN).count() == 1


def test_two_who_add_the_same_name_make_one_player(anna, chloe, club):
    data = {"club": club.pk, "name": "Vreni"}
    answers = at_once(
        lambda: anna.api.post("players", data), lambda: chloe.api.post("players", data)
    )
    assert answers == [201, 409]
    assert Player.objects.filter(club=club, name="Vreni").count() == 1


def test_a_table_full_of_phones_comes_at_once(anna, club, game):
    wish = {"club": club.pk, "label": "T", "scope_kind": "game", "scope_id": game}
    token = anna.api.post("table-links", wish).json()["token"]
    opened = [lambda: Caller().post("devices", {"token": token}, key="")] * 6
    assert at_once(*opened) == [201] * 6


def test_of_two_who_take_the_same_change_back_one_does(emma, chloe, anna, beat, club):
    player = beat.seat_taker
    anna.api.patch(f"players/{player.pk}", {"name": "Beet"}, version=1)
    change = Change.objects.get(object_id=player.pk, version=2)
    path, form = f"/clubs/{club.slug}/history/", {"book": "changes", "deed": str(change.pk)}
    emma_s, chloe_s = signed_in(emma.user), signed_in(chloe.user)
    answers = at_once(lambda: emma_s.post(path, form), lambda: chloe_s.post(path, form))
    assert answers == [302, 409]
    player.refresh_from_db()
    assert (player.name, player.version) == ("Beat", 3)
