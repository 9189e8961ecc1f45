"""Seats count from 0 in playing order; with four players 0+2 and 1+3 are the sides."""


def side_of(seat: int, players: int = 4, *, single: bool = False) -> int:
    """The side of a seat: 0 or 1 in a game of pairs, else the seat itself."""
    return seat % 2 if players == 4 and not single else seat


def side_count(players: int = 4, *, single: bool = False) -> int:
    """How many sides there are."""
    return 2 if players == 4 and not single else players


def after(seat: int, steps: int, players: int = 4) -> int:
    """The seat that plays `steps` places later."""
    return (seat + steps) % players
