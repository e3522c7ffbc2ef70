"""Simple players of JANE's Card Game: they play what they can, strip JANE when their paws are small, and the careless
throw cards away or touch the scroll with what cannot be played."""

from __future__ import annotations

from rules.janes_card_game.cards import Kind
from rules.janes_card_game.chance import draw_deal, draw_dealer, draw_play
from rules.janes_card_game.combinations import found
from rules.janes_card_game.events import Combination, Discard, Draw, Play
from rules.janes_card_game.scoring import card_points
from rules.janes_card_game.state import Phase, State
from rules.janes_card_game.turns import must_pity, sources
from rules.simulate.sitting import SimplePlayers, Sitting

_WISHES = (
    Combination.DAUPHINE,
    Combination.TRICK,
    Combination.HUDALALEIGH,
    Combination.WILD_MAGICKS,
    Combination.PITY_PARTY,
    Combination.PITY,
)
_KIND = (Combination.PITY, Combination.PITY_PARTY)


def play(sitting: Sitting) -> None:
    """Play with open paws until an end is reached."""
    _, dealer = draw_dealer(sitting.lot, sitting.state)
    sitting.tell(draw_deal(sitting.lot, sitting.state, dealer, 0.0))
    starter = sitting.state.player
    kindness = {player: sitting.lot.random() for player in sitting.players}
    while sitting.state.phase is not Phase.END:
        _turn(sitting, kindness)
        sitting.length += 1
    winners = sitting.game.standings(sitting.state).winners  # type: ignore[attr-defined]
    sitting.first["Games won by whoever had the first turn"] += starter in winners
    sitting.first["of Games won by whoever had the first turn"] += 1


def _turn(sitting: Sitting, kindness: dict[str, float]) -> None:
    state: State = sitting.state
    player, lot = state.player, sitting.lot
    if state.phase is Phase.DRAW:
        sitting.tell(Draw(at=sitting.later(5), player=player, source=lot.choice(sources(state))))
    state = sitting.state
    careless = sitting.errs(player)
    if careless:
        _touch_the_scroll(sitting)
        if sitting.state is not state:
            return
    if not careless or must_pity(state):
        for combination in _WISHES:
            cards, _ = found(state, combination, player)
            forced = must_pity(state) and combination not in _KIND
            hard = combination in _KIND and not must_pity(state) and lot.random() > kindness[player]
            if cards is not None and not forced and not hard:
                sitting.tell(_event(sitting, combination, cards))
                return
    paw = state.paw(player).known
    card = lot.choice(paw) if careless else max(paw, key=lambda card: (card_points(state.table, card), card))
    if not careless and lot.random() < 0.5:
        card = max(paw, key=lambda card: (paw.count(card), card))
    sitting.tell(Discard(at=sitting.later(5), player=player, card=card))


def _touch_the_scroll(sitting: Sitting) -> None:
    """Try a trick with the first cards that look like one, whatever JANE wears."""
    state: State = sitting.state
    deck, paw = state.table.deck, state.paw(state.player).known
    kinds = (Kind.TRICKSTER, Kind.MAGICK, Kind.CLOTHING)
    cards = tuple(next((card for card in paw if deck.kind(card) is kind), paw[0]) for kind in kinds)
    sitting.attempt(Play(at=sitting.later(5), player=state.player, combination=Combination.TRICK, cards=cards))


def _event(sitting: Sitting, combination: Combination, cards: tuple[str, ...]) -> Play:
    state: State = sitting.state
    player, lot = state.player, sitting.lot
    event = Play(at=sitting.later(5), player=player, combination=combination, cards=cards)
    others = [other for other in sitting.players if other != player]
    if combination is Combination.PITY_PARTY:
        rest = list(state.paw(player).known)
        for card in cards:
            rest.remove(card)
        rest.sort(key=lambda card: (card_points(state.table, card), card))
        give = tuple(rest[-3:])
        event = Play(at=event.at, player=player, combination=combination, cards=cards, give=give, to=lot.choice(others))
    if combination is Combination.HUDALALEIGH:
        event = Play(
            at=event.at, player=player, combination=combination, cards=cards, forfeit=lot.choice(sitting.players)
        )
    return draw_play(lot, state, event)


PLAYERS = SimplePlayers(play=play, unit="turns", score="penalties", scores=lambda standings: standings.penalties)
