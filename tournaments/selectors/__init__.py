"""Reading: seasons, tournaments."""
