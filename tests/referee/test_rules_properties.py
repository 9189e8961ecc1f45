"""What holds for every deal, whoever plays it."""

import pytest
from hypothesis import given, strategies as st

from referee.rules.cards import (
    Card,
    Notation,
    Rank,
    Suit,
    card_at,
    cards_of,
    indices_of,
    mask_at,
    mask_of,
)
from referee.rules.legality import JASSREGELN, DeadRule, FollowRule, legal_mask, play_out, winner
from referee.rules.modes import Mode, TrickMode, all_modes, ranking
from referee.rules.records import HandRecord, RecordError, TrickRecord, read_hand
from referee.rules.replay import ReplayRule, replay
from referee.rules.weis import TABLES, WeisRule, melds_of, settle, weis_points
from tests.referee.positions import deal, follow_rules, numbers, seeded

decks = st.permutations(range(36))
modes = st.sampled_from(all_modes())
straight = st.sampled_from([mode for mode in all_modes() if not mode.pattern])
turning = st.sampled_from([mode for mode in all_modes() if mode.pattern])
seats = st.integers(0, 3)
seeds = st.integers(0, 2**32)
rules = st.sampled_from(follow_rules())
weis_rules = st.builds(WeisRule, st.sampled_from(list(TABLES.values())), st.booleans())
relabellings = st.permutations(list(Suit))


def hands_of(order, players=4):
    size = 36 // players
    return [mask_at(order[seat * size : (seat + 1) * size]) for seat in range(players)]


def record_of(hands, starter, mode, played, *, noted=True):
    """The record of a playout, as a phone would send it."""
    return HandRecord(
        id=None,
        mode=mode,
        starter=starter,
        players=len(hands),
        hands=tuple(tuple(indices_of(hand)) if noted else None for hand in hands),
        tricks=tuple(TrickRecord(tuple(trick)) for trick in played.tricks),
    )


def relabelled(mask, suits):
    return mask_of(Card(suits[card.suit], card.rank) for card in cards_of(mask))


def relabelled_mode(mode, suits):
    start = mode.start if mode.trump is None else TrickMode(suits[mode.trump])
    return Mode(start, mode.pattern, mode.misere)


@given(decks, straight, seats, seeds)
def test_a_hand_that_keeps_its_direction_counts_157(order, mode, starter, seed):
    played = play_out(hands_of(order), starter, mode, numbers(seeded(seed)))
    assert sum(played.points) == 152 + 5


@given(decks, turning, seats, seeds)
def test_a_hand_that_turns_counts_113_and_a_multiple_of_11(order, mode, starter, seed):
    played = play_out(hands_of(order), starter, mode, numbers(seeded(seed)))
    elevens, rest = divmod(sum(played.points) - 113, 11)
    assert rest == 0
    assert 0 <= elevens <= 8


@given(decks, turning, seats, seeds)
def test_a_hand_that_turns_counts_157_with_the_values_of_its_start(order, mode, starter, seed):
    hands = hands_of(order)
    played = play_out(hands, starter, mode, numbers(seeded(seed)))
    outcome = replay(record_of(hands, starter, mode, played), ReplayRule(slalom_values="start"))
    assert sum(outcome.side_points) == 157


@given(decks, modes, seeds, rules, st.booleans())
def test_a_hand_played_by_the_rules_has_no_finding(order, mode, seed, rule, noted):
    players = 3 + seed % 2
    hands, starter = hands_of(order, players), seed % 3
    allowed = rule.avoiding() if mode.misere else rule
    played = play_out(hands, starter, mode, numbers(seeded(seed)), allowed)
    record = record_of(hands, starter, mode, played, noted=noted)
    outcome = replay(record, ReplayRule(follow=rule))
    assert outcome.findings == ()
    assert [trick.winner for trick in outcome.tricks] == played.winners
    assert [trick.leader for trick in outcome.tricks] == played.leaders
    assert sum(outcome.side_points) == sum(played.points)


@given(decks, modes, seats, seeds, relabellings)
def test_suits_relabelled_change_neither_what_is_legal_nor_who_takes_it(
    order, mode, starter, seed, suits
):
    hands = hands_of(order)
    played = play_out(hands, starter, mode, numbers(seeded(seed)))
    other = [relabelled(hand, suits) for hand in hands]
    moved = [[relabelled(1 << c, suits).bit_length() - 1 for c in t] for t in played.tricks]
    record = record_of(other, starter, relabelled_mode(mode, suits), played._replace(tricks=moved))
    before = replay(record_of(hands, starter, mode, played))
    after = replay(record)
    assert after.findings == ()
    assert after.side_points == before.side_points
    for old, new in zip(before.tricks, after.tricks, strict=True):
        assert [relabelled(mask, suits) for mask in old.legal] == list(new.legal)


@given(decks, modes, seats, relabellings, weis_rules)
def test_suits_relabelled_change_neither_weise_nor_their_winner(order, mode, starter, suits, rule):
    hands = hands_of(order)
    other = [relabelled(hand, suits) for hand in hands]
    before = settle(hands, mode, starter, rule=rule)
    after = settle(other, relabelled_mode(mode, suits), starter, rule=rule)
    assert (after.winner, after.sides) == (before.winner, before.sides)
    assert [weis.stoeck for weis in after.seats] == [weis.stoeck for weis in before.seats]


