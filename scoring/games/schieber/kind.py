"""Schieber: two sides of two, card points, Weis, Stöck and Matsch, each with its multiplier."""

from collections.abc import Iterator

from referee.rules.profile import Profile
from referee.rules.profile_fields import SUITS, UNTRUMPED
from scoring.games.base import Control, HandScore, Line, Table
from scoring.games.kind import (
    CONTRACT,
    FLAG,
    PLAYED_WITH_CARDS,
    TRUMP,
    GameKind,
    TournamentUse,
    Words,
    factors_of,
    gettext_noop,
    length,
    members,
    number,
    pair,
    several,
)
from scoring.games.schieber.checks import check_sense, constant_factor
from scoring.games.schieber.finish import with_finish
from scoring.games.schieber.slip import (
    ALL_TRICKS,
    MOST_WRITTEN,
    SCHIEBER_STATES,
    SchieberSlip,
    read_slip,
)
from scoring.games.schieber.weis import HIGHEST
from scoring.games.sheet import Game

SIDES = (0, 1)


SEAT, SIDE = number(0, 3), number(0, 1)
MOST_CARDS = 300
"""More than the cards of a hand count."""
WEIS = members(
    {
        "seat": SEAT,
        "points": number(0, HIGHEST),
        "kind": {"enum": ["run", "quartet", None]},
        "suit": TRUMP,
        "length": number(0, ALL_TRICKS),
        "top": {"type": ["string", "null"]},
        "rank": {"type": ["string", "null"]},
    }
)
CLAIM = {
    "seat": SEAT,
    "other_claims": FLAG,
    "other_played_on": FLAG,
    "wrong_card": number(0, MOST_CARDS),
    "trick": members({"side": SIDE, "points": number(0, MOST_CARDS), "turned": FLAG}),
    "stoeck_written": FLAG,
    "agreed": SIDE,
}
BERG = {**CLAIM, "points": pair(number(0, MOST_CARDS)), "tricks": number(0, ALL_TRICKS)}


class Schieber(Game[SchieberSlip]):
    """Columns are the sides 0+2 and 1+3."""

    name = "schieber"
    schema = {
        "contract": CONTRACT,
        "declared_by": SEAT,
        "pushed": FLAG,
        "points": pair(number(0, MOST_WRITTEN)),
        "matsch": SIDE,
        "weis": {"anyOf": [pair(number(0, HIGHEST)), several(WEIS, least=0, most=36)]},
        "stoeck": SEAT,
        "last_trick": SIDE,
        "tricks": number(0, ALL_TRICKS),
        "claim": members(CLAIM),
        "berg": members(BERG),
    }
    states = SCHIEBER_STATES
    typed = staticmethod(read_slip)
    checks = (check_sense,)
    ended = staticmethod(with_finish)

    def normal(self, slip: SchieberSlip, _table: Table) -> dict[str, object]:
        """Both sides' card points without bonus, Weis as points per side, null for unknown."""
        return _ended(slip) | {
            "contract": slip.contract,
            "declared_by": slip.declared_by,
            "pushed": slip.pushed,
            "points": list(slip.cards),
            "matsch": slip.matsch,
            "weis": list(slip.weis),
            "stoeck": slip.stoeck,
            "last_trick": slip.last_trick,
        }

    def told(
        self, normal: dict[str, object], slip: SchieberSlip, table: Table
    ) -> dict[str, object]:
        """Contract, points, Matsch, Weis, claims and the side of the Stöck; not who declared."""
        side = None if slip.stoeck is None else table.column_of(slip.stoeck)
        kept = ("state", "contract", "points", "matsch", "weis", "tricks", "claim", "berg")
        return {key: normal[key] for key in kept if key in normal} | {"stoeck_side": side}

    def worth(self, slip: SchieberSlip, table: Table) -> HandScore:
        factor = multiplier(slip.contract, table)
        return HandScore(
            state=slip.state,
            lines=tuple(_line(slip, table, side, factor) for side in SIDES),
            control=_control(slip, table),
            matsch=slip.matsch,
            kontermatsch=_is_kontermatsch(slip, table),
        )


