"""A game as one file of data: what is asked about a hand, what it is worth, how a game ends.

Unknown keys are refused by name, with the file they stand in.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from importlib.resources import files
from typing import Any, Literal, TypeVar, get_args, get_type_hints

from referee.rules.profile import SheetSwitch
from referee.rules.profile_fields import KINDS
from referee.rules.profile_kinds import Choice, Flag, Kind, Number
from scoring.games.kind import MOST_SEATS, Asked, SentencesOf, TournamentUse


class SheetFileError(ValueError):
    """A file of a game that says something nobody reads, or leaves out what is needed."""


@dataclass(frozen=True, kw_only=True)
class Ask:
    """One question about a hand; `words`, `nobody` and those of `options` are msgids.

    `kind` as in `scoring.games.kind.Field`. `needed`: the hand cannot be counted without it.
    `part`: numbers of the columns that make the `total` together; the last one follows.
    `options`: of a word, what is sent and what people read, and the switch that has it, if one
    has. `when`: the switch that has it asked. `unless`: the members that say all that this would.
    `least`: the switch with the smallest number, from which it goes in `step`s (or by the switch
    of that name), but for the one that `always` may be told; `off`: the finding of others.
    `fixed`: the switch with the number that holds unasked, 0 where it is asked.
    `together`: what all columns have at most. `rare`: folded away on the page.
    `chosen`: what an empty form has chosen: an option, `in_turn` (the first in the first hand, the
    second in the second) or `at_last` (the first in the last of the hands agreed on).
    `writes`: the key that gives the answer writes the hand. `players`: forms ask it only where so
    many play, or more. `columns`: how many there are at most.
    Of games with code: `usual`, a number or the switch with it, holds where nothing is told (in
    each column); `missing` is the finding where nothing is; `if_told`: else it is left out. Two
    entries of a hand need not agree on a `remark`, and on a seat only as to its `side`.
    """

    key: str
    kind: Asked
    words: str = ""
    nobody: str = ""
    low: int = 0
    high: int = 999
    needed: bool = False
    part: bool = False
    options: Sequence[Sequence[Any]] = ()
    when: str = ""
    unless: Sequence[str] = ()
    least: str = ""
    step: int | str = 1
    always: int | None = None
    off: str = "bid_off"
    fixed: str = ""
    together: int = 0
    rare: bool = False
    chosen: str = ""
    writes: bool = False
    players: int = 0
    columns: int = MOST_SEATS
    usual: int | str | None = None
    missing: str = ""
    if_told: bool = False
    remark: bool = False
    side: bool = False


@dataclass(frozen=True, kw_only=True)
class Agreed:
    """A few words of what a table plays by; they are told where the switches of `when` have those
    values, as `Profile.says` reads them. `numbers`: the switch of each number in the words.
    `also`: words that are reckoned, by their name in `scoring.games.sheets.asked`."""

    words: str = ""
    when: Mapping[str, Any] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)
    also: Literal["", "length", "factors", "lines", "factors_of_lines"] = ""


@dataclass(frozen=True, kw_only=True)
class Allowed:
    """A member of a slip that is told only where the switches of `when` have those values; else
    `refused` is found there, on the article of the first of them. `remarked`: the warning where a
    slip without errors tells it."""

    member: str
    when: Mapping[str, Any]
    refused: str
    remarked: str = ""


@dataclass(frozen=True, kw_only=True)
class End:
    """How a game ends. `target`: whoever first has it wins; `sole`: and must be alone ahead;
    `loses`: whoever first has it loses; `hands`: the best total after the number agreed on.

    `contract`: the declarer's target is his own bid. `inherits`: written points that never finish.
    `drop_out`: whoever has it leaves, the others play on, one remains. `strokes`: what the places
    of the totals are worth, best first, by number of players: of each round in which everybody
    deals once. `shares`: by number of players, what a won game is worth to the declarer, to his
    partner and to each of the others; a Schneider counts for all of them. `losers`: the switch
    with how many lose.
    """

    by: Literal["target", "sole", "loses", "hands", "own"] = "own"
    contract: bool = False
    inherits: bool = False
    drop_out: str = ""
    strokes: Mapping[str, Sequence[int]] = field(default_factory=dict)
    shares: Mapping[str, Sequence[int]] = field(default_factory=dict)
    losers: str = ""


@dataclass(frozen=True, kw_only=True)
class SheetRules:
    """A whole game. `about`: two sentences for whoever chooses it. `total`: what the parts make,
    by number of players or `all`; counted only where nobody stays at home or was dealt nothing,
    and not with the members of `open_with`. `agreed`: what tells its rules from others of the game.

    `names`: what else it is called, in dialects and other languages. `articles`, `only`: as in
    `GameKind`. `seats`: how many usually
    play; `pairs`: two against two, a column each.
    `dealer_out`: the dealer takes no cards while so many play, or more; 0: he plays. `fixed`:
    members that the first hand says for all others. `deals`: whether the deal goes round, from
    the declarer of the first hand on, or is drawn for each hand; `leads`: who leads to the first
    trick, the declarer in the hand in which he becomes one. `shown`: a sheet told to programs has
    the declarer's column first, that of the others once. `plain`: what is written is what it is
    worth. `tournament`: as in `TournamentUse`, where tournaments are held of it.
    `law`: what else it reads of the switches of all games; `cards`: whether tricks are made in it
    by the rules of the Jass. `speaking`: what a file can say of `Speaking`. `sentences`: what is
    said of findings that no other game has, by code. `kind`: what else others ask about it, as in
    `GameKind`.
    """

    name: str
    title: str
    about: str = ""
    award: Mapping[str, Any] = field(default_factory=dict)
    end: End = field(default_factory=End)
    ask: Sequence[Ask] = ()
    agreed: Sequence[Agreed] = (Agreed(also="length"),)
    allowed: Sequence[Allowed] = ()
    lower_wins: bool = False
    total: Mapping[str, int] = field(default_factory=dict)
    seats: int = 4
    pairs: bool = False
    dealer_out: int = 0
    fixed: Sequence[str] = ()
    deals: Literal["round", "declarer", "drawn"] = "round"
    leads: Literal["forehand", "declarer"] = "forehand"
    shown: Literal["columns", "declarer"] = "columns"
    open_with: Sequence[str] = ()
    law: Sequence[str] = ()
    cards: bool = True
    names: Sequence[str] = ()
    articles: str = ""
    only: Sequence[SentencesOf] = ()
    plain: bool = False
    tournament: TournamentUse | None = None
    speaking: Mapping[str, Any] = field(default_factory=dict)
    sentences: Mapping[str, str] = field(default_factory=dict)
    kind: Mapping[str, Any] = field(default_factory=dict)
    switches: Mapping[str, SheetSwitch] = field(default_factory=dict)


COUNTED = {
    "points": ["points"],
    "king": ["declared_by", "points"],
    "taker_wins": ["declared_by", "points"],
    "tens": ["points"],
    "by_threshold": ["points"],
    "by_rank": ["points"],
    "items": ["counts"],
    "all_but_most": ["counts"],
    "by_contract": ["declared_by", "played"],
}
"""The members that each rule counts: a game that asks for none of them would be worth nothing."""

RATES = {
    "points": ["all_others", "bonus", "last", "minus", "plus", "plus_stoeck"],
    "king": ["bonus", "declined", "discard_keeps_weis", "whole"],
    "taker_wins": ["bonus"],
    "tens": ["alone", "dealer", "fall", "threshold", "weis_helps"],
    "by_threshold": ["shared", "strokes", "threshold", "weis_helps"],
    "by_rank": ["cases"],
    "items": ["all_off", "all_others", "rounds", "value", "values", "worth"],
    "all_but_most": ["all", "whole"],
    "by_contract": ["dealer", "fixed", "reach", "worth"],
}
"""What each rule reads of `[award]`: a key that it does not read would change nothing."""

NEEDED = {"items": ["rounds", "value", "values"], "by_rank": ["cases"], "by_contract": ["worth"]}
"""Of what some rules read, one has to be said."""

ANSWERED = {"rounds": "round", "worth": "played"}
"""Where a rule says something of each answer, the member that is asked for it."""

ENDED = {"losers": ["loses"], "strokes": ["hands"], "drop_out": ["target", "sole", "loses"]}
"""With which ends a key of `[end]` means something, of those that do not with all."""

T = TypeVar("T")


def sheet_rules() -> list[SheetRules]:
    """All games that are data, by name."""
    found = (it for it in files(__package__).iterdir() if it.name.endswith(".toml"))
    return [
        read_rules(it.name.removesuffix(".toml"), it.read_text("utf-8"))
        for it in sorted(found, key=lambda it: it.name)
    ]


def read_rules(name: str, text: str) -> SheetRules:
    """The game of a file that says all of it; SheetFileError names what is wrong with it."""
    rules = _read(name, text)
    _check_counted(rules)
    _check_end(rules)
    return rules


def own_rules(name: str) -> SheetRules:
    """The same of a game that has code beside its file."""
    return _read(name, (files(f"scoring.games.{name}") / f"{name}.toml").read_text("utf-8"))


def _read(name: str, text: str) -> SheetRules:
    told = tomllib.loads(text)
    if "like" in told:
        other = (files(__package__) / f"{told.pop('like')}.toml").read_text("utf-8")
        told = tomllib.loads(other) | told
    values = {
        **told,
        "name": name,
        "end": _built(End, told.get("end", {}), f"{name}: end"),
        "ask": [_built(Ask, it, f"{name}: ask {at}") for at, it in enumerate(told.get("ask", ()))],
        **{
            key: [_built(kind, it, f"{name}: {key} {at}") for at, it in enumerate(told[key])]
            for key, kind in (("agreed", Agreed), ("allowed", Allowed), ("only", SentencesOf))
            if key in told
        },
        "switches": {
            key: _switch(it, f"{name}: switches.{key}")
            for key, it in told.get("switches", {}).items()
        },
    }
    if "tournament" in told:
        values["tournament"] = _built(TournamentUse, told["tournament"], f"{name}: tournament")
    rules = _built(SheetRules, values, name)
    _check_switches(rules)
    return rules


def _check_counted(rules: SheetRules) -> None:
    rule, asked = rules.award.get("rule"), [ask.key for ask in rules.ask]
    if rule not in COUNTED:
        raise SheetFileError(f"{rules.name}: award: rule is none of {', '.join(COUNTED)}")
    if unread := sorted({*rules.award} - {"rule", *RATES[rule]}):
        reads = ", ".join(RATES[rule])
        raise SheetFileError(
            f"{rules.name}: award: {rule} does not read {', '.join(unread)}, but {reads}"
        )
    if rule in NEEDED and not {*NEEDED[rule]} & {*rules.award}:
        raise SheetFileError(f"{rules.name}: award: {rule} needs {' or '.join(NEEDED[rule])}")
    told = {key: ANSWERED[key] for key in ANSWERED if isinstance(rules.award.get(key), dict)}
    if missing := [key for key in {*COUNTED[rule], *told.values()} if key not in asked]:
        there = ", ".join(asked) or "nothing"
        raise SheetFileError(
            f"{rules.name}: the rule {rule} counts {', '.join(sorted(missing))}, asked is {there}: "
            "give an [[ask]] that key"
        )
    for key, member in told.items():
        (options,) = (ask.options for ask in rules.ask if ask.key == member)
        if unsaid := [option[0] for option in options if option[0] not in rules.award[key]]:
            where = f"{rules.name}: award: {key}"
            raise SheetFileError(f"{where} says nothing of {', '.join(map(str, unsaid))}")


def _check_end(rules: SheetRules) -> None:
    if rules.end.by == "own":
        raise SheetFileError(f"{rules.name}: end: by is none of target, sole, loses, hands")
    for key, ends in ENDED.items():
        if getattr(rules.end, key) and rules.end.by not in ends:
            raise SheetFileError(f"{rules.name}: end: {key} is read with by {' or '.join(ends)}")


def named(award: object) -> Iterator[str]:
    """The switches by which an award counts, however deep they stand."""
    if isinstance(award, str) and award.startswith("@"):
        yield award[1:]
    elif isinstance(award, Mapping | list):
        for part in award.values() if isinstance(award, Mapping) else award:
            yield from named(part)


def _check_switches(rules: SheetRules) -> None:
    """Where the name of a switch is needed, it is one that this file or the law has."""
    by = ("when", "least", "fixed", "step", "usual")
    asked = [getattr(ask, key) for ask in rules.ask for key in by]
    own = {f"{rules.name}.{key}" for key in rules.switches}
    for name in (*asked, *named(rules.award), rules.end.losers, rules.end.drop_out):
        if isinstance(name, str) and name and name not in {*own, *KINDS}:
            has = ", ".join(sorted(own)) or "none of its own"
            raise SheetFileError(f"{rules.name}: no switch {name}, the file has {has}")


def _built(kind: type[T], told: Mapping[str, Any], where: str) -> T:
    hints = get_type_hints(kind)
    unknown = sorted(set(told) - {item.name for item in fields(kind)})  # type: ignore[arg-type]
    if unknown:
        raise SheetFileError(f"{where}: unknown {', '.join(unknown)}")
    for key, value in told.items():
        allowed = get_args(hints[key])
        if allowed and all(isinstance(it, str) for it in allowed) and value not in allowed:
            raise SheetFileError(f"{where}: {key} is none of {', '.join(allowed)}")
        plain = {str: "a text", bool: "true or false", int: "a number"}.get(hints[key])
        if plain and type(value) is not hints[key]:
            raise SheetFileError(f"{where}: {key} must be {plain}, not {value!r}")
    try:
        return kind(**told)
    except TypeError as error:
        raise SheetFileError(f"{where}: {error}") from None


def _switch(told: Mapping[str, Any], where: str) -> SheetSwitch:
    unknown = sorted(set(told) - {"value", "house", "words", "low", "high", "answers", "one_of"})
    answers = told.get("answers", {})
    if unknown or not {"value", "house", "words"} <= set(told):
        raise SheetFileError(f"{where}: needs value, house and words, unknown {unknown}")
    kind: Kind = Number(told.get("low", 0), told.get("high", 10_000))
    if isinstance(told["value"], bool):
        kind = Flag()
        answers = {it: answers[str(it).lower()] for it in kind.options if answers}
    elif "one_of" in told:
        kind = Choice(tuple(told["one_of"]))
        answers = {it: answers[str(it)] for it in told["one_of"] if answers}
    elif answers:
        kind = Choice(tuple(answers))
    return SheetSwitch(
        kind=kind,
        value=told["value"],
        house=told["house"],
        words=told["words"],
        answers=answers,
    )
