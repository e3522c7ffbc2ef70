"""The deck of One Finger! as a header says it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rules.one_finger.cards import Button, Card, reference


def without_doubles() -> list[dict[str, Any]]:
    """The rows of the reference deck but for its Double cards, for tables where only one card can lie."""
    rows: Counter[Card] = Counter(card for card in reference() if card.button is not Button.DOUBLE)
    return [{"number": card.number, "button": str(card.button), "count": count} for card, count in rows.items()]
