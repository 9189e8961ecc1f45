"""What can be computed exactly at a table: pure functions over cards, no text and no penalties."""
