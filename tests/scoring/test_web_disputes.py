"""Regelfrage at a table: asked by names, kept, accepted or booked, taken back; and who may."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Device, Membership, User
from jassclub.clubs.services import links
from referee.models import RulingRecord
from scoring import services
from scoring.models import Dispute, HandEntry
from scoring.selectors import state_of
from tests.scoring.table import TableOf, schieber
from tests.scoring.web_forms import fields_of
from tests.scoring.web_table import Browser, browser, table_of
from tests.scoring.web_table import words as escaped_words

pytestmark = pytest.mark.django_db

CASE = "hands/{}/rules/fragen/"
TITLE = "Fragen während des Spiels"
TALKED = {"act": "answer", "offender": "1"}


@pytest.fixture
def table() -> TableOf:
    made = table_of("schieber-1000")
    made.write(1, schieber(100))
    return made


@pytest.fixture
def anna(table: TableOf) -> Browser:
    return browser(table, 0)


@pytest.fixture
def beat(table: TableOf) -> Browser:
    return browser(table, 1)


@pytest.fixture
def judge(table: TableOf) -> Browser:
    return browser(table, None, role="referee")


def phone_at(table: TableOf, seat: int) -> Browser:
    """A phone without an account that read the code of a table and took a seat."""
    code = links.create_link(
        actor=SYSTEM,
        club_id=table.house.club.pk,
        label="Tisch",
        scope_kind="game",
        scope_id=table.game.pk,
    )[1]
    came = Browser(Client(), table)
    came.client.post(f"/t/{code}", {"seat": str(seat)})
    return came


def words(response: Any) -> str:
    """The words of a page as they are read."""
    return unescape(escaped_words(response))


def read(who: Browser, path: str) -> str:
    """The words of a page of the game."""
    return words(who.get(path))


def form_of(html: str) -> dict[str, str]:
    """The fields of the form that keeps a case."""
    form = html[html.index("/keep/") :]
    return fields_of(form[: form.index("</form>")])


def keep(who: Browser, number: int = 1, article: str = "fragen", **facts: str) -> Any:
    """Ask a case and send the form that keeps it, as a browser would."""
    where = f"hands/{number}/rules/{article}/"
    html = who.get(where, **facts).content.decode()
    return who.post(f"{where}keep/", **form_of(html))


def opened(who: Browser, number: int = 1, **facts: str) -> str:
    """The address of a dispute that was just kept."""
    response = keep(who, number, **(facts or TALKED))
    assert response.status_code == 302, words(response)
    return str(response.url).removeprefix(who.game)


def press(who: Browser, path: str, deed: str, **fields: str) -> Any:
    """Send a form of the page of a dispute."""
    return who.post(f"{path}{deed}/", **fields)


def totals(table: TableOf) -> tuple[int, ...]:
    return tuple(state_of(table.game).sheet.totals)


def test_game_and_hand_lead_to_the_question(anna):
    assert f"{anna.game}hands/2/rules/" in anna.get().content.decode()
    assert f"{anna.game}hands/1/rules/" in anna.get("hands/1/").content.decode()


def test_the_search_leads_to_cases_of_this_hand_and_keeps_the_words(anna):
    html = anna.get("hands/2/rules/", q="farbe nicht angegeben").content.decode()
    assert f"{anna.game}hands/2/rules/nichtangeben/?_told=farbe+nicht+angegeben" in html
    assert "Regelfrage: Spiel 2" in words(anna.get("hands/2/rules/"))


def test_a_hand_that_cannot_be_played_yet_has_no_questions(anna):
    assert anna.get("hands/9/rules/").status_code == 404
    assert anna.get("hands/9/rules/fragen/").status_code == 404


def test_who_did_it_is_asked_with_the_names_of_the_table(anna):
    html = anna.get(CASE.format(1), act="answer").content.decode()
    for seat, name in enumerate(("Anna", "Beat", "Chlöe", "Dario")):
        assert re.search(rf'href="[^"]*offender={seat}[^"]*">{name}</a>', html)


def test_the_ruling_calls_the_sides_by_their_names(anna):
    page = words(anna.get(CASE.format(1), **TALKED))
    assert "Es wählt: Anna & Chlöe" in page
    assert "Beat" in page
    assert "Platz" not in page


def test_journey_one_side_opens_the_other_accepts_and_a_referee_takes_it_back(
    table, anna, beat, judge
):
    before = state_of(table.game).sheet
    path = opened(anna)
    assert "Annehmen: das Spiel annullieren" in read(anna, path)
    assert "Spiel 1 zählt dann nicht. Jetzt steht 100 : 57." in read(anna, path)
    assert press(anna, path, "accept", choice="annul_hand").status_code == 302
    assert totals(table) == (100, 57)
    assert "Anna & Chlöe: angenommen: das Spiel annullieren" in read(beat, path)
    press(beat, path, "accept", choice="annul_hand")
    assert totals(table) == (0, 0)
    assert "gebucht" in read(anna, path)
    assert press(judge, path, "revoke").status_code == 302
    assert state_of(table.game).sheet == before
    assert "zurückgenommen" in read(anna, path)


def test_the_verdict_stands_before_everything_else(anna):
    page = words(anna.get(opened(anna)))
    text = Dispute.objects.get().ruling.said["de"]["text"]
    assert page.index(text) < page.index("Annehmen") < page.index("Verlauf")


def test_open_cases_stand_on_the_game_all_of_them_on_the_hand(table, anna, judge):
    path = opened(anna)
    assert f"Spiel 1: {TITLE} offen" in read(anna, "")
    press(judge, path, "book", choice="annul_hand")
    assert "Offene Fälle" not in read(anna, "")
    assert f"Spiel 1: {TITLE} gebucht" in read(anna, "hands/1/")


def test_a_version_says_which_ruling_wrote_it(anna, judge):
    path = opened(anna)
    press(judge, path, "book", choice="annul_hand")
    html = anna.get("hands/1/").content.decode()
    assert re.search(rf'Grund: <a [^>]*href="{anna.game}{path}">Entscheid «{TITLE}»</a>', html)


def test_a_running_hand_is_annulled_by_two_taps(table, anna, beat):
    path = opened(anna, 2)
    for who in (anna, beat):
        press(who, path, "accept", choice="annul_hand")
    assert table.current(2).slip == {"state": "annulled"}


def test_a_case_without_all_facts_is_kept_open_and_decided_later(table, anna):
    path = opened(anna, 2, offender="1")
    page = anna.get(path).content.decode()
    assert "Es fehlt eine Angabe" in page
    assert "Annehmen" not in page
    again = re.search(r'href="([^"]+)">Jetzt entscheiden', page)
    assert again
    html = anna.client.get(again[1].replace("&amp;", "&") + "&act=answer").content.decode()
    anna.post("hands/2/rules/fragen/keep/", **form_of(html))
    assert list(Dispute.objects.order_by("seq").values_list("state", flat=True)) == [
        "withdrawn",
        "open",
    ]
    assert RulingRecord.objects.get(verdict="determined").facts == {"act": "answer", "offender": 1}


def test_sending_a_form_twice_keeps_one_dispute(anna):
    form = form_of(anna.get(CASE.format(1), **TALKED).content.decode())
    first, second = (anna.post(CASE.format(1) + "keep/", **form) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Dispute.objects.count() == 1


def test_facts_that_cannot_be_are_refused_in_words(anna):
    response = anna.get(CASE.format(1), act="sang")
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    kept = anna.post(CASE.format(1) + "keep/", act="sang")
    assert kept.status_code == 422
    assert not Dispute.objects.exists()


def test_the_choice_of_the_other_side_is_the_main_button(anna, beat):
    path = opened(anna)
    press(anna, path, "accept", choice="play_on")
    buttons = re.findall(r'class="btn( main)?">(Annehmen: [\w ]+)', beat.get(path).content.decode())
    assert buttons == [
        ("", "Annehmen: das Spiel annullieren"),
        (" main", "Annehmen: weiterspielen"),
    ]


def test_what_was_booked_is_said_as_long_as_it_stands(anna, judge):
    path = opened(anna)
    press(judge, path, "book", choice="play_on")
    assert "Gebucht: weiterspielen" in read(anna, path)
    press(judge, path, "revoke")
    assert "Gebucht:" not in read(anna, path)


def test_a_doubt_that_came_from_a_rule_says_so(anna):
    opened(anna)
    assert "bestritten von Anna: Regelfrage" in read(anna, "hands/1/")


def test_the_facts_are_read_on_the_dispute_by_names(anna):
    page = read(anna, opened(anna))
    assert "Was angegeben wurde" in page
    assert "Wem ist der Fehler passiert? Beat" in page


def test_phones_of_both_sides_settle_a_case_without_accounts(table):
    phones = [phone_at(table, seat) for seat in (0, 1)]
    path = opened(phones[0])
    assert "Annehmen: das Spiel annullieren" in read(phones[1], path)
    for phone in phones:
        press(phone, path, "accept", choice="annul_hand")
    assert totals(table) == (0, 0)


def test_a_phone_of_another_table_is_told_nothing(table, anna):
    path = opened(anna)
    other = table_of("schieber-1000")
    phone = Browser(phone_at(other, 1).client, table)
    for address in (path, "hands/1/rules/", CASE.format(1)):
        assert phone.get(address).url.startswith("/login/")
    assert press(phone, path, "accept", choice="annul_hand").url.startswith("/login/")
    below_its_own = Browser(phone.client, other)
    assert below_its_own.get("hands/1/rules/").status_code == 200
    assert below_its_own.get(path).status_code == 404
    assert press(below_its_own, path, "accept", choice="annul_hand").status_code == 404
    assert not Dispute.objects.get().steps.exists()


def test_a_stranger_learns_of_nothing(table, anna):
    path = opened(anna)
    stranger = browser(table_of("schieber-1000"), 0)
    at = Browser(stranger.client, table)
    for address in (path, "hands/1/rules/", CASE.format(1)):
        assert at.get(address).status_code == 404
    for deed in ("accept", "book", "revoke", "withdraw", "overrule"):
        assert press(at, path, deed).status_code == 404
    assert at.post(CASE.format(1) + "keep/", **TALKED).status_code == 404


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
    assert 'class="sum-up"' in response.content.decode()
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
    services.close_game(actor=table.house.official("director"), game_id=table.game.pk)
    assert "Entscheid zurücknehmen" not in read(anna, path)
    assert "Diesen Fall festhalten" not in words(anna.get(CASE.format(1), **TALKED))
    assert "Entscheid zurücknehmen" in read(judge, path)
    assert "Diesen Fall festhalten" in words(judge.get(CASE.format(1), **TALKED))


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
    assert f'id="{field}-error"' in response.content.decode()
    assert RulingRecord.objects.count() == 1


def test_players_at_the_table_do_not_decide_otherwise(anna):
    path = opened(anna)
    sent = {"text": "x", "reason": "x", "effect": "annul_hand"}
    assert press(anna, path, "overrule", **sent).status_code == 403


def test_a_running_hand_tells_neither_trump_nor_target(table, anna):
    """JASSREGELN: nobody is told what is trump, nor that a target is near."""
    for article in ("bedanken", "schneider", "nichtangeben"):
        html = anna.get(f"hands/2/rules/{article}/").content.decode()
        main = html[html.index("<main") : html.index("</main>")]
        assert "1000" not in main.replace('maxlength="1000"', "")
        assert "target" not in re.sub(r'id="f-target"|for="f-target"|name="target"', "", main)
        assert not re.search(r"[?;]mode=", main)
    opened(anna, 2)
    page = anna.get(opened(anna, 2)).content.decode()
    assert "1000" not in re.sub(r"[0-9a-f-]{36}", "", page[page.index("<main") :])


def test_undecided_cases_keep_the_target_out_of_the_address(table, anna):
    response = keep(anna, 2, "bedanken")
    page = anna.client.get(response.url).content.decode()
    assert Dispute.objects.get().ruling.facts["target"] == 1000
    assert "Jetzt entscheiden" in page
    assert "target=" not in page


def test_nothing_is_stored_by_asking(anna):
    anna.get("hands/2/rules/", q="falsch")
    anna.get(CASE.format(2), **TALKED)
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
    assert anna.game + path in page.content.decode()
    chosen = anna.client.get(address, {"article": "bedanken"})
    assert anna.game + path not in chosen.content.decode()
    assert address in anna.client.get(f"/clubs/{table.house.club.slug}/").content.decode()


def test_the_rulings_of_another_club_are_not_found(table, anna):
    other = browser(table_of("schieber-1000"), 0)
    opened(anna)
    assert other.client.get(f"/clubs/{table.house.club.slug}/rulings/").status_code == 404


def _ruling_on(who: Browser, path: str) -> str:
    """The id of the ruling in the form that accepts or books."""
    found = re.search(r'name="ruling" value="([^"]+)"', who.get(path).content.decode())
    assert found is not None
    return found[1]


@pytest.mark.parametrize("deed", ["accept", "book"])
def test_nobody_agrees_on_a_page_to_a_ruling_that_came_in_between(anna, judge, table, deed):
    path = opened(anna)
    who = anna if deed == "accept" else judge
    seen = _ruling_on(who, path)
    services.overrule_dispute(
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
    page = unescape(phone.get(path).content.decode())
    assert "Telefon übergeben" in page
    press(phone, path, "accept", choice="annul_hand", handover_seat="1")
    assert "gebucht" in read(phone, path).casefold()


def test_where_two_phones_speak_nothing_is_handed_over(anna, beat):
    path = opened(anna)
    press(anna, path, "accept", choice="annul_hand")
    assert "Telefon übergeben" not in read(anna, path)
