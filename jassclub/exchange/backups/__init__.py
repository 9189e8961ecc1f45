"""Everything the service knows in one file, and taking it in again."""
