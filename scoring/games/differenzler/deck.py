"""The cards of a Differenzler: how many are dealt, and what those were worth that nobody has.

Three and four players deal all 36 cards (differenzler.geben). The others are customs of the
house: two players take 12 each, five or more play with two packs, whose cards total 309, and
what cannot be dealt evenly stays out. The cards that nobody was dealt are named one by one or
told as their points.
"""

from collections.abc import Sequence

from jassclub.core.errors import echo
from referee.rules.cards import PACK, Card, NotationError, card_at, read_card
from referee.rules.modes import TrickMode, ranking
from referee.rules.profile_fields import SUITS
from scoring.games.base import Reader, Table
from scoring.games.card_sums import Dealt
from scoring.games.sheets.checks import Values


def dealt_at(table: Table) -> Dealt:
    """The cards that are dealt at a table."""
    options, players = table.profile.differenzler, table.players
    packs = 2 if players >= options.two_packs_from else 1
    each = PACK * packs // players
    each = min(each, options.cards_for_two) if players == 2 else each
    return Dealt(players=players, each=each, packs=packs, last_trick=table.profile.last_trick)


def read_left_out(reader: Reader, table: Table, trump: str | None) -> Values:
    """What the slip says of the cards that were not dealt, if any, as it was written; `expected`:
    what all made together, None where nobody knows; `faulty`: what is written cannot be right."""
    dealt, where = dealt_at(table), reader.where("left_out")
    told, points = reader.values.get("left_out"), None
    if not dealt.left:
        if told is not None:
            reader.out.error("nothing_left_out", where)
        return {"expected": dealt.total, "faulty": False}
    if isinstance(told, list | tuple):
        points, told = _worth(told, reader, table, trump), tuple(map(str, told))
    elif told is not None:
        points = reader.number("left_out", low=0, high=dealt.total)
        if points is not None and not dealt.can_be_left(points):
            reader.out.error("left_out_impossible", where, count=dealt.left, points=points)
    elif dealt.left < dealt.players:
        reader.out.warn("left_out_unknown", where, count=dealt.left)
    known = points is not None and dealt.can_be_left(points)
    expected = dealt.total - points if points is not None and known else None
    return {"left_out": told, "expected": expected, "faulty": told is not None and not known}


def _worth(told: Sequence[object], reader: Reader, table: Table, trump: str | None) -> int | None:
    """What these cards count, None (with findings) where they cannot be. None comes more often than
    there are packs; the mark of the second pack may be missing."""
    dealt, out, where = dealt_at(table), reader.out, reader.where("left_out")
    pack, points = {card_at(at) for at in range(PACK * dealt.packs)}, 0
    seen: list[Card] = []
    if len(told) != dealt.left:
        out.error("wrong_length", where, count=dealt.left)
        return None
    suit = None if trump is None else TrickMode(SUITS[table.deck].index(trump))
    for at, text in enumerate(told):
        try:
            card, notation = read_card(text)
        except NotationError:
            card = None
        if card not in pack or notation.value != table.deck:
            out.error("card_unknown", reader.where("left_out", at), card=echo(text))
            continue
        same = [(each.suit, each.rank) for each in seen].count((card.suit, card.rank))
        if same >= dealt.packs or (card.copy and card in seen):
            out.error("card_twice", reader.where("left_out", at), card=echo(text))
        seen.append(card)
        points += 0 if suit is None else ranking(suit).points[card.index % PACK]
    if suit is None:
        out.error("trump_missing", reader.where("trump"))
    return None if suit is None or out.at(where) else points
