"""A blank sheet to print: for the evening on paper that the desk types in later."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from jassclub.core.reader import number_in
from scoring.games.registry import GAMES

PRINTED = sorted(
    (kind for kind in GAMES.values() if kind.blank_headings), key=lambda kind: kind.title
)
"""The games of which there is a sheet."""
PAPERS = ("a4", "a5")
FEWEST_PLAYERS, MOST_PLAYERS = 2, 8
UPRIGHT = 4
"""Players whose columns paper takes upright."""
MOST_HANDS = 40


def _number(text: str, usual: int, *, low: int, high: int) -> int:
    number = number_in(text, most_digits=3)
    return usual if number is None else min(max(number, low), high)


@require_GET
def blank_sheet(request: HttpRequest) -> HttpResponse:
    """The sheet, and above it (on the screen only) what can be chosen. For anybody.

    What cannot be is what is usual.
    """
    query = request.GET
    kind = next((kind for kind in PRINTED if kind.name == query.get("game")), PRINTED[0])
    players = _number(query.get("players", ""), 4, low=FEWEST_PLAYERS, high=MOST_PLAYERS)
    hands = _number(query.get("hands", ""), 12, low=1, high=MOST_HANDS)
    columns = kind.blank_columns or players
    sheet = {
        "kind": kind,
        "players": players,
        "hands": hands,
        "paper": query["paper"] if query.get("paper") in PAPERS else PAPERS[0],
        "columns": range(1, 1 + columns),
        "rows": range(1, 1 + hands),
        # The paper is turned for many players, and for all that a passe has.
        "across": kind.in_blocks or columns > UPRIGHT,
    }
    context = {"sheet": sheet, "kinds": PRINTED, "papers": PAPERS}
    return render(request, "pages/blank_sheet.html", context)
