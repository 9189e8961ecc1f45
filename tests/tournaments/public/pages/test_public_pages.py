"""What everybody sees of a tournament, and who sees nothing of it."""

import json
import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import F
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from jassclub.clubs.models import User
from tests.jassclub.office import words
from tests.tournaments.events import event
from tests.tournaments.fair import SUM, fair, html, made
from tournaments.core.models import Tournament
from tournaments.desk import rounds, services as desk
from tournaments.draw import services as draw
from tournaments.entries.entrants import make_team
from tournaments.entries.models import Entry
from tournaments.results import services as results
from tournaments.standings.services import recount

pytestmark = pytest.mark.django_db

ADDRESSES = ("", "sign-up/", "regulation/", "results/", "board/", "p/1/", "calendar.ics")


def said(address, client=None):
    return words((client or Client()).get(f"/t/herbst/{address}"))


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize(("state", "public"), [("draft", True), ("open", False)])
def test_drafts_and_private_tournaments_are_not_there_for_strangers(address, state, public):
    own = event()
    own.enter(1)
    Tournament.objects.update(state=state, public=public)
    assert Client().get(f"/t/herbst/{address}").status_code == 404
    if address != "calendar.ics" or state != "draft":
        member = Client()
        assert own.director.user_id is not None
        member.force_login(User.objects.get(pk=own.director.user_id))
        assert member.get(f"/t/herbst/{address}").status_code == 200


@pytest.mark.parametrize("address", ADDRESSES)
def test_everybody_reads_a_public_tournament(address):
    fair(4)
    answer = Client().get(f"/t/herbst/{address}")
    assert answer.status_code == 200
    assert "inline" not in answer.get("Content-Security-Policy", "")


@pytest.mark.parametrize("address", ["p/99/", "p/0/", "ticket/unbekannt"])
def test_who_does_not_play_has_no_page(address):
    fair(4)
    assert Client().get(f"/t/herbst/{address}").status_code == 404


def test_somebody_on_the_waiting_list_has_no_page():
    own = fair(4)
    own.tournament.entries.filter(number=2).update(state=Entry.State.WAITING)
    assert Client().get("/t/herbst/p/2/").status_code == 404


@pytest.mark.parametrize("address", ["", "results/", "p/1/", "board/", "regulation/", "sign-up/"])
def test_no_page_carries_a_script_or_a_style_of_its_own(address):
    fair(8, played=1)
    page = html(address)
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", page)


@pytest.mark.parametrize("address", ["", "results/", "p/1/", "board/", "board/?zeigt=rangliste"])
def test_hostile_names_are_text(address):
    own = fair(0)
    own.enter(3)
    Entry.objects.create(
        club_id=own.tournament.club_id,
        tournament=own.tournament, number=9, name='<b onclick="x">"&', created_by="system:test",
        state=Entry.State.PRESENT,
    )  # fmt: skip
    Tournament.objects.update(name="<i>Herbst</i>", place="</p><script>x</script>")
    own.draw()
    rounds.call_round(**own.ids)
    page = html(address)
    assert "<b onclick" not in page
    assert "<script>x" not in page
    assert "<i>Herbst" not in page


def test_the_event_says_when_where_and_how_many_places_are_left():
    own = fair(4)
    Tournament.objects.update(capacity=6, place="Rössli, Saal", begins_at="13:30")
    text = said("")
    assert "Samstag, 31. Oktober 2026, 13:30 Uhr Rössli, Saal" in text
    assert "Noch 2 Plätze sind frei." in text
    own.enter(2)
    assert "Alle Plätze sind besetzt." in said("")


def test_who_comes_too_late_is_told_where_to_ask():
    fair(4)
    Tournament.objects.update(sign_up_until=timezone.now() - timedelta(hours=1))
    assert "Die Anmeldung ist geschlossen." in said("")


def test_in_a_called_round_everybody_finds_his_table():
    own = fair(8)
    rounds.call_round(**own.ids)
    sitting = own.passen(1)[1].sittings.select_related("entry").get(index=2)
    assert f"{sitting.entry.name} Tisch 2 C" in said("")
    assert "Partner sitzen sich gegenüber" in said("")


def test_who_sits_out_stands_in_the_list_of_those_who_look_for_their_seat():
    own = fair(9)
    called = rounds.call_round(**own.ids)
    assert f"{called.sitting_out.get().entry.name} setzt aus" in said("")


