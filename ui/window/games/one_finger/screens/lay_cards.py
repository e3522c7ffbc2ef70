"""Where the cards in play lie on the table: found in the picture, or drawn by hand."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import partial

import numpy as np

from gesture.sources.frames import Frame
from rules.one_finger.cards import Button
from ui.sound.synth import Cue
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.game_screen import GameScreen
from ui.window.games.one_finger.card_search import CardSearch, Outline, around
from ui.window.games.one_finger.destinations import place_of
from ui.window.games.one_finger.finger_game import FingerGame
from ui.window.games.one_finger.options import BY_HAND, BY_KEY
from ui.window.page import Page
from ui.window.parts.palm_next import PalmNext
from ui.window.parts.picture import Picture, Spot, draw_zone
from ui.window.theme import Role

PICTURE = Rect(40, 100, 1040, 640)
WORDS = Rect(1104, 100, 456, 640)
LOOKED, EVERY_S = 4, 0.25
"""A card is looked for on so many pictures, so far apart."""
SAME_PX = 6.0
"""Cards found within so many pixels of where they were before lie still."""
AGREED = 3
"""So often in a row the cards must be found in one place; then the game begins by itself ..."""
BEGINS_S = 3.0
"""... in so long."""
STEP = 0.01
"""A card that is drawn by hand moves and grows by this share of the picture's width at a press."""


