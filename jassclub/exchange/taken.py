"""What becomes of an archive."""

from dataclasses import dataclass, field
from uuid import UUID


@dataclass
class Taken:
    """What became of an archive. Games by their ids here."""

    club: UUID
    created: list[UUID] = field(default_factory=list)
    copied: list[UUID] = field(default_factory=list)
    unchanged: list[UUID] = field(default_factory=list)
    added: dict[str, int] = field(default_factory=dict)
    """Players, seasons, merges and bookings that were not there."""
    withheld: int = 0
    """Sealed predictions that the archive came without."""
