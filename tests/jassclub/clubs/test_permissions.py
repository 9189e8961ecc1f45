"""Roles and what they include."""

from uuid import uuid4

import pytest

from jassclub.clubs.actors import ANONYMOUS, SYSTEM
from jassclub.clubs.models import Role
from jassclub.clubs.rights import has_role, player_for, require_role, visible_clubs
from jassclub.core.errors import NotAllowed
from tests.cast import person, phone_at

pytestmark = pytest.mark.django_db

INCLUDED = {
    "member": {"member"},
    "scribe": {"member", "scribe"},
    "referee": {"member", "referee"},
    "director": {"member", "scribe", "referee", "director"},
    "admin": {"member", "scribe", "referee", "director", "admin"},
}


@pytest.mark.parametrize("role", INCLUDED)
def test_a_role_includes_those_below_it(club, role):
    actor = person("Gian", club=club, role=role).actor
    assert {name for name in Role if has_role(actor, club.pk, name)} == INCLUDED[role]


def test_one_of_several_roles_is_enough(anna, club):
    assert has_role(anna.actor, club.pk, Role.DIRECTOR, Role.SCRIBE)
    with pytest.raises(NotAllowed):
        require_role(anna.actor, club.pk, Role.DIRECTOR, Role.REFEREE)


def test_a_role_counts_in_its_own_club_only(emma, other_club):
    assert not has_role(emma.actor, other_club.pk, Role.MEMBER)
    assert not has_role(emma.actor, uuid4(), Role.MEMBER)


def test_the_service_may_everything_and_nobody_nothing(club, game):
    phone = phone_at(club, game).actor
    assert has_role(SYSTEM, club.pk, Role.ADMIN)
    assert not has_role(ANONYMOUS, club.pk, Role.MEMBER)
    assert not has_role(phone, club.pk, Role.MEMBER)


def test_everybody_sees_his_own_clubs(anna, dario, club, other_club, game):
    assert set(visible_clubs(SYSTEM)) == {club, other_club}
    assert set(visible_clubs(anna.actor)) == {club}
    assert set(visible_clubs(phone_at(club, game).actor)) == {club}
    assert set(visible_clubs(dario.actor)) == set(visible_clubs(ANONYMOUS)) == set()


def test_a_person_is_one_player_in_each_club(anna, emma, club, other_club, game):
    assert player_for(anna.actor, club.pk) == anna.player
    assert player_for(anna.actor, other_club.pk) is None
    assert player_for(emma.actor, club.pk) is None
    assert player_for(phone_at(club, game).actor, club.pk) is None
