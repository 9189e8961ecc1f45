"""The form that opens a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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

SEATS = 12
"""Seats that the page offers: as many as any rules allow."""
AT_FIRST = 4
"""Seats that are asked for at once; the others are folded away."""
FIELDS = ("profile", "first_dealer", "played_on", *(f"seat_{index}" for index in range(SEATS)))
FIELD_OF = {
    "/profile": "profile",
    "/players": "seat_0",
    "/first_dealer": "first_dealer",
    "/dealer": "first_dealer",
    "/played_on": "played_on",
    "/season": "played_on",
    **{f"/players/{index}": f"seat_{index}" for index in range(SEATS)},
}


@dataclass(frozen=True)
class SeatField:
    """The choice of one seat: its words, the player chosen, what is wrong with it."""

    index: int
    words: str
    chosen: str
    errors: Sequence[str]
    folded: bool


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
    def profiles(self) -> Sequence[tuple[Profile, str]]:
        """The rules that can be played here, each with the numbers of players it allows."""
        shipped = [load_profile(slug) for slug in profile_slugs()]
        return [(profile, _spans(profile.players)) for profile in shipped if profile.game in GAMES]

    @property
    def seats(self) -> Sequence[SeatField]:
        """All seats in the order of play."""
        return [self._seat(index) for index in range(SEATS)]

    @property
    def many(self) -> bool:
        """Whether something stands among the seats folded away, or is wrong there."""
        return any(seat.chosen or seat.errors for seat in self.seats[AT_FIRST:])

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

    def _seat(self, index: int) -> SeatField:
        words = _("Platz 2 (rechts davon)") if index == 1 else _("Platz %(number)d")
        name = f"seat_{index}"
        return SeatField(
            index,
            words % {"number": index + 1},
            self.typed.values.get(name, ""),
            self.typed.errors.get(name, ()),
            folded=index >= AT_FIRST,
        )

    def _dealer(self) -> int:
        text = self.typed.values["first_dealer"]
        return int(text) if text in {str(index) for index in range(SEATS)} else -1

    def _day(self) -> date:
        try:
            return date.fromisoformat(self.typed.values["played_on"])
        except ValueError:
            text = _("Das Datum schreibt man so: 2026-05-31.")
            raise Invalid.of([Detail("/played_on", "no_date", text)], text) from None


def _spans(numbers: Sequence[int]) -> str:
    """Numbers of players as people write them: 2–6, 8."""
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(f"{s[0]}–{s[-1]}" if len(s) > 1 else str(s[0]) for s in spans)
