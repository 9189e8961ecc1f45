"""Addresses of the law below /api/v1/."""

from django.urls import path

from referee.api import lookup, rulebook, rulings

urlpatterns = [
    rulebook.Profiles.at("profiles", "list"),
    rulebook.Profiles.at("profiles/<slug:slug>", "retrieve"),
    rulebook.Profiles.at("profiles/<slug:slug>/differences", "list_differences"),
    path("lookup", lookup.LookupView.as_view()),
    rulebook.Rulebook.at("rulebook", "list"),
    rulebook.Rulebook.at("rulebook/<str:slug>", "retrieve"),
    rulebook.Rulebook.at("rulebook/<str:slug>/history", "list_history"),
    path("rulebook/<str:slug>/facts", rulebook.FactsView.as_view()),
    rulings.Rulings.at("rulings", "list", "ask"),
    path("rulings/proven", rulings.ProvenView.as_view()),
    rulings.KeptRulings.at("rulings/<uuid:ruling_id>", "retrieve"),
    rulings.KeptRulings.at("rulings/<uuid:ruling_id>/overruling", "overrule"),
    rulings.Precedents.at("precedents", "list", "create"),
    path("precedents/changes", rulings.ChangesView.as_view()),
]
