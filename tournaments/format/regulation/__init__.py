"""The regulation of a tournament in numbered points, written from its settings.

    `regulation(chosen, name=...)` gives `Point` rows in the language that is active: sections
    ("4") and the points in them ("4.3").
    `prize_for(prize)` and `prize_what(prize)` say what a prize is for, and what it is.

The number of a point is its place in the list of all points there are, whatever the settings: a
point that does not apply leaves a gap. "4.3" is the wrong sum in every tournament, so a ruling
cites the version of the tournament (whose settings are frozen with it) and the number.
"""

from tournaments.format.regulation.honours import prize_for, prize_what
from tournaments.format.regulation.points import Point, regulation

__all__ = ["Point", "prize_for", "prize_what", "regulation"]
