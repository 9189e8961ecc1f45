"""Claims to the rest as they come up at the table (article rest-verlangen)."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from referee.rules.cards import Card, Suit, card_at, cards_of, mask_of
from referee.rules.modes import Mode, TrickMode
from referee.rulings.rest.claim import FULL_PACK, RestClaim
from referee.rulings.rest.derive import judge_rest, rest_points
from tests.referee.positions import seeded
from tests.referee.rulings.rest.claims import position


def cards(text):
    return mask_of(Card.parse(word) for word in text.split())


def laid(text):
    return tuple(Card.parse(word).index for word in text.split())


def claim(mode, *hands, gone=True, **fields):
    """A claim of seat 0; a hand of None is not known, all other cards are turned."""
    masks = [None if hand is None else cards(hand) for hand in hands]
    seen = sum(mask or 0 for mask in masks) | sum(1 << c for c in fields.get("trick", ()))
    held = {"gone": FULL_PACK & ~seen} if gone is True else {"gone": gone}
    return RestClaim(
        holding=masks[0] or 0, mode=Mode.parse(mode), hands=(None, *masks[1:]), **held, **fields
    )


def named(verdict):
    """The claimed card that is beaten, and what beats it."""
    return [None if c is None else str(card_at(c)) for c in (verdict.card, verdict.by)]


CASES = {
    "the Bauer, the Nell and the 6 of trump against the 7": (
        ("SI", "SIU SI9 SI6", "SI7 SEK RO9", "ROB SE8 EI7", "EIO SE6 RO7"),
        ("falls", "SI6", "SI7", 1),
    ),
    "the same without the 7": (
        ("SI", "SIU SI9 SI8", "SI7 SEK RO9", "ROB SE8 EI7", "EIO SE6 RO7"),
        ("stands", None, None, None),
    ),
    "a lone 6 of trump among the opponents kills a side suit": (
        ("SI", "SIU SI9 SIA ROA ROK", "SI6 EI6 EI7 EI8 EI9", "RO6 RO7 RO8 RO9 ROB",
         "SE6 SE7 SE8 SE9 SEB"),
        ("falls", "ROK", "SI6", 1),
    ),
    "only the partner has the higher card": (
        ("O", "ROK EIA", "SE6 SE7", "ROA EI6", "SI6 SI7"),
        ("partner_only", "ROK", "ROA", 2),
    ),
    "undenufe the 6 is boss": (
        ("U", "RO6 RO7", "RO8 ROA", "EIA EIK", "SIA SI6"),
        ("stands", None, None, None),
    ),
    "obenabe the 6 is not": (
        ("O", "RO6 ROA", "RO8 ROK", "EIA EIK", "SIA SI6"),
        ("falls", "RO6", "RO8", 1),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("told", "expected"), CASES.values(), ids=CASES)
def test_a_claim_on_lead_is_judged_with_the_card_that_beats_it(told, expected):
    verdict = judge_rest(claim(*told))
    result, card, by, seat = expected
    assert (verdict.result, verdict.held_by) == (result, seat)
    assert named(verdict) == [None if c is None else str(Card.parse(c)) for c in (card, by)]


def test_without_hands_the_cards_that_beat_are_asked_for():
    shown = claim("SI", "SIU SI9 ROA", None, None, None, gone=FULL_PACK & ~cards(
        "SIU SI9 ROA SI6 EI6 EI7 EI8 EI9 SE6 SE7 SE8 SE9"))  # fmt: skip
    verdict = judge_rest(shown)
    assert (verdict.result, verdict.ask) == ("undecided", cards("SI6"))


def test_more_threats_than_the_partner_has_cards_need_no_question():
    left = cards("SIU ROA SI6 SI7 SI8 EI6 EI7 EI8")
    verdict = judge_rest(claim("SI", "SIU ROA", None, None, None, gone=FULL_PACK & ~left))
    assert (verdict.result, verdict.held_by) == ("falls", None)


def test_with_the_partner_shown_the_opponents_have_all_that_is_left():
    left = cards("SIU ROA SI6 EI6 EI7 EI8 EI9 SE6")
    told = {"gone": FULL_PACK & ~left}
    assert judge_rest(claim("SI", "SIU ROA", None, "EI6 EI7", None, **told)).result == "falls"
    assert judge_rest(claim("SI", "SIU ROA", None, "SI6 EI7", None, **told)).result == (
        "partner_only"
    )


def test_a_dead_card_in_the_holding_breaks_the_claim_at_once():
    told = claim("O", "ROA EIA", "RO6 EI6", "SE6 SE7", "SI6 SI7", dead=cards("EIA"))
    verdict = judge_rest(told)
    assert (verdict.result, verdict.why, verdict.card) == ("falls", "dead_card", laid("EIA")[0])


def test_a_dead_card_of_an_opponent_beats_nothing():
    told = claim("O", "ROK EIA", "ROA EI6", "SE6 SE7", "SI6 SI7")
    assert judge_rest(told).result == "falls"
    assert judge_rest(replace(told, dead=cards("ROA"))).result == "stands"


IN_TRICK = {
    "he leads with the last higher card still to come": (
        ("O", "EIA", "ROA SE6", "RO6 SE7", "RO7 SE8"), {"trick": laid("ROK")}, "falls"),
    "he has taken it before his turn ends": (
        ("O", "EIA", "ROB SE6", "RO6 SE7", "RO7 SE8"), {"trick": laid("ROK")}, "stands"),
    "he comes last and must follow low": (
        ("O", "ROA RO6 EIA", "SE6 SE7", "SI6 SI7", "SE8 SE9"),
        {"trick": laid("RO7 RO8 RO9"), "leader": 1}, "falls"),
    "he comes last and takes it with what he has": (
        ("O", "ROA EIA", "SE7", "SI7", "SE9"),
        {"trick": laid("RO7 RO8 RO9"), "leader": 1}, "stands"),
    "the partner lies over him": (
        ("O", "RO6 EIA", "SE7", "SI7", "SE9"),
        {"trick": laid("SE6 ROA SI6"), "leader": 1}, "falls"),
    "the only higher card is forced out of the opponent's hand": (
        ("O", "ROK", "ROA SE6", "SE8 SE7", "SE9 SEB"), {"trick": laid("EIA")}, "falls"),
    "the higher card must be given to this trick": (
        ("SI", "SI9", "SIA SE6", "SE8 SE7", "SE9 SEB"), {"trick": laid("SIU")}, "stands"),
}  # fmt: skip


@pytest.mark.parametrize(("told", "fields", "result"), IN_TRICK.values(), ids=IN_TRICK)
def test_a_claim_in_an_open_trick_has_to_take_that_trick_too(told, fields, result):
    assert judge_rest(claim(*told, **fields)).result == result


def test_with_hidden_hands_the_card_in_the_trick_is_named_that_an_opponent_goes_over():
    told = claim("O", "EIA", None, None, None, trick=laid("RO9 RO6 RO7"), gone=FULL_PACK & ~cards(
        "EIA RO9 RO6 RO7 ROA SE6 SE7 SE8"))  # fmt: skip
    verdict = judge_rest(told)
    assert (verdict.result, verdict.ask) == ("undecided", cards("ROA"))
    shown = replace(told, hands=(None, cards("SE6"), cards("SE7"), None))
    verdict = judge_rest(shown)
    assert (verdict.result, verdict.why, verdict.held_by) == ("falls", "open_trick", 3)
    assert named(verdict) == ["H9", "HA"]


def test_a_card_that_lies_over_the_one_he_must_give_settles_it_before_his_turn():
    told = claim("O", "ROK RO6", None, None, None, trick=laid("RO9"), leader=1, gone=FULL_PACK
                 & ~cards("ROK RO6 RO9 SE6 SE7 SE8 SE9 SI6"))  # fmt: skip
    verdict = judge_rest(told)
    assert (verdict.result, verdict.held_by) == ("falls", 1)
    assert named(verdict) == ["H6", "H9"]


def test_a_complete_trick_is_given_to_its_taker_first():
    told = {"trick": laid("ROK RO6 RO7 RO8")}
    assert judge_rest(claim("O", "EIA", "SE6", "SI6", "SE7", **told)).result == "stands"
    other = claim("O", "EIA", "SE6", "SI6", "SE7", leader=1, **told)
    assert judge_rest(other).result == "falls"


def test_where_the_direction_turns_a_card_may_be_boss_only_in_its_own_trick():
    told = claim("SLALOM_U", "ROA ROK", "RO6 SE6", "EIA EIK", "SIA SIK")
    assert judge_rest(told).result == "stands"  # the 6 has to be given to the first trick
    kept = claim("SLALOM_U", "ROA ROK", "RO6 RO7", "EIA EIK", "SIA SIK")
    assert judge_rest(kept).result == "falls"


def test_beyond_its_cap_the_search_gives_no_verdict():
    told = claim("SLALOM_U", "ROA ROK", "RO6 SE6", "EIA EIK", "SIA SIK")
    assert judge_rest(told, cap=1).why == "too_long"


def test_single_players_have_no_partner():
    told = claim("O", "ROK EIA", "SE6 SE7", "ROA EI6", "SI6 SI7", single=True)
    assert judge_rest(told).result == "falls"


@pytest.mark.parametrize(
    "fields",
    [
        {"hands": (None, cards("ROA"), None, None)},
        {"trick": laid("ROA")},
        {"gone": cards("ROA")},
        {"hands": (None, cards("EI6 EI7"), None, None)},
        {"claimer": 4},
    ],
)
def test_a_claim_that_cannot_be_is_refused(fields):
    with pytest.raises(ValueError, match=r"card|hands|seats"):
        RestClaim(holding=cards("ROA"), mode=Mode(TrickMode.OBENABE), **fields)


def test_the_published_example_is_worth_56_points():
    told = claim(*CASES["the Bauer, the Nell and the 6 of trump against the 7"][0])
    assert rest_points(told) == 56


def test_the_open_trick_goes_with_the_rest():
    told = claim("O", "EIA", "ROB SE6", "RO6 SE7", "RO7 SE8", trick=laid("ROK"))
    assert rest_points(told) == 11 + 10 + 8 + 4 + 5


def test_the_last_trick_counts_what_the_table_says():
    told = claim("O", "EIA", None, None, None, trick=laid("ROK SE6 SE7"), leader=1, gone=FULL_PACK
                 & ~cards("EIA ROK SE6 SE7"))  # fmt: skip
    assert rest_points(told, last_trick=10) == 11 + 4 + 10


def test_where_the_direction_turns_the_points_are_not_told():
    assert rest_points(claim("SLALOM_U", "ROA ROK", "RO6 SE6", "EIA EIK", "SIA SIK")) is None


def moved(mask, suits):
    return mask_of(Card(suits[card.suit], card.rank) for card in cards_of(mask))


@given(st.integers(0, 2**32), st.permutations(list(Suit)), st.integers(0, 3))
def test_suits_relabelled_do_not_change_the_verdict(seed, suits, lying):
    found = position(seeded(seed), 2, lying=lying, dead=0.05)
    for told in (found.claim, found.hidden):
        mode = told.mode if told.mode.trump is None else Mode(TrickMode(suits[told.mode.trump]))
        other = replace(
            told,
            mode=mode,
            holding=moved(told.holding, suits),
            gone=moved(told.gone, suits),
            dead=moved(told.dead, suits),
            trick=tuple(moved(1 << c, suits).bit_length() - 1 for c in told.trick),
            hands=tuple(None if hand is None else moved(hand, suits) for hand in told.hands),
        )
        before, after = judge_rest(told), judge_rest(other)
        assert after.result == before.result
        assert after.ask == moved(before.ask, suits)
