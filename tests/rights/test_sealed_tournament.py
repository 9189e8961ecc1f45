"""A prediction sealed at a table of a tournament shows nowhere in the hall: not at the desk, on no
board and on no paper."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.utils import timezone

from jassclub.clubs.actors import Actor, device_actor
from jassclub.clubs.models import Season
from jassclub.clubs.services import links
from scoring.claims.agreement import confirm_hand
from scoring.claims.entries import record_hand
from scoring.claims.predictions import predict
from scoring.core.models import Hand
from scoring.tables.games import sign_off
from tests.rights.knocking import API, places
from tests.rights.sealed import ANOTHER, ON_PHONES, ONE, admin, course, different
from tests.rights.world import PUBLIC, Rights, Visitor, rights_world
from tests.sampling import some_today
from tournaments.core.models import Tournament
from tournaments.desk import rounds, services as setup
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.entries.entrants import Person
from tournaments.results import hands, services as results
from tournaments.rounds import hall
from tournaments.rounds.models import Sitting
from tournaments.seasons.services import count_events
from tournaments.standings.services import recount_waiting

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unslowed")]

HIS = 2
"""Round, hand and start number: who is number 2 seals the second hand of the second round."""
SETTINGS = {
    "rounds": HIS,
    "hands": HIS,
    "house_rules": {**ON_PHONES, "differenzler.hands_divisible": False},
}
MADE = {"trump": "RO", "points": [25, 52, 40, None]}
OTHERS = 0
"""What the others seal: wherever the lot has seated him, he is among the first with one number,
the last with the other, and has a diploma or none."""
READERS = ("stranger", "phone", "member", "admin")
ELSEWHERE = (
    f"{API}schema",
    f"{API}docs",
    "metrics",
    "healthz",
    "readyz",
    "slate/blank/<slug:profile>/",  # of nobody, drawn by another hand each time
)
EVENT = f"{API}tournaments/<uuid:tournament_id>"
WISHES = (
    f"{EVENT}/export.csv?what=ranking",
    f"{EVENT}/export.csv?what=results",
    f"{EVENT}/papers/personal-sheets.pdf?round=all",
    f"{EVENT}/papers/ranking.pdf?hall=1",
    f"{EVENT}/papers/score-sheets.pdf?round=all",
    f"{EVENT}/papers/seating.pdf?round=all",
)
"""What says something else when it is asked for more."""
DESK = "clubs/<slug:slug>/tournaments/<slug:tslug>/"
FOR_ALL = (
    f"{EVENT}/board",
    f"{EVENT}/export.csv?what=ranking",
    f"{EVENT}/export.csv?what=results",
    f"{EVENT}/export.xlsx",
    f"{EVENT}/standings",
    f"{EVENT}/papers/ranking.pdf",
    "t/<slug:slug>/",
    "t/<slug:slug>/p/<int:number>/",
    "t/<slug:slug>/results/",
    "t/<slug:slug>/board/",
)
"""Where the whole hall sees what follows from the number as soon as the round is closed."""
FOR_DESK = (
    f"{EVENT}/export.json",
    f"{EVENT}/log",
    f"{EVENT}/papers/diplomas.pdf",
    f"{EVENT}/rounds/<int:number>/tables/<int:table>/sheets",
    f"{DESK}log/",
    f"{DESK}rounds/<int:number>/tables/<int:at>/",
)


@dataclass(frozen=True)
class Sealing:
    """The world with a hall in it, the phones of the table, and at which seat number 2 sits."""

    rights: Rights
    phones: Sequence[Actor]
    seat: int

    def say(self, number: int, seat: int, value: int) -> None:
        """A seat says its number for a hand, on its own phone."""
        predict(actor=self.phones[seat], game_id=self._game, number=number, seat=seat, value=value)

    def write(self, number: int) -> None:
        """The made points of a hand; the next seat agrees, which opens what was sealed."""
        record_hand(actor=self.phones[0], game_id=self._game, number=number, slip=MADE)
        hand = Hand.objects.get(game=self._game, number=number)
        confirm_hand(actor=self.phones[1], hand_id=hand.pk, version=1)

    def end(self) -> None:
        """The hand is written, everybody signs, the round is closed without the other table."""
        self.write(HIS)
        for phone in self.phones:
            sign_off(actor=phone, game_id=self._game)
        count_events()
        desk = admin(Season.objects.get(pk=self.rights.known["season"]))
        ident = self.rights.known["tournament"]
        rounds.close_round(actor=desk, tournament_id=ident, number=HIS, reason="ein Tisch genügt")

    @property
    def _game(self) -> Any:
        return self.rights.known["game"]


@pytest.fixture
def sealing(db: None, monkeypatch: pytest.MonkeyPatch) -> Sealing:
    """One round is typed; in the second a table has played a hand, and all but him have sealed."""
    made = rights_world()
    known, visitors = dict(made.known), dict(made.visitors)
    ids: dict[str, Any] = {
        "actor": admin(Season.objects.get(pk=known["season"])),
        "tournament_id": known["public"],
    }
    _first_round(ids)
    rounds.call_round(**ids)
    rounds.start_round(**ids, number=HIS)
    his = Sitting.objects.get(
        round__tournament=known["public"], round__number=HIS, entry__number=HIS
    )
    table = his.passe.table
    token = hall.make_cards(**ids, numbers=[table.number])[0].token
    phones = [links.join_table(token=token, seat=seat) for seat in range(4)]
    actors = [device_actor(device) for device, _secret in phones]
    game = hands.open_passe(actor=actors[0], passe_id=his.passe_id)
    neighbour = phones[(his.index + 1) % 4][1]
    visitors["phone"] = Visitor({"phone": neighbour}, {"Authorization": f"Bearer {neighbour}"})
    known |= {"tournament": known["public"], "tslug": PUBLIC, "entry": his.entry_id}
    known |= {"passe": his.passe_id, "table_id": table.pk, "table": table.number}
    known |= {"at": table.number, "number": HIS, "game": game.pk, "variant": "differenzler"}
    sealing = Sealing(replace(made, known=known, visitors=visitors), actors, his.index)
    for seat in range(4):
        sealing.say(1, seat, 30)
    sealing.write(1)
    for seat in {*range(4)} - {his.index}:
        sealing.say(HIS, seat, OTHERS)
    known["hand"] = Hand.objects.get(game=game, number=HIS).pk
    count_events()
    recount_waiting()
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    return sealing


def _first_round(ids: dict[str, Any]) -> None:
    """Eight people, sealed entry by phone, and a round whose totals the desk has typed."""
    version = Tournament.objects.get(pk=ids["tournament_id"]).version
    today = {"played_on": timezone.localdate()}
    setup.change_tournament(**ids, version=version, values=today, settings=SETTINGS)
    entries.check_in(**ids, numbers=[1])
    entries.add_entries(**ids, people=[Person(f"Gast {n}") for n in range(2, 9)], present=True)
    draw.draw(**ids)
    called = rounds.call_round(**ids)
    rounds.start_round(**ids, number=1)
    for passe in called.passen.all():
        sheet = {"lines": [{"points": 40}] * 4}
        results.type_sheet(actor=ids["actor"], passe_id=passe.pk, data=sheet)
    rounds.close_round(**ids, number=1)


def read() -> list[str]:
    """Every address that is read, with what papers can be asked for."""
    found = [address for method, address in places() if method == "get"]
    return [*(address for address in found if not address.startswith(ELSEWHERE)), *WISHES]


def day(
    sealing: Sealing,
    value: int,
    log: pytest.LogCaptureFixture,
    *,
    ended: bool,
    readers: Sequence[str] = READERS,
    share: int = 1,
) -> dict[str, str]:
    """All that the readers are told in the hall when number 2 has sealed `value`."""

    def played() -> None:
        sealing.say(HIS, sealing.seat, value)
        if ended:
            sealing.end()
        count_events()
        recount_waiting()

    other = sorted({*read()} - {*FOR_ALL, *FOR_DESK})
    where = [*FOR_ALL, *FOR_DESK]
    if not ended:
        where += some_today(other, len(other) // share, at="hall")
    return course(sealing.rights, log, played, roles=readers, where=where)


@pytest.mark.parametrize(
    ("readers", "share"),
    [
        pytest.param(READERS[:2], 4, id="a quarter"),
        pytest.param(READERS[:2], 1, id="hall", marks=pytest.mark.proof),
        pytest.param(READERS[2:], 1, id="club", marks=pytest.mark.proof),
    ],
)
def test_nobody_in_the_hall_can_tell_two_sealed_numbers_apart(
    sealing: Sealing, readers: Sequence[str], share: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Where a number once opened is seen; and of all other addresses another quarter each day."""
    caplog.set_level("INFO")
    one = day(sealing, ONE, caplog, ended=False, readers=readers, share=share)
    another = day(sealing, ANOTHER, caplog, ended=False, readers=readers, share=share)
    assert different(one, another) == set()
    for address in (*FOR_ALL, *(FOR_DESK if "admin" in readers else ())):
        assert f"{readers[-1]} {address}" in one


def test_the_same_look_tells_them_apart_once_the_round_is_closed(
    sealing: Sealing, caplog: pytest.LogCaptureFixture
) -> None:
    """The comparison is no blind one: what follows from the number is seen on pages and papers."""
    one = day(sealing, ONE, caplog, ended=True)
    another = day(sealing, ANOTHER, caplog, ended=True)
    seen = different(one, another)
    assert seen >= {f"{who} {address}" for who in READERS for address in FOR_ALL}
    assert seen >= {f"admin {address}" for address in FOR_DESK}
