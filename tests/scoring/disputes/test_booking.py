"""From the table to the referee and back: opened, accepted or booked, on the sheet, taken back."""

from functools import partial
from typing import Any

import pytest

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Device, Role
from jassclub.core.errors import Conflict, Invalid, NotAllowed, NotFound
from referee.models import Precedent, RulingRecord
from referee.services import CaseInput
from scoring.claims.models import Dispute, HandEntry
from scoring.claims.selectors import state_of
from scoring.claims.verification import verify
from scoring.disputes.selectors import choosers, filled_in
from scoring.disputes.services import (
    accept_ruling,
    book_ruling,
    open_dispute_at,
    overrule_dispute,
    revoke_ruling,
    withdraw_dispute,
)
from tests.scoring.attacks import move
from tests.scoring.table import TableOf, differenzler, house, open_table, schieber

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
    told="Er hat geredet",
)


@pytest.fixture
def table() -> TableOf:
    made = open_table(house(), "schieber-1000")
    made.write(1, schieber(100))
    return made


@pytest.fixture
def judge(table) -> Any:
    return table.house.official(Role.REFEREE)


def _open(
    table: TableOf, *, seat: int = 0, question: CaseInput = WRONG_CARD, number: int = 1
) -> Dispute:
    return open_dispute_at(
        actor=table.phones[seat], game_id=table.game.pk, number=number, question=question
    )


def _totals(table: TableOf) -> tuple[int, ...]:
    return tuple(state_of(table.game).sheet.totals)


def test_a_dispute_is_answered_at_once_and_kept(table):
    dispute = _open(table)
    assert dispute.ruling.verdict == "determined"
    assert dispute.ruling.told == "Er hat geredet"
    assert RulingRecord.objects.get().facts["noticed"] == "later"


def test_what_the_hand_says_need_not_be_told(table):
    table.write(2, schieber(80, contract="RO"))
    question = CaseInput(article="falsch-gespielte-karte", facts={"matter": "whole_game"})
    dispute = _open(table, question=question, number=2)
    assert dispute.ruling.facts["mode"] == "RO"


def test_the_hand_stays_in_doubt_while_the_dispute_is_open(table):
    _open(table)
    assert table.current(1).state == HandEntry.State.CONTESTED
    table.write(2, schieber(80))
    assert table.current(1).state == HandEntry.State.CONTESTED


def test_one_side_alone_books_nothing(table):
    dispute = _open(table)
    accept_ruling(actor=table.phones[0], dispute_id=dispute.pk, choice="annul_hand")
    accept_ruling(actor=table.phones[2], dispute_id=dispute.pk, choice="annul_hand")
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.OPEN
    assert _totals(table) == (100, 57)


def test_a_tap_from_each_side_books_the_ruling(table):
    dispute = _open(table)
    for seat, choice in ((0, "annul_hand"), (1, "")):
        accept_ruling(actor=table.phones[seat], dispute_id=dispute.pk, choice=choice)
    entry = table.current(1)
    assert (entry.slip, entry.state) == ({"state": "annulled"}, HandEntry.State.CONFIRMED)
    assert entry.ruling_id == dispute.ruling_id
    assert _totals(table) == (0, 0)


@pytest.mark.parametrize("choice", ["annul_hand", "play_on"])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_who_did_wrong_agrees_to_the_case_and_the_others_choose(table, choice, order):
    dispute = _open(table)
    for seat in order:
        said = {0: choice, 1: ""}[seat]
        accept_ruling(actor=table.phones[seat], dispute_id=dispute.pk, choice=said)
    assert dispute.steps.get(kind="booked").choice == choice
    assert _totals(table) == {"annul_hand": (0, 0), "play_on": (100, 57)}[choice]


@pytest.mark.parametrize("choice", ["annul_hand", "play_on"])
def test_who_did_wrong_does_not_choose(table, choice):
    dispute = _open(table)
    accept_ruling(actor=table.phones[0], dispute_id=dispute.pk, choice="annul_hand")
    with pytest.raises(Invalid) as refused:
        accept_ruling(actor=table.phones[1], dispute_id=dispute.pk, choice=choice)
    assert refused.value.details[0].code == "not_your_choice"
    assert dispute.steps.count() == 1


def test_who_chooses_has_to_say_what(table):
    dispute = _open(table)
    with pytest.raises(Invalid) as refused:
        accept_ruling(actor=table.phones[0], dispute_id=dispute.pk)
    assert refused.value.details[0].code == "unknown_choice"


def test_who_told_of_his_own_mistake_is_not_asked_again(table):
    dispute = _open(table, seat=1)
    accept_ruling(actor=table.phones[0], dispute_id=dispute.pk, choice="annul_hand")
    assert _totals(table) == (0, 0)
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.BOOKED


def test_a_mistake_told_from_a_phone_that_changed_seats_does_not_count_as_admitted(table):
    dispute = _open(table, seat=1)
    move(table, 1, 2)
    accept_ruling(actor=table.phones[1], dispute_id=dispute.pk, choice="annul_hand")
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.OPEN


