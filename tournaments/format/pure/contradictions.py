"""Settings that do not go together, all named at once."""

from collections.abc import Iterator

from referee.rulebook.shelf import PROFILES
from referee.rules.finding import Finding
from referee.rules.profile import load_profile
from tournaments.format.pure.choices import Carried, Control, Game, Odd, Pairing, Seating
from tournaments.format.pure.counting import Combine, Keep
from tournaments.format.pure.format import Format
from tournaments.format.pure.prizes import PrizeKind
from tournaments.format.pure.profile_contradictions import profile_contradictions
from tournaments.format.pure.ranking_rule import MissingResult, Unit

IN_PAIRS = (Seating.PAIRS, Seating.TEAMS)
NEEDS = {"exact": (Game.DIFFERENZLER,), "matsches": (Game.SCHIEBER, Game.HANDJASS)}
"""What is only counted in some games."""

Named = Iterator[tuple[bool, Finding]]


def contradictions(chosen: Format) -> list[Finding]:
    """Everything that keeps the settings from going together; empty for a format that works."""
    checks = (_teams, _pairing, _left_over, _control, _counted, _ties, _final, _prizes)
    found = [finding for check in checks for is_so, finding in check(chosen) if is_so]
    return [*profile_contradictions(chosen), *found]


def _named(code: str, at: str, **params: object) -> Finding:
    return Finding(code=code, pointer=f"/{at}", params=params)


def _teams(chosen: Format) -> Named:
    size, best = chosen.team_size, chosen.team_best
    is_teams = chosen.seating is Seating.TEAMS
    yield is_teams and size is None, _named("team_size_missing", "team_size")
    yield not is_teams and size is not None, _named("no_teams", "team_size")
    yield not is_teams and best is not None, _named("no_teams", "team_best")
    yield is_teams and bool(size and size % 2), _named("team_size_odd", "team_size", size=size)
    yield (
        is_teams and bool(size and best and best > size),
        _named("more_than_the_team", "team_best", size=size),
    )


def _pairing(chosen: Format) -> Named:
    start, by = chosen.standing_from, chosen.pairing
    sides = chosen.seating in IN_PAIRS
    needs_sides = by in (Pairing.ROUND_ROBIN, Pairing.SWISS)
    follows = by in (Pairing.SWISS, Pairing.BY_STANDING)
    yield needs_sides and not sides, _named("pairing_needs_pairs", "pairing", pairing=str(by))
    yield start == 1, _named("no_standing_yet", "standing_from")
    yield (
        start is not None and start > chosen.rounds,
        _named("beyond_rounds", "standing_from", rounds=chosen.rounds),
    )
    yield (
        by is Pairing.ROUND_ROBIN and start is not None,
        _named("round_robin_is_planned", "standing_from"),
    )
    yield follows and chosen.rounds == 1, _named("no_standing_yet", "pairing")


def _left_over(chosen: Format) -> Named:
    rule = chosen.ranking
    in_pairs = chosen.seating in IN_PAIRS
    sits_out = chosen.odd is Odd.SIT_OUT and not seats_three(chosen)
    yield in_pairs and chosen.odd is Odd.STAND_IN, _named("stand_in_fills_one_seat", "odd")
    yield (
        sits_out and rule.missing is MissingResult.UNRANKED,
        _named("sitting_out_costs_the_rank", "odd"),
    )
    summed = rule.count.combine is Combine.SUM and rule.rank_points is None
    yield (
        rule.lower_wins and summed and rule.missing is MissingResult.SKIP,
        _named("missing_round_wins", "ranking/missing"),
    )


def seats_three(chosen: Format) -> bool:
    """Whether the game can be played at a table of three, so that hardly anybody is left over."""
    if chosen.seating is not Seating.ALONE or chosen.profile not in PROFILES:
        return False
    return 3 in load_profile(chosen.profile).players


def _control(chosen: Format) -> Named:
    apart = chosen.game is Game.DIFFERENZLER
    charged = chosen.control in (Control.SPLIT, Control.SCRIBE)
    yield apart and charged, _named("distances_cannot_be_charged", "control")
    yield (
        chosen.ranking.lower_wins != apart,
        _named("wrong_way_round", "ranking/lower_wins", game=str(chosen.game)),
    )


def _counted(chosen: Format) -> Named:
    rule, rounds = chosen.ranking, chosen.preliminary_rounds
    number = rule.count.number
    by_round = rule.unit is Unit.ROUND
    hidden = rule.hidden_from
    yield (
        by_round and rule.count.keep is Keep.DROP and number >= rounds,
        _named("drops_every_round", "ranking/count", rounds=rounds),
    )
    yield (
        by_round and rule.count.keep is Keep.BEST and number > rounds,
        _named("beyond_rounds", "ranking/count", rounds=rounds),
    )
    yield (
        by_round and rule.minimum_units > rounds,
        _named("beyond_rounds", "ranking/minimum_units", rounds=rounds),
    )
    yield (
        hidden is not None and hidden > chosen.rounds,
        _named("beyond_rounds", "ranking/hidden_from", rounds=chosen.rounds),
    )


def _ties(chosen: Format) -> Named:
    """Criteria that could never part anybody. Teams have no table of their own to meet at."""
    ties = chosen.ranking.ties
    yield (
        "head_to_head" in ties and chosen.seating is Seating.TEAMS,
        _named("nobody_meets", "ranking/ties"),
    )
    for tie, games in NEEDS.items():
        yield (
            tie in ties and chosen.game not in games,
            _named("not_counted_here", "ranking/ties", what=tie),
        )


def _final(chosen: Format) -> Named:
    final, rule = chosen.final, chosen.ranking
    weighted = rule.final_weight > 1
    in_it = final.rounds if final else 0
    by_round = rule.unit is Unit.ROUND
    yield in_it >= chosen.rounds, _named("final_leaves_no_round", "final/rounds")
    yield by_round and weighted and not in_it, _named("no_final_to_weigh", "ranking/final_weight")
    yield not by_round and in_it > 0, _named("season_has_its_own_final", "final/rounds")
    fresh = final is not None and final.carried is Carried.NOTHING
    yield weighted and bool(in_it) and fresh, _named("weight_of_nothing", "ranking/final_weight")


def _prizes(chosen: Format) -> Named:
    for place, prize in enumerate(chosen.prizes):
        games = NEEDS.get(prize.kind)
        yield (
            games is not None and chosen.game not in games,
            _named("not_counted_here", f"prizes/{place}/kind", what=str(prize.kind)),
        )
        yield (
            prize.kind is PrizeKind.NEAREST and chosen.game is Game.DIFFERENZLER,
            _named("not_counted_here", f"prizes/{place}/kind", what=str(prize.kind)),
        )
