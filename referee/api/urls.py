"""Addresses of the law below /api/v1/."""

from django.urls import path

from referee.api import profiles

urlpatterns = [
    path("profiles", profiles.ProfilesView.as_view(), name="profiles"),
    path("profiles/<slug:slug>", profiles.ProfileView.as_view(), name="profile"),
    path(
        "profiles/<slug:slug>/difference",
        profiles.DifferenceView.as_view(),
        name="profile-difference",
    ),
]
