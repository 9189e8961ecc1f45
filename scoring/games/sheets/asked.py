"""What a file says of a game, as every game has it: its slips, its form, its words and switches.

A game whose rules need code has its file in the folder of its code.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from referee.rules.profile import Profile
from scoring.games.base import Reader, State, Table
from scoring.games.kind import (
    CONTRACT,
    FLAG,
    MOST_SEATS,
    PLAYED_WITH_CARDS,
    Field,
    GameKind,
    Schema,
    Words,
    number,
    several,
)
from scoring.games.sheet import Game
from scoring.games.sheets.checks import Values, options_of, read_answer
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
        signed=ask.low < 0,
        most=ask.high if ask.kind in ("points", "number") else 0,
        asked=lambda profile: not ask.when or bool(profile.value(ask.when)),
        offered=lambda profile, option: option in dict(options_of(ask, profile)),
    )


class AskedGame(Game[Values]):
    """A game whose questions stand in a file; a slip is its answers by key. What no question
    can say stands in the `schema` of its class."""

    read_by_code: Sequence[str] = ()
    """The members whose bounds only the game knows."""

    def __init__(self, rules: SheetRules) -> None:
        self.name, self.lower_wins, self.rules = rules.name, rules.lower_wins, rules
        self.schema = {**{ask.key: schema_of(ask) for ask in rules.ask}, **self.schema}

    def typed(self, reader: Reader, _state: State, table: Table) -> Values:
        """The answers as they were read."""
        asked = [ask for ask in self.rules.ask if ask.key not in self.read_by_code]
        return {ask.key: read_answer(ask, reader, table) for ask in asked}

    def normal(self, values: Values, _table: Table) -> dict[str, object]:
        """As it was read, with the number that follows from the others."""
        return {k: list(it) if isinstance(it, tuple) else it for k, it in values.items()}


def asked_kind(
    game: AskedGame, *, agreed: Callable[[Profile], Iterable[Words]], **more: Any
) -> GameKind:
    """What its file says about a game, and what else is to be said."""
    rules = game.rules
    told: dict[str, Any] = {
        "sentences": rules.sentences,
        "switches": (*(PLAYED_WITH_CARDS if rules.cards else ()), *rules.law),
        "fields": [field_of(ask, once=ask.key in rules.fixed) for ask in rules.ask],
        **rules.kind,
        **more,
    }
    return GameKind(
        game=game,
        title=rules.title,
        agreed=agreed,
        own_switches=rules.switches,
        plain=rules.plain,
        names=rules.names,
        **told,
    )
