"""Setting up a tournament on the pages: the list, a new one, its settings."""

import re
from datetime import date

import pytest

from tests.jassclub.office import words
from tests.tournaments.office import errors
from tournaments.core.models import Tournament
from tournaments.format.form import settings_of, values_of
from tournaments.format.pure import PRESETS, as_json

pytestmark = pytest.mark.django_db

NEW = {"preset": "einzelschieber-4x8", "name": "Klausjass", "played_on": "2026-12-05"}


def new(office, browser=None, **fields):
    who = browser or office.director
    return who.client.post(f"/clubs/{office.club.slug}/new-tournament/", {**NEW, **fields})


def form_of(office, **changes):
    """The settings page as it would be sent without a change, and what is changed."""
    tournament = office.fresh()
    shown = {
        "name": tournament.name,
        "slug": tournament.slug,
        "played_on": tournament.played_on.isoformat(),
        "version": tournament.version,
    }
    return {**values_of(tournament.format), **shown, **changes}


@pytest.mark.parametrize("slug", PRESETS)
def test_every_preset_goes_through_the_form_unchanged(slug):
    stored = as_json(PRESETS[slug].format)
    assert settings_of(values_of(stored), stored.keys()) == stored


def test_the_club_leads_to_its_tournaments_and_a_member_sees_no_way_to_make_one(office):
    page = office.member.client.get(f"/clubs/{office.club.slug}/")
    assert f"/clubs/{office.club.slug}/tournaments/" in page.content.decode()
    listed = office.member.client.get(f"/clubs/{office.club.slug}/tournaments/")
    assert "Herbstjass" in words(listed)
    assert "Neues Turnier" not in words(listed)
    assert "Neues Turnier" in words(
        office.director.client.get(f"/clubs/{office.club.slug}/tournaments/")
    )


def test_a_tournament_is_set_up_on_one_page_with_an_address_made_from_its_name(office):
    answer = new(office, place="Rössli", public="1")
    made = Tournament.objects.get(name="Klausjass")
    assert answer["Location"].endswith(f"/tournaments/{made.slug}/settings/")
    assert (made.slug, made.place, made.public, made.state) == (
        "klausjass",
        "Rössli",
        True,
        "draft",
    )
    assert made.played_on == date(2026, 12, 5)
    page = words(office.director.client.get(f"/clubs/{office.club.slug}/new-tournament/"))
    assert PRESETS["einzelschieber-4x8"].summary["de"] in page
    assert f"So spielt: {PRESETS['einzelschieber-4x8'].source}" in page


def test_an_address_that_is_taken_is_refused_and_a_free_one_proposed(office):
    new(office)
    again = new(office, slug="klausjass")
    assert again.status_code == 409
    assert errors(again) == {"slug": "Diese Adresse hat schon ein anderes Turnier."}
    assert 'value="klausjass-2026"' in again.content.decode()


def test_what_is_wrong_with_a_new_one_is_said_at_its_field(office):
    for fields, field in [
        ({"name": " "}, "name"),
        ({"played_on": "morgen"}, "played_on"),
        ({"begins_at": "halb acht"}, "begins_at"),
        ({"slug": "jass im löwen"}, "slug"),
        ({"preset": "poker"}, "preset"),
    ]:
        refused = new(office, **fields)
        assert refused.status_code == 422
        assert list(errors(refused)) == [field]
        assert not Tournament.objects.filter(played_on=date(2026, 12, 5)).exists()


@pytest.mark.parametrize(("role", "status"), [("scribe", 403), ("member", 403), ("", 404)])
def test_only_the_direction_sets_up_and_changes(office, role, status):
    other = office.browser(role)
    assert new(office, other).status_code == status
    assert other.get("settings/").status_code == status
    assert other.post("settings/", **form_of(office, rounds=9)).status_code == status
    assert office.fresh().format["rounds"] == 4


