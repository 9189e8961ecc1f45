"""Spreadsheets of Schieber evenings, passe by passe or hand by hand, and of differences alone."""

import io
from typing import Any

import openpyxl
import pytest

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club
from jassclub.core.errors import Invalid
from jassclub.exchange.archives.importing import import_archive
from scoring.claims.models import HandEntry
from scoring.claims.selectors import state_of
from scoring.claims.verification import verify_game
from scoring.core.models import Game
from tests.cast import problem
from tests.jassclub.exchange import moving as exchange
from tests.scoring.table import house, open_table
from tournaments.seasons.models import SeasonAverage, StandingsSnapshot
from tournaments.seasons.services import count_events

pytestmark = pytest.mark.django_db

NAMES = NORTH, EAST, SOUTH, WEST = ("Gast Nord", "Gast Ost", "Gast Süd", "Gast West")
PASSE = "Datum;Tisch;Passe;Spieler;Punkte;Matsche"
SIDES = "Datum;Tisch;Passe;Spieler;Partner;Punkte;Matsche"
HANDS = "Datum;Tisch;Spiel;Trumpf;Spieler;Partner;Punkte;Matsch"
ALONE = "Datum;Spiel;Spieler;Differenz"
PASSEN, SCHIEBER, OPEN = "schieber-passen", "club-swiss", "differenzler-offen"


def passe(*ends: str, number: int = 1, day: str = "4.3.2026") -> list[str]:
    """Lines of a passe; `ends` are name;points;matsches."""
    return [f"{day};1;{number};{end}" for end in ends]


def each(*totals: int, number: int = 1) -> list[str]:
    """A line a player, in the order of the names."""
    ends = [f"{name};{points};0" for name, points in zip(NAMES, totals, strict=True)]
    return passe(*ends, number=number)


@pytest.fixture
def send(emma, club, guests, season):
    """Send a file as the admin, who plays nowhere; the members of the preview."""

    def post(content: bytes, profile: str) -> Any:
        answer = emma.api.client.post(
            f"/api/v1/clubs/{club.pk}/spreadsheets?profile={profile}",
            content,
            content_type="text/csv",
            headers={"Idempotency-Key": f"{len(content)}-{hash(content)}"},
        )
        assert answer.status_code == 201, answer.content
        return answer.json()

    return post


@pytest.fixture
def preview(send):
    """Send lines."""

    def post(head: str, *rows: str, profile: str) -> Any:
        return send("\n".join([head, *rows]).encode(), profile)

    return post


@pytest.fixture
def accept(emma, club):
    def post(found: Any, **wish: Any) -> Any:
        return emma.api.post(f"clubs/{club.pk}/spreadsheets/{found['id']}/acceptance", wish)

    return post


def doubts(found: Any) -> list[tuple[int, str, str]]:
    return [(doubt["line"], doubt["column"], doubt["code"]) for doubt in found["doubts"]]


def slips() -> list[dict[str, Any]]:
    return list(HandEntry.objects.order_by("hand__number").values_list("slip", flat=True))


