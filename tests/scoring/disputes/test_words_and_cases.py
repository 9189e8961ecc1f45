"""What pages of cases offer: what may still be chosen, what was decided before, what was undone."""

from __future__ import annotations

import pytest

from referee.rulings.vocabulary import Until
from referee.wording import options_of
from scoring.disputes import too_late
from scoring.models import Dispute
from tests.scoring.disputes.pages import (
    CASE,
    TALK,
    TALKED,
    WRONG_CARD,
    opened,
    phone_at,
    press,
    read,
    words,
)
from tests.scoring.table import TableOf, schieber
from tests.scoring.web_table import Browser

pytestmark = pytest.mark.django_db
LATE = "Zu spät zum Wählen"


@pytest.fixture
def next_written(table: TableOf) -> TableOf:
    table.write(2, schieber(90))
    return table


def rulings_of(who: Browser, table: TableOf) -> str:
    return words(who.client.get(f"/clubs/{table.house.club.slug}/rulings/"))


def test_the_rulings_of_a_club_say_what_became_of_each_case(table, anna, beat, judge):
    path = opened(anna)
    assert "offen" in rulings_of(anna, table)
    press(judge, path, "book", choice="annul_hand")
    assert "gebucht" in rulings_of(anna, table)
    press(judge, path, "revoke")
    page = rulings_of(anna, table)
    assert "zurückgenommen" in page
    assert "gilt für gleiche Fälle" not in page


def test_what_a_referee_booked_is_offered_when_the_same_is_asked_again(table, anna, judge):
    question = CASE.format(2)
    assert "schon entschieden" not in words(anna.get(question, **WRONG_CARD))
    path = opened(anna)
    press(judge, path, "book", choice="annul_hand")
    again = words(anna.get(question, **{**WRONG_CARD, "offender": "3"}))
    assert "So hat der Club in diesem Fall schon entschieden" in again
    assert "schon entschieden" not in words(anna.get(question, matter="whole_game"))
    assert "schon entschieden" in read(anna, opened(anna, 2))


def test_a_ruling_that_was_taken_back_is_not_offered_any_more(anna, judge):
    path = opened(anna)
    press(judge, path, "book", choice="annul_hand")
    press(judge, path, "revoke")
    assert "schon entschieden" not in words(anna.get(CASE.format(2), **WRONG_CARD))


def test_what_has_become_too_late_is_neither_offered_nor_taken(next_written, anna, judge):
    assert LATE in words(anna.get(CASE.format(1), **WRONG_CARD))
    path = opened(anna)
    page = read(anna, path)
    assert LATE in page
    assert "Annehmen: weiterspielen" in page
    assert "Annehmen: das Spiel annullieren" not in page
    assert press(anna, path, "accept", choice="annul_hand").status_code == 422
    assert press(judge, path, "book", choice="annul_hand").status_code == 422
    assert press(judge, path, "book", choice="play_on").status_code == 302


def test_a_right_that_ends_with_the_hand_is_over_once_the_hand_is_written(anna, beat, judge):
    """House rule fragen#s4: to be annulled until the end of this hand; silence plays on."""
    assert LATE in words(anna.get(TALK.format(1), **TALKED))
    assert LATE not in words(anna.get(TALK.format(2), **TALKED))
    path = opened(anna, 1, "fragen", **TALKED)
    page = read(anna, path)
    assert LATE in page
    assert "Annehmen: weiterspielen" in page
    assert "Annehmen: das Spiel annullieren" not in page
    assert press(anna, path, "accept", choice="annul_hand").status_code == 422
    assert press(judge, path, "book", choice="annul_hand").status_code == 422
    assert press(judge, path, "book", choice="play_on").status_code == 302


def test_a_case_put_while_the_hand_was_played_keeps_its_choice_once_it_is_written(table, anna):
    path = opened(anna, 2, "fragen", **TALKED)
    table.write(2, schieber(90))
    page = read(anna, path)
    assert LATE not in page
    assert "Annehmen: das Spiel annullieren" in page


@pytest.mark.parametrize("until", Until)
def test_what_is_too_late_on_the_time_line_has_ended_on_the_sheet_and_nothing_else(table, until):
    option = {"by": "0+2", "choices": ["annul_hand", "play_on"], "until": until}
    line = dict(options_of(option).ladder)
    for number, step in ((1, "Spiel fertig"), (2, "folgendes Spiel fertig")):
        if number > 1:
            table.write(number, schieber(90))
        late = too_late([option], table.hand(1))
        assert not line or late == (line[step] != "before"), step
    assert too_late([option], table.hand(1)) == (until not in (Until.END_OF_GAME, Until.ANY_TIME))


def test_a_case_that_was_put_in_time_keeps_its_choice(table, anna):
    path = opened(anna)
    table.write(2, schieber(90))
    page = read(anna, path)
    assert LATE not in page
    assert "Annehmen: das Spiel annullieren" in page


def test_going_back_and_filing_again_keeps_one_case(anna, beat):
    assert opened(anna) == opened(anna)
    assert Dispute.objects.count() == 1
    assert opened(anna, 1, **{**WRONG_CARD, "offender": "3"}) != opened(anna)
    opened(beat)
    assert Dispute.objects.count() == 3


def test_a_case_that_was_withdrawn_may_be_filed_anew(anna):
    path = opened(anna)
    press(anna, path, "withdraw")
    assert opened(anna) != path


def test_the_wish_to_take_a_ruling_back_stands_on_the_other_phones(table, anna, beat, judge):
    path, other = opened(anna), phone_at(table, 3)
    press(judge, path, "book", choice="annul_hand")
    assert "zurückgenommen" not in read(other, "")
    press(anna, path, "revoke")
    assert "soll zurückgenommen werden" in read(other, "")
    press(beat, path, "revoke")
    assert "zurückgenommen" in read(other, "")
    assert 'data-follow="cases"' in other.get().content.decode()


def test_a_ruling_taken_back_is_told_until_the_next_hand_is_written(table, anna, judge):
    path = opened(anna)
    press(judge, path, "book", choice="annul_hand")
    press(judge, path, "revoke")
    assert "Entscheid zurückgenommen" in read(anna, "")
    table.write(2, schieber(90))
    assert "Entscheid zurückgenommen" not in read(anna, "")


def test_the_page_of_a_club_leads_to_the_question_about_the_rules(table, anna):
    page = anna.client.get(f"/clubs/{table.house.club.slug}/").content.decode()
    assert page.index('href="/rules/">Regelfrage</a>') < page.index("<h2>")
