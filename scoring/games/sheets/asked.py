"""What a file says of a game, as every game has it: its slips, its form, its words and switches.

A game whose rules need code has its file in the folder of its code.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from jassclub.core.errors import pointer
from referee.rules.profile import Profile
from referee.rules.profile_fields import SUITS
from scoring.games.base import Findings, Reader, State, Table
from scoring.games.kind import (
    CONTRACT,
    FLAG,
    MOST_SEATS,
    PLAYED_WITH_CARDS,
    Field,
    GameKind,
    Schema,
    Words,
    factors_of,
    length,
    ngettext,
    number,
    several,
)
from scoring.games.sheet import Game
from scoring.games.sheets.checks import Values, check_step, options_of, read_answer
from scoring.games.sheets.reading import Ask, SheetRules


def schema_of(ask: Ask) -> Schema:
    """What a slip may hold at that key."""
    options = {"enum": [*(option[0] for option in ask.options), None]}
    by_kind: dict[str, Schema] = {
        "points": several(number(ask.low, ask.high), most=ask.columns),
        "marks": several(FLAG),
        "word": options,
        "choice": options,
        "trump": CONTRACT,
        "flag": FLAG,
        "text": {"type": ["string", "null"]},
        "column": number(0, min(ask.high, MOST_SEATS - 1)),
        "seat": number(0, min(ask.high, MOST_SEATS - 1)),
    }
    return by_kind.get(ask.kind) or number(ask.low, ask.high)


def field_of(ask: Ask, *, once: bool) -> Field:
    """The question as forms draw it."""
    return Field(
        key=ask.key,
        kind=ask.kind,
        words=ask.words,
        nobody=ask.nobody,
        options=[(option[0], option[1]) for option in ask.options],
        part=ask.part,
        rare=ask.rare,
        once=once,
        chosen=ask.chosen,
        writes=ask.writes,
        players=ask.players,
        signed=ask.low < 0,
        most=ask.high if ask.kind in ("points", "number") else 0,
        asked=lambda profile: (
            (not ask.when or bool(profile.value(ask.when)))
            and not (ask.fixed and profile.value(ask.fixed))
        ),
        offered=lambda profile, option: option in dict(options_of(ask, profile)),
    )


class AskedGame(Game[Values]):
    """A game whose questions stand in a file; a slip is its answers by key. What no question
    can say stands in the `schema` of its class."""

    read_by_code: Sequence[str] = ()
    """The members whose bounds only the game knows."""

    def __init__(self, rules: SheetRules) -> None:
        self.name, self.lower_wins, self.rules = rules.name, rules.lower_wins, rules
        self.asked = {ask.key: ask for ask in rules.ask}
        self.schema = {**{ask.key: schema_of(ask) for ask in rules.ask}, **self.schema}
        self.checks = (self._check_allowed, *self.checks)
        self.remarks = (*self.remarks, *(ask.key for ask in rules.ask if ask.remark))

    def typed(self, reader: Reader, state: State, table: Table) -> Values:
        """The answers as they were read, with what is usual where nothing is told."""
        asked = [ask for ask in self.rules.ask if ask.key not in self.read_by_code]
        answers = {ask.key: self.answer(ask, reader, table) for ask in asked}
        return self.completed({"state": state, **answers}, reader, table)

    def completed(self, slip: Values, _reader: Reader, _table: Table) -> Values:
        """What follows from the answers, or only the game can read."""
        return slip

    @staticmethod
    def answer(ask: Ask, reader: Reader, table: Table, **bounds: int) -> Any:
        """One answer; a finding where it is missing."""
        read = read_answer(replace(ask, **bounds), reader, table)  # type: ignore[arg-type]
        told = read if isinstance(read, tuple) else (read,)
        where = reader.where(ask.key)
        said = any(it is not None for it in told) or any(map(reader.has, ask.unless))
        if ask.missing and not said and not reader.out.at(where):
            about = {"field": ask.key} if ask.missing == "field_missing" else {}
            reader.out.error(ask.missing, where, **about)
        if ask.least and read is not None:
            check_step(ask, read, table, reader.out)
        if ask.usual is None:
            return read
        usual = table.profile.value(ask.usual) if isinstance(ask.usual, str) else ask.usual
        if ask.kind != "points":
            return read or usual
        several = read or (None,) * min(ask.columns, table.columns)
        return tuple(usual if it is None else it for it in several)

    def alone(self, reader: Reader, key: str, table: Table, *, low: int, high: int) -> Any:
        """A number for each column of a hand of which nothing else is known."""
        read = reader.numbers(key, table.columns, low=low, high=high)
        for member in (name for name in self.schema if name != key and reader.has(name)):
            reader.out.error("written_alone", pointer(member))
        if read is not None and None in read:
            reader.out.error("points_missing", pointer(key))
        return read

    def earlier(self, table: Table) -> Iterator[tuple[Table, Values]]:
        """What was told of the hands before that count, each read alone at its own table."""
        for other in sorted(table.others, key=lambda item: item.number):
            at = replace(table, dealer=other.dealer, hand_number=other.number, others=(), gone=())
            _state, values, out = self._read(other.slip, at)
            if other.number < table.hand_number and values is not None and not out.blocked:
                yield at, values

    def leader(self, table: Table) -> int | None:
        """Whoever declares, where the file says so: known once a hand has said it for all."""
        rules = self.rules
        said = "declared_by" in rules.fixed and "declared_by" in table.first_said
        return None if rules.leads == "declarer" and not said else table.forehand

    def normal(self, values: Values, _table: Table) -> dict[str, object]:
        """As it was read, with the number that follows from the others."""
        left_out = {ask.key for ask in self.rules.ask if ask.if_told and values[ask.key] is None}
        told = {key: values[key] for key in self.schema if key in values and key not in left_out}
        return {key: list(it) if isinstance(it, tuple) else it for key, it in told.items()}

    def told(self, normal: dict[str, object], slip: Values, table: Table) -> dict[str, object]:
        """Without the remarks, and the column of seats of which only that matters."""
        seats = {ask.key: slip[ask.key] for ask in self.rules.ask if ask.side}
        sides = {
            key: seat if seat is None else table.column_of(seat) for key, seat in seats.items()
        }
        return super().told(normal, slip, table) | sides

    def _check_allowed(self, slip: Values, table: Table, out: Findings) -> None:
        """What is told only by some rules is not told by others."""
        for it in self.rules.allowed:
            told = slip.get(it.member)
            if told is None or told is False:
                continue
            if not table.profile.says(it.when):
                cited = table.profile.citation(next(iter(it.when))).article
                out.error(it.refused, pointer(it.member), cited)
            elif it.remarked and not out.blocked:
                out.warn(it.remarked, pointer(it.member))


def factors(profile: Profile) -> Words:
    """The span of the factors of the contracts that these rules know."""
    deck = profile.decks[0]
    asked, suits = {name.split("_")[0] for name in profile.contracts}, SUITS[deck]
    return factors_of(
        factor
        for name, factor in profile.multipliers.by_deck[deck].items()
        if factor and ("trump" if name in suits else name.split("_")[0]) in asked
    )


def lines(profile: Profile) -> Words:
    """How many lines there are to play."""
    count = len(profile.coiffeur.lines(profile.decks[0]))
    return ngettext("%(count)s Zeile", "%(count)s Zeilen", count)


ALSO: Mapping[str, Callable[[Profile], Words]] = {
    "factors": factors,
    "lines": lines,
    "factors_of_lines": lambda profile: factors_of(
        factor for _name, factor in profile.coiffeur.lines(profile.decks[0])
    ),
}


def agreed_on(rules: SheetRules, profile: Profile) -> Iterator[Words]:
    """What the file tells of these rules, in the order in which it stands there."""
    how_far = partial(length, strokes=bool(rules.kind.get("strokes")))
    also: Mapping[str, Callable[[Profile], Words]] = {**ALSO, "length": how_far}
    if rules.about:
        yield Words(rules.about)
    for said in rules.agreed:
        if profile.says(said.when):
            numbers = {key: profile.value(name) for key, name in said.numbers.items()}
            yield also[said.also](profile) if said.also else Words(said.words, numbers)


def asked_kind(game: AskedGame, **more: Any) -> GameKind:
    """What its file says about a game, and what else is to be said."""
    rules = game.rules
    told: dict[str, Any] = {
        "sentences": rules.sentences,
        "switches": (*(PLAYED_WITH_CARDS if rules.cards else ()), *rules.law),
        "fields": [field_of(ask, once=ask.key in rules.fixed) for ask in rules.ask],
        **rules.kind,
        "tournament": rules.tournament,
        **more,
    }
    return GameKind(
        game=game,
        title=rules.title,
        agreed=partial(agreed_on, rules),
        own_switches=rules.switches,
        plain=rules.plain,
        names=rules.names,
        articles=rules.articles,
        only=rules.only,
        **told,
    )
