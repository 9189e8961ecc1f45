"""How phones and API tokens authenticate, for the OpenAPI document."""
