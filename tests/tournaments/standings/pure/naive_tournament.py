"""A second writing of the tournament ranking: round by round, player against player.

Units are single rounds here; nothing is shared with the real one but the types of its input.
"""

from fractions import Fraction


def naive_tournament(contest, rule):
    """[(rank, player, value)] of everybody with a rank, by comparing all with all."""
    sheets = {e.player: _sheet(e, contest, rule) for e in contest.entrants}
    _apply_rank_points(sheets, contest, rule)
    able = [e.player for e in contest.entrants if _able(e, sheets[e.player], rule)]
    values = {player: _value(sheets[player], contest, rule) for player in able}
    groups = _part(able, [_value_keys(values, rule), *_ties(contest, rule, sheets)])
    rows, before = [], 0
    for group in groups:
        rows += [(before + 1, player, values[player]) for player in sorted(group)]
        before += len(group)
    return rows


def _sheet(entrant, contest, rule):
    """{round number: line}, and what is missing."""
    lines, missing = {}, 0
    for played in sorted(contest.rounds, key=lambda r: r.number):
        line = _line(_the_result(entrant, played, contest, rule), played, rule)
        if line is None and played.closed and not played.final:
            missing += 1
            line = None if entrant.stand_in else _fill(played, contest, rule)
        if line is not None:
            lines[played.number] = line | {"final": played.final}
    return {"entrant": entrant, "lines": lines, "missing": missing}


def _the_result(entrant, played, contest, rule):
    for r in contest.results:
        if (r.player, r.round, r.confirmed) == (entrant.player, played.number, True):
            return None if r.late and rule.late == "missing" else r
    return None


def _line(r, played, rule):
    if r is None:
        return None
    fine = r.penalty + (rule.late_penalty if r.late and rule.late == "penalised" else 0)
    joker = Fraction(rule.joker.points * played.hands, rule.joker.hands)
    return {
        "points": joker if r.joker else r.points,
        "fine": fine,
        "matsches": 0 if r.joker else r.matsches,
        "exact": 0 if r.joker else r.exact,
        "kind": "joker" if r.joker else "played",
    }


def _fill(played, contest, rule):
    if rule.rank_points:
        return {"points": 0, "fine": 0, "matsches": 0, "kind": "zero"} if _zero(rule) else None
    points = {
        "skip": None,
        "unranked": None,
        "zero": 0,
        "worst": _worst(played, contest, rule),
        "joker": Fraction(rule.joker.points * played.hands, rule.joker.hands),
    }[rule.missing]
    if points is None:
        return None
    return {"points": points, "fine": 0, "matsches": 0, "kind": "filled"}


def _zero(rule):
    return rule.missing == "zero"


def _worst(played, contest, rule):
    found = []
    for entrant in contest.entrants:
        r = _the_result(entrant, played, contest, rule)
        if r is not None and not entrant.stand_in and not r.joker:
            found.append(r.points)
    if not found:
        return None
    return max(found) if rule.lower_wins else min(found)


def _apply_rank_points(sheets, contest, rule):
    for sheet in sheets.values():
        for line in sheet["lines"].values():
            line["value"] = line["points"]
    if not rule.rank_points:
        return
    sign = 1 if rule.lower_wins else -1
    for played in contest.rounds:
        keys = {}
        for player, sheet in sheets.items():
            line = sheet["lines"].get(played.number)
            if line and not sheet["entrant"].stand_in and line["kind"] != "zero":
                keys[player] = sign * line["points"] + line["fine"]
        for player, sheet in sheets.items():
            if played.number in sheet["lines"]:
                line = sheet["lines"][played.number]
                line["value"] = _points_of(keys, player, rule.rank_points)


def _points_of(keys, player, table):
    if player not in keys:
        return 0
    ahead = sum(key < keys[player] for key in keys.values())
    level = sum(key == keys[player] for key in keys.values())
    places = [*table.table, *[table.rest] * len(keys)]
    if table.shared == "same":
        return places[ahead]
    return Fraction(sum(places[ahead : ahead + level]), level)


