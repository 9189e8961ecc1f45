"""Webhooks: what happens in a club, told to programs of the club. docs/decisions/webhooks.md."""