@given(decks, st.integers(1, 12), weis_rules)
def test_melds_are_held_and_make_up_the_points(order, size, rule):
    holding = mask_at(order[:size])
    melds = melds_of(holding, rule)
    assert all(meld.cards & holding == meld.cards for meld in melds)
    assert sum(meld.points for meld in melds) == weis_points(holding, rule)
    if not rule.kreuzweis:
        assert sum(meld.count for meld in melds) == mask_count(melds)


def mask_count(melds):
    union = 0
    for meld in melds:
        union |= meld.cards
    return union.bit_count()


@given(decks, st.integers(1, 9), st.integers(0, 3), st.sampled_from(list(TrickMode)), rules)
def test_one_who_holds_cards_can_always_play_one_of_them(order, size, lying, mode, rule):
    hand, trick = mask_at(order[:size]), list(order[size : size + lying])
    legal = legal_mask(hand, trick, ranking(mode), rule)
    assert legal
    assert legal & hand == legal


@given(decks, st.sampled_from(list(TrickMode)), st.integers(0, 15), st.booleans(), st.booleans())
def test_a_dead_card_takes_no_trick_unless_all_that_could_are_dead(
    order, mode, dead, sides, rescues
):
    trick = list(order[:4])
    lost = mask_at(card for place, card in enumerate(trick) if dead >> place & 1)
    rule = DeadRule(sides=sides, partner_ruff_rescues=rescues)
    taker = winner(trick, ranking(mode), lost, rule=rule)
    if not dead & 1:
        assert not dead >> taker & 1
    elif sides and not rescues:
        assert taker == 1
    else:
        assert taker != 0


@given(decks, st.sampled_from(list(TrickMode)))
def test_without_dead_cards_the_rule_for_them_changes_nothing(order, mode):
    trick, table = list(order[:4]), ranking(mode)
    for rule in (DeadRule(sides=False), DeadRule(partner_ruff_rescues=True)):
        assert winner(trick, table, 0, rule=rule) == winner(trick, table)


@given(st.text(max_size=4))
def test_any_text_is_a_card_that_gives_it_back_or_is_refused(text):
    try:
        card = Card.parse(text)
    except ValueError:
        return
    written = [card.text()] + ([card.text(Notation.GERMAN)] if card.rank >= Rank.SIX else [])
    assert text in written


@given(st.integers(0, 71), st.sampled_from(list(Notation)))
def test_a_card_is_read_back_from_what_it_writes(index, notation):
    assert Card.parse(card_at(index).text(notation)) == card_at(index)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=12,
)
card_like = st.sampled_from(["D6", "D7", "HJ", "H9", "CA", "RO9", "D1"]) | json_values
hand_like = st.fixed_dictionaries(
    {
        "contract": st.sampled_from(["D", "O", "SLALOM_U", "MISERE_H"]) | json_values,
        "starter": st.integers(-1, 4) | json_values,
        "tricks": st.lists(st.lists(card_like, max_size=5), max_size=10) | json_values,
    },
    optional={"hands": st.lists(st.lists(card_like, max_size=9), max_size=5) | json_values},
)


@given(hand_like | json_values)
def test_whatever_is_sent_is_judged_or_refused_with_a_place(value):
    outcome = judged(value)
    if isinstance(outcome, RecordError):
        assert outcome.code
        assert outcome.pointer == "" or outcome.pointer.startswith("/")
    else:
        assert all(finding.article for finding in outcome.findings)


def judged(value):
    try:
        return replay(read_hand(value))
    except RecordError as error:
        return error


ALARMS = 1_000


@pytest.mark.parametrize("undertrump", ["only_trumps", "void"])
def test_every_illegal_play_slipped_into_a_legal_hand_is_found(undertrump):
    """Both where the hands are noted and from the tricks alone."""
    rng = seeded(36)
    rule = FollowRule(undertrump)
    slipped = 0
    for number in range(ALARMS):
        hands, mode = deal(rng), Mode(TrickMode(number % 6))
        found = slip(hands, mode, rng, rule)
        if found is None:
            continue
        slipped += 1
        record, place = found
        for noted in (record, bare(record)):
            outcome = replay(noted, ReplayRule(follow=rule))
            assert [(f.trick, f.seat, f.card) for f in outcome.findings] == [place]
            assert outcome.findings[0].code in ("revoke", "undertrump")
    assert slipped > ALARMS // 2


def bare(record):
    return HandRecord(None, record.mode, record.starter, 4, (None,) * 4, record.tricks)


def slip(hands, mode, rng, rule=JASSREGELN):
    """A hand with exactly one illegal play, and its place; None where none was possible."""
    held, leader = list(hands), 0
    tricks: list[TrickRecord] = []
    place: tuple[int, int, int] | None = None
    target = rng.randrange(6)
    for number in range(9):
        table = ranking(mode.of_trick(number))
        trick: list[int] = []
        for step in range(4):
            seat = (leader + step) % 4
            legal = legal_mask(held[seat], trick, table, rule)
            illegal = held[seat] & ~legal
            now = place is None and illegal and number >= target
            card = rng.choice(indices_of(illegal if now else legal))
            place = (number, seat, card) if now else place
            held[seat] ^= 1 << card
            trick.append(card)
        tricks.append(TrickRecord(tuple(trick)))
        leader = (leader + winner(trick, table)) % 4
    noted = tuple(tuple(indices_of(hand)) for hand in hands)
    return (HandRecord(None, mode, 0, 4, noted, tuple(tricks)), place) if place else None
