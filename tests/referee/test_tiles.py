"""Whatever can be tapped in a case can be true: no tile leads into a contradiction."""

from collections import deque
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import pytest
from django.http import QueryDict

from referee.rulebook.articles import home
from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from referee.rulings.facts import UNKNOWN
from referee.rulings.reading import table_of, table_slugs
from referee.telling import PROFILE
from referee.web.asked import CaseQuery, Tap, query_of
from referee.web.cases import case_context

AT_A_TABLE: Mapping[str, object] = {"mode": "RO", "target": 1000, "forehand": 0}
"""What a hand fills in by itself."""
CHANGES = 2
"""How many assumptions a walk takes back or people it names, beside what it is asked."""
LONGEST = 120
"""Cases that one walk looks at, the nearest first."""


def asked_at(slug: str, address: str, filled: Mapping[str, object]) -> CaseQuery:
    facts, query = table_of(slug).facts, QueryDict(address.removeprefix("?"))
    return CaseQuery(
        table=table_of(slug),
        profile=load_profile(query.get(PROFILE) or home(slug)),
        lang="de",
        query=query,
        filled={name: value for name, value in filled.items() if name in facts},
    )


def taps_of(asked: CaseQuery, page: Mapping[str, object]) -> Iterator[tuple[Tap, int]]:
    """The tiles of a page, with whether they change what was taken as given."""
    if question := page.get("question"):
        yield from ((tap, 0) for tap in (*question["taps"], *question["more"]))  # type: ignore[index]
    turned: Any = page.get("assumed", ())
    yield from ((tap, 1) for chip in turned for tap in chip.taps)
    details: Any = page.get("detail_taps", ()) if asked.filled else ()
    yield from ((tap, 1) for _words, taps in details for tap in taps)


def contradictions(slug: str, filled: Mapping[str, object]) -> list[str]:
    todo, seen, found = deque([("", 0)]), set[str](), []
    while todo and len(seen) < LONGEST:
        address, changes = todo.popleft()
        if address in seen:
            continue
        seen.add(address)
        asked = asked_at(slug, address, filled)
        page = case_context(slug, asked)
        if refusal := page.get("refusal"):
            found.append(f"{address}: {[detail.text for detail in refusal.details]}")
            continue
        if question := page.get("question"):
            assert question["taps"], f"{address}: nothing can be answered"
        found_taps = [(tap, changes + more) for tap, more in taps_of(asked, page)]
        todo += [(tap.address, made) for tap, made in found_taps if made <= CHANGES]
    return found


@pytest.mark.sampled(32)
@pytest.mark.parametrize("slug", table_slugs())
@pytest.mark.parametrize("filled", [{}, AT_A_TABLE], ids=["by itself", "at a table"])
def test_no_tile_leads_to_facts_that_cannot_be(slug, filled):
    assert contradictions(slug, filled) == []


def test_what_cannot_be_is_not_offered_and_the_rest_still_is():
    page = case_context("schneider", asked_at("schneider", "?half=with_weis", {}))
    offered = [tap.address for tap in page["question"]["taps"]]
    assert "?half=with_weis&winner_by=weis" not in offered
    assert {f"?half=with_weis&winner_by={by}" for by in ("stoeck", "stich")} <= set(offered)


@pytest.mark.sampled(24)
@pytest.mark.parametrize("slug", table_slugs())
def test_who_knows_nothing_more_is_told_what_it_depends_on(slug):
    address, pages = "", 0
    while question := (page := case_context(slug, asked_at(slug, address, {}))).get("question"):
        address, pages = question["unknown"], pages + 1
        assert pages < 20, f"{address} does not end"
    assert page.get("branches") or page.get("ruling"), address
    parts = page.get("branches", {}).get("parts", ())
    for words, text, there in (way for _matter, *ways in parts for way in chain(*ways)):
        assert words or "matter" in address
        ruled = case_context(slug, asked_at(slug, there, {}))["ruling"]
        assert text.rstrip(".") in ruled["text"], "each way ends in its ruling, none in a question"


