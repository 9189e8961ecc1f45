"""The rules of a tournament ranking as frozen data.

Which results of a player count, and how they become one value.

The names of tie-breaks by single results, and what is wrong with a list of them.

The edge where exact fractions become decimals, the only place that rounds: halves away from zero,
as a club treasurer does it.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from math import isqrt
from typing import Annotated, Any, Self, TypeVar

from jassclub.core.errors import Finding
from scoring.games.kind import gettext_noop as _
from tournaments.format.pure.choices import Compare, Worth
from tournaments.format.pure.setting import Choice, Option, Setting, choice, flag, number, part

SHARED = "shared"
BEST = "best"
SECOND = "second"
RESULT_TIES = (BEST, SECOND, SHARED)


def read_ties(
    names: Sequence[str], *, allowed: Collection[str], pointer: str = ""
) -> list[Finding]:
    """What is wrong with a list of tie-breaks: unknown, named twice, or after `shared`."""
    findings = []
    for index, name in enumerate(names):
        at = f"{pointer}/{index}"
        if name not in allowed:
            known = ", ".join(sorted(allowed))
            findings.append(Finding("tie_unknown", at, f"{name[:40]!r} is none of {known}"))
        elif name in names[:index]:
            findings.append(Finding("tie_twice", at, f"{name} is named twice"))
        elif SHARED in names[:index]:
            findings.append(Finding("tie_after_shared", at, f"{name} comes after {SHARED}"))
    return findings


Number = int | Fraction


def exact(value: Fraction) -> Number:
    """The value as it is; a whole number where it is one."""
    return value.numerator if value.denominator == 1 else value


T = TypeVar("T")

_FORM = re.compile(r"(drop|best):([0-9]{1,4})(\+average)?")


class Keep(Choice):
    """Which of a player's results are kept."""

    ALL = "all", _("alles")
    DROP = "drop", _("alles ohne die schlechtesten …")
    BEST = "best", _("nur die besten …")


class Combine(Choice):
    """How the kept results become one value."""

    SUM = "sum", _("als Summe")
    AVERAGE = "average", _("als Schnitt")


