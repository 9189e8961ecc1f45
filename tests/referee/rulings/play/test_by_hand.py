"""The tables on leading, following and misplayed cards, against a second writing by hand.

The second writing is made from the articles, not from the tables: plain branches over the facts.
"""

import random
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from referee.rules.profile import load_profile
from referee.rulings.case import FactsError
from referee.rulings.decide import decide
from tests.referee import naive
from tests.referee.rulings.plain import plain

BOOK = load_profile("jassregeln")
POSITIONS = 400
IN_BOOK = {
    "undertrump": "only_trumps",
    "bauer_must_follow": False,
    "only_trumps_must_overtrump": False,
    "strict_follow": False,
}

Facts = Mapping[str, Any]


def ruled(article: str, facts: Facts, profile: str = "jassregeln") -> dict[str, Any]:
    """The ruling as plain JSON values."""
    return plain(decide(article, facts, load_profile(profile)))


def positions(seed: str) -> list[dict[str, Any]]:
    """Random positions with at least one card in the trick, half of them rich in trumps."""
    chance = random.Random(seed)
    return [position(chance) for _ in range(POSITIONS)]


def position(chance: random.Random) -> dict[str, Any]:
    mode = chance.choice(["D", "H", "S", "C"])
    pack = list(naive.PACK)
    chance.shuffle(pack)
    if chance.random() < 0.5:
        pack.sort(key=lambda card: card[0] != mode or chance.random() < 0.4)
    hand = pack[: chance.randint(1, 6)]
    rest = pack[len(hand) :]
    chance.shuffle(rest)
    trick = rest[: chance.randint(1, 3)]
    return {"mode": mode, "trick": trick, "holding": hand, "card": chance.choice(hand)}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("article", ["nichtangeben", "untertrumpfen", "trumpfbauer"])
@pytest.mark.parametrize("profile", ["jassregeln", "differenzler-offen"])
def test_a_card_is_legal_exactly_where_a_second_writing_has_it_so(
    article: str, profile: str
) -> None:
    table = load_profile(profile)
    rule = {**IN_BOOK, "undertrump": table.undertrump}
    noticed = {"noticed": "open"} if article == "nichtangeben" else {}
    for facts in positions(article):
        told = ruled(article, {**facts, **noticed}, profile)["answer"]
        legal = naive.legal(set(facts["holding"]), facts["trick"], facts["mode"], rule)
        assert set(told["legal_cards"]) == legal, facts
        assert told["legal"] == (facts["card"] in legal), facts


def withheld(facts: Facts) -> str | None:
    """What was held back by one who did not follow: "trump", "suit", or nothing."""
    led, mode = facts["trick"][0][0], facts["mode"]
    same = [card for card in facts["holding"] if card[0] == led]
    if facts["card"] in naive.legal(set(facts["holding"]), facts["trick"], mode, IN_BOOK):
        return None
    if led == mode:
        return "trump"
    return "suit" if same else None


def dead_by_hand(facts: Facts, noticed: str) -> set[str]:
    """What dies by the two articles on a revoke."""
    led, mode = facts["trick"][0][0], facts["mode"]
    left = [card for card in facts["holding"] if card != facts["card"]]
    wrong = {facts["card"]} if noticed == "open" else set()
    if withheld(facts) == "trump":
        return {card for card in left if card[0] == mode and card[1] != "J"} | wrong
    best = max((card for card in left if card[0] == led), key=lambda c: naive.RANKS.index(c[1]))
    return {best} | wrong


@pytest.mark.sampled(1)
@pytest.mark.parametrize("noticed", ["open", "later"])
@pytest.mark.parametrize("article", ["nichtangeben", "falsch-gespielte-karte"])
def test_the_cards_that_die_after_a_revoke_are_those_of_the_articles(
    article: str, noticed: str
) -> None:
    met = 0
    for facts in positions(noticed):
        if withheld(facts) is None:
            continue
        met += 1
        matter = {} if article == "nichtangeben" else {"matter": "wrong_card"}
        told = {**facts, **matter, "noticed": noticed, "claim": "stands"}
        ruling = ruled(article, told)
        dead = [e["cards"] for e in ruling["effects"] if e["type"] == "dead_cards"]
        assert set(dead[0]) == dead_by_hand(facts, noticed), facts
        assert bool(ruling["options"]) == (noticed == "later")
    assert met > 30


