"""What happened since something that nobody has told yet, such as the cards of a printed copy.

The log holds it as notes, which score nothing, until it is told and the lines become the events that they hold.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.game import Event, Game, Malformed, Note
from rules.log import decode_event, encode_event

ABOUT = "not told yet"
"""What such a note is about."""
KIND = "waits"
"""Its key for the name of the event; the event's other keys stand beside it."""


def untold_note(event: Event) -> Note:
    """The note that holds an event in the log for as long as it cannot be scored."""
    fields: dict[str, Any] = msgspec.json.decode(encode_event(event))
    kind = fields.pop("event")
    del fields["at"]
    return Note(at=event.at, about=ABOUT, more={KIND: kind, **fields})


def untold_event(game: Game[Any], event: Event) -> Event | None:
    """The event of `game` that a note holds; None where `event` is no such note."""
    if not isinstance(event, Note) or event.about != ABOUT or KIND not in event.more:
        return None
    fields = {key: value for key, value in event.more.items() if key != KIND}
    try:
        return decode_event(game, {**fields, "at": event.at, "event": event.more[KIND]})
    except Malformed:
        return None
