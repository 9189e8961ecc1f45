"""A tournament set up, changed, opened, ended: what its direction decides about the whole."""

from collections.abc import Collection, Mapping
from secrets import token_hex
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import events, rights
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role, Season
from jassclub.clubs.rights import require_role
from jassclub.clubs.services.people import difference, made, record_counted, snapshot
from jassclub.core.errors import Conflict, Finding, Invalid, in_words
from jassclub.core.records import plain
from jassclub.core.rows import save_fields, save_version
from tournaments.core.models import Tournament
from tournaments.core.selectors import directed, log, results_revised, unended_directed, words
from tournaments.draw.planning import phase_at
from tournaments.draw.pure import commitment
from tournaments.entries.services import fill_places
from tournaments.format.pure import PRESETS, Format, Numbers, as_json, read_format
from tournaments.format.selectors import format_of, sentence
from tournaments.rounds.hall import refuse_open_round
from tournaments.standings.services import reveal_rows

State = Tournament.State
SEED_BYTES = 16
DESCRIPTION = (
    "name", "slug", "place", "played_on", "begins_at", "season_id", "capacity",
    "sign_up_until", "public", "season_final",
)  # fmt: skip
"""What can be changed beside the format."""
WHILE_PLAYING = frozenset(
    {
        "rounds",
        "minutes",
        "correction_minutes",
        "board_seconds",
        "prizes",
        "fee",
        "odd",
        "double_entry",
        "control",
        "club_best",
        "squad_best",
    }
)
"""Settings that leave what was played as it was, so they may change while it is."""


@transaction.atomic
def create_tournament(
    *,
    actor: Actor,
    club_id: UUID,
    preset: str,
    settings: Mapping[str, Any] | None = None,
    description: Mapping[str, Any],
) -> Tournament:
    """A draft from a preset, with settings of one's own on top. Needs the role director.

    `description` holds name, slug, played_on and what else of `DESCRIPTION` is known. The seed
    of all lots is made here; its hash is shown from now on.
    """
    club = rights.get_club(actor, club_id)
    require_role(actor, club_id, Role.DIRECTOR)
    if preset not in PRESETS:
        raise Invalid.at("/preset", "unknown_preset", _("Diese Vorlage gibt es nicht."))
    fmt = _read(settings or {}, PRESETS[preset].format)
    tournament = Tournament(club=club, preset=preset, format=as_json(fmt), **description)
    tournament.seed = token_hex(SEED_BYTES)
    _check(tournament)
    tournament.save(force_insert=True)
    made(tournament, actor=actor)
    log(
        tournament,
        "created",
        actor=actor,
        facts={
            "preset": preset,
            "commitment": commitment(tournament.seed),
            **_facts(description),
            "format": tournament.format,
        },
    )
    return tournament


@transaction.atomic
def change_tournament(
    *,
    actor: Actor,
    tournament_id: UUID,
    version: int,
    values: Mapping[str, Any],
    settings: Mapping[str, Any] | None = None,
    reason: str = "",
) -> Tournament:
    """Change the description and the settings; once play has begun only what leaves it alone."""
    tournament = unended_directed(actor, tournament_id, version=version)
    reason = reason.strip()
    before, called = dict(tournament.format), snapshot(tournament)
    for name, value in values.items():
        setattr(tournament, name, value)
    if settings:
        old = format_of(tournament)
        fmt = _read(settings, old)
        _refuse_other_phases(tournament, old, fmt)
        tournament.format = as_json(fmt)
    changed = sorted(name for name, value in tournament.format.items() if before[name] != value)
    _refuse_while_playing(tournament, changed)
    _check(tournament)
    tournament.version += 1
    tournament.save()
    if diff := difference(called, snapshot(tournament)):
        record_counted(tournament, tournament.club_id, actor=actor, diff=diff, reason=reason)
    log(
        tournament,
        "changed",
        actor=actor,
        facts={**_facts(values), "format": {name: tournament.format[name] for name in changed}},
        reason=reason,
    )
    fill_places(tournament, actor=actor)
    if "rounds" in changed:
        # Penalties of the whole event count from its last round on, whichever that now is.
        played = tournament.rounds.count()
        results_revised(tournament, since=played, actor=actor, reason=reason)
    return tournament


@transaction.atomic
def open_sign_up(*, actor: Actor, tournament_id: UUID) -> Tournament:
    """From a draft to something people can sign up for."""
    tournament = directed(actor, tournament_id)
    _set_state(tournament, {State.DRAFT}, State.OPEN)
    log(tournament, "opened", actor=actor)
    return tournament


@transaction.atomic
def cancel(*, actor: Actor, tournament_id: UUID, reason: str) -> Tournament:
    """Call the tournament off, before play."""
    tournament = directed(actor, tournament_id)
    _set_state(tournament, {State.DRAFT, State.OPEN}, State.CANCELLED)
    log(tournament, "cancelled", actor=actor, reason=words(reason))
    return tournament


@transaction.atomic
def finish(*, actor: Actor, tournament_id: UUID, reason: str = "") -> Tournament:
    """The end: the ranking is final, the seed is shown. Fewer rounds than set need a reason."""
    tournament = unended_directed(actor, tournament_id)
    refuse_open_round(tournament)
    if tournament.rounds.count() < format_of(tournament).rounds and not reason.strip():
        raise Invalid.at(
            "/reason",
            "words_needed",
            _("Es sind noch nicht alle Runden gespielt; sag in Worten, warum hier Schluss ist."),
        )
    tournament.finished_at = timezone.now()
    _set_state(tournament, {State.RUNNING}, State.FINISHED)
    _reveal(tournament)
    told = {"rounds": tournament.rounds.count()}
    log(
        tournament,
        "finished",
        actor=actor,
        facts={**told, "seed": tournament.seed},
        reason=reason.strip(),
    )
    events.announce(
        "tournament.finished", club_id=tournament.club_id, subject_id=tournament.pk, facts=told
    )
    return tournament


