"""Draws, standings and averages."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Tells the floors below what is held here about a person, what table links open, which rules a
    season may have, and how the logs are verified.
    """

    name = "tournaments"
    label = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from jassclub.clubs import office_menu, personal_data, scopes, season_rules
        from jassclub.clubs.office_menu import OfficePage
        from scoring.claims import verification
        from tournaments.core import log
        from tournaments.entries import personal_data as participants
        from tournaments.results import open_passe as passen
        from tournaments.results import personal_data as people
        from tournaments.seasons import checks as season_check

        personal_data.register(
            personal_data.PersonalData("tables", people.export, people.anonymise)
        )
        personal_data.register(
            personal_data.PersonalData(
                "tournaments",
                participants.export,
                participants.anonymise,
                participants.meetings,
                participants.hide,
                participants.show,
                participants.veil,
            )
        )
        season_rules.register(season_check.faults)
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
        verification.register("tournaments", log.verify_all)
        scopes.register(
            "table",
            scopes.Kind(
                owner=passen.club_of_table,
                games=passen.games_at,
                around=passen.table_of_game,
                page=passen.page_of_table,
            ),
        )
