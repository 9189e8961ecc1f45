"""How the evenings of each game stand in a spreadsheet: a shape a way of writing."""
