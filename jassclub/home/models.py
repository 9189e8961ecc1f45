"""The rows of webhooks and exchange: one Django app, so that tables and migrations stay."""

from jassclub.exchange.models import ArchiveImport, SpreadsheetPreview, YearPack
from jassclub.webhooks.models import Attempt, Delivery, HookMessage, Webhook

__all__ = [
    "ArchiveImport",
    "Attempt",
    "Delivery",
    "HookMessage",
    "SpreadsheetPreview",
    "Webhook",
    "YearPack",
]
