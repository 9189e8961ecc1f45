"""Switches that contradict each other, whichever layer they come from."""

from jassclub.core.errors import Finding, pointer
from referee.rules.profile_fields import SUITS, TURNING, Switches

Rows = list[tuple[bool, Finding]]


def contradictions(switches: Switches) -> list[Finding]:
    """All contradictions of a profile; an empty list when it can be played."""
    rules = (_predictions, _tournament, _factors, _cards_only, _fixed_sum, _pairs_are_four)
    return [finding for rule in rules for is_so, finding in rule(switches) if is_so]


def _clash(code: str, path: str, article: str | None = None, **params: object) -> Finding:
    return Finding(code=code, pointer=pointer(*path.split(".")), article=article, params=params)


def _predictions(switches: Switches) -> Rows:
    options = switches.differenzler
    hidden = options.predictions == "hidden"
    incentive, phone = options.dealer_incentive > 0, options.sealed_entry == "phone"
    path, article = "differenzler.dealer_incentive", "differenzler.geberanreiz"
    return [
        (hidden and incentive, _clash("incentive_needs_open", path, article)),
        (
            hidden and not options.dealer_may_fit,
            _clash("fit_needs_open", "differenzler.dealer_may_fit"),
        ),
        (not hidden and phone, _clash("sealed_needs_hidden", "differenzler.sealed_entry")),
    ]


def _tournament(switches: Switches) -> Rows:
    if not switches.tournament:
        return []
    turning = _turning(switches)
    return [
        *(
            (True, _clash("slalom_needs_start", "slalom_values", contract=contract))
            for contract in turning
        ),
        (switches.helps, _clash("helps_in_tournament", "helps", "fragen")),
    ]


def _turning(switches: Switches) -> list[str]:
    """The first contract that changes its direction and is not counted by where it started."""
    if switches.slalom_values == "start":
        return []
    return [name for name in switches.contracts if name.split("_")[0] in TURNING][:1]


def _factors(switches: Switches) -> Rows:
    """Every contract has a factor."""
    return [
        (
            contract not in switches.multipliers.by_deck[deck],
            _clash("factor_missing", f"multipliers.{deck}", contract=contract, deck=deck),
        )
        for deck in switches.decks
        for name in switches.contracts
        for contract in (SUITS[deck] if name == "trump" else (name,))
    ]


def _cards_only(switches: Switches) -> Rows:
    """A Differenzler counts cards only."""
    played = switches.game == "differenzler"
    return [
        (
            played and bool(getattr(switches, path)),
            _clash("differenzler_cards_only", path, "differenzler.spieler", switch=path),
        )
        for path in ("weis", "stoeck", "matsch_bonus", "push")
    ]


def _fixed_sum(switches: Switches) -> Rows:
    """A sum can be known beforehand only where each hand makes the same and counts once."""
    factors = switches.multipliers.german + switches.multipliers.french
    broken = {
        "weis": switches.weis,
        "stoeck": switches.stoeck,
        "slalom_values": bool(_turning(switches)),
        "multipliers": any(factor != 1 for _contract, factor in factors),
    }
    return [
        (
            is_broken and switches.game == "passen",
            _clash("passe_needs_fixed_sum", path, "matchpraemie", switch=path),
        )
        for path, is_broken in broken.items()
    ]


def _pairs_are_four(switches: Switches) -> Rows:
    wrong = switches.in_pairs and switches.players != (4,)
    return [(wrong, _clash("pairs_are_four", "players"))]
