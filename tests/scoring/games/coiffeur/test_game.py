"""Coiffeur line by line: factors, Matsch, lines twice or scratched, what is still needed."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from referee.rules.profile import load_profile, profile_from_json
from scoring.games.base import PlayedHand, Table
from scoring.games.coiffeur.kind import GAME, Coiffeur, choices_on
from scoring.games.lines import GridColumn, lines_of
from tests.scoring.games.cast import JSON, errors, found, game, table_of, totals

VARIANTS = ("coiffeur", "coiffeur-10", "coiffeur-11", "coiffeur-12", "coiffeur-drei")
EIGHT, TWELVE = table_of("coiffeur"), table_of("coiffeur-12")
FRENCH = table_of("coiffeur", deck="french")
THREE = table_of("coiffeur-drei", players=3, dealer=2)
FIXED = table_of("coiffeur", {"matsch_bonus": 500, "matsch_multiplied": False})
TURNING = table_of("coiffeur-10", {"slalom_values": "own"})
MISERE, MISERE_TAKEN = table_of("coiffeur-misere"), {"side": 0, "line": "Misère", "taken": 20}
SHORT = table_of("coiffeur", {"coiffeur.german": [["RO", 1], ["3x3", 3]]})
grid = GAME.grid


def slip(**values: object) -> dict[str, object]:
    return {"side": 0, "line": "SI", "points": 100, **values}


def others(table: Table, *slips: object) -> Table:
    """The table at the hand after these."""
    hands = tuple(PlayedHand(number=at, slip=said) for at, said in enumerate(slips, start=1))
    return replace(table, hand_number=len(hands) + 1, others=hands)


FACTORS = [
    (EIGHT, {"EI": 1, "RO": 2, "SI": 3, "SE": 4, "O": 5, "U": 6, "Joker 7": 7, "Joker 8": 8}),
    (FRENCH, {"S": 1, "C": 2, "D": 3, "H": 4, "O": 5, "U": 6, "Joker 7": 7, "Joker 8": 8}),
    (SHORT, {"RO": 1, "3x3": 3}),
]


@pytest.mark.parametrize(("table", "factors"), FACTORS)
def test_the_lines_and_their_factors_are_data(table, factors):
    assert list(lines_of(table).items()) == list(factors.items())


@pytest.mark.parametrize(("slug", "lines"), list(zip(VARIANTS, (8, 10, 11, 12, 10), strict=True)))
def test_the_variants_have_as_many_lines_in_both_decks_with_the_same_factors(slug, lines):
    sheets = [load_profile(slug).coiffeur.lines(deck) for deck in ("german", "french")]
    assert [len(sheet) for sheet in sheets] == [lines, lines]
    assert {factor for _, factor in sheets[0]} == {factor for _, factor in sheets[1]}


SCORES = [
    (EIGHT, slip(), (300, 0)),
    (EIGHT, slip(side=1), (0, 300)),
    (EIGHT, slip(side=1, line="EI", points=0), (0, 0)),
    (EIGHT, slip(line="Joker 8", contract="U"), (800, 0)),
    (EIGHT, slip(line="U", points=157, matsch=True), (1542, 0)),
    (EIGHT, slip(line="U", points=257, matsch=True), (1542, 0)),
    (EIGHT, slip(line="U", points=None, matsch=True), (1542, 0)),
    (FIXED, slip(line="U", points=None, matsch=True), (1442, 0)),
    (FIXED, slip(line="U", points=657, matsch=True), (1442, 0)),
    (EIGHT, slip(points=None, scratched=True), (0, 0)),
    (EIGHT, slip(points=0, scratched=True), (0, 0)),
    (FRENCH, slip(line="D"), (300, 0)),
    (TWELVE, slip(line="Zwüschedüre"), (1000, 0)),
    (THREE, slip(side=2, line="GUSCHTI"), (0, 0, 800)),
    (TURNING, slip(line="SLALOM", points=201, matsch=True), (2107, 0)),
    (TURNING, slip(line="SLALOM", points=190), (1330, 0)),
    (EIGHT, {"state": "annulled"}, (0, 0)),
]


@pytest.mark.parametrize(("table", "played", "expected"), SCORES)
def test_only_the_side_that_declared_writes_and_its_line_says_how_often(table, played, expected):
    assert found(played, table) == []
    assert totals(played, table) == expected


WRITTEN = others(EIGHT, slip(side=1), slip(), slip(line="O"))
BAD = [
    (EIGHT, None, ("not_an_object", "")),
    (EIGHT, slip(x=1), ("unknown_field", "/x")),
    (EIGHT, slip(side=None), ("field_missing", "/side")),
    (EIGHT, slip(side=2), ("out_of_range", "/side")),
    (EIGHT, slip(side=True), ("wrong_type", "/side")),
    (EIGHT, slip(line=None), ("field_missing", "/line")),
    (EIGHT, slip(line="SLALOM"), ("not_a_choice", "/line")),
    (EIGHT, slip(line="D"), ("not_a_choice", "/line")),
    (EIGHT, slip(line=["SI"]), ("not_a_choice", "/line")),
    (WRITTEN, slip(), ("line_twice", "/line")),
    (WRITTEN, slip(line="O"), ("line_twice", "/line")),
    (WRITTEN, slip(side=1, points=None, scratched=True), ("line_twice", "/line")),
    (EIGHT, slip(contract="RO"), ("contract_not_of_line", "/contract")),
    (TURNING, slip(line="SLALOM", contract="GUSCHTI_O"), ("contract_not_of_line", "/contract")),
    (EIGHT, slip(line="Joker 7", contract="SLALOM_O"), ("contract_not_of_line", "/contract")),
    (EIGHT, slip(contract="H"), ("not_a_choice", "/contract")),
    (EIGHT, slip(points=None), ("points_missing", "/points")),
    (EIGHT, slip(points="100"), ("wrong_type", "/points")),
    (EIGHT, slip(points=-1), ("out_of_range", "/points")),
    (EIGHT, slip(points=158), ("out_of_range", "/points")),
    (EIGHT, slip(points=257), ("points_with_bonus", "/points")),
    (EIGHT, slip(points=1), ("impossible_points", "/points")),
    (EIGHT, slip(points=156), ("impossible_points", "/points")),
    (EIGHT, slip(points=100, matsch=True), ("points_of_matsch", "/points")),
    (FIXED, slip(points=257, matsch=True), ("points_of_matsch", "/points")),
    (TURNING, slip(line="SLALOM", points=None, matsch=True), ("points_missing", "/points")),
    (TURNING, slip(line="SLALOM", points=157, matsch=True), None),
    (TURNING, slip(line="SLALOM", points=158, matsch=True), ("points_of_matsch", "/points")),
    (EIGHT, slip(points=20, scratched=True), ("scratched_with_points", "/points")),
    (EIGHT, slip(points=None, matsch=True, scratched=True), ("scratched_with_points", "/matsch")),
    (MISERE, {**MISERE_TAKEN, "scratched": True}, ("scratched_with_points", "/taken")),
    (EIGHT, slip(matsch=1), ("wrong_type", "/matsch")),
]


@pytest.mark.parametrize(("table", "bad", "expected"), BAD)
def test_a_slip_against_the_rules_is_blocked_by_one_finding(table, bad, expected):
    assert errors(bad, table) == ([] if expected is None else [expected])


def test_all_findings_come_at_once():
    assert found(slip(contract="RO", points=1, y=0), WRITTEN) == [
        ("unknown_field", "/y"),
        ("line_twice", "/line"),
        ("contract_not_of_line", "/contract"),
        ("impossible_points", "/points"),
    ]


def test_the_finding_says_where_the_line_was_written():
    (finding,) = game(EIGHT).check(slip(), WRITTEN)
    assert finding.params == {"line": "SI", "side": 0, "hand": 2}


def test_the_other_side_may_still_write_the_line():
    assert found(slip(side=1, line="O"), WRITTEN) == []


def test_a_hand_that_was_annulled_leaves_its_line_open():
    table = others(EIGHT, {**slip(), "state": "annulled"}, {"state": "misdealt"})
    assert found(slip(), table) == []


def test_all_points_without_a_matsch_only_ask():
    odd = slip(points=157)
    assert (found(odd, EIGHT), errors(odd, EIGHT)) == ([("matsch_or_zero_trick", "/matsch")], [])
    assert totals(odd, EIGHT) == (471, 0)


def hands_of(*slips: object) -> list[PlayedHand]:
    return [PlayedHand(number=at, slip=said) for at, said in enumerate(slips, start=1)]


def columns(hands: list[PlayedHand], table: Table = EIGHT) -> tuple[GridColumn, ...]:
    return grid(game(table).sheet(hands, table), hands, table)


def test_the_grid_has_a_cell_for_each_line_that_a_side_has_written():
    hands = hands_of(
        slip(), slip(side=1, points=None, matsch=True), slip(line="O", points=None, scratched=True)
    )
    ours, theirs = columns(hands)
    assert {line: (cell.hand, cell.points, cell.total) for line, cell in ours.cells.items()} == {
        "SI": (1, 100, 300),
        "O": (3, 0, 0),
    }
    assert (ours.cells["O"].scratched, ours.cells["SI"].scratched) == (True, False)
    assert (theirs.cells["SI"].points, theirs.cells["SI"].total) == (157, 771)
    assert (theirs.cells["SI"].matsch, ours.cells["SI"].matsch) == (True, False)


def test_the_grid_says_what_each_side_still_needs_and_the_most_it_can_make():
    ours, theirs = columns(hands_of(slip(), slip(side=1, line="U", points=50)))
    assert ours.open == ("EI", "RO", "SE", "O", "U", "Joker 7", "Joker 8")
    assert (ours.total, ours.most, ours.best) == (300, 257 * 33, 300 + 257 * 33)
    assert (theirs.total, theirs.most) == (300, 257 * 30)
    (fixed, _) = columns([], FIXED)
    assert fixed.most == 157 * 36 + 8 * 500
    (turning, _) = columns([], TURNING)
    assert turning.most == 257 * (21 + 9 + 10) + 301 * (7 + 8) + (201 - 157) * (9 + 10)


def test_penalties_stand_in_the_total_of_a_column():
    fined = [replace(hand, penalties=(0, 50)) for hand in hands_of(slip())]
    assert [column.total for column in columns(fined)] == [300, -50]


def full(table: Table) -> list[PlayedHand]:
    lines = lines_of(table)
    return hands_of(
        *(slip(side=side, line=line, points=80) for line in lines for side in range(table.columns))
    )


@pytest.mark.parametrize("slug", VARIANTS)
def test_the_game_is_over_when_all_lines_are_full(slug):
    table = THREE if slug == "coiffeur-drei" else table_of(slug)
    hands = full(table)
    assert len(hands) == {"coiffeur": 16, "coiffeur-drei": 30}.get(slug, 2 * len(lines_of(table)))
    before, after = game(table).sheet(hands[:-1], table), game(table).sheet(hands, table)
    assert (before.finished, after.finished) == (False, True)
    assert not any(column.open for column in grid(after, hands, table))
    assert set(after.totals) == {80 * sum(lines_of(table).values())}


def test_the_higher_sum_leads():
    sheet = game(EIGHT).sheet(hands_of(slip(), slip(side=1, points=101)), EIGHT)
    assert (sheet.totals, sheet.leaders) == ((300, 303), (1,))


def test_a_line_written_twice_counts_once_and_stays_visible():
    hands = hands_of(slip(), slip(points=120))
    sheet = game(EIGHT).sheet(hands, EIGHT)
    assert sheet.totals == (300, 0)
    assert [item.code for item in sheet.rows[1].findings] == ["line_twice"]
    assert columns(hands)[0].cells["SI"].hand == 1
    corrected = [replace(hands[0], slip=slip(line="O")), hands[1]]
    assert game(EIGHT).sheet(corrected, EIGHT).totals == (860, 0)


def test_a_slip_that_counts_nothing_leaves_its_line_open():
    sheet = game(EIGHT).sheet(hands_of(slip(points=1), slip()), EIGHT)
    assert [row.score is None for row in sheet.rows] == [True, False]
    assert sheet.totals == (300, 0)


def test_the_canonical_form_holds_points_without_bonus_and_the_contract_of_the_line():
    assert game(EIGHT).normalise(slip(points=257, matsch=True), EIGHT) == {
        "state": "complete",
        "side": 0,
        "line": "SI",
        "contract": "SI",
        "points": 157,
        "matsch": True,
        "scratched": False,
    }


def test_what_was_played_on_a_joker_is_no_number_that_two_entries_must_share():
    free, named = slip(line="Joker 7"), slip(line="Joker 7", contract="O")
    assert game(EIGHT).numbers(free, EIGHT) == game(EIGHT).numbers(named, EIGHT)
    assert game(EIGHT).numbers(free, EIGHT) != game(EIGHT).numbers(slip(line="Joker 8"), EIGHT)


@st.composite
def hands_on_lines(draw) -> tuple[Table, list[dict[str, Any]]]:
    """A table and hands without a fault, each on a cell of its own."""
    table = draw(st.sampled_from([EIGHT, FRENCH, TWELVE, THREE, FIXED, SHORT]))
    cells = [(side, line) for side in range(table.columns) for line in lines_of(table)]
    chosen = draw(st.lists(st.sampled_from(cells), unique=True, max_size=12))
    kinds = ({"points": draw(st.integers(10, 140))}, {"matsch": True}, {"scratched": True})
    slips = [{"side": side, "line": line, **draw(st.sampled_from(kinds))} for side, line in chosen]
    return table, slips


def naive(table: Table, slips: list[dict[str, Any]]) -> list[int]:
    """The sheet on paper: fill in the cells, then multiply and add each column."""
    profile = table.profile
    lines = dict(profile.coiffeur.german if table.deck == "german" else profile.coiffeur.french)
    totals_ = [0] * (3 if table.players == 3 else 2)
    for said in slips:
        for _ in range(lines[said["line"]]):
            totals_[said["side"]] += 157 if said.get("matsch") else said.get("points", 0)
            if said.get("matsch") and profile.matsch_multiplied:
                totals_[said["side"]] += profile.matsch_bonus
        if said.get("matsch") and not profile.matsch_multiplied:
            totals_[said["side"]] += profile.matsch_bonus
    return totals_


@given(hands_on_lines())
def test_the_totals_are_those_of_the_sheet_on_paper(case):
    table, slips = case
    sheet = game(table).sheet(hands_of(*slips), table)
    assert [row.findings for row in sheet.rows] == [()] * len(slips)
    assert list(sheet.totals) == naive(table, slips)
    cells = grid(sheet, hands_of(*slips), table)
    assert sum(len(column.cells) + len(column.open) for column in cells) == table.columns * len(
        lines_of(table)
    )
    assert [sum(cell.total for cell in column.cells.values()) for column in cells] == list(
        sheet.totals
    )
    for row in sheet.rows:
        assert all(sum(line.parts.values()) == line.total for line in row.score.lines)


@given(hands_on_lines())
def test_the_canonical_form_is_its_own_canonical_form_and_has_the_same_numbers(case):
    table, slips = case
    for said in slips:
        normal = game(table).normalise(said, table)
        assert game(table).normalise(normal, table) == normal
        assert game(table).numbers(normal, table) == game(table).numbers(said, table)
        assert totals(normal, table) == totals(said, table)


TABLES = [EIGHT, THREE, TWELVE, FIXED, TURNING, WRITTEN]
VALUES = JSON | st.integers(-1, 300) | st.sampled_from(["SI", "O", "SLALOM", "SLALOM_O", "RO"])
SLIPS = JSON | st.fixed_dictionaries({}, optional=dict.fromkeys(Coiffeur.schema, VALUES))


@given(st.sampled_from(TABLES), SLIPS)
def test_any_json_as_a_slip_is_answered_with_findings_or_scored(table, anything):
    findings = game(table).check(anything, table)
    if not any(finding.blocks for finding in findings):
        assert len(game(table).score(anything, table).lines) == table.columns


@given(SLIPS, SLIPS)
def test_whatever_stands_in_other_hands_a_slip_is_answered(before, anything):
    table = others(EIGHT, before)
    assert all(item.code for item in game(table).check(anything, table))
    hands = hands_of(before, anything)
    assert len(columns(hands)) == 2


FAULTY = [
    ("RO", "wrong_type"),
    ([], "wrong_type"),
    ([["RO", 1]] * 2, "line_named_twice"),
    ([["RO", 0]], "out_of_range"),
    ([["RO", 1.5]], "wrong_type"),
    ([["RO"]], "wrong_type"),
    ([[1, 1]], "wrong_type"),
    ([["", 1]], "wrong_type"),
    ([["a\n", 1]], "wrong_type"),
    ([["x" * 21, 1]], "wrong_type"),
    ([[str(at), 1] for at in range(17)], "wrong_type"),
    ({"RO": 1}, "wrong_type"),
]


@pytest.mark.parametrize(("lines", "code"), FAULTY)
def test_faulty_lines_are_refused(lines, code):
    findings = load_profile("coiffeur").layer_findings({"coiffeur": {"german": lines}}, "club")
    assert [(item.code, item.pointer) for item in findings] == [(code, "/coiffeur/german")]


def test_a_game_frozen_before_there_was_coiffeur_is_still_read():
    frozen = deepcopy(load_profile("schieber-2500").in_json)
    groups = ("hae.", "coiffeur.", "free.")
    frozen["values"] = {
        path: value for path, value in frozen["values"].items() if not path.startswith(groups)
    }
    assert profile_from_json(frozen) == load_profile("schieber-2500")


def test_the_order_of_the_lines_survives_being_frozen():
    profile = table_of("coiffeur", {"coiffeur.german": [["Z", 2], ["A", 1]]}).profile
    assert profile_from_json(profile.in_json).coiffeur.german == (("Z", 2), ("A", 1))


ONE_SHEET = [
    ({"line": "Misère", "taken": 23}, 134 * 9),
    ({"line": "Misère", "points": 134}, 134 * 9),
    ({"line": "Misère", "points": 134, "taken": 23}, 134 * 9),
    ({"line": "Misère", "matsch": True}, 257 * 9),
    ({"line": "Misère", "taken": 0, "matsch": True}, 257 * 9),
    ({"line": "Tutti", "points": 92}, 92 * 8),
    ({"line": "Trio", "points": 101}, 101 * 7),
    ({"line": "Quer", "points": 77}, 77 * 6),
    ({"line": "guschti", "contract": "GUSCHTI_U", "points": 77}, 77 * 6),
]


@pytest.mark.parametrize(("slip", "total"), ONE_SHEET)
def test_lines_of_other_contracts_count_as_the_book_counts_them(slip, total):
    table = table_of("coiffeur-misere")
    assert game(table).score({"side": 0, **slip}, table).totals == (total, 0)


def test_nothing_is_offered_crosswise_but_on_the_quer():
    offered = {line: choices_on(line, MISERE) for line in ("Quer", "Trio", "Misère", "Tutti")}
    assert [line for line, modes in offered.items() if "GUSCHTI_O" in modes] == ["Quer"]


def test_a_tutti_over_all_suits_makes_253():
    table = table_of("coiffeur-misere", {"coiffeur.tutti": "all_suits"})
    assert game(table).score({"side": 0, "line": "Tutti", "points": 148}, table).totals == (1184, 0)
    assert errors({"side": 0, "line": "Tutti", "points": 254}, table) != []


@pytest.mark.parametrize(
    ("slip", "found"),
    [
        ({"line": "Quer", "points": 77, "taken": 80}, ("taken_on_misere", "/taken")),
        ({"line": "Misère", "points": 100, "taken": 23}, ("sum_wrong", "/taken")),
        ({"line": "Quer", "contract": "RO", "points": 77}, ("contract_not_of_line", "/contract")),
    ],
)
def test_what_was_taken_fits_the_line_and_the_whole(slip, found):
    assert found in errors({"side": 0, **slip}, table_of("coiffeur-misere"))
