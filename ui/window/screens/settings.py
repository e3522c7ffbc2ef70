"""How the window sounds, looks and moves: a large switch for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ui.sound.synth import Cue
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.keeping import Pace
from ui.window.page import Page
from ui.window.parts.bar import bar
from ui.window.parts.choice_tiles import key_badge
from ui.window.plain_screen import PlainScreen
from ui.window.texts import own_name
from ui.window.theme import Role

FIELD = Rect(40, 104, 1520, 724)
COLUMNS, GAP = 3, 24.0
VOLUMES = (1.0, 0.7, 0.4, 0.2)


@dataclass(frozen=True)
class Switch:
    """Something that a press changes, with how it is now."""

    name: str
    state: str
    key: str
    press: Callable[[], None]
    on: bool
    why_not: str = ""


class SettingsScreen(PlainScreen):
    """The switches. What is chosen is kept for the next time."""

    def draw(self, page: Page) -> None:
        """A tile for each switch."""
        bar(page, self.app, self.t("settings.title"), self.app.go_home, self.t("app.back"), sound_too=False)
        switches = self._switches()
        rows = -(-len(switches) // COLUMNS)
        spots = [spot for row in FIELD.rows(rows, GAP) for spot in row.columns(COLUMNS, GAP)]
        for switch, spot in zip(switches, spots, strict=False):
            self._draw(page, switch, spot)

    def _switches(self) -> list[Switch]:
        choices, t = self.app.choices, self.t
        on, off = t("settings.state.on"), t("settings.state.off")
        scales = theme.TEXT_SCALES
        at = scales.index(choices.text_scale) if choices.text_scale in scales else 0
        there = self.app.voice.there
        spoken = (on if choices.voice else off) if there else t("settings.state.no_voice")

        def turn(field: str) -> Callable[[], None]:
            return lambda: self.app.choose(**{field: not getattr(self.app.choices, field)})

        def larger() -> None:
            self.app.choose(text_scale=scales[(at + 1) % len(scales)])

        percent = t("settings.state.percent", percent=round(scales[at] * 100))
        palm = t("settings.state.palm_on" if choices.palm_next else "settings.state.palm_off")
        calm = t("settings.state.calm" if choices.calm else "settings.state.lively")
        pace = t(f"settings.state.pace.{choices.verify_pace}")
        return [
            Switch("sound", off if choices.muted else on, "m", turn("muted"), not choices.muted),
            Switch("volume", t("settings.state.percent", percent=round(100 * choices.volume)), "o", self._softer, True),
            Switch(
                "voice", spoken, "v", turn("voice"), choices.voice and there, "" if there else t("app.why_no_voice")
            ),
            Switch("text", percent, "t", larger, at > 0),
            Switch("full", on if choices.full_screen else off, "f", turn("full_screen"), choices.full_screen),
            Switch("palm", palm, "w", turn("palm_next"), choices.palm_next),
            Switch("calm", calm, "c", turn("calm"), not choices.calm),
            Switch("verify", pace, "p", self._next_pace, choices.verify_pace is not Pace.BY_HAND),
            Switch("language", own_name(t.language), "l", self._next_language, True),
        ]

    def _softer(self) -> None:
        """The next softer volume, and after the softest one the full one again; a sound says how loud that is."""
        softer = [volume for volume in VOLUMES if volume < self.app.choices.volume - 1e-6]
        self.app.choose(volume=(softer or VOLUMES)[0])
        self.app.play(Cue.COUNT)

    def _next_pace(self) -> None:
        """Verify plays at the next pace."""
        paces = list(Pace)
        self.app.choose(verify_pace=paces[(paces.index(self.app.choices.verify_pace) + 1) % len(paces)])

    def _next_language(self) -> None:
        """Speak the next language: who cannot read this one sees its own name appear."""
        there = self.t.languages
        at = there.index(self.t.language)
        self.app.choose(language=there[(at + 1) % len(there)])

    def _draw(self, page: Page, switch: Switch, rect: Rect) -> None:
        hover, focused = page.press_area(switch.name, rect, switch.press, switch.key, why_not=switch.why_not)
        edge = theme.CREAM if focused else theme.GOLD if hover else theme.RAISED if switch.on else theme.FELT
        page.frame(rect, edge, theme.RAISED if switch.on else theme.FELT, 7, 28)
        top = rect.y + rect.h / 2 - 105
        page.write(self.t(f"settings.{switch.name}"), Rect(rect.x + 24, top, rect.w - 48, 70), Role.NAME)
        ink = theme.GOLD if switch.on else theme.FAINT
        page.write(switch.state, Rect(rect.x + 24, top + 78, rect.w - 48, 62), Role.CHOICE, ink, wrap=True)
        key_badge(page, switch.key.upper(), (rect.center[0], top + 184))
