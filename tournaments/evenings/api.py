"""`/clubs/{id}/evenings` and `/evenings/{id}`: dates of a club, who is here, tables, results."""

from datetime import date
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from jassclub.api.serializers import Answer, InputSerializer, RowAnswer
from jassclub.clubs import rights as clubs
from jassclub.clubs.access import TokenScope
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import PersonAddresses, command, listing, reading
from jassclub.clubs.models import Role
from tournaments.evenings import leaving, services
from tournaments.evenings.models import Attendance, Evening
from tournaments.evenings.selectors import evenings_of, games_on
from tournaments.evenings.tonight import Tonight

MOST_DATES, MOST_PEOPLE = 100, 500


class EveningOut(RowAnswer):
    """A date of a club."""

    class Meta:
        model = Evening
        fields = ("id", "club", "day", "begins_at", "place", "cancelled")


class PresenceOut(RowAnswer):
    """What was said of one person; nothing is known of who is not in the list."""

    class Meta:
        model = Attendance
        fields = ("player", "state")


class DraftOut(Answer):
    """Tables that are drawn and not opened yet: ids of players in playing order, who is first
    deals; `three` are the rules at tables of three. `out` sit out."""

    profile = serializers.CharField()
    three = serializers.CharField()
    tables = serializers.ListField(child=serializers.ListField(child=serializers.UUIDField()))
    out = serializers.ListField(child=serializers.UUIDField())


class EveningWhole(EveningOut):
    """An evening with all of it; `games` in the order of their opening."""

    attendance = PresenceOut(many=True, source="attendances")
    draft = serializers.SerializerMethodField()
    games = serializers.SerializerMethodField()

    class Meta(EveningOut.Meta):
        fields = EveningOut.Meta.fields

    @extend_schema_field(DraftOut(allow_null=True))
    def get_draft(self, evening: Evening) -> dict[str, Any] | None:
        """None where nothing is drawn."""
        return DraftOut.of(evening.draft) if evening.draft else None

    def get_games(self, evening: Evening) -> list[UUID]:
        """What runs and what was played."""
        return list(games_on(evening).values_list("pk", flat=True))


class DatesIn(InputSerializer):
    """Days on which the club plays; those called off before among them stand again."""

    days = serializers.ListField(child=serializers.DateField(), max_length=MOST_DATES)
    begins_at = serializers.TimeField(required=False, allow_null=True)
    place = serializers.CharField(max_length=120, required=False, allow_blank=True)


class DatesOut(Answer):
    """The dates that were planned."""

    evenings = EveningOut(many=True)


class SaidIn(InputSerializer):
    """`state` of somebody; empty takes back what was said."""

    player = serializers.UUIDField()
    state = serializers.ChoiceField(choices=Attendance.State.choices, allow_blank=True)


class AttendanceIn(InputSerializer):
    """Only the people named change: two phones tick the same evening."""

    said = serializers.ListField(child=SaidIn(), max_length=MOST_PEOPLE)


class EveningDrawIn(InputSerializer):
    """The rules of the tables. `three`: those at tables of three, where the game needs four;
    `mixed`: running games whose people are drawn along (role director)."""

    profile = serializers.CharField(max_length=64, source="profile_slug")
    three = serializers.CharField(max_length=64, required=False, allow_blank=True)
    mixed = serializers.ListField(
        child=serializers.UUIDField(), required=False, max_length=MOST_PEOPLE
    )


class PairIn(InputSerializer):
    """Two people of the draft, one of whom may sit out."""

    one = serializers.UUIDField()
    other = serializers.UUIDField()


class SubstitutionIn(InputSerializer):
    """Who leaves a running game and who plays on; without anybody the others wait."""

    game = serializers.UUIDField(source="game_id")
    leaving = serializers.UUIDField()
    coming = serializers.UUIDField(required=False, allow_null=True, default=None)


class LeftOut(Answer):
    """A game that goes on, and why."""

    game = serializers.UUIDField()
    reason = serializers.CharField()


class ClosingOut(Answer):
    """How many games were closed, and which go on."""

    closed = serializers.IntegerField()
    left = LeftOut(many=True)


class BroughtOut(Answer):
    """What somebody brought home, a hand (`mean`); equals share a rank."""

    rank = serializers.IntegerField()
    player = serializers.UUIDField()
    hands = serializers.IntegerField()
    total = serializers.IntegerField()
    mean = serializers.DecimalField(max_digits=12, decimal_places=2)
    won = serializers.IntegerField()
    exact_hits = serializers.IntegerField(allow_null=True)