def test_who_chooses_may_choose_again_until_it_is_booked(table):
    dispute = _open(table)
    for choice in ("annul_hand", "play_on"):
        accept_ruling(actor=table.phones[2], dispute_id=dispute.pk, choice=choice)
    accept_ruling(actor=table.phones[3], dispute_id=dispute.pk)
    assert dispute.steps.get(kind="booked").choice == "play_on"


def test_a_word_of_the_others_from_before_stands_against_another_choice(table):
    dispute = _open(table)
    accept_ruling(actor=table.phones[1], dispute_id=dispute.pk)
    dispute.steps.update(choice="play_on")
    accept_ruling(actor=table.phones[0], dispute_id=dispute.pk, choice="annul_hand")
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.OPEN


def test_where_nobody_is_said_to_have_done_wrong_all_choose_the_same(table):
    facts = {"matter": "wrong_card", "noticed": "later", "held": "side_suit", "claim": "stands"}
    dispute = _open(table, question=CaseInput(article=WRONG_CARD.article, facts=facts))
    accept_ruling(actor=table.phones[0], dispute_id=dispute.pk, choice="annul_hand")
    accept_ruling(actor=table.phones[1], dispute_id=dispute.pk, choice="play_on")
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.OPEN
    accept_ruling(actor=table.phones[1], dispute_id=dispute.pk, choice="annul_hand")
    assert _totals(table) == (0, 0)


BY = [
    ("all", None, {0, 1}),
    ("players_without_card", 1, {0, 1}),
    ("opponents", None, {0, 1}),
    ("opponents", 3, {0}),
    ("opponents", "UNKNOWN", {0, 1}),
    ("0+2", 1, {0}),
    ("1+3", None, {1}),
]


@pytest.mark.parametrize(("by", "offender", "sides"), BY)
def test_who_chooses(table, by, offender, sides):
    dispute = _open(table)
    ruling = dispute.ruling
    ruling.facts = {"offender": offender} if offender is not None else {}
    for said in ruling.said.values():
        said["options"] = [{"by": by, "choices": ["annul_hand"], "until": "until_end_of_hand"}]
    assert choosers(dispute) == sides


@pytest.mark.parametrize("offender", range(4))
def test_where_everybody_plays_for_himself_all_others_choose(offender):
    table = open_table(house(), "differenzler-offen")
    question = CaseInput(
        article=WRONG_CARD.article, facts={**WRONG_CARD.facts, "offender": offender}
    )
    dispute = _open(table, question=question)
    dispute.ruling.said["de"]["options"] = [{"by": "opponents", "choices": ["annul_hand"]}]
    assert choosers(dispute) == {0, 1, 2, 3} - {offender}


def test_a_referee_books_alone_but_not_at_his_own_table(table, judge):
    dispute = _open(table)
    with pytest.raises(NotAllowed):
        book_ruling(actor=table.phones[1], dispute_id=dispute.pk, choice="annul_hand")
    book_ruling(actor=judge, dispute_id=dispute.pk, choice="annul_hand")
    assert table.current(1).slip == {"state": "annulled"}


def test_playing_on_leaves_the_numbers_and_ends_the_doubt(table, judge):
    before = table.current(1).slip
    dispute = _open(table)
    book_ruling(actor=judge, dispute_id=dispute.pk, choice="play_on")
    entry = table.current(1)
    assert (entry.slip, entry.state) == (before, HandEntry.State.CONFIRMED)


def test_taking_back_restores_the_identical_sheet(table, judge):
    before = state_of(table.game).sheet
    dispute = _open(table)
    book_ruling(actor=judge, dispute_id=dispute.pk, choice="annul_hand")
    revoke_ruling(actor=judge, dispute_id=dispute.pk)
    assert state_of(table.game).sheet == before
    table.game.refresh_from_db()
    assert verify(table.game) == []


def test_both_sides_together_take_a_booking_back(table, judge):
    dispute = _open(table)
    book_ruling(actor=judge, dispute_id=dispute.pk, choice="annul_hand")
    revoke_ruling(actor=table.phones[0], dispute_id=dispute.pk)
    assert _totals(table) == (0, 0)
    revoke_ruling(actor=table.phones[3], dispute_id=dispute.pk)
    assert _totals(table) == (100, 57)


def test_a_running_hand_is_annulled_and_becomes_unwritten_again(table, judge):
    dispute = _open(table, number=2)
    book_ruling(actor=judge, dispute_id=dispute.pk, choice="annul_hand")
    assert table.current(2).slip == {"state": "annulled"}
    revoke_ruling(actor=judge, dispute_id=dispute.pk)
    assert not HandEntry.objects.filter(hand__number=2, state__in=HandEntry.CURRENT).exists()
    table.write(2, schieber(90))
    assert _totals(table) == (190, 124)
    table.game.refresh_from_db()
    assert verify(table.game) == []


def test_what_was_written_after_a_booking_is_not_overwritten_by_taking_it_back(table, judge):
    dispute = _open(table)
    book_ruling(actor=judge, dispute_id=dispute.pk, choice="annul_hand")
    table.correct(1, schieber(101), reason_code="miscounted")
    with pytest.raises(Conflict) as refused:
        revoke_ruling(actor=judge, dispute_id=dispute.pk)
    assert refused.value.code == "hand_changed_since"


