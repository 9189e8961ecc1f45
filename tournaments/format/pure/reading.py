"""Reading settings, and those that do not go together, all named at once."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NamedTuple

from jassclub.core.errors import Finding
from jassclub.core.reader import Read, Refusal, members
from referee.rulebook.articles import PROFILES
from referee.rules.profile import Profile, load_profile
from tournaments.format.pure.awarding import OF_DIFFERENCES, Named, groups, named, prizes
from tournaments.format.pure.choices import (
    BY_RANKING,
    OF_SIDES,
    Carried,
    Control,
    Odd,
    Pairing,
    Seating,
)
from tournaments.format.pure.format import Cut, Format
from tournaments.format.pure.movements import duplicate, in_groups, mixed
from tournaments.format.pure.ranking_rule import (
    Combine,
    Count,
    Keep,
    MissingResult,
    RankingRule,
    Unit,
)
from tournaments.format.pure.setting import Setting, readers, settings_in

SET_ELSEWHERE = ("game", "sides", "hands", "matsch_bonus")
OWN_FIELDS = ("/hands", "/matsch_bonus")
TABLE = 4
"""People at a table, unless three are left over."""


def contradictions(format_: Format) -> list[Finding]:
    """Everything that keeps the settings from going together; empty for a format that works."""
    seats = (_teams, _pairing, in_groups, duplicate, mixed, _left_over)
    checks = (*seats, _control, _counted, _ties, groups, _final, prizes)
    rows = [row for check in checks for row in check(format_)]
    return [*profile_contradictions(format_), *_true(rows)]


def _true(rows: Named) -> list[Finding]:
    return [finding for is_so, finding in rows if is_so]


def profile_contradictions(format_: Format) -> list[Finding]:
    """Everything that keeps this event from being played by its profile and house rules."""
    if format_.profile not in PROFILES:
        return [named("profile_unknown", "profile", profile=format_.profile)]
    profile = load_profile(format_.profile)
    layered = profile.layer_findings(format_.table_rules(), "tournament")
    found = [*_true(_otherwise(format_, profile)), *map(_placed, layered)]
    if found:
        return found
    agreed = profile.with_layer(format_.table_rules(), "tournament")
    return _true([*_sum_not_fixed(format_, agreed), *_hands(format_, profile)])


def _otherwise(format_: Format, profile: Profile) -> Named:
    """What has its own field or follows from the game, and a profile made for something else."""
    game, sides = str(profile.game), str(profile.sides)
    seated = "single" if format_.seating is Seating.ALONE else "pairs"
    return [
        *(
            (key in format_.house_rules, named("set_elsewhere", f"house_rules/{key}", setting=key))
            for key in SET_ELSEWHERE
        ),
        (game != format_.game, named("game_of_profile", "profile", game=game)),
        (
            sides != seated or TABLE not in profile.players,
            named("seating_of_profile", "seating", sides=sides),
        ),
    ]


def _placed(found: Finding) -> Finding:
    """A finding of the layer, pointing to where its value stands in the format."""
    at = found.pointer if found.pointer in OWN_FIELDS else f"/house_rules{found.pointer}"
    return replace(found, pointer=at)


def _hands(format_: Format, profile: Profile) -> Named:
    """A round is a whole game where its hands are lines of a sheet, or have a card less each."""
    least, most = format_.use.hands(profile)
    code = "hands_exactly" if least == most else "hands_at_most"
    return [(not least <= format_.hands <= most, named(code, "hands", hands=most))]


def _sum_not_fixed(format_: Format, profile: Profile) -> Named:
    """A control sum needs hands that all make the same and count once."""
    if format_.adds == "nothing":
        known = format_.control is not Control.NONE
        return [(known, named("sum_not_fixed", "control", switch=format_.game))]
    factors = profile.multipliers.german + profile.multipliers.french
    points = not format_.use.differences
    broken = {
        "weis": points and profile.weis,
        "stoeck": points and profile.stoeck,
        "multipliers": points and any(factor != 1 for _contract, factor in factors),
        "last_trick": format_.adds == "cards" and profile.last_trick != 5,
    }
    return [
        (is_so, replace(named("sum_not_fixed", "profile", switch=switch), article="letzter-stich"))
        for switch, is_so in broken.items()
    ]


def _teams(format_: Format) -> Named:
    size, best = format_.team_size, format_.team_best
    is_teams = format_.seating is Seating.TEAMS
    return [
        (is_teams and size is None, named("team_size_missing", "team_size")),
        (not is_teams and size is not None, named("no_teams", "team_size")),
        (not is_teams and best is not None, named("no_teams", "team_best")),
        (is_teams and bool(size and size % 2), named("team_size_odd", "team_size", size=size)),
        (
            is_teams and bool(size and best and best > size),
            named("more_than_the_team", "team_best", size=size),
        ),
    ]


def _pairing(format_: Format) -> Named:
    start, by = format_.standing_from, format_.pairing
    return [
        (
            by in OF_SIDES and not format_.in_teams,
            named("pairing_needs_pairs", "pairing", pairing=str(by)),
        ),
        (start == 1, named("no_standing_yet", "standing_from")),
        (
            start is not None and start > format_.rounds,
            named("beyond_rounds", "standing_from", rounds=format_.rounds),
        ),
        (
            by is Pairing.ROUND_ROBIN and start is not None,
            named("round_robin_is_planned", "standing_from"),
        ),
        (by in BY_RANKING and format_.rounds == 1, named("no_standing_yet", "pairing")),
        (
            by is Pairing.KNOCKOUT and start is not None,
            named("knockout_has_no_standing", "standing_from"),
        ),
    ]


def _left_over(format_: Format) -> Named:
    rule = format_.ranking
    sits_out = format_.odd is Odd.SIT_OUT and not format_.seats_three
    summed = rule.count.combine is Combine.SUM and rule.rank_points is None
    return [
        (
            format_.in_teams and format_.odd is Odd.STAND_IN,
            named("stand_in_fills_one_seat", "odd"),
        ),
        (
            sits_out and rule.missing is MissingResult.UNRANKED,
            named("sitting_out_costs_the_rank", "odd"),
        ),
        (
            rule.lower_wins and summed and rule.missing is MissingResult.SKIP,
            named("missing_round_wins", "ranking/missing"),
        ),
    ]


def _control(format_: Format) -> Named:
    apart = format_.use.differences
    charged = format_.control in (Control.SPLIT, Control.SCRIBE)
    return [
        (apart and charged, named("distances_cannot_be_charged", "control")),
        (
            format_.ranking.lower_wins != apart,
            named("wrong_way_round", "ranking/lower_wins", game=format_.game),
        ),
    ]


def _counted(format_: Format) -> Named:
    rule, rounds = format_.ranking, format_.preliminary_rounds
    number = rule.count.number
    by_round = rule.unit is Unit.ROUND
    hidden = rule.hidden_from
    return [
        (
            by_round and rule.count.keep is Keep.DROP and number >= rounds,
            named("drops_every_round", "ranking/count", rounds=rounds),
        ),
        (
            by_round and rule.count.keep is Keep.BEST and number > rounds,
            named("beyond_rounds", "ranking/count", rounds=rounds),
        ),
        (
            by_round and rule.minimum_units > rounds,
            named("beyond_rounds", "ranking/minimum_units", rounds=rounds),
        ),
        (
            hidden is not None and hidden > format_.rounds,
            named("beyond_rounds", "ranking/hidden_from", rounds=format_.rounds),
        ),
    ]


def _ties(format_: Format) -> Named:
    """Criteria that could never part anybody. Teams have no table of their own to meet at."""
    ties = format_.ranking.ties
    nobody_meets = "head_to_head" in ties and format_.seating is Seating.TEAMS
    return [
        (nobody_meets, named("nobody_meets", "ranking/ties")),
        *(
            (
                tie in ties and format_.use.differences is not of_differences,
                named("not_counted_here", "ranking/ties", what=tie),
            )
            for tie, of_differences in OF_DIFFERENCES.items()
        ),
    ]


def _final(format_: Format) -> Named:
    final, rule = format_.final, format_.ranking
    weighted = rule.final_weight > 1
    in_it = final.rounds if final else 0
    by_round = rule.unit is Unit.ROUND
    fresh = final is not None and final.carried is Carried.NOTHING
    return [
        (in_it >= format_.rounds, named("final_leaves_no_round", "final/rounds")),
        *_knockout_final(format_),
        (by_round and weighted and not in_it, named("no_final_to_weigh", "ranking/final_weight")),
        (not by_round and in_it > 0, named("season_has_its_own_final", "final/rounds")),
        (weighted and bool(in_it) and fresh, named("weight_of_nothing", "ranking/final_weight")),
    ]


def _knockout_final(format_: Format) -> Named:
    final = format_.final
    if final is None:
        return []
    places = final.places.places
    sides = places if isinstance(places, int) else 0
    needed = max(0, sides - 1).bit_length()
    both = format_.pairing is Pairing.KNOCKOUT and final.rounds > 0
    return [
        (both, named("knockout_is_its_final", "final/rounds")),
        (
            final.knockout and not format_.in_teams,
            named("pairing_needs_pairs", "final/knockout", pairing=str(Pairing.KNOCKOUT)),
        ),
        (
            final.knockout and final.rounds < max(1, needed),
            named("knockout_needs_rounds", "final/rounds", needed=max(1, needed), sides=sides),
        ),
    ]


NO_RULE = "a rule is an object"


class FormatReading(NamedTuple):
    """The format, or None and what is wrong with it."""

    format: Format | None
    findings: tuple[Finding, ...]


class RuleReading(NamedTuple):
    """The rule, or None and what is wrong with it."""

    rule: RankingRule | None
    findings: tuple[Finding, ...]


def as_json(value: Any) -> Any:
    """Settings in values that a JSON writer takes; reading them gives the same settings again."""
    if isinstance(value, Count | Fraction | StrEnum):
        return str(value)
    if isinstance(value, Cut):
        return as_json(value.places)
    if is_dataclass(value):
        return {item.name: as_json(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, Mapping):
        return {key: as_json(inner) for key, inner in value.items()}
    return [as_json(inner) for inner in value] if isinstance(value, tuple) else value


def read_format(data: object, *, base: Format | None = None) -> FormatReading:
    """A format from an object with any of the settings; absent ones come from `base`.

    `ranking` is filled up from the ranking of the base; `final`, `house_rules` and `prizes`
    replace those of the base whole.
    """
    format_, findings = _read(data, base or Format())
    findings = findings or contradictions(format_)
    return FormatReading(None if findings else format_, tuple(findings))


@lru_cache(maxsize=256)
def stored_format(text: str) -> Format:
    """The JSON of a format as it was checked and stored; whether its settings go together is
    settled. A text is read once a process, however often it is asked for."""
    format_, findings = _read(json.loads(text), Format())
    if findings:
        raise Refusal(findings)
    return format_


def _read(data: object, base: Format) -> tuple[Format, list[Finding]]:
    values, findings = members(
        data, {**readers(Format), "ranking": partial(_ranking, base.ranking)}
    )
    return (base if findings else replace(base, **values)), findings


def _ranking(base: RankingRule, value: Any) -> RankingRule:
    reading = read_rule(value, default=base)
    if reading.rule is None:
        raise Refusal(reading.findings)
    return reading.rule


def read_rule(data: object, *, default: RankingRule | None = None) -> RuleReading:
    """A rule from an object with any of the fields; absent ones come from `default`."""
    values, findings = members(data, _reasoned(RankingRule), text=NO_RULE)
    if findings:
        return RuleReading(None, tuple(findings))
    try:
        return RuleReading(replace(default or RankingRule(), **values), ())
    except ValueError as error:
        return RuleReading(None, (Finding("rule_contradicts", "", str(error)),))


def _reasoned(kind: Any) -> dict[str, Read]:
    """The readers of a rule: whatever is unreadable in it has one code, and the reason in words."""
    return {name: partial(_in_words, setting) for name, setting in settings_in(kind).items()}


def _in_words(setting: Setting, value: Any) -> Any:
    if setting.inside and not (setting.optional and value is None):
        values, findings = members(value, _reasoned(setting.inside), text=NO_RULE)
        if findings:
            raise ValueError("; ".join(map(str, findings)))
        return setting.inside(**values)
    try:
        return setting.read(value)
    except Refusal as refusal:
        raise ValueError(refusal.findings[0].text) from None
