"""While the ranking is hidden, no public page and no public answer gives it away."""

import re

import pytest
from django.core.cache import cache

from jassclub.clubs.models import User
from jassclub.core.typography import printed
from tests.cast import Caller, person
from tests.tournaments.events import event
from tests.tournaments.fair import HIDDEN_MADE, SUM, fair, html
from tournaments.core.models import Tournament
from tournaments.desk import rounds
from tournaments.entries.entrants import make_team
from tournaments.results import services as results
from tournaments.standings.services import recount

pytestmark = pytest.mark.django_db

PAGES = (
    "",
    "results/",
    "p/1/",
    "p/5/",
    "board/",
    "board/?zeigt=rangliste",
    "board/?zeigt=podest",
)
SECRET = "Der Schreiber von Tisch 1 hat 1500 statt 1337 geschrieben"
NUMBERS = {HIDDEN_MADE, HIDDEN_MADE + 1, SUM - HIDDEN_MADE, SUM - HIDDEN_MADE - 1, 1500, 384}


@pytest.fixture
def hidden():
    """Four rounds planned, the third played and hidden, one of its results corrected since."""
    cache.clear()
    own = fair(8, played=3, ranking={"hidden_from": 3})
    results.correct(
        actor=own.director, passe_id=own.passen(3)[0].pk, reason=SECRET,
        data={"lines": [{"points": 1500}, {"points": SUM - 1500}]},
    )  # fmt: skip
    recount(own.tournament.pk)
    return own


def secrets_of(own):
    """Every number that only somebody can know who knows a result of the third round."""
    live = own.tournament.rankings.get(after_round=0)
    shown = {row["value"] for row in own.tournament.rankings.get(after_round=2).rows}
    totals = {row["value"] for row in live.rows} - shown
    return {str(number) for number in NUMBERS | totals}


CHANCE = r'(name="csrf[^>]*>|data-etag="[^"]*"|<svg.*?</svg>|[0-9a-f]{8}-[0-9a-f-]{27}|\w{32,})'
"""What holds digits by chance: tokens, digests, ids, and the coordinates of drawings."""


def numbers_in(text):
    return set(re.findall(r"\d+", re.sub(CHANCE, "", text).replace("’", "")))


ANSWERS = (
    "board", "corrections", "log", "standings", "standings?after=3", "standings?after=3&revision=1",
    "rounds/3/tables/1/sheets",
)  # fmt: skip


def test_no_page_shows_a_stranger_what_is_hidden(hidden):
    pages, secrets = {address: html(address) for address in PAGES}, secrets_of(hidden)
    assert not {at: told for at, page in pages.items() if (told := secrets & numbers_in(page))}
    assert not [at for at, page in pages.items() if SECRET in page]


def test_no_answer_of_the_api_does_either(hidden):
    dario, found, secrets = person("Dario").api, {}, secrets_of(hidden)
    for what in ANSWERS:
        answer = dario.get(f"tournaments/{hidden.tournament.pk}/{what}")
        assert answer.status_code == 200, what
        text = answer.content.decode()
        if SECRET in text or secrets & numbers_in(re.sub(r'"[^"]*"', "", text)):
            found[what] = text
    assert not found


def test_the_desk_reads_what_the_hall_does_not(hidden):
    desk = Caller(user=User.objects.get(pk=hidden.director.user_id))
    for what in ("log", "rounds/3/tables/1/sheets"):
        text = desk.get(f"tournaments/{hidden.tournament.pk}/{what}").content.decode()
        assert SECRET in text
        assert "1500" in text


def test_the_hall_is_told_kindly_and_sees_what_it_saw_last(hidden):
    page = html("")
    assert "Die Rangliste bleibt ab Runde 3 verdeckt bis zur Preisverteilung." in page
    assert "Stand nach Runde 2" in page
    kept = hidden.tournament.rankings.filter(after_round=2).get()
    assert f'<td class="num total">{printed(kept.rows[0]["value"])}</td>' in page
    assert "verdeckt bis zur Preisverteilung" in html("board/")


def test_a_hidden_round_is_listed_without_its_results(hidden):
    page = html("results/")
    assert "Runde 3" in page
    third, second = page.split('id="runde-2"')[0], page.split('id="runde-2"')[1]
    assert re.findall(r'class="made">(.*?)<', third) == ["–"] * 4
    assert "–" not in re.findall(r'class="made">(.*?)<', second)


def test_after_the_prize_giving_everybody_sees_everything(hidden):
    hidden.reveal()
    assert "1500" in numbers_in(html("results/"))
    assert SECRET in html("")
    best = hidden.tournament.rankings.get(after_round=0).rows[0]
    assert f'<td class="num total">{printed(best["value"])}</td>' in html("")
    assert 'class="leaf podium' in html("board/")


def test_a_result_that_counts_already_stays_hidden_while_its_round_is_running():
    cache.clear()
    own = fair(8, played=2, ranking={"hidden_from": 3})
    rounds.call_round(**own.ids)
    rounds.start_round(**own.ids, number=3)
    own.write(3)
    for address in PAGES:
        assert not secrets_of(own) & numbers_in(html(address))


def test_pairs_are_hidden_like_everybody_else():
    own = event("pairs-5x8-swiss", ranking={"hidden_from": 1})
    Tournament.objects.update(public=True)
    own.enter(4)
    for number in (1, 2):
        make_team(**own.ids, name=f"Paar {number}", numbers=[2 * number - 1, 2 * number])
    own.call()
    rounds.start_round(**own.ids, number=1)
    lines = [{"points": 777}, {"points": 8 * 157 - 777}]
    passe = own.tournament.rounds.get().passen.get()
    results.type_sheet(actor=own.director, passe_id=passe.pk, data={"lines": lines})
    recount(own.tournament.pk)
    for address in set(PAGES) - {"p/5/"}:
        assert not {"777", "479"} & numbers_in(html(address))
    assert "verdeckt" in html("")
