"""What the page of a dispute shows: the ruling by names, what it would do, who may do what."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.core.speaking import sign
from jassclub.core.typography import printed
from referee.models import RulingRecord
from referee.rulings.facts import EffectType, Verdict
from referee.rulings.reading import table_of
from referee.web.asked import CaseQuery, query_of
from referee.web.cases import decided_before, shown
from referee.web.chips import Chip, told
from referee.wording import choice_word, effect_lines
from scoring.claims.models import Dispute, DisputeStep, HandEntry
from scoring.claims.rows import current_entry, table_at
from scoring.claims.sides import speaks_alone
from scoring.core.access import JUDGE
from scoring.core.models import Game
from scoring.disputes.booking import booking_of
from scoring.disputes.selectors import (
    accepted_by,
    choices_in,
    choosers,
    filled_in,
    opened_by,
    too_late,
)
from scoring.games.booking import Booking
from scoring.slate.board import Board
from scoring.slate.words import Names, title_of

Kind = DisputeStep.Kind
BOTH = 2
"""Sides between which one phone can be handed over."""
DONE = {
    Kind.ACCEPTED: gettext_lazy("angenommen"),
    Kind.BOOKED: gettext_lazy("auf dem Blatt gebucht"),
    Kind.REGRETTED: gettext_lazy("möchte den Entscheid zurücknehmen"),
    Kind.REVOKED: gettext_lazy("zurückgenommen"),
    Kind.WITHDRAWN: gettext_lazy("zurückgezogen"),
    Kind.OVERRULED: gettext_lazy("anders entschieden"),
}


@dataclass(frozen=True)
class DisputeOption:
    """One way to settle a dispute. `choice` is empty where there is nothing to choose; `main` is
    the one that a side has already accepted, else the first. `mine`: the reader has accepted it.
    `handed`: offered to the other side with the phone of the table."""

    choice: str
    follows: str
    main: bool = False
    mine: bool = False
    handed: bool = False

    @property
    def words(self) -> str:
        """What the button says after «Annehmen» or «Buchen»."""
        return choice_word(self.choice) if self.choice else _("so entschieden")


@dataclass(frozen=True)
class Listed:
    """A dispute in a list: its hand, its article, its state."""

    dispute: Dispute

    @property
    def number(self) -> int:
        """The number of its hand."""
        return self.dispute.hand.number

    @property
    def title(self) -> str:
        """The title of its article."""
        return title_of(self.dispute.ruling.article)

    @property
    def state(self) -> str:
        """Where it stands: also that one side wants a booking taken back, the other not yet."""
        regretted = any(step.kind == Kind.REGRETTED for step in self.dispute.steps.all())
        if regretted and self.dispute.state == Dispute.State.BOOKED:
            return _("soll zurückgenommen werden: die andere Seite muss auch tippen")
        return str(self.dispute.get_state_display())


@dataclass(frozen=True)
class DisputePage:
    """A dispute for one reader."""

    board: Board
    dispute: Dispute
    lang: str

    @cached_property
    def names(self) -> Names:
        """The people at the table and everybody who did something about the dispute."""
        actors = [step.actor for step in self.steps]
        return Names(self.board.state.game, [self.dispute.actor, *actors])

    @cached_property
    def steps(self) -> list[DisputeStep]:
        """Everything that was done, in order."""
        return list(self.dispute.steps.select_related("ruling").order_by("seq"))

    @cached_property
    def record(self) -> RulingRecord:
        """The ruling that holds."""
        return self.dispute.current_ruling

    @property
    def title(self) -> str:
        """The title of the article."""
        return title_of(self.record.article)

    @cached_property
    def ruling(self) -> dict[str, Any]:
        """The ruling in words, with the names of the table."""
        return shown(self.record.said[self.lang], self.lang, self.names.at)

    @property
    def undecided(self) -> bool:
        """Whether facts are missing: nothing can be accepted yet."""
        return self.record.verdict == Verdict.NEED_FACTS

    @property
    def is_open(self) -> bool:
        """Whether something can still be decided."""
        return self.dispute.state == Dispute.State.OPEN

    @cached_property
    def ways(self) -> list[DisputeOption]:
        """Each choice with what it does to the sheet."""
        hand, entry = self.dispute.hand, current_entry(self.dispute.hand)
        choices = choices_in(self.dispute, self.record)
        said = {step.choice for side, step in self._accepted_by.items() if side in self._choosers}
        wanted, mine = said or {choices[0]}, self._own_word
        return [
            DisputeOption(
                choice,
                self._follows(entry, booking_of(hand, entry, self.record, choice)),
                main=choice in wanted,
                mine=choice == mine,
                handed=self._handed(choice in wanted),
            )
            for choice in choices
        ]

    @property
    def precedents(self) -> list[dict[str, object]]:
        """What the club decided before in a like case, while this one is open."""
        if self.undecided or not self.is_open:
            return []
        return decided_before(
            self.board.access.actor,
            self.record.club_id,
            self.record.said[self.lang],
            lang=self.lang,
        )

    @property
    def too_late(self) -> bool:
        """Whether the right to choose had ended when the case was put."""
        return too_late(self.record.said[self.lang]["options"], self.dispute.hand, put=self.dispute)

    @property
    def booked(self) -> DisputeOption | None:
        """What stands on the sheet because of this dispute, None where nothing does."""
        stands = self.dispute.state == Dispute.State.BOOKED
        booked = [step for step in self.steps if step.kind == Kind.BOOKED]
        return DisputeOption(booked[0].choice, "") if stands and booked else None

    @cached_property
    def sides(self) -> list[tuple[str, str]]:
        """Each side and what it accepted, "" where it has not."""
        said = {
            side: choice_word(step.choice) if step.choice else _("angenommen")
            for side, step in self._accepted_by.items()
        }
        return [(side.name, said.get(side.index, "")) for side in self.board.sides]

    @property
    def opened_by(self) -> str:
        """Who put the case."""
        return self.names.of(self.dispute)

    @property
    def history(self) -> list[tuple[str, str, DisputeStep]]:
        """Who did what."""
        return [(self.names.of(step), _deed(step), step) for step in self.steps]

    @property
    def may_accept(self) -> bool:
        """Whether the reader speaks for a side and something can be accepted."""
        seated = self.board.access.seat is not None
        return self.is_open and not self.undecided and seated and speaks_at(self.board)

    @property
    def may_choose(self) -> bool:
        """Whether what the reader accepts is a choice of his own side."""
        return self.may_accept and self._side in self._choosers

    @property
    def may_agree(self) -> bool:
        """Whether the others choose and the reader says that the case is as it was told."""
        said = self._accepted_by
        return self.may_accept and self._side not in self._choosers and self._side not in said

    @property
    def choosing(self) -> str:
        """The names of those who alone choose; empty where everybody does."""
        names = [side.name for side in self.board.sides if side.index in self._choosers]
        return ", ".join(names) if len(names) < len(self.board.sides) else ""

    @property
    def handover_agrees(self) -> bool:
        """Whether who is handed the phone says only that the case is as it was told."""
        return self.handover is not None and 1 - (self._side or 0) not in self._choosers

    @cached_property
    def handover(self) -> tuple[int, str] | None:
        """Who may be handed the one phone of the table: a seat of the other side and its name.

        Only when the own side has accepted, the other has not, and nobody else speaks here.
        """
        own, access = self._side, self.board.access
        if not self.may_accept or own is None or len(self.board.sides) != BOTH:
            return None
        waiting = own in self._accepted_by and 1 - own not in self._accepted_by
        if not (waiting and speaks_alone(self.dispute.hand.game, access.actor)):
            return None
        return 1 - own, self.board.sides[1 - own].name

    @property
    def may_book(self) -> bool:
        """Whether the reader books alone."""
        return self.is_open and not self.undecided and self.board.access.may_judge

    @property
    def may_overrule(self) -> bool:
        """Whether the reader may decide otherwise."""
        return self.is_open and self.board.access.may_judge

    @property
    def may_revoke(self) -> bool:
        """Whether the reader may take a booking back, alone or with the other side."""
        booked = self.dispute.state == Dispute.State.BOOKED
        return booked and speaks_at(self.board)

    @property
    def may_withdraw(self) -> bool:
        """Whether the reader may let the dispute go."""
        access = self.board.access
        own = access.may_judge or opened_by(self.dispute, access.seat)
        return self.is_open and own and speaks_at(self.board)

    @cached_property
    def told(self) -> list[Chip]:
        """The facts as they were told; what the hand says by itself is left out."""
        asked = CaseQuery(
            table=table_of(self.record.article),
            profile=self.board.state.rules.profile,
            lang=self.lang,
            query=QueryDict(query_of(self._told).removeprefix("?")),
            who=self.names.at,
        )
        return told(asked)

    @property
    def asked_again(self) -> str:
        """The case as it was told, to go on asking."""
        hand, article = self.dispute.hand, self.record.article
        kept = {**self._told, "_told": self.record.told, "_instead": str(self.dispute.pk)}
        return reverse("hand_case", args=[hand.game_id, hand.number, article]) + query_of(kept)

    @property
    def own_table(self) -> bool:
        """A referee who sits here himself."""
        access = self.board.access
        return self.is_open and access.seat is not None and JUDGE in access.roles

    @cached_property
    def _accepted_by(self) -> dict[int, DisputeStep]:
        return accepted_by(self.dispute)

    @property
    def _own_word(self) -> str | None:
        """What the reader himself has accepted for his side."""
        step = self._accepted_by.get(-1 if self._side is None else self._side)
        return step.choice if step and step.actor == str(self.board.access.actor) else None

    def _handed(self, main: bool) -> bool:
        chooses = self.handover is not None and not self.handover_agrees
        return chooses and (main or self._side not in self._choosers)

    @cached_property
    def _choosers(self) -> frozenset[int]:
        return choosers(self.dispute)

    @property
    def _side(self) -> int | None:
        seat = self.board.access.seat
        return None if seat is None else self.board.state.rules.side_of(seat)

    @property
    def _told(self) -> dict[str, object]:
        facts, nothing = self.record.facts, object()
        known = filled_in(self.dispute.hand, self.record.article, {})
        return {name: value for name, value in facts.items() if known.get(name, nothing) != value}

    def _follows(self, entry: HandEntry | None, booking: Booking) -> str:
        sheet = self._on_the_sheet(entry, booking)
        fined: list[Mapping[str, Any]] = [
            {"type": EffectType.PENALTY_POINTS, "seat": seat, "points": points}
            for seat, points in booking.penalties
        ]
        return " ".join([sheet, *(line.text for line in effect_lines(fined, self.names.at))])

    def _on_the_sheet(self, entry: HandEntry | None, booking: Booking) -> str:
        number, slip = self.dispute.hand.number, booking.slip
        if slip is None:
            return _("Am Blatt ändert sich nichts.")
        if slip.get("state") == "annulled":
            text = _("Spiel {number} zählt dann nicht.")
        elif slip.get("state") == "misdealt":
            text = _("Spiel {number} wird neu gegeben und zählt nicht.")
        else:
            now = self._points(slip)
            text = _("Bei Spiel {number} steht dann {points}.")
            return text.format(number=number, points=now) + self._instead(entry)
        return text.format(number=number) + self._instead(entry)

    def _instead(self, entry: HandEntry | None) -> str:
        before = self._points(entry.slip) if entry is not None else ""
        return " " + _("Jetzt steht {points}.").format(points=before) if before else ""

    def _points(self, slip: Any) -> str:
        rules = self.board.state.rules
        totals = rules.game.score(slip, table_at(self.dispute.hand, rules)).totals
        return " : ".join(map(printed, totals))


def speaks_at(board: Board) -> bool:
    """Whether the reader may say something about a case: the players while the game runs, the
    office and a referee afterwards, too."""
    access, running = board.access, board.state.game.state == Game.State.OPEN
    return access.may_judge or access.at_desk or (access.may_write and running)


def told_disputes(game: Game) -> tuple[list[Listed], list[Listed]]:
    """What is still to be settled at a table, in the order it came up; and the bookings that one
    side wants taken back, or that were until something else is written: whoever looks at another
    phone learns of it there.
    """
    found = Dispute.objects.filter(hand__game=game).order_by("seq")
    every = list(found.select_related("hand", "ruling").prefetch_related("steps"))
    still = [dispute for dispute in every if dispute.state == Dispute.State.OPEN]
    asked_back = (Kind.REGRETTED, Kind.REVOKED)
    back = [item for item in every if any(step.kind in asked_back for step in item.steps.all())]
    told = [dispute for dispute in back if not _settled_since(game, dispute)]
    return list(map(Listed, still)), list(map(Listed, told))


def _settled_since(game: Game, dispute: Dispute) -> bool:
    """Whether a hand was written after a booking was taken back."""
    back = next((step for step in dispute.steps.all() if step.kind == Kind.REVOKED), None)
    if back is None:
        return False
    later = HandEntry.objects.filter(hand__game=game, seq__gt=back.seq)
    restored = [back.entry_id] if back.entry_id else []
    return later.exclude(pk__in=restored).exists()


def disputes_by_version(game: Game) -> dict[UUID, Listed]:
    """Versions of hands that a ruling wrote or that restored what stood before it."""
    steps = DisputeStep.objects.filter(dispute__hand__game=game, entry__isnull=False)
    return {
        step.entry_id: Listed(step.dispute)
        for step in steps.select_related("dispute__ruling", "dispute__hand")
        if step.entry_id is not None
    }


def _deed(step: DisputeStep) -> str:
    words = str(DONE[Kind(step.kind)])
    if step.kind == Kind.OVERRULED and step.ruling is not None:
        return f"{words} – {step.ruling.reason}"
    return f"{words}{sign()} {choice_word(step.choice)}" if step.choice else words
