"""Fame points, ties and winners (End of the Game; rulings D10 and D19)."""

from __future__ import annotations

from collections.abc import Callable

from rules.dexterity_jane.rulings import Because, CoinsDue, GameOver, Score, Standings
from rules.dexterity_jane.state import Holding, State, over


def standings(state: State) -> Standings:
    """Where everybody stands, with the winners once the game is over, if it is known from its beginning;
    players who have left stand last."""
    players = {
        player: Score(
            points=holding.points, tiles=holding.tiles, hand_cards=len(holding.hand_cards), coins=holding.coins
        )
        for player, holding in state.everybody.items()
    }
    return Standings(players=players, winners=game_over(state).winners if over(state) else ())


def winners(state: State) -> tuple[tuple[str, ...], Because]:
    """Who would win with what lies on the table now, and what decides it: points; of the tied, in Stick-Up, more
    coins; then the higher-numbered tile; then the win is shared."""
    measures: list[tuple[Because, Callable[[Holding], int]]] = [(Because.MOST_POINTS, lambda holding: holding.points)]
    if state.table.stick_up:
        measures.append((Because.MORE_COINS, lambda holding: len(holding.coins)))
    measures.append((Because.HIGHER_TILE, highest_tile))
    best = list(zip(state.table.players, state.holdings, strict=True))
    because = Because.SHARED
    for because, measure in measures:
        most = max(measure(holding) for _, holding in best)
        best = [(player, holding) for player, holding in best if measure(holding) == most]
        if len(best) == 1:
            return (best[0][0],), because
    return tuple(player for player, _ in best), Because.SHARED


def highest_tile(holding: Holding) -> int:
    """The highest Round tile of a player, 0 without any."""
    return max(holding.tiles, default=0)


def coins_due(state: State) -> CoinsDue:
    """Whose coins are still to be shown when the last round is over."""
    players = zip(state.table.players, state.holdings, strict=True)
    return CoinsDue(players=tuple(player for player, holding in players if None in holding.coins))


def game_over(state: State) -> GameOver:
    """The ruling on a finished game."""
    if not state.table.names_winner:
        return GameOver(winners=(), points=None, because=Because.TAKEN_UP_LATE)
    who, because = winners(state)
    return GameOver(winners=who, points=state.holdings[state.table.seats[who[0]]].points, because=because)
