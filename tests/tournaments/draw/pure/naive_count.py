"""A second count of a plan, round by round and pair by pair, with no thought of speed."""

from itertools import combinations


def naive_count(rounds, *, alone=False):
    """Repeats of partners, opponents, meetings and tables."""
    people = sorted({p for r in rounds for p in r.people})
    repeats = [0, 0, 0, 0]
    for one, other in combinations(people, 2):
        roles = [role(r, one, other, alone) for r in rounds]
        for k, wanted in enumerate(("partner", "opponent")):
            repeats[k] += max(0, roles.count(wanted) - 1)
        repeats[2] += max(0, len(roles) - roles.count(None) - 1)
    for person in people:
        tables = [t for r in rounds for t, table in enumerate(r.tables) if person in table]
        repeats[3] += len(tables) - len(set(tables))
    return tuple(repeats)


def role(r, one, other, alone):
    for table in r.tables:
        if one in table and other in table:
            apart = abs(table.index(one) - table.index(other))
            return "partner" if apart == 2 and len(table) == 4 and not alone else "opponent"
    return None


def counted(certificate):
    return (
        certificate.partner_repeats,
        certificate.opponent_repeats,
        certificate.meeting_repeats,
        certificate.table_repeats,
    )