def test_where_everybody_plays_alone_nobody_is_told_of_a_partner():
    own = event("hae-3x10")
    own.enter(7)
    own.call()
    Tournament.objects.update(public=True)
    assert "Tisch 2 C" in said("")
    assert "Partner" not in said("")


def test_first_the_rank_the_average_and_the_hands_then_what_is_behind():
    own = fair(8, played=2, ranking={"count": "drop:1"})
    first, more = html("").split('<details class="more">', 1)
    best = own.tournament.rankings.get(after_round=0).rows[0]
    assert all(word in words_of(first) for word in ("Rang", "pro Spiel", "Spiele", "Punkte"))
    assert f"{best['value']}" in first
    assert "Matsche" not in first
    assert "Matsche" in more
    dropped = next(unit["value"] for unit in best["units"] if unit["dropped"])
    assert f"({dropped})" in more


def words_of(page):
    return re.sub(r"<[^>]+>", " ", page)


def test_a_differenzler_shows_exact_hits():
    own = event("differenzler-4x8")
    own.enter(8)
    own.call()
    Tournament.objects.update(public=True)
    rounds.start_round(**own.ids, number=1)
    for passe in own.tournament.rounds.get().passen.all():
        lines = [{"points": 40 + n, "exact": n} for n in range(4)]
        results.type_sheet(actor=own.director, passe_id=passe.pk, data={"lines": lines})
    recount(own.tournament.pk)
    first = words_of(html("").split('<details class="more">', 1)[0])
    assert "genau" in first
    assert "Differenz" in first


def test_the_criterion_that_decided_is_named_in_words():
    own = fair(8, played=1, ranking={"ties": ["card", "shared"]})
    assert "geteilter Rang" in said("")
    Entry.objects.update(card=F("number"))
    results.correct(
        actor=own.director, passe_id=own.passen(1)[0].pk, reason="Zahlendreher",
        data={"lines": [{"points": 1000}, {"points": 884}]},
    )  # fmt: skip
    recount(own.tournament.pk)
    assert "höhere Karte" in said("")


def test_a_late_correction_is_listed_with_what_counts_and_why():
    own = fair(8, played=1)
    lines = [{"points": 1000}, {"points": 884}]
    results.correct(
        actor=own.director, passe_id=own.passen(1)[0].pk, data={"lines": lines},
        reason="Zahlendreher <1000>",
    )  # fmt: skip
    text = said("")
    assert "Runde 1, Tisch 1 :" in text
    assert "→ 1’000 : 884" in text
    assert "Zahlendreher <1000>" in text
    assert "korrigiert" in said("results/")


def test_every_table_is_listed_with_what_it_made():
    own = fair(8, played=1)
    text = said("results/")
    for passe in own.passen(1):
        a, _b, c, _d = (s.entry.name for s in passe.sittings.select_related("entry"))
        points = made(1, passe.table.number)
        assert f"{a} + {c} {points}" in text


def test_somebodys_own_page_names_tables_partners_opponents_and_results():
    own = fair(8, played=1)
    seats = [s.entry for s in own.passen(1)[0].sittings.select_related("entry")]
    text = said(f"p/{seats[1].number}/")
    assert f"mit {seats[3].name} gegen {seats[0].name}, {seats[2].name}" in text
    assert f"{SUM - made(1, 1)} : {made(1, 1)}" in text


def test_who_sat_out_reads_it_on_his_page():
    own = fair(9, played=1)
    out = own.tournament.rounds.get().sitting_out.get().entry
    assert "ausgesetzt" in said(f"p/{out.number}/")


def test_the_regulation_has_an_anchor_at_every_point():
    fair(4)
    page = html("regulation/")
    numbers = re.findall(r'id="p(\d+\.\d+)"', page)
    assert "5.1" in numbers
    assert all(f'href="#p{number}"' in page for number in numbers)


