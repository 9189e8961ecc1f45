"""All versions of a hand: who wrote, agreed and doubted, when and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from jassclub.core.findings import Finding
from scoring.claims.hands import table_at
from scoring.claims.models import Confirmation, Contest, HandEntry
from scoring.claims.opening import OPENED
from scoring.claims.taking_back import TAKEN_BACK, may_withdraw
from scoring.core.models import Hand
from scoring.core.rules import is_sealed, sentence
from scoring.disputes.pages.dispute import Listed, disputes_by_version
from scoring.slate.board import Board, Consent, consents, mode_of
from scoring.slate.names import Names
from scoring.slate.verdicts import title_of


@dataclass(frozen=True)
class Remark:
    """A warning in words; `article` is its title, empty where no book speaks."""

    text: str
    article: str


@dataclass(frozen=True)
class Version:
    """One version of a hand as its history shows it."""

    entry: HandEntry
    points: tuple[int, ...]
    names: Names
    consents: Sequence[Consent]
    decidable: bool
    """Whether the reader may decide that this version counts."""
    withdrawable: bool
    """Whether it is what the reader has proposed about a game that is over."""
    ruled: Listed | None
    """The dispute whose ruling wrote it, or gave it back."""

    @property
    def sealed(self) -> bool:
        """Whether only the points stand: the predictions wait for another side."""
        return is_sealed(self.entry.slip)

    @property
    def opened(self) -> bool:
        """Whether it took the place of a sealed version, with the numbers of all."""
        return self.entry.reason_code == OPENED

    @property
    def author(self) -> str:
        """Who wrote it."""
        return self.names.of(self.entry)

    @property
    def waits(self) -> bool:
        """Whether it is one of those between which somebody has to decide."""
        return self.entry.state in (HandEntry.State.CONTESTED, HandEntry.State.RIVAL)

    @property
    def remarks(self) -> list[Remark]:
        """What the rules remarked when it was written."""
        found = [Finding(**stored) for stored in self.entry.warnings]
        return [Remark(sentence(item), title_of(item.article)) for item in found]

    @property
    def mode(self) -> str:
        """Its trump or direction."""
        return mode_of(self.entry.slip)

    @property
    def confirmation(self) -> Confirmation | None:
        """How it was agreed to, if it was."""
        return max(self.entry.confirmations.all(), key=lambda given: given.seq, default=None)

    @property
    def agreed_by(self) -> str:
        """Who agreed to it, empty where nobody did or silence did."""
        given = self.confirmation
        return "" if given is None or given.actor.startswith("system:") else self.names.of(given)

    @property
    def doubts(self) -> list[tuple[Contest, str]]:
        """The doubts with the names of those who had them."""
        said = [item for item in self.entry.contests.all() if item.reason_code != TAKEN_BACK]
        return [(contest, self.names.of(contest)) for contest in said]

    @property
    def taken_back_by(self) -> str:
        """Who took it from the slate again, empty where nobody did."""
        said = [item for item in self.entry.contests.all() if item.reason_code == TAKEN_BACK]
        return self.names.of(said[-1]) if said else ""


def versions_of(board: Board, hand: Hand) -> list[Version]:
    """All versions of a hand, the newest first."""
    entries = hand.entries.select_related("hand").prefetch_related("contests", "confirmations")
    listed = list(entries.order_by("-version"))
    actors = [entry.actor for entry in listed]
    actors += [contest.actor for entry in listed for contest in entry.contests.all()]
    actors += [given.actor for entry in listed for given in entry.confirmations.all()]
    names = Names(board.state.game, actors)
    asked = any(entry.state in ("rival", "contested") for entry in listed)
    ruled = disputes_by_version(board.state.game)
    return [
        _version(board, entry, names, asked=asked, ruled=ruled.get(entry.pk)) for entry in listed
    ]


def _version(
    board: Board, entry: HandEntry, names: Names, *, asked: bool, ruled: Listed | None
) -> Version:
    rules = board.state.rules
    score = rules.game.score(entry.slip, table_at(entry.hand, rules))
    stands = entry.state in (*HandEntry.CURRENT, HandEntry.State.RIVAL)
    return Version(
        entry,
        tuple(line.made or 0 for line in score.lines) if score.sealed else score.totals,
        names,
        consents(board, entry),
        withdrawable=entry.actor == str(board.access.actor) and may_withdraw(entry),
        decidable=asked and stands and board.access.may_judge,
        ruled=ruled,
    )
