"""What an office does over an evening, with fees and with people of two names is not final either:
forms that stand there only when something else was done before."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from jassclub.clubs.actors import person_actor
from jassclub.clubs.models import Club, Membership, Player, Role
from scoring.claims.entries import record_hand
from scoring.core.models import Game
from scoring.tables.games import close_game
from tests.jassclub.office import words
from tests.lasting import lasting
from tests.rights.taps import Form, Forms
from tests.rights.test_nothing_final import is_final
from tests.rights.world import Rights, rights_world
from tournaments.evenings import services as evenings

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unslowed")]

CLUB = "/clubs/rosenau/"
DAY = date(2026, 3, 11)
EVENING = f"{CLUB}evenings/{DAY}/"
BACK: Mapping[str, str] = {
    "who": "who",
    "excused": "excused",
    "draw": "draw",
    "exchange": "exchange",
    "open": "take-back",
    "take-back": "open",
    "call-off": "call-off",
}
"""By which form of the evening's page what a tap there did is done otherwise again."""
PRINTS = {"sheets"}
"""Cards, whose links are withdrawn one by one."""
MONEY = {"holder": "Jassclub", "postcode": "8400", "town": "Winterthur", "fee": 6000,
         "iban": "CH9300762011623852957"}  # fmt: skip


@pytest.fixture(scope="module")
def rights(django_db_setup: None, django_db_blocker: Any) -> Iterator[Rights]:
    """The world of the table of rights, gone after this module."""
    with lasting(django_db_blocker, rights_world) as made:
        yield made


def _forms(rights: Rights, page: str) -> dict[str, Form]:
    """The open forms of a page by what they do: the end of their address."""
    answer = rights.visitors["admin"].client().get(page)
    assert answer.status_code == 200
    forms = [
        replace(form, action=(form.action or page).partition("?")[0])
        for form in Forms(answer.content.decode()).found
    ]
    return {
        form.action.rstrip("/").rpartition("/")[2]: form
        for form in forms
        if form.action.startswith(CLUB)
    }


def _taps(rights: Rights, page: str) -> dict[str, str]:
    """By each form of a page that is not in a fold: whether a tap on it is final."""
    return {
        name: "final" if is_final(rights, form.action, sent) else "back"
        for name, form in _forms(rights, page).items()
        if not form.folded
        for sent in form.taps()
    }


def _send(rights: Rights, page: str, name: str, **more: Any) -> None:
    form = _forms(rights, page)[name]
    sent = {**form.filled, **more}
    answer = rights.visitors["admin"].client().post(form.action, sent)
    assert answer.status_code == 302, words(answer)


def _unfounded(rights: Rights) -> set[str]:
    """Forms of the evening's page whose tap no history takes back and no form does otherwise."""
    final = {name for name, told in _taps(rights, EVENING).items() if told == "final"}
    return final - BACK.keys() - PRINTS


def test_no_tap_of_an_evening_is_final(rights: Rights) -> None:
    club = Club.objects.get(slug="rosenau")
    Club.objects.filter(pk=club.pk).update(profile_layer={"settlement": {"rate": 5}})
    actor = person_actor(Membership.objects.filter(club=club, role=Role.ADMIN)[0].user_id)
    evenings.plan(actor=actor, club_id=club.pk, days=[DAY])
    people = list(Player.objects.filter(club=club, active=True, merged_into=None)[:4])
    stages = [_unfounded(rights)]
    here = [str(player.pk) for player in people]
    _send(rights, EVENING, "who", here=here, profile="differenzler-offen", then="draw")
    assert {"draw", "exchange", "open"} <= _forms(rights, EVENING).keys()
    stages.append(_unfounded(rights))
    _send(rights, EVENING, "open")
    assert BACK["open"] in _forms(rights, EVENING)
    stages.append(_unfounded(rights))
    _send(rights, EVENING, "take-back")
    assert BACK["take-back"] in _forms(rights, EVENING)
    _send(rights, EVENING, "open")
    game = Game.objects.get(club=club, played_on=DAY, state="open")
    slip = {"trump": "EI", "predictions": [40] * 4, "points": [100, 57, 0, 0]}
    record_hand(actor=actor, game_id=game.pk, number=1, slip=slip, source="paper")
    stages.append(_unfounded(rights))
    close_game(actor=actor, game_id=game.pk)
    assert {"pay", "settle"} <= _forms(rights, EVENING).keys()
    stages.append(_unfounded(rights))
    assert stages == [set()] * 5
    taps = _taps(rights, EVENING)
    assert (taps["pay"], taps["settle"]) == ("back", "back")


def test_no_tap_on_fees_is_final(rights: Rights) -> None:
    Club.objects.filter(slug="rosenau").update(money=MONEY)
    page = f"{CLUB}kitty/fees/2026/"
    assert {*_taps(rights, page).values()} == {"back"}
    _send(rights, page, "2026")
    assert {*_taps(rights, page).values()} == {"back"}


def test_no_tap_on_people_of_two_names_is_final(rights: Rights) -> None:
    club = Club.objects.get(slug="rosenau")
    one, other = (Player.objects.create(club=club, name=name) for name in ("Urs A.", "Urs Amrein"))
    page = f"{CLUB}merges/?player={one.pk}&into={other.pk}"
    assert _taps(rights, page)["merges"] == "back"
