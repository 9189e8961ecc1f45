"""The sheet of one passe, typed from paper or a phone: reading, control sum, what counts of it.

    `Terms(hands=12, control="split")` is what the regulation says; columns are the two sides, or
    the seats where everybody plays alone.
    `read_sheet(data, terms)` gives `Reading(sheet, findings)` from hostile JSON, with all findings
    at once; a `sum_wrong` names the likeliest slips. `complete` fills in the last number.
    `settle(sheet, terms)` says what each column counts after a wrong sum was dealt with.
    `compare` is for two people who type the same paper.
    `from_scores` makes a sheet of recorded hands; `as_json` writes one, and `sheet_from_json` and
    `settled_from_json` take what was stored.

Pure: no clock, no chance, no database; sentences for people are made from `CODES` elsewhere.
"""
