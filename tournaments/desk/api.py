"""`/tournaments`: set up, changed, opened, ended; the regulation and the log."""

from collections import Counter
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import expected_version
from jassclub.api.serializers import (
    Answer,
    DateFilter,
    FilterSet,
    InputSerializer,
    JSONObjectField,
    RowAnswer,
)
from jassclub.clubs.api.base import Addresses, command, listing, reading
from jassclub.clubs.models import Role
from jassclub.clubs.rights import has_role
from tournaments.core.api_base import DeskAddresses, PublicView, SaidField, WhyIn
from tournaments.core.models import LogRecord, Tournament
from tournaments.core.selectors import tournament_of, visible_tournaments
from tournaments.desk import services
from tournaments.draw.pure import commitment
from tournaments.entries.selectors import Calling
from tournaments.format.pure import PRESETS, Preset, as_json
from tournaments.format.regulation import regulation
from tournaments.format.selectors import format_of, hidden_from, is_shown
from tournaments.results.selectors import is_sealed
from tournaments.rounds.boards import sealed_tables


class DescriptionIn(InputSerializer):
    """A tournament but for its settings."""

    name = serializers.CharField(max_length=120)
    slug = serializers.SlugField(max_length=60)
    place = serializers.CharField(max_length=120, required=False, allow_blank=True)
    played_on = serializers.DateField()
    begins_at = serializers.TimeField(required=False, allow_null=True)
    season = serializers.UUIDField(required=False, allow_null=True, source="season_id")
    capacity = serializers.IntegerField(
        required=False, allow_null=True, min_value=4, max_value=2000
    )
    sign_up_until = serializers.DateTimeField(required=False, allow_null=True)
    public = serializers.BooleanField(required=False)
    season_final = serializers.BooleanField(
        required=False, help_text="counts as the final of its season"
    )

    def validate_sign_up_until(self, moment: datetime | None) -> datetime | None:
        """In UTC, as it is told again."""
        return moment and moment.astimezone(UTC)


class TournamentIn(DescriptionIn):
    """A tournament to set up: a preset, and in `format` what is to differ from it."""

    club = serializers.UUIDField()
    preset = serializers.CharField(max_length=60)
    format = JSONObjectField(required=False)


class TournamentChangeIn(DescriptionIn):
    """What of a tournament can be changed; `format` holds only settings that change."""

    format = JSONObjectField(required=False)
    reason = serializers.CharField(required=False, max_length=500, allow_blank=True)


class NumberIn(WhyIn):
    """The number that was drawn after play."""

    number = serializers.IntegerField(min_value=0, max_value=1_000_000)


class PresetOut(Answer):
    """A tournament as it is really played, to start from; `source` says by whom."""

    slug = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    title = serializers.DictField(child=serializers.CharField())
    summary = serializers.DictField(child=serializers.CharField())
    format = serializers.SerializerMethodField()

    def get_format(self, preset: Preset) -> dict[str, Any]:
        """Every setting."""
        return dict(as_json(preset.format))


class TournamentOut(RowAnswer):
    """A tournament. `commitment` is the hash of the seed of all lots, `seed` is null before the
    end; `places` counts entries by their state."""

    format = JSONObjectField()
    commitment = serializers.SerializerMethodField()
    seed = serializers.SerializerMethodField()
    places = serializers.SerializerMethodField()

    class Meta:
        model = Tournament
        fields = (
            *("id", "version", "club", "season", "slug", "name", "place", "played_on"),
            *("begins_at", "state", "preset", "format", "capacity", "sign_up_until", "public"),
            *("season_final", "commitment", "seed", "drawn_number", "revealed_at"),
            *("finished_at", "places"),
        )

    def get_commitment(self, tournament: Tournament) -> str:
        """To be compared with the seed when it is shown."""
        return commitment(tournament.seed)

    def get_seed(self, tournament: Tournament) -> str | None:
        """Only when nothing can be drawn with it any more."""
        return tournament.seed if tournament.state == Tournament.State.FINISHED else None

    def get_places(self, tournament: Tournament) -> dict[str, int]:
        """How many entries there are in each state."""
        return dict(Counter(entry.state for entry in tournament.entries.all()))


FOR_DESK = frozenset({"payment", "wish", "wish_dropped"})
"""Records whose content is nobody else's business."""


class LogOut(RowAnswer):
    """Something that happened; entries are named by number. The hash covers the one before.

    While ranks are hidden, points and reasons of hidden rounds are left out until the
    prize-giving. Where two type the same paper, the direction alone reads what the first of them
    wrote. Of money and wishes only the desk reads more than that there were some, and why
    somebody left.
    """

    facts = JSONObjectField(source="payload")
    reason = SaidField()

    class Meta:
        model = LogRecord
        fields = ("seq", "kind", "at", "actor", "facts", "reason", "previous", "hash")

    def to_representation(self, record: LogRecord) -> dict[str, Any]:
        """Of results from round `hidden` on, only that there are some."""
        told = super().to_representation(record)
        private = record.kind in FOR_DESK and not self.context["for_desk"]
        facts = {} if private else record.payload
        number = facts.get("round") or facts.get("after_round") or 0
        shown = is_shown(number, self.context["hidden"])
        veiled = not shown and ("points" in facts or record.kind == "ranking")
        if veiled or self._is_sealed(record):
            facts = {name: fact for name, fact in facts.items() if name != "points"}
        untold = veiled or (record.kind == "left" and not self.context["for_desk"])
        return {**told, "facts": facts, "reason": "" if untold else told["reason"]}

    def _is_sealed(self, record: LogRecord) -> bool:
        told = record.payload
        waits = is_sealed(
            self.context["settings"], state=told.get("state"), origin=told.get("origin")
        )
        return waits and not self.context.get("direction", False)


