"""How good the look-up is, on graded questions: nDCG@5, MRR, recall@5 and how often the right
article stands first or among the first three, for each language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log2

AT = 5
ALL = "all"


@dataclass(frozen=True, slots=True)
class Figures:
    """The means over the questions of one language."""

    questions: int
    ndcg: float
    mrr: float
    recall: float
    first: float
    three: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Figures by language and over all; questions that no article answers are counted apart:
    `nothing` of them, `rightly_empty` answered by nothing."""

    by_language: Mapping[str, Figures]
    nothing: int
    rightly_empty: int


def ndcg(found: Sequence[str], grades: Mapping[str, int]) -> float:
    """Discounted gain of the first five, beside the best order there could be."""
    ideal = sorted(grades.values(), reverse=True)[:AT]
    best = sum(_gain(grade, at) for at, grade in enumerate(ideal))
    return sum(_gain(grades.get(slug, 0), at) for at, slug in enumerate(found[:AT])) / best


def reciprocal_rank(found: Sequence[str], grades: Mapping[str, int]) -> float:
    """1 / place of the first relevant article, 0 where there is none."""
    return next((1 / at for at, slug in enumerate(found, start=1) if grades.get(slug)), 0.0)


def recall(found: Sequence[str], grades: Mapping[str, int]) -> float:
    """Share of the relevant articles among the first five."""
    relevant = [slug for slug, grade in grades.items() if grade]
    return sum(slug in found[:AT] for slug in relevant) / len(relevant)


def among(at: int, found: Sequence[str], grades: Mapping[str, int]) -> bool:
    """Whether an article of the best grade is among the first `at`."""
    best = max(grades.values())
    return any(grades.get(slug) == best for slug in found[:at])


def _gain(grade: int, at: int) -> float:
    return float(2**grade - 1) / log2(at + 2)


Judged = tuple[str, Mapping[str, int], Sequence[str]]
"""Language, grade of each relevant article, what was found (best first)."""


def evaluate(judged: Sequence[Judged]) -> Evaluation:
    """The figures; a question without a relevant article is right when nothing is found."""
    answered = [item for item in judged if any(item[1].values())]
    languages = list(dict.fromkeys(lang for lang, _, _ in answered))
    figures = {lang: _figures([item for item in answered if item[0] == lang]) for lang in languages}
    if answered:
        figures[ALL] = _figures(answered)
    empty = [found for _, grades, found in judged if not any(grades.values())]
    return Evaluation(figures, len(empty), sum(not found for found in empty))


def _figures(judged: Sequence[Judged]) -> Figures:
    count = len(judged)
    return Figures(
        questions=count,
        ndcg=sum(ndcg(found, grades) for _, grades, found in judged) / count,
        mrr=sum(reciprocal_rank(found, grades) for _, grades, found in judged) / count,
        recall=sum(recall(found, grades) for _, grades, found in judged) / count,
        first=sum(among(1, found, grades) for _, grades, found in judged) / count,
        three=sum(among(3, found, grades) for _, grades, found in judged) / count,
    )
