"""Export and import: archives that keep everything, tables for spreadsheets, past evenings."""