@transaction.atomic
def reopen(*, actor: Actor, tournament_id: UUID, reason: str) -> Tournament:
    """Go on with what was ended or called off by mistake.

    The end has shown the seed: draws from now on have a new one, whose hash is told here.
    """
    tournament = directed(actor, tournament_id)
    facts = _seed_anew(tournament) if tournament.state == State.FINISHED else {}
    tournament.finished_at = None
    back = State.RUNNING if tournament.rounds.exists() else State.OPEN
    _set_state(tournament, {State.FINISHED, State.CANCELLED}, back)
    log(tournament, "reopened", actor=actor, facts=facts, reason=words(reason))
    return tournament


@transaction.atomic
def reveal(*, actor: Actor, tournament_id: UUID) -> Tournament:
    """The prize-giving: the ranking is no longer hidden."""
    tournament = directed(actor, tournament_id)
    refuse_open_round(tournament)
    if tournament.revealed_at is not None:
        raise Conflict("revealed", _("Die Rangliste ist schon aufgedeckt."))
    _reveal(tournament)
    log(tournament, "revealed", actor=actor)
    return tournament


@transaction.atomic
def draw_number(*, actor: Actor, tournament_id: UUID, number: int, reason: str = "") -> Tournament:
    """The number that was drawn after play; drawing another one needs a reason."""
    if number < 0:
        raise Invalid.at(
            "/number", "no_number", _("Bitte eine ganze Zahl schreiben, zum Beispiel 97.")
        )
    tournament = unended_directed(actor, tournament_id)
    refuse_open_round(tournament)
    said = words(reason) if tournament.drawn_number is not None else reason.strip()
    save_fields(tournament, drawn_number=number)
    log(tournament, "number_drawn", actor=actor, facts={"number": number}, reason=said)
    reveal_rows(tournament)
    return tournament


def _seed_anew(tournament: Tournament) -> dict[str, str]:
    save_fields(tournament, seed=token_hex(SEED_BYTES))
    return {"commitment": commitment(tournament.seed)}


def _set_state(tournament: Tournament, allowed: Collection[str], state: str) -> None:
    if tournament.state not in allowed:
        raise Conflict(
            "wrong_state",
            _("Das geht jetzt nicht: das Turnier ist im Zustand «%(state)s».")
            % {"state": tournament.get_state_display()},
        )
    save_version(tournament, state=state, finished_at=tournament.finished_at)


def _reveal(tournament: Tournament) -> None:
    if tournament.revealed_at is None:
        save_fields(tournament, revealed_at=timezone.now())
    reveal_rows(tournament)


def _read(settings: Mapping[str, Any], base: Format) -> Format:
    reading = read_format(settings, base=base)
    if reading.format is None:
        raise Invalid.of(
            in_words(reading.findings, sentence, "/format"),
            _("Diese Einstellungen passen nicht zusammen."),
        )
    return reading.format


def _check(tournament: Tournament) -> None:
    wrong = []
    if Tournament.objects.filter(slug=tournament.slug).exclude(pk=tournament.pk).exists():
        raise Conflict.at("/slug", "slug_taken", _("Diese Adresse hat schon ein anderes Turnier."))
    season = (
        tournament.season_id
        and Season.objects.filter(pk=tournament.season_id, club_id=tournament.club_id).first()
    )
    if tournament.season_id and not season:
        wrong.append(Finding("unknown_season", "/season", _("Diese Saison gibt es nicht.")))
    if season and not season.starts <= tournament.played_on <= season.ends:
        wrong.append(
            Finding("outside_season", "/played_on", _("Dieser Tag liegt nicht in der Saison."))
        )
    if tournament.format["numbers"] == Numbers.DRAWN and tournament.capacity is None:
        text = _("Um Nummern zu ziehen, braucht es die Zahl der Plätze.")
        wrong.append(Finding("capacity_missing", "/capacity", text))
    if tournament.season_final and not tournament.season_id:
        wrong.append(
            Finding(
                "season_missing",
                "/season",
                _("Ein Final der Saison gehört zu einer Saison. Wähle zuerst, zu welcher."),
            )
        )
    Invalid.raise_for(wrong, _("Diese Angaben stimmen nicht."))


def _refuse_while_playing(tournament: Tournament, changed: Collection[str]) -> None:
    fixed = sorted(set(changed) - WHILE_PLAYING)
    text = _("Das steht fest, sobald eine Runde aufgerufen ist.")
    wrong = [Finding("play_has_begun", f"/format/{name}", text) for name in fixed]
    played = tournament.rounds.count()
    if wrong and played:
        raise Invalid.of(wrong, text)
    if tournament.format["rounds"] < played:
        raise Invalid.at(
            "/format/rounds",
            "rounds_called",
            _("So viele Runden sind schon aufgerufen: %(number)s.") % {"number": played},
        )


def _refuse_other_phases(tournament: Tournament, old: Format, new: Format) -> None:
    """More or fewer rounds must not make a final of what was called as something else."""
    called = range(1, tournament.rounds.count() + 1)
    if any(phase_at(old, n).kind != phase_at(new, n).kind for n in called):
        raise Invalid.at(
            "/format/rounds",
            "final_moves",
            _("So würde eine schon aufgerufene Runde zum Final, oder der Final zur Vorrunde."),
        )


def _facts(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as JSON keeps them: days and moments in ISO form, ids as text."""
    return {name: plain(value) for name, value in values.items()}
