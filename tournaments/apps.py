"""Draws, standings and averages."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Tells the floors below what is held here about a person, what table links open, which rules a
    season may have, and how the logs are verified; and the lower rooms, who revises rankings.
    """

    name = "tournaments"
    label = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from jassclub.clubs import actors, office_menu, personal_data, rule_checks
        from jassclub.clubs.models import Season
        from jassclub.clubs.office_menu import OfficePage
        from jassclub.clubs.services import kitty, people, undoing
        from scoring.claims import anchors, verification
        from tournaments.core.models import Tournament
        from tournaments.core.selectors import ANCHORED, faults_in_log, on_revision
        from tournaments.desk import taking_back as of_desk
        from tournaments.evenings import paying, personal_data as of_evenings, taking_back
        from tournaments.privacy import services as of_tournaments
        from tournaments.results import selectors
        from tournaments.seasons import checks, openings as of_seasons, taking_back as of_earlier
        from tournaments.seasons.services import drift
        from tournaments.standings.services import revise

        personal_data.register(
            personal_data.PersonalData("tables", of_seasons.export, of_seasons.anonymise)
        )
        personal_data.register(
            personal_data.PersonalData("evenings", of_evenings.export, of_evenings.anonymise)
        )
        personal_data.register(
            personal_data.PersonalData(
                "tournaments",
                of_tournaments.export,
                of_tournaments.anonymise,
                of_tournaments.meetings,
                of_tournaments.hide,
                of_tournaments.show,
                of_tournaments.veil,
            )
        )
        for room in (taking_back, of_earlier, of_desk):
            people.track(room.WAY.model, *room.TRACKED)
            undoing.register(room.WAY)
        undoing.register(taking_back.PRESENCE, taking_back.WISHES, taking_back.TABLES)
        kitty.register_source("evening", paying.club_of_evening)
        kitty.register_source("penalty", paying.club_of_penalty)
        on_revision(revise)
        rule_checks.of_seasons.append(checks.faults)
        office_menu.register(
            OfficePage(
                name="all_time",
                place=20,
                title=_("Schnitte aller Jahre"),
                about=_("Differenzler und Schieber über alle Saisons"),
            ),
            OfficePage(
                name="earlier",
                place=30,
                title=_("Frühere Saisons"),
                about=_("Was vor Jassclub gezählt wurde"),
            ),
            OfficePage(
                name="check_list",
                place=70,
                title=_("Rangliste prüfen"),
                about=_("Ob eine gedruckte Liste stimmen kann"),
                everywhere=True,
            ),
        )
        anchors.register("tournaments", ANCHORED)
        verification.register("tournaments", Tournament.objects.all, faults_in_log)
        verification.register("seasons", Season.objects.all, drift)
        actors.register_scopes(
            "table",
            actors.ScopeKind(
                owner=selectors.club_of_table,
                games=selectors.games_at,
                around=selectors.table_of_game,
                page=selectors.page_of_table,
            ),
        )
