"""Regelfrage at a table: asked by names, kept, accepted or booked, taken back; and who may."""

import re

import pytest

from referee.models import RulingRecord
from referee.web.depending import headed
from scoring.claims.models import Dispute
from scoring.claims.rows import table_at
from scoring.claims.selectors import state_of
from scoring.core.rules import Rules
from scoring.disputes.selectors import filled_in
from tests.markup import markup
from tests.scoring.disputes.pages import (
    CASE,
    TALK,
    TITLE,
    WRONG_CARD,
    form_of,
    opened,
    phone_at,
    press,
    read,
    totals,
    words,
)
from tests.scoring.web_table import Browser, table_of

pytestmark = pytest.mark.django_db


def test_game_and_hand_lead_to_the_question(anna):
    assert f"{anna.game}hands/2/rules/" in markup(anna.get())
    assert f"{anna.game}hands/1/rules/" in markup(anna.get("hands/1/"))


def test_the_search_leads_to_cases_of_this_hand_and_keeps_the_words(anna):
    html = markup(anna.get("hands/2/rules/", q="farbe nicht angegeben"))
    assert f"{anna.game}hands/2/rules/nichtangeben/?_told=farbe+nicht+angegeben" in html
    assert "Regelfrage: Spiel 2" in words(anna.get("hands/2/rules/"))


def test_the_words_fill_in_what_the_hand_does_not_say_by_itself(anna):
    html = markup(anna.get("hands/2/rules/", q="Zu früh bedankt, Ziel 2500, uns fehlten 12"))
    found = re.search(r'href="([^"]*/rules/bedanken/[^"]*)"', html)
    assert found is not None
    assert "counted=short" in found[1]
    assert "target=" not in found[1]


def test_a_hand_that_cannot_be_played_yet_has_no_questions(anna):
    assert anna.get("hands/9/rules/").status_code == 404
    assert anna.get("hands/9/rules/fragen/").status_code == 404


def test_who_did_it_is_asked_with_the_names_of_the_table(anna):
    html = markup(anna.get(TALK.format(1), act="answer"))
    for seat, name in enumerate(("Anna", "Beat", "Chlöe", "Dario")):
        assert re.search(rf'href="[^"]*offender={seat}[^"]*">{name}</a>', html)


def test_whoever_made_the_mistake_is_asked_first_and_may_stay_open(anna):
    path = "hands/2/rules/nichtangeben/"
    first = words(anna.get(path))
    assert "Wem ist der Fehler passiert?" in first
    assert "gegeben?" not in first
    assert "Was hat Beat getan?" in words(anna.get(path, offender="1"))
    assert "Was hat der Spieler getan?" in words(anna.get(path, _anybody="1"))


def test_the_hand_knows_who_is_forehand(anna, table):
    first = table_at(table.hand(1), Rules.of(table.game)).forehand
    assert filled_in(table.hand(1), "gleich-hohe-weise", {})["forehand"] == first
    assert "forehand" not in filled_in(table.hand(1), "nichtangeben", {})
    assert "Wer war Vorhand?" not in words(anna.get("hands/1/rules/gleich-hohe-weise/"))


def test_the_ruling_calls_the_sides_by_their_names(anna):
    page = words(anna.get(CASE.format(1), **WRONG_CARD))
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
    assert "Es wählt: Anna & Chlöe. Stimmt der Fall nicht" in read(beat, path)
    press(beat, path, "accept")
    assert totals(table) == (0, 0)
    assert "gebucht" in read(anna, path)
    assert press(judge, path, "revoke").status_code == 302
    assert state_of(table.game).sheet == before
    assert "zurückgenommen" in read(anna, path)


def test_the_verdict_stands_before_everything_else(anna):
    page = words(anna.get(opened(anna)))
    text = headed(Dispute.objects.get().ruling.said["de"]["text"])["head"]
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
    html = markup(anna.get("hands/1/"))
    assert re.search(rf'Grund:<a [^>]*href="{anna.game}{path}">Entscheid «{TITLE}»</a>', html)


def test_a_running_hand_is_annulled_by_two_taps(table, anna, beat):
    path = opened(anna, 2)
    press(anna, path, "accept", choice="annul_hand")
    press(beat, path, "accept")
    assert table.current(2).slip == {"state": "annulled"}


def test_a_case_without_all_facts_is_kept_open_and_decided_later(table, anna):
    path = opened(anna, 2, "fragen", offender="1")
    page = markup(anna.get(path))
    assert "Es fehlt eine Angabe" in page
    assert "Annehmen" not in page
    again = re.search(r'href="([^"]+)">Jetzt entscheiden', page)
    assert again
    html = markup(anna.client.get(again[1].replace("&amp;", "&") + "&act=answer"))
    anna.post("hands/2/rules/fragen/keep/", **form_of(html))
    assert list(Dispute.objects.order_by("seq").values_list("state", flat=True)) == [
        "withdrawn",
        "open",
    ]
    assert RulingRecord.objects.get(verdict="determined").facts == {"act": "answer", "offender": 1}


def test_sending_a_form_twice_keeps_one_dispute(anna):
    form = form_of(markup(anna.get(CASE.format(1), **WRONG_CARD)))
    first, second = (anna.post(CASE.format(1) + "keep/", **form) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Dispute.objects.count() == 1


def test_facts_that_cannot_be_are_refused_in_words(anna):
    response = anna.get(TALK.format(1), act="sang")
    assert response.status_code == 422
    assert 'role="alert"' in markup(response)
    kept = anna.post(TALK.format(1) + "keep/", act="sang")
    assert kept.status_code == 422
    assert not Dispute.objects.exists()


def _buttons(page: str) -> list[tuple[str, str]]:
    """Each button of the page that settles the case, and whether it stands out."""
    found = re.findall(r'class="btn( main)?">((?:Annehmen: |Buchen: |Der Fall )[\w ]+)', page)
    return [(words, main.strip()) for main, words in found]


@pytest.mark.parametrize(
    ("reader", "seen"),
    [
        ("anna", [("Annehmen: das Spiel annullieren", "")]),
        ("beat", [("Der Fall stimmt so", "main")]),
        ("judge", [("Buchen: das Spiel annullieren", ""), ("Buchen: weiterspielen", "main")]),
    ],
)
def test_who_chooses_is_offered_what_he_has_not_accepted_and_the_last_one_stands_out(
    anna, reader, seen, request
):
    path = opened(anna)
    press(anna, path, "accept", choice="play_on")
    assert _buttons(markup(request.getfixturevalue(reader).get(path))) == seen


def test_who_has_agreed_or_told_of_his_own_mistake_is_asked_for_nothing(anna, beat):
    path = opened(beat)
    page = markup(beat.get(path))
    assert _buttons(page) == []
    assert "Beat & Dario: angenommen" in words(beat.get(path))
    press(anna, path, "accept", choice="play_on")
    assert "Gebucht: weiterspielen" in read(beat, path)


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
    assert "das Spiel annullieren: Spiel 1 zählt dann nicht." in read(phones[1], path)
    press(phones[0], path, "accept", choice="annul_hand")
    press(phones[1], path, "accept")
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


def test_a_dispute_and_the_ruling_of_a_hand_may_be_kept_without_network(anna):
    path = opened(anna)
    assert anna.get(path)["Offline-Copy"] == "ruling"
    assert anna.get(CASE.format(1), **WRONG_CARD)["Offline-Copy"] == "ruling"
    assert "Offline-Copy" not in anna.get(CASE.format(1)).headers