def test_the_final_of_a_season_needs_its_season(office):
    form = form_of(office, season="", season_final="1")
    answer = office.director.post("settings/", **form)
    assert answer.status_code == 422
    assert errors(answer) == {
        "season": "Ein Final der Saison gehört zu einer Saison. Wähle zuerst, zu welcher."
    }
    assert not office.fresh().season_final


def test_every_setting_can_be_changed_and_differences_to_the_preset_are_shown(office):
    season = office.club.seasons.get()
    changes = {
        "minutes": "70", "fee": "20.50", "count_keep": "drop", "count_number": "1",
        "prize_0_first": "1", "prize_0_last": "3", "prize_0_francs": "100", "prize_0_kind": "rank",
        "rank_table": "25 18 15", "rank_rest": "1", "rank_shared": "mean", "rank_tie_1": "shared",
        "double_entry": "1", "final_places": "1/3", "final_rounds": "1", "final_carried": "all",
        "capacity": "40", "season": str(season.pk), "public": "1", "season_final": "1",
    }  # fmt: skip
    office.tournament.played_on = season.starts
    office.tournament.save()
    answer = office.director.post("settings/", **form_of(office, **changes))
    assert answer.status_code == 302, errors(answer)
    stored = office.fresh().format
    assert (stored["minutes"], stored["fee"], stored["double_entry"]) == (70, 2050, True)
    assert stored["ranking"]["count"] == "drop:1"
    assert stored["ranking"]["rank_points"]["table"] == [25, 18, 15]
    assert stored["prizes"][0] == {
        "kind": "rank", "first": 1, "last": 3, "rappen": 10000, "text": "", "category": "",
    }  # fmt: skip
    assert stored["final"] == {
        "places": "1/3", "rounds": 1, "carried": "all", "knockout": False,
    }  # fmt: skip
    assert (office.tournament.capacity, office.tournament.public) == (40, True)
    assert office.tournament.season_final
    page = office.director.text("settings/")
    assert "Vorlage: 0.00" in page
    assert "Vorlage: nein" in page


def test_every_finding_stands_at_its_field_and_nothing_is_changed(office):
    before = office.fresh().format
    for changes, field in [
        ({"rounds": "viele"}, "rounds"),
        ({"hands": "0"}, "hands"),
        ({"fee": "zwölf"}, "fee"),
        ({"ranking_hidden_from": "9"}, "ranking_hidden_from"),
        ({"count_keep": "drop", "count_number": "4"}, "count_keep"),
        ({"final_places": "8", "final_rounds": "4"}, "final_rounds"),
        ({"prize_3_first": "3", "prize_3_last": "1", "prize_3_text": "Wurst"}, "prize_3_text"),
        ({"tie_1": "exact"}, "tie_1"),
        ({"house_rules": "hands = 4"}, "house_rules"),
        ({"capacity": "3"}, "capacity"),
    ]:
        refused = office.director.post("settings/", **form_of(office, **changes))
        assert refused.status_code == 422
        assert field in errors(refused)
        assert office.fresh().format == before


def test_a_page_that_is_out_of_date_changes_nothing(office):
    stale = form_of(office, rounds="6")
    office.director.do("open")
    refused = office.director.post("settings/", **stale)
    assert refused.status_code == 412
    assert office.fresh().format["rounds"] == 4


def test_while_it_is_played_only_what_leaves_the_play_alone_changes(office):
    office.running()
    page = office.director.get("settings/")
    assert "Es wird schon gespielt" in words(page)
    fixed = re.findall(r'id="(\w+)"[^>]*\sdisabled', page.content.decode())
    assert {"hands", "game", "count_keep", "final_rounds"} <= set(fixed)
    assert not {"rounds", "minutes", "fee", "control"} & set(fixed)
    answer = office.director.post("settings/", **form_of(office, hands="4", minutes="60"))
    assert answer.status_code == 302
    assert (office.fresh().format["hands"], office.tournament.format["minutes"]) == (8, 60)