def _able(entrant, sheet, rule):
    attended = sum(line["kind"] in ("played", "joker") for line in sheet["lines"].values())
    complete = rule.missing != "unranked" or not sheet["missing"]
    return not entrant.stand_in and attended >= max(1, rule.minimum_units) and complete


def _value(sheet, contest, rule):
    lower = rule.lower_wins and not rule.rank_points
    heat = sorted(
        (line["value"] for line in sheet["lines"].values() if not line["final"]),
        reverse=not lower,
    )
    finals = [line["value"] for line in sheet["lines"].values() if line["final"]]
    if rule.count.keep == "best":
        heat = heat[: rule.count.number]
    if rule.count.keep == "drop":
        preliminary = {r.number for r in contest.rounds if not r.final and r.closed}
        gone = len(preliminary - sheet["lines"].keys())
        absent = gone if rule.count.combine == "sum" else 0
        for _ in range(rule.count.number - absent):
            if len(heat) > 1:
                heat.pop()
    counted = heat + finals * rule.final_weight
    fines = sheet["entrant"].penalty
    if not rule.rank_points:
        fines += sum(line["fine"] for line in sheet["lines"].values())
    total = Fraction(sum(counted)) + (fines if lower else -fines)
    if rule.count.combine == "average":
        total /= len(counted)
    return total + sheet["entrant"].carried


def _value_keys(values, rule):
    lower = rule.lower_wins and not rule.rank_points
    return lambda group: {p: values[p] if lower else -values[p] for p in group}


def _part(players, comparisons):
    groups = [list(players)] if players else []
    for compare in comparisons:
        parted = []
        for group in groups:
            keys = compare(group)
            for key in sorted(set(keys.values())):
                parted.append([p for p in group if keys[p] == key])
        groups = parted
    return groups


def _ties(contest, rule, sheets):
    sign = 1 if rule.lower_wins and not rule.rank_points else -1
    raw = 1 if rule.lower_wins else -1

    def best(player):
        lines = sheets[player]["lines"].values()
        return sorted(sign * line["value"] for line in lines if line["kind"] == "played")

    def level(n):
        absent = (1, 0)
        return lambda group: {p: (0, best(p)[n]) if len(best(p)) > n else absent for p in group}

    def each(key):
        return lambda group: {p: key(sheets[p]) for p in group}

    def last(sheet):
        line = sheet["lines"].get(_last_round(sheets, rule))
        return (1, 0) if line is None else (0, sign * line["value"])

    known = {
        "shared": [],
        "best": [level(0)],
        "second": [level(n) for n in range(1, 5)],
        "last": [each(last)],
        "points": [each(lambda s: raw * sum(i["points"] for i in s["lines"].values()))],
        "matsches": [each(lambda s: -sum(i["matsches"] for i in s["lines"].values()))],
        "exact": [each(lambda s: -sum(i.get("exact", 0) for i in s["lines"].values()))],
        "penalties": [each(_all_fines)],
        "card": [each(lambda s: -(s["entrant"].card or -1))],
        "head_to_head": [lambda group: _direct(group, contest, raw)],
    }
    return [compare for tie in rule.ties for compare in known[tie]]


def _all_fines(sheet):
    return sheet["entrant"].penalty + sum(line["fine"] for line in sheet["lines"].values())


def _last_round(sheets, rule):
    numbers = [
        number
        for sheet in sheets.values()
        if _able(sheet["entrant"], sheet, rule)
        for number in sheet["lines"]
    ]
    return max(numbers, default=None)


def _direct(group, contest, raw):
    found = dict.fromkeys(group, 0)
    for one in group:
        for other in group:
            if one == other:
                continue
            between = [
                a.points - b.points
                for a in contest.results
                for b in contest.results
                if (a.player, b.player) == (one, other)
                and a.confirmed
                and b.confirmed
                and not a.joker
                and not b.joker
                and a.table is not None
                and (a.round, a.table) == (b.round, b.table)
                and (a.side is None or a.side != b.side)
            ]
            if not between:
                return dict.fromkeys(group, 0)
            found[one] += raw * sum(between)
    return found
