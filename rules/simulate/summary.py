"""What came of many games, counted and in lines for printing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from statistics import fmean

import msgspec


class Spread(msgspec.Struct, frozen=True):
    """The least, mean and greatest of some numbers."""

    least: float
    mean: float
    most: float

    @classmethod
    def of(cls, numbers: list[float]) -> Spread:
        """The spread of at least one number."""
        return cls(min(numbers), fmean(numbers), max(numbers))

    def __str__(self) -> str:
        return f"{self.least:g} to {self.most:g}, {self.mean:.1f} on average"


class Rule(msgspec.Struct, frozen=True):
    """How often a ruling came in all games, and in how many of them."""

    name: str
    times: int
    games: int


class Share(msgspec.Struct, frozen=True):
    """`part` of `whole` cases of something that the first to act had."""

    what: str
    part: int
    whole: int

    def __str__(self) -> str:
        percent = f"{100 * self.part / self.whole:.1f} %" if self.whole else "none"
        return f"{self.what}: {percent} ({self.part} of {self.whole})"


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What came of `games` games of `players` players. `unit` is what a length counts, `score` what a score is;
    `shared` games had several winners, `unfinished` were broken off for their length; `seats` are the wins by seat.
    `rules` stand from the rarest on; `first` is what being first was worth."""

    game: str
    variant: str | None
    players: int
    games: int
    seed: int
    unit: str
    lengths: Spread
    events: Spread
    score: str
    scores: Spread
    winning: Spread
    shared: int
    unfinished: int
    seats: tuple[int, ...]
    rules: tuple[Rule, ...]
    first: tuple[Share, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The summary as lines for printing."""
        return tuple(self._lines())

    def _lines(self) -> Iterator[str]:
        variant = f" ({self.variant})" if self.variant else ""
        yield f"{self.games} games of {self.game}{variant} between {self.players} players, seed {self.seed}"
        yield f"Length in {self.unit}: {self.lengths}; in events: {self.events}"
        yield f"{self.score.capitalize()} of all players: {self.scores}; of the winners: {self.winning}"
        yield f"Shared wins: {self.shared} ({100 * self.shared / self.games:.1f} %)"
        if self.unfinished:
            yield f"Broken off for their length: {self.unfinished}"
        yield f"Wins by seat: {', '.join(map(str, self.seats))}"
        yield from map(str, self.first)
        yield "Rulings, the rarest first (times in all games; share of the games that had one):"
        words = [rule.name.replace(", ", ": ", 1).replace("-", " ") for rule in self.rules]
        width = max(map(len, words), default=0)
        for rule, name in zip(self.rules, words, strict=True):
            yield f"  {name:<{width}}  {rule.times:>8}  {100 * rule.games / self.games:5.1f} %"


class Tally:
    """Counts games, one after the other."""

    def __init__(self, players: int) -> None:
        self.lengths: list[float] = []
        self.events: list[float] = []
        self.scores: list[float] = []
        self.winning: list[float] = []
        self.shared = 0
        self.unfinished = 0
        self.seats = [0] * players
        self.times: Counter[str] = Counter()
        self.games: Counter[str] = Counter()
        self.first: Counter[str] = Counter()

    def add(self, length: int, events: int, scores: dict[str, int], winners: tuple[str, ...]) -> None:
        """Take down one game; `scores` stand in the order of the seats."""
        self.lengths.append(length)
        self.events.append(events)
        self.scores.extend(scores.values())
        self.winning.extend(scores[winner] for winner in winners)
        self.shared += len(winners) > 1
        self.unfinished += not winners
        for seat, player in enumerate(scores):
            self.seats[seat] += player in winners

    def count(self, rules: Counter[str], first: Counter[str]) -> None:
        """Take down one game's rulings."""
        self.times.update(rules)
        self.games.update(rules.keys())
        self.first.update(first)

    def shares(self) -> tuple[Share, ...]:
        """What was counted for the first to act; each count `x` has its whole in `of x`."""
        names = sorted(name.removeprefix("of ") for name in self.first if name.startswith("of "))
        return tuple(Share(name, self.first[name], self.first["of " + name]) for name in names)