@pytest.mark.sampled(24)
@pytest.mark.parametrize("slug", table_slugs())
def test_what_it_depends_on_is_ruled_for_each_answer(slug):
    """Who answers «I do not know» to all but the matter is asked nothing again."""
    fact = table_of(slug).facts.get("matter")
    for matter in fact.domain if fact else ():
        address, page = query_of({"matter": matter}), {}
        while question := (page := case_context(slug, asked_at(slug, address, {}))).get("question"):
            address = question["unknown"]
        for _matter, seen, more in page.get("branches", {}).get("parts", ()):
            assert len(seen) > (page.get("rule") is None), "beside a rule stand its exceptions"
            ways = [asked_at(slug, there, {}) for _words, _text, there in (*seen, *more)]
            assert all(case_context(slug, way)["ruling"] for way in ways)


def test_a_mere_yes_or_no_stands_with_its_question_and_its_reason():
    address = "?matter=barred_suit&opponents_won=UNKNOWN&only_suit=UNKNOWN"
    page = case_context("falsch-gespielte-karte", asked_at("falsch-gespielte-karte", address, {}))
    ((_matter, seen, more),) = page["branches"]["parts"]
    later = [word for words, _text, _there in (*seen, *more) for word in words.split(" · ")[1:]]
    assert later
    assert all(word.startswith("Hat der Spieler nur noch diese Farbe?") for word in later)
    assert all(len(text) > 6 for _words, text, _there in (*seen, *more))


def test_of_what_follows_so_much_is_seen_as_is_read_quickly_and_what_follows_alike_is_one():
    address = "?matter=wrong_card&noticed=later&claim=stands&held=UNKNOWN"
    page = case_context("falsch-gespielte-karte", asked_at("falsch-gespielte-karte", address, {}))
    ((_matter, seen, more),) = page["branches"]["parts"]
    assert [words for words, _text, _there in seen] == [
        "Ausgespielte Farbe, nicht Trumpf / Trumpf, auf ausgespielten Trumpf / …",
        "Auf Trumpf nur den Bauer",
    ]
    assert not more


def test_who_does_not_know_what_parts_most_is_asked_only_what_may_settle_it():
    told = {"matter": "winner", "standing": "both", "claimant_by": UNKNOWN}
    ruling = decide("ausmachregel", told, load_profile("jassregeln"))
    assert ruling.question.fact == "window"


@pytest.mark.parametrize(
    ("slug", "address", "words"),
    [
        ("untertrumpfen", "?play=over", "Im Schieber: Erlaubt: Stechen"),
        ("untertrumpfen", "?play=under_void", "Im Schieber: Nicht erlaubt"),
        (
            "weisregeln",
            "?matter=value&weis_kind=run3",
            "Dreiblatt: 20 Punkte, im Schieber, einfach gezählt.",
        ),
        ("untertrumpfen", "?play=under_void&game=schieber", "Nicht erlaubt"),
        ("fragen", "?act=answer", "Antworten ist nicht erlaubt."),
        (
            "weisregeln",
            "?matter=value&weis_kind=run3&_profile=schieber-2500",
            "Dreiblatt: 20 Punkte, im Schieber, einfach gezählt.",
        ),
        ("schneider", "?written=1100", "Bei Ziel 1000: Kein Schneider"),
    ],
)
def test_the_headline_says_for_which_game_where_another_would_turn_it(slug, address, words):
    page = case_context(slug, asked_at(slug, address, {}))
    assert page["ruling"]["text"].startswith(words)
    turning = [chip for chip in page["assumed"] if chip.answer == "Schieber"]
    assert ("im schieber" in page["ruling"]["text"].lower()) == bool(turning)


def test_what_is_assumed_is_turned_with_one_tap_and_the_ruling_follows():
    before = case_context("fragen", asked_at("fragen", "?act=answer", {}))
    chip = next(chip for chip in before["assumed"] if chip.question == "Wer hat geredet?")
    after = case_context("fragen", asked_at("fragen", chip.taps[0].address, {}))
    assert after["ruling"]["text"] != before["ruling"]["text"]
    assert [chip.answer for chip in after["told"]][-1] == "Jemand, der nur zuschaut"


