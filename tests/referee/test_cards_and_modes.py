"""Cards, packs and modes: what they are called, how many there are, what they are worth."""

import pytest

from referee.rules.cards import (
    CINQ_CENTS_32,
    HAE_54,
    JASS_36,
    Card,
    Joker,
    Notation,
    NotationError,
    Rank,
    Suit,
    card_at,
    cards_of,
    indices_of,
    mask_of,
    read_card,
)
from referee.rules.modes import Mode, Pattern, TrickMode, all_modes, ranking, read_mode

PAIRS = [
    ("EI6", "D6", Suit.EICHELN, Rank.SIX),
    ("RO9", "H9", Suit.ROSEN, Rank.NINE),
    ("SIB", "ST", Suit.SCHILTEN, Rank.BANNER),
    ("SEU", "CJ", Suit.SCHELLEN, Rank.UNDER),
    ("EIO", "DQ", Suit.EICHELN, Rank.OBER),
    ("ROK", "HK", Suit.ROSEN, Rank.KOENIG),
    ("SIA", "SA", Suit.SCHILTEN, Rank.ASS),
]


@pytest.mark.parametrize(("german", "french", "suit", "rank"), PAIRS)
def test_a_card_has_a_name_in_each_deck(german, french, suit, rank):
    card = Card(suit, rank)
    assert read_card(german) == (card, Notation.GERMAN)
    assert read_card(french) == (card, Notation.FRENCH)
    assert card.text(Notation.GERMAN) == german
    assert str(card) == french


@pytest.mark.parametrize("deck", [JASS_36, HAE_54, CINQ_CENTS_32], ids=["36", "54", "32"])
def test_every_card_of_every_pack_is_read_back_from_its_own_name(deck):
    for card in deck.cards:
        kind = Joker if isinstance(card, Joker) else Card
        assert kind.parse(str(card)) == card
    assert len(set(map(str, deck.cards))) == len(deck)


@pytest.mark.parametrize(
    ("deck", "size"),
    [
        (JASS_36, 36),
        (HAE_54, 54),
        (CINQ_CENTS_32, 32),
    ],
    ids=["36", "54", "32"],
)
def test_a_pack_has_the_number_of_cards_it_is_named_after(deck, size):
    assert len(deck) == size


@pytest.mark.parametrize("text", ["X1", "X2", "X1=K", "X2=2", "X1=A"])
def test_a_joker_is_played_as_a_rank(text):
    assert str(Joker.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "D1", "D10", "d9", "DB", "EIT", "XX", "D9 ", " D9", "D9\0", "RO", "9", "É9", "X1"]
)
def test_what_names_no_card_is_refused(text):
    with pytest.raises(NotationError):
        Card.parse(text)


@pytest.mark.parametrize("value", [None, 9, 1e400, ["D9"], {"D": 9}, True])
def test_what_is_no_text_is_no_card_no_joker_and_no_mode(value):
    for read in (Card.parse, Joker.parse, Mode.parse):
        with pytest.raises(NotationError):
            read(value)


def test_small_cards_have_no_place_among_jass_cards_and_no_german_name():
    small = Card.parse("D2")
    with pytest.raises(ValueError, match="not a Jass card"):
        assert small.index
    with pytest.raises(NotationError):
        small.text(Notation.GERMAN)


def test_index_mask_and_card_name_the_same_thing():
    for index in range(72):
        assert card_at(index).index == index
    cards = [Card.parse(text) for text in ("D6", "HJ", "CA")]
    assert cards_of(mask_of(reversed(cards))) == cards
    assert indices_of(mask_of(cards)) == [card.index for card in cards]


def test_there_are_24_modes_and_each_is_read_back_in_both_decks():
    modes = all_modes()
    assert len(set(modes)) == 24
    for mode in modes:
        for notation in Notation:
            found, written = read_mode(mode.text(notation))
            assert found == mode
            assert written in (None, notation)
        assert Mode.parse(str(mode)) == mode


@pytest.mark.parametrize(
    "text", ["", "X", "SLALOM", "SLALOM_D", "MISERE", "MISERE_MISERE_D", "o", "GUSCHTI_EI", "D\0"]
)
def test_what_names_no_mode_is_refused(text):
    with pytest.raises(NotationError):
        Mode.parse(text)


def test_a_trump_suit_has_no_direction_to_turn():
    with pytest.raises(ValueError, match="needs a direction"):
        Mode(TrickMode.ROSEN, Pattern.SLALOM)
    with pytest.raises(ValueError, match="no other direction"):
        assert TrickMode.ROSEN.turned


@pytest.mark.parametrize(
    ("text", "tricks", "course"),
    [
        ("O", 9, "OOOOOOOOO"),
        ("U", 9, "UUUUUUUUU"),
        ("H", 9, "HHHHHHHHH"),
        ("SLALOM_O", 9, "OUOUOUOUO"),
        ("SLALOM_U", 9, "UOUOUOUOU"),
        ("GUSCHTI_O", 9, "OOOOOUUUU"),
        ("GUSCHTI_U", 9, "UUUUUOOOO"),
        ("MARY_O", 9, "OOOOUUUUU"),
        ("MARY_U", 9, "UUUUOOOOO"),
        ("GUSCHTI_O", 12, "OOOOOOUUUUUU"),
        ("MARY_U", 12, "UUUUUUOOOOOO"),
        ("MISERE_SLALOM_U", 9, "UOUOUOUOU"),
    ],
)
def test_the_direction_runs_through_the_hand_as_the_mode_says(text, tricks, course):
    mode = Mode.parse(text)
    assert "".join(mode.of_trick(n, tricks).text() for n in range(tricks)) == course


@pytest.mark.parametrize("mode", TrickMode)
def test_the_cards_of_one_pack_always_count_152(mode):
    assert sum(ranking(mode).points[:36]) == 152


@pytest.mark.parametrize(
    ("mode", "values"),
    [
        ("H", {"HJ": 20, "H9": 14, "DJ": 2, "D9": 0, "D8": 0, "D6": 0, "SA": 11, "ST": 10}),
        ("O", {"HJ": 2, "H9": 0, "D8": 8, "D6": 0, "DA": 11, "CQ": 3, "CK": 4}),
        ("U", {"HJ": 2, "H9": 0, "D8": 8, "D6": 11, "DA": 0, "CQ": 3, "CT": 10}),
    ],
)
def test_a_card_counts_what_the_mode_says(mode, values):
    points = ranking(Mode.parse(mode).start).points
    assert {text: points[Card.parse(text).index] for text in values} == values


def descending(mode, suit, deck=JASS_36):
    """The suit from its highest card down when it is led."""
    table = ranking(mode, deck)
    cards = [card for card in deck.cards if card.suit is suit]
    row = table.strength[cards[0].index]
    return "".join(c.rank.text(Notation.GERMAN) for c in sorted(cards, key=lambda c: -row[c.index]))


def test_the_order_of_a_suit_is_that_of_the_mode():
    assert descending(TrickMode.ROSEN, Suit.ROSEN) == "U9AKOB876"
    assert descending(TrickMode.ROSEN, Suit.EICHELN) == "AKOUB9876"
    assert descending(TrickMode.OBENABE, Suit.ROSEN) == "AKOUB9876"
    assert descending(TrickMode.UNDENUFE, Suit.ROSEN) == "6789BUOKA"


def test_cinq_cents_ranks_the_banner_by_its_value():
    assert descending(TrickMode.ROSEN, Suit.ROSEN, CINQ_CENTS_32) == "U9ABKO87"
    assert descending(TrickMode.ROSEN, Suit.EICHELN, CINQ_CENTS_32) == "ABKOU987"