class TestPassen:
    def test_partners_follow_from_equal_points(self, preview, accept):
        rows = [*each(1000, 884, 1000, 884), *each(942, 942, 942, 942, number=2)]
        rows += each(800, 800, 1084, 1084, number=3)
        found = preview(PASSE, *rows, profile=PASSEN)
        assert doubts(found) == [(6, "partner", "partners_assumed")]
        assert accept(found).status_code == 201
        assert [(slip["partner"], slip["points"]) for slip in slips()] == [
            (2, [1000, 884]),
            (2, [942, 942]),
            (1, [800, 1084]),
        ]
        game = Game.objects.get()
        assert state_of(game).totals == (2742, 2626, 3026, 2910)
        assert verify_game(game) == []

    def test_a_line_may_stand_for_a_side_and_one_total_may_follow(self, preview, accept):
        rows = passe(f"{NORTH};{SOUTH};1000;2", f"{EAST};{WEST};;1")
        rows += passe(f"{WEST};{NORTH};900;0", f"{EAST};{SOUTH};984;1", number=2)
        found = preview(SIDES, *rows, profile=PASSEN)
        assert (found["doubts"], found["found"][0]["players"]) == ([], list(NAMES))
        assert accept(found).status_code == 201
        assert [(slip["partner"], slip["points"], slip["matsches"]) for slip in slips()] == [
            (2, [1000, 884], [2, 1]),
            (3, [900, 984], [0, 1]),
        ]

    def test_the_season_counts_their_hands(self, preview, accept, season):
        head = f"{PASSE};Anzahl Spiele"
        rows = [f"{line};8" for line in each(700, 556, 700, 556)]
        accept(preview(head, *rows, *each(1000, 884, 1000, 884, number=2), profile=PASSEN))
        count_events()
        snapshot = StandingsSnapshot.objects.get(season=season, variant="passen")
        assert snapshot.hands == 20
        assert {row["points"] for row in snapshot.rows} == {1700, 1440}

    @pytest.mark.parametrize(
        "head",
        [
            "Date;Table;Passe;Joueuse;Points;Matchs",
            "Data;Tavolo;Passe;Giocatore;Punti;Match",
            "date;table;no.;player;points;matches",
            "Abend;Runde;Passe-Nr.;Name;Punkte;Matsch",
        ],
    )
    def test_headings_are_known_in_four_languages(self, preview, head):
        assert preview(head, *each(1000, 884, 1000, 884), profile=PASSEN)["doubts"] == []

    def test_a_workbook_is_read_like_any_other(self, send):
        book = openpyxl.Workbook()
        book.active.append(PASSE.split(";"))
        for name, points in zip(NAMES, (1000, 884, 1000, 884), strict=True):
            book.active.append(["4.3.2026", "1", 1.0, name, points, None])
        out = io.BytesIO()
        book.save(out)
        found = send(out.getvalue(), PASSEN)
        assert (found["encoding"], found["doubts"]) == ("xlsx", [])

    BAD = {
        "a wrong sum": (
            PASSE,
            each(1000, 880, 1000, 880),
            [(2, "points", "sum_wrong")],
        ),
        "more than all points": (
            PASSE,
            each(1900, 0, 1900, 0),
            [(2, "points", "out_of_range")],
        ),
        "three of one mind": (
            PASSE,
            each(1000, 1000, 1000, 884),
            [(2, "points", "sides_unknown")],
        ),
        "partners who differ": (
            SIDES,
            passe(
                f"{NORTH};{SOUTH};1000;0",
                f"{EAST};{WEST};884;0",
                f"{SOUTH};{EAST};1000;0",
                f"{WEST};{EAST};884;0",
            ),
            [(2, "partner", "sides_unknown")],
        ),
        "a partner nobody knows": (
            SIDES,
            passe(f"{NORTH};Niemand;1000;0", f"{EAST};{WEST};884;0"),
            [(2, "partner", "unknown_player")],
        ),
        "matsches beyond the hands": (
            PASSE,
            passe(*(f"{name};942;7" for name in NAMES)),
            [
                (2, "matsches", "matsches_too_many"),
                (2, "partner", "partners_assumed"),
                (2, "points", "points_below_matsches"),
                (3, "points", "points_below_matsches"),
            ],
        ),
        "hands that differ": (
            f"{PASSE};Spiele",
            [
                f"{line};{hands}"
                for line, hands in zip(each(700, 556, 700, 556), (8, 8, 12, ""), strict=True)
            ],
            [(4, "hands", "lines_differ")],
        ),
        "a partner of himself": (
            SIDES,
            passe(*(f"{name};{name};942;0" for name in NAMES)),
            [(2, "partner", "sides_unknown")],
        ),
        "a column of another game": (
            f"{PASSE};Ansage",
            [f"{line};3" for line in each(1000, 884, 1000, 884)],
            [(1, "", "column_unknown")],
        ),
    }

    @pytest.mark.parametrize("name", BAD)
    def test_each_doubtful_row_is_named_and_nothing_is_written(self, preview, name):
        head, rows, expected = self.BAD[name]
        assert doubts(preview(head, *rows, profile=PASSEN)) == expected
        assert not Game.objects.exists()

    def test_faulty_passen_are_left_out_when_that_is_wished(self, preview, accept):
        rows = [*each(1000, 880, 1000, 880), *each(1000, 884, 1000, 884, number=2)]
        found = preview(PASSE, *rows, profile=PASSEN)
        problem(accept(found), 422, "invalid")
        answer = accept(found, leave_out_faulty=True)
        assert (answer.status_code, answer.json()["left_out"]) == (201, 1)
        assert [slip["points"] for slip in slips()] == [[1000, 884]]

    def test_a_new_partner_may_be_named(self, preview, accept):
        rows = passe(f"{NORTH};Neu Mann;1000;0", f"{EAST};{WEST};884;0")
        found = preview(SIDES, *rows, profile=PASSEN)
        assert accept(found, people={"Neu Mann": None}).status_code == 201
        players = [seat.player.name for seat in Game.objects.get().seats.order_by("index")]
        assert players == [NORTH, EAST, "Neu Mann", WEST]


