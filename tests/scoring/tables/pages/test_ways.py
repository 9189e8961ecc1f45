"""Hands that were not played to their plain end: a form for each, judged where somebody claims."""

import re
from typing import Any

import pytest

from referee.rules.profile import load_profile, profile_slugs
from scoring.claims.penalties import add_penalty
from scoring.claims.selectors import state_of
from tests.markup import markup
from tests.scoring.table import differenzler, schieber
from tests.scoring.web_forms import fields_of, sent_back
from tests.scoring.web_table import browser, table_of, words

pytestmark = pytest.mark.django_db

THANKS = {"side": "0", "claim_seat": "2", "tricks": "4", "contract": "RO"}
"""After six hands of 157 the first side has 942, so that 58 more are enough."""
COUNTED = {"points_0": "58", "points_1": "30"}


@pytest.fixture
def table():
    table = table_of("jassregeln")
    for number in range(1, 7):
        table.write(number, schieber(157))
    return table


@pytest.fixture
def anna(table):
    return browser(table, 0)


@pytest.fixture
def long():
    """Target 2500 with a Berg at 1250; the first side stands at 1240, rose counts once."""
    table = table_of("schieber-2500", house_rules={"berg": {"value": True, "house": "heute"}})
    for number in range(1, 9):
        table.write(number, schieber(155))
    return table


def test_each_side_has_a_button_to_thank(anna):
    page = markup(anna.get())
    for side, names in enumerate(("Anna &amp; Chlöe", "Beat &amp; Dario")):
        assert re.search(rf'href="[^"]*hands/7/ways/thanks/\?side={side}".*?{names}', page)


def test_thanks_record_side_seat_and_moment_and_are_judged_in_a_sentence(table, anna):
    response = sent_back(anna, "hands/7/ways/thanks/", **THANKS, **COUNTED)
    assert response["Location"] == f"{anna.game}hands/7/"
    slip = table.current(7).slip
    assert (slip["state"], slip["tricks"], slip["points"]) == ("ended", 4, [58, 30])
    assert slip["claim"]["seat"] == 2
    sentence = "Anna & Chlöe bedanken sich zu Recht und gewinnen mit 1’000 von 1’000 Punkten."
    page = anna.text("hands/7/").replace("&amp;", "&")
    assert sentence in page
    assert "Nach dem Artikel «Bedanken und Ende des Spiels»." in page
    assert sentence in anna.text().replace("&amp;", "&")


def test_the_ways_of_a_written_hand_mark_the_claim_of_the_side_that_made_it(anna):
    sent_back(anna, "hands/7/ways/thanks/", **THANKS, **COUNTED)
    page = markup(anna.get("hands/7/ways/"))
    marked = re.findall(r"<b>([^<]*)<span[^>]*>so steht es da", page)
    assert marked == ["Wir bedanken uns: Anna &amp; Chlöe"]


def test_thanks_a_point_short_lose(anna):
    sent_back(anna, "hands/7/ways/thanks/", **THANKS, **{**COUNTED, "points_0": "57"})
    page = anna.text("hands/7/").replace("&amp;", "&")
    assert "bedanken sich zu früh mit 999 von 1’000 Punkten: Beat & Dario gewinnen." in page


def test_thanks_after_the_last_trick_count_the_whole_hand(table, anna):
    sent = {**THANKS, "tricks": "9", "points_0": "58"}
    assert sent_back(anna, "hands/7/ways/thanks/", **sent).status_code == 302
    slip = table.current(7).slip
    assert (slip["state"], slip["points"]) == ("complete", [58, 99])
    assert "tricks" not in slip
    assert "gewinnen mit 1’000 von 1’000" in anna.text("hands/7/")


def test_thanks_before_any_trick_need_no_points(table, anna):
    sent = {**THANKS, "tricks": "0", "stoeck": "0"}
    response = sent_back(anna, "hands/7/ways/thanks/", **sent)
    assert response.status_code == 302, words(response)
    slip = table.current(7).slip
    assert (slip["state"], slip["tricks"], slip["points"]) == ("ended", 0, [0, 0])
    assert "zu früh mit 962 von 1’000 Punkten" in anna.text("hands/7/")


