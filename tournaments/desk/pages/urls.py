"""The addresses of the organiser's pages, below the page of a club."""

from django.urls import path

from tournaments.desk.pages import log as desk_log
from tournaments.desk.pages import setup as desk_setup
from tournaments.desk.pages import views as desk_views
from tournaments.draw.pages import plan as desk_plan
from tournaments.entries.pages import people as desk_people
from tournaments.format.pages import settings as desk_settings
from tournaments.papers.pages import cards as desk_cards
from tournaments.standings.pages import money as desk_money

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
