"""Hands that were not simply played out, and claims on a slip: good and bad."""

import pytest
from hypothesis import given, strategies as st

from scoring.games.base import SlipError
from scoring.games.card_sums import possible_after
from scoring.games.claims import COMMON
from scoring.games.schieber.kind import Schieber
from tests.scoring.games.cast import JSON, errors, found, game, table_of, totals

BOOK = table_of("jassregeln")
TRIPLE = table_of("schieber-2500")
BERG = table_of("jassregeln", {"berg": True})
LATE_BERG = table_of("jassregeln", {"berg": True, "berg_decided": "end_of_hand"})
CUP = table_of("turnier-einzelschieber")
WHAT = table_of("what-is-jass", deck="french")
TURNING = table_of("jassregeln", {"contracts": ["trump", "SLALOM_O", "GUSCHTI_O", "MARY_U"]})
OPEN_SUM = table_of("jassregeln", {"control_sum": "warn"})
CLAIM = {"seat": 0}
TRICK = {"side": 0, "points": 14, "turned": False}


def ended(**values: object) -> dict[str, object]:
    slip = {"state": "ended", "contract": "RO", "points": [60, 30], "tricks": 5, "claim": CLAIM}
    return {**slip, **values}


def complete(**values: object) -> dict[str, object]:
    return {"contract": "RO", "points": [100, 57], **values}


def claimed(**values: object) -> dict[str, object]:
    return {"claim": {**CLAIM, **values}}


def berg(**values: object) -> dict[str, object]:
    return {"berg": {"seat": 1, "points": [40, 20], "tricks": 3, **values}}


GOOD = [
    (BOOK, ended()),
    (BOOK, ended(points=[0, 0], tricks=3)),
    (BOOK, ended(tricks=0, points=None, stoeck=0)),
    (BOOK, ended(tricks=0, points=[0, 0])),
    (BOOK, ended(tricks=1, points=[56, 0], weis=[0, 50])),
    (BOOK, ended(tricks=8, points=[152, 0])),
    (BOOK, ended(tricks=9, points=[100, None])),
    (BOOK, ended(tricks=9, points=[157, 0], matsch=0)),
    (BOOK, ended(claim={"seat": 3, "other_claims": True, "trick": {**TRICK, "side": 1}})),
    (BOOK, complete(claim={"seat": 2, "wrong_card": 4, "agreed": 1})),
    (TURNING, ended(contract="SLALOM_O", points=[120, 44], tricks=8)),
    (BOOK, ended(**claimed(agreed=0, trick=TRICK | {"points": 60}))),
    (BOOK, ended(**claimed(trick=TRICK | {"side": 1, "points": 0}))),
    (BERG, complete(**berg())),
    (BERG, complete(**berg(points=[0, 0], tricks=0))),
    (BERG, ended(**berg(tricks=5, points=[60, 30]))),
    (BERG, complete(**berg(tricks=9, points=[100, 57]))),
    (WHAT, {"state": "ended", "contract": "H", "tricks": 0, "stoeck": 1}),
]


@pytest.mark.parametrize(("table", "good"), GOOD)
def test_a_hand_in_which_the_game_ended_is_taken_without_a_finding(table, good):
    assert found(good, table) == []