class TestHandByHand:
    def test_partners_sit_across_and_the_words_of_the_table_are_known(self, preview, accept):
        rows = [
            *passe(f"Rosen;{NORTH};{EAST};97;", f"Rosen;{SOUTH};{WEST};60;"),
            *passe(f"obenabe;{NORTH};{EAST};;", f"obenabe;{SOUTH};{WEST};157;x", number=2),
        ]
        found = preview(HANDS, *rows, profile=SCHIEBER)
        assert found["found"][0]["players"] == [NORTH, SOUTH, EAST, WEST]
        assert [doubt for doubt in found["doubts"] if doubt["severity"] == "error"] == []
        assert accept(found).status_code == 201
        assert [(slip["contract"], slip["points"], slip["matsch"]) for slip in slips()] == [
            ("RO", [97, 60], None),
            ("O", [0, 157], 1),
        ]

    def test_two_matsches_and_two_trumps_in_one_hand_are_named(self, preview):
        rows = passe(f"Rosen;{NORTH};{SOUTH};157;x", f"Schellen;{EAST};{WEST};0;x")
        found = preview(HANDS, *rows, profile=SCHIEBER)
        assert {(3, "contract", "lines_differ"), (3, "matsches", "matsch_twice")} <= set(
            doubts(found)
        )
        assert found["found"][0]["hands"] == 0

    def test_weis_are_taken_where_they_are_written(self, preview, accept):
        head = f"{HANDS};Weis"
        rows = [f"{line};50" for line in passe(f"Rosen;{NORTH};{SOUTH};97;")]
        rows += [f"{line};" for line in passe(f"Rosen;{EAST};{WEST};60;")]
        assert accept(preview(head, *rows, profile="schieber-1000")).status_code == 201
        assert slips()[0]["weis"] == [50, 0]

    def test_what_does_not_fit_is_named(self, preview):
        rows = [
            *passe(f"Rosen;{NORTH};{SOUTH};97;", f"Rosen;{EAST};{WEST};60;"),
            *passe(f"Pik;{NORTH};{SOUTH};97;", f"Pik;{EAST};{WEST};60;", number=2),
            *passe(f"Rosen;{NORTH};{EAST};97;", f"Rosen;{SOUTH};{WEST};60;", number=3),
            *passe(f"Rosen;{NORTH};{SOUTH};97;", f"Rosen;{EAST};{WEST};61;", number=4),
        ]
        found = preview(HANDS, *rows, profile=SCHIEBER)
        errors = [item for item in found["doubts"] if item["severity"] == "error"]
        assert [(item["line"], item["code"]) for item in errors if item["line"] > 3] == [
            (4, "unknown_contract"),
            (6, "other_partners"),
            (8, "sum_wrong"),
        ]
        assert found["found"][0]["hands"] == 1
        assert found["found"][0]["faulty"] == 3


