"""Judges a recorded HAE round: who had to lead, who held what, and how the tricks fell."""

from dataclasses import replace

from referee.rules.cards import Card, Joker, Rank
from referee.rules.hae_duel import JOKER_ON_FOREHEAD, Round
from scoring.games.base import Findings, Table
from scoring.games.hae.record import RecordedTrick, RoundRecord, plain
from scoring.games.reading import Reader


def judge_record(record: RoundRecord, table: Table, out: Findings) -> Round | None:
    """The round as its cards decide it, None (with findings) where they cannot be right."""
    forehand = table.forehand if table.forehand is not None else record.tricks[0].lead
    if forehand is None:
        out.error("dealer_unknown", "/record", "hae.stich")
        return None
    options, cards = table.profile.hae, len(record.tricks)
    played = Round(players=table.players, cards=cards, forehand=forehand, options=options)
    before = len(out.items)
    reader = Reader({}, out, ("record",))
    for at in range(cards):
        _judge_trick(record, at, played, reader)
    blocked = any(item.blocks for item in out.items[before:])
    return None if blocked else played


def with_leaders(record: RoundRecord, played: Round) -> RoundRecord:
    """The record with the leader of each trick written out."""
    leads = [trick.lead for trick in played.tricks]
    tricks = tuple(map(_led_by, record.tricks, leads))
    return replace(record, tricks=tricks)


def _led_by(trick: RecordedTrick, lead: int) -> RecordedTrick:
    return replace(trick, lead=lead)


def _judge_trick(record: RoundRecord, at: int, played: Round, reader: Reader) -> None:
    trick = record.tricks[at]
    lead = played.lead if trick.lead is None else trick.lead
    if lead != played.lead:
        where = reader.where("tricks", at, "lead")
        reader.out.error("wrong_leader", where, "hae.stich", seat=played.lead)
    order, fighting = played.order(lead), played.fighting
    for place, (seat, card) in enumerate(zip(order, trick.cards, strict=True)):
        if record.hands is not None and plain(card) not in map(plain, record.hands[seat]):
            where = reader.where(*trick.at, place)
            reader.out.error("card_not_held", where, card=plain(card), seat=seat)
        if seat in fighting and _needs_a_name(card, played):
            _ask_for_the_name(reader.where(*trick.at, place), played, reader.out)
    played.play([_rank(card, played) for card in trick.cards], lead)


def _needs_a_name(card: Card | Joker, played: Round) -> bool:
    """A joker is announced when played; on the forehead and when burned it need not be."""
    return isinstance(card, Joker) and card.played_as is None and played.cards > 1


def _ask_for_the_name(where: str, played: Round, out: Findings) -> None:
    if played.options.joker_unnamed == "refuse":
        out.error("joker_unnamed", where, "hae.joker")
    else:
        out.warn("joker_counts_as_ass", where)


def _rank(card: Card | Joker, played: Round) -> int:
    if isinstance(card, Card):
        return card.rank
    return JOKER_ON_FOREHEAD if played.cards == 1 else card.played_as or Rank.ASS
