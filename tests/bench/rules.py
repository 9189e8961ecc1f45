"""The rules kernel beside jass-kit, on the same seeded deals in the same process.

Both play every hand with the same choices, so that they play the same cards; deals on which
jass-kit allows other cards (it compares two ruffs by card number, not by rank) are left out; they
may be a tenth at most. Times are processor time, taken in turns, the fastest of several rounds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from time import process_time
from typing import Any, NamedTuple

from referee.rules.legality import legal_mask, play_out
from referee.rules.modes import Mode, Ranking, TrickMode, ranking
from referee.rules.weis import weis_points
from tests.bench import Figure

SEED = 36
TICK = 0.01
ROUNDS = 7
CARDS = 36
PLAYOUT_GOAL = 12.0
LEGAL_GOAL = 10.0
WEIS_FLOOR = 1_500_000.0
AGREEING = 0.9
"""Share of deals and of questions on which the peer has to say the same."""
HOLDINGS = 100_000
PEER = "jass-kit 2.0.5"


class Deal(NamedTuple):
    """Four hands as masks, what is played, and a number for the choice of every card."""

    hands: list[int]
    mode: Mode
    choices: list[int]


class Query(NamedTuple):
    """One question for the legal cards."""

    hand: int
    trick: list[int]
    table: Ranking
    mode: TrickMode


def measure(*, full: bool) -> Iterator[Figure]:
    """Hands, queries and holdings a second; ten times as many deals when full."""
    deals = _deals(4_000 if full else 400)
    kit = JassKit.installed()
    if kit is None:
        yield from _alone(deals)
    else:
        yield from _beside(kit, deals)
    yield from _weis()


def _alone(deals: list[Deal]) -> Iterator[Figure]:
    missing = f"{PEER} is not installed"
    queries = _queries(deals)
    playouts = _rates([lambda: _play_all(deals)], len(deals))
    legal = _rates([lambda: _ask_all(queries)], len(queries))
    yield Figure(name="full legal random playouts", value=playouts[0], unit="hands/s", peer=missing)
    yield Figure(name="legal cards", value=legal[0], unit="queries/s", peer=missing)


def _beside(kit: JassKit, deals: list[Deal]) -> Iterator[Figure]:
    agreed = [deal for deal in deals if kit.plays_alike(deal)]
    _require_agreement(len(agreed), len(deals))
    deals = agreed
    prepared = [kit.prepare(deal) for deal in deals]
    ours, same, own = _rates(
        [
            lambda: _play_all(deals),
            lambda: [kit.play(deal) for deal in prepared],
            lambda: [kit.play_as_its_agent(deal) for deal in prepared],
        ],
        len(deals),
    )
    for name, peer, rate in (("same choices", PEER, same), ("its random agent", PEER, own)):
        yield Figure(
            name=f"full legal random playouts, {name}", value=ours, unit="hands/s",
            peer=peer, peer_value=rate, goal=PLAYOUT_GOAL,
        )  # fmt: skip
    yield _legal_figure(kit, _queries(deals))


def _legal_figure(kit: JassKit, queries: list[Query]) -> Figure:
    agreed = [query for query in queries if kit.legal(kit.prepare_query(query)) == _ask(query)]
    _require_agreement(len(agreed), len(queries))
    queries, prepared = agreed, [kit.prepare_query(query) for query in agreed]
    ours, theirs = _rates([lambda: _ask_all(queries), lambda: kit.ask_all(prepared)], len(queries))
    return Figure(
        name="legal cards", value=ours, unit="queries/s",
        peer=PEER, peer_value=theirs, goal=LEGAL_GOAL,
    )  # fmt: skip


def _require_agreement(agreed: int, asked: int) -> None:
    if agreed < AGREEING * asked:
        raise AssertionError(f"the peer agrees on {agreed} of {asked} only")


def _weis() -> Iterator[Figure]:
    holdings = [hand for deal in _deals(HOLDINGS // 4) for hand in deal.hands]
    (rate,) = _rates([lambda: [weis_points(held) for held in holdings]], len(holdings))
    yield Figure(name="weis, one by one", value=rate, unit="holdings/s", floor=WEIS_FLOOR)


def _rates(works: Sequence[Callable[[], object]], count: int) -> list[float]:
    """Things a second of each work, which are done in turns; the fastest round counts."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for work, taken in zip(works, times, strict=True):
            start = process_time()
            work()
            taken.append(process_time() - start)
    # Some machines tell the time of a processor in hundredths: less than one is told as none.
    return [count / max(min(taken), TICK) for taken in times]


def _deals(count: int) -> list[Deal]:
    chance = random.Random(SEED)
    return [_deal(chance, Mode(TrickMode(number % len(TrickMode)))) for number in range(count)]


def _deal(chance: random.Random, mode: Mode) -> Deal:
    pack = list(range(CARDS))
    chance.shuffle(pack)
    hands = [sum(1 << card for card in pack[seat::4]) for seat in range(4)]
    return Deal(hands, mode, [chance.randrange(720_720) for _ in range(CARDS)])


