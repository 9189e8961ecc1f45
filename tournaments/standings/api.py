"""`/tournaments/{id}/standings` and `/board`: the ranking, live and as it was kept."""

from collections.abc import Mapping
from decimal import Decimal
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import conditional, digest_of
from jassclub.api.schema import FindingCodeField
from jassclub.api.serializers import Answer
from jassclub.api.views import whole
from jassclub.core.errors import NotFound
from tournaments.core.api_base import PublicView
from tournaments.core.models import Tournament
from tournaments.core.selectors import tournament_of
from tournaments.entries.selectors import Calling
from tournaments.format.pure import as_decimal
from tournaments.format.selectors import format_of, hidden_from, is_shown
from tournaments.standings.models import Ranking, named, ranking_freshness
from tournaments.standings.pure.scores import Kind


@extend_schema_field({"anyOf": [{"type": "integer"}, {"type": "string"}]})
class ExactField(serializers.JSONField):
    """A number that nothing is rounded of: whole, or as a fraction in text ("2000/3")."""


class FigureField(serializers.CharField):
    """A figure in digits, rounded to some places; one that is written already as it is."""

    def __init__(self, places: int = 2, **options: Any) -> None:
        self.places = places
        super().__init__(**options)

    def to_representation(self, figure: Any) -> str:
        """In digits."""
        written = isinstance(figure, str | int | Decimal)
        return str(figure if written else as_decimal(figure, self.places))


class MeanOut(Answer):
    """A mean and over how many hands it was taken; null over none. To two places, in the ranking
    of tournaments exact ("2000/3")."""

    mean = FigureField(allow_null=True)
    count = serializers.IntegerField()

    def __init__(self, figure: str = "mean", hands: str = "hands", **options: Any) -> None:
        self.members = figure, hands
        super().__init__(**{"source": "*", **options})

    def to_representation(self, thing: Any) -> dict[str, Any]:
        """Read from these two members of it; of nothing, none."""
        read = thing.get if isinstance(thing, Mapping) else partial(getattr, thing)
        mean, hands = map(read, self.members)
        return super().to_representation({"mean": mean, "count": hands or 0})


MEAN_OF_ROW = MeanOut("average", "averaged_hands")


def with_average(row: dict[str, Any]) -> dict[str, Any]:
    """A row of a ranking, its average as a mean; older rows averaged all their hands."""
    row = {"averaged_hands": row.get("hands", 0), **row}
    told = {name: value for name, value in row.items() if name != "averaged_hands"}
    return {**told, "average": MEAN_OF_ROW.to_representation(row)}


class RankingUnitOut(serializers.Serializer[Any]):
    """What somebody has in a unit of the ranking, a round or a block of them (`unit`). `kind` is
    `played`, `joker` (fixed points for sitting out), `mean` (that of the own other rounds) or
    `filled`; what is `dropped` counts nothing."""

    unit = serializers.CharField()
    value = ExactField(help_text="what the ranking adds up")
    points = ExactField(help_text="what was written, without penalties")
    hands = serializers.IntegerField()
    matsches = serializers.IntegerField()
    exact = serializers.IntegerField()
    kind = serializers.ChoiceField([str(kind) for kind in Kind])
    final = serializers.BooleanField()
    penalties = ExactField()
    dropped = serializers.BooleanField()


class HallRowOut(serializers.Serializer[Any]):
    """A rank as a display shows it. Without one `decided_by` says why, else which criterion broke
    its ties; `value` is what is ranked, null without results."""

    number = serializers.IntegerField(help_text="of the entry, or of the team")
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    value = ExactField(allow_null=True)
    average = MeanOut()
    hands = serializers.IntegerField()
    exact = serializers.IntegerField()
    stand_in = serializers.BooleanField()
    decided_by = serializers.CharField(allow_blank=True)


class RankingRowOut(HallRowOut):
    """A rank with all that it follows from."""

    shared = serializers.BooleanField(help_text="whether others have the same rank")
    team = serializers.IntegerField(allow_null=True)
    points = ExactField(help_text="before anything is dropped or weighted")
    matsches = serializers.IntegerField()
    penalties = ExactField()
    carried = ExactField(help_text="what was brought along from before")
    missing_rounds = serializers.IntegerField(help_text="closed rounds without a result")
    missing_units = serializers.IntegerField(help_text="how many are lacking for a rank")
    card = serializers.IntegerField(allow_null=True, help_text="drawn where nothing else decided")
    units = RankingUnitOut(many=True)