def _ended(slip: SchieberSlip) -> dict[str, object]:
    """How far the hand went and what was claimed, where a slip says so."""
    said: dict[str, object] = {"tricks": slip.tricks} if slip.state == "ended" else {}
    for key, claim in (("claim", slip.claim), ("berg", slip.berg)):
        if claim is not None:
            said[key] = claim.to_json()
    return said


def multiplier(contract: str | None, table: Table) -> int:
    """The factor of a contract; where none was written, the one all contracts share."""
    factor = (
        constant_factor(table)
        if contract is None
        else table.profile.multipliers.by_deck[table.deck].get(contract)
    )
    return factor or 1


def _line(slip: SchieberSlip, table: Table, side: int, factor: int) -> Line:
    profile = table.profile
    has_stoeck = slip.stoeck is not None and table.column_of(slip.stoeck) == side
    plain = {
        "cards": slip.cards[side],
        "weis": slip.weis[side],
        "stoeck": has_stoeck * profile.stoeck_points,
        "matsch": (slip.matsch == side) * profile.matsch_bonus,
    }
    multiplied = {
        "cards": True,
        "weis": profile.weis_multiplied,
        "stoeck": profile.stoeck_multiplied,
        "matsch": profile.matsch_multiplied,
    }
    parts = {name: points * (factor if multiplied[name] else 1) for name, points in plain.items()}
    return Line(
        total=sum(parts.values()),
        parts=parts,
        card_points=slip.cards[side],
        multiplier=factor,
        unmultiplied=sum(plain.values()),
    )


def _control(slip: SchieberSlip, table: Table) -> Control:
    """Card points and, for a Matsch, the bonus once: 157 or 257 for a hand that adds up.

    A hand that was not played to its end has no sum of its own, only what the check allows.
    """
    if slip.unfinished:
        return Control(sum=sum(slip.cards), expected=sum(slip.cards))
    bonus = table.profile.matsch_bonus if slip.matsch is not None else 0
    total = sum(slip.cards)
    right = total if total in slip.sums else max(slip.sums)
    return Control(sum=total + bonus, expected=right + bonus)


def _is_kontermatsch(slip: SchieberSlip, table: Table) -> bool:
    """All tricks to the side that did not declare; it counts like any Matsch (kontermatsch)."""
    if slip.matsch is None or slip.declared_by is None:
        return False
    return table.column_of(slip.declared_by) != slip.matsch


WEIS_WORDS = gettext_noop("mit Weis und Stöck"), gettext_noop("ohne Weis")
BERG_WORDS = gettext_noop("Bergpreis am Ende des Spiels"), gettext_noop("mit Bergpreis")


def agreed(profile: Profile) -> Iterator[Words]:
    """What tells these rules from those of another Schieber."""
    yield length(profile)
    yield factors_of(_factors(profile))
    yield Words(WEIS_WORDS[not profile.weis])
    if profile.matsch_bonus:
        yield Words(gettext_noop("Matsch +%(points)d"), {"points": profile.matsch_bonus})
    elif profile.weis:
        yield Words(gettext_noop("Matsch ohne Prämie"))
    if profile.berg:
        yield Words(BERG_WORDS[profile.berg_decided == "claim"])
    if profile.finish_order == "stoeck-stich-weis":
        yield Words(gettext_noop("Stich vor Weis"))
    if profile.ausmach_trick == "first_of_hand":
        yield Words(gettext_noop("Ausmachen nur im ersten Stich"))
    if profile.contracts == ("trump",):
        yield Words(gettext_noop("nur Trumpf"))
    if profile.first_forehand == "diamond_seven":
        yield Words(gettext_noop("die Ecken-Sieben spielt aus"))
    if profile.direction == "clockwise":
        yield Words(gettext_noop("links herum"))