class TournamentFilter(FilterSet):
    """By club, season, state and day."""

    played_from = DateFilter("played_on", "gte")
    played_to = DateFilter("played_on", "lte")

    class Meta:
        model = Tournament
        fields = ("club", "season", "state", "slug")


class PresetsView(PublicView):
    """Ready-made tournaments."""

    @extend_schema(responses=PresetOut(many=True))
    def get(self, request: Request) -> Response:
        """Formats that are really played, each with its source."""
        return self.answer_page(PresetOut, list(PRESETS.values()))


class Tournaments(Addresses, PublicView):
    """Tournaments of the caller's clubs and public ones; a new one."""

    queryset = Tournament.objects.none()
    filterset_class = TournamentFilter
    ordering = ("-played_on", "id")
    versioned = True
    list = listing(
        lambda actor: visible_tournaments(actor).prefetch_related("entries"),
        TournamentOut,
        "List tournaments, latest first.",
    )
    retrieve = reading(
        tournament_of,
        TournamentOut,
        "One tournament; its ETag is its version.",
    )

    @extend_schema(request=TournamentIn, responses={201: TournamentOut})
    def create(self, request: Request) -> Response:
        """Set a tournament up as a draft. Role: director."""
        values = self.read(TournamentIn)
        tournament = services.create_tournament(
            actor=self.actor,
            club_id=values.pop("club"),
            preset=values.pop("preset"),
            settings=values.pop("format", None),
            description=values,
        )
        return self.respond(TournamentOut, tournament, 201)

    @extend_schema(request=TournamentChangeIn, responses=TournamentOut)
    def partial_update(self, request: Request, tournament_id: UUID) -> Response:
        """Change a tournament; in play only what leaves the played rounds alone."""
        values = self.read(TournamentChangeIn, partial=True)
        tournament = services.change_tournament(
            actor=self.actor,
            tournament_id=tournament_id,
            version=expected_version(request),
            settings=values.pop("format", None),
            reason=values.pop("reason", ""),
            values=values,
        )
        return self.respond(TournamentOut, tournament)


class TournamentSteps(DeskAddresses):
    """From a draft to the end, and back."""

    versioned = True
    open = command(services.open_sign_up, TournamentOut, "Open sign-up. Role: director.")
    cancel = command(
        services.cancel,
        TournamentOut,
        "Call the tournament off, with a reason. Role: director.",
        takes=WhyIn,
    )
    finish = command(
        services.finish,
        TournamentOut,
        "End the tournament: the ranking is final, the seed is shown. Role: director.",
        takes=WhyIn,
    )
    resume = command(
        services.reopen,
        TournamentOut,
        "Go on with what was ended or called off, with a reason. Role: director.",
        takes=WhyIn,
    )
    disclose = command(
        services.reveal, TournamentOut, "Show the ranking that was hidden. Role: director."
    )
    draw_number = command(
        services.draw_number,
        TournamentOut,
        "Note the number that was drawn after play; another one needs a reason. Role: director.",
        takes=NumberIn,
    )


class LogView(PublicView):
    """Everything that happened."""

    queryset = LogRecord.objects.none()
    ordering = ("seq",)

    @extend_schema(responses=LogOut(many=True))
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Draws, exchanges, corrections: who, when, why, each record bound to the one before."""
        tournament = tournament_of(self.actor, tournament_id)
        settings, for_desk = format_of(tournament), self.is_desk(tournament)
        # The points of a table tell what its boards are good for to who has still to play them.
        hidden = 1 if sealed_tables(tournament) else hidden_from(tournament, settings)
        return self.answer_page(
            LogOut,
            tournament.log.order_by("seq"),
            settings=settings,
            calls=Calling(tournament),
            hidden=None if for_desk else hidden,
            for_desk=for_desk,
            direction=has_role(self.actor, tournament.club_id, Role.DIRECTOR),
        )


class RegulationPointOut(Answer):
    """A numbered point, for people and for rulings to cite."""

    number = serializers.CharField()
    heading = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    articles = serializers.ListField(child=serializers.CharField())


class RegulationOut(Answer):
    """The regulation of a tournament as it stands in one version of its settings."""

    tournament = serializers.UUIDField(source="pk")
    version = serializers.IntegerField()
    points = serializers.SerializerMethodField()

    @extend_schema_field(RegulationPointOut(many=True))
    def get_points(self, tournament: Tournament) -> Any:
        """In the language of the reader."""
        points = regulation(format_of(tournament), name=tournament.name)
        return RegulationPointOut(points, many=True).data


class Regulations(Addresses, PublicView):
    """The regulation, written from the settings."""

    retrieve = reading(
        tournament_of,
        RegulationOut,
        "The regulation in numbered points, in the language of the reader.",
    )
