"""How phones and programs authenticate, for the OpenAPI document."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension


class DeviceScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The token of a phone."""

    target_class = "jassclub.clubs.actors.DeviceAuthentication"
    name = "device"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """A bearer token that begins with `jcd_`."""
        return _bearer("Token of a phone, from POST /devices (jcd_...)")


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The token of a program."""

    target_class = "jassclub.clubs.actors.TokenAuthentication"
    name = "apiToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """A bearer token that begins with `jct_`."""
        return _bearer(
            "Token of a program that acts as a person, from POST /auth/tokens (jct_...). Each "
            "address names the scope that it needs (`x-token-scope`); "
            "read < hands < tournaments < everything."
        )


def _bearer(description: str) -> dict[str, Any]:
    return {"type": "http", "scheme": "bearer", "description": description}
