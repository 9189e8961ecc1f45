"""The header that names a file which is sent, whatever letters its name has."""

from django.utils.http import content_disposition_header


def saved_as(name: str) -> str:
    """Of a file to be saved."""
    return content_disposition_header(as_attachment=True, filename=name) or ""


def shown_as(name: str) -> str:
    """Of a file that the browser shows."""
    return content_disposition_header(as_attachment=False, filename=name) or ""