BAD = [
    ("the claim", BOOK, ended(claim=None), ("field_missing", "/claim")),
    ("the seat", BOOK, ended(claim={}), ("field_missing", "/claim/seat")),
    ("no object", BOOK, ended(claim=1), ("not_an_object", "/claim")),
    ("unknown", BOOK, ended(**claimed(x=1)), ("unknown_field", "/claim/x")),
    ("a seat", BOOK, ended(**claimed(seat=4)), ("out_of_range", "/claim/seat")),
    ("true", BOOK, ended(**claimed(other_claims=1)), ("wrong_type", "/claim/other_claims")),
    ("agreed", BOOK, ended(**claimed(agreed=2)), ("out_of_range", "/claim/agreed")),
    ("where", BOOK, ended(**claimed(tricks=3)), ("unknown_field", "/claim/tricks")),
    (
        "a third side",
        BOOK,
        ended(**claimed(trick=TRICK | {"side": 2})),
        ("out_of_range", "/claim/trick/side"),
    ),
    ("tenth trick", BERG, complete(**berg(tricks=10)), ("out_of_range", "/berg/tricks")),
    ("trick", BOOK, ended(**claimed(trick=5)), ("not_an_object", "/claim/trick")),
    ("side", BOOK, ended(**claimed(trick={"points": 4})), ("field_missing", "/claim/trick/side")),
    (
        "a trick worth more than all",
        BOOK,
        ended(**claimed(trick=TRICK | {"points": 61})),
        ("trick_points_too_many", "/claim/trick"),
    ),
    (
        "a trick before the first",
        BOOK,
        ended(tricks=0, points=None, **claimed(trick=TRICK | {"points": 0})),
        ("trick_points_too_many", "/claim/trick"),
    ),
    ("tricks", BOOK, ended(tricks=None), ("field_missing", "/tricks")),
    ("ten tricks", BOOK, ended(tricks=10), ("out_of_range", "/tricks")),
    ("played out", BOOK, complete(tricks=9), ("tricks_only_when_ended", "/tricks")),
    ("one side only", BOOK, ended(points=[60, None]), ("ended_points_needed", "/points")),
    ("no points", BOOK, ended(points=None), ("points_missing", "/points")),
    ("157 without the last", BOOK, ended(points=[100, 57], tricks=8), ("sum_too_high", "/points")),
    ("57 in a trick", BOOK, ended(points=[57, 0], tricks=1), ("impossible_after", "/points")),
    ("1 point", BOOK, ended(points=[59, 1]), ("impossible_after", "/points/1")),
    ("nothing yet", BOOK, ended(points=[4, 0], tricks=0), ("impossible_after", "/points")),
    ("all nine", BOOK, ended(points=[100, 56], tricks=9), ("sum_wrong", "/points")),
    ("matsch", BOOK, ended(matsch=0), ("matsch_unfinished", "/matsch")),
    ("last five", BOOK, ended(last_trick=0), ("last_trick_unplayed", "/last_trick")),
    (
        "a Weis nobody has won yet",
        BOOK,
        ended(tricks=0, points=None, weis=[50, 0]),
        ("weis_undecided", "/weis"),
    ),
    ("contract", TRIPLE, ended(contract=None), ("contract_missing", "/contract")),
    ("tournament", CUP, ended(claim=None), ("ended_not_allowed", "/state")),
    ("claim", CUP, complete(claim=CLAIM), ("claim_not_here", "/claim")),
    (
        "nothing but the marriage ends it early",
        WHAT,
        {"state": "ended", "contract": "H", "tricks": 4, "points": [30, 30], "stoeck": 1},
        ("ended_not_allowed", "/state"),
    ),
    (
        "not without the marriage",
        WHAT,
        {"state": "ended", "contract": "H", "tricks": 0},
        ("ended_not_allowed", "/state"),
    ),
    ("no Berg", BOOK, complete(**berg()), ("berg_not_here", "/berg")),
    ("nobody claims it", LATE_BERG, complete(**berg()), ("berg_not_here", "/berg")),
    (
        "where it stood",
        BERG,
        complete(berg={"seat": 0, "tricks": 3}),
        ("field_missing", "/berg/points"),
    ),
    (
        "half a pair",
        BERG,
        complete(**berg(points=[40, None])),
        ("ended_points_needed", "/berg/points"),
    ),
    (
        "more than at the end",
        BERG,
        complete(**berg(points=[40, 58])),
        ("berg_points_too_many", "/berg/points"),
    ),
    (
        "57 in a trick",
        BERG,
        complete(**berg(points=[57, 0], tricks=1)),
        ("impossible_after", "/berg/points"),
    ),
    ("later than the end", BERG, ended(**berg(tricks=6)), ("out_of_range", "/berg/tricks")),
    (
        "all nine",
        BERG,
        complete(**berg(points=[100, 50], tricks=9)),
        ("sum_wrong", "/berg/points"),
    ),
]


@pytest.mark.parametrize(
    ("table", "bad", "expected"), [pytest.param(*case[1:], id=case[0]) for case in BAD]
)
def test_what_contradicts_itself_is_named_with_its_place(table, bad, expected):
    assert errors(bad, table) == [expected]
    with pytest.raises(SlipError):
        game(table).score(bad, table)


def test_only_turned_and_complete_open_tricks_count():
    assert totals(ended(points=[60, 30], stoeck=1), BOOK) == (60, 50)
    assert totals(ended(contract="SE", weis=[20, 0], stoeck=0), TRIPLE) == (200, 60)


def test_an_unfinished_hand_counts_and_its_control_sum_is_its_own():
    score = game(BOOK).score(ended(), BOOK)
    assert score.counts
    assert (score.control.sum, score.control.expected) == (90, 90)


def test_a_hand_worked_out_afterwards_must_still_make_157_and_is_marked():
    slip = complete(state="approximate", points=[156, 1])
    assert found(slip, BOOK) == [("points_approximate", "/state")]
    assert totals(slip, BOOK) == (156, 1)
    assert game(BOOK).normalise(slip, BOOK)["state"] == "approximate"
    assert game(BOOK).score(slip, BOOK).counts


@pytest.mark.parametrize("table", [BOOK, OPEN_SUM])
def test_a_hand_worked_out_afterwards_is_refused_with_another_sum(table):
    slip = complete(state="approximate", points=[100, 50])
    assert errors(slip, table) == [("sum_wrong", "/points")]


