"""A club evening: its dates, who is there, the draw, and the games that it opens."""

from collections.abc import Collection, Mapping
from datetime import date, time
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Player, Role
from jassclub.clubs.rights import require_role
from jassclub.clubs.services.links import open_links, revoke_link
from jassclub.clubs.services.people import added, changed, record_counted
from jassclub.core.errors import Conflict, DomainError, Finding, Invalid
from jassclub.core.rows import save_version
from referee.rules.profile import Profile, load_profile, profile_slugs
from scoring.claims.selectors import is_empty
from scoring.core.models import Game
from scoring.tables.anew import cancel_game, season_at
from scoring.tables.games import (
    abandon_game,
    close_game,
    open_game,
)
from scoring.tables.office_deeds import stands, tell
from tournaments.evenings.models import Apart, Attendance, Evening
from tournaments.evenings.pure import drawn
from tournaments.evenings.selectors import (
    apart_in,
    evenings_of,
    free_tables,
    games_on,
    history,
    mixed_in,
    names_of,
    presence,
    running,
    seated_now,
    waiting,
)

State = Attendance.State


@transaction.atomic
def plan(
    *,
    actor: Actor,
    club_id: UUID,
    days: Collection[date],
    begins_at: time | None = None,
    place: str = "",
) -> list[Evening]:
    """Dates of a club, those called off before among them; what stands stays. Role: scribe."""
    clubs.get_club(actor, club_id, Role.SCRIBE)
    # Race: another phone plans the same day meanwhile; it waits, and both mean one evening.
    Club.objects.select_for_update(of=("self",), no_key=True).get(pk=club_id)
    dates = Evening.objects.filter(club=club_id, day__in=days)
    for evening in dates.filter(cancelled=True).select_for_update(of=("self",)):
        # A calendar that was told of the end believes a higher number only: a version more.
        changed(evening, {"cancelled": False}, actor=actor)
    own = {"club_id": club_id, "begins_at": begins_at, "place": place, "actor": str(actor)}
    for day in sorted({*days} - {*dates.values_list("day", flat=True)}):
        added(Evening(day=day, **own), actor=actor)
    return list(dates)


@transaction.atomic
def call_off(*, actor: Actor, evening_id: UUID, cancelled: bool) -> Evening:
    """The evening does not take place, or does after all. Conflict where games were opened."""
    evening = locked(actor, evening_id)
    if cancelled and games_on(evening).exists():
        raise Conflict("evening_played", _("An diesem Abend ist schon gespielt worden."))
    return changed(evening, {"cancelled": cancelled}, actor=actor)


@transaction.atomic
def say(*, actor: Actor, evening_id: UUID, said: Mapping[UUID, str]) -> Evening:
    """Who is here, has gone, is excused; "" takes back what was said. Role: scribe.

    Only the people named change: two phones tick the same evening.
    """
    evening = locked(actor, evening_id)
    _refuse_strangers(evening, said)
    note(evening, said, str(actor))
    return evening


def note(evening: Evening, said: Mapping[UUID, str], actor: str) -> None:
    known = presence(evening)
    diff = {
        str(ident): [known.get(str(ident)), state or None]
        for ident, state in said.items()
        if known.get(str(ident)) != (state or None)
    }
    if diff:
        record_counted(evening, evening.club_id, actor=actor, diff=diff, model="attendance")
    Attendance.objects.filter(evening=evening, player__in=said).delete()
    Attendance.objects.bulk_create(
        Attendance(
            club_id=evening.club_id, evening=evening, player_id=ident, state=state, actor=actor
        )
        for ident, state in said.items()
        if state
    )


@transaction.atomic
def excuse(*, player: Player, evening_id: UUID, coming: bool) -> Evening:
    """Somebody says for himself whether he comes; also by his own link, without an account.

    DoesNotExist where his club has no such evening.
    """
    evening = _one_by_one().get(pk=evening_id, club=player.club_id)
    if evening.cancelled or evening.day < timezone.localdate():
        raise Conflict("evening_over", _("Für diesen Abend ist es zu spät."))
    here = evening.attendances.filter(player=player, state__in=[State.HERE, State.LEFT])
    if here.exists():
        raise Conflict("already_here", _("Du stehst schon auf der Liste der Anwesenden."))
    note(evening, {player.pk: "" if coming else State.EXCUSED}, f"player:{player.pk}")
    return evening