def test_the_hash_is_there_from_the_start_and_the_seed_at_the_end_alone():
    own = fair(8, played=1)
    seed = own.fresh().seed
    for address in ADDRESSES[:-1]:
        assert seed not in html(address)
    assert re.search(r"[0-9a-f]{64}", html(""))
    desk.finish(**own.ids, reason="Gewitter")
    assert seed in html("")


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize(
    ("preset", "people"), [("einzelschieber-4x8", 13), ("differenzler-4x8", 11)]
)
def test_the_command_on_the_page_makes_the_same_plan(preset, people):
    own = event(preset)
    own.enter(people)
    own.tournament.entries.filter(number=2).update(state=Entry.State.WITHDRAWN)
    drawn = own.draw()
    Tournament.objects.update(
        public=True, state=Tournament.State.FINISHED, finished_at=timezone.now()
    )
    found = re.search(r"manage.py plan (--numbers [^<]+)<", html(""))
    assert found
    answer = json.loads(plan_of(found.group(1).split()))
    assert answer["rounds"] == [r["tables"] for r in drawn.rounds]


def plan_of(arguments):
    out = StringIO()
    call_command("plan", *arguments, "--json", stdout=out)
    return out.getvalue()


@pytest.mark.usefixtures("unhurried")
def test_a_draw_after_a_round_is_compared_by_the_command_on_the_page(tmp_path, monkeypatch):
    own = fair(8, played=1, rounds=2)
    own.enter(1)
    own.draw()
    own.play(2)
    desk.finish(**own.ids)
    first, second = re.findall(r"manage.py plan (--[^<]+)<", html(""))
    assert first.startswith("--numbers 1-8 ")
    history = Client().get(f"/api/v1/tournaments/{own.tournament.pk}/plan/history").json()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "draw.json").write_text(json.dumps(history["results"][-1]))
    assert plan_of(second.split()) == "draw 2 is what its lot gives: 2 rounds, the same\n"


def test_a_swap_by_hand_is_shown_with_its_reason_and_has_no_command():
    own = fair(8)
    draw.exchange_in_plan(**own.ids, number=1, one=1, other=2, reason="Geschwister")
    text = said("")
    assert "in Runde 1 haben die Startnummern 1 und 2 von Hand getauscht" in text
    assert "Geschwister" in text
    own.play(1)
    desk.finish(**own.ids, reason="Gewitter")
    assert html("").count("manage.py plan") == 1


def test_the_list_of_tournaments_knows_what_comes_and_what_was():
    fair(4)
    Tournament.objects.update(played_on=timezone.localdate() + timedelta(days=3))
    assert "Was kommt" in words(Client().get("/tournaments/"))
    Tournament.objects.update(played_on=timezone.localdate() - timedelta(days=3))
    assert "Was war" in words(Client().get("/tournaments/"))
    Tournament.objects.update(public=False)
    assert "kein öffentliches Turnier" in words(Client().get("/tournaments/"))


def test_pairs_are_ranked_as_pairs():
    own = event("pairs-5x8-swiss")
    own.enter(8)
    for number in range(1, 5):
        make_team(**own.ids, name=f"Paar {number}", numbers=[2 * number - 1, 2 * number])
    own.call()
    Tournament.objects.update(public=True)
    rounds.start_round(**own.ids, number=1)
    for passe in own.tournament.rounds.get().passen.all():
        lines = [{"points": 700}, {"points": 8 * 157 - 700}]
        results.type_sheet(actor=own.director, passe_id=passe.pk, data={"lines": lines})
    recount(own.tournament.pk)
    text = said("")
    assert "Paar 1 Gast 1, Gast 2" in text
    assert text.count("700") >= 2


def test_the_course_of_a_rank_is_drawn_as_far_as_the_hall_may_see_it():
    own = fair(8, played=2)
    number = own.passen(1)[0].sittings.order_by("index").first().entry.number
    kept = {row.after_round: row.hall_rows for row in own.tournament.rankings.all()}
    ranks = [next(r["rank"] for r in kept[n] if r["number"] == number) for n in (1, 2)]
    page = html(f"p/{number}/")
    label = re.search(r'role="img" aria-label="([^"]+)"', page)
    assert label is not None
    assert label[1].strip() == f"Rang {ranks[0]} nach Runde 1, Rang {ranks[1]} nach Runde 2"
    assert page.count("<circle") == 2


def test_one_round_alone_draws_no_course():
    own = fair(8, played=1)
    assert 'class="course"' not in html("p/1/")
    own.play(2)
    assert 'class="course"' in html("p/1/")


def test_the_command_that_draws_again_is_copied_with_plain_digits():
    told = {"fairness": {"tickets": 1284, "seed": "ab"}}
    page = render_to_string("tournaments/public/_fairness.html", told)
    assert "plan --tickets 1284 --seed ab" in page
