"""What the server under measurement works on; run as a program of its own on its database.

`python -m tests.bench._world club 100` makes tables of a club evening, `hall 100` those of a
tournament in its first round; both print what phones need. `count` prints how many hands stand
that were written there. Before them the database holds ten seasons of a club: PostgreSQL plans
for a table as it knows it, and an empty one it would read from end to end.
"""

import json
import random
import sys
from datetime import date
from itertools import islice
from typing import Any

import django

SEED = 157
REPEATS = ("partner_repeats", "opponent_repeats", "meeting_repeats", "table_repeats")


def make(kind: str, number: int) -> dict[str, Any]:
    """Fill the empty database."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    _past()
    return {"club": _club, "hall": _hall, "door": _door}[kind](number)


def _past() -> None:
    from django.db import connection

    from tests.bench import _bulk

    list(islice(_bulk.clubs(random.Random(SEED)), _bulk.SEASONS_A_CLUB))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def counted() -> dict[str, Any]:
    """How many hands, versions and events the tables have, and whether every chain holds."""
    from scoring.claims import verification
    from scoring.claims.models import HandEntry
    from scoring.core.models import Game, Hand, ScoreEvent
    from tournaments.entries.models import Entry, Payment

    running = Game.objects.filter(state=Game.State.OPEN)
    broken = [str(game.pk) for game in running if verification.verify(game)]
    return {
        "here": Entry.objects.filter(state=Entry.State.PRESENT).count(),
        "fees": Payment.objects.filter(kind=Payment.Kind.FEE).count(),
        "hands": Hand.objects.filter(game__in=running).count(),
        "entries": HandEntry.objects.filter(hand__game__in=running).count(),
        "events": ScoreEvent.objects.filter(kind="entry").count(),
        "broken": len(broken),
    }


def _club(number: int) -> dict[str, Any]:
    from tests.bench.entering import _set_up

    tables = _set_up(number)
    return {"tables": [_told(table.game, table.phone) for table in tables]}


def _hall(number: int) -> dict[str, Any]:
    from django.utils import timezone

    from jassclub.clubs.actors import SYSTEM
    from tests.bench import recount
    from tournaments.entries.models import Entry
    from tournaments.results.hands import open_passe
    from tournaments.rounds.models import Draw, Passe, Round, Sitting, Table

    tournament = recount.set_up(played_on=date.today(), writing="hands")  # noqa: DTZ011
    tournament.public = True
    tournament.save(update_fields=["public"])
    people = Entry.objects.bulk_create(
        Entry(
            club_id=tournament.club_id,
            tournament=tournament, number=n, name=f"P{n}", state=Entry.State.PRESENT,
            created_by="bench",
        )
        for n in range(1, 4 * number + 1)
    )  # fmt: skip
    hall = Table.objects.bulk_create(
        Table(club_id=tournament.club_id, tournament=tournament, number=n)
        for n in range(1, number + 1)
    )
    counts = dict.fromkeys(REPEATS, 0)
    draw = Draw.objects.create(
        club_id=tournament.club_id,
        tournament=tournament, number=1, rounds=[], asked={}, origin="bench", actor="bench",
        certificate={**counts, "lower_bounds": counts},
    )  # fmt: skip
    called = Round.objects.create(
        club_id=tournament.club_id, tournament=tournament, number=1, draw=draw, hands=recount.HANDS,
        state=Round.State.RUNNING, started_at=timezone.now(),
    )  # fmt: skip
    passen = Passe.objects.bulk_create(
        Passe(club_id=called.club_id, round=called, table=table) for table in hall
    )
    Sitting.objects.bulk_create(
        Sitting(
            club_id=passe.club_id,
            passe=passe,
            round=called,
            index=index,
            entry=people[4 * at + index],
        )
        for at, passe in enumerate(passen)
        for index in range(4)
    )
    told = []
    for passe in passen:
        game = open_passe(actor=SYSTEM, passe_id=passe.pk)
        told.append(_told(game.pk, _phone(tournament.club_id, passe.table_id)))
    return {"tournament": str(tournament.pk), "tables": told}


def _door(number: int) -> dict[str, Any]:
    """So many are expected at a tournament with a fee; two desks have logged in."""
    from jassclub.clubs.models import Membership, Role, User
    from tests.bench import recount
    from tests.signed_in import signed_in
    from tournaments.core.models import Tournament
    from tournaments.entries.models import Entry

    tournament = recount.set_up(played_on=date.today(), writing="hands")  # noqa: DTZ011
    tournament.state = Tournament.State.OPEN
    tournament.format = {**tournament.format, "fee": 2000}
    tournament.save(update_fields=["state", "format"])
    Entry.objects.bulk_create(
        Entry(
            club_id=tournament.club_id,
            tournament=tournament, number=n, name=f"Vorname{n} Name{n}", created_by="bench",
        )
        for n in range(1, number + 1)
    )  # fmt: skip
    desks = []
    for name in ("left", "right"):
        user = User.objects.create_user(f"door-{name}", password="x")
        Membership.objects.create(club_id=tournament.club_id, user=user, role=Role.SCRIBE)
        session = signed_in(user).cookies["sessionid"].value
        desks.append({"session": session, "actor": f"user:{user.pk}"})
    address = f"/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/door/"
    return {"tournament": str(tournament.pk), "address": address, "desks": desks}


def _phone(club_id: Any, table_id: Any) -> str:
    from jassclub.clubs.actors import SYSTEM
    from jassclub.clubs.services import links

    _link, token = links.create_link(
        actor=SYSTEM, club_id=club_id, label="T", scope_kind="table", scope_id=table_id
    )
    _device, secret = links.join_table(token=token, label="", seat=0)
    return secret


def _told(game: Any, secret: str) -> dict[str, str]:
    return {"game": str(game), "login": f"Bearer {secret}"}


def main(arguments: list[str]) -> None:
    """Print the answer as JSON."""
    django.setup()
    told = counted() if arguments == ["count"] else make(arguments[0], int(arguments[1]))
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
