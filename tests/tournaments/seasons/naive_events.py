"""A second writing of the season over events, slow and plain: lists of points and loops."""

from fractions import Fraction

TABLE = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]


def best_three_and_double_final(season, final):
    """`season` is `{event: {person: [points]}}`; the value of everybody."""
    found = {}
    for person in everybody(season):
        days = [sum(lists[person]) for name, lists in season.items()
                if name != final and person in lists]  # fmt: skip
        found[person] = sum(sorted(days)[-3:])
        if person in season.get(final, {}):
            found[person] += 2 * sum(season[final][person])
    return found


def by_rank_points(season):
    """25-18-15-12-10-8-6-4-2-1, then 1; who shares a rank has its points."""
    found = dict.fromkeys(everybody(season), 0)
    for lists in season.values():
        for person, points in lists.items():
            ahead = [other for other in lists.values() if sum(other) > sum(points)]
            found[person] += TABLE[len(ahead)] if len(ahead) < len(TABLE) else 1
    return found


def averages(season, least):
    """The mean of a day by hand; None for who came to fewer days than `least`."""
    found = {}
    for person in everybody(season):
        days = [lists[person] for lists in season.values() if person in lists]
        hands = sum(12 * len(day) for day in days)
        points = sum(sum(day) for day in days)
        found[person] = Fraction(points, hands) if len(days) >= least else None
    return found


def one_dropped(season):
    """The sum without the worst day; a day missed is that day."""
    found = {}
    for person in everybody(season):
        days = sorted(sum(lists[person]) for lists in season.values() if person in lists)
        found[person] = sum(days[1:]) if len(days) == len(season) else sum(days)
    return found


def everybody(season):
    return sorted({person for lists in season.values() for person in lists})
