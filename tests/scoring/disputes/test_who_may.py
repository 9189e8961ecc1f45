"""Who may do what about a dispute, and what its pages never tell."""

import re
from html import unescape

import pytest

from jassclub.clubs.models import Device, Membership, User
from referee.models import RulingRecord
from scoring.claims.models import Dispute, HandEntry
from scoring.disputes.services import overrule_dispute
from scoring.tables.games import close_game
from tests.markup import markup
from tests.scoring.disputes.pages import (
    CASE,
    WRONG_CARD,
    keep,
    opened,
    phone_at,
    press,
    read,
    totals,
    words,
)
from tests.scoring.web_table import Browser, browser, table_of

pytestmark = pytest.mark.django_db


def test_a_stranger_learns_of_nothing(table, anna):
    path = opened(anna)
    stranger = browser(table_of("schieber-1000"), 0)
    at = Browser(stranger.client, table)
    for address in (path, "hands/1/rules/", CASE.format(1)):
        assert at.get(address).status_code == 404
    for deed in ("accept", "book", "revoke", "withdraw", "overrule"):
        assert press(at, path, deed).status_code == 404
    assert at.post(CASE.format(1) + "keep/", **WRONG_CARD).status_code == 404


def test_a_dispute_is_not_found_below_another_game(anna):
    path = opened(anna)
    other = browser(table_of("schieber-1000"), 0)
    assert other.get(path).status_code == 404
    assert press(other, path, "accept").status_code == 404


def test_a_referee_at_his_own_table_is_refused_in_words(table, beat, anna):
    path = opened(anna)
    user = User.objects.get(players=table.house.people[1])
    Membership.objects.filter(user=user).update(role="referee")
    assert "Buchen:" not in read(beat, path)
    assert "Am eigenen Tisch entscheidet jemand anders." in read(beat, path)
    response = press(beat, path, "book", choice="annul_hand")
    assert response.status_code == 403
    assert "Am eigenen Tisch entscheidet jemand anders." in words(response)
    assert 'class="sum-up"' in markup(response)
    assert totals(table) == (100, 57)


def test_a_member_who_looks_on_has_no_buttons(table, anna):
    path = opened(anna)
    looker = browser(table, None)
    page = read(looker, path)
    assert "Annehmen" not in page
    assert "Buchen" not in page
    assert "zurückziehen" not in page
    assert "Diesen Fall festhalten" not in read(looker, CASE.format(1))


def test_after_the_game_players_are_offered_nothing_and_a_referee_still_is(table, anna, judge):
    path = opened(anna)
    press(judge, path, "book", choice="annul_hand")
    assert "Entscheid zurücknehmen" in read(anna, path)
    close_game(actor=table.house.official("director"), game_id=table.game.pk)
    assert "Entscheid zurücknehmen" not in read(anna, path)
    assert "Diesen Fall festhalten" not in words(anna.get(CASE.format(1), **WRONG_CARD))
    assert "Entscheid zurücknehmen" in read(judge, path)
    assert "Diesen Fall festhalten" in words(judge.get(CASE.format(1), **WRONG_CARD))


def test_only_the_side_that_asked_withdraws(anna, beat):
    path = opened(anna)
    assert "Fall zurückziehen" in read(anna, path)
    assert "Fall zurückziehen" not in read(beat, path)
    assert press(beat, path, "withdraw").status_code == 403
    assert press(anna, path, "withdraw").status_code == 302
    assert Dispute.objects.get().state == Dispute.State.WITHDRAWN


def test_what_is_settled_is_refused_in_words(anna):
    path = opened(anna)
    press(anna, path, "withdraw")
    response = press(anna, path, "accept", choice="annul_hand")
    assert response.status_code == 409
    assert "Dieser Fall ist schon erledigt." in words(response)


