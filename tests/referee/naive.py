"""The rules of play written a second time, slowly: sets of two-letter cards, no tables, no masks.

Shares no code with the kernel and is compared with it position by position.
"""

from itertools import combinations

SUITS = "DHSC"
RANKS = "6789TJQKA"
PACK = [suit + rank for suit in SUITS for rank in RANKS]
TRUMP_ORDER = "678TQKA9J"
COUNTS = {"T": 10, "J": 2, "Q": 3, "K": 4, "A": 11}


def points_of(card, mode):
    suit, rank = card
    if suit == mode:
        return {"J": 20, "9": 14}.get(rank, COUNTS.get(rank, 0))
    if mode in ("O", "U") and rank == "8":
        return 8
    if mode == "U" and rank in "6A":
        return 11 if rank == "6" else 0
    return COUNTS.get(rank, 0)


def beats(card, other, mode):
    """Whether `card`, played later, takes a trick that `other` was winning."""
    if card[0] == other[0]:
        order = TRUMP_ORDER if card[0] == mode else RANKS
        higher = order.index(card[1]) > order.index(other[1])
        return not higher if mode == "U" else higher
    return card[0] == mode


def winner(trick, mode, dead=(), *, sides=True, partner_ruff_rescues=False):
    live = [place for place in range(len(trick)) if trick[place] not in dead]
    if trick[0] not in dead:
        best = 0
        for place in live:
            if place != best and beats(trick[place], trick[best], mode):
                best = place
        return best
    in_question = [place for place in live if trick[place][0] in (trick[0][0], mode)]
    takers = [
        place
        for place in in_question
        if not any(beats(trick[p], trick[place], mode) for p in in_question if p != place)
    ]
    if not sides:
        return takers[0] if takers else 1
    if partner_ruff_rescues and takers == [2] and trick[2][0] == mode:
        return 2
    return 1


def may_play(card, hand, trick, mode, rule):
    """`rule` is a dict of undertrump, bauer_must_follow, only_trumps_must_overtrump, strict."""
    if not trick:
        return True
    led = trick[0][0]
    same = {held for held in hand if held[0] == led}
    trumps = {held for held in hand if held[0] == mode}
    if led == mode:
        exempt = set() if rule["bauer_must_follow"] else {mode + "J"}
        return card in same or same <= exempt
    if card not in trumps:
        return card in same or not same
    if same and rule["strict_follow"]:
        return False
    return may_ruff(card, hand, trick, mode, rule=rule, void=not same)


def may_ruff(card, hand, trick, mode, *, rule, void):
    ruffs = [played for played in trick if played[0] == mode]
    if goes_over(card, ruffs, mode) or rule["undertrump"] == "free":
        return True
    if all(held[0] == mode for held in hand):
        could_go_over = any(goes_over(held, ruffs, mode) for held in hand)
        return not (rule["only_trumps_must_overtrump"] and could_go_over)
    return rule["undertrump"] == "void" and void


def goes_over(card, ruffs, mode):
    return not any(beats(ruff, card, mode) for ruff in ruffs)


def legal(hand, trick, mode, rule):
    return {card for card in hand if may_play(card, hand, trick, mode, rule)}


def runs_of(hand):
    """All unbroken rows of three or more, as tuples of cards."""
    found = []
    for suit in SUITS:
        for start in range(9):
            for end in range(start + 3, 10):
                row = [suit + rank for rank in RANKS[start:end]]
                before = start and suit + RANKS[start - 1] in hand
                behind = end < 9 and suit + RANKS[end] in hand
                if set(row) <= hand and not before and not behind:
                    found.append(tuple(row))
    return found


def pieces_of(hand, run_values):
    """Every run of a listed length, also those inside longer rows."""
    for run in runs_of(hand):
        for size in run_values:
            for start in range(len(run) - size + 1):
                yield frozenset(run[start : start + size]), run_values[size]


def quartets_of(hand, quartet_values):
    for rank, value in quartet_values.items():
        four = frozenset(suit + rank for suit in SUITS)
        if four <= hand:
            yield four, value


def crossing_points(hand, run_values, quartet_values):
    runs = sum(run_values[len(run)] for run in runs_of(hand))
    return runs + sum(value for _, value in quartets_of(hand, quartet_values))


def disjoint_points(hand, run_values, quartet_values):
    """The most that melds without a common card can bring, by trying them all."""
    melds = [*pieces_of(hand, run_values), *quartets_of(hand, quartet_values)]
    return max(
        sum(value for _, value in chosen)
        for size in range(4)
        for chosen in combinations(melds, size)
        if sum(len(cards) for cards, _ in chosen) == len(frozenset().union(*(c for c, _ in chosen)))
    )