def test_a_thank_you_that_lapses_is_told_without_any_number(table, anna):
    sent = {**THANKS, **COUNTED, "points_0": "50", "claim_wrong": "8"}
    sent_back(anna, "hands/7/ways/thanks/", **sent)
    page = anna.text("hands/7/")
    assert "Es wird weitergespielt und dieses Spiel am Schluss neu geschrieben." in page
    assert "Nächste Partie" not in anna.text()
    response = sent_back(anna, "hands/7/ways/played/", contract="RO", points_0="90", points_1="67")
    assert response.status_code == 302, words(response)
    slip = table.current(7).slip
    assert (slip["state"], slip["points"]) == ("complete", [90, 67])
    assert "claim" not in slip


BAD = [
    ("nobody said it", {"claim_seat": ""}, "claim_seat"),
    ("no moment", {"tricks": ""}, "tricks"),
    ("a tenth trick", {"tricks": "10"}, "tricks"),
    ("one side only", {"points_1": ""}, "points_0"),
    ("no number", {"points_0": "viel"}, "points_0"),
    ("too many for two tricks", {"tricks": "2", "points_0": "120"}, "points_0"),
    ("a Matsch before the end", {"matsch": "0"}, "matsch"),
    ("a trick of no size", {"claim_trick_side": "0"}, "claim_trick_points"),
    ("a trick above all tricks", {"claim_trick_side": "1", "claim_trick_points": "31"}, None),
    ("a seat of no table", {"claim_seat": "7"}, "claim_seat"),
]


@pytest.mark.parametrize(("change", "field"), [pytest.param(*it[1:], id=it[0]) for it in BAD])
def test_what_is_wrong_with_a_claim_is_said_at_its_field(table, anna, change, field):
    response = sent_back(anna, "hands/7/ways/thanks/", **{**THANKS, **COUNTED, **change})
    page = markup(response)
    assert response.status_code == 422
    assert f'id="{field or "claim_trick_points"}-error"' in page
    assert not table.game.hands.filter(number=7, entries__isnull=False).exists()
    kept = fields_of(page)
    assert {name: kept[name] for name in ("contract",)} == {"contract": "RO"}
    assert 'value="30"' in page or change.get("points_1") == ""


def test_what_is_missing_in_a_claim_is_asked_for_by_its_name(anna):
    sent = {**THANKS, **COUNTED, "claim_seat": "", "tricks": ""}
    page = markup(sent_back(anna, "hands/7/ways/thanks/", **sent))
    assert '<a href="#claim_seat">Bitte antippen, wer es gesagt hat.</a>' in page
    assert '<legend class="wrong">Wer hat es gesagt?</legend>' in page
    assert "wie viele Stiche fertig waren" in page
    assert "Hier fehlt noch eine Angabe." not in page
    path = f"{anna.game}hands/7/ways/thanks/"
    queued = anna.client.post(path, {**sent, "key": "k1"}, headers={"Outbox": ""}).json()
    told = " ".join([queued["words"], *queued["findings"]])
    assert told.count("wie viele Stiche fertig waren") == 1
    assert "«tricks»" not in told


def test_nothing_hints_at_trump_or_target_before_the_claim_is_written(anna):
    for path in ("", "hands/7/ways/", "hands/7/ways/thanks/"):
        page = anna.text(path)
        assert "1000" not in page.replace("Schieber bis 1000", "").replace("’", "")
        assert "Ziel" not in page
    form = markup(anna.get("hands/7/ways/thanks/"))
    assert "data-total" not in form
    assert not re.search(r'name="contract"[^>]*checked', form)


def test_the_phone_of_a_player_is_taken_at_its_word(anna):
    page = markup(anna.get("hands/7/ways/thanks/", side="0"))
    assert fields_of(page)["claim_seat"] == "0"
    others = markup(anna.get("hands/7/ways/thanks/", side="1"))
    assert "claim_seat" not in fields_of(others)
    assert re.findall(r'name="claim_seat" value="(\d)"', others) == ["1", "3"]


