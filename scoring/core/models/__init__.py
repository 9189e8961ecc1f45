"""Rows that everything stands on: the game, its seats and hands, its chained records."""

from scoring.core.models.games import Game, Hand, Seat
from scoring.core.models.records import GameRecord, ScoreEvent
from scoring.core.models.statements import Claim, Spoken, Statement

__all__ = ["Claim", "Game", "GameRecord", "Hand", "ScoreEvent", "Seat", "Spoken", "Statement"]