def test_a_referee_decides_otherwise_and_books_it(table, anna, judge):
    path = opened(anna)
    sent = {"text": "20 Punkte gehen über.", "reason": "Alle waren einverstanden."}
    moved = {"effect": "points_to", "side": "1+3", "points": "20"}
    assert press(judge, path, "overrule", **sent, **moved).status_code == 302
    page = read(judge, path)
    assert "20 Punkte: Beat & Dario" in page
    assert "Bei Spiel 1 steht dann 80 : 77. Jetzt steht 100 : 57." in page
    press(judge, path, "book")
    assert totals(table) == (80, 77)


def test_penalties_of_a_decision_name_who_gets_them(table, anna, judge):
    path = opened(anna)
    sent = {"text": "Beat bekommt 10.", "reason": "Wiederholt.", "effect": "penalty_points"}
    press(judge, path, "overrule", **sent, seat="1", points="10")
    page = read(judge, path)
    assert "Am Blatt ändert sich nichts. Strafpunkte: 10 Punkte, Beat" in page


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"reason": "x", "effect": "none"}, "text"),
        ({"text": "x", "effect": "none"}, "reason"),
        ({"text": "x", "reason": "x"}, "effect"),
        ({"text": "x", "reason": "x", "effect": "points_to", "side": "0+2"}, "points"),
        ({"text": "x", "reason": "x", "effect": "points_to", "points": "5"}, "to"),
        ({"text": "x", "reason": "x", "effect": "penalty_points", "points": "5"}, "to"),
    ],
)
def test_a_decision_that_lacks_something_says_what(anna, judge, sent, field):
    response = press(judge, opened(anna), "overrule", **sent)
    assert response.status_code == 422
    assert f'id="{field}-error"' in markup(response)
    assert RulingRecord.objects.count() == 1


def test_players_at_the_table_do_not_decide_otherwise(anna):
    path = opened(anna)
    sent = {"text": "x", "reason": "x", "effect": "annul_hand"}
    assert press(anna, path, "overrule", **sent).status_code == 403


def test_at_a_table_nobody_is_asked_what_is_played(table, anna):
    told = "offender=1&gave=side_withheld&noticed=open"
    html = markup(anna.get(f"hands/2/rules/nichtangeben/?{told}"))
    assert 'class="said"' in html
    assert "Schieber" not in html[html.index('class="chips"') : html.index("</section>")]


def test_a_running_hand_tells_neither_trump_nor_target(table, anna):
    """JASSREGELN: nobody is told what is trump, nor that a target is near."""
    for article in ("bedanken", "schneider", "nichtangeben"):
        html = markup(anna.get(f"hands/2/rules/{article}/"))
        main = html[html.index("<main") : html.index("</main>")]
        assert "1000" not in main.replace('maxlength="1000"', "")
        assert "target" not in re.sub(r'id="f-target"|for="f-target"|name="target"', "", main)
        assert len(set(re.findall(r"[?;&]mode=(\w+)", main))) in (0, 6), "all may be told"
    opened(anna, 2)
    page = markup(anna.get(opened(anna, 2)))
    assert "1000" not in re.sub(r"[0-9a-f-]{36}", "", page[page.index("<main") :])


def test_undecided_cases_keep_the_target_out_of_the_address(table, anna):
    response = keep(anna, 2, "bedanken")
    page = markup(anna.client.get(response.url))
    assert Dispute.objects.get().ruling.facts["target"] == 1000
    assert "Jetzt entscheiden" in page
    assert "target=" not in page


def test_nothing_is_stored_by_asking(anna):
    anna.get("hands/2/rules/", q="falsch")
    anna.get(CASE.format(2), **WRONG_CARD)
    assert not RulingRecord.objects.exists()
    assert not HandEntry.objects.filter(hand__number=2).exists()
    assert not anna.table.game.hands.filter(number=2).exists()


def test_players_who_play_alone_have_no_pairs_to_tap():
    made = table_of("differenzler-offen")
    who, judge_ = browser(made, 0), browser(made, None, role="referee")
    path = opened(who, 1)
    assert "Punkte verschieben" not in read(judge_, path)
    assert "Strafpunkte" in read(judge_, path)