def early_by_hand(facts: Facts) -> str:
    legal = naive.legal(set(facts["holding"]), facts["trick"], facts["mode"], IN_BOOK)
    if facts["card"] in legal:
        return "stays"
    led = facts["trick"][0][0]
    return "exchanged" if any(card[0] == led for card in facts["holding"]) else "open"


def test_a_card_played_too_early_stays_unless_suit_has_to_be_followed() -> None:
    outcomes = {"stays": "none", "exchanged": "return_card", "open": None}
    met = set()
    for facts in positions("early"):
        ruling = ruled("vorspielen", facts)
        first = next((effect["type"] for effect in ruling["effects"]), None)
        expected = early_by_hand(facts)
        met.add(expected)
        assert first == outcomes[expected], facts
        assert (ruling["verdict"] == "interpretation") == (expected == "open")
    assert met == set(outcomes)


def test_of_two_cards_the_opponents_choose_only_among_the_legal_ones() -> None:
    chance = random.Random("two")
    met = set()
    for facts in positions("two cards"):
        if len(facts["holding"]) < 2:
            continue
        two = chance.sample(facts["holding"], 2)
        told = {name: facts[name] for name in ("mode", "trick", "holding")} | {"cards": two}
        legal = naive.legal(set(facts["holding"]), facts["trick"], facts["mode"], IN_BOOK)
        ruling = ruled("zwei-karten-gespielt", told)
        count = len(legal & set(two))
        met.add(count)
        assert bool(ruling["options"]) == (count == 2), told
        dead = next(e for e in ruling["effects"] if e["type"] == "dead_cards")
        assert sorted(dead["cards"]) == sorted(two)
    assert met == {0, 1, 2}


def outcome(article: str, facts: Facts, profile: str = "jassregeln") -> set[str]:
    """What a ruling does, in a few words."""
    ruling = ruled(article, facts, profile)
    effects = {effect["type"] for effect in ruling["effects"]}
    choices = {choice for option in ruling["options"] for choice in option["choices"]}
    return (effects - {"none"}) | choices | {str(ruling["verdict"])} - {"determined"}


def wrong_lead_by_hand(*, who: str, trump: bool, turned: bool, avoiding: bool) -> set[str]:
    if turned:
        return {"interpretation"}
    found = {"return_card", "next_leader"}
    if not avoiding:
        found.add("dead_cards")
    if who == "opponent":
        return found if avoiding else found | {"interpretation"}
    return found | ({"require_trump_lead", "free_lead"} if trump else {"suit_barred"})


def test_a_wrong_lead_is_judged_as_a_second_writing_has_it() -> None:
    for who, trump, turned, avoiding in product(
        ("partner", "opponent"), (True, False), (True, False), (True, False)
    ):
        facts = {
            "matter": "wrong_lead",
            "who_led": who,
            "led_trump": trump,
            "lead_turned": turned,
            "avoidance": avoiding,
        }
        expected = wrong_lead_by_hand(who=who, trump=trump, turned=turned, avoiding=avoiding)
        assert outcome("falsch-gespielte-karte", facts) == expected, facts


def wrong_card_by_hand(
    *, noticed: str, held: str, avoiding: bool, claimed: str, proven: bool
) -> set[str]:
    if noticed == "open":
        return {"return_card", "correct_play"} | (set() if avoiding else {"dead_cards"})
    if not proven or claimed == "too_late":
        return set()
    dies = not avoiding and held != "none"
    return {"annul_hand", "play_on"} | ({"dead_cards"} if dies else set())


def test_a_wrong_card_is_judged_as_a_second_writing_has_it() -> None:
    for noticed, held, avoiding, claimed, proven in product(
        ("open", "later"),
        ("side_suit", "trump", "none"),
        (True, False),
        ("in_time", "too_late"),
        (True, False),
    ):
        facts = {
            "matter": "wrong_card",
            "noticed": noticed,
            "held": held,
            "avoidance": avoiding,
            "claimed": claimed,
            "proven": proven,
        }
        expected = wrong_card_by_hand(
            noticed=noticed, held=held, avoiding=avoiding, claimed=claimed, proven=proven
        )
        assert outcome("falsch-gespielte-karte", facts) == expected, facts


