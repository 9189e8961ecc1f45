"""Categories from the list to the prize: entered, ranked, printed, paid, and told to programs."""

import pytest

from jassclub.clubs.models import User
from tests.cast import Caller
from tests.jassclub.office import words
from tests.recording.pdf import texts_of
from tests.tournaments.office import Office
from tournaments.desk import services as desk
from tournaments.entries.models import Entry
from tournaments.standings.services import recount

pytestmark = pytest.mark.django_db

PRIZES = [
    {"first": 1, "last": 1, "rappen": 10_000},
    {"first": 1, "last": 1, "rappen": 3_000, "category": "Frauen"},
    {"kind": "club", "first": 1, "last": 2, "text": "Pokal"},
]


def played(office):
    """Eight people, a round: the sides of a table make 400 and 228, or 300 and 328."""
    office.running(8)
    for table, points in ((1, (400, 228)), (2, (300, 328))):
        office.scribe.type(table, *points)
    office.director.do("close", number=1)
    recount(office.tournament.pk)
    return office


def test_a_day_with_women_clubs_and_teams(office_of_a_round):
    office = office_of_a_round
    scribe, there = office.scribe, Entry.objects.filter(tournament=office.tournament)
    entries = {entry.number: entry for entry in there}
    scribe.do("label", category="Damen", numbers="2, 4; Gast Ah")
    entries[2].refresh_from_db()
    scribe.do(
        "change",
        number=2,
        version=entries[2].version,
        name="Gast Ab",
        women="1",
        veterans="1",
        labels="U 20, Bündner",
        home_club="JC  Chur",
        squad="Steinböcke",
        licence="CH-12",
    )
    office.scribe.do("label", category="women", numbers="4", take_off="1")
    labels = dict(office.tournament.entries.values_list("number", "labels"))
    assert labels[2] == ["women", "veterans", "Bündner", "U 20"]
    assert (labels[4], labels[8], labels[1]) == ([], ["women"], [])
    for number in (1, 3):
        there.filter(number=number).update(home_club="jc chur")
    there.filter(number=5).update(home_club="Bern")

    people = scribe.text("people/")
    assert "Damen · Veteranen · Bündner · U 20 · JC Chur · Steinböcke" in people
    page = words(office.director.client.get(f"/t/{office.tournament.slug}/", {"category": "women"}))
    inside = page.split("Rangliste · Damen")[1].split("mehr")[0]
    assert "Gast Ab" in inside
    assert "Gast Ah" in inside
    assert "Gast Aa" not in inside


def test_what_is_ranked_is_told_printed_and_paid(office_of_a_round):
    office, slug = office_of_a_round, office_of_a_round.tournament.slug
    scribe, there = office.scribe, Entry.objects.filter(tournament=office.tournament)
    there.filter(number__in=(2, 8)).update(labels=["women"])
    there.filter(number__in=(1, 2, 3)).update(home_club="JC Chur")
    there.filter(number=5).update(home_club="Bern")
    api = Caller(user=User.objects.get(username=scribe.name))
    told = api.get(f"tournaments/{office.tournament.pk}/standings/groups").json()
    women = next(one for one in told["categories"] if one["category"] == "women")
    ranking = api.get(f"tournaments/{office.tournament.pk}/standings").json()["rows"]
    overall = {row["number"]: row["rank"] for row in ranking}
    ahead = sorted((2, 8), key=lambda n: overall[n])
    assert [row["number"] for row in women["rows"]] == ahead
    assert women["rows"][0]["rank"] == 1
    value = {row["number"]: row["value"] for row in ranking}
    clubs = told["clubs"]["rows"]
    assert clubs[0]["name"] == "JC Chur"
    assert clubs[0]["value"] == sum(sorted(value[n] for n in (1, 2, 3))[-2:])
    assert (clubs[1]["name"], clubs[1]["rank"], clubs[1]["missing"]) == ("Bern", None, 1)

    paper = f"/api/v1/tournaments/{office.tournament.pk}/papers/"
    printed = "".join(texts_of(scribe.client.get(f"{paper}ranking.pdf?category=women").content))
    assert "Damen" in printed
    assert "Gast Ah" in printed
    assert "Gast Aa" not in printed
    printed = "".join(texts_of(scribe.client.get(f"{paper}ranking.pdf?by=clubs").content))
    assert "Vereine" in printed
    assert "Bern" in printed
    printed = "".join(texts_of(scribe.client.get(f"{paper}diplomas.pdf?category=women").content))
    assert "1. Rang · Damen" in printed

    desk.finish(actor=office.director_actor, tournament_id=office.tournament.pk)
    awards = api.get(f"tournaments/{office.tournament.pk}/payments").json()["awards"]
    assert {(a["number"], a["category"], a["group"]) for a in awards} >= {
        (ahead[0], "women", ""),
        (max((1, 2, 3), key=lambda n: value[n]), "", "JC Chur"),
    } or women["rows"][0]["shared"]
    page = scribe.text("money/payouts/")
    assert "Rang 1 · Damen" in page
    assert "Rang der Vereine" in page
    printed = "".join(texts_of(scribe.client.get(f"{paper}prizes.pdf").content))
    assert "Damen: Rang 1" in printed
    assert "Vereine, Rang 1 bis 2" in printed
    regulation = words(scribe.client.get(f"/t/{slug}/regulation/"))
    assert "Damen: Rang 1" in regulation
    assert "die besten 2 Resultate eines Vereins" in regulation


@pytest.fixture
def office_of_a_round():
    """A tournament of one round of four hands, with prizes for women and clubs."""
    return played(Office(rounds=1, hands=4, club_best=2, prizes=PRIZES))


def test_a_category_without_a_whole_pair_says_so_and_has_no_papers():
    office = Office("pairs-knockout", rounds=1, hands=4)
    office.tournament.public = True
    office.tournament.save(update_fields=["public"])
    office.director.do("add", people="Eva Frei / Urs Frei\nLea Hug / Jo Hug", present="1")
    office.director.do("label", category="women", numbers="1, 3")
    office.director.do("draw")
    office.director.do("call")
    office.director.do("start", number=1)
    office.director.type(1, 400, 228)
    office.director.do("close", number=1, reason="")
    recount(office.tournament.pk)
    why = "Kein Team hat diese Kategorie: sie gilt, wenn alle seine Leute sie haben."
    page = f"/t/{office.tournament.slug}/"
    assert why in words(office.director.client.get(page, {"category": "women"}))
    assert "category=women" not in office.director.get().content.decode()
    paper = f"/api/v1/tournaments/{office.tournament.pk}/papers/ranking.pdf?category=women"
    assert why in texts_of(office.director.client.get(paper).content)
    office.director.do("label", category="women", numbers="2")
    assert "category=women" in office.director.get().content.decode()
    assert "papers/bracket.pdf" in office.director.get().content.decode()
