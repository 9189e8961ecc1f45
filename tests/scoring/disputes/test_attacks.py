"""Players and officials who try to get more out of a dispute than the rules give."""

from typing import Any

import pytest

from jassclub.clubs.models import Role
from jassclub.core.errors import Conflict, Invalid, NotAllowed
from referee.models import Precedent, RulingRecord
from referee.services import CaseInput
from scoring.claims.models import Dispute, HandEntry
from scoring.claims.selectors import state_of
from scoring.claims.verification import verify
from scoring.disputes.services import (
    accept_ruling,
    book_ruling,
    open_dispute_at,
    overrule_dispute,
    revoke_ruling,
    withdraw_dispute,
)
from scoring.tables.games import close_game
from tests.scoring.attacks import doubt, move, say, shown
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
    told="Geredet",
)
VAGUE = CaseInput(article="fragen", facts={})
State = HandEntry.State


@pytest.fixture
def table() -> TableOf:
    made = open_table(house(), "schieber-1000")
    made.write(1, schieber(100))
    return made


@pytest.fixture
def judge(table) -> Any:
    return table.house.official(Role.REFEREE)


def _open(table: TableOf, *, who: Any = None, number: int = 1, question=WRONG_CARD) -> Dispute:
    who = who or table.phones[0]
    return open_dispute_at(actor=who, game_id=table.game.pk, number=number, question=question)


def _accept(table: TableOf, dispute: Dispute, phone: int) -> str:
    """The side of the odd seats did wrong: it does not choose."""
    choice = "" if table.phones[phone].seat in (1, 3) else "annul_hand"
    done = accept_ruling(actor=table.phones[phone], dispute_id=dispute.pk, choice=choice)
    return str(done.state)


def _book(judge: Any, dispute: Dispute, choice: str = "") -> None:
    book_ruling(actor=judge, dispute_id=dispute.pk, choice=choice)


def _overrule(judge: Any, dispute: Dispute, *effects: dict[str, Any]) -> None:
    overrule_dispute(actor=judge, dispute_id=dispute.pk, text="So", reason="Darum", effects=effects)


def _counted(table: TableOf) -> tuple[int, ...]:
    return tuple(state_of(table.game, counted_only=True).sheet.totals)


def _whole(table: TableOf) -> bool:
    table.game.refresh_from_db()
    return verify(table.game) == []


class TestWhoSpeaks:
    """Nobody gains a say by changing seats, by an office, or when the game is over."""

    def test_a_phone_that_changes_seats_does_not_accept_for_both_sides(self, table):
        dispute = _open(table)
        move(table, 0, 1)
        _accept(table, dispute, 2)
        assert _accept(table, dispute, 0) == Dispute.State.OPEN
        assert _accept(table, dispute, 1) == Dispute.State.BOOKED

    def test_a_phone_that_changes_seats_does_not_withdraw_the_other_sides_case(self, table):
        table.write(2, schieber(80), seat=1)
        dispute = _open(table)
        move(table, 1, 2)
        with pytest.raises(NotAllowed):
            withdraw_dispute(actor=table.phones[1], dispute_id=dispute.pk)

    def test_the_office_accepts_for_nobody(self, table):
        dispute, desk = _open(table), table.house.official(Role.SCRIBE)
        with pytest.raises(NotAllowed):
            accept_ruling(actor=desk, dispute_id=dispute.pk, choice="annul_hand")
        assert not dispute.steps.exists()

    def test_the_same_word_twice_is_said_once(self, table):
        dispute = _open(table)
        for _ in range(3):
            _accept(table, dispute, 0)
        assert dispute.steps.count() == 1

    def test_a_referee_called_to_the_table_opens_and_withdraws(self, table, judge):
        dispute = _open(table, who=judge)
        withdraw_dispute(actor=judge, dispute_id=dispute.pk)
        other = _open(table)
        withdraw_dispute(actor=judge, dispute_id=other.pk)
        assert not Dispute.objects.filter(state="open").exists()

    @pytest.mark.parametrize("number", [1, 9])
    def test_a_closed_game_is_not_disputed_from_the_table(self, table, number):
        close_game(actor=table.house.official(Role.SCRIBE), game_id=table.game.pk)
        with pytest.raises(Conflict) as refused:
            _open(table, number=number)
        assert refused.value.code == "game_closed"
        assert _counted(table) == (100, 57)

    def test_in_a_closed_game_only_a_referee_books_and_takes_back(self, table, judge):
        desk = table.house.official(Role.SCRIBE)
        dispute = _open(table)
        _book(judge, dispute, "annul_hand")
        close_game(actor=desk, game_id=table.game.pk)
        with pytest.raises(Conflict):
            revoke_ruling(actor=table.phones[0], dispute_id=dispute.pk)
        revoke_ruling(actor=judge, dispute_id=dispute.pk)
        assert _counted(table) == (100, 57)


