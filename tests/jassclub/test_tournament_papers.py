"""The papers of a tournament: who may have which, and that they say what the rows say."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jassclub.clubs.models import TableLink
from jassclub.clubs.services.links import join_table
from jassclub.core.errors import NotFound
from tests.cast import Caller, problem
from tests.recording.pdf import pages_of, texts_of
from tests.tournaments.halls import Hall, hall
from tests.tournaments.standings.pure.played import caller, play_round, played_hall
from tournaments.core.models import Tournament
from tournaments.core.selectors import verify
from tournaments.entries.models import Entry, Payment
from tournaments.papers.api import WISHES

pytestmark = [pytest.mark.django_db, pytest.mark.once]

WALL = ("seating", "ranking", "regulation", "prizes")
DESK = ("score-sheets", "personal-sheets", "diplomas", "entry-list")


@pytest.fixture
def place() -> Hall:
    """One of three rounds is played; it is public."""
    found = hall(rounds=3, writing="totals")
    play_round(found)
    return published(found)


def published(found: Hall) -> Hall:
    Tournament.objects.filter(pk=found.tournament.pk).update(public=True)
    found.tournament.refresh_from_db()
    return found


def paper(place: Hall, who: Caller, name: str, **params: Any) -> Any:
    return who.get(f"tournaments/{place.tournament.pk}/papers/{name}.pdf", **params)


def texts(place: Hall, who: Caller, name: str, **params: Any) -> list[str]:
    answer = paper(place, who, name, **params)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "application/pdf"
    return texts_of(answer.content)


@pytest.mark.parametrize("name", WALL)
def test_what_hangs_on_the_wall_is_for_everybody(place, nobody, name):
    answer = paper(place, nobody, name)
    assert answer.content.startswith(b"%PDF")
    assert answer["Content-Disposition"].startswith("inline")


@pytest.mark.parametrize(
    ("language", "named"),
    [("de", "sitzplan"), ("fr", "plan-des-places"), ("it", "piano-dei-posti"), ("en", "seating")],
)
def test_a_file_is_called_what_it_is_in_the_language_of_the_reader(place, nobody, language, named):
    nobody.headers = {**nobody.headers, "Accept-Language": language}
    answer = paper(place, nobody, "seating")
    expected = f'inline; filename="{place.tournament.slug}-{named}.pdf"'
    assert answer["Content-Disposition"] == expected


@pytest.mark.parametrize("name", DESK)
def test_what_the_desk_hands_out_is_for_the_desk(place, nobody, name):
    problem(paper(place, nobody, name), 403, "role_missing")
    assert paper(place, caller(place, "scribe"), name).content.startswith(b"%PDF")


@pytest.mark.parametrize("name", [*WALL, *DESK])
def test_nothing_is_printed_of_what_somebody_does_not_see(place, dario, name):
    Tournament.objects.filter(pk=place.tournament.pk).update(public=False)
    problem(paper(place, dario.api, name), 404, "tournament_not_found")


def test_the_seating_names_everybody_with_his_seat(place, nobody):
    told = texts(place, nobody, "seating")
    for sitting in place.called[0].sittings.select_related("entry", "passe__table"):
        assert sitting.entry.name in told
    problem(paper(place, nobody, "seating", round=2), 404, "round_not_found")


def test_the_desk_prints_the_rounds_of_the_plan_too(place, nobody):
    desk = caller(place, "director")
    assert paper(place, desk, "seating", round=3).status_code == 200
    sheets = pages_of(paper(place, desk, "score-sheets", round="all").content)
    assert len(sheets) == 3 * 2
    assert len(pages_of(paper(place, desk, "score-sheets", round=1).content)) == 2
    assert len(pages_of(paper(place, desk, "score-sheets", round=1, two_up="true").content)) == 1
    assert texts(place, nobody, "seating", round="all") == texts(place, nobody, "seating")


def test_a_personal_sheet_names_partner_and_opponents(place):
    pages = pages_of(paper(place, caller(place, "scribe"), "personal-sheets").content)
    assert len(pages) == 8
    nina = pages[0]
    assert any("Nina" in text for text in nina)
    assert {"Paula", "Otto, Reto"} <= set(nina)


def test_the_ranking_of_a_closed_round_stays_as_it_was_printed(place, nobody):
    first = texts(place, nobody, "ranking", after=1)
    play_round(place)
    assert texts(place, nobody, "ranking", after=1) == first
    assert texts(place, nobody, "ranking") != first
    kept = place.tournament.rankings.get(after_round=1).rows
    assert all(str(row["points"]) in first for row in kept)
    problem(paper(place, nobody, "ranking", after=3), 404, "no_ranking")


def test_hidden_ranks_are_printed_for_the_desk_alone(nobody):
    place = published(played_hall(ranking={"hidden_from": 2}))
    desk = caller(place, "scribe")

    def ranks(who: Caller, **params: Any) -> list[str]:
        return [t for t in texts(place, who, "ranking", **params) if re.fullmatch(r"\d+\.", t)]

    assert "1." in " ".join(texts(place, desk, "ranking"))
    assert ranks(nobody) == []
    assert texts(place, desk, "ranking", hall="1")[2:] == texts(place, nobody, "ranking")[2:]


def test_there_is_a_diploma_for_each_of_the_first_ranks(place):
    desk = caller(place, "director")
    rows = place.tournament.rankings.get(after_round=1).rows
    names = dict(place.tournament.entries.values_list("number", "name"))
    first = [names[row["number"]] for row in rows if row["rank"] == 1]
    pages = pages_of(paper(place, desk, "diplomas", first=1).content)
    assert len(pages) == len(first)
    assert all(any(name in page for page in pages) for name in first)
    assert len(pages_of(paper(place, desk, "diplomas", first=99).content)) == len(rows)
    problem(paper(place, desk, "diplomas", first="x"), 400, "malformed")
    problem(paper(place, desk, "diplomas", deck="tarot"), 400, "malformed")


def test_the_prizes_name_who_got_them_when_it_is_over(nobody):
    prizes = [{"rappen": 10_000}, {"kind": "matsches", "text": "Speckseite"}]
    place = published(played_hall(prizes=prizes))
    names = dict(place.tournament.entries.values_list("number", "name"))
    winner = next(
        row for row in place.tournament.rankings.get(after_round=2).rows if row["rank"] == 1
    )
    assert "Speckseite" in texts(place, nobody, "prizes")
    assert names[winner["number"]] not in " ".join(texts(place, nobody, "prizes"))
    Tournament.objects.filter(pk=place.tournament.pk).update(
        state="finished", finished_at="2026-01-01T00:00:00Z"
    )
    assert names[winner["number"]] in " ".join(texts(place, nobody, "prizes"))


def test_the_entry_list_has_contacts_and_who_has_paid(place):
    Entry.objects.filter(pk=place.entry(1).pk).update(contact="079 1", note="Rollstuhl")
    Entry.objects.filter(pk=place.entry(2).pk).update(state="waiting")
    Entry.objects.filter(pk=place.entry(3).pk).update(state="withdrawn")
    Payment.objects.create(
        club_id=place.entry(1).club_id,
        entry=place.entry(1),
        kind="fee",
        rappen=1,
        actor="system:test",
    )
    told = texts(place, caller(place, "scribe"), "entry-list")
    assert {"079 1", "Rollstuhl", "Warteliste", "Otto"} <= set(told)
    assert "Paula" not in told


def test_a_paper_that_did_not_change_is_not_printed_again(place, nobody):
    answer = paper(place, nobody, "ranking")
    again = nobody.get(f"tournaments/{place.tournament.pk}/papers/ranking.pdf", etag=answer["ETag"])
    assert again.status_code == 304
    play_round(place)
    again = nobody.get(f"tournaments/{place.tournament.pk}/papers/ranking.pdf", etag=answer["ETag"])
    assert again.status_code == 200


@pytest.mark.parametrize(("language", "word"), [("fr", "Nom"), ("de", "Name")])
def test_papers_are_in_the_language_of_the_reader(place, nobody, language, word):
    answer = nobody.client.get(
        f"/api/v1/tournaments/{place.tournament.pk}/papers/ranking.pdf",
        headers={"Accept-Language": language},
    )
    assert word in texts_of(answer.content)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", [*WALL, *DESK])
def test_a_larger_hall_costs_no_more_queries(name):
    counted = []
    for entries in (8, 16):
        found = played_hall(entries)
        who = caller(found, "scribe")
        with CaptureQueriesContext(connection) as queries:
            texts(found, who, name, **({"round": "all"} if "round" in WISHES.get(name, ()) else {}))
        counted.append(len(queries))
    assert counted[0] == counted[1]


class TestCards:
    """A code for every table, printed once."""

    def test_they_are_made_before_the_first_round_and_open_their_table(self):
        place = hall()
        answer = self.order(place, {"tables": 3})
        assert (answer.status_code, answer["Content-Type"]) == (201, "application/pdf")
        pages = pages_of(answer.content)
        assert [page[2] for page in pages] == ["1", "2", "3"]
        tables = list(place.tournament.tables.order_by("number"))
        assert [t.number for t in tables] == [1, 2, 3]
        tokens = [self.token(page) for page in pages]
        devices = [join_table(token=token)[0] for token in tokens]
        assert [d.link.scope_id for d in devices] == [t.pk for t in tables]
        assert list(verify(Tournament.objects.get(pk=place.tournament.pk))) == []

    def test_asked_again_with_the_same_key_nothing_is_made_and_nothing_told(self):
        place, key = hall(), str(uuid4())
        address, who = self.address(place), caller(place, "director")
        who.post(address, {"tables": 2}, key=key)
        again = who.post(address, {"tables": 2}, key=key)
        assert (again.status_code, again.json()) == (201, {"pdf": None})
        assert TableLink.objects.count() == 2

    def test_cards_printed_before_stay_good_unless_they_are_renewed(self):
        place = hall()
        (first,) = pages_of(self.order(place, {"tables": 1}).content)
        self.order(place, {})
        join_table(token=self.token(first))
        (second,) = pages_of(self.order(place, {"numbers": [1], "renew": True}).content)
        with pytest.raises(NotFound):
            join_table(token=self.token(first))
        join_table(token=self.token(second))

    def test_only_the_direction_makes_them_for_tables_that_are_there(self):
        place = hall()
        assert self.order(place, {}).status_code == 422
        assert self.order(place, {"tables": 1, "numbers": [2]}).status_code == 422
        assert place.tournament.tables.count() == 0
        problem(self.order(place, {"tables": 1}, role="scribe"), 403, "role_missing")

    @staticmethod
    def order(place: Hall, wish: dict[str, Any], *, role: str = "director") -> Any:
        return caller(place, role).post(TestCards.address(place), wish)

    @staticmethod
    def address(place: Hall) -> str:
        return f"tournaments/{place.tournament.pk}/table-cards"

    @staticmethod
    def token(page: list[str]) -> str:
        """What stands in small letters below the code."""
        found = re.search(r"/t/(\S+)", "".join(page))
        assert found is not None, page
        return found.group(1)
