"""Archives: all of a game, a slate, a season, a club or a tournament in one JSON document."""
