"""Addresses of the office pages about webhooks, below the page of their club."""

from django.urls import path

from jassclub.webhooks import pages

WEBHOOK = "webhooks/<uuid:webhook_id>/"

urlpatterns = [
    path("webhooks/", pages.webhooks, name="webhooks"),
    path(WEBHOOK, pages.webhook, name="webhook"),
    path(WEBHOOK + "switch/", pages.switch, name="switch_webhook"),
    path(WEBHOOK + "delete/", pages.remove, name="remove_webhook"),
    path(WEBHOOK + "secret/", pages.rotate, name="rotate_webhook"),
    path(WEBHOOK + "test/", pages.ping, name="ping_webhook"),
    path(WEBHOOK + "log/<uuid:delivery_id>/again/", pages.again, name="send_again"),
]
