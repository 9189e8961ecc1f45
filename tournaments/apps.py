"""Draws, standings and averages."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tells the floors below what is held here about a person, what table links open, which rules a
    season may have, and how the logs are verified.
    """

    name = "tournaments"
    label = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from jassclub.clubs import personal_data, scopes, season_rules
        from scoring.claims import verification
        from tournaments import log, participants, people, season_check
        from tournaments.selectors import passen

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
