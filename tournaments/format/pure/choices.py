"""The choices an organiser has, each a closed list of words."""

from enum import StrEnum


class Seating(StrEnum):
    """Who signs up, and with whom: alone with a partner drawn each round, everybody for himself,
    in fixed pairs, or as a team that sends several people."""

    DRAWN = "drawn"
    ALONE = "alone"
    PAIRS = "pairs"
    TEAMS = "teams"


class Pairing(StrEnum):
    """How tables are made: the whole event planned, everybody against everybody, neighbours in
    the standings who have not met, or plain neighbours in the standings (1-2, 3-4 ...)."""

    PLAN = "plan"
    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    BY_STANDING = "by_standing"

    @property
    def follows_standings(self) -> bool:
        """Whether each round but the first is made from the ranking."""
        return self in (Pairing.SWISS, Pairing.BY_STANDING)

    @property
    def needs_sides(self) -> bool:
        """Whether only fixed pairs or teams can meet so."""
        return self in (Pairing.ROUND_ROBIN, Pairing.SWISS)


class Odd(StrEnum):
    """What happens to those who are left over where the number does not fit the tables: they sit
    out for the mean of their own other rounds, for nothing, or for fixed points (joker); or
    stand-ins fill the table."""

    MEAN = "mean"
    SIT_OUT = "sit_out"
    STAND_IN = "stand_in"
    JOKER = "joker"


class Writing(StrEnum):
    """What reaches the program: every hand, or the total of the passe."""

    HANDS = "hands"
    TOTALS = "totals"


class Control(StrEnum):
    """What happens to a sheet whose sum is wrong: it goes back to the table, the difference is
    split between the sides, charged to the scribe, or the director decides."""

    REJECT = "reject"
    SPLIT = "split"
    SCRIBE = "scribe"
    DIRECTOR = "director"


class Credited(StrEnum):
    """Whose result a passe is that somebody plays for somebody else."""

    ENTRY = "entry"
    SUBSTITUTE = "substitute"


class Carried(StrEnum):
    """What finalists bring along: all points so far, nothing, or their average per hand."""

    ALL = "all"
    NOTHING = "nothing"
    AVERAGE = "average"
