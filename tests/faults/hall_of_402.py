"""A hall of 402 in its third round, built in the database of a machine of its own.

`python -m tests.faults.hall_of_402` fills the empty database that the settings name and prints, as
JSON, the codes of the tables and the log-in of the director.
"""

import json
from typing import Any

import django

PEOPLE = 402
HANDS = 8


def made() -> dict[str, Any]:
    """Two rounds are played and closed, the third one runs; every table has its code."""
    from django.test.utils import setup_test_environment

    from tests.tournaments.office import Office
    from tournaments.results.services import type_sheet
    from tournaments.rounds.hall import make_cards, passen_of

    setup_test_environment()
    office = Office(writing="totals", control="director")
    office.enter(PEOPLE)
    office.director.do("draw")
    for number in (1, 2, 3):
        office.director.do("call")
        office.director.do("start", number=number)
        for passe in passen_of(office.round()) if number < 3 else ():
            first = 500 + passe.table.number
            sheet = {"lines": [{"points": first}, {"points": 157 * HANDS - first}]}
            type_sheet(actor=office.director_actor, passe_id=passe.pk, data=sheet)
        if number < 3:
            office.director.do("close", number=number)
    cards = make_cards(actor=office.director_actor, tournament_id=office.tournament.pk)
    return {
        "desk": office.director.root,
        "session": office.director.client.cookies["sessionid"].value,
        "tables": [(card.table.number, card.token) for card in cards],
    }


def written() -> dict[int, list[list[int]]]:
    """Of each table of the third round the points of every version that was stored."""
    from tournaments.results.models import PasseSheet

    found: dict[int, list[list[int]]] = {}
    for sheet in PasseSheet.objects.filter(passe__round__number=3).select_related("passe__table"):
        points = [line["points"] for line in sheet.sheet["lines"]]
        found.setdefault(sheet.passe.table.number, []).append(points)
    return found


if __name__ == "__main__":
    import sys

    django.setup()
    sys.stdout.write(json.dumps({"made": made, "written": written}[sys.argv[1]]()))
