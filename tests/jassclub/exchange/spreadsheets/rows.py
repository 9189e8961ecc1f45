"""Rows of a spreadsheet of past evenings."""

from typing import Any

HEAD = "Datum;Tisch;Spiel;Spieler;Ansage;Punkte"
NAMES = ("Gast Nord", "Gast Ost", "Gast Süd", "Gast West")
POINTS = (47, 30, 41, 39)


def lines(day: str = "4.3.2026", table: str = "1", hand: int = 1, **changed: Any) -> list[str]:
    """The four lines of a hand; `Süd="a;b;c"` replaces the end of one."""
    found = []
    for name, points in zip(NAMES, POINTS, strict=True):
        end = changed.get(name.split()[1], f"{name};{points + 3};{points}")
        found.append(f"{day};{table};{hand};{end}")
    return found


def text(*more: str, head: str = HEAD) -> str:
    return "\n".join([head, *(more or lines())]) + "\n"


def doubts(found: Any) -> list[tuple[int, str, str]]:
    return [(doubt["line"], doubt["column"], doubt["code"]) for doubt in found["doubts"]]
