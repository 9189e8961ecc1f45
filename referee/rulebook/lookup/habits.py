"""How telling each feature is for each article, over all of its phrases together.

The closest phrases say which wording a question is like; this says what people talk about when an
article is meant, however they put it: the logarithm of how much likelier a feature is in the
phrases of the article than in those of all others (complement naive Bayes).
"""

from collections.abc import Iterable, Mapping
from math import log, sqrt

from referee.rulebook.lookup.index import Index, features

SMOOTH = 3.0
ABSENT = -1.0
"""What a feature counts against an article in whose phrases it never occurs."""


Weights = dict[str, float]


class Habits:
    """Log odds of features by article. `kinds`: the weight of each kind of phrase."""

    def __init__(self, index: Index, kinds: Mapping[str, float]) -> None:
        self._index = index
        own: dict[str, Weights] = {}
        for phrase in index.phrases:
            counted = own.setdefault(phrase.article, {})
            for name, value in features(phrase.text).items():
                heavy = value * index.rarity[name] * kinds[phrase.kind]
                counted[name] = counted.get(name, 0.0) + heavy
        self._whole = _added(own.values())
        self._odds = {slug: self._log_odds(counted) for slug, counted in own.items()}

    def _log_odds(self, own: Weights) -> Weights:
        smooth, total = SMOOTH * len(self._whole), sum(own.values())
        here = total + smooth
        elsewhere = sum(self._whole.values()) - total + smooth
        return {
            name: log((value + SMOOTH) / here)
            - log((self._whole[name] - value + SMOOTH) / elsewhere)
            for name, value in own.items()
        }

    def fitting(self, found: Mapping[str, float]) -> dict[str, float]:
        """How well a text with these features fits each article; about -10 to 30."""
        rarity = self._index.rarity
        heavy = {name: value * rarity[name] for name, value in found.items() if name in rarity}
        length = sqrt(sum(value * value for value in heavy.values())) or 1.0
        return {
            slug: sum(value * odds.get(name, ABSENT) for name, value in heavy.items()) / length
            for slug, odds in self._odds.items()
        }


def _added(every: Iterable[Weights]) -> Weights:
    whole: Weights = {}
    for weights in every:
        for name, value in weights.items():
            whole[name] = whole.get(name, 0.0) + value
    return whole
