"""The switches on which books and clubs decide disputes differently."""

from dataclasses import dataclass
from typing import Annotated, Literal

from referee.rules.profile_kinds import Choice, Flag, Number


@dataclass(frozen=True, kw_only=True)
class RefereeOptions:
    """What follows from a mistake, where the books do not agree.

    `wrong_card_open`: a wrong card noticed while the trick lies open; `wrong_card_later`: noticed
    afterwards; `wrong_leader`: the wrong partner led; `dead_lead_ruffed`: whose trick a dead lead
    is that the offender's partner ruffs; `early_card`: a card played before its turn;
    `rest_allowed`: whether the rest may be claimed; `rest_partner_breaks`: whether a claim falls
    that only the partner's card beats; `look_back`: which turned tricks may be looked at.
    `remarks`: what follows from a remark, a knock or a sign that gives something away;
    `partner_names_trump`: who deals after the partner spoke in forehand's place; `partner_cards`:
    when the partner may take up his cards; `hundreds`: which of two Weise of 100 is higher, the
    one with more cards or the four alike; `equal_weis`: who writes of two Weise equal in all.
    `thanks`: what counts when a side thanks, complete tricks only or also those that a boss card
    is about to win; `handshake`: whether words alone are no thank-you; `stoeck_window`: until when
    forgotten Stoeck may be made up for; `kontermatsch_doubled`: whether it counts double.
    `missing_card`: what follows when a player is a card short; `wrong_card_avoiding`: what follows
    from a wrong card where tricks are avoided, and `wrong_card_penalty` the points it then costs;
    `wrong_card_pandur`: whether it loses the hand in Pandur and Schlager.
    `finish_counting`: whether a credit that suffices with a later one counts at its own place, or
    each is added to what was there; `sidi_played_out`: whether Sidi Barrani is played to the last
    trick before anybody is Schneider.
    `offender_wins`: whether he who gave a wrong card may win the open trick where he has no smaller
    card; `wrong_card_settled`: whether the table first tries to agree, with a penalty Matsch where
    it does not; `early_undertrump`: what becomes of an early trump that turns out an undertrump;
    `declined_stoeck`: whether the opponents of a Bieter who declines write their Stöck;
    `trump_stays`: whether a trump that was settled outlives a misdeal; `first_dealer`: who deals
    the first hand.
    """

    wrong_card_open: Annotated[Literal["correct", "trick_lost"], Choice(("correct", "trick_lost"))]
    wrong_card_later: Annotated[
        Literal["annul_or_play_on", "tricks_lost"], Choice(("annul_or_play_on", "tricks_lost"))
    ]
    wrong_leader: Annotated[
        Literal["suit_barred", "trick_lost"], Choice(("suit_barred", "trick_lost"))
    ]
    dead_lead_ruffed: Annotated[Literal["opponents", "partner"], Choice(("opponents", "partner"))]
    early_card: Annotated[Literal["stays", "dead"], Choice(("stays", "dead"))]
    rest_allowed: Annotated[bool, Flag()]
    rest_partner_breaks: Annotated[
        Literal["open", "breaks", "holds"], Choice(("open", "breaks", "holds"))
    ]
    look_back: Annotated[
        Literal["never", "first", "own", "own_and_first", "last"],
        Choice(("never", "first", "own", "own_and_first", "last")),
    ]
    remarks: Annotated[
        Literal["open", "annul", "disqualified"],
        Choice(("open", "annul", "disqualified")),
    ]
    partner_names_trump: Annotated[
        Literal["forehand_deals", "forehand_deals_twice"],
        Choice(("forehand_deals", "forehand_deals_twice")),
    ]
    partner_cards: Annotated[Literal["free", "after_decision"], Choice(("free", "after_decision"))]
    hundreds: Annotated[Literal["more_cards", "four_alike"], Choice(("more_cards", "four_alike"))]
    equal_weis: Annotated[Literal["first", "both"], Choice(("first", "both"))]
    thanks: Annotated[
        Literal["complete_tricks", "boss_card"], Choice(("complete_tricks", "boss_card"))
    ]
    handshake: Annotated[bool, Flag()]
    stoeck_window: Annotated[
        Literal["until_written", "until_covered"], Choice(("until_written", "until_covered"))
    ]
    kontermatsch_doubled: Annotated[bool, Flag()]
    missing_card: Annotated[
        Literal["opponents_choose", "replay"], Choice(("opponents_choose", "replay"))
    ]
    wrong_card_avoiding: Annotated[
        Literal["annul_or_play_on", "replay"], Choice(("annul_or_play_on", "replay"))
    ]
    wrong_card_penalty: Annotated[int, Number(0, 157)]
    finish_counting: Annotated[Literal["together", "stepwise"], Choice(("together", "stepwise"))]
    sidi_played_out: Annotated[bool, Flag()]
    offender_wins: Annotated[
        Literal["never", "without_smaller"], Choice(("never", "without_smaller"))
    ]
    wrong_card_settled: Annotated[
        Literal["by_law", "at_the_table"], Choice(("by_law", "at_the_table"))
    ]
    early_undertrump: Annotated[Literal["open", "taken_back"], Choice(("open", "taken_back"))]
    declined_stoeck: Annotated[
        Literal["open", "opponents_keep"], Choice(("open", "opponents_keep"))
    ]
    trump_stays: Annotated[bool, Flag()]
    first_dealer: Annotated[
        Literal["by_game", "scribe", "highest_card"],
        Choice(("by_game", "scribe", "highest_card")),
    ]
    wrong_card_pandur: Annotated[
        Literal["as_always", "hand_lost"], Choice(("as_always", "hand_lost"))
    ]
