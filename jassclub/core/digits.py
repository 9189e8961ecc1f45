"""Numbers in what people and programs send as text."""


def number_in(text: str, *, most_digits: int = 9) -> int | None:
    """The whole number that a text of plain digits is; None for anything else, `²` and `１` too.

    The bound keeps a long row of digits from costing time or reaching a column of the database.
    """
    usable = text.isascii() and text.isdigit() and len(text) <= most_digits
    return int(text) if usable else None
