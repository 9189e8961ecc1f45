"""Addresses of the law's pages."""

from django.urls import path

from referee.web import views

urlpatterns = [
    path("rules/", views.contents, name="rules"),
    path("rules/book/", views.rulebook, name="rulebook"),
    path("rules/<str:slug>/", views.article_page, name="rule"),
    path("rules/<str:slug>/case/", views.case, name="rule_case"),
]
