"""Plans turned out of one round: adding 1 modulo m gives the next.

Persons 0 .. cm - 1 are c circles of m, the last few stand still. The first rounds were found by
annealing on the differences between the circles until each came at most once.
"""

from tournaments.draw.pure.plan import FOUR, Seats

FIRST_ROUNDS = {
    24: (7, "m70jal4khibfcne3d58961g2"),
    28: (9, "m7er18a4df5ij0qpk9o6cblh3gn2"),
}
"""For each number of people the modulus m, and the seats of the first round, one digit each."""


def developed(players: int, rounds: int) -> list[list[Seats]] | None:
    """A plan in which nobody meets anybody twice, or None where we have none."""
    modulus, digits = FIRST_ROUNDS.get(players, (0, ""))
    if rounds > modulus:
        return None
    start = [int(digit, 36) for digit in digits]
    turning = players // modulus * modulus
    return [
        [
            tuple(_turned(x, h, modulus) if x < turning else x for x in start[first : first + FOUR])
            for first in range(0, players, FOUR)
        ]
        for h in range(rounds)
    ]


def _turned(person: int, by: int, modulus: int) -> int:
    return person // modulus * modulus + (person + by - person // modulus * modulus) % modulus
