"""Changes of master data in words: of what, from what to what."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from babel import Locale
from django.db.models import TextChoices
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from jassclub.clubs.models import (
    Change,
    Deck,
    Device,
    Invitation,
    Membership,
    Player,
    Role,
    Season,
    TableLink,
    User,
)
from jassclub.clubs.services.undoing import kind_of
from jassclub.core.speaking import sign, spoken
from jassclub.home.office import fees
from jassclub.webhooks.models import Webhook
from scoring.core.models import Game
from scoring.house_rules.page import told
from tournaments.core.models import Tournament
from tournaments.evenings.models import Attendance, Evening
from tournaments.seasons.models import NUMBERS, SeasonOpening
from tournaments.seasons.regulation import differing
from tournaments.seasons.selectors import played_in

MOST_LINES = 12
"""Of one deed that are told; how many more there are is said."""
THINGS: Mapping[str, str | Promise] = {
    "player": gettext_lazy("Person"),
    "membership": gettext_lazy("Mitglied"),
    "season": gettext_lazy("Saison"),
    "seasonopening": gettext_lazy("Frühere Saison"),
    "evening": gettext_lazy("Clubabend"),
    "club": gettext_lazy("Club"),
    "webhook": gettext_lazy("Webhook"),
    "tablelink": gettext_lazy("Tischlink"),
    "device": gettext_lazy("Telefon"),
    "invitation": gettext_lazy("Einladung"),
    "reset": gettext_lazy("Link für ein neues Passwort"),
    "game": gettext_lazy("Partie"),
    "attendance": gettext_lazy("Clubabend"),
    "apart": gettext_lazy("Nicht am gleichen Tisch"),
    "tournament": gettext_lazy("Turnier"),
    "together": gettext_lazy("Mitglied"),
}
FIELDS: Mapping[str, str | Promise] = {
    "name": gettext_lazy("Name"),
    "user_id": gettext_lazy("Konto"),
    "active": gettext_lazy("spielt mit"),
    "guest": gettext_lazy("Gast"),
    "initials_only": gettext_lazy("nur Initialen"),
    "minor": gettext_lazy("minderjährig"),
    "role": gettext_lazy("Rolle"),
    "second_factor": gettext_lazy("zweiter Faktor"),
    "starts": gettext_lazy("Beginn"),
    "day": gettext_lazy("Tag"),
    "begins_at": gettext_lazy("Um"),
    "place": gettext_lazy("Wo"),
    "cancelled": gettext_lazy("abgesagt"),
    "ends": gettext_lazy("Ende"),
    "rules": gettext_lazy("Regeln"),
    "profile_layer": gettext_lazy("Hausregeln"),
    "deck": gettext_lazy("Karten"),
    "language": gettext_lazy("Sprache"),
    "revoked_at": gettext_lazy("zurückgezogen"),
    "slug": gettext_lazy("Adresse"),
    "label": gettext_lazy("Name"),
    "sums": gettext_lazy("Vortrag"),
    "url": gettext_lazy("Adresse"),
    "events": gettext_lazy("Ereignisse"),
    "state": pgettext_lazy("eines Eintrags", "Stand"),
    "seats": gettext_lazy("Plätze"),
    "proposed": gettext_lazy("für den Vorstand vorgeschlagen"),
    "factor_lost": gettext_lazy("zweiter Faktor verloren"),
}
CHOICES: Mapping[str, type[TextChoices]] = {
    "role": Role,
    "deck": Deck,
    "state": Game.State,
    "attendance": Attendance.State,
}
KEYS = ("name", "label", "day")
"""Under which of them a change says what its thing is called."""
CALLED = (
    (Player, "name"),
    (Season, "name"),
    (Webhook, "label"),
    (TableLink, "label"),
    (Device, "label"),
    (Evening, "day"),
    (Game, "label"),
    (Tournament, "name"),
    (SeasonOpening, "label"),
)
ABOUT: Mapping[str, str] = {"attendance": "evening", "apart": "player", "together": "membership"}
"""Changes of something about a thing of this kind."""
OF_PEOPLE = ("attendance", "apart")
"""Person by person."""
MORE = {"invitation": ("role", "user_id"), "game": ("seats",)}
"""What is told of a thing that is added or removed, beside its name."""
KINDS: Mapping[str, str | Promise] = {
    "added": gettext_lazy("kommt dazu"),
    "removed": gettext_lazy("ist entfernt"),
}


class Saying:
    """Changes in words, with the names that they speak of read at once."""

    def __init__(self, changes: Sequence[Change]) -> None:
        seasons = [change.object_id for change in changes if change.model == "season"]
        self.seasons = Season.objects.select_related("club").in_bulk(seasons)
        doors = [change.object_id for change in changes if change.model == "invitation"]
        made = Change.objects.filter(object_id__in=doors, diff__kind__1=Invitation.Kind.RESET)
        self.resets = {change.object_id for change in made}
        self.names = {
            row.pk: str(name)
            for model, field in CALLED
            for row, name in _named(model, field, changes)
        }
        named = {ident for change in changes for ident in _people_in(change)}
        players = Player.objects.filter(pk__in=named)
        self.players = {str(player.pk): player.name for player in players}
        accounts = [pair for change in changes for pair in change.diff.get("user_id", ())]
        members = Membership.objects.filter(pk__in=[change.object_id for change in changes])
        self.holders = {member.pk: str(member.user_id) for member in members}
        # Of what is gone another change says what it was called, unless the person was forgotten.
        gone = {change.object_id for change in changes} - {*self.names, *self.holders}
        told = Change.objects.filter(object_id__in=gone, diff__has_any_keys=[*KEYS, "user_id"])
        for change in told.order_by("version"):
            if called := _called(change, *KEYS):
                self.names[change.object_id] = called
            if holder := _called(change, "user_id"):
                self.holders[change.object_id] = holder
        users = {ident for ident in (*accounts, *self.holders.values()) if ident}
        self.users = {
            str(user.pk): user.get_username() for user in User.objects.filter(pk__in=users)
        }

    def all(self, changes: Iterable[Change]) -> list[str]:
        """A line for each thing and field, up to `MOST_LINES`."""
        return shortened([line for change in changes for line in self.lines(change)])

    def lines(self, change: Change) -> Iterator[str]:
        """What of one thing was changed, from what to what."""
        model = "reset" if change.object_id in self.resets else change.model
        thing = f"{THINGS.get(model, model)} {self._name(change)}".strip()
        kind = kind_of(change)
        if kind != "changed":
            more = [
                self._value(field, before or after)
                for field, (before, after) in change.diff.items()
                if field in MORE.get(change.model, ("role",)) and (before or after)
            ]
            said = f" ({', '.join(more)})" if more else ""
            yield f"{thing}{said} {KINDS[kind]}"
            return
        for field, (before, after) in change.diff.items():
            for name, one, other in self._parts(change, field, before, after):
                was, now = self._value(field, one), self._value(field, other)
                yield f"{thing}, {name}{sign()} {was} → {now}"

    def _parts(
        self, change: Change, field: str, before: Any, after: Any
    ) -> Iterator[tuple[str, Any, Any]]:
        """What of a field differs, by its name: rules of seasons and houses by their own words."""
        if change.model in OF_PEOPLE:
            kind = CHOICES.get(change.model)
            one, other = (kind(side).label if kind and side else side for side in (before, after))
            yield self.players.get(field, "–"), one, other
        elif field == "rules" and (season := self.seasons.get(change.object_id)):
            yield from differing(season, (before, after), played_in(season))
        elif field == "profile_layer":
            yield from _leaves(field, told(before or {}), told(after or {}))
        elif field == "money":
            yield from fees.differing(before, after)
        elif field == "sums":
            one, other = (
                {self.players[player]: dict(zip(NUMBERS.values(), numbers, strict=True))
                 for player, numbers in side.items()}
                for side in (before, after)
            )  # fmt: skip
            yield from _leaves(field, one, other)
        else:
            yield from _leaves(field, before, after)

    def _name(self, change: Change) -> str:
        if ABOUT.get(change.model, change.model) == "membership":
            ident = _called(change, "user_id") or self.holders.get(change.object_id, "")
            return self.users.get(ident, _("(Konto gelöscht)"))
        name = self.names.get(change.object_id) or _called(change, *KEYS)
        dated = ABOUT.get(change.model, change.model) == "evening"
        return self._value("day", name) if dated else name

    def _value(self, field: str, value: Any) -> str:
        if value in (None, ""):
            return "–"
        if isinstance(value, bool):
            return _("ja") if value else _("nein")
        if field == "seats":
            return ", ".join(self.players.get(ident, "–") for ident in value)
        if isinstance(value, list):
            return ", ".join(map(str, value))
        return str(self._said(field, value))

    def _said(self, field: str, value: Any) -> str | Promise:
        match field:
            case "role" | "deck" | "state":
                return CHOICES[field](value).label
            case "language":
                return str(Locale(value).get_language_name(spoken()))
            case "user_id":
                return self.users.get(value, "–")
            case "revoked_at":
                moment = timezone.localtime(datetime.fromisoformat(value))
                return date_format(moment, "SHORT_DATETIME_FORMAT")
            case "starts" | "ends" | "day":
                return date_format(date.fromisoformat(value), "SHORT_DATE_FORMAT")
        return str(value)


def shortened(lines: list[str]) -> list[str]:
    more = len(lines) - MOST_LINES
    rest = [_("und %(count)s weitere") % {"count": more}] if more > 0 else []
    return lines[:MOST_LINES] + rest


def _people_in(change: Change) -> Iterator[str]:
    """The ids of the players that a change speaks of, beside its own thing."""
    if change.model in OF_PEOPLE:
        yield from change.diff
    for field in ("sums", "seats"):
        for side in change.diff.get(field, ()):
            yield from side or ()


def _called(change: Change, *keys: str) -> str:
    """What stands under one of the keys, as it was last; empty where nothing does."""
    return next((str(it) for key in keys for it in reversed(change.diff.get(key, ())) if it), "")


def _named(model: Any, field: str, changes: Sequence[Change]) -> Iterator[tuple[Any, Any]]:
    kept = model.__name__.lower()
    idents = [row.object_id for row in changes if ABOUT.get(row.model, row.model) == kept]
    for row in model._default_manager.filter(pk__in=idents) if idents else ():
        yield row, getattr(row, field)


def _leaves(field: str, before: Any, after: Any, way: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Each value within a field that differs, by its name."""
    if not isinstance(before, Mapping) and not isinstance(after, Mapping):
        yield f"{FIELDS.get(field, field)}{way}", before, after
        return
    one, other = (side if isinstance(side, Mapping) else {} for side in (before, after))
    for key in dict.fromkeys([*one, *other]):
        if one.get(key) != other.get(key):
            yield from _leaves(field, one.get(key), other.get(key), f"{way} · {key}")
