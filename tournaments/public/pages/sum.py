"""How a total comes about: what each round brings to it, and what else goes into it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournaments.format.pure import Format, Per, RankingRule
from tournaments.format.pure.counting import Combine
from tournaments.standings.words import shown, unit_text

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Part:
    """A line below the rounds."""

    words: str
    value: str


@dataclass(frozen=True)
class Sum:
    """What the rounds bring, by number; the lines below them; the total, None before the first
    result."""

    rounds: Mapping[str, str]
    parts: tuple[Part, ...]
    total: str | None


NOTHING = Sum({}, (), None)


def sum_of(row: Row | None, format_: Format, *, drawn: int | None) -> Sum:
    """Of a row of a ranking as it is stored. The rounds and the lines make the total."""
    if row is None or row["value"] is None:
        return NOTHING
    rule = format_.day_ranking
    rounds = {unit["unit"]: _brought(unit, rule) for unit in row["units"]}
    return Sum(rounds, tuple(_parts(row, rule, drawn=drawn)), shown(row["value"]))


def _brought(unit: Row, rule: RankingRule) -> str:
    """In brackets what is dropped; a final that counts twice says so."""
    weight = _weight(unit, rule)
    text = unit_text(dict(unit))
    return f"{weight} × {text}" if weight > 1 and not unit["dropped"] else text


def _weight(unit: Row, rule: RankingRule) -> int:
    return rule.final_weight if unit["final"] else 1


def _parts(row: Row, rule: RankingRule, *, drawn: int | None) -> Iterator[Part]:
    counted = [unit for unit in row["units"] if not unit["dropped"]]
    sign = 1 if rule.lower_units else -1
    total = sum((_weight(u, rule) * Fraction(u["value"]) for u in counted), Fraction(0))
    if fines := _fines(row, rule):
        total += sign * fines
        yield Part(_("Strafpunkte"), _signed(sign * fines))
    if rule.count.combine is Combine.AVERAGE:
        by_hand = rule.per is Per.HAND
        over = sum(_weight(u, rule) * (u["hands"] if by_hand else 1) for u in counted)
        words = _("geteilt durch die Spiele") if by_hand else _("geteilt durch die Runden")
        yield Part(words, f": {over}")
        total /= over
    if carried := Fraction(row["carried"]):
        total += carried
        yield Part(_("mitgebracht"), _signed(carried))
    if rule.nearest and drawn is not None:
        yield Part(_("Summe"), shown(str(total)))
        yield Part(_("gezogene Zahl"), str(drawn))


def _fines(row: Row, rule: RankingRule) -> Fraction:
    """With rank points what belongs to a round has cost the rank of it already."""
    fines = Fraction(row["penalties"])
    if rule.rank_points:
        fines -= sum(Fraction(unit["penalties"]) for unit in row["units"])
    return fines


def _signed(value: Fraction) -> str:
    return f"+{shown(str(value))}" if value > 0 else f"−{shown(str(-value))}"
