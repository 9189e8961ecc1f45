"""The addresses of the organiser's pages, below the page of a club."""

from django.urls import path

from tournaments.desk.pages import log, people, settings, table
from tournaments.draw.pages import plan
from tournaments.money import page as money
from tournaments.papers.pages import cards

ONE = "tournaments/<slug:tslug>/"
TABLE = ONE + "rounds/<int:number>/tables/<int:at>/"

urlpatterns = [
    path("new-tournament/", settings.new, name="new_tournament"),
    path("tournaments/", settings.tournaments, name="club_tournaments"),
    path(ONE, table.desk, name="desk"),
    path(ONE + "do/<slug:name>/", table.do, name="desk_do"),
    path(ONE + "results/", table.type_result, name="desk_result"),
    path(TABLE, table.table, name="desk_table"),
    path(TABLE + "settle/", table.settle, name="desk_settle"),
    path(ONE + "settings/", settings.settings, name="desk_settings"),
    path(ONE + "people/", people.people_page, name="desk_people"),
    path(ONE + "people/<int:number>/", people.person_page, name="desk_person"),
    path(ONE + "cards/", cards.cards_page, name="desk_cards"),
    path(ONE + "plan/", plan.plan_page, name="desk_plan"),
    path(ONE + "money/", money.money_page, name="desk_money"),
    path(ONE + "log/", log.log_page, name="desk_log"),
]
