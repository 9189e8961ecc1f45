"""Addresses of the law below /api/v1/."""

from django.urls import path

from referee.api import lookup, profiles, proven, rulebook, rulings

urlpatterns = [
    path("profiles", profiles.ProfilesView.as_view(), name="profiles"),
    path("profiles/<slug:slug>", profiles.ProfileView.as_view(), name="profile"),
    path(
        "profiles/<slug:slug>/difference",
        profiles.DifferenceView.as_view(),
        name="profile-difference",
    ),
    path("lookup", lookup.LookupView.as_view(), name="lookup"),
    path("rulebook", rulebook.ContentsView.as_view(), name="rulebook"),
    path("rulebook/<str:slug>", rulebook.ArticleView.as_view(), name="article"),
    path("rulebook/<str:slug>/history", rulebook.HistoryView.as_view(), name="article-history"),
    path("rulebook/<str:slug>/facts", rulebook.FactsView.as_view(), name="article-facts"),
    path("rulings", rulings.RulingsView.as_view(), name="rulings"),
    path("rulings/proven", proven.ProvenView.as_view(), name="rulings-proven"),
    path("rulings/<uuid:ruling_id>", rulings.RulingView.as_view(), name="ruling"),
    path(
        "rulings/<uuid:ruling_id>/overrule", rulings.OverruleView.as_view(), name="ruling-overrule"
    ),
    path("precedents", rulings.PrecedentsView.as_view(), name="precedents"),
    path("precedents/changes", rulings.ChangesView.as_view(), name="precedent-changes"),
]
