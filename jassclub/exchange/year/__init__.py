"""The pack of a season's end: tables and papers in one file."""
