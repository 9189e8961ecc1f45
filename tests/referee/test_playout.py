"""Playing a deal out, and the benchmark that measures it."""

from referee.rules.cards import indices_of
from referee.rules.legality import legal_mask, play_out
from referee.rules.modes import Mode, ranking
from tests.bench import rules as bench
from tests.referee.positions import deal, numbers, seeded


def test_the_same_numbers_play_the_same_hand_and_others_another():
    rng = seeded(1)
    hands, first, second = deal(rng), numbers(rng), numbers(rng)
    mode = Mode.parse("H")
    assert play_out(hands, 2, mode, first) == play_out(hands, 2, mode, first)
    assert play_out(hands, 2, mode, first) != play_out(hands, 2, mode, second)


def test_a_number_picks_among_the_legal_cards_in_the_order_of_the_pack():
    rng = seeded(2)
    hands, chosen = deal(rng), numbers(rng)
    played = play_out(hands, 0, Mode.parse("H"), chosen)
    table = ranking(Mode.parse("H").start)
    lying: list[int] = []
    for seat in range(4):
        legal = indices_of(legal_mask(hands[seat], lying, table))
        lying.append(legal[chosen[seat] % len(legal)])
    assert played.tricks[0] == lying


def test_every_card_is_played_once_by_the_seat_that_held_it():
    rng = seeded(3)
    hands = deal(rng)
    played = play_out(hands, 3, Mode.parse("SLALOM_U"), numbers(rng))
    assert played.leaders == [3, *played.winners[:-1]]
    assert sorted(card for trick in played.tricks for card in trick) == list(range(36))
    for leader, trick in zip(played.leaders, played.tricks, strict=True):
        assert all(hands[(leader + at) % 4] >> card & 1 for at, card in enumerate(trick))


def test_the_benchmark_says_so_where_its_peer_is_not_installed(monkeypatch):
    monkeypatch.setattr(bench.JassKit, "installed", lambda: None)
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "HOLDINGS", 400)
    figures = list(bench.measure(full=False))
    assert [figure.unit for figure in figures] == ["hands/s", "queries/s", "holdings/s"]
    assert [figure.peer for figure in figures[:2]] == ["jass-kit 2.0.5 is not installed"] * 2
    assert all(figure.value > 0 for figure in figures)


def test_the_benchmark_asks_about_every_card_that_is_played():
    queries = bench._queries(bench._deals(6))
    assert len(queries) == 6 * 36
    assert all(bench._ask(query) for query in queries)
