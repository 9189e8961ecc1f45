"""The seats of a table, in playing order."""

SEATS = 4
LETTERS = "ABCD"
"""As they are called in a hall."""
