"""Loaded before Django: later starts the throw-away servers of the test run."""
