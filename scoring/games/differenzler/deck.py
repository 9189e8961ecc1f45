"""The cards of a Differenzler: how many are dealt, and what those were worth that nobody has.

Three and four players deal all 36 cards (differenzler.geben). The others are customs of the
house: two players take 12 each, five or more play with two packs, whose cards total 309, and
what cannot be dealt evenly stays out. The cards that nobody was dealt are named one by one or
told as their points.
"""

from jassclub.core.errors import echo
from referee.rules.cards import PACK, Notation, card_at
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
    """What the slip says of the cards that were not dealt, if any, as it was written; `sums`: what
    all can have made together, nothing where what is written cannot be right."""
    dealt, told, where = dealt_at(table), reader.values.get("left_out"), reader.where("left_out")
    if not dealt.left:
        if told is not None:
            reader.out.error("nothing_left_out", where)
        return {"sums": dealt.sums}
    if told is None:
        if dealt.left < dealt.players:
            reader.out.warn("left_out_unknown", where, count=dealt.left)
        return {"left_out": None, "sums": dealt.sums}
    if isinstance(told, list | tuple):
        points, told = _worth(reader, table, trump), tuple(map(str, told))
    else:
        points = reader.number("left_out", low=0, high=dealt.total)
    sums = frozenset() if points is None else dealt.sums & {dealt.total - points}
    if points is not None and not sums:
        reader.out.error("left_out_impossible", where, count=dealt.left, points=points)
    return {"left_out": told, "sums": sums}


def _worth(reader: Reader, table: Table, trump: str | None) -> int | None:
    """What these cards count, None (with findings) where they cannot be. None comes more often than
    there are packs; the mark of the second pack may be missing."""
    dealt, out, seen = dealt_at(table), reader.out, list[int]()
    names = {card_at(at).text(Notation(table.deck)): at for at in range(PACK * dealt.packs)}

    def read(text: object, at: int) -> None:
        card = names.get(text) if isinstance(text, str) else None
        if card is None:
            out.error("card_unknown", reader.where("left_out", at), card=echo(text))
            return
        same = [each % PACK for each in seen].count(card % PACK)
        if same >= dealt.packs or (card >= PACK and card in seen):
            out.error("card_twice", reader.where("left_out", at), card=echo(text))
        seen.append(card)

    found = reader.several("left_out", dealt.left, read)
    if trump is None:
        out.error("trump_missing", reader.where("trump"))
    if found is None or trump is None:
        return None
    points = ranking(TrickMode(SUITS[table.deck].index(trump))).points
    return sum(points[card % PACK] for card in seen)
