"""Who is in which category, and plays for which club or team: of people, or of pairs and teams."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.core.models import Tournament
from tournaments.entries.entrants import Person
from tournaments.entries.models import OUTSIDE, Entry
from tournaments.entries.selectors import line_ups
from tournaments.format.prize_sentences import category_words
from tournaments.format.pure.categories import Category, label_key, label_order
from tournaments.format.selectors import format_of


@dataclass(frozen=True)
class Belonging:
    """By number of the entry, or of the pair or team where those are ranked."""

    categories: Mapping[str, frozenset[int]]
    clubs: Mapping[Any, str]
    squads: Mapping[Any, str]

    def members(self, category: str) -> frozenset[int]:
        """Who is in a category, whatever its spelling."""
        wanted = label_key(category)
        return next((who for label, who in self.categories.items() if label_key(label) == wanted),
                    frozenset())  # fmt: skip


def belonging(entries: Iterable[Entry], *, of_teams: bool) -> Belonging:
    """A pair or a team is in a category when all its people are, and of a club when nobody of it is
    of another one."""
    people = [entry for entry in entries
              if entry.state not in OUTSIDE and entry.kind == Entry.Kind.PLAYER]  # fmt: skip
    sides: Mapping[int, Sequence[Entry]] = (
        line_ups(people) if of_teams else {entry.number: [entry] for entry in people}
    )
    spelled = _spellings(label for entry in people for label in entry.labels)
    return Belonging(
        {
            label: frozenset(number for number, side in sides.items() if _all_bear(side, key))
            for key, label in sorted(spelled.items(), key=lambda item: label_order(item[1]))
        },
        _shared(sides, "home_club"),
        _shared(sides, "squad"),
    )


def labels_in(tournament: Tournament) -> list[str]:
    """Every category that somebody is in, the known ones first."""
    rows = tournament.entries.exclude(state__in=OUTSIDE).values_list("labels", flat=True)
    return sorted(_spellings(label for labels in rows for label in labels).values(),
                  key=label_order)  # fmt: skip


def belongs_to(who: Entry | Person) -> str:
    """Somebody's categories, club and team, in words."""
    parts = (*map(category_words, who.labels), who.home_club, who.squad)
    return " · ".join(part for part in parts if part)


def labels_to_choose(tournament: Tournament) -> list[str]:
    """Categories to choose from: those that everybody knows, those with a prize, those in use."""
    known = [category.value for category in Category]
    prizes = [prize.category for prize in format_of(tournament).prizes if prize.category]
    found = {label_key(label): label for label in (*labels_in(tournament), *prizes, *known)}
    return sorted(found.values(), key=label_order)


def words_of_categories(tournament: Tournament) -> list[str]:
    """Categories to choose from, in words."""
    return [category_words(label) for label in labels_to_choose(tournament)]


def _spellings(texts: Iterable[str]) -> dict[str, str]:
    """By its key the spelling that is used most."""
    counts = Counter(texts)
    return {label_key(text): text for text, _n in sorted(counts.items(), key=lambda it: it[1])}


def _all_bear(side: Sequence[Entry], key: str) -> bool:
    return all(any(label_key(label) == key for label in entry.labels) for entry in side)


def _shared(sides: Mapping[int, Sequence[Entry]], field: str) -> dict[int, str]:
    told = {number: {name for e in side if (name := getattr(e, field))}
            for number, side in sides.items()}  # fmt: skip
    spelled = _spellings(name for names in told.values() for name in names)
    keys = {number: {label_key(name) for name in names} for number, names in told.items()}
    return {number: spelled[key] for number, (key,) in
            ((n, tuple(found)) for n, found in keys.items() if len(found) == 1)}  # fmt: skip
