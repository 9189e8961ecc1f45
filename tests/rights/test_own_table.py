"""Nobody confirms his own entry or decides his own case, whatever his role."""

import pytest

from jassclub.clubs.models import Player, User
from jassclub.clubs.rights import IMPLIED
from tests.cast import Caller
from tests.jassclub.hostile import usual
from tests.scoring.table import TableOf, house, open_table, schieber

pytestmark = pytest.mark.django_db


def seated(role: str) -> tuple[TableOf, Caller]:
    """A game in which somebody with an account and a role sits at seat 0."""
    own = house()
    user = User.objects.get(pk=own.official(role).ident)
    Player.objects.filter(pk=own.people[0].pk).update(user=user)
    return open_table(own, "schieber-1000"), Caller(user=user)


@pytest.mark.parametrize("role", sorted(IMPLIED))
def test_nobody_confirms_what_he_wrote(role: str) -> None:
    table, caller = seated(role)
    wrote = caller.post(f"games/{table.game.pk}/hands", {"number": 1, "slip": schieber(90)})
    assert wrote.status_code == 201
    path = f"hands/{table.hand(1).pk}/confirmations"
    assert caller.post(path, {"version": 1}).status_code == 403
    table.confirm(1, seat=1)


@pytest.mark.parametrize("role", sorted(IMPLIED))
def test_nobody_decides_at_his_own_table(role: str) -> None:
    table, caller = seated(role)
    table.write(1, schieber(90))
    doubt = {"version": 1, "reason_code": "miscounted"}
    assert caller.post(f"hands/{table.hand(1).pk}/contests", doubt).status_code == 201
    hand, game = f"hands/{table.hand(1).pk}", f"games/{table.game.pk}"
    said = {"version": 1, "reason": "ich sage es"}
    assert caller.post(f"{hand}/resolution", said).status_code == 403
    fine = {"seat": 1, "points": 5, "reason": "so"}
    assert caller.post(f"{game}/penalties", fine).status_code == 403
    case = {"article": "fragen", "facts": {"act": "answer", "offender": 1}}
    asked = caller.post(f"{hand}/disputes", case)
    assert asked.status_code == 201
    dispute = f"disputes/{asked.json()['id']}"
    assert caller.post(f"{dispute}/booking", {"choice": "play_on"}).status_code == 403
    otherwise = usual("api/v1/disputes/<uuid:dispute_id>/overruling", "post", {})
    assert caller.post(f"{dispute}/overruling", otherwise).status_code == 403
