"""Pairs are named on their papers, reasons for penalties are not, and people are found by
surname."""

import re

import pytest
from django.test import Client
from django.utils import translation

from jassclub.clubs.models import User
from jassclub.clubs.naming import by_surname
from tests.jassclub.office import words
from tests.recording.pdf import pages_of, texts_of
from tests.tournaments.fair import Fair, fair, html
from tournaments.desk import rounds, services as desk
from tournaments.entries import services as people
from tournaments.entries.entrants import Person, make_team
from tournaments.entries.models import Entry, SeatMail
from tournaments.papers.contents import (
    diploma_paper,
    entry_list_paper,
    latest_ranking,
    personal_paper,
    rank_of,
    ranking_paper,
    seated_rounds,
    seating_paper,
)
from tournaments.papers.prizes import prize_paper
from tournaments.papers.score_sheets import score_sheet_paper
from tournaments.results import penalties
from tournaments.standings.models import Ranking

pytestmark = pytest.mark.django_db

PEOPLE = ("Urs Amstutz", "Ada Zünd", "Zoe Bär", "Nina Bucher")


def _pairs():
    """Two pairs that have played, one of them under a name of its own."""
    own = fair(0, seating="pairs", rounds=2, prizes=[{"kind": "rank", "first": 1, "text": "Korb"}])
    people.add_entries(**own.ids, people=[Person(name) for name in PEOPLE], present=True)
    make_team(**own.ids, name="Die Asse", numbers=[1, 2])
    make_team(**own.ids, name="", numbers=[3, 4])
    own.tournament.refresh_from_db()
    own.draw()
    own.play(1)
    return own


def _latest(own: Fair) -> Ranking:
    found = latest_ranking(own.tournament)
    assert found is not None
    return found


def _texts(pdf):
    return " ".join(texts_of(pdf))


def test_a_pair_with_a_name_of_its_own_is_listed_with_the_names_of_the_two():
    own = _pairs()
    kept = _latest(own)
    own.tournament.reader_belongs = True
    text = _texts(ranking_paper(own.tournament, kept, whole=True))
    assert "Die Asse (Urs Amstutz, Ada Zünd)" in text
    assert text.count("Zoe Bär") == 1
    assert "Die Asse" in html("")
    assert "Urs Amstutz, Ada Zünd" in html("")
    assert html("").count("Zoe Bär, Nina Bucher") == 0


def test_each_has_card_and_diploma_in_the_language_of_his_account_or_of_his_mails():
    own = fair(4, played=1, rounds=1)
    player = own.tournament.club.players.create(
        name="Rose", user=User.objects.create(username="r", language="fr")
    )
    own.tournament.entries.filter(number=2).update(player=player)
    third = own.tournament.entries.get(number=3)
    SeatMail.objects.create(
        club=own.tournament.club,
        entry=third,
        address="i@example.org",
        site="http://x",
        language="it",
    )
    desk.finish(**own.ids)
    cards = personal_paper(own.fresh(), seated_rounds(own.tournament))
    heads = {page[2].split()[0]: page[3] for page in pages_of(cards)}
    assert heads == {"1": "Runde", "2": "Tour", "3": "Turno", "4": "Runde"}
    papers = diploma_paper(own.tournament, _latest(own), first=4, deck="german")
    assert sorted(page[0] for page in pages_of(papers)) == [
        "Diplom",
        "Diplom",
        "Diploma",
        "Diplôme",
    ]
    assert b"/Lang (fr)" in papers


def test_a_shared_rank_is_a_range_with_its_own_dash():
    assert [rank_of({"rank": 3}, [{"rank": 3}] * n) for n in (1, 3)] == ["3.", "3.–5."]


def test_the_diploma_and_the_prize_of_a_pair_carry_both_names():
    own = _pairs()
    kept = _latest(own)
    text = _texts(diploma_paper(own.tournament, kept, first=3, deck="german"))
    assert "Die Asse" in text
    assert "Urs Amstutz, Ada Zünd" in text
    own.play(2)
    desk.finish(**own.ids)
    own.tournament.refresh_from_db()
    prizes = _texts(prize_paper(own.tournament, winners=True))
    assert ("Urs Amstutz, Ada Zünd" in prizes) or ("Zoe Bär / Nina Bucher" in prizes)


