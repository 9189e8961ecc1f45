"""The versions of a result for those who may see them, and what was corrected late.

What is played at a table of the hall, now: the passe of the open round, its people, its game.

What is wrong with a sheet, as sentences for people.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_noop

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Finding
from jassclub.core.typography import said
from scoring.games.registry import TEMPLATES as OF_SLIPS
from tournaments.core.models import Tournament
from tournaments.entries.models import Entry
from tournaments.entries.selectors import Calling
from tournaments.format.pure import Format, Seating
from tournaments.format.selectors import format_of, hidden_from, is_shown
from tournaments.results.models import PasseSheet
from tournaments.results.pure.sheet import Terms
from tournaments.rounds.boards import sealed_tables
from tournaments.rounds.models import Passe, Round, Table

TEMPLATES: Mapping[str, str] = {
    "too_long": gettext_noop("Das ist zu lang, höchstens %(longest)s Zeichen."),
    "points_missing": gettext_noop("Es fehlen Punkte."),
    "made_missing": gettext_noop(
        "Kartenpunkte oder Stiche gehören bei allen hin oder bei niemandem."
    ),
    "differences_only": gettext_noop("Das gibt es nur im Differenzler."),
    "reason_missing": gettext_noop(
        "Gespielt wurden %(hands)s von %(expected)s Spielen: bitte sagen, warum."
    ),
    "matsches_too_many": gettext_noop("%(sum)s Matsche in %(hands)s Spielen gibt es nicht."),
    "points_below_matsches": gettext_noop(
        "Mit so vielen Matschen (%(matsches)s) sind es wenigstens %(least)s Punkte."
    ),
    "exact_impossible": gettext_noop(
        "Bei %(exact)s genauen Ansagen liegen die Differenzen zwischen %(low)s und %(high)s."
    ),
    "sum_wrong": gettext_noop("Zusammen sind es %(sum)s statt %(expected)s."),
    "scribe_missing": gettext_noop("Wer hat geschrieben? Ihm wird die Abweichung angerechnet."),
    "board_missing": gettext_noop("Was wurde gemacht? Nicht gespielt: beide Felder leer lassen."),
    "board_sum": gettext_noop("Zusammen sind es %(sum)s statt %(expected)s Punkte."),
    "no_board_played": gettext_noop("Noch steht bei keinem Board ein Resultat."),
    "lines_differ": gettext_noop("Die Summe ist nicht die der Boards."),
    "hands_missing": gettext_noop("Gespielt wurden erst %(hands)s von %(expected)s Spielen."),
    "hands_too_many": gettext_noop("Gespielt wurden %(hands)s statt %(expected)s Spiele."),
}
"""Code -> template; the codes of plain shape have theirs already."""


def sentence(finding: Finding) -> str:
    """The finding in the language of the reader, with the likeliest slip where one is known."""
    return in_words(finding.code, finding.params)


def in_words(code: str, params: Mapping[str, Any]) -> str:
    """The same of a warning that was stored."""
    text = _(TEMPLATES.get(code) or OF_SLIPS[code]) % said(params)
    suspects = params.get("suspects") or []
    return " ".join([text, *map(_suspicion, suspects[:1])])


def _suspicion(suspect: Mapping[str, Any]) -> str:
    text = _("Vielleicht %(instead)s statt %(written)s?")
    if suspect["slip"] == "hands":
        text = _("Vielleicht %(instead)s statt %(written)s Spiele?")
    elif suspect["slip"] == "matsch":
        text = _("Vielleicht %(instead)s statt %(written)s Matsche?")
    return text % said(suspect)


CONFIRMED = PasseSheet.State.CONFIRMED


def sheets_of(passe: Passe, *, direction: bool = False) -> list[dict[str, Any]]:
    """Every version with who wrote it, when and why, the first one first.

    Where two have to type the same paper, the numbers of the first are None until the second has
    written his, so that nobody copies; only the `direction` sees them.
    """
    settings = format_of(passe.round.tournament)
    return [
        _shown(
            sheet,
            hidden=not direction and is_sealed(settings, state=sheet.state, origin=sheet.origin),
        )
        for sheet in passe.sheets.order_by("number")
    ]


def is_sealed(settings: Format, *, state: object, origin: object) -> bool:
    """Whether a version, or the record that tells of it, waits for a second typist at the desk.

    Its numbers are then for the direction alone.
    """
    waits = state == PasseSheet.State.TYPED and origin == PasseSheet.Origin.DESK
    return settings.double_entry and waits


def _shown(sheet: PasseSheet, *, hidden: bool) -> dict[str, Any]:
    warnings = [in_words(found["code"], found["params"]) for found in sheet.warnings]
    return {
        "id": sheet.pk,
        "number": sheet.number,
        "state": sheet.state,
        "origin": sheet.origin,
        "seat": sheet.seat,
        "actor": sheet.actor,
        "at": sheet.at,
        "reason": sheet.reason,
        "after_closing": sheet.after_closing,
        "sheet": None if hidden else sheet.sheet,
        "counted": None if hidden else sheet.counted,
        "warnings": None if hidden else warnings,
    }


def sheet_that_counts(passe: Passe) -> PasseSheet | None:
    """The confirmed version of the result; from what is prefetched, if it is."""
    return next((sheet for sheet in passe.sheets.all() if sheet.state == CONFIRMED), None)


def state_of_result(passe: Passe) -> str:
    """How far a result is: the state of its versions that says most; `open` without any."""
    states = {sheet.state for sheet in passe.sheets.all()}
    return next((s for s in ("contested", "confirmed", "typed") if s in states), "open")


def tables_without_result(passen: Iterable[Passe]) -> list[int]:
    """The numbers of those whose result does not count yet."""
    return [passe.table.number for passe in passen if sheet_that_counts(passe) is None]


Key = tuple[int, int, int]
"""Round, table, number of a version."""
Points = list[int] | None


def corrections(tournament: Tournament) -> list[dict[str, Any]]:
    """What counted until then (`before`, null where nothing did), what counts since, and why.

    Of a round that is hidden, only that it happened: no points, the reason empty. Versions that
    waited and never counted corrected nothing.
    """
    late = PasseSheet.objects.filter(passe__round__tournament=tournament, after_closing=True)
    rows = list(late.select_related("passe__round", "passe__table").order_by("at", "number"))
    if not rows:
        return []
    hidden, before = hidden_from(tournament, format_of(tournament)), _before(tournament)
    sealed = sealed_tables(tournament)
    calls = Calling(tournament)
    return [
        {
            "round": sheet.passe.round.number,
            "table": sheet.passe.table.number,
            **_said(
                sheet,
                before,
                calls,
                shown=is_shown(sheet.passe.round.number, hidden) and _key(sheet)[:2] not in sealed,
            ),
            "at": sheet.at,
            "counts": sheet.state == CONFIRMED,
        }
        for sheet in rows
        if _key(sheet) in before
    ]


def _said(
    sheet: PasseSheet, before: Mapping[Key, Points], calls: Calling, *, shown: bool
) -> dict[str, Any]:
    if not shown:
        return {"points": None, "before": None, "reason": ""}
    return {
        "points": sheet.counted["points"],
        "before": before[_key(sheet)],
        "reason": calls.text(sheet.reason),
    }


def _before(tournament: Tournament) -> dict[Key, Points]:
    """Of every version that ever counted, the points that counted until it did; by the log."""
    counted: dict[tuple[int, int], Points] = {}
    found: dict[Key, Points] = {}
    ending = ("sheet_struck", "sheet_contested")
    kinds = ("sheet", "sheet_confirmed", *ending)
    for record in tournament.log.filter(kind__in=kinds).order_by("seq"):
        told = record.payload
        table = told["round"], told["table"]
        if record.kind in ending:
            counted[table] = None
        elif told["state"] == CONFIRMED:
            found[(*table, told["number"])] = counted.get(table)
            counted[table] = told["points"]
    return found


def _key(sheet: PasseSheet) -> Key:
    return sheet.passe.round.number, sheet.passe.table.number, sheet.number


def club_of_table(table_id: UUID) -> UUID | None:
    """The club whose tournament the table stands in."""
    return Table.objects.filter(pk=table_id).values_list("club_id", flat=True).first()


def games_at(table_id: UUID) -> list[UUID]:
    """The game of the open round at the table: those of closed rounds are other people's."""
    played = _open(Passe.objects.filter(table=table_id, game__isnull=False))
    return [ident for ident in played.values_list("game_id", flat=True) if ident is not None]


