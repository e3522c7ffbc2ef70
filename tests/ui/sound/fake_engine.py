"""A speech engine that is none: it notes what it is to say, and is done when the test says so."""

from __future__ import annotations


class FakeTalk:
    """Something that seems to be said."""

    def __init__(self, text: str, language: str) -> None:
        self.text, self.language = text, language
        self.over = self.failed = self.stopped = self.joined = False
        self.ends_when_stopped = True

    def end(self, failed: bool = False) -> None:
        self.over, self.failed = True, failed

    def stop(self) -> None:
        self.stopped = True
        self.over = self.over or self.ends_when_stopped

    def join(self, longest_s: float) -> None:
        self.joined = True


class FakeEngine:
    """Begins talks; with `instant` each is over at once."""

    def __init__(self, instant: bool = False) -> None:
        self.instant = instant
        self.talks: list[FakeTalk] = []

    def __call__(self, text: str, language: str) -> FakeTalk:
        assert all(talk.over for talk in self.talks), "two would be heard at once"
        self.talks.append(FakeTalk(text, language))
        self.talks[-1].over = self.instant
        return self.talks[-1]

    @property
    def said(self) -> list[str]:
        """Everything that was begun."""
        return [talk.text for talk in self.talks]
