"""A Schieber and then a Differenzler, written by the phones of a table over their pages."""

import re
from fractions import Fraction

import pytest
from django.test import Client

from tests.recording.pdf import texts_of
from tests.scoring.web_table import hidden
from tests.tournaments.halls import hall
from tests.tournaments.phones import came, game_of
from tournaments.papers.contents import personal_paper, seated_rounds
from tournaments.results.sheets import collect
from tournaments.standings.models import Ranking
from tournaments.standings.services import recount

pytestmark = pytest.mark.django_db

SAID, MADE = (40, 50, 30, 37), (40, 52, 35, 30)


def write(phone, game, number, **fields):
    form = {"key": hidden(phone.client.get(game).content.decode(), "key"), **fields}
    answer = phone.client.post(f"{game}hands/{number}/write/", form)
    assert answer.status_code == 302, answer.content.decode()


def sign(phone, game):
    page = phone.client.get(game).content.decode()
    for form in re.findall(rf'action="({game}sign-off/)"[^>]*>(.*?)</form>', page, re.S)[:1]:
        fields = dict(re.findall(r'name="(\w+)" value="(\w+)"', form[1]))
        assert phone.client.post(form[0], fields).status_code == 302


def played(saal, **hand):
    """The round as it is called: four hands at the one table, signed by everybody."""
    phones = [came(saal, seat=seat) for seat in range(4)]
    game = game_of(phones[0].begin(first_dealer=0))
    for number in range(1, 5):
        write(phones[0], game, number, contract="RO", **hand)
    for phone in phones:
        sign(phone, game)
    return collect(game_id=saal.passe().game_id).counted


def test_nobody_has_a_partner_in_the_rounds_of_the_differenzler():
    saal = hall(4, preset="schieber-differenzler-6x8", hands=4, rounds=2, differenzler_from=2)
    saal.tournament.public = True
    saal.tournament.save(update_fields=["public"])
    saal.draw.rounds = [{"tables": [[1, 2, 3, 4]], "sitting_out": []}] * 2
    told = []
    for _round in range(2):
        saal.call()
        page = Client().get(f"/t/{saal.tournament.slug}/").content.decode()
        told.append("Partner sitzen sich gegenüber" in page)
        saal.close()
    assert told == [True, False]
    paper = texts_of(personal_paper(saal.tournament, seated_rounds(saal.tournament)))
    names = {entry.number: entry.name for entry in saal.tournament.entries.all()}
    assert names[3] in paper
    assert f"{names[2]}, {names[3]}, {names[4]}" in paper


def test_the_phones_of_a_table_write_the_schieber_and_then_the_differenzler():
    saal = hall(
        4, preset="schieber-differenzler-6x8", writing="hands", hands=4, rounds=2,
        differenzler_from=2,
    )  # fmt: skip
    saal.draw.rounds = [{"tables": [[1, 2, 3, 4]], "sitting_out": []}] * 2
    saal.call()
    assert played(saal, points_0=100, points_1=57)["points"] == [400, 228]
    saal.close()
    saal.call()
    said = {f"said_{seat}": value for seat, value in enumerate(SAID)}
    made = {f"made_{seat}": value for seat, value in enumerate(MADE)}
    assert played(saal, **said, **made)["points"] == [0, 8, 20, 28]
    saal.close()
    recount(saal.tournament.pk)
    rows = saal.tournament.rankings.get(after_round=Ranking.LIVE).rows
    values = {row["number"]: Fraction(row["value"]) for row in rows}
    first = {1: Fraction(250, 3), 2: Fraction(50, 3), 3: Fraction(250, 3), 4: Fraction(50, 3)}
    second = {1: Fraction(100), 2: Fraction(200, 3), 3: Fraction(100, 3), 4: Fraction(0)}
    assert values == {number: first[number] + second[number] for number in first}
