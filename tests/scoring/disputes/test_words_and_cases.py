"""What pages of cases offer: what may still be chosen, what was decided before, what was undone."""

import re
from html import unescape

import pytest
from django.test import Client

from jassclub.clubs.models import User
from referee.rulings.facts import Until
from scoring.claims.models import Dispute
from scoring.disputes.selectors import too_late
from tests.markup import markup
from tests.scoring.disputes.pages import (
    ARTICLE,
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
from tests.scoring.table import TableOf, house, schieber
from tests.scoring.web_table import Browser

pytestmark = pytest.mark.django_db
CASE_ALONE = f"/rules/{ARTICLE}/case/"
MORE = "&held=side_suit&claim=stands"
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


def test_a_kept_ruling_is_shared_by_its_own_address(anna):
    path = opened(anna)
    html = markup(anna.get(path))
    address = anna.get(path).request["PATH_INFO"]
    assert f'data-share="{address}"' in html
    assert "<figure" not in html
    assert '<figure class="code">' in markup(anna.get(path, _qr="1"))


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
def test_a_right_ends_on_the_sheet_when_its_deadline_has_passed(table, until):
    option = {"by": "0+2", "choices": ["annul_hand", "play_on"], "until": until}
    never = (Until.END_OF_GAME, Until.ANY_TIME)
    following = (Until.SCRIBE_FIRST_CARD_NEXT_HAND, Until.END_OF_FOLLOWING_HAND)
    assert too_late([option], table.hand(1)) == (until not in (*following, *never))
    table.write(2, schieber(90))
    assert too_late([option], table.hand(1)) == (until not in never)


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
    link = f'href="/rules/?_club={table.house.club.slug}">Regelfrage</a>'
    assert page.index(link) < page.index("<h2>")


def links_of(page: str, start: str) -> list[str]:
    return re.findall(rf'href="({start}[^"]*)"', page)


def test_what_was_booked_at_a_table_is_offered_when_the_same_is_asked_from_the_clubs_page(
    table, anna, judge
):
    """By taps alone, from the page of the club to the ruling: the club is in each address."""
    path = opened(anna)
    press(judge, path, "book", choice="annul_hand")
    pages = [anna.client.get(f"/clubs/{table.house.club.slug}/").content.decode()]
    for address in ("/rules/", CASE_ALONE, "[?]"):
        ways = [unescape(way) for way in links_of(pages[-1], address)]
        assert ways
        wanted = [way for way in ways if "wrong_card" in way] or ways
        where = wanted[0] if wanted[0].startswith("/") else f"{CASE_ALONE}{wanted[0]}"
        pages.append(unescape(anna.client.get(where).content.decode()))
    ruled = unescape(anna.client.get(f"{where}&noticed=later&offender=2{MORE}").content.decode())
    assert "So hat der Club in diesem Fall schon entschieden" in ruled
    assert all(f"_club={table.house.club.slug}" in way for way in links_of(ruled, "/rules/"))
    searched = anna.client.get("/rules/", {"q": "falsche Karte", "_club": table.house.club.slug})
    found = links_of(unescape(searched.content.decode()), "/rules/")
    assert found
    assert all(f"_club={table.house.club.slug}" in way for way in found)


def test_the_precedents_of_a_club_are_shown_to_its_people_alone(table, anna, judge):
    path = opened(anna)
    press(judge, path, "book", choice="annul_hand")
    asked = f"{CASE_ALONE}?_club={table.house.club.slug}&matter=wrong_card&noticed=later{MORE}"
    assert "schon entschieden" in words(anna.client.get(asked))
    assert "schon entschieden" not in words(anna.client.get(asked.replace("_club", "_other")))
    stranger = Client()
    for where in (asked, f"/rules/?_club={table.house.club.slug}", "/rules/?_club=nobody"):
        assert stranger.get(where)["Location"].startswith("/login/")
    other = house().official("referee")
    assert other.user_id is not None
    stranger.force_login(User.objects.get(pk=other.user_id))
    assert stranger.get(asked).status_code == 404
    assert stranger.get(f"/rules/?_club={table.house.club.slug}").status_code == 404
