"""The form that opens a game: the rules, the seats, and who deals first."""

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
from scoring.games.dealing import opening
from scoring.games.registry import GAMES
from scoring.selectors import GameState
from scoring.web.once import SENT, new_key
from scoring.web.typed import Typed, words_of
from scoring.web.who import Names

SEATS = 12
"""Seats that the page offers: as many as any rules allow."""
AT_FIRST = 4
"""Seats that are asked for at once; the others are folded away."""
FIELDS = ("profile", "first_dealer", "played_on", *(f"seat_{index}" for index in range(SEATS)))
FIELD_OF = {
    "/profile": "profile",
    "/players": "seat_0",
    "/first_dealer": "first_dealer",
    "/played_on": "played_on",
    "/season": "played_on",
    **{f"/players/{index}": f"seat_{index}" for index in range(SEATS)},
}


@dataclass(frozen=True)
class SeatField:
    """The choice of one seat: its words, the player chosen, what is wrong with it.

    `who`: the name of the player, the number of the seat while nobody is chosen.
    """

    index: int
    words: str
    chosen: str
    who: str
    errors: Sequence[str]
    folded: bool


@dataclass
class OpeningForm:
    """What the template reads, and what the service is told."""

    club: Club
    players: Sequence[Player]
    season: Season | None
    typed: Typed
    last: GameState | None = None
    key: str = field(default_factory=new_key)

    @classmethod
    def of(
        cls,
        club: Club,
        players: Sequence[Player],
        season: Season | None,
        last: GameState | None = None,
    ) -> OpeningForm:
        """An empty form of today; after another game with its rules and its people."""
        typed = Typed({"profile": "club-swiss", "played_on": timezone.localdate().isoformat()})
        if last is not None:
            typed.values["profile"] = last.game.profile_slug
            for seat in last.game.seats.all():
                typed.values[f"seat_{seat.index}"] = str(seat.person.pk)
        return cls(club, players, season, typed, last)

    @property
    def losers(self) -> Sequence[str]:
        """The sides that lost the game before this one: they say who deals (spiel-geben)."""
        if self.last is None:
            return ()
        rules, names = self.last.rules, Names(self.last.game, ())
        seats = range(rules.players)
        return [
            names.side(seat for seat in seats if rules.side_of(seat) == column)
            for column in opening(rules.profile, self.last.sheet).columns
        ]

    @property
    def by_seven(self) -> Sequence[str]:
        """The rules by which whoever holds the seven of diamonds speaks first."""
        asked = [(profile.title, opening(profile).asks) for profile, _spans in self.profiles]
        return [title for title, asks in asked if asks == "diamond_seven"]

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
        """What `scoring.services.open_game` wants; Invalid with all that cannot be read."""
        played_on = self._day()
        faults = [*self._seat_faults(), *self._dealer_faults()]
        if played_on is None:
            text = _("Das Datum schreibt man so: 2026-05-31.")
            faults.append(Detail("/played_on", "no_date", text))
        if faults or played_on is None:
            raise Invalid.of(faults, _("So kann die Partie nicht beginnen."))
        in_season = self.season and self.season.starts <= played_on <= self.season.ends
        return {
            "profile_slug": self.typed.values["profile"],
            "player_ids": [UUID(value) for value in self._chosen()],
            "played_on": played_on,
            "season_id": self.season.pk if self.season and in_season else None,
            "opening_seat": int(self.typed.values["first_dealer"]),
            "label": self.typed.values["label"],
        }

    def _chosen(self) -> list[str]:
        """What was chosen from the first seat to the last one taken, "" where nobody was."""
        chosen = [self.typed.values.get(f"seat_{index}", "") for index in range(SEATS)]
        taken = [index for index, value in enumerate(chosen) if value]
        return chosen[: max(taken, default=-1) + 1]

    def _seat_faults(self) -> list[Detail]:
        """Nobody moves up to a seat that was left empty: who sits where decides who plays with
        whom."""
        known = {str(player.pk) for player in self.players}
        empty = _("Hier sitzt niemand, aber weiter unten: bitte jemanden wählen oder aufrücken.")
        unknown = _("Diese Person spielt nicht in diesem Club.")
        return [
            Detail(f"/players/{index}", "unknown_player" if value else "seat_empty", text)
            for index, value in enumerate(self._chosen())
            if value not in known
            for text in [unknown if value else empty]
        ]

    def _dealer_faults(self) -> list[Detail]:
        if self.typed.values["first_dealer"] in {str(index) for index in range(SEATS)}:
            return []
        return [Detail("/first_dealer", "dealer_missing", _("Bitte antippen, wer zuerst gibt."))]

    def _seat(self, index: int) -> SeatField:
        words = _("Platz 2 (rechts davon)") if index == 1 else _("Platz %(number)d")
        name = f"seat_{index}"
        chosen = self.typed.values.get(name, "")
        sitting = (player.name for player in self.players if str(player.pk) == chosen)
        return SeatField(
            index,
            words % {"number": index + 1},
            chosen,
            next(sitting, _("Platz %(number)d") % {"number": index + 1}),
            self.typed.errors.get(name, ()),
            folded=index >= AT_FIRST,
        )

    def _day(self) -> date | None:
        try:
            return date.fromisoformat(self.typed.values["played_on"])
        except ValueError:
            return None


def _spans(numbers: Sequence[int]) -> str:
    """Numbers of players as people write them: 2–6, 8."""
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(f"{s[0]}–{s[-1]}" if len(s) > 1 else str(s[0]) for s in spans)
