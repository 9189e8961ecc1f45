"""The settings of a tournament as frozen data: everything but its name, its day and its place;
prizes (money, things, and what they are for); who goes on into a final: so many, or a share.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Any

from jassclub.core.reader import each, number_in, refuse
from referee.rulebook.articles import PROFILES
from referee.rules.profile import load_profile
from scoring.games.kind import Adds, TournamentUse, gettext_noop as _
from scoring.games.registry import GAMES, TOURNAMENT_GAMES
from tournaments.format.pure.categories import label_of
from tournaments.format.pure.choices import (
    BY_RANKING,
    NO_BOOK,
    RANGED,
    Carried,
    Control,
    Credited,
    DuelTies,
    Movement,
    Numbers,
    Odd,
    Pairing,
    PrizeKind,
    Seating,
    Seeds,
    Writing,
)
from tournaments.format.pure.ranking_rule import Count, MissingResult, Per, RankingRule, Unit
from tournaments.format.pure.setting import (
    Option,
    Setting,
    choice,
    flag,
    frozen,
    house_rules,
    line,
    members_of,
    number,
    part,
)


@dataclass(frozen=True, slots=True)
class Cut:
    """How many go on: a number, or a share of those ranked, rounded down."""

    places: int | Fraction

    def __post_init__(self) -> None:
        if self.places < 0 or (not isinstance(self.places, int) and self.places > 1):
            raise ValueError(f"{self.places} is neither a number of places nor a share")

    def of(self, ranked: int) -> int:
        """Places in a field of that size: a third of 25 is 8."""
        return self.places if isinstance(self.places, int) else int(self.places * ranked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """Money in rappen, a thing, or both. `first` to `last` are ranks and mean the same prize for
    each of them, also of clubs and teams; other kinds leave them at 1. With a `category` only who
    is in it can win, by the ranks among them."""

    kind: Annotated[PrizeKind, choice(PrizeKind)] = PrizeKind.RANK
    first: Annotated[int, number(1, 1000)] = 1
    last: Annotated[int, number(1, 1000)] = 1
    rappen: Annotated[int, number(0, 10_000_000, form="francs")] = 0
    text: Annotated[str, line(200)] = ""
    category: Annotated[str, Setting(reader=lambda value: label_of(line(40).read(value)))] = ""


MOST_PRIZES = 200
_PLAYED = {name: Option(GAMES[name].title) for name in TOURNAMENT_GAMES}
_RULES = {
    slug: Option(found.title)
    for slug, found in PROFILES.items()
    if load_profile(slug).game in TOURNAMENT_GAMES and 4 in load_profile(slug).players
}
HAND_POINTS = 157
"""Points of a hand, the five for the last trick included (letzter-stich)."""
MOST_BOARDS = 16
"""Boards of a duplicate that are played in a round."""
DIFFERENZLER = "differenzler-offen"
"""The rules of the Differenzler in an event that is a Schieber first."""
PAIR = 2
"""People who play together at a table."""


def _places(value: Any) -> Cut:
    """A number of places, or a share written as "1/3"."""
    if not isinstance(value, str):
        return Cut(number(1, 1000).read(value))
    over, _slash, under = value.partition("/")
    top, bottom = number_in(over, most_digits=3), number_in(under, most_digits=3)
    if top and bottom and top < bottom:
        return Cut(Fraction(top, bottom))
    raise refuse("not_a_share")


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """Who goes on (`places`), for how many rounds, and with what.

    The final is the last `rounds` rounds of the event; with 0 it is an event of its own on
    another day, for which this one is the qualifying.
    """

    places: Annotated[Cut, Setting(reader=_places, form="number")] = Cut(8)
    rounds: Annotated[int, number(0, 60)] = 0
    carried: Annotated[Carried, choice(Carried)] = Carried.NOTHING
    knockout: Annotated[bool, flag(_("Der Final ist ein K.-o., gesetzt nach der Rangliste"))] = (
        False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Knockout:
    """How a knock-out goes, be it the whole event or its final."""

    seeds: Annotated[Seeds, choice(Seeds, _("K.-o.: wer wo beginnt"))] = Seeds.DRAWN
    ties: Annotated[DuelTies, choice(DuelTies, _("K.-o.: bei Gleichstand entscheidet"))] = (
        DuelTies.MATSCHES
    )
    third_place: Annotated[bool, flag(_("K.-o.: mit Spiel um den dritten Platz"))] = True
    consolation: Annotated[
        bool,
        flag(
            _("K.-o.: mit Trostturnier"),
            help=_("Wer sein erstes Spiel verliert, spielt darin weiter."),
        ),
    ] = False


def _final(value: Any) -> Final:
    read = members_of(Final, value)
    if "places" not in read:
        raise refuse("key_missing", key="places")
    return Final(**read)


def _prizes(value: Any) -> tuple[Prize, ...]:
    if not isinstance(value, list | tuple) or len(value) > MOST_PRIZES:
        raise refuse("not_a_list", most=MOST_PRIZES)
    return each(value, _prize)


def _prize(value: Any) -> Prize:
    """A prize; one rank only where `last` is left out."""
    read = members_of(Prize, value)
    prize = Prize(**{"last": read.get("first", 1), **read})
    if prize.last < prize.first:
        raise refuse("ranks_backwards", first=prize.first, last=prize.last)
    if prize.kind not in RANGED and (prize.first, prize.last) != (1, 1):
        raise refuse("prize_has_no_ranks", kind=str(prize.kind))
    if not (prize.rappen or prize.text):
        raise refuse("prize_is_nothing")
    return prize


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """What an organiser sets. `read_format` checks that the settings go together.

    `game` is one of TOURNAMENT_GAMES. `house_rules` is a tournament layer on `profile`, checked
    where profiles are layered; `hands` and `matsch_bonus` have their fields here. `rounds` counts
    a final of the same day. `standing_from` is the first round whose tables follow the standings.
    `minutes` is the length of a round on the clock, `correction_minutes` how long a shown ranking
    is open to objections (None: until the end of the event). `fee` is in rappen for each entry, so
    for a pair once. `team_best` is how many members of a team count in a round (None: all);
    `club_best` and `squad_best` how many results make that of a club, or of a team that people
    count for (None: there is no such ranking).
    """

    game: Annotated[
        str,
        choice(
            TOURNAMENT_GAMES, _("Was wird gespielt?"), asked=_PLAYED,
            help=_("Coiffeur, und was mit Weis gespielt wird, hat keine Kontrollsumme."),
        ),
    ] = "schieber"  # fmt: skip
    profile: Annotated[
        str,
        line(60, form="choice", label=_("Nach welchen Regeln?"), options=_RULES),
    ] = "turnier-einzelschieber"
    house_rules: Annotated[
        Mapping[str, Any], Setting(reader=lambda value: frozen(house_rules(value)))
    ] = field(default_factory=lambda: MappingProxyType({}))
    seating: Annotated[Seating, choice(Seating, _("Wer meldet sich an?"))] = Seating.DRAWN
    numbers: Annotated[
        Numbers,
        choice(Numbers, _("Startnummern"), help=_("Gezogene brauchen die Zahl der Plätze.")),
    ] = Numbers.ORDER
    team_size: Annotated[int | None, number(2, 40, _("Leute einer Mannschaft"))] = None
    team_best: Annotated[
        int | None, number(1, 40, _("davon zählen pro Runde"), help=_("leer: alle"))
    ] = None
    pairing: Annotated[Pairing, choice(Pairing, _("Wie entstehen die Tische?"))] = Pairing.PLAN
    standing_from: Annotated[
        int | None,
        number(
            1, 60, _("Tische nach Rangliste ab Runde"),
            help=_("leer: nie, oder wie die Auslosung es verlangt"),
        ),
    ] = None  # fmt: skip
    rounds: Annotated[
        int, number(1, 60, _("Runden"), help=_("ein Final am gleichen Tag zählt mit"))
    ] = 4
    hands: Annotated[int, number(1, 100, _("Spiele pro Runde"))] = 12
    differenzler_from: Annotated[
        int | None,
        number(
            2, 60, _("Differenzler ab Runde"),
            help=_("leer: nie; vorher Schieber, danach spielen alle für sich"),
        ),
    ] = None  # fmt: skip
    minutes: Annotated[
        int | None, number(1, 600, _("Minuten pro Runde"), help=_("leer: ohne Uhr"))
    ] = None
    knockout: Annotated[Knockout, part(Knockout)] = field(default_factory=Knockout)
    groups: Annotated[
        int | None,
        number(
            2, 32, _("Gruppen"),
            help=_("leer: keine; sonst spielen in der Vorrunde alle gegen alle ihrer Gruppe"),
        ),
    ] = None  # fmt: skip
    movement: Annotated[
        Movement, choice(Movement, _("Duplicate: wie Paare und Boards weiterrücken"))
    ] = Movement.MITCHELL
    odd: Annotated[
        Odd, choice(Odd, _("Wenn die Zahl nicht aufgeht"), help=NO_BOOK)
    ] = Odd.MEAN  # fmt: skip
    writing: Annotated[
        Writing, choice(Writing, _("Was wird erfasst?"), asked={it: it for it in reversed(Writing)})
    ] = Writing.TOTALS
    double_entry: Annotated[
        bool,
        flag(
            _("Jedes Blatt zweimal erfassen"),
            help=_("Zwei Personen tippen unabhängig; findet Tippfehler."),
        ),
    ] = False
    control: Annotated[Control, choice(Control, _("Stimmt die Kontrollsumme nicht, dann"))] = (
        Control.REJECT
    )
    matsch_bonus: Annotated[
        int, number(0, 500, _("Zuschlag für einen Matsch"), help=_("0: Matsch zählt 157"))
    ] = 0
    substitute: Annotated[
        Credited, choice(Credited, _("Springt jemand ein, gehört das Resultat"))
    ] = Credited.ENTRY
    ranking: Annotated[RankingRule, part(RankingRule)] = field(default_factory=RankingRule)
    club_best: Annotated[
        int | None,
        number(
            1, 40, _("Vereinsrangliste: Resultate, die für einen Verein zählen"),
            help=_("leer: keine Vereinsrangliste"),
        ),
    ] = None  # fmt: skip
    squad_best: Annotated[
        int | None,
        number(
            1, 40, _("Mannschaftswertung: Resultate, die für eine Mannschaft zählen"),
            help=_("Einzelne oder Paare zählen für eine Mannschaft; leer: keine"),
        ),
    ] = None  # fmt: skip
    correction_minutes: Annotated[
        int | None,
        number(0, 10_080, _("Einsprachefrist in Minuten"), help=_("leer: bis zum Schluss")),
    ] = 30
    board_seconds: Annotated[
        int | None,
        number(
            3, 60, _("Anzeige im Saal: Sekunden pro Seite"),
            help=_("leer: so, dass alle Namen in 40 Sekunden durch sind"),
        ),
    ] = None  # fmt: skip
    final: Annotated[Final | None, Setting(reader=_final, inside=Final)] = None
    fee: Annotated[int, number(0, 1_000_000, _("Startgeld"), form="francs")] = 0
    prizes: Annotated[tuple[Prize, ...], Setting(reader=_prizes)] = ()

    def of_round(self, number: int) -> "Format":
        """The settings for the sheets of a round: in those of a Differenzler, its rules."""
        if self.differenzler_from is None or number < self.differenzler_from:
            return self
        return replace(
            self,
            game="differenzler",
            profile=DIFFERENZLER,
            house_rules={},
            seating=Seating.ALONE,
            matsch_bonus=0,
        )

    @property
    def first_by_standing(self) -> int | None:
        """The first round whose tables follow the standings, None where none does."""
        second = 2 if self.pairing in BY_RANKING else None
        return self.standing_from or second

    @property
    def final_from(self) -> int | None:
        """The first round of a final on the same day, else None."""
        in_it = self.final.rounds if self.final else 0
        return self.rounds - in_it + 1 if in_it else None

    @property
    def knockout_from(self) -> int | None:
        """The first round of a knock-out, None where there is none."""
        if self.final is not None and self.final.knockout:
            return self.final_from
        return 1 if self.pairing is Pairing.KNOCKOUT else None

    @property
    def is_duplicate(self) -> bool:
        """Whether all tables play the same cards, so that a hand of a passe is a board."""
        return self.pairing is Pairing.DUPLICATE

    @property
    def places_a_group(self) -> Cut:
        """How many of each group go on."""
        cut = self.final.places if self.final else Cut(0)
        whole = isinstance(cut.places, int)
        return Cut(int(cut.places) // (self.groups or 1)) if whole else cut

    @property
    def preliminary_rounds(self) -> int:
        """Rounds that everybody plays."""
        return (self.final_from or self.rounds + 1) - 1

    @property
    def use(self) -> TournamentUse:
        """What the game says of its tournaments."""
        return TOURNAMENT_GAMES[self.game]

    @property
    def adds(self) -> Adds:
        """What the control sum is made of."""
        return "nothing" if self.control is Control.NONE else self.use.adds

    @property
    def in_teams(self) -> bool:
        """Whether fixed pairs or teams sign up."""
        return self.seating in (Seating.PAIRS, Seating.TEAMS)

    @property
    def seats_three(self) -> bool:
        """Whether three can play at a table, so that hardly anybody is left over."""
        alone = self.seating is Seating.ALONE and self.profile in PROFILES
        return alone and 3 in load_profile(self.profile).players

    @property
    def partners_stay(self) -> bool:
        """Whether partners stay together by the format: in pairs, and in teams that meet whole."""
        if self.seating is Seating.TEAMS:
            return self.pairing is not Pairing.PLAN or self.team_size == PAIR
        return self.seating is Seating.PAIRS

    @property
    def is_season(self) -> bool:
        """Whether the ranking rule is about several such days, each a unit of its own."""
        return self.ranking.unit is Unit.EVENT

    @property
    def day_ranking(self) -> RankingRule:
        """The rule one day is ranked by: the plain sum of the day where the rule is a season's.

        Where the lower sum wins, whoever misses a round of the day has no rank in it.
        """
        if not self.is_season:
            return self.ranking
        points = self.ranking.rank_points
        return replace(
            self.ranking,
            unit=Unit.ROUND,
            count=Count(),
            per=Per.UNIT,
            rank_points=None,
            final_weight=1,
            minimum_units=0,
            missing=_missing_in_a_day(self.ranking),
            ties=points.ties if points else self.ranking.ties,
        )

    def table_rules(self, hands: int | None = None) -> dict[str, Any]:
        """The layer that a game at a table plays by: the house rules, hands and matsch bonus."""
        own = dict.fromkeys(["hands", *self.use.sized_by], hands or self.hands)
        return {**self.house_rules, **own, "matsch_bonus": self.matsch_bonus}


def _missing_in_a_day(rule: RankingRule) -> MissingResult:
    """A round missed must not be a round won."""
    wins = rule.lower_wins and rule.missing in (MissingResult.SKIP, MissingResult.ZERO)
    return MissingResult.UNRANKED if wins else rule.missing
