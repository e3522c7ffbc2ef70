"""Writing in a field: where the letters go, and what is replaced. A field that is entered is selected as a whole, so
that typing replaces what stood there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Editing:
    """The place in the field that has the keyboard."""

    field: str = ""
    """The field's name; empty when none has the keyboard."""
    at: int = 0
    """How many letters stand before the cursor."""
    selected: bool = False
    """Whether all of it is selected."""

    def enter(self, field: str, text: str) -> None:
        """A field gets the keyboard, with this text in it; nothing happens to the one that has it already."""
        if field != self.field:
            self.field, self.at, self.selected = field, len(text), bool(text)

    def leave(self, field: str) -> None:
        """A field has the keyboard no more."""
        if field == self.field:
            self.field = ""

    def insert(self, text: str, new: str) -> str:
        """The text with what is printable of `new` at the cursor, or in place of all of it."""
        new = "".join(letter for letter in new if letter.isprintable())
        before, after = ("", "") if self.selected else (text[: self.at], text[self.at :])
        self.selected, self.at = False, len(before) + len(new)
        return before + new + after

    def press(self, key: str, text: str) -> str | None:
        """The text after a key that moves the cursor or takes letters away; None for other keys."""
        self.at = min(self.at, len(text))
        match key:
            case "left":
                self.at = 0 if self.selected else max(0, self.at - 1)
            case "right":
                self.at = len(text) if self.selected else min(len(text), self.at + 1)
            case "home":
                self.at = 0
            case "end":
                self.at = len(text)
            case "backspace" | "delete" if self.selected:
                self.at, text = 0, ""
            case "backspace":
                text = text[: max(0, self.at - 1)] + text[self.at :]
                self.at = max(0, self.at - 1)
            case "delete":
                text = text[: self.at] + text[self.at + 1 :]
            case _:
                return None
        self.selected = False
        return text

    def select(self, text: str) -> None:
        """Select all of the text."""
        self.at, self.selected = len(text), bool(text)
