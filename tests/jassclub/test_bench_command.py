"""The benchmarks say what was measured against what, and admit what was missed."""

import json
from types import SimpleNamespace

import pytest

from tests.bench import Figure, __main__ as bench, lighthouse


@pytest.fixture
def measuring(monkeypatch, settings, tmp_path):
    settings.VAR = tmp_path
    monkeypatch.setattr("sys.argv", ["bench"])

    def figures(*measured: Figure) -> None:
        monkeypatch.setattr(bench, "iter_modules", lambda path: [SimpleNamespace(name="one")])
        module = SimpleNamespace(measure=lambda *, full: iter(measured))
        monkeypatch.setattr(bench, "import_module", lambda name: module)

    return figures


def test_a_ratio_is_ours_over_the_peers() -> None:
    figure = Figure(name="x", value=30, unit="hands/s", peer="p", peer_value=10, goal=3)
    assert figure.ratio == 3
    assert figure.reached


@pytest.mark.parametrize(
    "missed",
    [
        Figure(name="x", value=29, unit="/s", peer="p", peer_value=10, goal=3),
        Figure(name="x", value=29, unit="/s", floor=30),
        Figure(name="x", value=29, unit="/s", goal=3),
    ],
)
def test_a_missed_goal_is_not_reached(missed) -> None:
    assert not missed.reached


def test_the_report_is_written_and_a_miss_fails(measuring, tmp_path, capsys) -> None:
    measuring(
        Figure(name="fast", value=100, unit="/s", floor=10),
        Figure(name="slow", value=1, unit="/s", floor=10),
    )
    with pytest.raises(SystemExit, match="Missed: slow"):
        bench.main()
    report = json.loads((tmp_path / "bench.json").read_text())
    assert [figure["reached"] for figure in report["figures"]] == [True, False]
    assert "MISSED: at least 10 /s" in capsys.readouterr().out


def test_all_reached_is_no_error(measuring, tmp_path) -> None:
    measuring(Figure(name="fast", value=100, unit="/s"))
    bench.main()
    assert (tmp_path / "bench.json").exists()


def test_nothing_to_measure_is_an_error(measuring) -> None:
    measuring()
    with pytest.raises(SystemExit, match="nothing"):
        bench.main()


@pytest.mark.parametrize(
    ("value", "share"), [(0, 1), (2_500, 0.9), (4_000, 0.5), (8_000, 0.03), (60_000, 0)]
)
def test_a_page_gets_points_on_the_curve_that_lighthouse_publishes(value, share) -> None:
    assert lighthouse.points(value, 2_500, 4_000) == pytest.approx(share, abs=0.01)


def test_a_perfect_page_gets_a_hundred() -> None:
    assert lighthouse.score(dict.fromkeys(lighthouse.CURVES, 0)) == pytest.approx(100)
