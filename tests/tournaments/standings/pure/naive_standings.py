"""A second writing of the standings, slow and plain, to compare the real one with."""

from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev


def naive_ranking(lists, *, lower=False, **how):
    """[(rank, player, value)] by comparing every player with every other one."""
    keys = {player: _key(values, lower=lower, **how) for player, values in lists}
    rows = [
        (1 + sum(better(other, key) for other in keys.values()), player, abs_value(key, lower))
        for player, key in keys.items()
    ]
    return sorted(rows, key=lambda row: (row[0], row[1]))


def better(one, other):
    """Whether the first key is ahead: the higher number at the first difference."""
    for a, b in zip(one, other, strict=False):
        if a != b:
            return a > b
    return len(one) > len(other)


def abs_value(key, lower):
    return -key[0] if lower else key[0]


def _key(values, *, lower, keep="all", number=0, average=False, ties=()):
    points = sorted((-v if lower else v for v in values), reverse=True)
    counting = list(points)
    if keep == "best":
        counting = counting[:number]
    if keep == "drop":
        for _ in range(number):
            if len(counting) > 1:
                counting.pop()
    value = Fraction(sum(counting))
    if average:
        value /= len(counting)
    deciding = points if "second" in ties else points[:1] if "best" in ties else []
    return [value, *deciding]


def naive_averages(hands):
    """{player: figures} in floats, one pass over all hands for each figure."""
    return {player: _figures([h for h in hands if h.player == player]) for player in _names(hands)}


def _names(hands):
    return {h.player for h in hands}


def _figures(hands):
    differences = [h.difference for h in hands]
    bids = [h.prediction - h.made for h in hands if h.prediction is not None]
    days = {h.evening for h in hands}
    means = {e: fmean(h.difference for h in hands if h.evening == e) for e in days}
    return {
        "hands": len(hands),
        "evenings": len(days),
        "mean": fmean(differences),
        "error": stdev(differences) / sqrt(len(hands)) if len(hands) > 1 else None,
        "exact": sum(1 for h in hands if h.prediction == h.made),
        "bias": fmean(bids) if bids else None,
        "best_hand": min(differences),
        "worst_hand": max(differences),
        "best_evening": min(means.values()),
        "worst_evening": max(means.values()),
        "sizes": {h.table_size for h in hands},
    }


def naive_mean_after_dropping(hands, number):
    """Lowest mean per hand that is reached by leaving out the worst evenings one by one."""
    left = list(hands)
    for _ in range(number):
        evenings = {h.evening for h in left}
        if len(evenings) < 2:
            break
        worst = max(evenings, key=lambda e: _sort_key([h for h in left if h.evening == e]))
        left = [h for h in left if h.evening != worst]
    return Fraction(sum(h.difference for h in left), len(left))


def _sort_key(hands):
    mean = Fraction(sum(h.difference for h in hands), len(hands))
    return mean, len(hands), min(h.day for h in hands), hands[0].evening
