"""Everything the service knows in one file that any database it runs on can take in again.

A gzipped text, one JSON value a line:

    {"backup": 1, "made_at": ..., "made_on": "sqlite", "migrations": [["api", "0001_initial"], ...]}
    {"table": "clubs_club", "columns": ["id", "name", ...]}
    ["0b9c...", "Jassclub Rosenau", ...]           one line a row, in the order of the columns
    ...
    {"rows": {"clubs_club": 1, ...}, "sha256": ...}  of every line before

Tables come in an order in which every foreign key finds its row. A file without its last line,
or whose digest is another one, is no backup.
"""

FORMAT = 1


class Unusable(Exception):
    """A file that cannot be taken in, or a database that cannot take it in; says what to do."""
