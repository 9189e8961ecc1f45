"""Addresses that belong to no room. Looks and language go with the account: `pages` has them."""

from django.urls import path

from jassclub.web import app, views, well_known

urlpatterns = [
    path("privacy/", views.privacy, name="privacy"),
    path("problems/", views.problems, name="problems"),
    path("offline/", views.offline, name="offline"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("robots.txt", well_known.robots, name="robots"),
    path("favicon.ico", well_known.favicon, name="favicon"),
    path(".well-known/security.txt", well_known.security, name="security"),
    path("sw.js", app.service_worker, name="service_worker"),
]
