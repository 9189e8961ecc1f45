"""Games and hands as they happened."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    """Tells the clubs below whose game a table link opens, and which house rules there are."""

    name = "scoring"
    label = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from jassclub.clubs import actors, office_menu, personal_data, rule_checks
        from jassclub.clubs.office_menu import OfficePage
        from jassclub.clubs.services import undoing
        from scoring.core import rules
        from scoring.photos import personal_data as photos
        from scoring.tables import anew, games, office_deeds, personal_data as people

        actors.register_scopes(
            "game",
            actors.ScopeKind(
                owner=games.club_of_game,
                page=games.page_of_game,
                games=anew.games_at,
                around=anew.table_of,
                people=people.players_of,
            ),
        )
        rule_checks.of_layers.append(rules.layer_faults)
        undoing.register(office_deeds.WAY)
        office_menu.register(
            OfficePage(
                name="club_rules",
                place=50,
                title=_("Hausregeln"),
                about=_("Was im Club anders gilt als im Buch"),
            ),
            OfficePage(
                name="rulings",
                place=60,
                title=_("Regelentscheide"),
                about=_("Was im Club entschieden wurde"),
            ),
            OfficePage(
                name="club_links",
                place=80,
                title=_("Tischlinks"),
                about=_("QR-Codes für Telefone ohne Konto"),
                role="scribe",
            ),
        )
        office_menu.register(
            OfficePage(
                name="club_anchors",
                place=75,
                title=_("Siegel der Bücher"),
                about=_("Ein Beleg, dass niemand umschreibt, was gespielt wurde"),
            ),
        )
        personal_data.register(
            personal_data.PersonalData("games", people.export, people.anonymise, people.meetings)
        )
        personal_data.register(
            personal_data.PersonalData("photos", photos.export, photos.anonymise)
        )