class LayCardsScreen(GameScreen):
    """The camera's picture with the cards on it."""

    def __init__(self, app: App, game: FingerGame) -> None:
        super().__init__(app, game)
        self.game = game
        decks = {card.button for card in game.state.table.deck}
        self.wanted = 2 if Button.DOUBLE in decks else 1
        self.cards: list[Outline] = []
        """Where the cards lie, as far as that is known."""
        self.by_hand = False
        self._at = 0
        """The card that is drawn."""
        self._picture = Picture()
        self._frames: deque[Frame] = deque(maxlen=LOOKED)
        self._search: CardSearch | None = None
        self._agreed = 0
        self._since_s: float | None = None
        """Since when all cards lie still."""
        self._palm = PalmNext(app, game)

    @property
    def _by_hand(self) -> bool:
        """Whether a free hand that is laid down shall call."""
        return self.app.choices.option(self.game.game, "calls", BY_KEY) == BY_HAND

    @property
    def whole(self) -> bool:
        """Whether it is known where all cards lie."""
        return len(self.cards) == self.wanted

    def update(self, now_s: float) -> None:
        """Look for the cards; where they lie still the game begins by itself."""
        super().update(now_s)
        watched = self.game.watched
        if watched is None:
            self.on(place_of(self.game))
            return
        newest = watched.glimpse
        if newest is not None and (not self._frames or newest.frame.at_s >= self._frames[-1].at_s + EVERY_S):
            self._frames.append(newest.frame)
        if self.by_hand and self._frames:
            self._draw_missing()
        elif not self.asks:
            self._look(now_s)
        self._palm.update(not self.asks and self.whole, False, self._begin)
        if self._since_s is not None and now_s >= self._since_s + BEGINS_S and not self.asks:
            self._begin()

    def _look(self, now_s: float) -> None:
        if self._search is None and len(self._frames) == LOOKED and self.game.watched is not None:
            self._search = CardSearch(tuple(self._frames), self.game.watched.table)
        found = self._search.found if self._search is not None else None
        if found is None:
            return
        self._search = None
        found = found[: self.wanted]
        same = len(found) == len(self.cards) and all(
            float(np.abs(a.mean(0) - b.mean(0)).max()) < SAME_PX for a, b in zip(found, self.cards, strict=True)
        )
        self._agreed = self._agreed + 1 if same else 0
        self.cards = list(found)
        if not self.whole or self._agreed < AGREED:
            self._since_s = None
        elif self._since_s is None:
            self._since_s = now_s
            self.app.play(Cue.STEP)

    def leave(self) -> None:
        """Look for no palm any more."""
        self._palm.stop()
        super().leave()

    def draw(self, page: Page) -> None:
        """The picture, what to do, and the ways on."""
        self.title(page, self.t("cards_lie.title"))
        page.box(PICTURE, theme.FELT)
        if self._frames:
            spot = self._picture.draw(page, PICTURE.inset(6), self._frames[-1].image)
            for place, card in enumerate(self.cards):
                chosen = self.by_hand and place == self._at
                draw_zone(page, spot, card, theme.CREAM if chosen else theme.GOLD, False, 6)
            if self.by_hand and self.whole and not self.asks:
                self._draw_aim(page, spot)
        else:
            page.write(self.t("watching.opening"), PICTURE.inset(60), Role.PROMPT, theme.QUIET, wrap=True)
        page.write(self._prompt(), WORDS, Role.BODY, theme.CREAM, wrap=True, size=Role.CHOICE.size)
        if not self.asks:
            self._draw_row(page, Rect(40, 756, 1520, 84))
        self._palm.draw(page, self.t("cards_lie.begin"))
        self.last(page)

    def _draw_row(self, page: Page, row: Rect) -> None:
        rooms = row.columns(3, 16)
        words = self.t("cards_lie.find" if self.by_hand else "cards_lie.by_hand")
        page.button("by_hand", rooms[0], words, self._turn, "d", size=Role.BODY.size, wrap=True)
        page.button(
            "without", rooms[1], self.t("cards_lie.without"), self._without, "k", size=Role.BODY.size, wrap=True
        )
        page.button(
            "begin", rooms[2], self.t("cards_lie.begin"), self._begin, "return", "space",
            main=True, size=Role.CHOICE.size, enabled=self.whole, why_not=self._prompt(),
        )  # fmt: skip

    def _draw_aim(self, page: Page, spot: Spot) -> None:
        """Keys and the pointer move the card that is drawn."""
        page.press_area("aim", spot.lies, partial(self._aim, spot))
        moves = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
        row = Rect(40, 846, 1520, 48).columns(7, 10)
        for room, (key, (dx, dy)) in zip(row, moves.items(), strict=False):
            page.button(f"move-{key}", room, self.t(f"cards_lie.{key}"), partial(self._move, dx, dy), key, size=30)
        page.button("larger", row[4], self.t("cards_lie.larger"), partial(self._grow, 1.08), "+", size=30)
        page.button("smaller", row[5], self.t("cards_lie.smaller"), partial(self._grow, 1 / 1.08), "-", size=30)
        if self.wanted > 1:
            page.button("other", row[6], self.t("cards_lie.other"), self._other, "o", size=30)

    def _prompt(self) -> str:
        if self.by_hand:
            return self.t("cards_lie.how_by_hand")
        if self.whole and self._since_s is not None:
            return self.t("cards_lie.found")
        if len(self.cards) == 1 and self.wanted == 2:
            return self.t("cards_lie.second")
        return self.t("cards_lie.lay_two" if self.wanted == 2 else "cards_lie.lay")

    def _turn(self) -> None:
        """Draw by hand, from where the cards were found; or look for them again."""
        self.by_hand, self._since_s, self._at = not self.by_hand, None, 0

    def _draw_missing(self) -> None:
        """A card that is to be drawn by hand, and was not found, begins in the middle."""
        width, height = self._frames[-1].size
        side = width * 0.12
        apart = side * 0.75 if self.wanted == 2 else 0.0
        while not self.whole:
            x = width / 2 + apart * (1 if self.cards else -1)
            self.cards.append(around((x, height / 2), side))

    def _aim(self, spot: Spot) -> None:
        """The card's middle is where the pointer is."""
        x, y = self.app.touch.pointer
        at = np.array([(x - spot.lies.x) / spot.scale, (y - spot.lies.y) / spot.scale])
        card = self.cards[self._at]
        self.cards[self._at] = card - card.mean(0) + at

    def _move(self, dx: float, dy: float) -> None:
        step = STEP * self._frames[-1].size[0]
        self.cards[self._at] = self.cards[self._at] + np.array([dx * step, dy * step])

    def _grow(self, by: float) -> None:
        card = self.cards[self._at]
        self.cards[self._at] = card.mean(0) + (card - card.mean(0)) * by

    def _other(self) -> None:
        self._at = (self._at + 1) % len(self.cards)

    def _without(self) -> None:
        """Play on by keys."""
        self.game.stop_watching()
        self.on(place_of(self.game))

    def _begin(self) -> None:
        watched = self.game.watched
        if watched is None or not self.whole:
            return
        watched.sit(replace(watched.table, in_play=tuple(self.cards), free_hands=self._by_hand))
        self.on(place_of(self.game))