@pytest.mark.parametrize(
    ("address", "few", "more"),
    [
        ("", 5, 10),
        ("?matter=value", 5, 7),
        ("?matter=timing", 5, 0),
        ("?matter=compare", 6, 0),
    ],
)
def test_a_long_list_opens_with_its_usual_answers(address, few, more):
    question = case_context("weisregeln", asked_at("weisregeln", address, {}))["question"]
    assert (len(question["taps"]), len(question["more"])) == (few, more)
    assert len({tap.address for tap in (*question["taps"], *question["more"])}) == few + more


def test_the_usual_answers_of_a_long_list_are_named_in_the_table():
    kinds = table_of("weisregeln").facts["weis_kind"]
    question = case_context("weisregeln", asked_at("weisregeln", "?matter=value", {}))["question"]
    labels = [kinds.labels[value]["de"] for value in kinds.few]
    assert [tap.label for tap in question["taps"]] == labels


def test_of_games_that_turn_nothing_it_is_said_that_they_are_alike():
    page = case_context("schneider", asked_at("schneider", "?half=short", {}))
    (chip,) = [chip for chip in page["assumed"] if chip.answer == "Schieber"]
    assert "Kreuzjass" in chip.alike
    assert "Kreuzjass" not in [tap.label for tap in chip.taps]


def test_where_it_depends_on_more_the_game_it_is_told_for_stands_above_and_is_turned():
    address = "?gave=side_withheld&noticed=UNKNOWN&claim=stands"
    page = case_context("nichtangeben", asked_at("nichtangeben", address, {}))
    assert page["given"] == "im Schieber"
    (chip,) = page["assumed"]
    turned = next(tap for tap in chip.taps if tap.label == "HAE Jass")
    after = case_context("nichtangeben", asked_at("nichtangeben", turned.address, {}))
    assert after["ruling"]["text"].startswith("Kein Fehler: Im HAE-Jass")


def test_a_rule_stands_above_the_question_and_its_exception_in_the_headline():
    asked = asked_at("ungueltiger-weis", "?matter=mistaken", {})
    page = case_context("ungueltiger-weis", asked)
    assert "ihre kleineren Weise nachmelden" in page["rule"]["head"]
    after = asked_at("ungueltiger-weis", page["question"]["unknown"], {})
    page = case_context("ungueltiger-weis", after)
    assert page["rule"]["but"] == "Spielte der Schreiber schon weiter? Ja"
    ((_matter, (late,), _more),) = page["branches"]["parts"]
    assert late[1].startswith("Zu spät: Das Ergebnis bleibt")


def test_what_is_no_exception_leaves_it_open():
    page = case_context("nachschauen", asked_at("nachschauen", "?turned=yes", {}))
    assert page.get("rule") is None
    assert page["sure"]["other"][0] == "im Differenzler"


@pytest.mark.sampled(24)
@pytest.mark.parametrize("slug", table_slugs())
def test_who_asks_what_holds_in_general_is_told_the_rule_or_what_it_depends_on(slug):
    question = case_context(slug, asked_at(slug, "", {})).get("question")
    if question and question["rule"]:
        page = case_context(slug, asked_at(slug, question["rule"], {}))
        assert page.get("question") is None
        assert page.get("ruling") or page["sure"] or page["rule"] or page["general"]
        assert all("weiss ich nicht" not in chip.answer for chip in page["told"])


def test_where_nobody_named_the_game_what_others_rule_stands_under_the_headline():
    address = "?turned=yes&owner=own"
    page = case_context("nachschauen", asked_at("nachschauen", address, {}))
    ((game, text, there),) = page["ruling"]["unlike"]
    assert (game, text) == (
        "im Differenzler",
        "Erlaubt: Im Differenzler darf man die eigenen Stiche ansehen.",
    )
    told = case_context("nachschauen", asked_at("nachschauen", there, {}))
    assert told["ruling"]["unlike"] == []