def table_of_game(game_id: UUID) -> UUID | None:
    """The table at which a game of the open round is played."""
    return _open(Passe.objects.filter(game=game_id)).values_list("table_id", flat=True).first()


def page_of_table(table_id: UUID) -> str:
    """The address of the page of a table."""
    return reverse("tournament_table", args=[table_id])


def current_passe(table_id: UUID) -> Passe | None:
    """The passe that is played at a table, with its people; None between two rounds."""
    return _whole(_open(Passe.objects.filter(table=table_id))).first()


def passe_with_people(passe_id: UUID) -> Passe | None:
    """A passe by its id, with its people."""
    return _whole(Passe.objects.filter(pk=passe_id)).first()


def seated_at(passe: Passe) -> list[Entry]:
    """Who really sits there, in playing order."""
    return [sitting.seated for sitting in passe.sittings.all()]


def is_among(actor: Actor, entries: Iterable[Entry]) -> bool:
    """Whether the actor is one of these people, as the books know them today."""
    users = {entry.player.person.user_id for entry in entries if entry.player is not None}
    return actor.user_id is not None and actor.user_id in users


def terms_of(passe: Passe) -> Terms:
    """What the regulation says about the sheet of a passe."""
    settings = format_of(passe.round.tournament)
    return terms_for(settings, passe.round, seats=len(passe.sittings.all()))


def terms_for(format_: Format, round_: Round, *, seats: int) -> Terms:
    """The same, where the settings are read already."""
    settings = format_.of_round(round_.number)
    return Terms(
        hands=round_.hands,
        seats=seats,
        partners=settings.seating is not Seating.ALONE,
        counts="differences" if settings.use.differences else "points",
        control=str(settings.control),
        matsch_bonus=settings.matsch_bonus,
        adds=settings.adds,
        boards=settings.is_duplicate,
    )


def _open(passen: QuerySet[Passe]) -> QuerySet[Passe]:
    return passen.exclude(round__state=Round.State.CLOSED)


def _whole(passen: QuerySet[Passe]) -> QuerySet[Passe]:
    rows = passen.select_related("round__tournament__club", "table", "game")
    people = ("entry__player__merged_into", "substitute__player__merged_into")
    return rows.prefetch_related(*(f"sittings__{who}" for who in people))
