"""Phones that ring as soon as a round is called, of who asked for it on his ticket.

What they ring with is empty; the browser asks the service itself which seat it is (`bell.js`).
"""

from django.db import transaction
from django.utils import timezone

from jassclub.webhooks import push
from tournaments.core.models import Tournament
from tournaments.entries.models import Entry, SeatPush
from tournaments.public.mails import heading_of, rounds_to_tell, seats_in, seats_told, untold
from tournaments.rounds.models import Round

LIFE = 600
"""Seconds that a push service tries to reach a phone; after them everybody sits."""


@transaction.atomic
def subscribe(*, entry: Entry, endpoint: str) -> None:
    """This browser rings from the next call on. Invalid for what is no address."""
    push.keep(SeatPush, endpoint, own=entry.phones, entry=entry, club_id=entry.club_id)


def unsubscribe(*, entry: Entry, endpoint: str) -> None:
    """It rings no more."""
    entry.phones.filter(endpoint=endpoint).delete()


def ring_seats() -> int:
    """Ring for the rounds that are called or running, each phone once for each; how many rang."""
    if not push.public_key() or not SeatPush.objects.exists():
        return 0
    return sum(_ring(round_) for round_ in rounds_to_tell())


def _ring(round_: Round) -> int:
    due = SeatPush.objects.filter(untold(round_))
    # Race: two workers are at it. Who writes the round first rings.
    places = [row.endpoint for row in due if due.filter(pk=row.pk).update(told=round_.pk)]
    answers = push.ring_at(places, now=timezone.now(), life=LIFE, topic="seat")
    SeatPush.objects.filter(endpoint__in=answers.gone).delete()
    SeatPush.objects.filter(endpoint__in=answers.away).update(told=None)
    return len(answers.rung)


def said_of(tournament: Tournament, entry: Entry) -> dict[str, str]:
    """What a phone that rings shows: the round that is called, and who of the ticket sits where."""
    round_ = rounds_to_tell().filter(tournament=tournament).last()
    if round_ is None:
        return {"title": tournament.name, "body": ""}
    lines = seats_told(entry, seats_in(round_))
    return {"title": heading_of(round_), "body": "\n".join(lines)}