def rest_by_hand(facts: Facts, *, claimant: int) -> str:
    """Every claimed card led against every card of the others."""
    mode, hands = facts["mode"], facts["hands"]
    mine = hands[str(claimant)]

    def threatens(seats: list[int]) -> bool:
        others = [card for seat in seats for card in hands[str(seat)]]
        return any(naive.beats(other, card, mode) for card in mine for other in others)

    if threatens([(claimant + 1) % 4, (claimant + 3) % 4]):
        return "falls"
    return "partner" if threatens([(claimant + 2) % 4]) else "stands"


def test_a_claim_to_the_rest_stands_exactly_where_no_card_beats_one_shown() -> None:
    chance = random.Random("rest")
    met = set()
    for _ in range(POSITIONS):
        mode, size, claimant = chance.choice("DHSCOU"), chance.randint(1, 3), chance.randrange(4)
        pack = list(naive.PACK)
        chance.shuffle(pack)
        hands = {str(seat): pack[seat * size : (seat + 1) * size] for seat in range(4)}
        if chance.random() < 0.5 and mode in "DHSC":
            hands[str(claimant)], rest = best_trumps(pack, mode, size)
            hands |= {str((claimant + k) % 4): rest[k * size :][:size] for k in (1, 2, 3)}
        facts = {"mode": mode, "claimant": claimant, "hands": hands}
        expected = rest_by_hand(facts, claimant=claimant)
        met.add(expected)
        ruling = ruled("rest-verlangen", facts)
        if expected == "partner":
            assert ruling["verdict"] == "interpretation", facts
            continue
        left = sum(naive.points_of(card, mode) for hand in hands.values() for card in hand)
        answer = {"valid": expected == "stands", "points": left + 5}
        side = claimant % 2 if expected == "stands" else 1 - claimant % 2
        assert ruling["answer"] == {**answer, "to": ("0+2", "1+3")[side]}, facts
    assert met == {"stands", "falls", "partner"}


def best_trumps(pack: list[str], mode: str, size: int) -> tuple[list[str], list[str]]:
    """The `size` best trumps, and the rest of the pack."""
    best = [mode + rank for rank in reversed(naive.TRUMP_ORDER)][:size]
    return best, [card for card in pack if card not in best]


def test_a_card_in_two_hands_is_refused() -> None:
    hands = {"0": ["DJ"], "1": ["DJ"], "2": ["D9"], "3": ["DA"]}
    with pytest.raises(FactsError):
        decide("rest-verlangen", {"mode": "D", "claimant": 0, "hands": hands}, BOOK)


@pytest.mark.parametrize("profile", ["jassregeln", "jasswiki-streng"])
def test_facts_of_cards_outside_the_pack_are_no_crash(profile: str) -> None:
    facts = {"mode": "D", "trick": ["D2"], "holding": ["D3"], "card": "D3", "noticed": "open"}
    ruling = decide("nichtangeben", facts, load_profile(profile))
    assert ruling.question is not None


def test_partners_of_a_hand_played_in_passen_are_named_as_in_a_schieber() -> None:
    """Each has his own account there, but every hand is played two against two."""
    facts = {"led_by": "partner", "offender": 0, "entitled": 2, "led_trump": False}
    plain = ruled("stich-gestochen", facts, "turnier-einzelschieber")["effects"]
    assert ruled("stich-gestochen", facts, "schieber-passen")["effects"] == plain
    dead = {"mode": "SI", "matter": "dead_lead", "card": "ROA", "offender": 2, "last_trick": False}
    told = dead | {"trick": ["ROA", "EI6", "ROK", "EI7"]}
    answer = ruled("falsch-gespielte-karte", told, "schieber-passen")["answer"]
    assert answer == {"team": "1+3", "trick_points": 15, "next_leader": 3}


def test_looking_at_own_tricks_names_no_book_that_decides_otherwise_itself() -> None:
    """Whether there are partners is a matter of the game, no other reading of the rule."""
    facts = {"owner": "own"}
    for other in decide("nachschauen", facts, BOOK).competing:
        for profile in other.profiles:
            assert ruled("nachschauen", facts, profile)["answer"] == other.decision.answer
    passen = ruled("nachschauen", facts, "schieber-passen")
    assert passen["effects"] == ruled("nachschauen", facts)["effects"]
