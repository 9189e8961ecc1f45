"""From recorded hands to the sheet of a passe, once the game of the table is closed.

Only confirmed hands count, and their points without penalties: those are no part of what the
table played for. Each hand was checked for itself when it was written, so its passe is settled;
what the sheet may still lack is hands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import override

from jassclub.clubs.actors import SYSTEM
from scoring.claims.selectors import GameState, state_of
from scoring.core.models import Game
from scoring.games.base import Line
from tournaments.core.selectors import held
from tournaments.results.models import PasseSheet
from tournaments.results.pure.sheet import Sheet, Terms, as_json, from_scores, settle
from tournaments.results.selectors import passe_with_people, terms_of
from tournaments.results.sheets import log_version
from tournaments.rounds.models import Passe, Round

State = PasseSheet.State
HANDS = PasseSheet.Origin.HANDS
REPLACED = (State.TYPED, State.CONFIRMED, State.CONTESTED)
"""What a sheet that counts takes the place of."""


@transaction.atomic
def collect(*, game_id: UUID) -> PasseSheet | None:
    """The sheet of the passe whose game is closed, if it says anything new.

    It counts at once while the round is open. It waits for the director (`contested`) in a round
    that is closed, where hands are missing or too many, and where other points count already
    that did not come from the hands. Numbers that were collected before are not written again,
    whatever was decided about them since.
    """
    found = Passe.objects.filter(game=game_id).values_list("pk", "round__tournament_id").first()
    if found is None:
        return None
    tournament = held(SYSTEM, found[1])
    passe = passe_with_people(found[0])
    if passe is None or passe.game is None or passe.game.state == Game.State.OPEN:
        return None
    with override(tournament.club.language):
        return _write(passe, state_of(passe.game, counted_only=True))


def _write(passe: Passe, played: GameState) -> PasseSheet | None:
    terms = terms_of(passe)
    sheet = recorded(played, terms)
    warnings = list(_warnings(played, terms))
    if _is_known(passe, sheet):
        return None
    late = passe.round.state == Round.State.CLOSED
    same = _same_points(passe, sheet)
    if late and same:
        _waiting(passe).update(state=State.SUPERSEDED)
        return None
    counts = not (warnings or late or same is False)
    added = _add(passe, sheet, counts=counts, warnings=warnings, late=late)
    log_version(added, "sheet", actor=SYSTEM)
    return added


def recorded(played: GameState, terms: Terms) -> Sheet:
    """What the confirmed hands of a game add up to, column by column."""
    sheet = played.sheet
    differences = terms.counts == "differences"
    columns = [[row.score.lines[at] for row in sheet.rows if row.score and row.score.counts]
               for at in range(terms.columns)]  # fmt: skip
    hands = sheet.hands_counted
    short = _("%(hands)s von %(all)s Spielen") % {"hands": hands, "all": terms.hands}
    return from_scores(
        hands=hands,
        points=sheet.played,
        matsches=() if differences else sheet.matsches,
        exact=[sum(line.exact for line in lines) for lines in columns] if differences else (),
        made=[sum(map(_made, lines)) for lines in columns] if differences else (),
        reason="" if hands == terms.hands else short,
    )


def _made(line: Line) -> int:
    """The card points of a line: typed, or worked out from the others."""
    return (line.made if line.made is not None else line.card_points) or 0


def _is_known(passe: Passe, sheet: Sheet) -> bool:
    """Whether the numbers are those that were collected last."""
    last = passe.sheets.filter(origin=HANDS).order_by("-number").first()
    return last is not None and _numbers(last.sheet) == _numbers(as_json(sheet))


def _numbers(stored: dict[str, Any]) -> tuple[Any, Any]:
    """A sheet without its words, which depend on the language."""
    return stored["hands"], stored["lines"]


def _same_points(passe: Passe, sheet: Sheet) -> bool | None:
    """Whether the result that counts has the same points.

    None where none counts, or one that came from the hands and follows them while play is on.
    """
    counted = passe.sheets.filter(state=State.CONFIRMED).first()
    if counted is None:
        return None
    same = counted.counted["points"] == list(sheet.points)
    follows = counted.origin == HANDS and passe.round.state != Round.State.CLOSED
    return None if follows else same


def _waiting(passe: Passe) -> QuerySet[PasseSheet]:
    return passe.sheets.filter(origin=HANDS, state=State.CONTESTED)


def _warnings(played: GameState, terms: Terms) -> Iterator[dict[str, Any]]:
    hands, control = played.sheet.hands_counted, played.sheet.control
    if hands != terms.hands:
        code = "hands_missing" if hands < terms.hands else "hands_too_many"
        yield _warning(code, "/hands", hands=hands, expected=terms.hands)
    if not control.holds:
        off = control.sum - control.expected
        sums = {"sum": control.sum, "expected": control.expected, "off": off}
        yield _warning("sum_wrong", "/lines", **sums, suspects=[])


def _warning(code: str, pointer: str, **params: object) -> dict[str, Any]:
    return {"code": code, "pointer": pointer, "severity": "warning", "params": params}


def _add(
    passe: Passe, sheet: Sheet, *, counts: bool, warnings: Sequence[dict[str, Any]], late: bool
) -> PasseSheet:
    """The next version. What counts takes the place of all others, what waits of what waited."""
    older = passe.sheets.filter(state__in=REPLACED) if counts else _waiting(passe)
    older.update(state=State.SUPERSEDED)
    settled = settle(sheet, terms_of(passe), decided=sheet.points)
    settled = replace(settled, off=0, state="counts" if counts else "held")
    return PasseSheet.objects.create(
        passe=passe,
        number=passe.sheets.count() + 1,
        state=State.CONFIRMED if counts else State.CONTESTED,
        origin=HANDS,
        sheet=as_json(sheet),
        counted=settled.as_json(),
        warnings=list(warnings),
        after_closing=late,
        reason=_("Nach dem Abschluss der Runde aus den Spielen.") if late else sheet.reason,
        actor=str(SYSTEM),
    )