@pytest.mark.parametrize(
    ("settings", "partners"),
    [({"seating": "pairs"}, False), ({"seating": "teams", "team_size": 4}, True), ({}, True)],
)
def test_partners_who_stay_together_by_the_format_are_counted_as_no_compromise(settings, partners):
    own = fair(0, rounds=3, **settings)
    entries = own.enter(8)
    size = settings.get("team_size", 2)
    for at in range(0, 8 if settings else 0, size):
        make_team(**own.ids, name="", numbers=[e.number for e in entries[at : at + size]])
    own.draw()
    own.play(1)
    own.tournament.refresh_from_db()
    paper = _texts(seating_paper(own.tournament, seated_rounds(own.tournament)))
    page = words(Client().get("/t/herbst/"))
    assert "doppelte Gegner: " in paper
    assert ("doppelte Partner" in paper) is partners
    assert partners or "weniger geht nicht" in paper
    assert ("zweimal den gleichen Partner" in page) is partners
    assert bool(re.search("am gleichen Tisch|mit der gleichen Person am", page)) is partners


def test_what_somebody_was_fined_for_stands_on_no_list():
    own = fair(8, played=1)
    given = penalties.give_penalty(
        **own.ids, number=3, points=20, reason="Bierglas geworfen", round_number=1
    )
    kept = _latest(own)
    assert kept.reason == "Strafpunkte"
    text = _texts(ranking_paper(own.tournament, kept, whole=True))
    assert "Strafpunkte" in text
    assert "−20" in text
    assert "Bierglas" not in text
    penalties.cancel_penalty(
        actor=own.director,
        tournament_id=own.tournament.pk,
        penalty_id=given.pk,
        reason="Es war Bier",
    )
    pages = [words(Client().get(f"/t/herbst/{at}")) for at in ("", "p/3/", "results/", "board/")]
    pages.append(
        Client().get(f"/api/v1/tournaments/{own.tournament.pk}/standings").content.decode()
    )
    assert not [page for page in pages if "Bier" in page]
    assert own.tournament.log.filter(kind="penalty", reason="Bierglas geworfen").exists()


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Urs Amstutz", "Ada Zünd"),
        ("Zoe Bär", "Nina Bucher"),
        ("Zoe Bär", "Anna Zeller"),
        ("Ida Vogt", "Beat von Arx"),
        ("Beat Vogel", "Ida von Arx"),
        ("Keller, Anna", "Beat Meier"),
        ("Eva Ott (Olten)", "Anna Suter"),
        ("Anna Keller", "Beat Keller"),
        ("Gast 12", "Beat Hug"),
        ("Émile Eggs", "Anna Frei"),
    ],
)
def test_people_are_found_by_their_surname(earlier, later):
    assert sorted([later, earlier], key=by_surname) == [earlier, later]


def test_every_list_of_seats_and_people_is_by_surname():
    own = fair(0)
    people.add_entries(**own.ids, people=[Person(name) for name in PEOPLE], present=True)
    own.draw()
    round_ = rounds.call_round(**own.ids)
    right = ["Urs Amstutz", "Zoe Bär", "Nina Bucher", "Ada Zünd"]

    def ordered(text):
        return sorted(PEOPLE, key=text.index) == right

    assert round_.number == 1
    assert ordered(_texts(seating_paper(own.tournament, seated_rounds(own.tournament))))
    assert ordered(_texts(entry_list_paper(own.tournament)))
    assert ordered(words(Client().get("/t/herbst/")))
    assert ordered(words(Client().get("/t/herbst/board/")))
    assert Entry.objects.count() == 4


@pytest.mark.parametrize("language", ["de", "fr", "it", "en"])
def test_no_heading_of_the_list_of_people_is_cut(language):
    with translation.override(language):
        assert not [text for text in texts_of(entry_list_paper(fair(4).tournament)) if "…" in text]


@pytest.mark.parametrize("paper", [seating_paper, score_sheet_paper, personal_paper])
def test_whoever_holds_a_paper_of_seats_sees_which_draw_it_is_of(paper):
    own = fair(8)
    for draw in (1, 2):
        own.draw(reason="Tisch fehlt" * (draw - 1))
        rounds_drawn = seated_rounds(own.tournament, planned=True)
        assert f"Auslosung {draw}" in _texts(paper(own.tournament, rounds_drawn))