def _factors(profile: Profile) -> Iterator[int]:
    """The factors of the contracts that these rules know."""
    deck = profile.decks[0]
    asked = {name.split("_")[0] for name in profile.contracts}
    for name in (*SUITS[deck], *UNTRUMPED):
        factor = profile.multipliers.by_deck[deck].get(name)
        if factor and ("trump" if name in SUITS[deck] else name.split("_")[0]) in asked:
            yield factor


SENTENCES = {
    "last_trick_not_matsch": gettext_noop(
        "Bei einem Matsch gehört auch der letzte Stich dieser Seite."
    ),
    "points_approximate": gettext_noop("Die Punkte sind nachgerechnet, nicht gezählt."),
    "tricks_only_when_ended": gettext_noop(
        "Die Zahl der Stiche gehört nur zu einem Spiel, in dem die Partie endete."
    ),
    "ended_points_needed": gettext_noop(
        "Wo nicht alle Stiche gespielt sind, braucht es die Punkte beider Seiten."
    ),
    "ended_not_allowed": gettext_noop("An diesem Tisch wird jedes Spiel zu Ende gespielt."),
    "impossible_after": gettext_noop(
        "Mit %(tricks)s Stichen lassen sich nicht %(points)s Punkte machen."
    ),
    "last_trick_unplayed": gettext_noop("Der letzte Stich ist nicht gespielt worden."),
    "matsch_unfinished": gettext_noop("Einen Matsch gibt es erst nach dem letzten Stich."),
    "weis_undecided": gettext_noop(
        "Wer den höchsten Weis hat, steht erst nach dem ersten Stich fest."
    ),
    "claim_not_here": gettext_noop("An diesem Tisch braucht es kein Bedanken."),
    "berg_not_here": gettext_noop("An diesem Tisch meldet niemand den Berg."),
    "berg_points_too_many": gettext_noop(
        "Beim Melden des Bergs können es nicht mehr Punkte sein als am Schluss."
    ),
    "trick_points_too_many": gettext_noop(
        "Der letzte Stich kann nicht mehr zählen als alle Stiche dieser Seite."
    ),
    "push_not_allowed": gettext_noop("An diesem Tisch wird nicht geschoben."),
    "declarer_unexpected": gettext_noop("Ansagen müsste Platz %(seat)s."),
    "weis_points_wrong": gettext_noop("Dieser Weis zählt %(points)s Punkte."),
    "weis_cards_twice": gettext_noop("Eine Karte steht in zwei Weisen."),
    "weis_too_many_cards": gettext_noop(
        "Die Weise von Platz %(seat)s brauchen %(cards)s Karten, mehr als er hat."
    ),
    "weis_without_trick": gettext_noop(
        "Seite %(side)s hat keinen Stich gemacht: gilt der Weis trotzdem?"
    ),
    "run_too_long": gettext_noop("So viele Karten gibt es unter %(top)s nicht."),
    "quartet_counts_nothing": gettext_noop("Vier %(rank)s zählen an diesem Tisch nichts."),
    "stoeck_held_by_another": gettext_noop(
        "König oder Ober von Trumpf steht im Weis eines anderen Spielers."
    ),
}


SCHIEBER = GameKind(
    game=Schieber(),
    title=gettext_noop("Schieber"),
    agreed=agreed,
    sentences=SENTENCES,
    switches=(
        *PLAYED_WITH_CARDS,
        "contracts",
        "push",
        "slalom_values",
        "multipliers",
        "weis",
        "weis_table",
        "kreuzweis",
        "weis_both_sides",
        "weis_multiplied",
        "stoeck",
        "stoeck_points",
        "stoeck_multiplied",
        "stoeck_before_play",
        "matsch_bonus",
        "matsch_multiplied",
        "target",
        "finish",
        "finish_order",
        "ausmach_trick",
        "both_reach",
        "schneider",
        "berg",
        "berg_decided",
        "stakes",
    ),
    family="schieber",
    event_family="event",
    slated=True,
    unmultiplied=True,
    tournament=TournamentUse(),
    blank_headings=(gettext_noop("Weis"), gettext_noop("Stöck"), gettext_noop("Punkte")),
    blank_columns=2,
)
