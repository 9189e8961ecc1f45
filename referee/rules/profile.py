"""What a table has agreed on: variant and house rules as one typed, citable, frozen value.

Values come in layers, book < association < club < tournament < table; each keeps the
article it stands on or the reason why it is a house rule. Switches that contradict each other are
refused, whichever layer they come from.

Switches that only the sheet of one game reads: the game declares them and hands them over.

They stand in the profiles of that game alone, under its name ("<game>.<switch>"); what the law
reads is declared once for all games in `profile_fields`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from operator import attrgetter
from typing import Any

from jassclub.core.errors import Finding, echo, pointer
from jassclub.core.reader import Refusal
from referee.rulebook.articles import PROFILES, RawProfile
from referee.rules.profile_fields import KINDS, SUITS, TURNING, Switches, build
from referee.rules.profile_kinds import Cited, Kind, Layer, in_plain, level_of, read_layer


@dataclass(frozen=True, kw_only=True)
class SheetSwitch:
    """`value` holds where no layer says otherwise, for the reason `house`.

    `words`, what it is called, and `answers`, what the options of a choice are called, are msgids.
    """

    kind: Kind
    value: object
    house: str
    words: str
    answers: Mapping[object, str] = field(default_factory=dict)


_SWITCHES: dict[str, Mapping[str, SheetSwitch]] = {}
"""Filled once, while the games are imported; profiles are read later than that."""


def hand_over(game: str, switches: Mapping[str, SheetSwitch]) -> None:
    """Make the switches of a game known, before a profile of it is read."""
    _SWITCHES[game] = {f"{game}.{name}": switch for name, switch in switches.items()}


def switches_of(game: object) -> Mapping[str, SheetSwitch]:
    """Path and switch of all that only the sheet of that game reads."""
    return _SWITCHES.get(game, {}) if isinstance(game, str) else {}


def kinds_of(game: object) -> Mapping[str, Kind]:
    """Path and kind of every switch that a profile of that game has."""
    return {**KINDS, **{path: switch.kind for path, switch in switches_of(game).items()}}


def every_kind() -> Mapping[str, Kind]:
    """The switches of all games together, as the layer of a club may name them."""
    return {path: kind for game in ("", *_SWITCHES) for path, kind in kinds_of(game).items()}


BASE = "jassregeln"


class ProfileError(Refusal):
    """A profile that cannot be played."""


@dataclass(frozen=True, kw_only=True)
class Profile(Switches):
    """All switches with values, their citations by path, and the layers they came from.

    `of_sheet`: path and value of the switches that only the sheet of this game reads. `gone`: what
    was frozen with it and that there is no more, a switch or the value of one.
    """

    slug: str
    title: str
    edition: str
    layers: tuple[str, ...]
    citations: tuple[tuple[str, Cited], ...]
    of_sheet: tuple[tuple[str, object], ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def in_pairs(self) -> bool:
        """Whether a hand is played two against two, even where each has his own account."""
        return self.sides == "pairs" or self.game == "passen"

    def values(self) -> dict[str, Any]:
        """Every value by its path, such as "differenzler.exact_bonus"."""
        return {path: attrgetter(path)(self) for path in KINDS} | dict(self.of_sheet)

    def value(self, path: str) -> Any:
        """The value at a path; KeyError when unknown."""
        return attrgetter(path)(self) if path in KINDS else dict(self.of_sheet)[path]

    def says(self, values: Mapping[str, object]) -> bool:
        """Whether these switches have these values; `true` and `false`: whether they have any."""
        return all(
            bool(self.value(path)) is value
            if isinstance(value, bool)
            else self.value(path) == (tuple(value) if isinstance(value, list) else value)
            for path, value in values.items()
        )

    def citation(self, path: str) -> Cited:
        """Why the value at a path holds; KeyError when the path is unknown."""
        return dict(self.citations)[path]

    def with_layer(self, values: object, origin: str) -> "Profile":
        """This profile with a layer on top, or ProfileError with all its findings.

        `values` maps switches to bare values or to `{"value", "article" or "house"}`;
        groups may be nested or dotted. `origin` is "association", "club", "tournament" or
        "table", a name may follow after a colon; layers come in that order.
        """
        profile, findings = _layered(self, values, origin)
        if profile is None:
            raise ProfileError(findings)
        return profile

    def with_switch(self, path: str, value: object) -> "Profile":
        """This profile with one switch otherwise, to ask what would follow; nobody agreed on it,
        so it cites what it cited.
        """
        group, _, name = path.rpartition(".")
        changed: dict[str, Any] = {name: value}
        if group:
            changed = {group: replace(attrgetter(group)(self), **changed)}
        return replace(self, **changed)

    def layer_findings(self, values: object, origin: str) -> list[Finding]:
        """Everything that keeps `with_layer` from taking the same arguments."""
        return _layered(self, values, origin)[1]

    @cached_property
    def in_json(self) -> dict[str, Any]:
        """All values with their citations, to be frozen on a game; `profile_from_json` reads it."""
        plain = in_plain(kinds_of(self.game), self.values())
        return {
            "slug": self.slug,
            "title": self.title,
            "edition": self.edition,
            "layers": list(self.layers),
            "values": {
                path: {"value": plain[path], **_told(cited)} for path, cited in self.citations
            },
        }


def _told(cited: Cited) -> dict[str, object]:
    reason: dict[str, object] = {"house": cited.house}
    if cited.article:
        reason = {"article": cited.article, "sentence": cited.sentence}
    return {**reason, "origin": cited.origin}


@dataclass(frozen=True)
class Difference:
    """One switch on which two profiles disagree; values in JSON form."""

    path: str
    before: object
    after: object
    before_cited: Cited
    after_cited: Cited


def difference(before: Profile, after: Profile) -> list[Difference]:
    """The switches of both whose values differ, in the order of their declaration."""
    old, new = (in_plain(kinds_of(side.game), side.values()) for side in (before, after))
    return [
        Difference(path, old[path], value, before.citation(path), after.citation(path))
        for path, value in new.items()
        if path in old and old[path] != value
    ]


def profile_slugs() -> tuple[str, ...]:
    """The slugs of the profiles shipped, in alphabetical order."""
    return tuple(PROFILES)


@cache
def load_profile(slug: str) -> Profile:
    """A shipped profile; KeyError when there is none of that name."""
    raw = PROFILES[slug]
    return read_profile(raw, load_profile(raw.extends) if raw.extends else None)


def read_profile(raw: RawProfile, below: Profile | None) -> Profile:
    """A profile of a book from its file and the profile it extends; ProfileError if faulty."""
    game = _game_in(raw.values) or (below.game if below else None)
    kinds = kinds_of(game)
    layer = read_layer(raw.values, origin="book", kinds=kinds)
    values, citations = _stacked(below, layer, game)
    missing = [Finding(code="switch_missing", pointer=f"/{path}") for path in kinds.keys() - values]
    if layer.findings or missing:
        raise ProfileError(layer.findings + sorted(missing, key=lambda item: item.pointer))
    layers = (*(below.layers if below else ()), f"book:{raw.slug}")
    head = {"slug": raw.slug, "title": raw.title, "edition": raw.edition, "layers": layers}
    return _playable(_assembled(values, citations, head))


def profile_from_json(data: object) -> Profile:
    """The profile that `in_json` is; ProfileError when it is not one.

    A switch that did not exist when the game was frozen has the value of the main book, and so has
    one whose value there is no more.
    """
    told = data if isinstance(data, Mapping) else {}
    values, layers = told.get("values"), told.get("layers")
    head = {key: told.get(key) for key in ("slug", "title", "edition")}
    named = [*head.values(), *(layers if isinstance(layers, list | tuple) else [None])]
    if not isinstance(values, Mapping) or not all(isinstance(name, str) for name in named):
        raise ProfileError([Finding(code="wrong_type", params={"expected": "profile"})])
    game = _game_in(values)
    layer = read_layer(values, origin="frozen", kinds=kinds_of(game))
    gone = tuple(sorted({item.pointer.strip("/").replace("/", ".") for item in layer.findings}))
    for path, cited in layer.citations.items():
        entry = values.get(path)
        origin = entry.get("origin") if isinstance(entry, Mapping) else None
        if isinstance(origin, str):
            layer.citations[path] = replace(cited, origin=origin)
    stacked = _stacked(load_profile(BASE), layer, game)
    return _playable(_assembled(*stacked, {**head, "layers": tuple(named[3:]), "gone": gone}))


def _game_in(values: object) -> object:
    """The game that a layer names, None where it names none."""
    entry = values.get("game") if isinstance(values, Mapping) else None
    return entry.get("value") if isinstance(entry, Mapping) else entry


def _stacked(
    below: Profile | None, layer: Layer, game: object
) -> tuple[dict[str, object], dict[str, Cited]]:
    own = switches_of(game)
    values = {path: switch.value for path, switch in own.items()}
    citations = {path: Cited(origin="book", house=switch.house) for path, switch in own.items()}
    if below is not None:
        values |= below.values()
        citations |= dict(below.citations)
    return values | layer.values, citations | layer.citations


def _layered(below: Profile, values: object, origin: str) -> tuple[Profile | None, list[Finding]]:
    level = level_of(origin)
    if not level:
        return None, [Finding(code="unknown_layer", params={"origin": echo(origin)})]
    game = _game_in(values) or below.game
    layer = read_layer(values, origin=origin, kinds=kinds_of(game))
    findings = list(layer.findings)
    if level < (level_of(below.layers[-1]) or 0):
        findings.append(Finding(code="layer_order", params={"origin": origin}))
    stacked = _stacked(below, layer, game)
    head = {"slug": below.slug, "title": below.title, "edition": below.edition}
    profile = _assembled(*stacked, {**head, "layers": (*below.layers, origin)})
    findings += contradictions(profile)
    return (None, findings) if findings else (profile, [])


def _assembled(
    values: dict[str, object], citations: dict[str, Cited], head: Mapping[str, object]
) -> Profile:
    game = values["game"]
    return Profile(
        **build(Switches, values),
        **head,  # type: ignore[arg-type]
        citations=tuple((path, citations[path]) for path in kinds_of(game)),
        of_sheet=tuple((path, values[path]) for path in switches_of(game)),
    )


def _playable(profile: Profile) -> Profile:
    if findings := contradictions(profile):
        raise ProfileError(findings)
    return profile


Rows = list[tuple[bool, Finding]]


def contradictions(profile: Profile) -> list[Finding]:
    """All contradictions of a profile; an empty list when it can be played."""
    rules = (_predictions, _tournament, _factors, _cards_only, _fixed_sum, _pairs_are_four)
    return [finding for rule in rules for is_so, finding in rule(profile) if is_so]


def _clash(code: str, path: str, article: str | None = None, **params: object) -> Finding:
    return Finding(code=code, pointer=pointer(*path.split(".")), article=article, params=params)


def _predictions(profile: Profile) -> Rows:
    options = profile.differenzler
    hidden = options.predictions == "hidden"
    incentive, phone = options.dealer_incentive > 0, options.sealed_entry != "paper"
    path, article = "differenzler.dealer_incentive", "differenzler.geberanreiz"
    return [
        (hidden and incentive, _clash("incentive_needs_open", path, article)),
        (
            hidden and not options.dealer_may_fit,
            _clash("fit_needs_open", "differenzler.dealer_may_fit"),
        ),
        (not hidden and phone, _clash("sealed_needs_hidden", "differenzler.sealed_entry")),
    ]


def _tournament(profile: Profile) -> Rows:
    if not profile.tournament:
        return []
    turning = _turning(profile)
    return [
        *(
            (True, _clash("slalom_needs_start", "slalom_values", contract=contract))
            for contract in turning
        ),
        (profile.helps, _clash("helps_in_tournament", "helps", "fragen")),
    ]


def _turning(profile: Profile) -> list[str]:
    """The first contract that changes its direction and is not counted by where it started."""
    if profile.slalom_values == "start":
        return []
    return [name for name in profile.contracts if name.split("_")[0] in TURNING][:1]


def _factors(profile: Profile) -> Rows:
    """Every contract has a factor."""
    return [
        (
            contract not in profile.multipliers.by_deck[deck],
            _clash("factor_missing", f"multipliers.{deck}", contract=contract, deck=deck),
        )
        for deck in profile.decks
        for name in profile.contracts
        for contract in (SUITS[deck] if name == "trump" else (name,))
    ]


def _cards_only(profile: Profile) -> Rows:
    """A Differenzler counts cards only."""
    played = profile.game == "differenzler"
    return [
        (
            played and bool(getattr(profile, path)),
            _clash("differenzler_cards_only", path, "differenzler.spieler", switch=path),
        )
        for path in ("weis", "stoeck", "matsch_bonus", "push")
    ]


def _fixed_sum(profile: Profile) -> Rows:
    """A sum can be known beforehand only where each hand makes the same and counts once."""
    factors = profile.multipliers.german + profile.multipliers.french
    broken = {
        "weis": profile.weis,
        "stoeck": profile.stoeck,
        "slalom_values": bool(_turning(profile)),
        "multipliers": any(factor != 1 for _contract, factor in factors),
    }
    return [
        (
            is_broken and profile.game == "passen",
            _clash("passe_needs_fixed_sum", path, "matchpraemie", switch=path),
        )
        for path, is_broken in broken.items()
    ]


def _pairs_are_four(profile: Profile) -> Rows:
    wrong = profile.in_pairs and profile.players != (4,)
    return [(wrong, _clash("pairs_are_four", "players"))]
