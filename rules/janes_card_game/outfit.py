"""What JANE wears: seven slots in layers (rulings J3 to J6). JANE is a dressmaker's form; what hangs on it is data."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from rules.words import listed


class Slot(StrEnum):
    """The seven slots, in the rulebook's order of the starting outfit (ruling J3)."""

    SMALLCLOTHES = "smallclothes"
    SHOES = "shoes"
    PETTICOAT = "petticoat"
    SHIFT = "shift"
    TOP = "top"
    SKIRT = "skirt"
    ACCESSORY = "accessory"


SLOTS = tuple(Slot)
Worn = tuple[str | None, ...]
"""What is worn in each slot, in their order: a clothing card's name, the plain item's name, or None."""

PLAIN: Mapping[Slot, str] = {
    Slot.SMALLCLOTHES: "smallclothes",
    Slot.SHOES: "sandals",
    Slot.PETTICOAT: "petticoat",
    Slot.SHIFT: "shift",
    Slot.TOP: "blouse",
    Slot.SKIRT: "skirt",
    Slot.ACCESSORY: "corselet",
}
"""The starting outfit, item by slot; what appears by chance is always one of these (ruling J15)."""
STARTING_OUTFIT: Worn = tuple(PLAIN[slot] for slot in SLOTS)

UNDER: Mapping[Slot, tuple[Slot, ...]] = {
    Slot.SMALLCLOTHES: (),
    Slot.SHOES: (),
    Slot.PETTICOAT: (Slot.SMALLCLOTHES,),
    Slot.SHIFT: (Slot.SMALLCLOTHES,),
    Slot.TOP: (Slot.SHIFT,),
    Slot.SKIRT: (Slot.PETTICOAT,),
    Slot.ACCESSORY: (Slot.TOP, Slot.SKIRT),
}
"""What lies directly under each slot (ruling J4)."""
OVER: Mapping[Slot, tuple[Slot, ...]] = {
    slot: tuple(over for over in SLOTS if slot in UNDER[over]) for slot in SLOTS
}  # fmt: skip
_PLACE = {slot: place for place, slot in enumerate(SLOTS)}


def item(worn: Worn, slot: Slot) -> str | None:
    """What is worn in `slot`."""
    return worn[_PLACE[slot]]


def wear(worn: Worn, slot: Slot, what: str | None) -> Worn:
    """`worn` with `what` in `slot`, or nothing."""
    place = _PLACE[slot]
    return (*worn[:place], what, *worn[place + 1 :])


def covers(worn: Worn, slot: Slot) -> tuple[Slot, ...]:
    """The worn slots that cover `slot` directly."""
    return tuple(over for over in OVER[slot] if item(worn, over) is not None)


def lacks(worn: Worn, slot: Slot) -> tuple[Slot, ...]:
    """The empty slots directly under `slot`."""
    return tuple(under for under in UNDER[slot] if item(worn, under) is None)


def exposed(worn: Worn) -> tuple[Slot, ...]:
    """The slots whose item is worn with nothing worn over it (ruling J5)."""
    return tuple(slot for slot in SLOTS if item(worn, slot) is not None and not covers(worn, slot))


def addable(worn: Worn) -> tuple[Slot, ...]:
    """The slots in which something could be put on (ruling J6)."""
    return tuple(slot for slot in SLOTS if item(worn, slot) is None and not lacks(worn, slot))


def bare(worn: Worn) -> bool:
    """Whether JANE wears nothing."""
    return not any(worn)


def named(worn: Worn, slot: Slot) -> str:
    """What is worn in `slot`, with the slot's name where it says something else."""
    what = item(worn, slot)
    return f"the {what}" if what == slot else f"the {what} ({slot})"


def why_not_off(worn: Worn, slot: Slot) -> str | None:
    """Why what is in `slot` cannot vanish."""
    what = item(worn, slot)
    if what is None:
        return f"JANE wears nothing as {slot}"
    over = covers(worn, slot)
    if over:
        names = listed(named(worn, s) for s in over)
        return f"{named(worn, slot)} cannot go while it is covered by {names}"
    return None


def why_not_on(worn: Worn, slot: Slot) -> str | None:
    """Why nothing can be put on in `slot`."""
    what = item(worn, slot)
    if what is not None:
        return f"JANE wears the {what} as {slot} already"
    under = lacks(worn, slot)
    if under:
        return f"JANE lacks the {' and the '.join(under)} that must be worn directly under the {slot}"
    return None