def _play_all(deals: list[Deal]) -> None:
    for deal in deals:
        play_out(deal.hands, 0, deal.mode, deal.choices)


def _queries(deals: list[Deal]) -> list[Query]:
    """Every question that comes up when the deals are played."""
    return [query for deal in deals for query in _asked(deal)]


def _asked(deal: Deal) -> Iterator[Query]:
    held, table = list(deal.hands), ranking(deal.mode.start)
    played = play_out(deal.hands, 0, deal.mode, deal.choices)
    for leader, trick in zip(played.leaders, played.tricks, strict=True):
        for place, card in enumerate(trick):
            seat = (leader + place) % 4
            yield Query(held[seat], trick[:place], table, deal.mode.start)
            held[seat] ^= 1 << card


def _ask(query: Query) -> int:
    return legal_mask(query.hand, query.trick, query.table)


def _ask_all(queries: list[Query]) -> None:
    for hand, trick, table, _ in queries:
        legal_mask(hand, trick, table)


class JassKit:
    """jass-kit driven through its own simulator and rule; its cards run the other way round.

    Its card is 35 minus ours, its seats count clockwise. Arrays are made before the clock runs.
    """

    def __init__(self, numpy: Any, simulator: Any, rule: Any, agent: Any) -> None:
        self.numpy = numpy
        self.simulator = simulator
        self.rule = rule
        self.agent = agent

    @classmethod
    def installed(cls) -> JassKit | None:
        """The peer, None where it is not installed."""
        try:
            numpy = import_module("numpy")
            simulator = import_module("jass.game.game_sim").GameSim
            rule = import_module("jass.game.rule_schieber").RuleSchieber()
            agents = import_module("jass.agents.agent_cheating_random_schieber")
        except ImportError:
            return None
        return cls(numpy, simulator, rule, agents.AgentCheatingRandomSchieber())

    def prepare(self, deal: Deal) -> tuple[Any, int, list[int]]:
        hands = self.numpy.zeros((4, CARDS), self.numpy.int32)
        for seat, hand in enumerate(deal.hands):
            hands[-seat % 4] = self._row(hand)
        return hands, _their_mode(deal.mode.start), deal.choices

    def play(self, deal: tuple[Any, int, list[int]]) -> Any:
        """Its state after the hand, played with the given choices."""
        simulator = self._started(deal)
        state = simulator.state
        for number in deal[2]:
            cards = self.numpy.flatnonzero(self.rule.get_valid_cards_from_state(state))
            simulator.action_play_card(cards[-1 - number % len(cards)])
        return state

    def play_as_its_agent(self, deal: tuple[Any, int, list[int]]) -> Any:
        """Its state after the hand, played by its own random agent."""
        simulator = self._started(deal)
        for _ in range(CARDS):
            simulator.action_play_card(self.agent.action_play_card(simulator.state))
        return simulator.state

    def plays_alike(self, deal: Deal) -> bool:
        """Whether its hand takes the course of ours: same winners, same points."""
        state = self.play(self.prepare(deal))
        ours = play_out(deal.hands, 0, deal.mode, deal.choices)
        winners = [int(-seat % 4) for seat in state.trick_winner]
        tricks = [[35 - int(card) for card in trick] for trick in state.tricks]
        sides = [ours.points[0] + ours.points[2], ours.points[1] + ours.points[3]]
        return tricks == ours.tricks and winners == ours.winners and list(state.points) == sides

    def prepare_query(self, query: Query) -> tuple[Any, Any, int, int]:
        trick = self.numpy.full(4, -1, self.numpy.int32)
        trick[: len(query.trick)] = [35 - card for card in query.trick]
        return self._row(query.hand), trick, len(query.trick), _their_mode(query.mode)

    def legal(self, query: tuple[Any, Any, int, int]) -> int:
        """Its legal cards as our mask."""
        valid = self.rule.get_valid_cards(*query)
        return sum(1 << 35 - int(card) for card in self.numpy.flatnonzero(valid))

    def ask_all(self, queries: list[tuple[Any, Any, int, int]]) -> None:
        for hand, trick, move, mode in queries:
            self.rule.get_valid_cards(hand, trick, move, mode)

    def _started(self, deal: tuple[Any, int, list[int]]) -> Any:
        simulator = self.simulator(self.rule)
        simulator.init_from_cards(deal[0], dealer=1)
        simulator.action_trump(deal[1])
        return simulator

    def _row(self, mask: int) -> Any:
        bits = [mask >> 35 - card & 1 for card in range(CARDS)]
        return self.numpy.array(bits, self.numpy.int32)


def _their_mode(mode: TrickMode) -> int:
    """Their number of the mode; suits run the other way round."""
    return int(mode) if mode.trump is None else 3 - mode
