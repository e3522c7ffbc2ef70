"""Simulated games: each is a log that replays to the same end, and the summary counts them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.game import Illegal, Refused
from rules.log import encode_event
from rules.replay import replay
from rules.simulate import play_one, run

GAMES = [
    *(("dexterity-jane", players, variant) for players in (2, 9) for variant in ("standard", "simplified", "stick-up")),
    *(("one-finger", players, None) for players in (2, 3, 8)),
    *(("janes-card-game", players, None) for players in (2, 4, 6)),
]  # fmt: skip


@pytest.mark.parametrize(("game", "players", "variant"), GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_simulated_game_survives_its_log(game: str, players: int, variant: str | None, seed: int) -> None:
    header, events = play_one(game, players, seed, variant)
    again = replay([msgspec.json.encode(header), *map(encode_event, events)])
    *_, standings = again
    assert again.game.over(again.state) and standings.winners  # type: ignore[attr-defined]
    state = again.game.open(header)
    for event in events:
        state, _ = again.game.apply(state, event)
    assert state == again.state


@pytest.mark.parametrize(("game", "players", "variant"), GAMES)
def test_equal_seeds_give_equal_summaries(game: str, players: int, variant: str | None) -> None:
    seen: list[int] = []
    summary = run(game, players, 3, 7, variant, seen.append)
    assert seen == [1, 2, 3] and summary == run(game, players, 3, 7, variant)
    assert summary != run(game, players, 3, 8, variant)
    assert summary.unfinished == 0 and sum(summary.seats) >= 3
    assert str(players) in summary.lines[0] and all(rule.games <= 3 for rule in summary.rules)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"game": "whist", "players": 3}, "whist"),
        ({"game": "one-finger", "players": 9}, "2 to 8"),
        ({"game": "one-finger", "players": 3, "variant": "stick-up"}, "no variants"),
        ({"game": "dexterity-jane", "players": 3, "variant": "both"}, "variant must be"),
        ({"game": "dexterity-jane", "players": 3, "games": 0}, "1 game or more"),
        ({"game": "janes-card-game", "players": 3, "house": {"pity": "much"}}, "house rule pity"),
    ],
    ids=["no game", "too many players", "no variants", "no variant", "no games", "no house rule"],
)
def test_what_cannot_be_simulated(wish: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=said):
        run(**wish)


def test_a_house_rule_can_be_tried() -> None:
    plain = run("janes-card-game", 3, 5, 1)
    harsh = run("janes-card-game", 3, 5, 1, house={"clothing": 50})
    assert harsh.scores.most > plain.scores.most
    with pytest.raises(Illegal):
        run("dexterity-jane", 3, 5, 1, variant="simplified and stick-up")