class TestDifferencesAlone:
    """Old spreadsheets keep no more; they count, and the preview says how."""

    def rows(self, number: int, *differences: int) -> list[str]:
        return [
            f"4.3.2026;{number};{name};{difference}"
            for name, difference in zip(NAMES, differences, strict=True)
        ]

    def test_they_are_taken_and_the_preview_says_what_becomes_of_them(self, preview):
        rows = [*self.rows(1, 3, 0, 12, 5), *self.rows(2, 1, 1, 1, 1)]
        found = preview(ALONE, *rows, profile=OPEN)
        assert doubts(found) == [(2, "difference", "differences_alone")]
        assert found["doubts"][0]["severity"] == "warning"
        assert found["doubts"][0]["detail"].startswith("2 Spiele dieser Partie haben nur")
        assert (found["found"][0]["hands"], found["found"][0]["differences_alone"]) == (2, 2)

    def test_they_count_in_the_average_as_they_stand(self, preview, accept, season):
        rows = [*self.rows(1, 3, 0, 12, 5), *self.rows(2, 1, 1, 1, 1)]
        assert accept(preview(ALONE, *rows, profile=OPEN)).status_code == 201
        game = Game.objects.get()
        assert state_of(game).totals == (4, 1, 13, 6)
        assert verify_game(game) == []
        count_events()
        averages = SeasonAverage.objects.filter(season=season, table_size=0)
        assert {(row.player.name, row.hands, row.total, row.exact_hits) for row in averages} == {
            (NORTH, 2, 4, 0),
            (EAST, 2, 1, 1),
            (SOUTH, 2, 13, 0),
            (WEST, 2, 6, 0),
        }
        assert {row.bias for row in averages} == {None}

    def test_their_game_may_hold_hands_that_are_known_and_says_why_it_takes_less(
        self, preview, accept
    ):
        head = "Datum;Spiel;Spieler;Ansage;Punkte;Differenz"
        known = [
            f"4.3.2026;1;{name};{points};{points};"
            for name, points in zip(NAMES, (47, 30, 41, 39), strict=True)
        ]
        alone = [f"4.3.2026;2;{name};;;{number}" for number, name in enumerate(NAMES)]
        found = preview(head, *known, *alone, profile=OPEN)
        assert found["found"][0]["differences_alone"] == 1
        assert accept(found).status_code == 201
        game = Game.objects.get()
        assert state_of(game).totals == (0, 1, 2, 3)
        switch = game.profile["values"]["differenzler.differences_alone"]
        assert switch["value"] is True
        assert "Tabelle" in switch["house"]

    def test_a_missing_difference_is_named(self, preview):
        rows = self.rows(1, 3, 0, 12, 5)
        found = preview(ALONE, *rows[:3], f"4.3.2026;1;{WEST};", profile=OPEN)
        assert doubts(found) == [(2, "points", "points_unknown")]

    def test_at_a_table_that_plays_they_are_refused(self):
        table = open_table(house(), OPEN)
        with pytest.raises(Invalid) as refused:
            table.write(1, {"differences": [1, 2, 3, 4]})
        assert [detail.code for detail in refused.value.details] == ["differences_not_here"]


def test_what_was_taken_in_comes_back_from_an_archive(preview, accept, club):
    accept(preview(PASSE, *each(1000, 884, 1000, 884), profile=PASSEN))
    accept(preview(ALONE, *TestDifferencesAlone().rows(1, 3, 0, 12, 5), profile=OPEN))
    before, archive = exchange.totals(club), exchange.archive_of(club)
    exchange.empty()
    import_archive(actor=SYSTEM, archive=archive)
    assert exchange.totals(Club.objects.get()) == before
    assert exchange.broken(Club.objects.get()) == []
