"""Letters of every script: the window's own two fonts, and where they lack a letter one of the computer's that has it.

Letters are drawn some times too large and then made smaller: so they stand as far apart as their font means, to a part
of a pixel, at every size. The computer's fonts are looked for in a thread, once, and only when a letter needs them. A
letter that no font has is written as what it is called, never as an empty box, and `lacking` tells that there was one.
"""

from __future__ import annotations

import math
import threading
import unicodedata
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pygame

from ui.art.pen import Colour

VIRAMA = 9
"""The combining class of the sign that silences a vowel."""
NOBODYS = "\U0010fffe"
"""No font has this letter: what is drawn for it is drawn for every letter that a font lacks."""
RIGHT_TO_LEFT = frozenset(("Arab", "Hebr", "Syrc", "Thaa", "Nkoo"))
FOLDER = Path(__file__).parent.parent / "fonts"
TEXT_FONT = FOLDER / "NotoSans-SemiBold.ttf"
"""For whatever is read: Latin, Greek, Cyrillic and Devanagari letters."""
DISPLAY_FONT = str(FOLDER / "Fredoka-Bold.ttf")
"""For what is seen from afar: names, scores, verdicts. Latin letters; what it lacks comes from the other."""
LINE, BASELINE = 1.16, 0.92
"""How far apart two lines are and how far below a line's top its letters stand, as shares of a font's size."""
LARGE_PX = 96
"""The size at which letters are measured, and drawn where they are to be at most half as large."""
FONT_BEGINS = (b"\0\1\0\0", b"OTTO", b"true", b"ttcf")
SCRIPTS = {
    "ARABIC": "Arab", "HEBREW": "Hebr", "SYRIAC": "Syrc", "THAANA": "Thaa", "NKO": "Nkoo", "DEVANAGARI": "Deva",
    "BENGALI": "Beng", "GUJARATI": "Gujr", "GURMUKHI": "Guru", "TAMIL": "Taml", "TELUGU": "Telu", "KANNADA": "Knda",
    "MALAYALAM": "Mlym", "SINHALA": "Sinh", "THAI": "Thai", "LAO": "Laoo", "KHMER": "Khmr", "MYANMAR": "Mymr",
    "TIBETAN": "Tibt", "ETHIOPIC": "Ethi", "GEORGIAN": "Geor", "ARMENIAN": "Armn", "HANGUL": "Hang", "CJK": "Hani",
    "HIRAGANA": "Hira", "KATAKANA": "Kana",
}  # fmt: skip
"""How a letter's Unicode name begins, and what its script is called where letters are shaped (ISO 15924)."""
WIDELY_HAD = (
    "notosans", "notosanscjkjp", "notosanscjksc", "notosanscjkkr", "notosansjp", "notosanssc", "notosanskr",
    "notosansarabic", "notosanshebrew", "notosansdevanagari", "notosansthai", "notosansbengali", "notosanstamil",
    "dejavusans", "segoeui", "meiryo", "yugothic", "msgothic", "microsoftyahei", "microsoftjhenghei", "simsun",
    "malgungothic", "nirmalaui", "mangal", "leelawadeeui", "tahoma", "arialunicodems", "arial", "pingfangsc",
    "hiraginosansgb", "hiraginosans", "applesdgothicneo", "geezapro", "arialhebrew", "devanagarimt",
    "kohinoordevanagari", "thonburi", "wenquanyizenhei", "wenquanyimicrohei", "droidsansfallback", "ipagothic",
    "takaogothic", "nanumgothic", "unbatang", "lohitdevanagari", "freesans", "unifont",
)  # fmt: skip
"""Fonts that systems come with and that between them have nearly every script, by pygame's names of them."""

MOST_TRIED = 40
"""So many fonts are tried at the most: the window waits for that, once for each new letter."""


def system_fonts() -> list[str]:
    """The files of the computer's fonts that are tried, those that are widely had first. May take a second."""
    known = set(pygame.font.get_fonts())
    names = [name for name in WIDELY_HAD if name in known]
    names = (names + sorted(known - set(names)))[:MOST_TRIED]
    paths = (pygame.font.match_font(name) for name in names)
    return list(dict.fromkeys(path for path in paths if path))


def in_thread(work: Callable[[], None]) -> None:
    """Do something beside the window."""
    threading.Thread(target=work, name="font search", daemon=True).start()


