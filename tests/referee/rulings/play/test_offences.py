"""Disputes that a recorded hand proves, and hands that prove none."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from referee.rules.cards import Card, card_at, indices_of
from referee.rules.legality import FollowRule, legal_mask, play_out, winner
from referee.rules.modes import Mode, TrickMode, all_modes, ranking
from referee.rules.profile import load_profile
from referee.rules.records import HandRecord, TrickRecord, read_hand
from referee.rules.replay import replay
from referee.rulings.play.offences import proven_cases
from tests.referee.positions import deal, numbers, seeded

CASES = Path(__file__).parents[3] / "cases"
HANDS = [json.loads(line) for line in (CASES / "hands.jsonl").read_text().splitlines()]
REVOKES = json.loads((CASES / "revokes.json").read_text())
BOOK = load_profile("jassregeln")


def proven(record, profile=BOOK):
    return proven_cases(record, profile)


def without_hands(record):
    return replace(record, hands=(None,) * record.players)


def record_of(hands, starter, mode, tricks):
    return HandRecord(
        id=None,
        mode=mode,
        starter=starter,
        players=4,
        hands=tuple(tuple(indices_of(hand)) for hand in hands),
        tricks=tuple(TrickRecord(tuple(trick)) for trick in tricks),
    )


def clean_hands(seed, count):
    rng = seeded(seed)
    for _ in range(count):
        hands, starter, mode = deal(rng), rng.randrange(4), rng.choice(all_modes())
        rule = FollowRule().avoiding() if mode.misere else FollowRule()
        yield record_of(
            hands, starter, mode, play_out(hands, starter, mode, numbers(rng), rule).tricks
        )


def no_false_alarm(seed, count):
    for record in clean_hands(seed, count):
        assert proven(record) == []
        assert proven(without_hands(record)) == []


def test_five_hundred_hands_by_the_rules_bring_no_alarm():
    no_false_alarm(43_01, 500)


@pytest.mark.proof
def test_ten_thousand_hands_by_the_rules_bring_no_alarm():
    no_false_alarm(43_02, 10_000)


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand["id"])
def test_the_published_hands_bring_no_alarm(hand):
    assert proven(read_hand(hand)) == []


@pytest.mark.parametrize("noted", [True, False], ids=["hands noted", "tricks alone"])
@pytest.mark.parametrize("hand", REVOKES, ids=lambda hand: hand["id"])
def test_the_one_illegal_play_is_the_one_dispute(hand, noted):
    record = read_hand(hand)
    found = proven(record if noted else without_hands(record))
    expected = [(r["trick"], r["seat"], r["code"]) for r in hand["revokes"]]
    assert [(o.trick, o.seat, o.kind) for o in found] == expected
    assert all(("holding" in offence.facts) is noted for offence in found)


def injected(rng):
    """A hand with exactly one illegal play, everything after it by the rules; None if none came."""
    mode = Mode(TrickMode(rng.randrange(6)))
    hands, leader, table = deal(rng), rng.randrange(4), ranking(mode.start)
    held, tricks, starter, wrong = list(hands), [], leader, None
    at = rng.randrange(7)
    for number in range(9):
        trick: list[int] = []
        for place in range(4):
            seat = (leader + place) % 4
            legal = legal_mask(held[seat], trick, table)
            illegal = indices_of(held[seat] & ~legal)
            if number >= at and wrong is None and illegal:
                card = rng.choice(illegal)
                wrong = (number, seat, card)
            else:
                card = rng.choice(indices_of(legal))
            held[seat] ^= 1 << card
            trick.append(card)
        tricks.append(trick)
        leader = (leader + winner(trick, table)) % 4
    return (record_of(hands, starter, mode, tricks), wrong) if wrong else None


def all_injected_found(seed, count):
    rng, met = seeded(seed), 0
    for _ in range(count):
        case = injected(rng)
        if case:
            met += 1
            record, (number, seat, index) = case
            wrong = (number, seat, card_at(index).text())
            found = proven(record)
            assert [(o.trick, o.seat, o.card) for o in found] == [wrong]
            bare = proven(without_hands(record))
            assert [(o.trick, o.seat, o.card) for o in bare] in ([wrong], [])
    assert met > count / 2


def test_every_illegal_play_put_into_a_hand_is_found_and_nothing_else():
    all_injected_found(43_03, 400)


@pytest.mark.proof
def test_ten_thousand_illegal_plays_are_found_and_nothing_else():
    all_injected_found(43_04, 10_000)


def clean():
    return read_hand(HANDS[0])


def kinds(record):
    return [(o.kind, o.article, o.trick, o.seat) for o in proven(record)]


def test_a_wrong_leader_is_told_with_who_had_to_lead():
    record = replace(clean(), starter=2)
    (found,) = proven(record)
    assert (found.kind, found.article, found.seat) == ("wrong_leader", "wer-spielt-aus", 1)
    assert found.card == card_at(record.tricks[0].cards[0]).text(record.notation)
    first, second, *rest = clean().tricks
    wrong = replace(without_hands(clean()), tricks=(first, replace(second, lead=3), *rest))
    later = next(case for case in proven(wrong) if case.kind == "wrong_leader")
    assert (later.article, later.trick, later.seat) == ("stich-gestochen", 1, 3)
    assert later.facts["entitled"] == replay(clean()).tricks[0].winner


def test_two_cards_of_one_player_are_told_with_the_trick():
    record = clean()
    first, second, *rest = record.tricks
    extra = TrickRecord((*first.cards, second.cards[0]), first.lead)
    found = [o for o in proven(replace(record, tricks=(extra, second, *rest)))
             if o.kind == "two_cards"]  # fmt: skip
    assert [(o.article, o.trick) for o in found] == [("zwei-karten-gespielt", 0)]
    assert found[0].card == card_at(extra.cards[4]).text(record.notation)


def test_a_hand_of_eight_cards_is_a_wrong_deal():
    record = clean()
    hands = ((record.hands[0] or ())[:8], *record.hands[1:])
    assert ("wrong_deal", "fehlende-karten", None, 0) in kinds(replace(record, hands=hands))


def test_a_hand_broken_off_is_no_dispute():
    record = clean()
    last = record.tricks[3]
    open_trick = TrickRecord(last.cards[:2], last.lead)
    assert kinds(replace(record, tricks=(*record.tricks[:3], open_trick))) == []


def test_a_missing_card_in_the_middle_is_one():
    record = without_hands(clean())
    first = record.tricks[0]
    short = TrickRecord(first.cards[:3], first.lead)
    assert ("missing_card", "fehlende-karten", 0, None) in kinds(
        replace(record, tricks=(short, *record.tricks[1:]))
    )


def small(mode, first, second):
    """Two tricks of one record, hands not noted."""
    tricks = tuple(TrickRecord(tuple(trick)) for trick in (first, second))
    return HandRecord(None, Mode.parse(mode), 0, 4, (None,) * 4, tricks)


def indices(text):
    return [Card.parse(word).index for word in text.split()]


def test_the_rule_of_the_table_says_what_is_an_offence():
    record = small("SI", indices("ROA SI6 RO6 RO7"), indices("ROK RO8 RO9 ROB"))
    assert proven(record) == []
    strict = BOOK.with_switch("strict_follow", True)
    assert [(o.kind, o.seat) for o in proven(record, strict)] == [("revoke", 1)]
