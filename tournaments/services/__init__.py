"""The one door for writing: seasons and what came before, tournaments from draft to prizes."""