class TestDoubt:
    """A hand in dispute does not count; when the dispute is over, nothing blocks it."""

    @pytest.mark.parametrize("question", [WRONG_CARD, VAGUE])
    def test_a_hand_written_while_its_case_is_open_is_not_confirmed(self, table, question):
        _open(table, number=2, question=question)
        table.write(2, schieber(80))
        table.confirm(2, seat=1)
        assert table.current(2).state != State.CONFIRMED

    def test_a_case_that_still_lacks_facts_puts_the_hand_in_doubt(self, table):
        table.confirm(1, seat=1)
        _open(table, question=VAGUE)
        assert _counted(table) == (0, 0)

    def test_a_game_is_not_closed_over_an_open_case(self, table):
        _open(table, number=2)
        table.write(2, schieber(80))
        with pytest.raises(Invalid):
            close_game(actor=table.house.official(Role.SCRIBE), game_id=table.game.pk)

    @pytest.mark.parametrize("by", ["opener", "judge"])
    def test_a_withdrawn_case_leaves_the_hand_to_silence(self, table, judge, by):
        dispute = _open(table)
        who = judge if by == "judge" else table.phones[0]
        withdraw_dispute(actor=who, dispute_id=dispute.pk)
        table.write(2, schieber(80))
        assert table.current(1).state == State.CONFIRMED
        assert _whole(table)

    def test_a_confirmed_hand_is_confirmed_again_when_the_case_is_withdrawn(self, table):
        table.confirm(1, seat=1)
        dispute = _open(table)
        withdraw_dispute(actor=table.phones[0], dispute_id=dispute.pk)
        assert _counted(table) == (100, 57)

    def test_a_doubt_about_the_numbers_outlives_a_ruling_about_words(self, table, judge):
        doubt(table, 1, seat=1)
        _book(judge, _open(table), "play_on")
        assert table.current(1).state == State.CONTESTED
        table.confirm(1, seat=1)
        assert table.current(1).state == State.CONFIRMED

    def test_of_two_cases_the_second_keeps_the_hand_in_doubt(self, table, judge):
        first, second = _open(table), _open(table, who=table.phones[1])
        _book(judge, first, "play_on")
        assert _counted(table) == (0, 0)
        _book(judge, second, "play_on")
        assert _counted(table) == (100, 57)
        assert _whole(table)

    def test_points_move_only_on_numbers_that_stand(self, table, judge):
        table.write(1, schieber(90), seat=1)
        dispute = _open(table)
        _overrule(judge, dispute, {"type": "points_to", "side": "0+2", "points": 14})
        with pytest.raises(Conflict) as refused:
            _book(judge, dispute)
        assert refused.value.code == "numbers_in_doubt"
        assert table.states(1) == [State.CONTESTED, State.RIVAL]


