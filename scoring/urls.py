"""Addresses of the pages of a game."""

from django.urls import path

from scoring.disputes.pages import (
    calls as call_views,
    commands as dispute_views,
    rules as rule_views,
)
from scoring.photos import pages as photo_views
from scoring.tables.pages import (
    again as again_views,
    changes as change_views,
    game as views,
    hand as hand_views,
    links as link_views,
    paper_grid as grid_views,
    phones as phone_views,
    saying as saying_views,
    writing as writing_views,
)

GAME = "games/<uuid:game_id>/"
HAND = GAME + "hands/<int:number>/"
RULES = HAND + "rules/"
DISPUTE = GAME + "disputes/<uuid:dispute_id>/"
VERSION = HAND + "versions/<int:version>/"

urlpatterns = [
    path("t/<str:token>", phone_views.arrive, name="arrive"),
    path(GAME, views.game, name="game"),
    path(GAME + "grid/", grid_views.grid, name="grid"),
    path(GAME + "phone/", phone_views.phone, name="phone"),
    path(GAME + "phone/leave/", phone_views.leave, name="leave"),
    path(GAME + "links/", link_views.table_links, name="table_links"),
    path(GAME + "links/<uuid:link_id>/revoke/", link_views.revoke_link, name="revoke_link"),
    path(GAME + "penalties/", views.penalty, name="penalty"),
    path(
        GAME + "penalties/<uuid:penalty_id>/cancel/",
        views.cancel_penalty,
        name="cancel_penalty",
    ),
    path(GAME + "sign-off/", views.sign_off, name="sign_off"),
    path(GAME + "close/", views.close, name="close"),
    path(GAME + "again/", again_views.again, name="again"),
    path(GAME + "change/<slug:name>/", change_views.change, name="change_game"),
    path(GAME + "photos/", photo_views.photos, name="photos"),
    path(GAME + "photos/<uuid:photo_id>.jpg", photo_views.photo, name="photo"),
    path(GAME + "photos/<uuid:photo_id>/remove/", photo_views.remove, name="remove_photo"),
    path(HAND, hand_views.hand, name="hand"),
    path(HAND + "write/", views.record, name="record"),
    path(HAND + "preview/", writing_views.preview, name="preview"),
    path(HAND + "predict/", saying_views.predict, name="predict"),
    path(HAND + "correct/", hand_views.correct, name="correct"),
    path(HAND + "ways/", writing_views.ways, name="ways"),
    path(HAND + "ways/<slug:name>/", writing_views.way, name="way"),
    path(RULES, rule_views.search, name="hand_rules"),
    path(RULES + "<str:slug>/", rule_views.case, name="hand_case"),
    path(RULES + "<str:slug>/keep/", rule_views.keep, name="keep_case"),
    path(DISPUTE, dispute_views.dispute, name="dispute"),
    path(DISPUTE + "accept/", dispute_views.accept, name="accept_ruling"),
    path(DISPUTE + "book/", dispute_views.book, name="book_ruling"),
    path(DISPUTE + "overrule/", dispute_views.overrule, name="overrule"),
    path(DISPUTE + "revoke/", dispute_views.revoke, name="revoke_ruling"),
    path(DISPUTE + "withdraw/", dispute_views.withdraw, name="withdraw_dispute"),
    path(GAME + "call/", call_views.call, name="call_referee"),
    path(GAME + "call/<uuid:call_id>/end/", call_views.end, name="end_call"),
    path("referee/", call_views.referee_home, name="referee_home"),
    path("referee/phone/", call_views.phone, name="ringing_phone"),
    path("referee/calls/<uuid:call_id>/take/", call_views.take, name="take_call"),
    path("referee/calls/<uuid:call_id>/back/", call_views.back, name="give_back_call"),
    path(VERSION + "confirm/", hand_views.confirm, name="confirm"),
    path(VERSION + "take-back/", hand_views.take_back, name="take_back"),
    path(VERSION + "contest/", hand_views.contest, name="contest"),
    path(VERSION + "restore/", hand_views.restore, name="restore"),
    path(VERSION + "resolve/", hand_views.resolve, name="resolve"),
]
