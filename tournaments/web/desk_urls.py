"""The addresses of the organiser's pages, below the page of a club."""

from django.urls import path

from tournaments.web import (
    desk_cards,
    desk_log,
    desk_money,
    desk_people,
    desk_plan,
    desk_settings,
    desk_setup,
    desk_views,
)

ONE = "tournaments/<slug:tslug>/"
TABLE = ONE + "rounds/<int:number>/tables/<int:at>/"

urlpatterns = [
    path("new-tournament/", desk_setup.new, name="new_tournament"),
    path("tournaments/", desk_setup.tournaments, name="club_tournaments"),
    path(ONE, desk_views.desk, name="desk"),
    path(ONE + "do/<slug:name>/", desk_views.do, name="desk_do"),
    path(ONE + "results/", desk_views.type_result, name="desk_result"),
    path(TABLE, desk_views.table, name="desk_table"),
    path(TABLE + "settle/", desk_views.settle, name="desk_settle"),
    path(ONE + "settings/", desk_settings.settings, name="desk_settings"),
    path(ONE + "people/", desk_people.people_page, name="desk_people"),
    path(ONE + "people/<int:number>/", desk_people.person_page, name="desk_person"),
    path(ONE + "cards/", desk_cards.cards_page, name="desk_cards"),
    path(ONE + "plan/", desk_plan.plan_page, name="desk_plan"),
    path(ONE + "money/", desk_money.money_page, name="desk_money"),
    path(ONE + "log/", desk_log.log_page, name="desk_log"),
]
