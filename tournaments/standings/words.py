"""Rows of a ranking as people read them: numbers, why a rank is what it is, why there is none."""

from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournaments.format.pure import Format, as_decimal
from tournaments.format.pure.ranking_rule import Combine
from tournaments.standings.pure.placing import level_name

HIDDEN = "hidden"
"""What `decided_by` says where ranks are not shown."""
LEVELS = 24
"""As many results as an event can have."""


def shown(value: int | str | None, *, places: int | None = None) -> str:
    """A number as stored, "2000/3" included: whole as it is, else rounded to two places."""
    if value is None:
        return "–"
    exact = Fraction(value)
    if places is None and exact.denominator == 1:
        return str(exact.numerator)
    return str(as_decimal(exact, 2 if places is None else places))


def decided_words() -> dict[str, str]:
    """By code: what broke the tie of a row, or why it has no rank.

    Where the total itself decided, nothing is said: its codes are missing.
    """
    best = [_("beste Passe"), _("zweitbeste Passe"), _("drittbeste Passe")]
    further = [_("%(place)s.-beste Passe") % {"place": n + 1} for n in range(len(best), LEVELS)]
    return {
        "head_to_head": _("direkte Begegnung"),
        "last": _("letzte Passe"),
        "points": _("mehr Punkte ohne Streichen"),
        "matsches": _("mehr Matsche"),
        "exact": _("mehr genaue Ansagen"),
        "penalties": _("weniger Strafpunkte"),
        "card": _("höhere Karte"),
        "shared": _("geteilter Rang"),
        "no_results": _("noch kein Resultat"),
        "stand_in": _("Ersatz am Tisch, ohne Rang"),
        "not_drawn": _("die Zahl ist noch nicht gezogen"),
        "attendance": _("zu wenig gespielt für einen Rang"),
        "missing": _("ein Resultat fehlt"),
        **{level_name(n): text for n, text in enumerate([*best, *further])},
    }


def total_heading(format_: Format, *, drawn: bool) -> str:
    """What the number is that is ranked."""
    rule = format_.day_ranking
    if rule.rank_points:
        return _("Rangpunkte")
    if rule.nearest and drawn:
        return _("Abstand")
    if rule.count.combine is Combine.AVERAGE:
        return _("Schnitt")
    return _("Differenz") if rule.lower_wins else _("Punkte")


def unit_text(unit: dict[str, Any]) -> str:
    """The result of a round: in brackets where it is dropped, with a sign where none was played."""
    text = shown(unit["value"])
    if unit["kind"] != "played":
        text += " " + {"joker": _("J"), "filled": _("F"), "mean": "Ø"}.get(unit["kind"], "")
    return f"({text})" if unit["dropped"] else text
