"""Sending, previewing and accepting a spreadsheet."""

from typing import Any

import pytest


@pytest.fixture
def send(emma, club, guests, season):
    """Send a spreadsheet as the admin, who plays nowhere; the preview as it is answered."""

    def post(content: bytes | str, **query: str) -> Any:
        raw = content.encode() if isinstance(content, str) else content
        wish = "&".join(f"{name}={value}" for name, value in query.items())
        return emma.api.client.post(
            f"/api/v1/clubs/{club.pk}/spreadsheets?{wish}",
            raw,
            content_type="text/csv",
            headers={"Idempotency-Key": f"{len(raw)}-{hash(raw)}"},
        )

    return post


@pytest.fixture
def preview(send):
    """The members of the preview."""

    def read(content: bytes | str, **query: str) -> Any:
        answer = send(content, **query)
        assert answer.status_code == 201, answer.content
        return answer.json()

    return read


@pytest.fixture
def accept(emma, club):
    """Accept a preview."""

    def post(found: Any, **wish: Any) -> Any:
        return emma.api.post(f"clubs/{club.pk}/spreadsheets/{found['id']}/acceptance", wish)

    return post
