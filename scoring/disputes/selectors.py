"""What is known of disputes: what a hand says by itself, who may choose, who has said what."""

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from jassclub.clubs.actors import Actor
from jassclub.core.languages import SOURCE
from referee.models import RulingRecord
from referee.rulings.facts import SIDES, Until
from referee.rulings.reading import table_of, table_slugs
from scoring.claims.models import Dispute, DisputeStep, HandEntry
from scoring.claims.rows import current_entry, table_at
from scoring.core.access import access_of, hidden
from scoring.core.models import Hand
from scoring.core.rules import Rules

Kind = DisputeStep.Kind

_LASTING = (Until.END_OF_GAME, Until.ANY_TIME)
"""Moments that come after the next hand."""
_NEXT_HAND = (Until.SCRIBE_FIRST_CARD_NEXT_HAND, Until.END_OF_FOLLOWING_HAND)
"""Moments of the next hand; all the others come before a hand is over."""
FILLED = ("mode", "points", "number", "seat")
"""Kinds of fact that a hand can fill in."""


def disputes_of(hand: Hand) -> QuerySet[Dispute]:
    """The disputes of a hand, in the order they were opened."""
    found = hand.disputes.select_related("hand", "ruling").order_by("seq")
    return found.prefetch_related("steps__ruling")


def dispute_of(actor: Actor, dispute_id: UUID) -> Dispute:
    """A dispute of a game that the actor may see."""
    wanted = Dispute.objects.select_related("hand__game", "ruling").filter(pk=dispute_id)
    found = wanted.prefetch_related("steps__ruling").first()
    if found is None:
        raise hidden()
    access_of(found.hand.game, actor)
    return found


def open_disputes(clubs: Iterable[UUID]) -> QuerySet[Dispute]:
    """The cases of some clubs that are still to be settled, the newest first."""
    found = Dispute.objects.filter(club__in=list(clubs), state=Dispute.State.OPEN)
    return found.select_related("hand__game__club", "ruling").order_by("-created_at", "pk")


def rulings_by(actor: Actor) -> QuerySet[DisputeStep]:
    """What somebody decided as a referee, the newest first."""
    decided = DisputeStep.objects.filter(kind__in=[Kind.BOOKED, Kind.OVERRULED], seat__isnull=True)
    found = decided.filter(actor=str(actor)).order_by("-created_at", "pk")
    return found.select_related("dispute__hand__game", "dispute__ruling", "ruling")


def filled_in(hand: Hand, article: str, told: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a case: those that the hand says, and over them those that were told."""
    wanted = table_of(article).facts if article in table_slugs() else {}
    said = {
        name: value
        for name, value in said_by(hand).items()
        if name in wanted and wanted[name].kind in FILLED
    }
    return {**said, **told}


def choices_in(dispute: Dispute, ruling: RulingRecord) -> list[str]:
    """What may be chosen; one empty choice where there is nothing to choose. Of a right that had
    ended when the case was put only what holds if nobody says anything is left.
    """
    named = [
        choice for option in ruling.said[SOURCE]["options"] for choice in _left(option, dispute)
    ]
    return named or [""]


def too_late(
    options: Iterable[Mapping[str, Any]], hand: Hand, *, put: Dispute | None = None
) -> bool:
    """Whether a right to choose about a hand has ended, or had when its case was put."""
    return any(_ended(option, hand, put) for option in options)


def _left(option: Mapping[str, Any], dispute: Dispute) -> list[str]:
    if not _ended(option, dispute.hand, dispute):
        return list(option["choices"])
    return [option["default"]] if option.get("default") else []


def _ended(option: Mapping[str, Any], hand: Hand, put: Dispute | None) -> bool:
    """What is written shows how far play has come: a hand that is written is over, and once the
    next one is, so is the time to object to this one.
    """
    until = option["until"]
    if until in _LASTING:
        return False
    first = hand.number + 1 if until in _NEXT_HAND else hand.number
    written = HandEntry.objects.filter(hand__game_id=hand.game_id, hand__number__gte=first)
    if put is not None:
        written = written.filter(seq__lt=put.seq)
    return written.exclude(state=HandEntry.State.REJECTED).exists()


def put_before(
    hand: Hand, seat: int | None, *, article: str, facts: Mapping[str, Any]
) -> Dispute | None:
    """The open case of the same side with the same facts, None where there is none."""
    for dispute in hand.disputes.filter(state=Dispute.State.OPEN).select_related("ruling"):
        same = (dispute.ruling.article, dispute.ruling.facts) == (article, facts)
        if same and opened_by(dispute, seat):
            return dispute
    return None


def said_by_sides(dispute: Dispute, kind: str) -> dict[int, DisputeStep]:
    """The last step of a kind from each side, since the ruling that holds."""
    rules = Rules.of(dispute.hand.game)
    said: dict[int, DisputeStep] = {}
    for step in sorted(dispute.steps.all(), key=attrgetter("seq")):
        if step.kind == DisputeStep.Kind.OVERRULED:
            said = {}
        elif step.kind == kind and step.seat is not None:
            said[rules.side_of(step.seat)] = step
    return said


def choosers(dispute: Dispute) -> frozenset[int]:
    """The sides that choose by the ruling that holds; all where it names none that is known."""
    ruling, rules = dispute.current_ruling, Rules.of(dispute.hand.game)
    every = frozenset(range(rules.sides))
    offender = ruling.facts.get("offender")
    others = every - {rules.side_of(offender)} if isinstance(offender, int) else every
    named = frozenset[int]()
    for option in ruling.said[SOURCE]["options"]:
        if option["by"] == "opponents":
            named |= others
        elif option["by"] not in SIDES:
            return every
        else:
            named |= {rules.side_of(int(seat)) for seat in option["by"].split("+")}
    return named or every


def accepted_by(dispute: Dispute) -> dict[int, DisputeStep]:
    """The word of each side to the ruling that holds. Who told of a mistake of his own side, after
    which the others choose, has said with it that it was so.
    """
    said = said_by_sides(dispute, Kind.ACCEPTED)
    side = None if dispute.seat is None else Rules.of(dispute.hand.game).side_of(dispute.seat)
    if side is None or side in choosers(dispute):
        return said
    return {side: DisputeStep(kind=Kind.ACCEPTED, actor=dispute.actor), **said}


def opened_by(dispute: Dispute, seat: int | None) -> bool:
    """Whether the dispute came from the side of a seat; None is the office, which has no side."""
    if dispute.seat is None or seat is None:
        return dispute.seat == seat
    rules = Rules.of(dispute.hand.game)
    return rules.side_of(dispute.seat) == rules.side_of(seat)


def said_by(hand: Hand) -> dict[str, Any]:
    """The mode and forehand of a hand and the target of its game, in the names of the tables."""
    rules, entry = Rules.of(hand.game), None if hand._state.adding else current_entry(hand)
    slip = entry.slip if entry is not None else {}
    found: dict[str, Any] = {}
    mode = slip.get("contract", slip.get("trump"))
    if isinstance(mode, str):
        found["mode"] = mode
    if rules.profile.target:
        found["target"] = rules.profile.target
    forehand = table_at(hand, rules).forehand
    if forehand is not None:
        found["forehand"] = forehand
    return found
