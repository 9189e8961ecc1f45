"""Addresses of the pages of a game."""

from django.urls import path

from scoring.web import hand_views, views

GAME = "games/<uuid:game_id>/"
HAND = GAME + "hands/<int:number>/"
VERSION = HAND + "versions/<int:version>/"

urlpatterns = [
    path(GAME, views.game, name="game"),
    path(GAME + "penalties/", views.penalty, name="penalty"),
    path(GAME + "sign-off/", views.sign_off, name="sign_off"),
    path(HAND, hand_views.hand, name="hand"),
    path(HAND + "write/", views.record, name="record"),
    path(HAND + "predict/", views.predict, name="predict"),
    path(HAND + "correct/", hand_views.correct, name="correct"),
    path(VERSION + "confirm/", hand_views.confirm, name="confirm"),
    path(VERSION + "contest/", hand_views.contest, name="contest"),
    path(VERSION + "resolve/", hand_views.resolve, name="resolve"),
]
