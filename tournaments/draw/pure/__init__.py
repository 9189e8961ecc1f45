"""Seating plans of whole events. Pure: standard library only, chance comes from the seed.

`make_plan(players, rounds, seed=...)` gives a `Plan`: `rounds` of `Round(tables, byes)`,
its `origin` and its `Certificate`. Tables are tuples of four in playing order, sides 0+2 and
1+3. With `frozen` rounds the rest is planned again for those who take part now; `wishes` keep
people apart, together or in a fixed place; `alone` is for games without partners, with tables
of three. `certify(rounds, present=...)` counts any plan again; `exchange` moves two people by
hand; `commitment(seed)` is shown before the draw.

`round_robin`, `swiss` and `by_standing` say which fixed pairs or teams meet, `seated_pairs` puts
them at tables; `by_rank` makes the tables of one round from neighbours in the standings.
`times_out` says how often each sat out.
"""

from tournaments.draw.pure.checking import certify
from tournaments.draw.pure.designs import renumber_next
from tournaments.draw.pure.making import (
    by_rank,
    by_standing,
    exchange,
    make_plan,
    round_robin,
    seated_pairs,
    swiss,
)
from tournaments.draw.pure.plan import (
    TEXTS,
    Bounds,
    Certificate,
    Plan,
    Reason,
    Round,
    Seats,
    UnusableRequestError,
    Wishes,
    commitment,
    lot,
    times_out,
)

__all__ = [
    "TEXTS",
    "Bounds",
    "Certificate",
    "Plan",
    "Reason",
    "Round",
    "Seats",
    "UnusableRequestError",
    "Wishes",
    "by_rank",
    "by_standing",
    "certify",
    "commitment",
    "exchange",
    "lot",
    "make_plan",
    "renumber_next",
    "round_robin",
    "seated_pairs",
    "swiss",
    "times_out",
]