class GameResultsOut(Answer):
    """The table of one game, the best first; `lower_wins` where differences are counted."""

    game = serializers.CharField()
    lower_wins = serializers.BooleanField()
    rows = BroughtOut(many=True)


class ResultsOut(Answer):
    """The tables of an evening, a game each."""

    results = GameResultsOut(many=True)


def _evening(actor: Actor, evening_id: UUID) -> Evening:
    return clubs.found(evenings_of(actor), evening_id)


def _evenings(actor: Actor, club_id: UUID) -> Any:
    clubs.get_club(actor, club_id, Role.MEMBER)
    return evenings_of(actor).filter(club=club_id).order_by("day")


def _plan(*, actor: Actor, club_id: UUID, days: list[date], **more: Any) -> dict[str, Any]:
    return {"evenings": services.plan(actor=actor, club_id=club_id, days=days, **more)}


def _say(*, actor: Actor, evening_id: UUID, said: list[dict[str, Any]]) -> Evening:
    states = {one["player"]: one["state"] for one in said}
    return services.say(actor=actor, evening_id=evening_id, said=states)


def _exchange(*, actor: Actor, evening_id: UUID, one: UUID, other: UUID) -> Evening:
    return services.exchange(actor=actor, evening_id=evening_id, pair=(one, other))


def _open(*, actor: Actor, evening_id: UUID) -> Evening:
    services.open_tables(actor=actor, evening_id=evening_id)
    return _evening(actor, evening_id)


def _substitute(*, actor: Actor, evening_id: UUID, **wish: Any) -> Evening:
    leaving.substitute(actor=actor, evening_id=evening_id, **wish)
    return _evening(actor, evening_id)


def _close(*, actor: Actor, evening_id: UUID) -> dict[str, Any]:
    closed, left = services.close_tables(actor=actor, evening_id=evening_id)
    return {"closed": closed, "left": [{"game": game.pk, "reason": why} for game, why in left]}


def _results(actor: Actor, evening_id: UUID) -> dict[str, Any]:
    found = Tonight(_evening(actor, evening_id)).results
    return {
        "results": [
            {"game": title, "lower_wins": lowest, "rows": rows} for title, lowest, rows in found
        ]
    }


class Evenings(PersonAddresses):
    """The evenings of a club."""

    queryset = Evening.objects.none()
    token_scope = TokenScope.TOURNAMENTS
    list = listing(_evenings, EveningOut, "All dates of a club, the first first. Role: member.")
    plan = command(
        _plan,
        DatesOut,
        "Dates of a club. Role: scribe.",
        takes=DatesIn,
        operation_id="addClubEvenings",
    )
    retrieve = reading(_evening, EveningWhole, "Who is here, what is drawn and played.")
    retrieve_results = reading(_results, ResultsOut, "What everybody brought home.")


class EveningSteps(PersonAddresses):
    """What is done on an evening; each answers with the evening as it is then."""

    token_scope = TokenScope.TOURNAMENTS
    say = command(
        _say,
        EveningWhole,
        "Who is here, has gone, is excused. Role: scribe.",
        takes=AttendanceIn,
        status=200,
        operation_id="changeEveningAttendance",
    )
    draw = command(
        services.draw,
        EveningWhole,
        "Tables for all who are here and sit at no running game. Role: scribe, director to mix.",
        takes=EveningDrawIn,
        status=200,
        operation_id="drawEveningTables",
    )
    exchange = command(
        _exchange,
        EveningWhole,
        "Two people of the draft change places. Role: scribe.",
        takes=PairIn,
        status=200,
        operation_id="exchangeEveningPlaces",
    )
    open = command(
        _open,
        EveningWhole,
        "The games of the draft, all at once. Role: scribe.",
        status=200,
        operation_id="openEveningTables",
    )
    take_back = command(
        services.take_back,
        EveningWhole,
        "The games opened last are not, as long as nothing stands there. Role: scribe.",
        status=200,
    )
    substitute = command(
        _substitute,
        EveningWhole,
        "Another plays on for who leaves; what was played stands. Role: director.",
        takes=SubstitutionIn,
        status=200,
        operation_id="substituteEveningPlayer",
    )
    close = command(
        _close,
        ClosingOut,
        "All running games end. Role: scribe.",
        status=200,
        operation_id="closeEveningTables",
    )