@dataclass(frozen=True, slots=True)
class Count:
    """The counting rule of a list.

    Text forms: `sum`, `average`, `drop:N` (the N worst do not count), `best:N`, and the
    averages of the kept ones, `drop:N+average` and `best:N+average`. Dropping leaves at least
    one result, so that a table can be shown after the first evening. Where the lower value
    wins, a sum favours whoever played less: such lists take an average or the same number
    of results from everybody.
    """

    keep: Keep = Keep.ALL
    number: int = 0
    combine: Combine = Combine.SUM

    def __post_init__(self) -> None:
        if self.number < (1 if self.keep is Keep.BEST else 0):
            raise ValueError(f"{self.keep}:{self.number} keeps no results")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads a text form; ValueError when it is none."""
        if text in (Combine.SUM, Combine.AVERAGE):
            return cls(combine=Combine(text))
        form = _FORM.fullmatch(text)
        if not form:
            raise ValueError(f"not a way of counting: {text[:40]!r}")
        keep, number, average = form.groups()
        combine = Combine.AVERAGE if average else Combine.SUM
        return cls(keep=Keep(keep), number=int(number), combine=combine)

    def __str__(self) -> str:
        if self.keep is Keep.ALL:
            return str(self.combine)
        tail = "+average" if self.combine is Combine.AVERAGE else ""
        return f"{self.keep}:{self.number}{tail}"

    def kept(self, best_first: Sequence[T]) -> Sequence[T]:
        """The head of a sequence sorted best first that counts."""
        if self.keep is Keep.DROP:
            return best_first[: max(1, len(best_first) - self.number)]
        return best_first[: self.number] if self.keep is Keep.BEST else best_first

    def value(self, best_first: Sequence[Number]) -> Number:
        """Sum or exact mean of the results that count; at least one result is needed."""
        kept = self.kept(best_first)
        total = sum(kept)
        return total if self.combine is Combine.SUM else Fraction(total) / len(kept)


HEAD_TO_HEAD = "head_to_head"
LAST = "last"
POINTS = "points"
MATSCHES = "matsches"
EXACT = "exact"
PENALTIES = "penalties"
CARD = "card"

TIES: Mapping[str, Option] = {
    BEST: Option(_("das beste einzelne Resultat"), _("das beste Einzelresultat")),
    SECOND: Option(_("das zweitbeste, dann das nächste"), _("das zweitbeste und die weiteren")),
    HEAD_TO_HEAD: Option(_("die direkte Begegnung"), _("die direkte Begegnung")),
    LAST: Option(_("das letzte Resultat"), _("das letzte Resultat")),
    POINTS: Option(_("alle Punkte, auch die gestrichenen"), _("alle Punkte ohne Streichen")),
    MATSCHES: Option(_("mehr Matsche"), _("die Zahl der Matsche")),
    EXACT: Option(_("mehr genaue Ansagen"), _("die Zahl der genauen Ansagen")),
    PENALTIES: Option(_("weniger Strafpunkte"), _("weniger Strafpunkte")),
    CARD: Option(_("die höhere gezogene Karte"), _("die höhere gezogene Karte")),
    SHARED: Option(_("sie teilen den Rang"), _("sonst wird der Rang geteilt")),
}
"""Criteria that can part equals: best and second best unit, the direct encounter, the last unit,
all points before any drop, more matsches, more exact hits, fewer penalties, the higher card."""
MOST = 1_000_000
LONGEST_TABLE = 1_000


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple) or len(value) > LONGEST_TABLE:
        raise ValueError(f"not a list of at most {LONGEST_TABLE}")
    return list(value)


def _names(value: Any) -> tuple[str, ...]:
    names = tuple(_list(value))
    if not all(isinstance(name, str) for name in names):
        raise ValueError("not a list of names")
    return names


def _amount(label: str = "", **more: Any) -> Setting:
    return number(0, MOST, label, **more)


class Unit(Choice):
    """What is dropped, weighted and given rank points as a whole."""

    ROUND = "round", _("Runden dieses Tages")
    EVENT = "event", _("Tage einer Saison")


@dataclass(frozen=True, slots=True)
class Ranking:
    """The rules of a ranking as data; `ties` in order out of best, second, shared."""

    count: Count = field(default_factory=Count)
    lower_wins: bool = False
    ties: tuple[str, ...] = (SHARED,)

    def __post_init__(self) -> None:
        if findings := read_ties(self.ties, allowed=RESULT_TIES, pointer="/ties"):
            raise ValueError("; ".join(map(str, findings)))


class Per(Choice):
    """What an average is taken over."""

    UNIT = "unit", _("pro Runde oder Tag")
    HAND = "hand", _("pro Spiel")


class MissingResult(Choice):
    """What a round is worth to somebody who has no counted result in it."""

    SKIP = "skip", _("zählt nicht mit"), _("Für eine verpasste Runde wird nichts geschrieben.")
    ZERO = "zero", _("null Punkte"), _("Eine verpasste Runde zählt null Punkte.")
    WORST = (
        "worst",
        _("das schlechteste Resultat der Runde"),
        _("Wer eine Runde verpasst, bekommt ihr schlechtestes Resultat."),
    )
    JOKER = (
        "joker",
        _("die festen Punkte für das Aussetzen"),
        _("Wer eine Runde verpasst, bekommt dafür feste Punkte."),
    )
    UNRANKED = (
        "unranked",
        _("kein Rang mehr"),
        _("Wer eine Runde verpasst, kommt nicht in die Rangliste."),
    )


class LateResult(Choice):
    """What happens to a result handed in too late."""

    COUNTS = "counts", _("zählt trotzdem"), _("Ein verspätetes Resultat zählt trotzdem.")
    PENALISED = (
        "penalised",
        _("zählt mit Abzug"),
        _("Ein verspätetes Resultat kostet Strafpunkte: %(penalty)s."),
    )
    MISSING = (
        "missing",
        _("zählt als fehlend"),
        _("Ein verspätetes Resultat zählt nicht: die Runde gilt als verpasst."),
    )


class SharedRank(Choice):
    """Rank points of players who share a rank: those of the rank, or the mean of their places."""

    SAME = (
        "same",
        _("alle die Punkte des Rangs"),
        _("Wer einen Rang teilt, bekommt die vollen Punkte dieses Rangs."),
    )
    MEAN = (
        "mean",
        _("das Mittel ihrer Plätze"),
        _("Wer einen Rang teilt, bekommt das Mittel der belegten Ränge."),
    )


@dataclass(frozen=True, slots=True)
class RankPoints:
    """Points for the ranks of a unit: `table` from rank 1 on, then `rest` for everybody else."""

    table: Annotated[
        tuple[int, ...],
        Setting(reader=lambda value: tuple(map(_amount().read, _list(value))), form="numbers"),
    ] = (
        25,
        18,
        15,
        12,
        10,
        8,
        6,
        4,
        2,
        1,
    )
    rest: Annotated[int, _amount()] = 1
    ties: Annotated[tuple[str, ...], Setting(reader=_names, options=TIES)] = (SHARED,)
    shared: Annotated[SharedRank, choice(SharedRank)] = SharedRank.SAME

    def __post_init__(self) -> None:
        Ranking(ties=self.ties)
        falling = [*self.table, self.rest]
        if falling != sorted(falling, reverse=True):
            raise ValueError("a better rank must not bring fewer rank points")

    def of(self, rank: int, sharing: int) -> Number:
        """What each of `sharing` players on a rank gets."""
        if self.shared is SharedRank.SAME:
            return self._at(rank)
        return Fraction(sum(self._at(rank + n) for n in range(sharing)), sharing)

    def _at(self, rank: int) -> int:
        return self.table[rank - 1] if rank <= len(self.table) else self.rest


@dataclass(frozen=True, slots=True)
class Joker:
    """Fixed points for sitting out: so many for so many hands, other lengths in proportion."""

    points: Annotated[int, _amount(_("Punkte für das Aussetzen"))] = 1000
    hands: Annotated[int, _amount(_("gerechnet auf so viele Spiele"))] = 12

    def __post_init__(self) -> None:
        if self.hands < 1:
            raise ValueError("a joker needs hands to be in proportion to")

    def of(self, hands: int) -> Number:
        return exact(Fraction(self.points * hands, self.hands))


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingRule:
    """How a tournament is ranked. ValueError where two fields contradict each other.

    A final is never dropped and counts `final_weight` times. With `nearest`, whoever is closest
    to the number drawn after play is first. Why each field is there: tournament-ranking.md.
    """

    unit: Annotated[Unit, choice(Unit, _("Gezählt werden"))] = Unit.ROUND
    count: Annotated[
        Count, Setting(reader=lambda value: Count.parse(value if isinstance(value, str) else ""))
    ] = field(default_factory=Count)
    per: Annotated[Per, choice(Per, _("Ein Schnitt gilt"))] = Per.UNIT
    lower_wins: Annotated[bool, flag(_("Der kleinere Wert gewinnt"))] = False
    nearest: Annotated[bool, flag(_("Wer einer gezogenen Zahl am nächsten ist"))] = False
    rank_points: Annotated[RankPoints | None, part(RankPoints)] = None
    final_weight: Annotated[int, _amount(_("Ein Final zählt so oft"))] = 1
    minimum_units: Annotated[int, _amount(_("Für einen Rang braucht es so viele Runden"))] = 0
    missing: Annotated[MissingResult, choice(MissingResult, _("Eine fehlende Runde"))] = (
        MissingResult.SKIP
    )
    late: Annotated[LateResult, choice(LateResult, _("Ein zu spät abgegebenes Blatt"))] = (
        LateResult.COUNTS
    )
    late_penalty: Annotated[int, _amount(_("Abzug dafür"))] = 0
    joker: Annotated[Joker, part(Joker)] = field(default_factory=Joker)
    ties: Annotated[tuple[str, ...], Setting(reader=_names, options=TIES)] = (
        "best", "second", SHARED,
    )  # fmt: skip
    compare: Annotated[Compare, choice(Compare, _("Duplicate: ein Board zählt"))] = (
        Compare.MATCHPOINTS
    )
    worth: Annotated[Worth, choice(Worth, _("Eine Runde zählt"))] = Worth.POINTS
    hidden_from: Annotated[
        int | None,
        _amount(
            _("Rangliste verdeckt ab Runde"),
            help=_("leer: nie; aufgedeckt wird an der Rangverkündigung"),
        ),
    ] = None

    def __post_init__(self) -> None:
        wrong = [str(f) for f in read_ties(self.ties, allowed=TIES, pointer="/ties")]
        wrong += [message for found, message in self._contradictions() if found]
        if wrong:
            raise ValueError("; ".join(wrong))

    def _contradictions(self) -> list[tuple[bool, str]]:
        by_hand = self.per is Per.HAND
        ranked = self.rank_points is not None
        filled = self.missing in (MissingResult.WORST, MissingResult.JOKER)
        average = self.count.combine is Combine.AVERAGE
        penalised = self.late is LateResult.PENALISED
        compared = self.worth is not Worth.POINTS
        return [
            (min(self.final_weight, self.late_penalty + 1, self.minimum_units + 1) < 1, "negative"),
            (by_hand and not average, "per hand is said of an average"),
            (by_hand and ranked, "rank points have no average per hand"),
            (ranked and self.nearest, "rank points cannot be nearest to a number of points"),
            (ranked and filled, "a missing unit brings no rank points: skip, zero or unranked"),
            (
                self.lower_wins and not ranked and self.missing is MissingResult.ZERO,
                "nothing played would win where the lower value wins",
            ),
            (compared and self.lower_wins, "rounds that are compared are better when higher"),
            (compared and (ranked or by_hand or penalised), "what is compared is no points"),
            (compared and filled, "a missing round is compared with nobody"),
            (penalised != bool(self.late_penalty), "a penalty and being late belong together"),
            (self.hidden_from is not None and self.hidden_from < 1, "rounds count from 1"),
        ]

    @property
    def lower_units(self) -> bool:
        """Whether the lower value of a unit is the better one."""
        return self.lower_wins and self.rank_points is None


def as_decimal(value: int | Fraction, places: int = 2) -> Decimal:
    """The value rounded to that many decimal places, exactly so many shown."""
    scaled = Fraction(value) * _scale(places)
    size = (2 * abs(scaled.numerator) + scaled.denominator) // (2 * scaled.denominator)
    return _shifted(size if scaled >= 0 else -size, places)


def root_as_decimal(square: Fraction, places: int = 2) -> Decimal:
    """The square root of a fraction that is not negative, rounded once and correctly."""
    scaled = 4 * square * _scale(places) ** 2
    return _shifted((isqrt(scaled.numerator // scaled.denominator) + 1) // 2, places)


def _scale(places: int) -> int:
    if places < 0:
        raise ValueError("places must not be negative")
    return int(10**places)


def _shifted(digits: int, places: int) -> Decimal:
    return Decimal(f"{digits}E-{places}")