def test_the_club_lists_its_rulings_with_the_way_to_the_case(table, anna, judge):
    path = opened(anna)
    press(judge, path, "book", choice="annul_hand")
    keep(anna, 2, "bedanken")
    address = f"/clubs/{table.house.club.slug}/rulings/"
    page = anna.client.get(address)
    assert "gilt für gleiche Fälle" in words(page)
    assert anna.game + path in markup(page)
    chosen = anna.client.get(address, {"article": "bedanken"})
    assert anna.game + path not in markup(chosen)
    assert address in markup(anna.client.get(f"/clubs/{table.house.club.slug}/"))


def test_the_rulings_of_another_club_are_not_found(table, anna):
    other = browser(table_of("schieber-1000"), 0)
    opened(anna)
    assert other.client.get(f"/clubs/{table.house.club.slug}/rulings/").status_code == 404


def _ruling_on(who: Browser, path: str) -> str:
    """The id of the ruling in the form that accepts or books."""
    found = re.search(r'name="ruling" value="([^"]+)"', markup(who.get(path)))
    assert found is not None
    return found[1]


@pytest.mark.parametrize("deed", ["accept", "book"])
def test_nobody_agrees_on_a_page_to_a_ruling_that_came_in_between(anna, judge, table, deed):
    path = opened(anna)
    who = anna if deed == "accept" else judge
    seen = _ruling_on(who, path)
    overrule_dispute(
        actor=table.house.official("referee"),
        dispute_id=Dispute.objects.get().pk,
        text="Es zählt ganz anders.",
        reason="Alle haben geredet.",
        effects=[{"type": "points_to", "side": "0+2", "points": 14}],
    )
    refused = press(who, path, deed, choice="", ruling=seen)
    assert refused.status_code == 409
    assert "inzwischen neu entschieden" in words(refused)
    assert "Es zählt ganz anders." in words(refused)
    assert Dispute.objects.get().state == Dispute.State.OPEN
    assert press(who, path, deed, choice="", ruling=_ruling_on(who, path)).status_code == 302


def test_a_ruling_that_is_no_id_is_not_there(anna):
    assert press(anna, opened(anna), "accept", ruling="x").status_code == 404


def test_a_referee_who_is_not_seated_opens_a_dispute_on_the_pages(judge):
    opened(judge)
    dispute = Dispute.objects.get()
    assert (dispute.seat, dispute.state) == (None, Dispute.State.OPEN)


def test_the_one_phone_of_a_table_is_handed_over_with_a_second_tap():
    table = table_of("schieber-1000")
    Device.objects.filter(link__scope_id=table.game.pk).update(seat=None)
    phone = phone_at(table, 0)
    path = opened(phone)
    assert "Telefon übergeben" not in read(phone, path)
    press(phone, path, "accept", choice="annul_hand")
    page = unescape(markup(phone.get(path)))
    assert "Telefon übergeben" in page
    assert "Telefon übergeben an Beat & Dario: Der Fall stimmt so" in page
    press(phone, path, "accept", handover_seat="1")
    assert "gebucht" in read(phone, path).casefold()


def test_where_two_phones_speak_nothing_is_handed_over(anna, beat):
    path = opened(anna)
    press(anna, path, "accept", choice="annul_hand")
    assert "Telefon übergeben" not in read(anna, path)


def test_the_one_phone_is_handed_to_those_who_choose():
    table = table_of("schieber-1000")
    Device.objects.filter(link__scope_id=table.game.pk).update(seat=None)
    phone = phone_at(table, 1)
    path = opened(phone)
    page = words(phone.get(path))
    for choice in ("das Spiel annullieren", "weiterspielen"):
        assert f"Telefon übergeben an Anna & Chlöe: {choice}" in page
    press(phone, path, "accept", choice="play_on", handover_seat="0")
    assert "Gebucht: weiterspielen" in read(phone, path)
