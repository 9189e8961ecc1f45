"""The record of a HAE round on its slip: the referee reads it and plays it again.

A record is `{"tricks": [...], "hands": [...]}`. A trick is the list of its cards from the leader
on, or `{"lead": seat, "cards": [...]}`; `hands`, the cards of each seat, may be missing. Cards
are written in French letters (`S2` to `SA`), jokers `X1` and `X2`, played as a rank `X1=K`.
"""

from referee.rules.hae_records import plain, read_hae_round
from referee.rules.hae_replay import replay_round
from referee.rules.records import RecordError
from scoring.games.base import Reader, Table
from scoring.games.kind import MOST_SEATS, members, number, several

KEYS = ("tricks", "hands")
CODES = {
    "unknown_key": "unknown_field",
    "too_long": "wrong_length",
    "wrong_count": "wrong_length",
    "unknown_seat": "out_of_range",
    "unknown_card": "card_unknown",
    "wrong_type": "wrong_type",
    "repeated_card": "card_twice",
    "impossible_card": "card_not_held",
    "wrong_leader": "wrong_leader",
    "joker_unnamed": "joker_unnamed",
}
"""What the referee finds, as it is called on a slip."""
EXPECTED = {"wrong_count": "count", "wrong_leader": "seat"}
"""Findings that say what it should be, and how a slip calls that."""
CARDS = several({"type": "string"}, least=0, most=54)
TRICK = members({"lead": number(0, MOST_SEATS - 1), "cards": CARDS})
SCHEMA = members(
    {"tricks": several({"anyOf": [CARDS, TRICK]}, least=0, most=27), "hands": several(CARDS)}
)
Judged = tuple[dict[str, object] | None, tuple[int, ...] | None]


def judged(reader: Reader, table: Table, cards: int) -> Judged:
    """The record in its canonical form, with the leader of each trick, and the tricks by seat;
    None (with findings) where it cannot be read, or the cards cannot have been."""
    inner = reader.inner("record")
    if inner is None:
        return None, None
    inner.only(*KEYS)
    told: dict[str, object] = {key: inner.values.get(key) for key in KEYS}
    told |= {} if table.forehand is None else {"starter": table.forehand}
    try:
        record = read_hae_round(told, players=table.players, size=cards)
    except RecordError as error:
        _unreadable(error, inner)
        return None, None
    replay = replay_round(record, table.profile.hae)
    for found in replay.findings:
        params = {key: found.params[key] for key in ("card", "seat") if key in found.params}
        if found.code in EXPECTED:
            params = {EXPECTED[found.code]: found.params["expected"]}
        where = inner.where() + found.pointer
        inner.out.error(CODES[found.code], where, found.article, **params)
    ask = table.profile.hae.joker_unnamed == "ass"
    for at in (at for trick in replay.tricks for at in trick.unnamed if ask):
        inner.out.warn("joker_counts_as_ass", inner.where() + at)
    hands = [hand and list(map(plain, hand)) for hand in record.hands]
    tricks = [
        {"lead": played.lead, "cards": list(map(str, trick.cards))}
        for trick, played in zip(record.tricks, replay.tricks, strict=True)
    ]
    canonical: dict[str, object] = {
        "tricks": tricks,
        "hands": hands if inner.has("hands") else None,
    }
    return canonical, None if replay.findings else replay.taken


def _unreadable(error: RecordError, reader: Reader) -> None:
    where, params = reader.where() + error.pointer, error.params
    if error.pointer == "/starter":
        reader.out.error("dealer_unknown", reader.where(), "hae.stich")
    elif str(params.get("card")).startswith(("X1=", "X2=")):
        reader.out.error("joker_is_no_card", where, "hae.joker", **params)
    else:
        article = "hae.material" if "card" in params else None
        reader.out.error(CODES[error.code], where, article, **params)
