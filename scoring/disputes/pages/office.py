"""The rulings of a club: what was decided here, by which article, and what is followed since."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from jassclub.clubs.pages.office import Desk
from jassclub.web.forms import shown_page
from referee.asking import language
from referee.models import RulingRecord
from referee.rulings.facts import Verdict
from referee.services import rulings as rulings_seen
from scoring.claims.models import Dispute
from scoring.slate.words import title_of

AT_ONCE = 20
"""Rulings on one page."""


@dataclass(frozen=True)
class Given:
    """A ruling in the list; `dispute` is where it was given, None without a hand."""

    record: RulingRecord
    lang: str
    dispute: Dispute | None

    @property
    def text(self) -> str:
        """What was decided, empty where facts are missing."""
        decided = self.record.verdict != Verdict.NEED_FACTS
        return str(self.record.said[self.lang]["text"]) if decided else ""

    @property
    def title(self) -> str:
        """The title of the article."""
        return title_of(self.record.article)

    @property
    def state(self) -> str:
        """What became of its case; empty without one, and where another ruling took its place."""
        if self.dispute is None or self.replaced:
            return ""
        return str(self.dispute.get_state_display())

    @property
    def is_open(self) -> bool:
        """Whether its case is still to be settled."""
        return self.dispute is not None and self.dispute.state == Dispute.State.OPEN

    @property
    def followed(self) -> bool:
        """Whether like cases are decided like this one."""
        return bool(self.record.precedents.all()) and not self.replaced

    @property
    def replaced(self) -> bool:
        """Whether a later ruling took its place."""
        return hasattr(self.record, "superseded_by")


@shown_page
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """The rulings of a club, the newest first; of one article where one is chosen."""
    desk = Desk.of(request, slug)
    kept = rulings_seen(desk.actor).filter(club=desk.club)
    chosen = request.GET.get("article", "")[:64]
    shown = Paginator(_of_article(kept, chosen), AT_ONCE).get_page(request.GET.get("page"))
    slugs = kept.order_by("article").values_list("article", flat=True).distinct()
    return desk.render(
        request,
        "pages/office/rulings.html",
        given=_given(shown.object_list),
        shown=shown,
        chosen=chosen,
        articles=[(name, title_of(name)) for name in slugs],
    )


def _of_article(kept: QuerySet[RulingRecord], chosen: str) -> QuerySet[RulingRecord]:
    wanted = kept.filter(article=chosen) if chosen else kept
    return wanted.select_related("superseded_by").prefetch_related("precedents")


def _given(records: Iterable[RulingRecord]) -> list[Given]:
    listed, lang = list(records), language(None)
    disputes = _disputes(listed)
    return [Given(record, lang, disputes.get(record.pk)) for record in listed]


def _disputes(records: list[RulingRecord]) -> dict[UUID, Dispute]:
    """The disputes in which rulings were given, at once or by a person who overruled one."""
    first = Dispute.objects.filter(ruling__in=records).select_related("hand")
    later = Dispute.objects.filter(steps__ruling__in=records).select_related("hand").distinct()
    by_step = {
        step.ruling_id: dispute
        for dispute in later.prefetch_related("steps")
        for step in dispute.steps.all()
        if step.ruling_id
    }
    return {**by_step, **{dispute.ruling_id: dispute for dispute in first}}
