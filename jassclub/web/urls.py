"""Addresses that belong to no room. Looks and language go with the account: `pages` has them."""

from django.urls import path

from jassclub.web import views

urlpatterns = [
    path("offline/", views.offline, name="offline"),
]
