"""What does not go together about prizes and the rankings that they are for."""

from jassclub.core.errors import Finding
from tournaments.format.pure.choices import Pairing, PrizeKind
from tournaments.format.pure.format import Format

OF_DIFFERENCES = {"exact": True, "matsches": False, PrizeKind.NEAREST: False}
"""What is only counted where differences are counted, or only where points are."""
Named = list[tuple[bool, Finding]]
"""Whether it is so, and what is said then."""


def named(code: str, at: str, **params: object) -> Finding:
    """A finding about the setting at a place."""
    return Finding(code=code, pointer=f"/{at}", params=params)


def groups(format_: Format) -> Named:
    """Who is out of a knock-out has played less: there sums say nothing. A prize needs its list."""
    knockout = format_.pairing is Pairing.KNOCKOUT
    best = {PrizeKind.CLUB: format_.club_best, PrizeKind.SQUAD: format_.squad_best}
    return [
        *(
            (knockout and number is not None, named("knockout_has_no_sums", f"{kind}_best"))
            for kind, number in best.items()
        ),
        *(
            (best[prize.kind] is None, named("no_such_ranking", f"prizes/{place}/kind"))
            for place, prize in enumerate(format_.prizes)
            if prize.kind in best
        ),
        *(
            (bool(prize.category), named("groups_have_no_category", f"prizes/{place}/category"))
            for place, prize in enumerate(format_.prizes)
            if prize.kind in best
        ),
    ]


def prizes(format_: Format) -> Named:
    return [
        (
            OF_DIFFERENCES.get(prize.kind) is (not format_.use.differences),
            named("not_counted_here", f"prizes/{place}/kind", what=str(prize.kind)),
        )
        for place, prize in enumerate(format_.prizes)
    ]