@transaction.atomic
def keep_apart(*, actor: Actor, club_id: UUID, pair: tuple[UUID, UUID], apart: bool) -> None:
    """Two people who are not drawn to one table, or are again. Role: scribe."""
    clubs.get_club(actor, club_id, Role.SCRIBE)
    one, other = sorted(pair)
    # Race: the same wish comes twice at once; the second waits, and it stands once.
    known = Player.objects.filter(club=club_id, pk__in=pair).select_for_update(no_key=True)
    people = {player.pk: player for player in known.order_by("pk")}
    if one == other or len(people) < len(pair):
        raise Invalid.at("/other", "unknown_player", _("Bitte zwei verschiedene Leute wählen."))
    wish = Apart.objects.filter(one=one, other=other)
    if wish.exists() == apart:
        return
    if apart:
        Apart.objects.create(club_id=club_id, one_id=one, other_id=other, actor=str(actor))
    else:
        wish.delete()
    diff = {str(other): [not apart or None, apart or None]}
    record_counted(people[one], club_id, actor=actor, diff=diff, model="apart")


@transaction.atomic
def draw(
    *,
    actor: Actor,
    evening_id: UUID,
    profile_slug: str,
    three: str = "",
    mixed: Collection[UUID] = (),
) -> Evening:
    """Tables for all who are here and sit at no running game; nothing is opened yet.

    `three`: the rules at tables of three, where the game itself needs four; without any as many
    sit out as do not fill a table. `mixed`: running games whose people are drawn along; opening
    the draft breaks them off. Role: scribe, director to mix. Invalid where nobody can be seated.
    """
    evening = locked(actor, evening_id, Role.DIRECTOR if mixed else Role.SCRIBE)
    rules, small = _rules(profile_slug, three)
    ending = [str(game.pk) for game in running(evening).filter(pk__in=mixed)]
    people = [player.pk for player in waiting(evening, ending)]
    seed = uuid4().hex
    number, before = history(evening)
    named = {number(ident): ident for ident in people}
    alone, apart = rules.sides == "single", apart_in(evening.club_id)
    seated = drawn(
        named,
        before,
        seed=seed,
        alone=alone,
        threes=small is not None,
        apart=[(number(one), number(other)) for one, other in apart],
    )
    if not seated.tables:
        text = _("Für einen Tisch sind noch zu wenige da.")
        if running(evening).exists():
            text += " " + _("Ein Tisch, der spielt, kann neu gemischt werden.")
        raise Invalid.at("/people", "too_few", text)
    tables = [[str(named[person]) for person in table] for table in seated.tables]
    draft = {
        "profile": rules.slug,
        "three": small.slug if small else "",
        "seed": seed,
        "tables": tables,
        "out": [str(named[person]) for person in seated.byes],
        "mixed": ending,
    }
    save_version(evening, draft=draft)
    return evening


def _rules(slug: str, three: str) -> tuple[Profile, Profile | None]:
    """The rules at tables of four, and at those of three: the same where they take three."""
    places = {"/profile": slug, "/three": three or slug}
    unknown = [place for place, one in places.items() if one not in profile_slugs()]
    text = _("Bitte ein Spiel wählen.")
    Invalid.raise_for([Finding("unknown_profile", place, text) for place in unknown], text)
    rules = load_profile(slug)
    small = (rules if 3 in rules.players else load_profile(three)) if three else None
    faults = []
    if 4 not in rules.players:
        faults.append(Finding("not_for_four", "/profile", _("Dieses Spiel geht nicht zu viert.")))
    if small is not None and 3 not in small.players:
        faults.append(Finding("not_for_three", "/three", _("Dieses Spiel geht nicht zu dritt.")))
    Invalid.raise_for(faults, _("So lässt sich nicht auslosen."))
    return rules, small


@transaction.atomic
def exchange(*, actor: Actor, evening_id: UUID, pair: tuple[UUID, UUID]) -> Evening:
    """Two people of the draft change places, also with somebody who sits out. Role: scribe."""
    evening = locked(actor, evening_id)
    one, other = map(str, pair)
    places = {one: other, other: one}
    tables, out = evening.draft.get("tables", []), evening.draft.get("out", [])
    if not {one, other} <= {person for row in (*tables, out) for person in row}:
        raise Conflict("draft_changed", _("Die Auslosung ist inzwischen eine andere."))
    moved = [[places.get(person, person) for person in row] for row in (*tables, out)]
    save_version(evening, draft={**evening.draft, "tables": moved[:-1], "out": moved[-1]})
    return evening


