"""Plans for what a roster asks: the whole event, pairs and teams, the final, the next by rank.

A roster is what a draw is made for: who is to be seated from now on, what was played, what is
wished."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _, ngettext

from jassclub.core.errors import Conflict, Finding, Invalid
from tournaments.core.desk_page import Desk
from tournaments.core.models import Tournament
from tournaments.core.selectors import SEATS
from tournaments.draw.pure import (
    Certificate,
    Plan,
    Round,
    UnusableRequestError,
    Wishes,
    by_rank,
    by_standing,
    certify,
    make_plan,
    round_robin,
    seated_pairs,
    swiss,
    times_out,
)
from tournaments.draw.reasons import sentence, unusable
from tournaments.entries.models import Entry, Wish
from tournaments.entries.selectors import entries_of, line_ups
from tournaments.entries.tickets import expected_numbers, expected_teams
from tournaments.format.pure import Format, Odd, Pairing
from tournaments.format.selectors import format_of
from tournaments.rounds.hall import seated_rounds
from tournaments.standings.pure.knockout import stages_needed

PAIR = 2


@dataclass(frozen=True)
class Roster:
    """Numbers of entries. `people` are to be seated, stand-ins that are needed included;
    `missing` is how many stand-ins more would leave nobody without a seat."""

    format: Format
    people: tuple[int, ...]
    teams: Mapping[int, tuple[int, ...]]
    """By number of the team: its people in the order of the line-up, those who are there."""
    played: tuple[Round, ...]
    wishes: Wishes
    missing: int
    names: Mapping[int, str]

    @cached_property
    def team_of(self) -> Mapping[int, int]:
        """The teams by their people."""
        return {person: number for number, team in self.teams.items() for person in team}

    @property
    def team_size(self) -> int:
        """People of a team; two in a pair."""
        return self.format.team_size or PAIR


def roster_of(
    tournament: Tournament, *, expected: bool = False, only: Collection[int] | None = None
) -> Roster:
    """Who is there; with `expected` also who is signed up and has not come yet, and before the
    first round the numbers that are still to be drawn.

    `only` are the players who may be seated; stand-ins fill up their tables.
    """
    states = {Entry.State.PRESENT} | ({Entry.State.SIGNED_UP} if expected else set())
    here = [e for e in tournament.entries.select_related("team") if e.state in states]
    if only is not None:
        here = [e for e in here if e.kind == Entry.Kind.STAND_IN or e.number in only]
    fmt = format_of(tournament)
    people, missing = _seatable(here, fmt)
    teams = {n: tuple(e.number for e in mates) for n, mates in line_ups(here).items()}
    if expected and only is None:
        people = tuple(sorted({*people, *expected_numbers(tournament)}))
        teams = {**teams, **expected_teams(tournament)}
    played = tuple(
        Round(tuple(map(tuple, tables)), tuple(out))
        for _called, tables, out in seated_rounds(tournament)
    )
    return Roster(
        fmt, people, teams, played, _wishes(tournament, set(people)), missing,
        {entry.number: f"{entry.number} {entry.name}" for entry in here},
    )  # fmt: skip


def _seatable(here: Iterable[Entry], fmt: Format) -> tuple[tuple[int, ...], int]:
    """All players, and as many stand-ins as fill the last table."""
    present = sorted(here, key=lambda entry: entry.number)
    players = [e.number for e in present if e.kind == Entry.Kind.PLAYER]
    spare = [e.number for e in present if e.kind == Entry.Kind.STAND_IN]
    fits = fmt.seats_three or fmt.odd is not Odd.STAND_IN
    needed = 0 if fits else -len(players) % SEATS
    return (*players, *spare[:needed]), max(0, needed - len(spare))


def _wishes(tournament: Tournament, people: set[int]) -> Wishes:
    """The wishes of those who are there, among each other."""
    pairs: dict[str, list[tuple[int, int]]] = defaultdict(list)
    fixed: dict[int, tuple[int, int]] = {}
    for wish in tournament.wishes.select_related("entry", "other"):
        number = wish.entry.number
        if wish.kind == Wish.Kind.FIXED and number in people:
            fixed[number] = (wish.table or 0, wish.seat or 0)
        elif wish.other is not None and {number, wish.other.number} <= people:
            pairs[wish.kind].append((number, wish.other.number))
    return Wishes(
        apart=tuple(sorted(pairs[Wish.Kind.APART])),
        together=tuple(sorted(pairs[Wish.Kind.TOGETHER])),
        fixed=fixed,
    )


Meeting = tuple[int, int]


@dataclass(frozen=True)
class Phase:
    """A stretch of rounds (from 1, both included) that one draw makes.

    `kind` is `plan` (all of it at once), `standing` (one round, by the ranking), `final` (all
    of it, for those who qualified) or `knockout` (one round, for those who are still in).
    """

    kind: str
    first: int
    last: int


def phase_at(fmt: Format, number: int) -> Phase:
    """The phase that a round belongs to."""
    by_ranking, final, knockout = fmt.first_by_standing, fmt.final_from, fmt.knockout_from
    if knockout is not None and number >= knockout:
        return Phase("knockout", number, number)
    if final is not None and number >= final:
        return Phase("final", final, fmt.rounds)
    if by_ranking is not None and number >= by_ranking:
        return Phase("standing", number, number)
    return Phase("plan", 1, min(fmt.preliminary_rounds, (by_ranking or fmt.rounds + 1) - 1))


def lot_seed(seed: str, number: int, lot: int = 0) -> str:
    """The seed of a draw by that of its event; with the number of the lot where more were tried."""
    return f"{seed}:{number}/{lot}" if lot else f"{seed}:{number}"


def planned(roster: Roster, phase: Phase, *, seed: str, order: Sequence[int]) -> Plan:
    """A certified plan up to the end of the phase, the played rounds first.

    `order` are the entries by rank, for phases that need it. Raises Invalid, in words, where no
    plan can be made.
    """
    try:
        plan = _made(roster, phase, seed=seed, order=order)
    except UnusableRequestError as error:
        raise unusable(error) from error
    return checked(plan)


def checked(plan: Plan) -> Plan:
    """The plan; Invalid where the independent count found a fault in it."""
    if plan.certificate.faults:
        faults = [Finding(fault.code, "", sentence(fault)) for fault in plan.certificate.faults]
        raise Invalid.of(faults, _("Die Kontrolle hat diesen Plan zurückgewiesen."))
    return plan


def certificate_as_json(certificate: Certificate) -> dict[str, Any]:
    """What is stored and shown of a certificate."""
    faults = [{"code": fault.code, "params": dict(fault.params)} for fault in certificate.faults]
    own = {"faults": faults, "reaches_its_bounds": certificate.reaches_its_bounds}
    return asdict(certificate) | own


def round_as_json(planned_round: Round) -> dict[str, Any]:
    """A round of a plan as it is stored."""
    tables = [list(table) for table in planned_round.tables]
    return {"tables": tables, "sitting_out": list(planned_round.byes)}


def round_from_json(stored: dict[str, Any]) -> Round:
    """The inverse of `round_as_json`."""
    return Round(tuple(tuple(table) for table in stored["tables"]), tuple(stored["sitting_out"]))


def _made(roster: Roster, phase: Phase, *, seed: str, order: Sequence[int]) -> Plan:
    as_one = roster.format.pairing is not Pairing.PLAN or roster.team_size == PAIR
    # Whoever stands where his team does would sit at one table with nobody but his mates.
    as_one |= phase.kind == "standing" and _meet_as_teams(roster)
    if roster.format.in_teams and as_one:
        return _teams_planned(roster, phase, seed=seed, order=order)
    if phase.kind == "standing":
        return _by_ranking(roster, phase, seed=seed, order=order)
    return make_plan(
        roster.people,
        phase.last,
        seed=seed,
        frozen=roster.played,
        wishes=_mates_apart(roster),
        alone=roster.format.seats_three,
    )


def _meet_as_teams(roster: Roster) -> bool:
    """Whether every team is whole and has another one to meet."""
    teams = roster.teams.values()
    whole = all(len(team) == roster.team_size for team in teams)
    return whole and len(teams) % 2 == 0 and sum(map(len, teams)) == len(roster.people)


def _mates_apart(roster: Roster) -> Wishes:
    """Team mates are drawn apart where there are tables enough; the rest is as people wish."""
    tables = len(roster.people) // SEATS
    mates = {pair for team in roster.teams.values() for pair in combinations(sorted(team), 2)}
    if not roster.format.in_teams or not mates or roster.team_size > tables:
        return roster.wishes
    here = set(roster.people)
    apart = {*roster.wishes.apart, *(pair for pair in mates if set(pair) <= here)}
    return replace(roster.wishes, apart=tuple(sorted(apart)))


def _by_ranking(roster: Roster, phase: Phase, *, seed: str, order: Sequence[int]) -> Plan:
    fours = [table for seated in roster.played for table in seated.tables if len(table) == SEATS]
    nth = by_rank(
        order,
        partners={frozenset((table[side], table[side + 2])) for table in fours for side in (0, 1)},
        times_out=times_out(roster.people, roster.played),
        teams=roster.team_of if roster.format.in_teams else {},
        alone=roster.format.seats_three,
    )
    return certified(roster, [nth], seed=seed, origin="by standing")


def _teams_planned(roster: Roster, phase: Phase, *, seed: str, order: Sequence[int]) -> Plan:
    refuse_broken_teams(roster)
    to_come = phase.last - len(roster.played)
    if phase.kind == "standing":
        rounds, origin = [_next_meetings(roster, order)], "by standing"
    else:
        rounds, origin = everybody_meets(roster, seed, to_come), "round robin"
    return certified(roster, rounds, seed=seed, origin=origin)


def everybody_meets(roster: Roster, seed: str, to_come: int) -> list[Round]:
    """Rounds of a round robin: whose turn it is sits out, and as few as possible meet again."""
    met, times = _met(roster), _times_out(roster)
    circle = round_robin(roster.teams, seed=seed)
    turns = []
    for _number in range(to_come):
        nth = min(circle, key=lambda meetings: _wear(roster, meetings, met, times))
        turns.append(_seated(roster, nth))
        met.update((min(two), max(two)) for two in nth)
        times.update(_benched(roster, nth))
    return turns


def _wear(
    roster: Roster, meetings: Sequence[Meeting], met: Counter[Meeting], times: Counter[int]
) -> tuple[int, int]:
    """How often who sits out did so before, and how often these meetings were played."""
    again = max((times[team] for team in _benched(roster, meetings)), default=0)
    return again, sum(met[min(two), max(two)] for two in meetings)


def _times_out(roster: Roster) -> Counter[int]:
    """How often each team sat out."""
    times = times_out(roster.people, roster.played)
    return Counter({number: times[team[0]] for number, team in roster.teams.items()})


def _benched(roster: Roster, meetings: Sequence[Meeting]) -> list[int]:
    playing = {side for meeting in meetings for side in meeting}
    return [number for number in roster.teams if number not in playing]


def _next_meetings(roster: Roster, order: Sequence[int]) -> Round:
    """Neighbours in the ranking: a team stands where the best of its people does in `order`."""
    teams = list(dict.fromkeys(roster.team_of[p] for p in order if p in roster.team_of))
    meet = swiss if roster.format.pairing is Pairing.SWISS else by_standing
    played = list(_met(roster).elements())
    meetings, _out = meet(teams, played=played, times_out=_times_out(roster))
    return _seated(roster, meetings)


def _seated(roster: Roster, meetings: Sequence[Meeting]) -> Round:
    return seated_pairs(meetings, dict(roster.teams), _benched(roster, meetings))


def _met(roster: Roster) -> Counter[Meeting]:
    """In how many rounds which teams met, the smaller number first."""
    team_of = roster.team_of
    met: Counter[Meeting] = Counter()
    for seated in roster.played:
        at_tables = ({team_of[p] for p in table if p in team_of} for table in seated.tables)
        met.update({(min(two), max(two)) for two in at_tables if len(two) == PAIR})
    return met


def refuse_broken_teams(roster: Roster) -> None:
    broken = [number for number, team in roster.teams.items() if len(team) != roster.team_size]
    alone = [roster.names.get(n, n) for n in roster.people if n not in roster.team_of]
    incomplete = ngettext(
        "Team %(n)s ist nicht vollzählig da.", "Diese Teams sind nicht vollzählig da: %(n)s.",
        len(broken),
    )  # fmt: skip
    without = ngettext(
        "Startnummer %(n)s hat kein Team.", "Diese Startnummern haben kein Team: %(n)s.",
        len(alone),
    )  # fmt: skip
    told = (("team_incomplete", incomplete, broken), ("without_team", without, alone))
    Invalid.raise_for(
        [
            Finding(code, "", text % {"n": ", ".join(map(str, who))})
            for code, text, who in told
            if who
        ],
        _("Vor der Auslosung müssen die Teams vollzählig sein. Gebildet werden sie unter «Leute»."),
    )


def certified(
    roster: Roster, rounds: list[Round], *, seed: str, origin: str, in_turn: bool = True
) -> Plan:
    """The played rounds and the new ones, counted by the independent checker."""
    if not rounds:
        raise Conflict("nothing_to_draw", _("Es ist keine Runde mehr auszulosen."))
    whole = (*roster.played, *rounds)
    certificate = certify(
        whole,
        alone=roster.format.seats_three,
        wishes=Wishes(together=_partners(roster)),
        wished_from=len(roster.played),
        in_turn=in_turn,
    )
    return Plan(rounds=whole, seed=seed, origin=origin, certificate=certificate)


def _partners(roster: Roster) -> list[tuple[int, int]]:
    """Pairs that signed up as such."""
    if not roster.format.partners_stay or roster.team_size != PAIR:
        return []
    return [(team[0], team[1]) for team in roster.teams.values() if len(team) == PAIR]


def head_count(desk: Desk) -> dict[str, Any]:
    """How many are here, expected and waiting, and what that means for the tables."""
    entries, fmt = desk.read(entries_of), format_of(desk.tournament)
    states = Counter(e.state for e in entries if e.kind == Entry.Kind.PLAYER)
    helpers = [e for e in entries if e.kind == Entry.Kind.STAND_IN]
    present = [e for e in entries if e.state == Entry.State.PRESENT]
    people, missing = _seatable(present, fmt)
    seated, filled = len(people), len(people) > states[Entry.State.PRESENT]
    as_one = fmt.in_teams and fmt.pairing is not Pairing.PLAN
    # Whoever has no partner yet is drawn with nobody.
    playing = sum(
        e.kind == Entry.Kind.PLAYER and (e.team_id is not None or not as_one) for e in present
    )
    return {
        "here": states[Entry.State.PRESENT],
        "expected": states[Entry.State.SIGNED_UP],
        "waiting": states[Entry.State.WAITING],
        "helpers": sum(e.state == Entry.State.PRESENT for e in helpers),
        "tables": -(-seated // SEATS) if fmt.seats_three else seated // SEATS,
        "over": _left_over(desk.tournament, fmt, filled, missing, playing),
    }


def _left_over(tournament: Tournament, fmt: Format, filled: bool, missing: int, here: int) -> str:
    """What happens to those who do not fill a table, or have nobody to beat in a knock-out."""
    if fmt.knockout_from == 1:
        sides = here // (fmt.team_size or PAIR)
        free = 2 ** stages_needed(sides) - sides
        if not free or tournament.rounds.exists():
            return ""
        return _("In der ersten Runde ohne Spiel weiter: %(n)s") % {"n": free}
    as_one = fmt.in_teams and fmt.pairing is not Pairing.PLAN
    rest = here % (2 * (fmt.team_size or PAIR) if as_one else SEATS)
    if not rest or fmt.seats_three:
        return ""
    if missing:
        return ngettext("Es fehlt %(n)s Ersatzperson", "Es fehlen %(n)s Ersatzleute", missing) % {
            "n": missing
        }
    if filled:
        return _("Ersatzleute füllen den letzten Tisch")
    return ngettext(
        "%(n)s setzt pro Runde aus, reihum", "%(n)s setzen pro Runde aus, reihum", rest
    ) % {"n": rest}
