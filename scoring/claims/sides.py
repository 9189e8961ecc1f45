"""Who speaks for whom: agreement takes another side, and a doubt only its own side takes back."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor, came_to, leading_to, phones_at
from jassclub.clubs.models import Device
from jassclub.core.errors import NotAllowed
from scoring.claims.models import Confirmation, Contest, Dispute, DisputeStep, HandEntry, SignOff
from scoring.claims.selectors import sealed_in
from scoring.core.access import GameAccess
from scoring.core.models import Game, Hand
from scoring.core.rules import Rules, is_sealed

How = Confirmation.How
IN_PERSON = (How.OTHER_SIDE, How.AGREEMENT)
"""Ways to agree in which the phone speaks for the seat that it has taken."""
FINAL = (How.DECISION, How.ACCEPTED, How.PAPER)
"""Ways of confirming that end every doubt."""
IN_DISPUTE = "ruling"
"""The reason of a doubt that stands as long as a dispute about the hand is open."""


def is_own(game: Game, entry: HandEntry, access: GameAccess) -> bool:
    """True where agreeing would be agreeing with oneself.

    A phone that has changed its seat belongs to every side that it has spoken for.
    """
    if str(access.actor) == entry.actor or access.seat is None:
        return True
    if entry.seat is None:
        return False
    rules = Rules.of(game)
    if rules.together(entry.slip, entry.seat, access.seat):
        return True
    author = sides_of(game, entry.actor) | {rules.side_of(entry.seat)}
    return not author.isdisjoint(sides_of(game, str(access.actor)) | {rules.side_of(access.seat)})


def sides_of(game: Game, actor: str) -> set[int]:
    """The sides that an actor has spoken for in a game; phones that were handed over apart."""
    spoken: list[QuerySet[Any]] = [
        HandEntry.objects.filter(hand__game=game),
        Contest.objects.filter(entry__hand__game=game),
        Confirmation.objects.filter(entry__hand__game=game, how__in=IN_PERSON),
        SignOff.objects.filter(game=game, handed_over=False),
        Dispute.objects.filter(hand__game=game),
        DisputeStep.objects.filter(dispute__hand__game=game, handed_over=False),
    ]
    rules = Rules.of(game)
    return {
        rules.side_of(seat)
        for rows in spoken
        for seat in rows.filter(actor=actor, seat__isnull=False).values_list("seat", flat=True)
    }


def apart(game: Game, speakers: Mapping[int, str]) -> bool:
    """Whether those who speak for the sides (side -> actor) have each spoken for no other one."""
    spoken = [sides_of(game, actor) | {side} for side, actor in speakers.items()]
    return len(set().union(*spoken)) == sum(map(len, spoken))


def handed_over_in(game: Game, access: GameAccess, seat: int) -> GameAccess:
    """The place of the other side at the one phone of the table; refused where another speaks."""
    rules = Rules.of(game)
    rules.check_seat(seat, "/handover_seat")
    if access.seat is None or rules.side_of(access.seat) == rules.side_of(seat):
        raise NotAllowed("no_handover", _("Übergeben wird das Telefon der anderen Seite."))
    if not speaks_alone(game, access.actor):
        raise NotAllowed(
            "no_handover", _("Hier spricht noch ein anderes Telefon: Dort wird bestätigt.")
        )
    return GameAccess(access.actor, seat, access.roles)


def other_phones(phones: QuerySet[Device], actor: Actor) -> QuerySet[Device]:
    """Those of them that are not the actor himself."""
    return phones if actor.device_id is None else phones.exclude(pk=actor.device_id)


def speaks_alone(game: Game, actor: Actor) -> bool:
    """Whether nobody else speaks from a seat of this table: no other phone, nobody who wrote."""
    others: list[QuerySet[Any]] = [
        other_phones(came_to(leading_to(game.pk)), actor),
        HandEntry.objects.filter(hand__game=game).exclude(actor=str(actor)),
        DisputeStep.objects.filter(dispute__hand__game=game).exclude(actor=str(actor)),
    ]
    return not any(rows.filter(seat__isnull=False).exists() for rows in others)


def in_dispute(hand_id: UUID) -> bool:
    """Whether a case about the hand is open."""
    return Dispute.objects.filter(hand=hand_id, state=Dispute.State.OPEN).exists()


def handed_round(game: Game, hand: Hand, actor: Actor) -> bool:
    """Whether this is the one phone of the table: every number was sealed on it, and no other
    phone speaks for a seat."""
    others = other_phones(phones_at(leading_to(game.pk)), actor).filter(seat__isnull=False)
    sealing = {prediction.actor for prediction in sealed_in(hand)}
    return sealing <= {str(actor)} and not others.exists()


def consent(
    game: Game, entry: HandEntry, access: GameAccess, handover_seat: int | None
) -> tuple[str, GameAccess]:
    """How somebody agrees to an entry, and for which seat; NotAllowed where it is his own."""
    if handover_seat is not None:
        return How.HANDOVER, _handed_over(game, entry, access, handover_seat)
    if access.seat is None:
        raise NotAllowed(
            "seat_needed", _("Bestätigen kann, wer am Tisch sitzt, von der anderen Seite.")
        )
    if not is_own(game, entry, access):
        return How.OTHER_SIDE, access
    side_of = Rules.of(game).side_of
    doubting = entry.contests.values_list("seat", flat=True)
    if side_of(access.seat) in {side_of(seat) for seat in doubting if seat is not None}:
        return How.WITHDRAWN, access
    raise _own_entry()


def answered(game: Game, entry: HandEntry) -> bool:
    """Whether another side has agreed to the entry, and everybody who objects to it; what one
    side proposes once the game is over has to be agreed to by all."""
    given = entry.confirmations.exclude(how=How.WITHDRAWN)
    if not given.exists() or in_dispute(entry.hand_id) or objected(game, entry):
        return False
    if game.state == Game.State.OPEN or entry.state != HandEntry.State.RIVAL:
        return True
    rules = Rules.of(game)
    seats = {entry.seat, *given.values_list("seat", flat=True)}
    return len({rules.side_of(seat) for seat in seats if seat is not None}) == rules.sides


def objected(game: Game, entry: HandEntry) -> bool:
    """Whether somebody objects to the entry who has not agreed to it since.

    Objections are doubts about it, and other numbers that still wait beside it.
    """
    rules, given = Rules.of(game), list(entry.confirmations.all())
    own = None if entry.seat is None else rules.side_of(entry.seat)
    # The own side has spoken with this entry, whatever else it wrote.
    objections: list[Contest | HandEntry] = [
        *entry.contests.exclude(reason_code=IN_DISPUTE),
        *(
            other
            for other in _waiting(entry).exclude(pk=entry.pk)
            if other.seat is not None and rules.side_of(other.seat) != own
        ),
    ]
    return not all(
        any(_answers(rules, item, objection) for item in given) for objection in objections
    )


def _waiting(entry: HandEntry) -> QuerySet[HandEntry]:
    return HandEntry.objects.filter(
        hand=entry.hand_id, state__in=[*HandEntry.CURRENT, HandEntry.State.RIVAL]
    )


def _answers(rules: Rules, given: Confirmation, objection: Contest | HandEntry) -> bool:
    """The objecting side itself agreed; at the only phone a hand-over speaks for both sides."""
    if given.seq <= objection.seq:
        return False
    if given.how in FINAL:
        return True
    if objection.seat is None or (given.how == How.HANDOVER and given.actor == objection.actor):
        return True
    return given.seat is not None and rules.side_of(given.seat) == rules.side_of(objection.seat)


def _handed_over(game: Game, entry: HandEntry, access: GameAccess, seat: int) -> GameAccess:
    rules = Rules.of(game)
    rules.check_seat(seat, "/handover_seat")
    if str(access.actor) != entry.actor or entry.seat is None:
        raise NotAllowed(
            "no_handover", _("Übergeben wird das Telefon, auf dem das Spiel geschrieben wurde.")
        )
    alone = not is_sealed(entry.slip) or handed_round(game, entry.hand, access.actor)
    if others_speak(entry, access.actor) or not alone or others_signed(game, access.actor):
        raise NotAllowed(
            "no_handover", _("Hier spricht noch ein anderes Telefon: Dort wird bestätigt.")
        )
    if rules.together(entry.slip, entry.seat, seat):
        raise _own_entry()
    return GameAccess(access.actor, seat, access.roles)


def others_speak(entry: HandEntry, actor: Actor) -> bool:
    """Whether somebody else wrote a version of the hand that waits, or doubts one."""
    versions = _waiting(entry)
    said: tuple[QuerySet[Any], ...] = versions, Contest.objects.filter(entry__in=versions)
    return any(rows.exclude(actor=str(actor)).exists() for rows in said)


def others_signed(game: Game, actor: Actor) -> bool:
    """Whether the game is over and others speak at its table: they agree on their own phones."""
    return game.state != Game.State.OPEN and not speaks_alone(game, actor)


def _own_entry() -> NotAllowed:
    return NotAllowed("own_entry", _("Den eigenen Eintrag bestätigt die andere Seite."))
