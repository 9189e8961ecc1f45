"""The tables of the groups as everybody may see them."""

from string import ascii_uppercase
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.core.errors import NotFound
from jassclub.web.forms import shown_page
from tournaments.core.api_base import PublicView
from tournaments.core.desk_page import tournament_at
from tournaments.core.models import Tournament
from tournaments.core.selectors import tournament_of
from tournaments.entries.selectors import Calling
from tournaments.format.pure import Cut
from tournaments.format.selectors import format_of
from tournaments.standings.contests import day_of
from tournaments.standings.models import named
from tournaments.standings.rankings import decided_words, shown, tables_of_groups, total_heading


def groups_of(tournament: Tournament) -> list[dict[str, Any]]:
    """Each group by its letter with its rows, best first; `through` says whose rank leads on."""
    format_ = format_of(tournament)
    if not format_.groups:
        return []
    calls, words = Calling(tournament), decided_words()
    each = format_.places_a_group if format_.final else Cut(0)
    return [
        {
            "name": _letter(place),
            "rows": [
                {
                    "number": row["number"],
                    "name": row["name"],
                    "rank": row["rank"],
                    "points": shown(row["value"]),
                    "played": len(row["units"]),
                    "decided": words.get(row["decided_by"], ""),
                    "through": row["rank"] is not None and row["rank"] <= each.of(len(rows)),
                }
                for row in named(rows, calls.teams)
            ],
        }
        for place, rows in enumerate(tables_of_groups(day_of(tournament)))
    ]


def _letter(place: int) -> str:
    """A, B ... Z, then A2."""
    again, letter = divmod(place, len(ascii_uppercase))
    return ascii_uppercase[letter] + (str(again + 1) if again else "")


@shown_page
def groups(request: HttpRequest, slug: str) -> HttpResponse:
    """A table for each group."""
    tournament = tournament_at(request, slug)
    format_ = format_of(tournament)
    if not format_.groups:
        raise Http404
    heading = total_heading(format_, drawn=False)
    context = {"tournament": tournament, "groups": groups_of(tournament), "heading": heading}
    return render(request, "tournaments/public/groups.html", context)


class GroupTableRowOut(serializers.Serializer[Any]):
    """A pair or a team in its group."""

    number = serializers.IntegerField(help_text="The number of the team.")
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True, help_text="Within the group.")
    points = serializers.CharField(help_text="What is ranked, as it is printed.")
    played = serializers.IntegerField(help_text="Rounds with a result.")
    decided = serializers.CharField(help_text="What parted equals, in words.")
    through = serializers.BooleanField(help_text="Whether the rank leads into the final.")


class GroupTableOut(serializers.Serializer[Any]):
    """A group by its letter."""

    name = serializers.CharField()
    rows = GroupTableRowOut(many=True, help_text="The best first.")


class GroupTablesOut(serializers.Serializer[Any]):
    """The tables of all groups."""

    groups = GroupTableOut(many=True, help_text="In order of their letters.")


class GroupTablesView(PublicView):
    """The groups."""

    @extend_schema(responses=GroupTablesOut)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """The table of each group by its preliminary rounds; 404 `no_groups` without any."""
        tournament = tournament_of(self.actor, tournament_id)
        if not format_of(tournament).groups:
            raise NotFound("no_groups", _("Dieses Turnier hat keine Gruppen."))
        return Response({"groups": groups_of(tournament)})
