"""Games that are data: one class reads the slips of all of them, by the file of each.

Past evenings may be told by what was `written` in each column, and then nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from jassclub.core.errors import pointer
from scoring.games.base import (
    Control,
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Reader,
    Sheet,
    State,
    Table,
    whole as whole_number,
)
from scoring.games.card_sums import (
    check_last_trick,
    check_possible,
    check_sum,
    filled,
    must_stand,
)
from scoring.games.kind import (
    PLAYED_WITH_CARDS,
    GameKind,
    gettext_noop,
    number,
    several,
)
from scoring.games.sheets.asked import AskedGame, asked_kind
from scoring.games.sheets.awards import AWARDS, Hand, pending
from scoring.games.sheets.checks import (
    CHECKS,
    TAKEN,
    Values,
    check_playing,
    check_step,
    check_taken,
    check_weis,
    read_answer,
    remark_contract,
)
from scoring.games.sheets.outcome import gone, outcome_of, strokes_of_rounds
from scoring.games.sheets.reading import Ask, SheetRules, named, sheet_rules

MOST_WRITTEN = 100_000
WRITTEN = "written"
WEIS = ("weis", "weis_against")
"""Members with the Weise of a column, or of whoever plays alone and of the others."""


class SheetGame(AskedGame):
    """A game of a file that says all of it."""

    def __init__(self, rules: SheetRules) -> None:
        super().__init__(rules)
        self.schema = {**self.schema, WRITTEN: several(number(-MOST_WRITTEN, MOST_WRITTEN))}
        self.counted = rules.end.by == "hands"
        self.remarks = [ask.key for ask in rules.ask if ask.kind in ("trump", "kept")]

    def typed(self, reader: Reader, _state: State, table: Table) -> Values:
        """The members by key; what the rules need and is not there leaves a finding."""
        if reader.has(WRITTEN):
            low, high = -MOST_WRITTEN, MOST_WRITTEN
            return {WRITTEN: self.alone(reader, WRITTEN, table, low=low, high=high)}
        reader = self._without_bonus(reader, table)
        asked = [ask for ask in self.rules.ask if not ask.when or table.profile.value(ask.when)]
        values = {ask.key: read_answer(ask, reader, table) for ask in asked}
        for ask in self.rules.ask:
            if ask not in asked and reader.has(ask.key):
                reader.out.error("not_asked", pointer(ask.key))
        self._complete(asked, values, table, reader.out)
        if not reader.out.blocked:
            self._check(values, table, reader.out)
        return values

    def _without_bonus(self, reader: Reader, table: Table) -> Reader:
        """Where all tricks are told, their bonus may have been written along with the cards."""
        if "bonus" not in self.rules.award or not reader.has("all_tricks"):
            return reader
        told, whole = reader.values.get("points"), self.asked["points"].high
        least: dict[Any, int] = {whole + table.profile.matsch_bonus: whole}
        if isinstance(told, list):
            told = [least.get(it, it) if whole_number(it) is not None else it for it in told]
        elif whole_number(told) is not None:
            told = least.get(told, told)
        return replace(reader, values={**reader.values, "points": told})

    def worth(self, values: Values, table: Table) -> HandScore:
        if WRITTEN in values:
            return HandScore(lines=tuple(Line.of({WRITTEN: number}) for number in values[WRITTEN]))
        hand = self._hand(values, table)
        cards = values.get("points")
        found = AWARDS[self.rules.award["rule"]](hand)
        columns = cards if isinstance(cards, tuple) else (None,) * table.columns
        taken = values.get("all_tricks")
        total = self._total(values, table)
        parts = next((values.get(ask.key) for ask in self.rules.ask if ask.part), None) or ()
        return HandScore(
            lines=tuple(map(Line.of, found, columns)),
            control=Control(sum=sum(parts) if total else 0, expected=total),
            matsch=taken if isinstance(taken, int) else None,
        )

    def ended(self, sheet: Sheet, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """The sheet with who has won, and whether the others play on."""
        agreed = {a.key: table.profile.value(a.fixed) for a in self.rules.ask if a.fixed}
        slips = {
            hand.number: agreed
            | {k: it for k, it in self.declared(hand.slip).items() if it is not None}
            for hand in hands
        }
        sheet = replace(sheet, feet=tuple(self._feet(sheet, hands, table)))
        outcome = outcome_of(sheet, self.rules.end, slips, table, lower_wins=self.lower_wins)
        if outcome is None:
            return sheet
        return replace(sheet, outcome=outcome, finished=sheet.finished or outcome.over)

    def _feet(
        self, sheet: Sheet, hands: Sequence[PlayedHand], table: Table
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        """The strokes of the rounds that are over and of all of them, and the marks that wait."""
        rows = [row for row in sheet.rows if row.score is not None and row.score.counts]
        end, lower = self.rules.end, self.lower_wins
        rounds = strokes_of_rounds(rows, end, table, lower_wins=lower)
        yield from (("round", strokes) for strokes in rounds)
        if len(rounds) > 1:
            yield "strokes", tuple(map(sum, zip(*rounds, strict=True)))
        if self.rules.award["rule"] == "all_but_most" and hands:
            after = replace(table, hand_number=hands[-1].number + 1, others=tuple(hands))
            for marked in pending(self._hand({}, after)):
                yield "rampo", tuple(int(column in marked) for column in range(table.columns))

    def deals_after(self, table: Table) -> int | None:
        """The next one who still plays; where the file says so, first the declarer, or whoever is
        drawn."""
        if table.dealer is None or self.rules.deals == "drawn":
            return None
        after = replace(table, hand_number=table.hand_number + 1)
        king = after.first_said.get("declared_by")
        if self.rules.deals == "declarer" and isinstance(king, int) and not table.first_said:
            return king
        return replace(table, gone=tuple(self.left(after))).next_seat(table.dealer)

    @staticmethod
    def declared(slip: object) -> Mapping[str, Any]:
        """A slip as far as it can be trusted to be an object."""
        return slip if isinstance(slip, Mapping) else {}

    def left(self, table: Table) -> Sequence[int]:
        """The columns that have won and left before this hand; reckoned hand by hand, since who
        has left decides what the next hand is worth."""
        end = self.rules.end
        if not end.drop_out or not table.profile.value(end.drop_out):
            return ()
        found: list[int] = []
        totals = [0] * table.columns
        for at, values in self.earlier(table):
            lines = self._worth_of(values, at, found)
            totals = [had + sum(parts.values()) for had, parts in zip(totals, lines, strict=True)]
            found += gone(totals, lines, found, at.profile.target, end)
        return found

    def _worth_of(self, values: Values, table: Table, left: Sequence[int]) -> list[dict[str, int]]:
        if WRITTEN in values:
            return [{WRITTEN: number} for number in values[WRITTEN]]
        return AWARDS[self.rules.award["rule"]](self._hand(values, table, left))

    def _hand(self, values: Values, table: Table, left: Sequence[int] | None = None) -> Hand:
        """Who plays: all but those who left, the dealer where he takes no cards, who is home."""
        left = self.left(table) if left is None else left
        playing = [column for column in range(table.columns) if column not in left]
        dealer = None
        out_from = self.rules.dealer_out
        if out_from and len(playing) >= out_from and table.dealer in playing:
            dealer = table.dealer
        home = values.get("home") or (False,) * table.columns
        contract = values.get("played") and self.rules.award["worth"][values["played"]]
        away = () if contract and contract.get("by_dealer") else (dealer,)
        active = [column for column in playing if column not in away and not home[column]]
        said = {key: table.first_said.get(key) for key in self.rules.fixed}
        values = {**values, **{k: it for k, it in said.items() if values.get(k) is None}}
        return Hand(
            rule=self.rules.award,
            values=values,
            table=table,
            active=active,
            dealer=dealer,
            earlier=partial(self._told_before, table),
        )

    def _told_before(self, table: Table) -> Sequence[Values]:
        """The hands before that were not told by what was written."""
        return [values for _at, values in self.earlier(table) if WRITTEN not in values]

    def whole(self, table: Table) -> int:
        """What the parts make in every hand, 0 where that depends on who plays."""
        open_ = self.rules.dealer_out or any(ask.kind == "marks" for ask in self.rules.ask)
        return 0 if open_ else self._total({}, table)

    def idle(self, table: Table) -> Sequence[int]:
        """The columns that have no cards: the dealer who takes none and has no contract of his
        own, whoever has left."""
        award = self.rules.award
        contracts = award["worth"].items() if award["rule"] == "by_contract" else ()
        his = next((name for name, worth in contracts if worth.get("by_dealer")), None)
        active = self._hand({"played": his}, table).active
        return [column for column in range(table.columns) if column not in active]

    def _total(self, values: Values, table: Table) -> int:
        """What the parts make together; 0 where cards lie aside or somebody stays at home."""
        if any(values.get("home") or ()) or self.left(table):
            return 0
        if any(values.get(key) is not None for key in self.rules.open_with):
            return 0
        if "round" in values:
            kind = self.rules.award["rounds"].get(values["round"], {})
            found = kind.get("totals", {})
        else:
            found = self.rules.total
        return int(found.get(str(table.players), found.get("all", 0)))

    def _complete(self, asked: Sequence[Ask], values: Values, table: Table, out: Findings) -> None:
        """What is left out follows from the rest, or is missing."""
        fixed = table.first_said
        for ask in asked:
            value = values.get(ask.key)
            if ask.part:
                value = values[ask.key] = self._parts(value, ask, values, table)
            given = value is not None and (not ask.part or None not in value)
            known = ask.key in self.rules.fixed and fixed.get(ask.key) is not None
            agreed = table.profile.value(ask.fixed) if ask.fixed else 0
            if agreed and value not in (None, agreed):
                out.refuse("not_asked", pointer(ask.key))
            elif agreed and not known:
                values[ask.key] = value = agreed
                given = True
            spared = known or any(values.get(key) is not None for key in ask.unless)
            spared = spared or (ask.part and len(self._hand(values, table).active) < 2)
            if ask.needed and not given and not spared and not out.at(pointer(ask.key)):
                out.error("points_missing" if ask.part else "answer_missing", pointer(ask.key))
            told_otherwise = known and value not in (None, fixed.get(ask.key))
            if told_otherwise:
                out.error("said_in_first_hand", pointer(ask.key))

    def _parts(self, told: Any, ask: Ask, values: Values, table: Table) -> Any:
        """Nothing for who took no part, the last number from the others; all of it for whoever
        took all."""
        total, taken = self._total(values, table), values.get("all_tricks", values.get("all_taken"))
        blank = told is None or not any(number is not None for number in told)
        if blank and isinstance(taken, int) and total:
            return tuple(total * (column == taken) for column in range(table.columns))
        if told is None or (blank and any(values.get(key) is not None for key in ask.unless)):
            return None
        active = self._hand(values, table).active
        blanks = [0 if it is None and c not in active else it for c, it in enumerate(told)]
        return filled(blanks, total or None)

    def _check(self, values: Values, table: Table, out: Findings) -> None:
        """Sums, contracts and bids, and what one answer needs of another."""
        total = self._total(values, table)
        for ask in self.rules.ask:
            value = values.get(ask.key)
            if ask.part and value is not None and total:
                made = [number or 0 for number in value]
                cards, refuse = ask.key == "points", must_stand(table)
                cited = "letzter-stich" if cards else None
                where = pointer(ask.key)
                check_sum(made, frozenset({total}), out, refuse=refuse, article=cited, where=where)
                if cards and not out.at(where):
                    contract = values.get("trump") or values.get("contract")
                    refuse = refuse and bool(self.rules.tournament)
                    check_possible(made, contract, table, out, refuse=refuse)
                    check_last_trick(values.get("last_trick"), made, table, out)
            told = sum(number or 0 for number in value or ()) if ask.together else 0
            if told > ask.together and not total:
                out.error("sum_too_high", pointer(ask.key), sum=told, expected=ask.together)
            if ask.kind == "trump" and value is not None:
                remark_contract(value, table, out)
            if ask.kind == "column" and value is not None and ask.key in TAKEN:
                check_taken(self.rules.ask, ask.key, values, out)
            if ask.least and value is not None:
                check_step(ask, value, table, out)
            if ask.key in WEIS and value is not None:
                check_weis(ask.key, value, table, out)
        hand = self._hand(values, table)
        check_playing(self.rules.ask, hand, out)
        check = CHECKS.get(self.rules.award["rule"])
        if check is not None:
            check(values, hand, out)


SENTENCES = {
    "bid_off": gettext_noop("Geboten wird ab %(least)s in Schritten von %(step)s."),
    "answer_missing": gettext_noop("Diese Angabe fehlt noch."),
    "not_asked": gettext_noop("Das gibt es nach den Regeln dieses Tisches nicht."),
    "said_in_first_hand": gettext_noop("Das gilt seit dem ersten Spiel und bleibt so."),
    "nobody_played": gettext_noop("Jemand muss gespielt haben; sonst wird neu gegeben."),
    "not_playing": gettext_noop("%(seat)s spielt in diesem Spiel nicht mit."),
    "dealer_only": gettext_noop("Das spielt nur, wer gegeben hat und keine Karten nahm."),
    "not_so_many": gettext_noop("Das gibt es nur, wenn genau %(count)s mitspielen."),
    "hand_declined": gettext_noop("Abgelehnt heisst nicht gespielt: dann gibt es keine Punkte."),
    "partner_of_himself": gettext_noop("Der Partner ist ein anderer als der König."),
    "round_played": gettext_noop("Diese Runde ist schon gespielt."),
    "places_wrong": gettext_noop("Jeder Platz von 1 bis %(count)s kommt einmal vor."),
}


def kind_of(rules: SheetRules) -> GameKind:
    """All that others ask about a game of a file."""

    game = SheetGame(rules)
    return asked_kind(
        game,
        sentences=SENTENCES,
        switches=(*PLAYED_WITH_CARDS, *rules.law, "target", "stakes", "schneider"),
        worth=sorted({*named(rules.award)} & {f"{rules.name}.{it}" for it in rules.switches}),
        whole=game.whole,
        idle=game.idle if rules.dealer_out or rules.end.drop_out else None,
        declarer_first=rules.shown == "declarer",
    )


SHEET_RULES = sheet_rules()
SHEET_KINDS = [kind_of(rules) for rules in SHEET_RULES]
