"""The window's heart: takes what was pressed, lets time pass, draws the screen that is shown. Reads no clock."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec
import pygame

from rules.addresses import without_passwords
from rules.words import listed
from ui.sound.player import Sounds
from ui.sound.synth import Cue
from ui.sound.voice import LONGEST_NAME, Voice, sayable
from ui.window import theme
from ui.window.canvas import Brushes, Rect
from ui.window.destinations import Destination, Home
from ui.window.devices import Devices
from ui.window.fonts import Fonts
from ui.window.gamepad import REMOTE, Gamepads
from ui.window.keeping import Choices, Keeper
from ui.window.messages import CAPTION, MESSAGE
from ui.window.motion import Clock
from ui.window.page import Control, Controls, Page, Touch
from ui.window.pointing import ARROWS, IDLE_S, neighbour
from ui.window.ready.setup import Setup
from ui.window.sliding import Sliding, Way
from ui.window.texts import Texts

DIGIT_PLACES = {30 + i: digit for i, digit in enumerate("1234567890")}
"""The places of the digits above the letters, as SDL counts places."""
LEAVE_FIELD = ("return", "escape", "up", "down")
"""The keys that take the keyboard from a field."""
TOLD_S = 6.0
"""How long a message stays."""


class Screen(Protocol):
    """One screen."""

    def update(self, now_s: float) -> None:
        """Let time pass; called once before every frame."""

    def draw(self, page: Page) -> None:
        """Draw the screen and its controls."""

    def key(self, key: str) -> bool:
        """Take a key that no control takes; tells whether it meant something."""

    def leave(self) -> None:
        """Let go of whatever the screen holds, such as a camera."""


class Routes(Protocol):
    """Which screen each destination is; see `ui.window.routes`."""

    @property
    def text_folders(self) -> Sequence[Path]:
        """Where the texts of the screens are, the shared ones first."""

    def screen(self, app: App, destination: Destination) -> Screen:
        """The screen of a destination."""


class App:
    """Everything that outlives a screen."""

    def __init__(
        self,
        keeper: Keeper,
        routes: Routes,
        sounds: Sounds | None = None,
        seed: int | None = None,
        devices: Devices | None = None,
        fonts: Fonts | None = None,
        voice: Voice | None = None,
        system_languages: Sequence[str] = (),
    ) -> None:
        """`system_languages` are those that the computer is set to, best first: until somebody chooses, one of them."""
        self.keeper = keeper
        self.choices: Choices = keeper.choices()
        self.texts = Texts(self.choices.language, routes.text_folders, system_languages)
        self.sounds = sounds or Sounds()
        self.voice = voice or Voice()
        self._heed_choices()
        self.devices = devices or Devices()
        self.seed = seed
        self.now_s = 0.0
        self.running = True
        self.touch = Touch()
        self.controls = Controls()
        self.told: tuple[str, float] | None = None
        """The message that is shown, and until when."""
        self._told_s = -1.0
        self._told_at: Rect | None = None
        self._caption_at: Rect | None = None
        self.setup: Setup | None = None
        """How the table is watched, once somebody has got it ready; None when everything is typed."""
        self.brushes = Brushes(fonts)
        self._letters_told = False
        self._typed = ""
        """What the newest key wrote by itself."""
        self._down: set[int] = set()
        """The keys that are held down."""
        self._pressed: list[str] = []
        """The controls that were pressed since the newest frame: the first has acted, each other waits for a frame."""
        self._size_px = (1280, 720)
        self._surface: pygame.Surface | None = None
        """What the newest frame was drawn on."""
        self._sliding = Sliding()
        self._routes = routes
        self.place: Destination = Home()
        """Where the window is."""
        self.screen: Screen = routes.screen(self, self.place)
        self._before: type[Destination] = Home
        """The kind of place where the window was before."""
        self._shown = self.screen
        """The screen of the newest frame."""
        self.gamepads = Gamepads()
        self._moved_s = -IDLE_S

    @property
    def clock(self) -> Clock:
        """The time of this frame, for whatever moves."""
        return Clock(self.now_s, self.choices.calm)

    def slide(self, way: Way) -> None:
        """What is shown gives way to what the next frame draws."""
        if not self.choices.calm:
            self._sliding.begin(self._surface, self.now_s, way)

    def go(self, destination: Destination) -> None:
        """Go to another place."""
        screen = self._routes.screen(self, destination)
        self.screen.leave()
        self.slide(Way.BACK if isinstance(destination, Home) or type(destination) is self._before else Way.ON)
        self._before, self.place, self.screen = type(self.place), destination, screen
        self.touch.focus = None
        if self._told_s < self.now_s:  # a message belongs to its screen, unless it was told on the way to this one
            self.told = None

    def go_home(self) -> None:
        """Go to the first screen."""
        self.go(Home())

    def quit(self) -> None:
        """End the window after this frame."""
        self.running = False

    def choose(self, **changed: Any) -> None:
        """Change choices and remember them."""
        self.choices = msgspec.structs.replace(self.choices, **changed)
        self._heed_choices()
        why = self.keeper.keep_choices(self.choices)
        if why:
            self.tell(self.texts("app.not_kept", why=why))

    def _heed_choices(self) -> None:
        self.sounds.muted, self.sounds.volume = self.choices.muted, self.choices.volume
        self.texts.choose(self.choices.language)
        self.voice.turn(self.choices.voice and not self.choices.muted)

    def tell(self, message: str) -> None:
        """Show a message for some seconds, over any screen."""
        self.told, self._told_s = (without_passwords(self.texts.said(message)), self.now_s + TOLD_S), self.now_s

    def play(self, cue: Cue, step: int = 0, **values: object) -> None:
        """Play a sound with its caption."""
        quiet = (Cue.CLICK, Cue.STEP, Cue.COUNT)
        caption = "" if cue in quiet else self.texts(f"caption.{cue}", **values)
        self.sounds.play(cue, caption, self.now_s, step)

    def speak(self, key: str, **values: str | int | Sequence[str]) -> None:
        """Have the text of `key` spoken, if there is a voice and it is on. Values are names, numbers, or several names;
        names are spoken as they are typed."""

        def name(value: str | int) -> str:
            return sayable(self.texts.said(value), LONGEST_NAME)

        filled = {k: name(v) if isinstance(v, str | int) else listed(map(name, v)) for k, v in values.items()}
        self.voice.say(self.texts(key, **filled), self.texts.language, self.now_s)

    def say(self, words: str) -> None:
        """Have a sentence spoken, if there is a voice and it is on."""
        self.voice.say(sayable(self.texts.said(words)), self.texts.language, self.now_s)

    def handle(self, event: pygame.event.Event) -> None:
        """Take one of pygame's events."""
        match event.type:
            case pygame.QUIT:
                self.quit()
            case pygame.MOUSEMOTION:
                self._moved_s = self.now_s
                self.touch.pointer = self._units(event.pos)
                self.touch.by_keys = False
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._moved_s = self.now_s
                self.touch.pointer = self._units(event.pos)
                self.touch.by_keys = False
                control = self.controls.under(*self.touch.pointer)
                self.touch.focus = None
                if control is not None:
                    self._press(control)
            case pygame.TEXTINPUT if self._is_shown:
                self._text_input(event.text)
            case pygame.KEYDOWN:
                held = event.key in self._down
                self._down.add(event.key)
                if self._is_shown:
                    self._key_down(event, held)
            case pygame.KEYUP:
                self._down.discard(event.key)
            case pygame.WINDOWFOCUSLOST:
                self._down.clear()  # who lets go of a key now does so elsewhere
            case _ if (key := self.gamepads.key_of(event)) is not None and self._is_shown:
                self._typed = ""
                self._key(key, "", False)

    @property
    def pointer_shown(self) -> bool:
        """Whether the mouse's pointer is to be seen: for a while after it was moved."""
        return self.now_s - self._moved_s < IDLE_S

    @property
    def _is_shown(self) -> bool:
        """Whether the screen is that of the newest frame. What is pressed on one that has gone is nothing."""
        return self.running and self.screen is self._shown

    def _key_down(self, event: pygame.event.Event, held: bool) -> None:
        """A key goes down, or goes on being held: then it writes and moves on, and presses nothing again."""
        key, shift = pygame.key.name(event.key), bool(event.mod & pygame.KMOD_SHIFT)
        focused = self.controls.named(self.touch.focus) if self.touch.focus else None
        writes = focused is not None and focused.write is not None and key not in LEAVE_FIELD
        if held and not writes and key != "tab":
            return
        self._typed = event.unicode
        if writes and focused is not None and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and key in "acvx":
            self._edit_with(key, focused)
            return
        self._key(key, event.unicode, shift, DIGIT_PLACES.get(getattr(event, "scancode", 0), ""))

    def _edit_with(self, key: str, field: Control) -> None:
        """Control and a letter in a field: select all, copy, paste, cut."""
        editing, text = self.touch.editing, field.read()
        editing.enter(field.name, text)
        assert field.write is not None
        if key == "a":
            editing.select(text)
        elif key == "v":
            field.write(editing.insert(text, self.devices.paste()))
        elif editing.selected:
            self.devices.copy(text)
            if key == "x":
                field.write(editing.insert(text, ""))

    def _units(self, pos_px: tuple[int, int]) -> tuple[float, float]:
        width, height = self._size_px
        unit_px = min(width / theme.WIDTH, height / theme.HEIGHT)
        left, top = (width - theme.WIDTH * unit_px) / 2, (height - theme.HEIGHT * unit_px) / 2
        return (pos_px[0] - left) / unit_px, (pos_px[1] - top) / unit_px

    def _press(self, control: Control) -> None:
        """Press a control that is shown: at once, or where another was pressed since the newest frame, once a frame
        has shown what that one did. Pressed again before then it is still one press."""
        if control.name in self._pressed or not self._is_shown:
            return
        self._pressed.append(control.name)
        if len(self._pressed) == 1:
            self._act(control)

    def _press_waiting(self) -> None:
        """A new frame is shown: press the next control that waits, if it is there still."""
        waiting = self._pressed[1:] if self._is_shown else []
        self._shown, self._pressed = self.screen, []
        while waiting and not self._pressed:
            control = self.controls.named(waiting.pop(0))
            if control is not None:
                self._pressed = [control.name, *waiting]
                self._act(control)

    def _act(self, control: Control) -> None:
        if control.why_not:
            self.tell(control.why_not)
            return
        if control.write is None:
            self.play(Cue.CLICK)
        control.action()

    def _key(self, key: str, typed: str, shift: bool, place: str = "") -> None:
        """A key by its name on this keyboard, what it typed, and the digit that most keyboards have in that place: on
        some a digit needs Shift, or a plus does, and whoever presses what a button shows means that button."""
        key = REMOTE.get(key, key).removeprefix("[").removesuffix("]") or key
        focused = self.controls.named(self.touch.focus) if self.touch.focus else None
        if key == "f11":
            self.choose(full_screen=not self.choices.full_screen)
        elif key == "tab":
            self._move_focus(-1 if shift else 1)
        elif focused is not None and focused.write is not None and key not in LEAVE_FIELD:
            editing = self.touch.editing
            editing.enter(focused.name, focused.read())
            after = editing.press(key, focused.read())
            if after is None and typed and typed.isprintable():
                after = editing.insert(focused.read(), typed)
            if after is not None and after != focused.read():
                focused.write(after)
        elif focused is not None and focused.write is not None and key not in ARROWS:
            self.touch.focus = None
        elif key == "return" and focused is not None and self.touch.by_keys:
            self._press(focused)
        elif key in ARROWS and (self.touch.by_keys or self.controls.for_key(key) is None) and self._arrow(key):
            pass
        elif (control := self._meant(key, typed, shift, place)) is not None:
            self._press(control)
        elif not self.screen.key(key) and key == "m":
            self.choose(muted=not self.choices.muted)

    def _meant(self, key: str, typed: str, shift: bool, place: str) -> Control | None:
        names = [key, typed.lower(), place]
        if shift:  # and a digit alone is not meant by Shift and a digit, unless that is how it is typed
            names = [f"shift {place}", f"shift {key}", typed.lower(), "" if key.isdecimal() else key]
        found = (self.controls.for_key(name) for name in names if name)
        return next((control for control in found if control is not None), None)

    def _text_input(self, text: str) -> None:
        """Text that an input method has put together, as for Chinese; single letters come with their keys as well."""
        focused = self.controls.named(self.touch.focus) if self.touch.focus else None
        if text != self._typed and focused is not None and focused.write is not None:
            self.touch.editing.enter(focused.name, focused.read())
            focused.write(self.touch.editing.insert(focused.read(), text))
        self._typed = ""

    def _move_focus(self, by: int) -> None:
        names = [control.name for control in self.controls.open]
        if not names:
            return
        at = names.index(self.touch.focus) + by if self.touch.focus in names else (0 if by > 0 else -1)
        self.touch.focus, self.touch.by_keys = names[at % len(names)], True

    def _arrow(self, arrow: str) -> bool:
        """Go to the next control in a direction; tells whether there is one."""
        found = neighbour(self.controls.open, self.touch.focus, arrow)
        if found is not None:
            self.touch.focus, self.touch.by_keys = found.name, True
        return found is not None

    def frame(self, surface: pygame.Surface, now_s: float) -> Page:
        """Let time pass until `now_s` and draw the screen onto `surface`."""
        self.now_s = now_s
        self._size_px, self._surface = surface.get_size(), surface
        self.screen.update(now_s)
        if self.voice.update(now_s):
            self.sounds.show(self.texts("caption.voice_lost"), now_s)
        self.brushes.begin()
        if self.brushes.fonts.lacking and not self._letters_told:
            self._letters_told = True
            self.tell(self.texts("app.letters"))
        page = Page(surface, self.brushes, self.choices.text_scale, self.touch, self.clock, self.texts)
        page.ground()
        self.screen.draw(page)
        self._sliding.show(surface, page.clock)
        self._draw_captions(page)
        self.controls = page.controls
        self._press_waiting()
        return page

    def _draw_captions(self, page: Page) -> None:
        """The message and, where that leaves room, the caption."""
        page.layer += 1
        told, caption = self.told, self.sounds.caption
        self._told_at = MESSAGE.on(page, self._told_at) if told and told[1] > self.now_s else None
        if told and self._told_at:
            spot = self._told_at
            page.frame(spot, theme.WRONG, theme.ALARM, 4)
            page.text(told[0], spot.inset(24, 8), theme.TEXT, theme.CREAM, wrap=True)
        shown = caption is not None and caption[1] > self.now_s
        self._caption_at = CAPTION.on(page, self._caption_at, self._told_at) if shown else None
        if caption and self._caption_at:
            spot = self._caption_at
            page.box(spot, theme.INK, 10)
            muted = self.texts("app.muted") + " " if self.choices.muted else ""
            page.text(muted + caption[0], spot.inset(12, 4), theme.SMALL, theme.QUIET)
        page.layer -= 1

    def close(self) -> None:
        """Let go of everything."""
        self.running = False
        self.voice.close()
        self.screen.leave()
