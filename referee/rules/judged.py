"""A record in, the answer out, by the rules of the table: whatever game its profile plays.

`agreed`: what the table plays; `Agreed()` where nobody named a profile, so that the main book
judges a hand in whatever contract it was played.
"""

from dataclasses import replace

from referee.rules.agreed import Agreed
from referee.rules.hae_records import read_hae_deal, read_hae_position, read_hae_round
from referee.rules.hae_reports import hae_legal_report, hae_replay_report, hae_weis_report
from referee.rules.legality import FollowRule
from referee.rules.profile import Profile
from referee.rules.records import read_hand, read_position, read_weis
from referee.rules.replay import ReplayRule
from referee.rules.reports import Json, legal_report, replay_report, weis_report
from referee.rules.weistables import WeisRule


def legal_answer(value: object, profile: Profile, agreed: Agreed, lang: str = "de") -> Json:
    """Which cards of a position may be played."""
    if profile.game == "hae":
        return hae_legal_report(read_hae_position(value), agreed, lang)
    return legal_report(read_position(value), FollowRule.of(profile), agreed, lang)


def weis_answer(value: object, profile: Profile, agreed: Agreed, lang: str = "de") -> Json:
    """The Weise of a deal."""
    if profile.game == "hae":
        return hae_weis_report(read_hae_deal(value), agreed, lang)
    return weis_report(read_weis(value), WeisRule.of(profile), agreed, lang)


def replay_answer(
    value: object, profile: Profile, agreed: Agreed, *, with_legal: bool, lang: str = "de"
) -> Json:
    """A recorded hand played again."""
    if profile.game == "hae":
        told = read_hae_round(value)
        return hae_replay_report(told, profile.hae, agreed, lang=lang, with_legal=with_legal)
    rule = replace(ReplayRule.of(profile), agreed=agreed)
    return replay_report(read_hand(value), rule, lang=lang, with_legal=with_legal)
