"""Path converters that a database can keep."""

from django.urls.converters import IntConverter


class IdConverter(IntConverter):
    """A whole number of at most 18 digits: more would overflow a 64-bit key."""

    regex = "[0-9]{1,18}"
