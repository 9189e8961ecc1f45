"""Numbers in what people and programs send as text."""


def number_in(text: str, *, most_digits: int = 9) -> int | None:
    """The whole number that a text of plain digits is; None for anything else, `²` and `１` too.

    The bound keeps a long row of digits from costing time or reaching a column of the database.
    """
    usable = text.isascii() and text.isdigit() and len(text) <= most_digits
    return int(text) if usable else None


def signed_number_in(text: str, *, most_digits: int = 9) -> int | None:
    """The same for a number that may stand below zero."""
    number = number_in(text.removeprefix("-"), most_digits=most_digits)
    return -number if number is not None and text.startswith("-") else number


def number_or_text(text: str, *, most_digits: int = 9) -> int | str:
    """The number, or the text as it is: the rules refuse it with their own words."""
    number = number_in(text, most_digits=most_digits)
    return text if number is None else number