@pytest.mark.parametrize("state", ["ended", "approximate"])
@pytest.mark.parametrize("profile", ["differenzler-offen", "handjass"])
def test_other_games_know_nothing_of_these_states(profile, state):
    table = table_of(profile)
    slip = {"state": state, "points": [40, 40, 40, 37], "predictions": [1, 1, 1, 1]}
    assert ("not_a_choice", "/state") in errors(slip, table)


def test_the_canonical_form_of_a_claim_is_its_own():
    slip = ended(claim={"seat": 2, "other_claims": True, "trick": {"side": 1, "points": 4}})
    normal = game(BOOK).normalise(slip, BOOK)
    assert normal["claim"] == {
        "seat": 2,
        "other_claims": True,
        "other_played_on": False,
        "wrong_card": 0,
        "stoeck_written": False,
        "trick": {"side": 1, "points": 4, "turned": False},
    }
    assert game(BOOK).normalise(normal, BOOK) == normal
    assert game(BOOK).numbers(normal, BOOK) == game(BOOK).numbers(slip, BOOK)


def test_the_canonical_form_of_a_hand_without_a_claim_says_nothing_of_it():
    assert game(BOOK).normalise(complete(), BOOK).keys() & {"tricks", "claim", "berg"} == set()


def test_a_claim_to_the_berg_keeps_where_the_hand_stood():
    normal = game(BERG).normalise(complete(**berg()), BERG)
    kept = normal["berg"]
    assert isinstance(kept, dict)
    assert (kept["points"], kept["tricks"]) == ([40, 20], 3)
    assert game(BERG).normalise(normal, BERG) == normal


def test_two_entries_that_disagree_on_who_claimed_are_not_the_same():
    numbers = [game(BOOK).numbers(ended(claim={"seat": seat}), BOOK) for seat in (0, 1)]
    assert numbers[0] != numbers[1]


@pytest.mark.parametrize(
    ("tricks", "most"), [(0, 0), (1, 56), (2, 98), (3, 126), (8, 152), (9, 152)]
)
def test_so_many_tricks_can_be_worth_that_much_and_no_more(tricks, most):
    profile = BOOK.profile
    assert possible_after(most, tricks, "RO", profile)
    assert not any(possible_after(more, tricks, "RO", profile) for more in range(most + 1, 400))


CLAIMS = st.dictionaries(st.sampled_from([*COMMON, "points", "tricks"]), JSON, max_size=6) | JSON


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(Schieber.schema, JSON)), CLAIMS, CLAIMS)
def test_whatever_is_sent_gets_findings_and_never_an_exception(values, claim, wish):
    for state in ("ended", "complete", "approximate"):
        slip = values | {"state": state, "claim": claim, "berg": wish}
        for table in (BOOK, BERG, WHAT):
            if not any(item.blocks for item in game(table).check(slip, table)):
                normal = game(table).normalise(slip, table)
                assert game(table).normalise(normal, table) == normal


SLALOM = [
    ("SLALOM_O", [100, 13], []),
    ("SLALOM_U", [113, 88], []),
    ("GUSCHTI_O", [60, 97], []),
    ("GUSCHTI_O", [100, None], [("points_both_needed", "/points")]),
    ("MARY_U", [113, 1], [("sum_not_of_slalom", "/points")]),
    ("MARY_U", [113, 89], [("sum_not_of_slalom", "/points")]),
]


@pytest.mark.parametrize(("contract", "points", "expected"), SLALOM)
def test_where_the_direction_changes_both_sides_are_written(contract, points, expected):
    names = ["SLALOM_O", "SLALOM_U", "GUSCHTI_O", "MARY_U"]
    table = table_of("jassregeln", {"contracts": names})
    assert errors({"contract": contract, "points": points}, table) == expected


@pytest.mark.parametrize("contract", ["SLALOM_O", "SLALOM_U", "GUSCHTI_O", "GUSCHTI_U", "MARY_U"])
def test_with_the_values_of_the_start_one_side_follows_from_the_other(contract):
    names = ["SLALOM_O", "SLALOM_U", "GUSCHTI_O", "GUSCHTI_U", "MARY_U"]
    table = table_of("jassregeln", {"contracts": names, "slalom_values": "start"})
    assert totals({"contract": contract, "points": [100, None]}, table) == (100, 57)
    assert errors({"contract": contract, "points": [100, 13]}, table) == [("sum_wrong", "/points")]


@pytest.mark.parametrize("k", range(9))
def test_the_sum_of_a_turning_hand_is_113_and_a_multiple_of_11(k):
    table = table_of("jassregeln", {"contracts": ["SLALOM_O", "GUSCHTI_O", "MARY_O"]})
    for contract in ("SLALOM_O", "GUSCHTI_O", "MARY_O"):
        score = game(table).score({"contract": contract, "points": [60, 53 + 11 * k]}, table)
        assert score.control.holds
        assert score.control.sum == 113 + 11 * k
