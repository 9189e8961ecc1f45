"""Sidi Barrani: two sides bid for the points of a hand; who bids highest names the trump."""

from collections.abc import Iterator

from referee.rules.profile import Profile, SheetSwitch
from referee.rules.profile_kinds import Choice, Number
from scoring.games.card_sums import hand_total
from scoring.games.kind import (
    CONTRACT,
    PLAYED_WITH_CARDS,
    POINTS,
    Field,
    GameKind,
    Words,
    gettext_noop,
    length,
    number,
    pair,
    slip_schema,
)
from scoring.games.sidi.game import DOUBLES, MATSCH, MOST_WEIS, Sidi

SEAT = number(0, 3)

SLIP = slip_schema(
    {
        "contract": CONTRACT,
        "declared_by": SEAT,
        "bid": number(0, MATSCH),
        "double": {"enum": [*DOUBLES, None]},
        "points": pair(number(0, 220)),
        "matsch": number(0, 1),
        "weis": pair(number(0, MOST_WEIS)),
        "stoeck": SEAT,
    }
)


def _agreed(profile: Profile) -> Iterator[Words]:
    yield length(profile)
    least = {"points": profile.value("sidi.least_bid")}
    yield Words(gettext_noop("Gebote ab %(points)d Punkten"), least)
    yield Words(gettext_noop("mit Weis und Stöck") if profile.weis else gettext_noop("ohne Weis"))


SIDI = GameKind(
    game=Sidi(),
    slip=SLIP,
    title=gettext_noop("Sidi Barrani"),
    agreed=_agreed,
    sentences={
        "bidder_missing": gettext_noop("Es fehlt, wer am höchsten geboten hat."),
        "bid_missing": gettext_noop("Es fehlt, wie viel geboten wurde."),
        "bid_not_allowed": gettext_noop(
            "Geboten wird ab %(least)s Punkten in Schritten von %(step)s, oder der Matsch mit 157."
        ),
    },
    switches=(
        *PLAYED_WITH_CARDS,
        "contracts",
        "slalom_values",
        "weis",
        "weis_both_sides",
        "stoeck",
        "stoeck_points",
        "matsch_bonus",
        "target",
        "schneider",
        "stakes",
    ),
    own_switches={
        "least_bid": SheetSwitch(
            kind=Number(0, 157),
            value=50,
            house="Üblich sind mindestens 50 Punkte",
            words=gettext_noop("Kleinstes Gebot"),
        ),
        "bid_step": SheetSwitch(
            kind=Number(1, 50),
            value=5,
            house="Üblich sind Schritte von fünf Punkten",
            words=gettext_noop("Um so viel wird überboten"),
        ),
        "end": SheetSwitch(
            kind=Choice(("normal", "bonus")),
            value="normal",
            house="Es zählt, wer nach dem Spiel am Ziel ist",
            words=gettext_noop("Wer am Ziel gewinnt"),
            answers={
                "normal": gettext_noop("wer dort ist"),
                "bonus": gettext_noop("wer dazu sein letztes Gebot erfüllt hat"),
            },
        ),
    },
    fields=(
        POINTS,
        Field(key="contract", kind="trump", words=gettext_noop("Trumpf")),
        Field(key="declared_by", kind="seat", words=gettext_noop("Wer hat geboten?")),
        Field(key="bid", kind="number", words=gettext_noop("Gebot (Matsch: 157)")),
        Field(
            key="double",
            kind="choice",
            words=gettext_noop("Gedoppelt"),
            options=(
                (1, gettext_noop("nein")),
                (2, gettext_noop("gedoppelt")),
                (4, gettext_noop("zurückgedoppelt")),
            ),
        ),
        Field(
            key="matsch",
            kind="column",
            words=gettext_noop("Matsch"),
            nobody=gettext_noop("kein Matsch"),
        ),
        Field(
            key="weis",
            kind="points",
            words=gettext_noop("Weis"),
            asked=lambda profile: profile.weis,
        ),
        Field(
            key="stoeck",
            kind="seat",
            words=gettext_noop("Stöck"),
            nobody=gettext_noop("niemand"),
            asked=lambda profile: profile.stoeck,
        ),
    ),
    whole=lambda table: hand_total(table.profile),
    slated=True,
    tournament=None,  # who bids too high gives the points away: no hall could check a sum
)
