"""From the rows of a tournament to its papers: each function looks up, then lets print.

All give the bytes of a PDF in the active language; who may have which is asked by who calls.
"""
