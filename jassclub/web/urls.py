"""Addresses that belong to no room."""

from django.urls import path
from django.views.i18n import set_language

from jassclub.web import views

urlpatterns = [
    path("language/", set_language, name="set_language"),
    path("looks/", views.looks, name="looks"),
    path("offline/", views.offline, name="offline"),
]
