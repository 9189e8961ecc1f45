"""Addresses of the office, below the page of its club."""

from django.urls import include, path

from jassclub.exchange.pages import blank_tables, entry_list, files
from jassclub.home.office import fees, handover, history, kitty, merging
from scoring.disputes.pages import office as rulings
from scoring.house_rules import page as club_rules
from scoring.tables.pages import anchors
from tournaments.seasons.pages import all_time

urlpatterns = [
    path("anchors/", anchors.club_anchors, name="club_anchors"),
    path("anchors/latest.json", anchors.anchor_file, name="anchor_file"),
    path("rules/", club_rules.club_rules, name="club_rules"),
    path("kitty/", kitty.kitty, name="kitty"),
    path("kitty/book/", kitty.book, name="kitty_book"),
    path("kitty/books/", fees.books, name="kitty_books"),
    path("kitty/fees/<int:year>/", fees.fees, name="kitty_fees"),
    path("kitty/fees/<int:year>/bills/", fees.bills, name="kitty_bills"),
    path("kitty/money/", fees.money, name="kitty_money"),
    path("kitty/<uuid:booking_id>/", kitty.booking, name="kitty_booking"),
    path("handover/", handover.handover, name="handover"),
    path("history/", history.history, name="history"),
    path("merges/", merging.merges, name="merges"),
    path("merges/<uuid:merge_id>/undo/", merging.undo, name="undo_merge"),
    path("averages/", all_time.all_time, name="all_time"),
    path("earlier/", all_time.earlier, name="earlier"),
    path("earlier/new/", all_time.carry_over, name="carry_over"),
    path("earlier/<uuid:opening_id>/", all_time.opening, name="opening"),
    path("earlier/<uuid:opening_id>/<uuid:player_id>/", all_time.balance, name="balance"),
    path("rulings/", rulings.rulings, name="rulings"),
    path("data/", files.data, name="data"),
    path("data/blank/<slug:name>.xlsx", blank_tables.blank_table, name="blank_table"),
    path("data/archives/<uuid:import_id>/", files.archive, name="archive"),
    path("data/<uuid:preview_id>/", files.preview, name="preview"),
    path("data/<uuid:preview_id>/discard/", files.discard, name="discard_preview"),
    path("tournaments/<slug:tslug>/people/import/", entry_list.entry_list, name="desk_entry_list"),
    path("", include("jassclub.webhooks.urls")),
]