@transaction.atomic
def open_tables(*, actor: Actor, evening_id: UUID) -> list[Game]:
    """The games of the draft, all at once, each with the club's rules; who is first deals.

    Conflict where somebody has gone or sat down elsewhere since the draw. Games that were mixed
    end: what was played there stands. Role: scribe.
    """
    evening = locked(actor, evening_id)
    draft = evening.draft
    if not draft:
        raise Conflict("nothing_drawn", _("Hier ist nichts ausgelost, oder es ist schon eröffnet."))
    seated = {UUID(person) for table in draft["tables"] for person in table}
    ending = mixed_in(evening)
    gone = seated - {player.pk for player in waiting(evening, ending)}
    if gone:
        words = _("Bitte neu auslosen: %(names)s ist nicht mehr frei.")
        raise Conflict("draft_changed", words % {"names": ", ".join(names_of(gone))})
    for game in running(evening).filter(pk__in=ending):
        end_game(actor, game, _("Die Tische sind neu gemischt."))
    season = season_at(evening.club, evening.day)
    games = [
        open_game(
            actor=actor,
            club_id=evening.club_id,
            profile_slug=draft["three" if len(table) == 3 else "profile"],
            player_ids=[UUID(person) for person in table],
            played_on=evening.day,
            season_id=season.pk if season else None,
            label=_("Tisch %(number)s") % {"number": number},
        )
        for number, table in zip(free_tables(evening), draft["tables"], strict=False)
    ]
    for game in games:
        tell(game, {}, actor=actor)
    opened = {**draft, "mixed": [], "games": [str(game.pk) for game in games]}
    save_version(evening, drawn=[*evening.drawn, opened], draft={})
    return games


def end_game(actor: Actor, game: Game, reason: str) -> None:
    """What was played stands; an empty game is as if it had not been opened."""
    before = stands(game)
    if is_empty(game):
        cancel_game(actor=actor, game_id=game.pk)
    else:
        abandon_game(actor=actor, game_id=game.pk, reason=reason)
    tell(game, before, actor=actor)


@transaction.atomic
def close_tables(*, actor: Actor, evening_id: UUID) -> tuple[int, list[tuple[Game, str]]]:
    """All running games end, those in which nothing stands as if they had not been opened. How many
    did, and which go on because something is undecided there, with why. The links of what ended
    end with it. Role: scribe."""
    evening = locked(actor, evening_id)
    games = list(running(evening).order_by("created_at"))
    if not games:
        raise Conflict("no_table", _("Es läuft noch keine Partie."))
    left, over = [], []
    for game in games:
        end, before = cancel_game if is_empty(game) else close_game, stands(game)
        try:
            with transaction.atomic():
                end(actor=actor, game_id=game.pk)
                tell(game, before, actor=actor)
            over.append(game.pk)
        except DomainError as refusal:
            left.append((game, refusal.message))
    for link in open_links(evening.club_id, over):
        revoke_link(actor=actor, link_id=link.pk)
    return len(games) - len(left), left


@transaction.atomic
def take_back(*, actor: Actor, evening_id: UUID) -> Evening:
    """The games that were opened last are not, and their draw is a draft again. Role: scribe.

    Conflict where something stands in one of them.
    """
    evening = locked(actor, evening_id)
    *before, last = evening.drawn or [{}]
    if not last.get("games"):
        raise Conflict("nothing_opened", _("Hier ist nichts, das zurückgenommen werden kann."))
    for game in Game.objects.filter(pk__in=last.pop("games")).order_by("pk"):
        ran = stands(game)
        cancel_game(actor=actor, game_id=game.pk)
        tell(game, ran, actor=actor)
    save_version(evening, drawn=before, draft=last)
    return evening


def locked(actor: Actor, evening_id: UUID, role: str = Role.SCRIBE) -> Evening:
    evening = clubs.found(evenings_of(actor), evening_id)
    require_role(actor, evening.club_id, role)
    return _one_by_one().get(pk=evening_id)


def _one_by_one() -> QuerySet[Evening]:
    """Race: two phones tick, draw or open at once; one after the other."""
    rows = Evening.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("club")


def _refuse_strangers(evening: Evening, said: Mapping[UUID, str]) -> None:
    club = set(
        Player.objects.filter(club=evening.club_id, pk__in=said).values_list("pk", flat=True)
    )
    faults = [
        Finding("unknown_player", "/people", _("Diese Person spielt nicht in diesem Club."))
        for ident in said
        if ident not in club
    ]
    seated = seated_now(evening)
    faults += [
        Finding(
            "still_seated", "/people", _("%(name)s sitzt noch an einem Tisch.") % {"name": name}
        )
        for ident, state in said.items()
        if state != State.HERE and ident in seated
        for name in names_of([ident])
    ]
    Invalid.raise_for(faults, _("So geht es nicht."))
