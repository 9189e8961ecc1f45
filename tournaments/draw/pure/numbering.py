"""Numbers for the tables, so that people come to the same table as seldom as possible."""

from itertools import combinations

from tournaments.draw.pure.plan import Seats


def renumber(rounds: list[list[Seats]]) -> list[list[Seats]]:
    """The same tables in another order: exchanged in pairs as long as that saves repeats."""
    rounds = [list(tables) for tables in rounds]
    visits: dict[tuple[int, int], int] = {}
    for tables in rounds:
        for number, table in enumerate(tables):
            _visit(visits, table, number, 1)
    while sum(_improved(tables, visits) for tables in rounds):
        pass
    return rounds


def _improved(tables: list[Seats], visits: dict[tuple[int, int], int]) -> bool:
    better = False
    for s, t in combinations(range(len(tables)), 2):
        for table, number in ((tables[s], s), (tables[t], t)):
            _visit(visits, table, number, -1)
        stay = _cost(visits, tables[s], s) + _cost(visits, tables[t], t)
        if _cost(visits, tables[s], t) + _cost(visits, tables[t], s) < stay:
            tables[s], tables[t] = tables[t], tables[s]
            better = True
        for table, number in ((tables[s], s), (tables[t], t)):
            _visit(visits, table, number, 1)
    return better


def _visit(visits: dict[tuple[int, int], int], table: Seats, number: int, step: int) -> None:
    for person in table:
        visits[person, number] = visits.get((person, number), 0) + step


def _cost(visits: dict[tuple[int, int], int], table: Seats, number: int) -> int:
    return sum(visits.get((person, number), 0) > 0 for person in table)