def line_height(size_px: int) -> int:
    """How far apart two lines are, in pixels."""
    return round(size_px * LINE)


class Run(NamedTuple):
    """Letters that are drawn with one font, None being the window's own for texts."""

    text: str
    path: str | None
    script: str | None


class Fonts:
    """Draws and measures lines of text in whatever script they are."""

    def __init__(
        self,
        find: Callable[[], Sequence[str]] = system_fonts,
        beside: Callable[[Callable[[], None]], None] = in_thread,
    ) -> None:
        """`find` gives the font files to try, in their order; `beside` lets it happen while the window goes on."""
        self._find, self._beside = find, beside
        self._found: list[str] | None = None
        self._looking = False
        self._fonts: dict[tuple[str | None, int, str | None], pygame.font.Font] = {}
        self._has: dict[tuple[str | None, str], bool] = {}
        self._widths: dict[Run, int] = {}
        """How wide runs are at the large size, in pixels."""
        self._runs: dict[tuple[str, bool], tuple[Run, ...]] = {}
        self.version = 0
        """Goes up when the same text may look different from now on."""
        self.lacking = False
        """Whether a letter had to be replaced because no font has it."""

    def update(self) -> None:
        """Take in what the search has found; to be called once a frame."""
        if self._looking and self._found is not None:
            self._looking = False
            self._runs.clear()
            self.version += 1

    def width(self, line: str, size_px: int, display: bool = False) -> int:
        """How wide a line is, in pixels; `display` writes it with the font that is seen from afar."""
        return math.ceil(sum(map(self._large_width, self.runs(line, display))) * size_px / LARGE_PX)

    def draw(self, line: str, size_px: int, colour: Colour, display: bool = False) -> pygame.Surface:
        """A line as a picture, `line_height` high."""
        large_px = LARGE_PX if 2 * size_px <= LARGE_PX else 2 * size_px
        runs = self.runs(line, display)
        fonts = [self._font(run.path, large_px, run.script) for run in runs]
        drawn = [font.render(run.text, True, colour) for font, run in zip(fonts, runs, strict=True)]
        high = line_height(large_px)
        whole = pygame.Surface((max(1, sum(part.get_width() for part in drawn)), high), pygame.SRCALPHA)
        whole.fill((*colour[:3], 0))
        x = 0
        for run, font, part in zip(runs, fonts, drawn, strict=True):
            top = round(large_px * BASELINE) - font.get_ascent()
            own = run.path in (None, DISPLAY_FONT)
            whole.blit(part, (x, top if own else min(max(top, 0), high - part.get_height())))
            x += part.get_width()
        return pygame.transform.smoothscale(whole, (max(1, self.width(line, size_px, display)), line_height(size_px)))

    def _large_width(self, run: Run) -> int:
        found = self._widths.get(run)
        if found is None:
            if len(self._widths) > 5000:
                self._widths.clear()
            found = self._widths[run] = self._font(run.path, LARGE_PX, run.script).size(run.text)[0]
        return found

    def runs(self, line: str, display: bool = False) -> tuple[Run, ...]:
        """A line cut where the font changes. Spaces within a run stay in it, so that its words keep their order."""
        if line.isascii() and line.isprintable():
            return (Run(line, DISPLAY_FONT if display else None, None),)
        found = self._runs.get((line, display))
        if found is None:
            found = self._cut(line, display)
            if len(self._runs) > 1000:
                self._runs.clear()
            self._runs[line, display] = found
        return found

    def _cut(self, line: str, display: bool) -> tuple[Run, ...]:
        letters = [
            letter for letter in unicodedata.normalize("NFC", line) if letter.isprintable() or letter == "\u200d"
        ]
        fonts: list[tuple[str | None, str | None] | str] = []
        for letter in letters:
            if fonts and (unicodedata.category(letter)[0] == "M" or letter == "\u200d"):
                fonts.append(fonts[-1])  # a mark goes with its letter
                continue
            font = self._font_for(letter, display)
            fonts.append(font if font is not None else "nobody")
        for i in range(len(fonts) - 2, 0, -1):  # a space belongs to its neighbours where they agree
            later = fonts[i + 1]
            before = next((fonts[k] for k in range(i - 1, -1, -1) if letters[k] != " "), None)
            if letters[i] == " " and later == before:
                fonts[i] = later
        runs: list[Run] = []
        for font, group in groupby(zip(letters, fonts, strict=True), key=lambda pair: pair[1]):
            text = "".join(letter for letter, _ in group)
            if isinstance(font, str):
                self.lacking = self.lacking or not self._looking
                runs.append(Run(substitute(text), None, None))
            else:
                runs.append(Run(text, *font))
        return tuple(runs)

    def _font_for(self, letter: str, display: bool) -> tuple[str | None, str | None] | None:
        """The font and script of a letter; None when no font has it."""
        script = script_of(letter)
        if display and script is None and self._in(DISPLAY_FONT, letter):
            return DISPLAY_FONT, None
        if self._in(None, letter):
            return None, script
        if self._found is None and not self._looking:
            self._looking = True
            self._beside(self._look)
            self.update()
        path = next((path for path in self._found or () if self._in(path, letter)), None)
        return (path, script) if path is not None else None

    def _look(self) -> None:
        try:
            found = [path for path in self._find() if _is_font(path)]
        except (OSError, pygame.error):
            found = []
        self._found = found

    def _in(self, path: str | None, letter: str) -> bool:
        if path is None and letter.isascii():
            return True
        key = (path, letter)
        if key not in self._has:
            try:
                font = self._font(path, 24, None)
                nothing = font.render(NOBODYS, False, (255, 255, 255))
                drawn = font.render(letter, False, (255, 255, 255))
                same = drawn.get_size() == nothing.get_size() and drawn.get_buffer().raw == nothing.get_buffer().raw
                self._has[key] = not same and (drawn.get_width() > 0 or unicodedata.category(letter)[0] in "MC")
            except (OSError, pygame.error):
                self._has[key] = False
        return self._has[key]

    def _font(self, path: str | None, size_px: int, script: str | None) -> pygame.font.Font:
        key = (path, size_px, script)
        if key not in self._fonts:
            font = pygame.font.Font(path or TEXT_FONT, size_px)
            foreign = path not in (None, DISPLAY_FONT)
            if foreign and (high := font.get_linesize()) > (room := line_height(size_px)):
                font = pygame.font.Font(path, max(4, size_px * room // high))
            if script is not None:
                try:
                    font.set_script(script)
                    font.set_direction(pygame.DIRECTION_RTL if script in RIGHT_TO_LEFT else pygame.DIRECTION_LTR)
                except pygame.error:  # without the library that shapes letters they stand one by one
                    pass
            self._fonts[key] = font
        return self._fonts[key]


def _is_font(path: str) -> bool:
    """Whether a file begins as fonts do; one that does not would end the program."""
    try:
        with Path(path).open("rb") as file:
            return file.read(4) in FONT_BEGINS
    except OSError:
        return False


def script_of(letter: str) -> str | None:
    """The script of a letter for shaping it, or None where letters just follow each other."""
    return SCRIPTS.get(unicodedata.name(letter, "").split(" ")[0])


def substitute(text: str) -> str:
    """What stands for letters that no font has: how each is called, as far as that is short, else what it is."""
    words = []
    for word in text.split(" "):
        called: list[str] = []
        for letter in word:
            said = _called(letter)
            if unicodedata.category(letter)[0] == "M" and called and (said or unicodedata.combining(letter) == VIRAMA):
                called[-1] = called[-1].removesuffix("a")  # a vowel's sign takes the place of the one that goes unsaid
            called.append(said)
        called = [said for said in called if said]
        joined = ("" if all(len(said) <= 3 for said in called) else "-").join(called)
        words.append(joined[:1].upper() + joined[1:])
    return " ".join(words)


def _called(letter: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFKD", letter) if c.isascii() and c.isprintable())
    if plain:
        return plain
    name = unicodedata.name(letter, "")
    for kind in (" LETTER ", " SYLLABLE ", " VOWEL SIGN "):
        if kind in name:
            return name.rpartition(kind)[2].split(" WITH ")[0].split(" ")[-1].lower()
    if " CHARACTER " in name:
        return name.rpartition(" CHARACTER ")[2].split(" ")[0].lower()
    if unicodedata.category(letter)[0] in "MC":
        return ""
    return f"({name.lower()})" if name and "IDEOGRAPH" not in name else f"({ord(letter):X})"
