"""Weise on the form of a Schieber hand: buttons add up, a side's claim is "20+50"."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.errors import Finding, Invalid
from jassclub.core.reader import number_in
from jassclub.web.form_state import FormState
from referee.rules.cards import RANK_LETTERS, Notation
from scoring.core.rules import Rules
from scoring.forms.kind import rows
from scoring.games.weis import (
    AnnouncedWeis,
    Question,
    compare,
    of_both_kinds,
    singles,
)

FIELDS = (
    "weis_0",
    "weis_1",
    "weis_kind_0",
    "weis_kind_1",
    "weis_top_0",
    "weis_top_1",
    "weis_first",
)
FIELD_OF = {f"/{name}": name for name in FIELDS if name != "weis_0"}
BUTTONS = (20, 50, 100, 150, 200)


def fields(typed: FormState, rules: Rules, names: Sequence[str]) -> dict[str, Any]:
    """What the template shows; `names` are those of the sides.

    `twofold`: points of which the kind has to be said; `compared`: whether only one side's count;
    `errors`: what is asked where both say the same.
    """
    table = rules.profile.weis_table
    return {
        "rows": rows(typed, dict(enumerate(names)), "weis", "weis_kind", "weis_top"),
        "values": [points for points in BUTTONS if points in singles(table)],
        "twofold": of_both_kinds(table),
        "ranks": _ranks(rules),
        "compared": not rules.profile.weis_both_sides,
        "errors": [text for name in FIELDS[2:] for text in typed.errors.get(name, ())],
    }


def counted(typed: FormState, rules: Rules, *, contract: str) -> list[int | str]:
    """The Weise as they are written: the points of the side that counts, or of both where both do.

    Raises Invalid with the one question that is open where both sides say the same.
    """
    claims = [_parts(typed.values.get(f"weis_{side}", "")) for side in (0, 1)]
    sums = [
        typed.number(f"weis_{side}") or 0 if claim is None else sum(claim)
        for side, claim in enumerate(claims)
    ]
    known = singles(rules.profile.weis_table)
    single = all(claim and all(points in known for points in claim) for claim in claims)
    if not single or rules.profile.weis_both_sides or not rules.profile.weis:
        return sums
    found = _compared(typed, rules, claims, contract)
    if isinstance(found, str):
        raise _asked(found, typed)
    return [points if side == found else 0 for side, points in enumerate(sums)]


def _compared(
    typed: FormState, rules: Rules, claims: Sequence[tuple[int, ...] | None], contract: str
) -> int | Question:
    one, other = (_said(typed, rules, side, claim or ()) for side, claim in enumerate(claims))
    first = typed.number("weis_first")
    return compare(
        (one, other),
        table_name=rules.profile.weis_table,
        upward=not (contract == "U" or contract.endswith("_U")),
        four_alike=rules.profile.referee.hundreds == "four_alike",
        first=first if isinstance(first, int) and first in (0, 1) else None,
    )


def _said(typed: FormState, rules: Rules, side: int, points: tuple[int, ...]) -> AnnouncedWeis:
    kind = typed.values.get(f"weis_kind_{side}", "")
    top = typed.values.get(f"weis_top_{side}", "")
    ranks = _ranks(rules)
    return AnnouncedWeis(
        points=points,
        kind=kind if kind in ("run", "quartet") else None,
        top=ranks.index(top) if len(top) == 1 and top in ranks else None,
    )


def _asked(question: Question, typed: FormState) -> Invalid:
    """The question as a refusal at the side that has not answered it yet."""
    words = {
        "kind": _("Beide weisen gleich viel: Ist es eine Folge, oder sind es vier gleiche?"),
        "top": _("Beide weisen gleich viel: Welches ist die höchste Karte?"),
        "first": _(
            "Auch gleich hoch: Welcher Weis ist von Trumpf, sonst: Wer hat zuerst gewiesen?"
        ),
    }
    open_side = next(
        (side for side in (0, 1) if not typed.values.get(f"weis_{question}_{side}")), 0
    )
    pointer = "/weis_first" if question == "first" else f"/weis_{question}_{open_side}"
    return Invalid.of(
        [Finding("weis_equal", pointer, words[question], "gleich-hohe-weise")], words[question]
    )


def _parts(text: str) -> tuple[int, ...] | None:
    """The points one by one; None where they are no numbers."""
    parts = text.split("+") if text.strip() else []
    numbers = [number_in(part.strip(), most_digits=4) for part in parts]
    known = tuple(number for number in numbers if number is not None)
    return known if len(known) == len(parts) else None


def _ranks(rules: Rules) -> str:
    return RANK_LETTERS[Notation(rules.deck)][-9:]
