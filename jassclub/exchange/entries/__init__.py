"""Lists of people who are to be entered in a tournament, as spreadsheets."""
