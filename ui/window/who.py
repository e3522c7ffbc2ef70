"""Which face each player has: the one chosen at set-up, else one that nobody else has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ui.window.theme import PLAYERS

FACES = len(PLAYERS)
MOST_KEPT = 40
"""So many players' faces are remembered."""


def faces_of(players: Sequence[str], chosen: Mapping[str, int]) -> dict[str, int]:
    """The number of each player's face; nobody's is another's, as far as there are enough."""
    found: dict[str, int] = {}
    for player in players:
        wanted = chosen.get(player)
        if wanted is not None and 0 <= wanted < FACES and wanted not in found.values():
            found[player] = wanted
    for player in players:
        if player not in found:
            free = [number for number in range(FACES) if number not in found.values()]
            found[player] = free[0] if free else len(found) % FACES
    return {player: found[player] for player in players}


def with_faces(chosen: Mapping[str, int], faces: Mapping[str, int]) -> dict[str, int]:
    """The choices with those of these players, the newest last, as many as are remembered."""
    others = {player: number for player, number in chosen.items() if player not in faces}
    every = [*others.items(), *faces.items()]
    return dict(every[-MOST_KEPT:])