def test_who_was_out_before_the_trick_and_kept_silent_lost_to_who_thanked(table, anna):
    """Article bedanken: who thanks first and has the points has won."""
    trick = {"claim_other": "1", "claim_trick_side": "0", "claim_trick_points": "14"}
    for number, points in ((7, 26), (8, 0)):
        table.write(number, schieber(points))
    for number in range(9, 14):
        table.write(number, schieber(0))
    sent = {**THANKS, "contract": "RO", "points_0": "40", "points_1": "10", "stoeck": "1"}
    sent_back(anna, "hands/14/ways/thanks/", **sent, **trick)
    page = anna.text("hands/14/").replace("&amp;", "&")
    assert "Lesarten" not in page
    assert "doch nach der Reihenfolge gewinnen Beat & Dario." not in page
    won = "Anna & Chlöe bedanken sich zu Recht und gewinnen mit 1’008 von 1’000 Punkten."
    assert won in page
    assert "Beat & Dario gewinnen" not in page


def test_where_the_book_has_two_readings_the_table_chooses():
    """One side needs Stöck, Weis and trick together, the other its Weis: both Weise count here."""
    table = table_of("jassregeln", house_rules={"weis_both_sides": {"value": True, "house": "x"}})
    for number, points in enumerate((157, 157, 157, 157, 157, 157, 4), start=1):
        table.write(number, schieber(points))
    for number in range(8, 13):
        table.write(number, schieber(0))
    anna = browser(table, 0)
    claim = {"side": "0", "claim_seat": "2", "tricks": "1", "contract": "RO", "claim_other": "1"}
    counted = {"points_0": "14", "points_1": "0", "stoeck": "0", "weis_0": "20", "weis_1": "100"}
    sent_back(anna, "hands/13/ways/thanks/", **claim, **counted)
    page = anna.text("hands/13/").replace("&amp;", "&")
    assert "Das Regelbuch lässt zwei Lesarten zu; der Tisch entscheidet." in page
    assert "gewinnen Anna & Chlöe." in page
    assert "gewinnen Beat & Dario." in page
    sent_back(anna, "hands/13/ways/thanks/", claim_agreed="0")
    assert "Lesarten" not in anna.text("hands/13/")


def test_a_correction_shows_the_claim_and_keeps_it(table, anna):
    trick = {"claim_trick_side": "1", "claim_trick_points": "10", "claim_turned": "1"}
    more = {"claim_other": "1", "claim_stoeck": "1", "claim_wrong": "3", "stoeck": "0"}
    sent_back(anna, "hands/7/ways/thanks/", **THANKS, **COUNTED, **trick, **more)
    before = table.current(7).slip
    led = anna.get("hands/7/correct/")
    assert led["Location"] == f"{anna.game}hands/7/ways/thanks/"
    response = sent_back(anna, "hands/7/ways/thanks/", points_0="60")
    assert response.status_code == 302, words(response)
    assert table.current(7).slip == {**before, "points": [60, 30]}
    assert table.states(7) == ["superseded", "provisional"]


def test_a_plain_correction_keeps_the_claim_too(table, anna):
    sent_back(anna, "hands/7/ways/thanks/", **THANKS, **COUNTED)
    before = table.current(7).slip
    numbers = {"contract": "RO", "points_0": "60", "points_1": "30"}
    anna.post("hands/7/correct/", base_version="1", key="k", **numbers)
    assert table.current(7).slip == {**before, "points": [60, 30]}


def test_a_claim_made_by_mistake_goes_with_the_new_version(table, anna):
    sent_back(anna, "hands/7/ways/thanks/", **{**THANKS, "tricks": "9", "points_0": "58"})
    sent_back(anna, "hands/7/ways/played/")
    assert "claim" not in table.current(7).slip
    assert table.hand(7).entries.get(version=1).slip["claim"]["seat"] == 2
    assert "bedanken sich" not in anna.text("hands/7/")


BERG = {"side": "0", "claim_seat": "0", "tricks": "3", "contract": "RO"}
AT_BERG = {"claim_points_0": "20", "claim_points_1": "14", "points_0": "100"}