class PlaceFindingOut(serializers.Serializer[Any]):
    """What is wrong, and where."""

    code = FindingCodeField()
    pointer = serializers.CharField(allow_blank=True)


class RankingOut(serializers.Serializer[Any]):
    """A ranking. `after_round` 0 is the live one; that of a closed round is kept for good, each
    later correction adds a `revision` with its reason. The rows name the criterion that decided
    (`decided_by`); while ranks are hidden, they and the `teams` have no rank, and `findings`
    (tables whose results cannot all be right; `bye_counts_nothing` for a bye that brings nothing
    in a sum) are those of rounds that are shown. It is
    `pending` while results that came after it are still being counted, `failed` if they could not
    be: it will be tried again."""

    tournament = serializers.UUIDField()
    after_round = serializers.IntegerField()
    revision = serializers.IntegerField()
    version = serializers.IntegerField()
    computed_at = serializers.DateTimeField(allow_null=True)
    pending = serializers.BooleanField()
    failed = serializers.BooleanField()
    reason = serializers.CharField(allow_blank=True)
    rows = RankingRowOut(many=True)
    teams = RankingRowOut(many=True)
    findings = PlaceFindingOut(many=True)


class StandingsView(PublicView):
    """The ranking."""

    conditional = True

    @extend_schema(
        responses=RankingOut,
        parameters=[
            whole("after", "as it was kept when the round of this number closed", most=9_999),
            whole(
                "revision",
                "number of an earlier reckoning of the ranking; without it the last",
                most=9_999,
            ),
        ],
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponseBase:
        """The ranking, live or as it was after a round; hidden ranks for the desk only.

        304 if nothing changed. While `pending` is true, results that came in last are still being
        counted: ask again a second later.
        """
        tournament = tournament_of(self.actor, tournament_id)
        found = _ranking(tournament, self.asked.get("after"), self.asked.get("revision"))
        whole = self.is_desk(tournament)
        calls = Calling(tournament)
        called = sorted(calls.names().items()), sorted(calls.teams.items())
        state = _state(found)
        etag = digest_of(found.pk, found.version, state, whole, calls.key, *called)
        return conditional(request, etag, lambda: Response(_out(found, calls, whole=whole) | state))


def _ranking(tournament: Tournament, after: int | None, revision: int | None) -> Ranking:
    rows = Ranking.objects.filter(tournament=tournament, after_round=after or Ranking.LIVE)
    rows = rows.filter(revision=revision) if revision else rows.order_by("-revision")
    found = rows.first()
    if found is None and after:
        raise NotFound("no_ranking", _("Nach dieser Runde gibt es noch keine Rangliste."))
    found = found or Ranking(results_version=0, version=0, rows=[], hall_rows=[])
    found.tournament = tournament
    return found


def _state(found: Ranking) -> dict[str, bool]:
    """Whether the live ranking is behind; one that is kept never is."""
    if found.after_round != Ranking.LIVE:
        return {"pending": False, "failed": False}
    fresh = ranking_freshness(found.tournament, found)
    return {"pending": fresh.pending, "failed": fresh.failed}


def _out(found: Ranking, calls: Calling, *, whole: bool) -> dict[str, Any]:
    names, teams = calls.names(), calls.teams
    return {
        "tournament": found.tournament_id,
        "after_round": found.after_round,
        "revision": found.revision,
        "version": found.version,
        "computed_at": found.computed_at,
        "reason": calls.text(found.reason)
        if (
            whole
            or is_shown(
                found.after_round, hidden_from(found.tournament, format_of(found.tournament))
            )
        )
        else "",
        "rows": list(map(with_average, named(found.rows if whole else found.hall_rows, names))),
        "teams": list(map(with_average, named(found.teams if whole else found.hall_teams, teams))),
        "findings": found.findings if whole else found.hall_findings,
    }
