"""Benchmarks, each beside its peer or floor in the same run.

Every module of this package offers `measure(*, full: bool) -> Iterator[Figure]`; `python -m
tests.bench` finds the modules itself, prints a table and writes `var/bench.json`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured value and what it is measured against.

    `peer_value` is the same quantity of `peer` (another program, or the floor under ours:
    the same work in plain SQL), taken in the same run. `goal` is a ratio that must be
    reached, `floor` a value; both None where a figure is only told.
    """

    name: str
    value: float
    unit: str
    peer: str = ""
    peer_value: float | None = None
    goal: float | None = None
    floor: float | None = None

    @property
    def ratio(self) -> float | None:
        """How many times the peer's value ours is."""
        return self.value / self.peer_value if self.peer_value else None

    @property
    def reached(self) -> bool:
        """False where a stated goal or floor was missed."""
        ratio = self.ratio
        by_ratio = self.goal is None or (ratio is not None and ratio >= self.goal)
        return by_ratio and (self.floor is None or self.value >= self.floor)