def test_the_berg_is_judged_at_the_moment_it_was_claimed(long):
    anna = browser(long, 0)
    assert "Wir haben den Berg" in anna.text()
    assert sent_back(anna, "hands/9/ways/berg/", **BERG, **AT_BERG).status_code == 302
    slip = long.current(9).slip
    assert slip["state"] == "complete"
    assert (slip["berg"]["points"], slip["berg"]["tricks"]) == ([20, 14], 3)
    assert "Anna & Chlöe haben den Berg." in anna.text("hands/9/").replace("&amp;", "&")
    assert "Wir haben den Berg" not in anna.text(), "it goes to one side once a game"


def test_the_berg_claimed_too_early_goes_to_the_others(long):
    sent = {**BERG, **AT_BERG, "claim_points_0": "0"}
    anna = browser(long, 0)
    sent_back(anna, "hands/9/ways/berg/", **sent)
    page = anna.text("hands/9/").replace("&amp;", "&")
    assert "zu früh gemeldet: Er gehört Beat & Dario." in page
    response = sent_back(anna, "hands/9/ways/berg/", points_0="90", points_1="67")
    assert response.status_code == 302
    assert long.current(9).slip["berg"]["points"] == [0, 14]


def test_more_points_at_the_berg_than_at_the_end_are_refused(long):
    anna = browser(long, 0)
    response = sent_back(anna, "hands/9/ways/berg/", **{**BERG, **AT_BERG, "points_0": "19"})
    assert response.status_code == 422
    assert 'id="claim_points_0-error"' in markup(response)


def test_points_worked_out_afterwards_are_told_as_such(table, anna):
    sent_back(anna, "hands/7/ways/approximate/", contract="RO", points_0="90")
    assert table.current(7).slip["state"] == "approximate"
    page = anna.text("hands/7/")
    assert "nachgerechnet, nicht gezählt" in page
    assert "(Kartenpunkte nicht gezählt)" in page
    sent_back(anna, "hands/7/ways/approximate/", points_0="80", points_1="77")
    assert (table.current(7).slip["state"], table.current(7).slip["points"]) == (
        "approximate",
        [80, 77],
    )
    wrong = sent_back(anna, "hands/7/ways/approximate/", points_0="80", points_1="78")
    assert wrong.status_code == 422


def test_stoeck_before_the_first_card_end_a_game_where_they_count_at_once():
    table = table_of("what-is-jass", seats=4)
    anna = browser(table, 0)
    assert "Mit den Stöck am Ziel" in anna.text("hands/1/ways/")
    response = sent_back(anna, "hands/1/ways/stoeck/", contract="RO", stoeck="0")
    assert response.status_code == 302, words(response)
    slip = table.current(1).slip
    assert (slip["state"], slip["tricks"], slip["stoeck"]) == ("ended", 0, 0)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("profile", profile_slugs())
def test_a_hand_worth_nothing_asks_for_nothing_in_any_game(profile):
    table = table_of(profile, seats=load_profile(profile).players[0])
    anna = browser(table, 0)
    for number, state in enumerate(("annulled", "misdealt"), start=1):
        assert f"hands/{number}/ways/{state}/" in markup(anna.get(f"hands/{number}/ways/"))
        written = sent_back(anna, f"hands/{number}/ways/{state}/")
        assert written["Location"] == anna.game, "the next hand is to be written"
        assert table.current(number).slip == {"state": state}
        assert "zählt nicht" in markup(anna.get(f"hands/{number}/"))


def test_a_written_hand_is_annulled_and_played_again():
    table = table_of("differenzler-verdeckt")
    table.write(1, differenzler([40, 55, 30, 20], [40, 50, 37]))
    anna = browser(table, 0)
    before = table.current(1).slip
    sent_back(anna, "hands/1/ways/annulled/")
    assert table.current(1).slip == {"state": "annulled"}
    assert anna.get("hands/1/correct/")["Location"] == f"{anna.game}hands/1/ways/"
    made = {f"made_{seat}": str(points) for seat, points in enumerate(before["points"])}
    said = {f"said_{seat}": str(told) for seat, told in enumerate(before["predictions"])}
    assert sent_back(anna, "hands/1/ways/played/", **made, **said).status_code == 302
    assert table.current(1).slip["points"] == before["points"]


