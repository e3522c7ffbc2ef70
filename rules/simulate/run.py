"""Playing many games from one seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from rules.chance import generator
from rules.game import Event, Illegal
from rules.games import entry_of, game_named
from rules.simulate.sitting import SimplePlayers, Sitting
from rules.simulate.summary import Rule, Spread, Summary, Tally


def run(
    game: str,
    players: int,
    games: int = 1000,
    seed: int = 0,
    variant: str | None = None,
    progress: Callable[[int], None] | None = None,
    house: Mapping[str, Any] | None = None,
) -> Summary:
    """Play `games` games between `players` simple players; equal seeds give equal summaries.

    `variant` is only for Dexterity Jane; `house` is what a header holds; `progress` is called with the number of
    games played so far. Raises `Illegal` for an unknown game or variant or a count below one, and what the game
    refuses in a header.
    """
    if games < 1:
        raise Illegal(f"1 game or more can be simulated, not {games}")
    head = header(game, players, variant, house)
    tally = Tally(players)
    simple = _players_of(game)
    for number in range(games):
        sitting = _played(head, f"{seed}/{number}", keep=False)
        standings = sitting.game.standings(sitting.state)
        points = dict(simple.scores(standings))
        winners: tuple[str, ...] = standings.winners  # type: ignore[attr-defined]
        tally.add(sitting.length, sitting.told, points, winners)
        tally.count(sitting.rules, sitting.first)
        if progress is not None:
            progress(number + 1)
    rules = sorted((Rule(name, times, tally.games[name]) for name, times in tally.times.items()), key=_rarity)
    return Summary(
        game=game_named(game).title,
        variant=head.get("variant"),
        players=players,
        games=games,
        seed=seed,
        unit=simple.unit,
        lengths=Spread.of(tally.lengths),
        events=Spread.of(tally.events),
        score=simple.score,
        scores=Spread.of(tally.scores),
        winning=Spread.of(tally.winning or [0.0]),
        shared=tally.shared,
        unfinished=tally.unfinished,
        seats=tuple(tally.seats),
        rules=tuple(rules),
        first=tally.shares(),
    )


def play_one(
    game: str, players: int, seed: int | str, variant: str | None = None, house: Mapping[str, Any] | None = None
) -> tuple[dict[str, Any], list[Event]]:
    """One whole game as its header and its events, to be written down as a log. Raises as `run` does."""
    head = header(game, players, variant, house)
    sitting = _played(head, str(seed), keep=True)
    return head, sitting.events or []


def header(
    game: str, players: int, variant: str | None = None, house: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The header of a simulated game. Raises `Illegal` for an unknown game, or a variant of a game that has none."""
    game_named(game)
    head: dict[str, Any] = {"game": game, "version": 1, "players": [f"Player {n}" for n in range(1, players + 1)]}
    if game == "dexterity-jane":
        head["variant"] = variant or "standard"
    elif variant is not None:
        raise Illegal(f"{game_named(game).title} has no variants, so {variant!r} cannot be played")
    if house:
        head["house"] = dict(house)
    return head


def _played(head: Mapping[str, Any], seed: str, keep: bool) -> Sitting:
    name = head["game"]
    sitting = Sitting(game_named(name), head, generator(seed), keep)
    _players_of(name).play(sitting)
    return sitting


def _players_of(game: str) -> SimplePlayers:
    module = entry_of(game).simulation
    if module is None:
        raise Illegal(f"{entry_of(game).title} has no simple players, so it cannot be simulated")
    players: SimplePlayers = import_module(module).PLAYERS
    return players


def _rarity(rule: Rule) -> tuple[int, str]:
    return rule.times, rule.name
