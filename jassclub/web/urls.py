"""Addresses that belong to no room. Looks and language go with the account: `pages` has them."""

from django.urls import path

from jassclub.web import app, views

urlpatterns = [
    path("privacy/", views.privacy, name="privacy"),
    path("offline/", views.offline, name="offline"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("sw.js", app.service_worker, name="service_worker"),
]
