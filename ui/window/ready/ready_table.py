"""A table that gets ready: its camera, the seats found so far, and how they compare with what was saved."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from calibration.at_table import ground_of
from calibration.known import Profile
from gesture.table.seats import Seat
from ui.window.devices import Devices
from ui.window.plan import Plan
from ui.window.ready.saved_tables import save_table, zones_for
from ui.window.ready.seating import Seating
from ui.window.ready.setup import Setup
from ui.window.sources.camera import Where
from ui.window.workers.seats_worker import SeatsWorker, View


class ReadyTable:
    """What getting ready knows, from one of its screens to the next. `profile` is what was saved of the table, whose
    seats are offered first."""

    def __init__(
        self, plan: Plan, devices: Devices, where: Where, mirrored: bool, held_up: bool, profile: Profile | None = None
    ) -> None:
        self.plan, self.devices, self.profile = plan, devices, profile
        self.where, self.mirrored, self.held_up = where, mirrored, held_up
        self.seating = Seating(plan.players)
        self.name = profile.name if profile is not None else ""
        self.named = profile is not None
        """Whether it has got a name, which somebody may have deleted since."""
        self.view: View | None = None
        """The newest view that was taken in."""
        self.showed = False
        """Whether somebody has shown their own hands since the table was saved."""
        self.lent = False
        """Whether the camera is needed on, by a screen that comes back."""
        self._restored = profile is None
        self.worker = self._open()

    def _open(self) -> SeatsWorker:
        return SeatsWorker(self.source(getting_ready=True), self.devices.open_reader, self.held_up)

    def source(self, getting_ready: bool) -> partial:  # type: ignore[type-arg]
        """How the table's camera or recording is opened."""
        return partial(self.devices.open_table, self.where, self.mirrored, getting_ready)

    def look(self) -> tuple[bool, str | None]:
        """Take in what the camera has found; tells whether somebody got a seat by it, and why the saved seats cannot
        be offered, if so."""
        view = self.worker.view
        if view is None or view is self.view:
            return False, None
        self.view, why = view, None
        if not self._restored and self.profile is not None:
            self._restored = True
            try:
                zones = zones_for(self.profile, self.plan.players, view.frame.size)
                self.seating = Seating(self.plan.players, zones, self.profile.hands)
            except ValueError as fault:
                why = str(fault)
        return bool(self.seating.take(view.places)), why

    @property
    def complete(self) -> bool:
        """Whether the game can begin."""
        return self.seating.complete and self.view is not None and self.worker.problem is None

    @property
    def players(self) -> tuple[str, ...]:
        """The names as they are now."""
        return tuple(seat.player.strip() for seat in self.seating.seats)

    @property
    def as_saved(self) -> bool:
        """Whether everything is as in the profile that was offered."""
        saved = self.profile
        if saved is None or self.name.strip() != saved.name or self.mirrored != saved.mirrored:
            return False
        if self.showed or self.where != saved.camera or tuple(s.player for s in saved.seats) != self.players:
            return False
        return all(seat.fixed for seat in self.seating.seats) and not self._changed(saved)

    def _changed(self, saved: Profile) -> bool:
        if self.view is None:
            return True
        known = {seat.player: seat.zone for seat in saved.seats_on(self.view.frame.size)}
        return any(
            seat.zone is None or abs(seat.zone.mean(0) - known[seat.player].mean(0)).max() > 1
            for seat in self.seating.seats
        )

    def mirror(self) -> None:
        """The camera mirrors, or does not after all: everything is turned over and looked at anew."""
        self.mirrored = not self.mirrored
        if self.view is not None:
            self.seating.flip(self.view.frame.size[0])
        self.look_anew()

    def find_anew(self) -> None:
        """Find all seats anew, and open a camera again that has failed."""
        self._restored = True
        if self.worker.problem is not None or self.worker.ended:
            self.look_anew()
        else:
            self.worker.forget()
        self.seating.clear()

    def look_anew(self) -> None:
        """Open the camera anew."""
        self.worker.close()
        self.view = None
        self.worker = self._open()

    def rename(self) -> None:
        """Take the names as they are now over into the plan."""
        self.plan = replace(self.plan, players=self.players)

    def save(self, folder: Path) -> str | None:
        """Keep the table under its name, unless it is known as it is; returns why that was not possible."""
        if self.view is None or self.as_saved:
            return None
        return save_table(
            folder, self.name.strip(), self.view.frame, self.seats, self.where, self.mirrored, self.held_up,
            self.seating.own_hands(), self.profile,
        )  # fmt: skip

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in the players' order. Only for a complete table."""
        return self.seating.as_seats()

    def setup(self, profile: str | None) -> Setup:
        """How the table is watched from now on; `profile` is the name under which it is kept. Only for a complete
        table."""
        assert self.view is not None
        ground = ground_of(self.profile, self.view.frame.size) if self.profile is not None else None
        source = self.source(getting_ready=False)
        return Setup(open_source=source, seats=self.seats, held_up=self.held_up, ground=ground, profile=profile)

    def leave(self) -> None:
        """Give the camera back, unless it is lent to a screen that comes back."""
        if not self.lent:
            self.worker.close()