class TestBooking:
    """What is booked stands on the sheet once, and goes as it came."""

    def test_taking_back_what_changed_nothing_changes_nothing(self, table, judge):
        table.correct(1, {"state": "annulled"})
        dispute = _open(table)
        _book(judge, dispute, "annul_hand")
        revoke_ruling(actor=judge, dispute_id=dispute.pk)
        assert table.current(1).slip == {"state": "annulled"}
        assert _whole(table)

    def test_of_two_annulments_the_first_is_the_one_to_take_back(self, table, judge):
        first, second = _open(table), _open(table, who=table.phones[1])
        _book(judge, first, "annul_hand")
        _book(judge, second, "annul_hand")
        revoke_ruling(actor=judge, dispute_id=second.pk)
        assert table.current(1).slip == {"state": "annulled"}
        with pytest.raises(Conflict):
            revoke_ruling(actor=judge, dispute_id=second.pk)

    @pytest.mark.parametrize(
        "effect",
        [
            {"type": "points_to", "side": "x", "points": 5},
            {"type": "points_to", "side": "0+2", "points": -5},
            {"type": "points_to", "points": 5},
            {"type": "trick_to", "seat": 9},
            {"type": "penalty_points", "seat": 0, "points": 5000},
            {"type": "penalty_points", "points": 5},
            {"type": "penalty_points", "seat": 0},
            {"type": "dead_cards", "cards": ["ROX"]},
            {"type": "suit_barred", "suit": "Q"},
        ],
    )
    def test_effects_that_no_table_can_follow_are_all_named(self, table, judge, effect):
        dispute = _open(table)
        with pytest.raises(Invalid) as refused:
            _overrule(judge, dispute, effect, {"type": "trick_to", "seat": 12})
        places = {detail.pointer.split("/")[2] for detail in refused.value.details}
        assert places == {"0", "1"}
        assert RulingRecord.objects.count() == 1

    def test_what_the_players_accept_among_themselves_binds_no_other_table(self, table):
        dispute = _open(table)
        _accept(table, dispute, 0)
        assert _accept(table, dispute, 1) == Dispute.State.BOOKED
        assert not Precedent.objects.exists()

    def test_what_was_taken_back_is_no_precedent(self, table, judge):
        dispute = _open(table)
        _book(judge, dispute, "annul_hand")
        revoke_ruling(actor=judge, dispute_id=dispute.pk)
        assert not Precedent.objects.exists()

    def test_a_phones_sealed_predictions_stay_sealed_when_the_hand_is_annulled(self):
        options = {"differenzler.sealed_entry": {"value": "phone", "house": "verdeckt getippt"}}
        table = open_table(house(), "differenzler-verdeckt", house_rules=options)
        judge = table.house.official(Role.REFEREE)
        for seat in range(4):
            say(table, seat, 30)
        dispute = _open(table)
        _overrule(judge, dispute, {"type": "annul_hand"})
        _book(judge, dispute)
        revoke_ruling(actor=judge, dispute_id=dispute.pk)
        assert shown(table) == [None] * 4
        table.write(1, {"trump": "RO", "points": [30, 40, 50, None]})
        assert _whole(table)

    @pytest.mark.parametrize("effect", ["penalty_points", "redeal"])
    def test_no_ruling_about_a_hand_opens_what_its_players_have_sealed(self, effect):
        options = {"differenzler.sealed_entry": {"value": "phone", "house": "verdeckt getippt"}}
        table = open_table(house(), "differenzler-verdeckt", house_rules=options)
        judge = table.house.official(Role.REFEREE)
        for seat in range(4):
            say(table, seat, 30)
        table.write(1, {"trump": "RO", "points": [30, 40, 50, None]})
        dispute = _open(table, who=table.phones[1])
        more = {"seat": 2, "points": 20} if effect == "penalty_points" else {}
        _overrule(judge, dispute, {"type": effect, **more})
        _book(judge, dispute)
        assert shown(table) == [None] * 4
        revoke_ruling(actor=judge, dispute_id=dispute.pk)
        assert shown(table) == [None] * 4
        assert table.current(1).state == "provisional"
        assert table.confirm(1, seat=2).slip["predictions"] == [30] * 4
        assert _whole(table)

    def test_a_ruling_on_a_sealed_hand_is_taken_back_after_it_was_opened(self):
        options = {
            "differenzler.sealed_entry": {"value": "phone", "house": "verdeckt getippt"},
            "differenzler.stoeck_choice": {"value": True, "house": "Stöck zählen"},
        }
        table = open_table(house(), "differenzler-verdeckt", house_rules=options)
        judge = table.house.official(Role.REFEREE)
        for seat in range(4):
            say(table, seat, 30)
        stoeck = {"seat": 0, "sign": 1}
        table.write(1, {"trump": "RO", "points": [30, 40, 50, None], "stoeck": stoeck})
        dispute = _open(table, who=table.phones[1])
        _overrule(judge, dispute, {"type": "stoeck_points", "seat": 0, "points": 0})
        _book(judge, dispute)
        assert shown(table) == [None] * 4
        opened = table.confirm(1, seat=2)
        assert (opened.slip["predictions"], opened.slip["stoeck"]) == ([30] * 4, None)
        revoke_ruling(actor=judge, dispute_id=dispute.pk)
        restored = table.current(1).slip
        assert (restored["predictions"], restored["stoeck"]) == ([30] * 4, stoeck)
        assert _whole(table)

    @pytest.mark.sampled(10)
    @pytest.mark.parametrize(
        ("profile", "slip"),
        [
            ("schieber-1000", schieber(100, weis=[20, 0])),
            ("differenzler-verdeckt", differenzler([20, 40, 30, 50], [25, 52, 40])),
            ("coiffeur", {"side": 0, "line": "SI", "points": 100}),
            ("hae", {"bids": [5, 2, 4, 0], "tricks": [3, 4, 3, None]}),
            ("freies-blatt", {"points": [10, 20, 30, 40]}),
            ("freies-blatt-paare", {"points": [100, 57]}),
            ("schieber-passen", {"points": [1000, None]}),
        ],
    )
    @pytest.mark.parametrize("kind", ["annul_hand", "redeal", "weis_void", "penalty_points"])
    def test_taking_back_restores_the_sheet_of_every_kind_of_game(self, profile, slip, kind):
        table = open_table(house(), profile)
        table.write(1, slip)
        before, judge = state_of(table.game).totals, table.house.official(Role.REFEREE)
        dispute = _open(table)
        _overrule(judge, dispute, {"type": kind, "seat": 0, "points": 20})
        _book(judge, dispute)
        revoke_ruling(actor=judge, dispute_id=dispute.pk)
        assert state_of(table.game).totals == before
        assert _whole(table)

    def test_one_hand_that_is_annulled_does_not_wipe_out_a_whole_passe(self):
        table = open_table(house(), "schieber-passen")
        table.write(1, {"points": [1000, None]})
        dispute = _open(table)
        _book(table.house.official(Role.REFEREE), dispute, "annul_hand")
        assert table.current(1).slip["points"] == [1000, 884]

    def test_taking_back_brings_the_doubt_about_the_numbers_back(self, table, judge):
        doubt(table, 1, seat=1)
        dispute = _open(table)
        _book(judge, dispute, "annul_hand")
        revoke_ruling(actor=judge, dispute_id=dispute.pk)
        assert (table.current(1).slip["points"], _counted(table)) == ([100, 57], (0, 0))
        assert _whole(table)
