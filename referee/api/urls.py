"""Addresses of the law below /api/v1/."""

from django.urls import path

from referee.api import lookup, rulebook, rulings

urlpatterns = [
    path("profiles", rulebook.Profiles.at(get="list"), name="profiles"),
    path("profiles/<slug:slug>", rulebook.Profiles.at(get="retrieve"), name="profile"),
    path(
        "profiles/<slug:slug>/difference",
        rulebook.Profiles.at(get="difference"),
        name="profile-difference",
    ),
    path("lookup", lookup.LookupView.as_view(), name="lookup"),
    path("rulebook", rulebook.Rulebook.at(get="list"), name="rulebook"),
    path("rulebook/<str:slug>", rulebook.Rulebook.at(get="retrieve"), name="article"),
    path(
        "rulebook/<str:slug>/history", rulebook.Rulebook.at(get="history"), name="article-history"
    ),
    path("rulebook/<str:slug>/facts", rulebook.FactsView.as_view(), name="article-facts"),
    path("rulings", rulings.Rulings.at(get="list", post="ask"), name="rulings"),
    path("rulings/proven", rulings.ProvenView.as_view(), name="rulings-proven"),
    path("rulings/<uuid:ruling_id>", rulings.KeptRulings.at(get="retrieve"), name="ruling"),
    path(
        "rulings/<uuid:ruling_id>/overrule",
        rulings.KeptRulings.at(post="overrule"),
        name="ruling-overrule",
    ),
    path("precedents", rulings.Precedents.at(get="list", post="create"), name="precedents"),
    path("precedents/changes", rulings.ChangesView.as_view(), name="precedent-changes"),
]
