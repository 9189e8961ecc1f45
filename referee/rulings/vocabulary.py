"""The words a ruling is made of: what happens, what may be chosen, and until when."""

from enum import StrEnum

UNKNOWN = "UNKNOWN"
"""What stands for a fact that nobody can tell."""


class Verdict(StrEnum):
    """How sure the law is."""

    DETERMINED = "determined"
    NEED_FACTS = "need_facts"
    INTERPRETATION = "interpretation"
    NOT_REGULATED = "not_regulated"


class EffectType(StrEnum):
    """What happens at the table or on the sheet."""

    RETURN_CARD = "return_card"
    CORRECT_PLAY = "correct_play"
    DEAD_CARDS = "dead_cards"
    TRICK_TO = "trick_to"
    NEXT_LEADER = "next_leader"
    SUIT_BARRED = "suit_barred"
    ANNUL_HAND = "annul_hand"
    REDEAL = "redeal"
    GAME_LOST = "game_lost"
    GAME_WON = "game_won"
    HAND_LOST = "hand_lost"
    POINTS_TO = "points_to"
    WEIS_VOID = "weis_void"
    WEIS_POINTS = "weis_points"
    STOECK_POINTS = "stoeck_points"
    WRITE = "write"
    PENALTY_POINTS = "penalty_points"
    WARNING = "warning"
    NONE = "none"


class Choice(StrEnum):
    """What the side that did nothing wrong may choose."""

    ANNUL_HAND = "annul_hand"
    PLAY_ON = "play_on"
    STANDS = "stands"
    REQUIRE_TRUMP_LEAD = "require_trump_lead"
    FREE_LEAD = "free_lead"
    CHOOSE_CARD = "choose_card"
    REDEAL = "redeal"
    SHOW_WEIS = "show_weis"
    CORRECT = "correct"
    WRITE_BONUS = "write_bonus"


class Until(StrEnum):
    """A moment of the game at which a right or an effect ends."""

    COVERED = "until_covered"
    TRICK_TURNED = "until_turned"
    OWN_CARD_NEXT_TRICK = "until_own_card_next_trick"
    OWN_FIRST_CARD = "until_own_first_card"
    OWN_SECOND_CARD = "until_own_second_card"
    FIRST_TRICK_TURNED = "until_first_trick_turned"
    SCRIBE_FIRST_CARD_NEXT_HAND = "until_scribe_card_first_trick_next_hand"
    SCRIBE_CARD_NEXT_TRICK = "until_scribe_card_next_trick"
    END_OF_FOLLOWING_HAND = "until_end_of_following_hand"
    LEAD_TO_TRICK_2 = "until_lead_to_trick_2"
    LEAD_TO_TRICK_1 = "until_lead_to_trick_1"
    OPPONENTS_WIN_TRICK = "until_opponents_win_trick"
    NEXT_LEAD = "until_next_lead"
    CUT = "until_cut"
    NEXT_SPEAKER = "until_next_speaker"
    END_OF_HAND = "until_end_of_hand"
    END_OF_GAME = "until_end_of_game"
    ANY_TIME = "any_time"


LANGUAGES = ("de", "fr", "it", "en")
EFFECT_FIELDS = ("seat", "side", "cards", "suit", "points", "until", "which")
"""What an effect may name; `which` says in a word which cards or points where none are known."""