def test_an_unknown_choice_is_refused_with_what_there_is(table, judge):
    dispute = _open(table)
    with pytest.raises(Invalid) as refused:
        book_ruling(actor=judge, dispute_id=dispute.pk, choice="cry")
    assert "annul_hand" in refused.value.message


def test_a_case_with_missing_facts_can_be_kept_but_not_booked(table, judge):
    dispute = _open(table, question=CaseInput(article="fragen", facts={}))
    assert dispute.ruling.verdict == "need_facts"
    with pytest.raises(Conflict):
        book_ruling(actor=judge, dispute_id=dispute.pk)


def test_a_booked_ruling_is_a_precedent(table, judge):
    dispute = _open(table)
    book_ruling(actor=judge, dispute_id=dispute.pk, choice="play_on")
    assert Precedent.objects.get().ruling_id == dispute.ruling_id


def test_who_opened_a_dispute_withdraws_it(table):
    dispute = _open(table)
    with pytest.raises(NotAllowed):
        withdraw_dispute(actor=table.phones[1], dispute_id=dispute.pk)
    withdraw_dispute(actor=table.phones[2], dispute_id=dispute.pk)
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.WITHDRAWN


def test_a_referee_overrules_with_a_reason_and_books_that(table, judge):
    dispute = _open(table)
    overrule_dispute(
        actor=judge,
        dispute_id=dispute.pk,
        text="14 Punkte an die Gegenpartei",
        reason="Er hat auch in den Stich geschaut",
        effects=[{"type": "points_to", "side": "0+2", "points": 14}],
    )
    book_ruling(actor=judge, dispute_id=dispute.pk)
    assert _totals(table) == (114, 43)
    assert dispute.ruling.said["de"]["options"]


def test_a_dispute_of_another_table_is_not_there(table, judge):
    dispute = _open(table)
    stranger = open_table(house(), "schieber-1000").phones[0]
    with pytest.raises(NotFound):
        accept_ruling(actor=stranger, dispute_id=dispute.pk, choice="play_on")


def test_every_step_stands_in_the_ledger(table, judge):
    dispute = _open(table)
    book_ruling(actor=judge, dispute_id=dispute.pk, choice="annul_hand")
    table.game.refresh_from_db()
    kinds = list(table.game.records.values_list("kind", flat=True))
    assert kinds.count("disputed") == 1
    assert kinds.count("dispute_step") == 1
    RulingRecord.objects.update(verdict="not_regulated")
    assert {finding.code for finding in verify(table.game)} == {"row_changed"}


def test_the_trump_of_a_differenzler_is_the_mode_of_the_case():
    table = open_table(house(), "differenzler-offen")
    table.write(1, differenzler([40, 55, 30, 20], [40, 50, 37], trump="SI"))
    assert filled_in(HandEntry.objects.get().hand, "falsch-gespielte-karte", {})["mode"] == "SI"


def _alone(table: TableOf) -> Actor:
    """The one phone of a table: the others never took a seat."""
    phones = Device.objects.filter(link__scope_id=table.game.pk, seat__gt=0)
    phones.update(seat=None)
    return table.phones[0]


def test_the_one_phone_of_a_table_is_handed_to_the_other_side(table):
    dispute, phone = _open(table), _alone(table)
    accept = partial(accept_ruling, actor=phone, dispute_id=dispute.pk)
    accept(choice="annul_hand")
    accept(handover_seat=1)
    assert _totals(table) == (0, 0)
    assert list(dispute.steps.filter(handed_over=True).values_list("seat", flat=True)) == [1]
    table.game.refresh_from_db()
    assert verify(table.game) == []


def test_a_phone_alone_does_not_agree_with_itself_by_handing_over_only(table):
    dispute, phone = _open(table), _alone(table)
    accept = partial(accept_ruling, actor=phone, dispute_id=dispute.pk)
    accept(handover_seat=1)
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.OPEN


@pytest.mark.parametrize("seat", [0, 2, 7])
def test_a_phone_is_handed_to_the_other_side_only(table, seat):
    dispute, phone = _open(table), _alone(table)
    with pytest.raises((NotAllowed, Invalid)):
        accept_ruling(actor=phone, dispute_id=dispute.pk, choice="annul_hand", handover_seat=seat)


def test_where_another_phone_speaks_nothing_is_handed_over(table):
    dispute = _open(table)
    with pytest.raises(NotAllowed) as refused:
        accept_ruling(
            actor=table.phones[0], dispute_id=dispute.pk, choice="annul_hand", handover_seat=1
        )
    assert refused.value.code == "no_handover"


def test_a_booking_is_taken_back_on_the_one_phone(table, judge):
    dispute, phone = _open(table), _alone(table)
    book_ruling(actor=judge, dispute_id=dispute.pk, choice="annul_hand")
    revoke_ruling(actor=phone, dispute_id=dispute.pk)
    revoke_ruling(actor=phone, dispute_id=dispute.pk, handover_seat=3)
    assert _totals(table) == (100, 57)
