"""Addresses of webhooks below /api/v1/."""

from django.urls import path

from jassclub.webhooks import api

urlpatterns = [
    path("webhooks", api.WebhooksView.as_view(), name="webhooks"),
    path("webhooks/<uuid:webhook_id>", api.WebhookView.as_view(), name="webhook"),
    path("webhooks/<uuid:webhook_id>/secret", api.SecretView.as_view(), name="webhook-secret"),
    path("webhooks/<uuid:webhook_id>/test", api.PingView.as_view(), name="webhook-test"),
    path(
        "webhooks/<uuid:webhook_id>/deliveries",
        api.DeliveriesView.as_view(),
        name="webhook-deliveries",
    ),
    path(
        "webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/redelivery",
        api.RedeliveryView.as_view(),
        name="webhook-redelivery",
    ),
]
