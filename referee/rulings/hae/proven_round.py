"""The cases that a recorded round of HAE Jass proves: a wrong lead, a joker that nobody named, a
wrong deal. There is no revoke, as any card may be played (hae.wertung#s1); faults of the record
alone (a card in two places, a round broken off) are no disputes.
"""

from collections.abc import Iterator

from jassclub.core.errors import Finding
from referee.rules.cards import after
from referee.rules.hae_records import HaeRound
from referee.rules.hae_replay import HaeReplay, replay_round
from referee.rules.profile import Profile
from referee.rulings.play.offences import Facts, Kind, ProvenCase


def proven_in_round(record: HaeRound, profile: Profile) -> list[ProvenCase]:
    """All cases in the order of the round; none where it was played by the rules."""
    outcome = replay_round(record, profile.hae)
    return [case for finding in outcome.findings for case in _cases(record, outcome, finding)]


def _cases(record: HaeRound, outcome: HaeReplay, finding: Finding) -> Iterator[ProvenCase]:
    if finding.code == "wrong_leader":
        yield _case("wrong_leader", finding, *_lead(record, outcome, finding.params["trick"]))
    elif finding.code == "joker_unnamed":
        facts: Facts = {"matter": "value", "named": False, "last_round": record.hand_size == 1}
        yield _case("joker_unnamed", finding, "hae.joker", facts)
    elif finding.code == "wrong_count" and finding.params["sentence"] == "hand":
        yield _case("wrong_deal", finding, "hae.geben", {"matter": "misdeal"})


def _lead(record: HaeRound, outcome: HaeReplay, number: int) -> tuple[str, Facts]:
    """The article that says who had to lead to a trick, and what it asks."""
    dealer = after(record.starter, record.players - 1, record.players)
    if number == 0:
        facts: Facts = {"matter": "first_lead", "dealer": dealer, "players": record.players}
        return "hae.stich", facts
    winner = outcome.tricks[number - 1].winner
    if winner is None:
        return "hae.chueekampf", {"matter": "order"}
    facts = {"matter": "next_lead", "winner": winner, "dealer": dealer, "players": record.players}
    return "hae.stich", facts


def _case(kind: Kind, finding: Finding, article: str, facts: Facts) -> ProvenCase:
    return ProvenCase(
        article=article,
        kind=kind,
        facts=facts,
        trick=finding.params.get("trick"),
        seat=finding.params.get("seat"),
        card=finding.params.get("card"),
    )
