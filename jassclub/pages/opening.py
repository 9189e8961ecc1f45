"""The form that opens a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.models import Club, Player, Season
from jassclub.errors import Detail, DomainError, Invalid
from referee.rules.profile import Profile, load_profile, profile_slugs
from scoring.games.registry import GAMES
from scoring.web.once import SENT, new_key
from scoring.web.typed import Typed, words_of

SEATS = 4
"""Seats that the page offers; other numbers of players come by the API."""
FIELDS = ("profile", "first_dealer", "played_on", *(f"seat_{index}" for index in range(SEATS)))
FIELD_OF = {
    "/profile": "profile",
    "/players": "seat_0",
    "/first_dealer": "first_dealer",
    "/played_on": "played_on",
    "/season": "played_on",
    **{f"/players/{index}": f"seat_{index}" for index in range(SEATS)},
}


@dataclass
class OpeningForm:
    """What the template reads, and what the service is told."""

    club: Club
    players: Sequence[Player]
    season: Season | None
    typed: Typed
    key: str = field(default_factory=new_key)

    @classmethod
    def of(cls, club: Club, players: Sequence[Player], season: Season | None) -> OpeningForm:
        """An empty form: the first rules of the list, today, the first seat deals."""
        today = timezone.localdate().isoformat()
        typed = Typed({"profile": "club-swiss", "first_dealer": "0", "played_on": today})
        return cls(club, players, season, typed)

    @property
    def profiles(self) -> Sequence[Profile]:
        """The rules that can be played here."""
        shipped = [load_profile(slug) for slug in profile_slugs()]
        return [profile for profile in shipped if profile.game in GAMES]

    @property
    def seats(self) -> Iterator[tuple[int, str, str, Sequence[str]]]:
        """Seat, its words, the player chosen, what is wrong with it."""
        words = (_("Platz 1"), _("Platz 2 (rechts davon)"), _("Platz 3"), _("Platz 4"))
        for index, name in enumerate(words):
            chosen = self.typed.values.get(f"seat_{index}", "")
            yield index, name, chosen, self.typed.errors.get(f"seat_{index}", ())

    def read(self, post: Mapping[str, str]) -> OpeningForm:
        """Take over what was typed."""
        self.typed = Typed.of(post, FIELDS)
        self.typed.values["label"] = words_of(post, "label", longest=80)
        return self

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its field."""
        self.typed.refuse(refusal, FIELD_OF)
        if refusal.code == SENT:
            self.key = new_key()

    def arguments(self) -> dict[str, Any]:
        """What `scoring.services.open_game` wants; Invalid where a field cannot be read."""
        played_on = self._day()
        in_season = self.season and self.season.starts <= played_on <= self.season.ends
        return {
            "profile_slug": self.typed.values["profile"],
            "player_ids": [UUID(value) for value in self._chosen()],
            "played_on": played_on,
            "season_id": self.season.pk if self.season and in_season else None,
            "first_dealer": self._dealer(),
            "label": self.typed.values["label"],
        }

    def _chosen(self) -> list[str]:
        known = {str(player.pk) for player in self.players}
        chosen = [self.typed.values[f"seat_{index}"] for index in range(SEATS)]
        return [value for value in chosen if value in known]

    def _dealer(self) -> int:
        text = self.typed.values["first_dealer"]
        return int(text) if text in {"0", "1", "2", "3"} else -1

    def _day(self) -> date:
        try:
            return date.fromisoformat(self.typed.values["played_on"])
        except ValueError:
            text = _("Das Datum schreibt man so: 2026-05-31.")
            raise Invalid.of([Detail("/played_on", "no_date", text)], text) from None
