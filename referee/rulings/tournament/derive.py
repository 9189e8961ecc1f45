"""The sums of a tournament: control sums, points for ranks, ties; and of contracts told in points
(articles turnier.kontrollsumme, turnier.jahreswertung, turnier.gleichstand, turnier.coiffeur,
turnier.misere, turnier.slalom, jassverzeichnis.sidi-barrani).
"""

from itertools import zip_longest

from referee.rules.modes import TrickMode, ranking
from referee.rulings.case import Binding, Case, Derivation, given
from referee.rulings.facts import UNKNOWN

_CARDS = sum(ranking(TrickMode.EICHELN).points)
RANK_POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
"""What the first ten ranks bring; every other brings as much as the tenth."""
COUNTED = 3
"""How many of the rounds before a final count."""
_FEWEST_WINS = ("differenzler", "hae", "free-lowest")


def hand_points(case: Case) -> int:
    """All points of a hand without any bonus."""
    return _CARDS + case.profile.last_trick


def _accounts(case: Case) -> int:
    """How often each point stands on an account: partners each write what their side made."""
    return 2 if case.get("accounts") == "players" else 1


@given("hands")
def _passe_points(case: Case) -> object:
    return case.number("hands") * hand_points(case) * _accounts(case)


@given("hands", "matches")
def _passe_points_with_matsch(case: Case) -> object:
    bonus = case.number("matches") * case.profile.matsch_bonus
    return (case.number("hands") * hand_points(case) + bonus) * _accounts(case)


def _due(case: Case) -> object:
    """What the accounts have to add up to; UNKNOWN where the Matsche are not told that count."""
    with_matsch = case.profile.matsch_bonus and case.get("matsch") is not False
    return _passe_points_with_matsch(case) if with_matsch else _passe_points(case)


@given("found")
def _too_much(case: Case) -> object:
    """What the accounts hold too much; negative where points are missing."""
    due = _due(case) if case.has("accounts") else UNKNOWN
    return case.number("found") - due if isinstance(due, int) else UNKNOWN


def _passe_right(case: Case) -> object:
    over = _too_much(case)
    return over == 0 if over != UNKNOWN else UNKNOWN


def _half(case: Case) -> object:
    """What each of two sides bears; a point that cannot be halved is nobody's law."""
    over = _too_much(case)
    return over // 2 if isinstance(over, int) and not over % 2 else UNKNOWN


def rank_points(rank: int) -> int:
    """The points of a rank, counted from 1."""
    return RANK_POINTS[min(rank, len(RANK_POINTS)) - 1]


@given("rank")
def _points_of_rank(case: Case) -> object:
    rank = case.number("rank")
    return rank_points(rank) if rank >= 1 else UNKNOWN


@given("ranks")
def _ranked(case: Case) -> object:
    """The points of the rounds, the best first."""
    ranks = case.numbers("ranks")
    return sorted(map(rank_points, ranks), reverse=True) if min(ranks, default=0) >= 1 else UNKNOWN


def _rounds_points(case: Case) -> object:
    """What the rounds before the final bring."""
    points = _ranked(case)
    return sum(points[:COUNTED]) if isinstance(points, list) else UNKNOWN


@given("final_rank")
def _season_points(case: Case) -> object:
    rounds, final = _rounds_points(case), case.number("final_rank")
    return rounds + 2 * rank_points(final) if isinstance(rounds, int) and final >= 1 else UNKNOWN


def _bears_difference(case: Case) -> object:
    """Who bears a difference, where the table has agreed on it."""
    return {"split": "split", "scribe": "scorekeeper"}.get(case.profile.passe.difference)


def _plays_staecherei(case: Case) -> object:
    return "staecherei" if case.profile.slug == "staecherei" else None


def _fewest(case: Case) -> object:
    """Whether the smaller number is the better one; UNKNOWN where the table says neither."""
    if "fewest" in case.told:
        return case.get("fewest")
    low = case.profile.game in _FEWEST_WINS
    return low if low or case.profile.tournament else UNKNOWN


def _better_passe(case: Case) -> object:
    """Who has the best passe, then the second best and so on."""
    if (fewest := _fewest(case)) == UNKNOWN:
        return UNKNOWN
    sign = -1 if fewest else 1
    first, second = (
        sorted((sign * points for points in case.numbers(name)), reverse=True)
        for name in ("first_passes", "second_passes")
    )
    for one, other in zip_longest(first, second):
        if one != other:
            return UNKNOWN if None in (one, other) else "first" if one > other else "second"
    return "equal"


@given("made")
def _others_points(case: Case) -> object:
    """What the others took, and what a side writes that wanted to take little."""
    return hand_points(case) - case.number("made")


@given("made", "factor")
def _misere_points(case: Case) -> object:
    return (hand_points(case) - case.number("made")) * case.number("factor")


@given("made", "factor")
def _line_points(case: Case) -> object:
    return case.number("made") * case.number("factor")


@given("factor")
def _line_matsch(case: Case) -> object:
    profile = case.profile
    bonus = profile.matsch_bonus
    factor = case.number("factor")
    return hand_points(case) * factor + bonus * (factor if profile.matsch_multiplied else 1)


_TIMES = {"single": 1, "double": 2, "redouble": 4}


@given("bid", "made", "doubled")
def _sidi_bidder(case: Case) -> object:
    kept = case.number("made") >= case.number("bid")
    return case.number("made") + (_sidi_bonus(case) if kept else 0)


@given("bid", "made", "doubled")
def _sidi_others(case: Case) -> object:
    kept = case.number("made") >= case.number("bid")
    return hand_points(case) - case.number("made") + (0 if kept else _sidi_bonus(case))


def _sidi_bonus(case: Case) -> int:
    return case.number("bid") * _TIMES[str(case.get("doubled"))]


@given("start", "trick_number")
def _direction(case: Case) -> object:
    """In which direction a trick of a Slalom counts; tricks are counted from 1."""
    other = {"O": "U", "U": "O"}
    start = str(case.get("start"))
    return start if case.number("trick_number") % 2 else other[start]


DERIVATIONS: dict[str, Derivation] = {
    "passe_right": Derivation(
        needs=("found", "hands", "accounts"), also=("matches", "matsch"), find=_passe_right
    ),
    "bears_difference": Derivation(needs=(), find=_bears_difference),
    "plays_staecherei": Derivation(needs=(), find=_plays_staecherei),
    "better_passe": Derivation(
        needs=("first_passes", "second_passes"), also=("fewest",), find=_better_passe
    ),
    "sidi_kept": Derivation(
        needs=("bid", "made"), find=lambda case: case.number("made") >= case.number("bid")
    ),
}

BINDINGS: dict[str, Binding] = {
    "passe_points": _passe_points,
    "passe_points_with_matsch": _passe_points_with_matsch,
    "too_much": _too_much,
    "half_too_much": _half,
    "points_of_rank": _points_of_rank,
    "rounds_points": _rounds_points,
    "season_points": _season_points,
    "others_points": _others_points,
    "misere_points": _misere_points,
    "line_points": _line_points,
    "line_matsch": _line_matsch,
    "sidi_bidder": _sidi_bidder,
    "sidi_others": _sidi_others,
    "slalom_direction": _direction,
}
