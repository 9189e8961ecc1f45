"""What is kept of a dispute: true, whole, and nobody else's business."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Membership, Player, Role, User
from jassclub.clubs.naming import Naming
from jassclub.clubs.personal_data import DataSubject
from jassclub.core.errors import Conflict, Invalid
from jassclub.exchange.archives.importing import import_archive
from referee.models import RulingRecord
from referee.services import CaseInput
from scoring.claims.models import Dispute
from scoring.claims.verification import verify
from scoring.disputes.services import accept_ruling, book_ruling, open_dispute_at, overrule_dispute
from scoring.tables.personal_data import anonymise, export
from tests.cast import Caller
from tests.jassclub.exchange import moving as exchange
from tests.scoring.attacks import caller_of
from tests.scoring.table import TableOf, house, open_table, schieber

pytestmark = pytest.mark.django_db
WRONG_CARD = CaseInput(
    article="falsch-gespielte-karte",
    facts={
        "matter": "wrong_card",
        "noticed": "later",
        "offender": 1,
        "held": "side_suit",
        "claim": "stands",
    },
    told="Geredet",
)


@pytest.fixture
def table() -> TableOf:
    made = open_table(house(), "schieber-1000")
    made.write(1, schieber(100))
    return made


@pytest.fixture
def judge(table) -> Any:
    return table.house.official(Role.REFEREE)


def _open(table: TableOf, **facts: Any) -> Dispute:
    question = replace(WRONG_CARD, facts={**WRONG_CARD.facts, **facts})
    return open_dispute_at(
        actor=table.phones[0], game_id=table.game.pk, number=1, question=question
    )


def _book(judge: Any, dispute: Dispute, choice: str = "") -> None:
    book_ruling(actor=judge, dispute_id=dispute.pk, choice=choice)


def _overrule(judge: Any, dispute: Dispute, *effects: dict[str, Any]) -> None:
    overrule_dispute(actor=judge, dispute_id=dispute.pk, text="So", reason="Darum", effects=effects)


def test_a_dispute_that_was_settled_cannot_be_opened_again_in_the_rows(table, judge):
    _book(judge, _open(table), "play_on")
    Dispute.objects.update(state="open")
    table.game.refresh_from_db()
    assert {finding.code for finding in verify(table.game)} == {"state_changed"}


def test_a_referee_does_not_overrule_his_own_table_by_another_door(table):
    user = User.objects.create_user("schiri", password="x")
    Membership.objects.create(club=table.house.club, user=user, role=Role.REFEREE)
    Player.objects.filter(pk=table.house.people[0].pk).update(user=user)
    dispute = _open(table)
    body = {"text": "Weiter", "reason": "Harmlos", "effects": []}
    answer = Caller(user=user).post(f"rulings/{dispute.ruling_id}/overruling", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_followed")
    _overrule(table.house.official(Role.REFEREE), dispute, {"type": "none"})


def test_a_phone_reads_no_case_of_another_table(table, judge):
    dispute, other = _open(table), open_table(table.house, "schieber-1000")
    phone = caller_of(other, 0)
    assert phone.get("rulings").json()["results"] == []
    assert phone.get(f"rulings/{dispute.ruling_id}").status_code == 404
    assert phone.get(f"disputes/{dispute.pk}").status_code == 404
    _book(judge, dispute, "play_on")
    assert len(phone.get("rulings").json()["results"]) == 1


def test_what_was_told_from_a_seat_goes_with_the_person(table, judge):
    dispute = _open(table)
    _overrule(judge, dispute, {"type": "none"})
    table.game.refresh_from_db()
    whose = DataSubject(table.house.club.pk, frozenset({table.house.people[0].pk}), ())
    assert [text["told"] for text in export(whose)["texts"]] == ["Geredet", "Geredet"]
    anonymise(whose, Naming((), neutral="Jemand"))
    assert set(RulingRecord.objects.values_list("told", flat=True)) == {""}
    assert verify(table.game) == []


def test_a_list_of_disputes_costs_the_same_however_many_there_are(table, judge):
    path, api = f"hands/{table.hand(1).pk}/disputes", caller_of(table, 0)
    _open(table)
    with CaptureQueriesContext(connection) as one:
        api.get(path)
    for told in ({"offender": 0}, {"offender": 2}, {"offender": 3}, {"matter": "whole_game"}):
        _overrule(judge, _open(table, **told), {"type": "none"})
    with CaptureQueriesContext(connection) as many:
        assert len(api.get(path).json()["results"]) == 5
    assert len(many) == len(one)


@pytest.mark.parametrize(
    "change",
    [
        lambda one: one.update(supersedes="00000000-0000-4000-8000-000000000001"),
        lambda one: one.update(supersedes=one["id"]),
        lambda one: one.update(basis="overruled", reason=""),
        lambda one: one["said"].pop("it"),
        lambda one: one.update(said=[]),
    ],
)
def test_an_archive_with_a_ruling_that_cannot_be_is_refused_whole(change):
    archive = exchange.archive_of(exchange.eventful().house.club)
    exchange.empty()
    change(archive["rulings"][0])
    with pytest.raises(Invalid):
        import_archive(actor=SYSTEM, archive=archive)
    assert not RulingRecord.objects.exists()


def test_an_archive_cannot_open_a_settled_dispute_again():
    archive = exchange.archive_of(exchange.eventful().house.club)
    exchange.empty()
    hands = [hand for game in archive["games"] for hand in game["hands"]]
    for dispute in [one for hand in hands for one in hand["disputes"]]:
        dispute["state"] = "open"
    with pytest.raises(Invalid):
        import_archive(actor=SYSTEM, archive=archive)


def test_nobody_accepts_a_ruling_that_he_has_not_read(table, judge):
    dispute = _open(table)
    _overrule(judge, dispute, {"type": "annul_hand"})
    read: dict[str, Any] = {"dispute_id": dispute.pk, "ruling": dispute.ruling_id}
    for say_so, who in (
        (accept_ruling, table.phones[1]),
        (book_ruling, judge),
    ):
        with pytest.raises(Conflict) as refused:
            say_so(actor=who, **read)
        assert refused.value.code == "ruling_superseded"
