"""The form of any game whose kind tells its fields: drawn, read, and filled from a slip."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.utils.translation import gettext, gettext as _, ngettext

from jassclub.core.reader import signed_number_in
from jassclub.core.typography import said
from jassclub.web.form_state import FormState
from referee.rules.profile import Profile
from scoring.core.rules import Rules
from scoring.forms import coiffeur, differenzler, hae, passen, schieber
from scoring.forms.kind import (
    COMMON,
    Choice,
    Column,
    HandOutcome,
    Kind,
    Spot,
    Writer,
    as_typed,
    at,
    cell,
    cells,
    contracts,
    played,
    voided,
    voids,
)
from scoring.games.kind import Field, GameKind, Words, gettext_noop
from scoring.games.registry import GAMES
from scoring.games.sheets.kind import WRITTEN

EACH = ("points", "marks")
"""Kinds of fields with one for each column."""
SHORT = (["points"], ["points", "trump"])
"""Kinds of the fields that stand whole on a phone, beside the keys."""
YES = "1"


def form_of(game: GameKind) -> Kind:
    """The pages of a game that is told by its fields."""
    return Kind(
        template="scoring/_fields.html",
        sheet="scoring/_slate.html" if game.slated else "scoring/_point_sheet.html",
        field_of=partial(_field_of, game),
        slip_of=partial(_slip_of, game),
        typed_from=partial(_typed_from, game),
        whole=lambda spot: game.whole(spot.table),
        grid=partial(_grid, game),
        more=partial(_drawn, game),
        course=game.slated,
        running=game.plain,
        tariff=lambda _rules: {"plain": True} if game.plain else None,
        writer=partial(_writer, game),
    )


def _asked(game: GameKind, rules: Rules) -> list[Field]:
    there = (item for item in game.fields if item.players <= rules.players)
    return [item for item in there if item.asked(rules.profile)]


def _names(game: GameKind, rules: Rules) -> list[tuple[str, Field, int | None]]:
    """The name of each field, and the column that it is about where there is one for each."""
    found: list[tuple[str, Field, int | None]] = []
    for item in _asked(game, rules):
        columns = range(rules.sides) if item.kind in EACH else (None,)
        found += [(_name(item, column), item, column) for column in columns]
    return found


def _name(item: Field, column: int | None) -> str:
    return item.field if column is None else f"{item.field}_{column}"


def _field_of(game: GameKind, rules: Rules) -> dict[str, str]:
    """JSON pointers of the slip to the fields that they are about."""
    names = dict(COMMON)
    for name, item, column in _names(game, rules):
        names.setdefault(f"/{item.key}", name)
        names |= {} if column is None else {f"/{item.key}/{column}": name}
    return names


def _slip_of(game: GameKind, typed: FormState, spot: Spot) -> dict[str, Any]:
    """The slip as typed. What is no number stays text: the rules say so at its place."""
    return voided(typed) or {
        item.key: _value(item, typed, spot) for item in _asked(game, spot.rules)
    }


def _value(item: Field, typed: FormState, spot: Spot) -> object:
    if item.kind in ("trump", "word"):
        return typed.values.get(item.field) or None
    if item.kind == "flag":
        return typed.values.get(item.field) == YES
    if item.kind == "marks":
        columns = range(spot.rules.sides)
        return [typed.values.get(_name(item, column)) == YES for column in columns]
    if item.kind == "points":
        read = _signed if item.signed else FormState.number
        return [read(typed, _name(item, column)) for column in range(spot.rules.sides)]
    return typed.number(item.field)


def _signed(typed: FormState, name: str) -> int | str | None:
    """A number below 0 is one, too: whether it may be is for the rules to say."""
    number = signed_number_in(typed.values.get(name, "").replace("−", "-"))
    return typed.number(name) if number is None else number


def _typed_from(game: GameKind, slip: Mapping[str, Any], rules: Rules) -> FormState:
    """The fields of a slip that stands on the sheet, to be corrected."""
    values = {
        name: slip.get(item.key) if column is None else at(slip.get(item.key), column)
        for name, item, column in _names(game, rules)
        if not _follows(game, item, slip, rules)
    }
    values = {
        name: YES if it is True else None if it is False else it for name, it in values.items()
    }
    return as_typed({"state": slip["state"], **values})


def _follows(game: GameKind, item: Field, slip: Mapping[str, Any], rules: Rules) -> bool:
    """Whether it follows from who took all, so that a correction of that changes it, too."""
    taken, whole = slip.get("all_tricks", slip.get("all_taken")), game.whole(rules.table())
    if isinstance(taken, str):
        return item.key == "points"
    alone = [whole * (column == taken) for column in range(rules.sides)]
    return bool(item.part and whole and slip.get(item.key) == alone)


def _drawn(game: GameKind, typed: FormState, spot: Spot) -> dict[str, Any]:
    """Each field as the template reads it, those that are rare apart; whether one of these is
    told, and whether all of them are more than stand on a phone beside the keys."""
    usual: list[dict[str, Any]] = []
    rare: list[dict[str, Any]] = []
    for item, drawn in zip(_asked(game, spot.rules), _fields(game, typed, spot), strict=True):
        once = item.once and item.key in spot.table.first_said
        (rare if item.rare or once else usual).append(drawn)
    columns = [row for drawn in rare for _name, row in drawn["rows"]]
    told = any(one.value or one.errors for one in [*columns, *(drawn["cell"] for drawn in rare)])
    kinds = [one["kind"] for one in usual if one["kind"] != "kept"]
    long = bool(rare) or kinds not in SHORT
    signed = any(item.signed for item in game.fields)
    held = _held(game, spot)
    return {
        "usual": usual,
        "rare": rare,
        "told": told,
        "long": long,
        "held": held,
        "signed": signed,
    }


def _held(game: GameKind, spot: Spot) -> list[str]:
    """What the first hand has said for all others: who is King, and what he has bid."""
    told = [(it, spot.table.first_said.get(it.key)) for it in _asked(game, spot.rules) if it.once]
    return [
        f"{_(item.words).partition(' (')[0]} {dict(_choices(item, spot)).get(str(it), it)}"
        for item, it in told
        if it is not None
    ]


def _fields(game: GameKind, typed: FormState, spot: Spot) -> list[dict[str, Any]]:
    """A row a column, or the choices."""
    typed = replace(typed, values={**_beforehand(game, spot), **typed.values})
    idle = game.idle(spot.table) if game.idle else ()
    playing, there = _without(spot, idle), _without(spot, spot.table.gone if game.idle else ())
    return [
        {
            "cell": cell(typed, item.field),
            "kind": item.kind,
            "words": _(item.words) if item.words else "",
            "part": item.part,
            "most": item.most,
            "writes": item.writes,
            "rows": [
                (name, replace(drawn, idle=at in idle))
                for at, (name, drawn) in enumerate(cells(typed, spot.names, item.field))
            ]
            if item.kind in EACH
            else (),
            # Whoever took no cards may have come to the end by what he inherits.
            "choices": _choices(item, there if item.field == "out" else playing),
        }
        for item in _asked(game, spot.rules)
    ]


def _writer(game: GameKind, spot: Spot) -> Writer | None:
    asked = _asked(game, spot.rules)
    beside = next((item.field for item in asked if item.chosen), "")
    writes = next((item for item in asked if item.writes), None)
    if writes is None:
        return None
    idle = game.idle(spot.table) if game.idle else ()
    choices = _choices(writes, _without(spot, idle))
    return Writer(writes.field, _(writes.words), choices, beside)


def _without(spot: Spot, seats: Sequence[int]) -> Spot:
    """As if these people did not sit there."""
    return replace(spot, players={at: it for at, it in spot.players.items() if at not in seats})


def _beforehand(game: GameKind, spot: Spot) -> dict[str, str]:
    """What an empty form has chosen before anybody did."""
    number, last = spot.table.place, spot.rules.profile.hands
    places = {"in_turn": slice(number - 1, number), "at_last": slice(number == last)}
    return {
        item.field: value
        for item in game.fields
        if item.chosen
        for value, _words in _choices(item, spot)[places.get(item.chosen, slice(None))]
        if item.chosen in (*places, value)
    }


def _choices(item: Field, spot: Spot) -> list[Choice]:
    if item.kind in ("choice", "word"):
        found = [
            (str(value), _(words))
            for value, words in item.options
            if item.offered(spot.rules.profile, value)
        ]
        return [*found, ("", _(item.nobody))] if item.nobody else found
    if item.kind in ("marks", "flag"):
        return [(YES, _("ja")), *([("", _("nein"))] if item.kind == "flag" else ())]
    there = {spot.rules.side_of(seat) for seat in spot.players}
    columns = [(at, name) for at, name in enumerate(spot.names) if at in there]
    named = {"column": columns, "seat": sorted(spot.players.items())}
    found = [(str(index), name) for index, name in named.get(item.kind, ())]
    needed = item.once and item.key not in spot.table.first_said
    return [*found, ("", _(item.nobody))] if item.nobody and not needed else found


def _grid(game: GameKind, spot: Spot) -> list[Column]:
    """All that is asked as columns of the paper sheet, but Trumpf where it changes nothing."""
    found: list[Column] = []
    for name, item, column in _names(game, spot.rules):
        if column is not None:
            heading = spot.names[column] if item.part else f"{_(item.words)} {spot.names[column]}"
            choices = [("", ""), *_choices(item, spot)] if item.kind == "marks" else ()
            found.append(Column(name, heading, choices, part=item.part))
        elif item.kind == "number":
            found.append(Column(name, _(item.words)))
        elif item.kind == "trump" and not game.plain:
            modes = [(mode.mode, mode.name) for mode in contracts(spot.rules)]
            found.append(Column(name, _(item.words), [("", ""), *modes]))
        elif choices := _choices(item, spot):
            found.append(Column(name, _(item.words), [("", ""), *choices]))
    return found


FORMS: dict[str, Kind] = {
    **{kind.name: form_of(kind) for kind in GAMES.values() if kind.fields},
    "schieber": schieber.KIND,
    "passen": passen.KIND,
    "differenzler": differenzler.KIND,
    "hae": hae.KIND,
    "coiffeur": coiffeur.KIND,
}


def kind_of(rules: Rules) -> Kind:
    """The pages of the game that a table plays."""
    return FORMS[rules.profile.game]


def outcomes_of(rules: Rules, slip: Mapping[str, Any] | None) -> Sequence[HandOutcome]:
    """All ways in which a hand can have gone here that is written so far as `slip`; the last one is
    that it was played. Only what came as a bare result is corrected as one: it has no sum."""
    kind = kind_of(rules)
    result = [_result(rules.kind)] if slip and WRITTEN in slip else []
    return [*kind.ways(rules), *voids(kind), *result, played(kind)]


def _result(game: GameKind) -> HandOutcome:
    told = Field(
        key=WRITTEN, kind="points", words=gettext_noop("Geschrieben"), part=True, signed=True
    )
    return HandOutcome(
        name=WRITTEN,
        words=_("Nur das Ergebnis"),
        hint=_("Bekannt ist nur, was geschrieben wurde."),
        form=replace(form_of(replace(game, fields=[told])), whole=lambda _spot: 0),
        fits=lambda slip: WRITTEN in slip,
    )


def outcome_of(slip: Mapping[str, Any], rules: Rules) -> HandOutcome:
    """The way that a stored slip tells of."""
    return next(way for way in outcomes_of(rules, slip) if way.fits(slip))


def agreed(profile: Profile) -> list[str]:
    """What tells these rules from others of their game, a few words for each point."""
    return [_said(words) for words in GAMES[profile.game].agreed(profile)]


def _said(words: Words) -> str:
    if words.plural:
        text = ngettext(words.text, words.plural, words.numbers["count"])
    else:
        text = gettext(words.text)
    return text % said(words.numbers)