def test_an_earlier_hand_needs_a_reason_on_these_forms_too(table, anna):
    response = sent_back(anna, "hands/3/ways/annulled/")
    assert response.status_code == 422
    assert 'id="reason_code-error"' in markup(response)
    assert (
        sent_back(anna, "hands/3/ways/annulled/", reason_code="wrong_contract").status_code == 302
    )


def test_the_way_in_stands_on_the_table_and_on_the_hand(anna):
    for path, number in (("", 7), ("hands/3/", 3)):
        page = markup(anna.get(path))
        assert re.search(rf'href="[^"]*hands/{number}/ways/">Das Spiel war nicht normal', page)


@pytest.mark.parametrize("profile", ["club-swiss", "differenzler-verdeckt", "coiffeur"])
def test_nobody_thanks_where_the_rules_know_no_thanks(profile):
    anna = browser(table_of(profile), 0)
    assert "bedanken" not in anna.text() + anna.text("hands/1/ways/")
    assert anna.get("hands/1/ways/thanks/").status_code == 404


@pytest.mark.parametrize("path", ["hands/99/ways/", "hands/99/ways/annulled/", "hands/1/ways/x/"])
def test_what_does_not_exist_is_not_found(anna, path):
    assert anna.get(path).status_code == 404


def test_who_may_not_write_here_sees_no_form(table):
    watcher = browser(table, None)
    assert watcher.get("hands/7/ways/").status_code == 403
    assert watcher.get("hands/7/ways/thanks/").status_code == 403


def test_a_hand_after_the_end_is_warned_of_before_and_after_it_is_written(table, anna):
    sent_back(anna, "hands/7/ways/thanks/", **THANKS, **COUNTED)
    page = anna.text()
    assert "Nächste Partie mit denselben Leuten" in page
    assert "Die Partie ist schon entschieden." in page
    sent = {"contract": "RO", "points_0": "97", "key": "late"}
    assert anna.post("hands/8/write/", **sent).status_code == 302
    assert [found["code"] for found in table.current(8).warnings] == ["game_decided"]
    assert "Die Partie war mit Spiel 7 entschieden" in anna.text("hands/8/")
    assert state_of(table.game).totals == (1097, 90)


def test_penalties_count_where_the_end_is_judged():
    table = table_of(
        "schieber-1000", house_rules={"finish": {"value": "end_of_hand", "house": "-"}}
    )
    for number in range(1, 7):
        table.write(number, schieber(157, contract="RO"))
    referee, ident = table.house.official("director"), table.game.pk
    fine: dict[str, Any] = {"seat": 0, "points": 100, "reason": "zu spät", "number": 1}
    add_penalty(actor=referee, game_id=ident, **fine)
    for number in (7, 8, 9):
        table.write(number, schieber(97))
    codes = [[item["code"] for item in table.current(number).warnings] for number in (7, 8, 9)]
    assert [("game_decided" in found) for found in codes] == [False, False, True]


def test_who_was_slower_with_his_claim_is_kept_beside_the_other(table, anna):
    form = fields_of(markup(anna.get("hands/7/ways/thanks/", side="0")))
    table.write(7, schieber(97), seat=1)
    response = anna.post("hands/7/ways/thanks/", **{**form, **THANKS, **COUNTED})
    assert response["Location"] == f"{anna.game}hands/7/"
    assert table.states(7) == ["provisional", "rival"]
    assert "stehen verschiedene Zahlen da" in anna.text("hands/7/")


def test_a_correction_of_an_older_version_is_kept_beside_the_current_one(table, anna):
    form = fields_of(markup(anna.get("hands/6/ways/annulled/")))
    table.correct(6, schieber(97))
    anna.post("hands/6/ways/annulled/", **form)
    assert table.states(6) == ["superseded", "provisional", "rival"]
