"""Switches that contradict each other, whichever layer they come from."""

from collections.abc import Callable, Iterator

from jassclub.core.errors import Finding, pointer
from referee.rules.profile_fields import SUITS, TURNING, Switches

Rule = Callable[[Switches], Iterator[Finding]]


def contradictions(switches: Switches) -> list[Finding]:
    """All contradictions of a profile; an empty list when it can be played."""
    return [finding for rule in _RULES for finding in rule(switches)]


def _clash(code: str, path: str, article: str | None = None, **params: object) -> Finding:
    return Finding(code=code, pointer=pointer(*path.split(".")), article=article, params=params)


def _incentive_needs_open(switches: Switches) -> Iterator[Finding]:
    options = switches.differenzler
    if options.dealer_incentive and options.predictions == "hidden":
        yield _clash(
            "incentive_needs_open", "differenzler.dealer_incentive", "differenzler.geberanreiz"
        )


def _fit_needs_open(switches: Switches) -> Iterator[Finding]:
    options = switches.differenzler
    if not options.dealer_may_fit and options.predictions == "hidden":
        yield _clash("fit_needs_open", "differenzler.dealer_may_fit")


def _phone_needs_hidden(switches: Switches) -> Iterator[Finding]:
    options = switches.differenzler
    if options.sealed_entry == "phone" and options.predictions == "open":
        yield _clash("sealed_needs_hidden", "differenzler.sealed_entry")


def _slalom_in_tournament(switches: Switches) -> Iterator[Finding]:
    turning = [name for name in switches.contracts if name.split("_")[0] in TURNING]
    if switches.tournament and turning and switches.slalom_values != "start":
        yield _clash("slalom_needs_start", "slalom_values", contract=turning[0])


def _every_contract_has_a_factor(switches: Switches) -> Iterator[Finding]:
    for deck in switches.decks:
        for name in switches.contracts:
            for contract in SUITS[deck] if name == "trump" else (name,):
                if switches.multipliers.of(deck, contract) is None:
                    yield _clash(
                        "factor_missing", f"multipliers.{deck}", contract=contract, deck=deck
                    )


def _differenzler_counts_cards_only(switches: Switches) -> Iterator[Finding]:
    if switches.game != "differenzler":
        return
    for path in ("weis", "stoeck", "matsch_bonus", "push"):
        if getattr(switches, path):
            yield _clash("differenzler_cards_only", path, "differenzler.spieler", switch=path)


def _passe_has_a_fixed_sum(switches: Switches) -> Iterator[Finding]:
    """A sum can be known beforehand only where each hand makes the same and counts once."""
    if switches.game != "passen":
        return
    turning = any(name.split("_")[0] in TURNING for name in switches.contracts)
    factors = switches.multipliers.german + switches.multipliers.french
    broken = {
        "weis": switches.weis,
        "stoeck": switches.stoeck,
        "slalom_values": turning and switches.slalom_values != "start",
        "multipliers": any(factor != 1 for _contract, factor in factors),
    }
    for path in (path for path, is_broken in broken.items() if is_broken):
        yield _clash("passe_needs_fixed_sum", path, "matchpraemie", switch=path)


def _pairs_are_four(switches: Switches) -> Iterator[Finding]:
    if switches.in_pairs and switches.players != (4,):
        yield _clash("pairs_are_four", "players")


def _no_helps_in_a_tournament(switches: Switches) -> Iterator[Finding]:
    if switches.tournament and switches.helps:
        yield _clash("helps_in_tournament", "helps", "fragen")


_RULES: tuple[Rule, ...] = (
    _incentive_needs_open,
    _fit_needs_open,
    _phone_needs_hidden,
    _slalom_in_tournament,
    _no_helps_in_a_tournament,
    _every_contract_has_a_factor,
    _differenzler_counts_cards_only,
    _passe_has_a_fixed_sum,
    _pairs_are_four,
)
