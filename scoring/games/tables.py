"""Whether these players can play by this profile, and the hand that is worth nothing."""

from jassclub.core.findings import Finding
from scoring.games.base import Control, Findings, HandScore, Line, State, Table


def check_seats(table: Table) -> list[Finding]:
    """Findings about the deck, the number of players and the dealer of a table."""
    out, profile = Findings(), table.profile
    if table.deck not in profile.decks:
        out.error("deck_not_allowed", "/deck", options=", ".join(profile.decks))
    if table.players not in profile.players:
        cited = profile.citation("players").article
        out.error(
            "players_not_allowed", "/players", cited, options=", ".join(map(str, profile.players))
        )
    if table.dealer is not None and not 0 <= table.dealer < table.players:
        out.error("out_of_range", "/dealer", low=0, high=table.players - 1)
    return out.items


def check_alone(table: Table) -> list[Finding]:
    """Everybody plays alone: a game with a column for each seat takes no fixed partners."""
    out, profile = Findings(), table.profile
    if profile.sides != "single":
        out.error("alone_only", "/sides", profile.citation("sides").article)
    return out.items


def check_hands_divisible(table: Table) -> list[Finding]:
    """Each player deals equally often: the number of hands is divisible by the players."""
    out, profile = Findings(), table.profile
    if profile.differenzler.hands_divisible and profile.hands % table.players:
        cited = profile.citation("differenzler.hands_divisible").article
        out.error(
            "hands_not_divisible", "/hands", cited, hands=profile.hands, players=table.players
        )
    return out.items


def nothing(state: State, table: Table) -> HandScore:
    """The score of a hand that was annulled or misdealt: no points, no control sum."""
    line = Line(total=0, parts={}, card_points=0)
    return HandScore(state=state, lines=(line,) * table.columns, control=Control(sum=0, expected=0))
