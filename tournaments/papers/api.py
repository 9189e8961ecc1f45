"""`/tournaments/{id}/papers/{paper}.pdf` and the cards for the tables: to be printed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpResponse, HttpResponseBase
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext as _, gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from jassclub.api.preconditions import conditional, digest_of
from jassclub.api.serializers import InputSerializer
from jassclub.api.views import FileNegotiation, whole
from jassclub.clubs.actors import Actor, IsPerson
from jassclub.clubs.models import Role
from jassclub.clubs.rights import require_role
from jassclub.core.errors import NotFound
from jassclub.core.files import shown_as
from jassclub.core.reader import number_in
from tournaments.core.api_base import DeskView, NumberField, PublicView
from tournaments.core.models import Tournament
from tournaments.core.selectors import tournament_of
from tournaments.entries.selectors import Calling, languages_of
from tournaments.format.pure.categories import LONGEST_LABEL
from tournaments.format.selectors import format_of, hidden_from
from tournaments.papers import boards, contents, labels, prizes
from tournaments.papers.bracket import bracket_paper
from tournaments.papers.contents import SIZES, SeatedRound, printed_cards, seated_rounds
from tournaments.papers.pdf.labels import SHEETS
from tournaments.papers.score_sheets import score_sheet_paper
from tournaments.rounds.hall import make_cards, set_up_tables
from tournaments.standings.categories import BY_CLUB, BY_SQUAD, ranking_of_groups
from tournaments.standings.models import Ranking

PDF = "application/pdf"


@dataclass(frozen=True)
class Order:
    """A paper as it was ordered: of which tournament, by whom, with which wishes."""

    tournament: Tournament
    for_desk: bool
    wishes: Mapping[str, Any]
    actor: Actor

    def whole_plan(self) -> Sequence[SeatedRound]:
        """Every round, those to come too."""
        return seated_rounds(self.tournament, planned=True)

    def rounds(self) -> Sequence[SeatedRound]:
        """The rounds that were wished for: one, `all`, or the last one that was called.

        For the desk the plan goes on where the calls end.
        """
        known = seated_rounds(self.tournament, planned=self.for_desk)
        wish = self.wishes.get("round", str(max(self.tournament.rounds.count(), 1)))
        if wish == "all":
            return known
        wished = number_in(wish)
        found = [one for one in known if one.number == wished]
        if not found:
            raise NotFound("round_not_found", _("Diese Runde ist noch nicht aufgerufen."))
        return found


def _kept(order: Order) -> Ranking:
    """The ranking after a round, without a wish the last that was kept."""
    kept = contents.latest_ranking(order.tournament, after=order.wishes.get("after"))
    if kept is None:
        raise NotFound("no_ranking", _("Nach dieser Runde gibt es noch keine Rangliste."))
    return kept


def _seating(order: Order) -> bytes:
    return contents.seating_paper(order.tournament, order.rounds())


def _score_sheets(order: Order) -> bytes:
    two_up = order.wishes["two_up"]
    return score_sheet_paper(order.tournament, order.rounds(), two_up=two_up)


def _personal_sheets(order: Order) -> bytes:
    rounds = seated_rounds(order.tournament, planned=order.wishes.get("round") == "all")
    return contents.personal_paper(order.tournament, rounds, two_up=order.wishes["two_up"])


def _ranking(order: Order) -> bytes:
    by = order.wishes["by"]
    if by:
        after = order.wishes.get("after")
        kept = contents.latest_ranking(order.tournament, after=after)
        kept = ranking_of_groups(order.tournament, format_of(order.tournament), kept)
        return prizes.group_paper(order.tournament, kept, by, whole=_whole(order))
    return contents.ranking_paper(
        order.tournament, _kept(order), whole=_whole(order), category=order.wishes["category"]
    )


def _whole(order: Order) -> bool:
    """Whether the paper tells more than the hall may see."""
    return order.for_desk and not order.wishes["hall"]


def _diplomas(order: Order) -> bytes:
    chosen = {name: order.wishes[name] for name in ("first", "deck", "category")}
    return contents.diploma_paper(order.tournament, _kept(order), **chosen)


def _prizes(order: Order) -> bytes:
    """Winners are for the desk as long as ranks are hidden."""
    hidden = hidden_from(order.tournament, format_of(order.tournament)) is not None
    return prizes.prize_paper(order.tournament, winners=order.for_desk or not hidden)


def _deal_slips(order: Order) -> bytes:
    return boards.slips_paper(order.tournament, order.actor, two_up=order.wishes["two_up"])


def _travellers(order: Order) -> bytes:
    return boards.travellers_paper(
        order.tournament, order.whole_plan(), two_up=order.wishes["two_up"]
    )


def _movement(order: Order) -> bytes:
    return boards.movement_paper(
        order.tournament, order.whole_plan(), two_up=order.wishes["two_up"]
    )


PUBLIC: Mapping[str, Callable[[Order], bytes]] = {
    "seating": _seating,
    "ranking": _ranking,
    "regulation": lambda order: contents.regulation_paper(order.tournament),
    "prizes": _prizes,
    "bracket": lambda order: bracket_paper(order.tournament),
}
"""Papers that hang on the wall."""
DESK: Mapping[str, Callable[[Order], bytes]] = {
    "score-sheets": _score_sheets,
    "personal-sheets": _personal_sheets,
    "diplomas": _diplomas,
    "name-labels": lambda order: labels.name_label_paper(
        order.tournament, sheet=order.wishes["labels"]
    ),
    "table-numbers": lambda order: labels.table_number_paper(order.tournament),
    "entry-list": lambda order: contents.entry_list_paper(order.tournament),
    "deal-slips": _deal_slips,
    "travellers": _travellers,
    "movement": _movement,
}
"""Papers that the desk hands out, or keeps."""
PAPERS = {**PUBLIC, **DESK}
WORDS: Mapping[str, Promise] = {
    "seating": gettext_lazy("Sitzplan"),
    "ranking": gettext_lazy("Rangliste"),
    "regulation": gettext_lazy("Reglement"),
    "prizes": gettext_lazy("Preise"),
    "bracket": gettext_lazy("K.-o."),
    "score-sheets": gettext_lazy("Jasszettel"),
    "personal-sheets": gettext_lazy("Standblätter"),
    "diplomas": gettext_lazy("Diplome"),
    "name-labels": gettext_lazy("Namensschilder"),
    "table-numbers": gettext_lazy("Tischnummern"),
    "entry-list": gettext_lazy("Anmeldungen"),
    "deal-slips": gettext_lazy("Kartenzettel"),
    "travellers": gettext_lazy("Begleitzettel"),
    "movement": gettext_lazy("Laufkarten"),
}
"""What the file of each is called."""
WISHES: Mapping[str, tuple[str, ...]] = {
    "seating": ("round",),
    "ranking": ("after", "hall", "category", "by"),
    "score-sheets": ("round", "two_up"),
    "personal-sheets": ("round", "two_up"),
    "deal-slips": ("two_up",),
    "travellers": ("two_up",),
    "movement": ("two_up",),
    "diplomas": ("after", "first", "deck", "category"),
    "name-labels": ("labels",),
}
"""What each paper can be asked for."""


class PaperView(PublicView):
    """A paper of a tournament."""

    content_negotiation_class = FileNegotiation
    paper = "seating"
    """What the address names."""
    conditional = True

    asks: tuple[str, ...] = ()
    """The wishes that bear on it, for the document."""

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "round",
                {"type": "string", "pattern": "^([0-9]{1,4}|all)$"},
                description="number of the round, or `all`",
            ),
            whole("after", "ranks as kept when the round of this number closed", most=9_999),
            OpenApiParameter(
                "hall", bool, description="for the desk, too, what the hall may see", default=False
            ),
            whole("first", "how many ranks get a diploma, from the first", most=9_999, default=3),
            OpenApiParameter(
                "deck", str, enum=["german", "french"], description="suits on it", default="german"
            ),
            OpenApiParameter(
                "category",
                {"type": "string", "maxLength": LONGEST_LABEL},
                description="only people in this category",
                default="",
            ),
            OpenApiParameter(
                "by",
                str,
                enum=["", BY_CLUB, BY_SQUAD],
                description="rank clubs, or the teams that people count for, instead of people",
                default="",
            ),
            OpenApiParameter(
                "labels",
                str,
                enum=[*SHEETS],
                default="l7160",
                description="the sheet of labels, by its number of Avery Zweckform",
            ),
            OpenApiParameter("two_up", bool, description="two of them on one A4", default=False),
        ],
        responses={(200, PDF): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponseBase:
        """A PDF in the language of the reader; 304 if it did not change."""
        tournament = tournament_of(self.actor, tournament_id)
        if self.paper in DESK:
            require_role(self.actor, tournament.club_id, Role.SCRIBE)
        order = Order(tournament, self.is_desk(tournament), self.asked, self.actor)
        return conditional(
            request,
            _etag(self.paper, order),
            lambda: _sent(PAPERS[self.paper](order), tournament, WORDS[self.paper]),
        )


class TableCardsIn(InputSerializer):
    """Cards to be printed: `tables` are set up first; `numbers` names some, without it all."""

    tables = serializers.IntegerField(required=False, min_value=1, max_value=500)
    numbers = serializers.ListField(child=NumberField(), required=False, max_length=500)
    renew = serializers.BooleanField(
        required=False, default=False, help_text="cards printed before, and their phones, end"
    )
    paper = serializers.ChoiceField(SIZES, required=False, default="a5")


class TableCardsView(DeskView):
    """The cards that lie on the tables."""

    permission_classes = [IsPerson]
    content_negotiation_class = FileNegotiation
    secrets = ("pdf",)

    @extend_schema(
        operation_id="printTableCards",
        request=TableCardsIn,
        responses={(201, PDF): OpenApiTypes.BINARY},
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Make a code for every table, and print the cards; they can be had once only.

        Asked again with the same key, the answer is `{"pdf": null}`. With a new one further
        codes are made beside those on the tables. Role: director.
        """
        values = self.read(TableCardsIn)
        if "tables" in values:
            set_up_tables(actor=self.actor, tournament_id=tournament_id, count=values["tables"])
        cards = make_cards(
            actor=self.actor,
            tournament_id=tournament_id,
            numbers=values.get("numbers"),
            renew=values["renew"],
        )
        tournament = tournament_of(self.actor, tournament_id)
        content = printed_cards(tournament, cards, request=request, size=values["paper"])
        return _sent(content, tournament, _("Tischkarten"), status=201)


def _etag(paper: str, order: Order) -> str:
    """Every change of a tournament is in its log; beside it counts who reads which language."""
    tournament = order.tournament
    live: Any = tournament.rankings.filter(after_round=Ranking.LIVE).values_list("version").first()
    return digest_of(
        *(paper, tournament.pk, tournament.version, tournament.log_seq, live),
        *(
            tournament.revealed_at,
            order.for_desk,
            Calling(tournament).key,
            get_language(),
            sorted(languages_of(tournament).items()),
            sorted(order.wishes.items()),
        ),
    )


def _sent(
    content: bytes, tournament: Tournament, name: str | Promise, *, status: int = 200
) -> HttpResponse:
    headers = {"Content-Disposition": shown_as(tournament.slug, name, end="pdf")}
    return HttpResponse(content, content_type=PDF, status=status, headers=headers)
