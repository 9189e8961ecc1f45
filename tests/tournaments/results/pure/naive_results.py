"""The treatment of a sheet written a second time, one point after the other and without thought."""


def naive_expected(terms, hands, matsches):
    total = 0
    for _ in range(hands):
        total += 157
    if terms.counts == "points":
        for _ in range(matsches):
            total += terms.matsch_bonus
    return total


def naive_split(points, expected):
    """Whole rounds of a point for everybody, then one each for the poorest."""
    left, result = expected - sum(points), list(points)
    step = 1 if left > 0 else -1
    while abs(left) >= len(points):
        result = [number + step for number in result]
        left -= step * len(points)
    if left < 0:
        result, left = [number - 1 for number in result], left + len(points)
    poorest = sorted((number, column) for column, number in enumerate(points))
    for _, column in poorest[:left]:
        result[column] += 1
    return result


def naive_charge(points, expected, own):
    """Too much comes off one's own; what is missing goes to the others."""
    result = list(points)
    if sum(points) > expected:
        result[own] -= sum(points) - expected
        return result
    others = [column for column in range(len(points)) if column != own]
    rest = naive_split([points[column] for column in others], expected - points[own])
    for column, number in zip(others, rest, strict=True):
        result[column] = number
    return result


def naive_slip(written, right):
    """Whether typing `right` with one slip of the thumb could give `written`."""
    text, digits = str(right), "0123456789"
    slips = set()
    for at in range(len(text) + 1):
        slips |= {text[:at] + digit + text[at:] for digit in digits}
    for at in range(len(text)):
        slips.add(text[:at] + text[at + 1 :])
        slips |= {text[:at] + digit + text[at + 1 :] for digit in digits}
        for other in range(at):
            swapped = list(text)
            swapped[at], swapped[other] = swapped[other], swapped[at]
            slips.add("".join(swapped))
    return str(written) in slips - {text}
