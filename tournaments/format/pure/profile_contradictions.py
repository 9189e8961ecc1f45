"""The profile of the hands, with the house rules on it, beside the settings of the event."""

from collections.abc import Iterator
from dataclasses import replace

from jassclub.core.findings import Finding
from referee.rulebook.shelf import PROFILES
from referee.rules.profile import Profile, load_profile
from tournaments.format.pure.choices import Game, Seating
from tournaments.format.pure.format import Format

SET_ELSEWHERE = ("game", "sides", "hands", "matsch_bonus")
OWN_FIELDS = ("/hands", "/matsch_bonus")


def profile_contradictions(format_: Format) -> list[Finding]:
    """Everything that keeps this event from being played by its profile and house rules."""
    if format_.profile not in PROFILES:
        params = {"profile": format_.profile}
        return [Finding(code="profile_unknown", pointer="/profile", params=params)]
    profile = load_profile(format_.profile)
    layered = profile.layer_findings(format_.table_rules(), "tournament")
    found = [*_set_elsewhere(format_), *_played_otherwise(format_, profile), *map(_placed, layered)]
    if not found:
        found += _sum_not_fixed(profile.with_layer(format_.table_rules(), "tournament"))
    return found


def _set_elsewhere(format_: Format) -> Iterator[Finding]:
    """House rules about what has its own field or follows from the game."""
    for key in SET_ELSEWHERE:
        if key in format_.house_rules:
            yield Finding(
                code="set_elsewhere", pointer=f"/house_rules/{key}", params={"setting": key}
            )


def _played_otherwise(format_: Format, profile: Profile) -> Iterator[Finding]:
    sides = "single" if format_.seating is Seating.ALONE else "pairs"
    if profile.game != format_.game:
        yield Finding(
            code="game_of_profile", pointer="/profile", params={"game": str(profile.game)}
        )
    if profile.sides != sides:
        yield Finding(
            code="seating_of_profile", pointer="/seating", params={"sides": str(profile.sides)}
        )


def _placed(found: Finding) -> Finding:
    """A finding of the layer, pointing to where its value stands in the format."""
    at = found.pointer if found.pointer in OWN_FIELDS else f"/house_rules{found.pointer}"
    return replace(found, pointer=at)


def _sum_not_fixed(profile: Profile) -> Iterator[Finding]:
    """A control sum needs hands that all make the same and count once."""
    factors = profile.multipliers.german + profile.multipliers.french
    broken = {
        "weis": profile.weis,
        "stoeck": profile.stoeck,
        "multipliers": any(factor != 1 for _contract, factor in factors),
        "last_trick": profile.last_trick != 5,
    }
    if profile.game == Game.DIFFERENZLER:
        broken = {"last_trick": broken["last_trick"]}
    for switch in (switch for switch, is_broken in broken.items() if is_broken):
        yield Finding(
            code="sum_not_fixed",
            pointer="/profile",
            article="letzter-stich",
            params={"switch": switch},
        )
