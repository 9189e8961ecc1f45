"""The house rules of a club: beside the book, changed by its admins, for games that begin later."""

import re
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from jassclub.clubs.models import Change
from referee.rules.profile import load_profile, profile_slugs
from referee.rules.profile_fields import KINDS
from referee.rules.profile_kinds import Choice, LineList
from referee.setting_words import ANSWERS, TOPICS
from scoring.core.rules import agreed_profile
from scoring.games.registry import bears_on, within
from scoring.tables.games import open_game
from tests.jassclub.office import Browser, errors, words

pytestmark = pytest.mark.django_db

LEFT_OUT = {"game", "tournament", "decks", "players", "sides"}
"""What a profile is; another one is chosen instead."""


@pytest.fixture
def admin(emma, club) -> Browser:
    return Browser(emma, club.slug)


@pytest.fixture
def member(beat, club) -> Browser:
    return Browser(beat, club.slug)


def form(admin: Browser, base: str) -> dict[str, list[str]]:
    """Every field of the form as a browser would send it unchanged."""
    html = unescape(admin.get("rules/", base=base).content.decode())
    html = html[html.index("data-house-rules") :]
    sent: dict[str, list[str]] = {}
    for tag in re.findall(r"<(?:input|select|option)\b[^>]*>", html):
        name, value = (re.search(rf'\b{key}="([^"]*)"', tag) for key in ("name", "value"))
        if tag.startswith("<select"):
            assert name is not None
            inside = name.group(1)
        elif tag.startswith("<option"):
            if re.search(r"\sselected", tag) and value is not None:
                sent[inside] = [value.group(1)]
        elif name and value and ('type="checkbox"' not in tag or re.search(r"\schecked", tag)):
            sent.setdefault(name.group(1), []).append(value.group(1))
    return sent


def save(admin: Browser, base: str = "schieber-1000", **changes: Any) -> Any:
    """Open the form, change some fields (dots as __), send it."""
    sent: dict[str, Any] = form(admin, base)
    sent |= {name.replace("__", "."): value for name, value in changes.items()}
    sent.pop("key")
    return admin.post("rules/", **sent)


def layer(club: Any) -> dict[str, Any]:
    club.refresh_from_db()
    found: dict[str, Any] = club.profile_layer
    return found


def test_every_switch_has_a_title_and_every_answer_has_words():
    titled = {path for _topic, items in TOPICS for path in items}
    lines = {path for path, kind in KINDS.items() if isinstance(kind, LineList)}
    assert titled == KINDS.keys() - LEFT_OUT - lines
    for path, kind in KINDS.items():
        if isinstance(kind, Choice) and isinstance(kind.options[0], str) and path in titled:
            assert set(ANSWERS[path]) == set(kind.options), path


@pytest.mark.sampled(12)
@pytest.mark.parametrize("slug", profile_slugs())
def test_sending_the_form_unchanged_changes_nothing(admin, club, slug):
    assert save(admin, slug).status_code == 302
    assert (layer(club), club.version) == ({}, 1)


def test_a_value_is_changed_said_beside_the_books_and_taken_back(admin, club):
    save(admin, matsch_bonus="50", referee__look_back="first")
    assert layer(club) == {"matsch_bonus": 50, "referee.look_back": "first"}
    page = admin.text("rules/", base="schieber-1000")
    assert "Prämie für den Matsch bei uns: 50 · im Buch: 100 (Matschprämie)" in page
    assert Change.objects.get(object_id=club.pk, version=2).diff["profile_layer"][0] == {}
    save(admin, matsch_bonus="100")
    assert layer(club) == {"referee.look_back": "first"}


def test_all_faults_are_said_at_their_fields_and_nothing_is_stored(admin, club):
    response = save(admin, matsch_bonus="viel", last_trick="99", stoeck_points="-1")
    assert response.status_code == 422
    assert errors(response).keys() == {"matsch_bonus", "last_trick", "stoeck_points"}
    assert 'value="viel"' in response.content.decode()
    assert layer(club) == {}


