"""The office of a club: the pages of its secretary."""