def test_what_somebody_else_saved_meanwhile_is_not_lost(admin, club):
    mine = form(admin, "schieber-1000")
    save(admin, schneider="no")
    mine.pop("key")
    late = admin.post("rules/", **{**mine, "matsch_bonus": "50"})
    assert late.status_code == 412
    html = late.content.decode()
    assert re.search(r'name="matsch_bonus"[^>]*value="50"', html), "what was typed still stands"
    assert layer(club) == {"schneider": False}
    again = {**mine, "matsch_bonus": "50", "version": str(club.version)}
    assert admin.post("rules/", **again).status_code == 302
    assert layer(club) == {"schneider": False, "matsch_bonus": 50}


def test_members_read_the_sheet_and_strangers_do_not_see_it(member, dario, club):
    assert "Prämie für den Matsch" in member.text("rules/")
    assert "Hausregeln speichern" not in member.text("rules/")
    assert member.post("rules/", version="1", matsch_bonus="50").status_code == 403
    assert Browser(dario, club.slug).get("rules/").status_code == 404
    assert layer(club) == {}


def test_running_games_keep_the_rules_they_began_with(admin, emma, club, season, guests):
    people = [player.pk for player in guests]

    def game() -> Any:
        return open_game(
            actor=emma.actor,
            club_id=club.pk,
            season_id=None,
            profile_slug="schieber-1000",
            player_ids=people,
            played_on=timezone.localdate(),
        )

    before = game()
    save(admin, matsch_bonus="50")
    before.refresh_from_db()
    kept = [one.profile["values"]["matsch_bonus"]["value"] for one in (before, game())]
    assert kept == [100, 50]


def test_what_is_agreed_for_the_schieber_leaves_the_differenzler_alone(admin, club):
    save(admin, matsch_bonus="50", target="1500")
    differenzler = agreed_profile("differenzler-offen", layer(club), {})
    assert (differenzler.matsch_bonus, differenzler.target) == (0, 0)
    assert agreed_profile("schieber-2500", layer(club), {}).target == 1500


def test_a_profile_that_cannot_be_played_any_more_is_named_with_its_reason(admin):
    save(admin, "differenzler-offen", differenzler__dealer_incentive="5")
    page = admin.text("rules/", base="differenzler-offen")
    assert "Damit nicht spielbar" in page
    assert "Differenzler, verdeckt" in page


def test_house_rules_that_there_are_no_more_are_named_keep_nobody_from_playing_and_can_go(
    admin, club
):
    club.profile_layer = {"matsch_bonus": "viel", "pandur": {"alt": 3}, "berg": True}
    club.save()
    page = words(admin.get("rules/", base="schieber-1000"))
    assert "zählt nicht mit: matsch_bonus, pandur.alt." in page
    played = agreed_profile("schieber-1000", layer(club), {})
    assert (played.matsch_bonus, played.berg) == (100, True)
    assert save(admin, target="1500").status_code == 302
    assert layer(club) == {"berg": True, "target": 1500}


@pytest.mark.parametrize(("path", "game", "bears"), [
    ("weis", "differenzler", False),
    ("weis", "schieber", True),
    ("differenzler.exact_bonus", "schieber", False),
    ("differenzler", "differenzler", True),
    ("hands", "hae", True),
])  # fmt: skip
def test_a_switch_bears_on_the_games_that_know_it(path, game, bears):
    assert bears_on(path, game) is bears
    assert (path in within({path: 1}, game)) is bears


@pytest.mark.parametrize("slug", profile_slugs())
def test_a_profile_keeps_its_values_under_the_own_layer_of_its_game(slug):
    profile = load_profile(slug)
    own = {path: KINDS[path].plain(profile.value(path)) for path in KINDS if path != "game"}
    assert agreed_profile(slug, own, {}).weis == profile.weis
