"""The deal, taking and discarding cards, and how turns pass (Starting the Game, The Run of Play).

For each event `no_...` gives the reason why it may not happen now, or None; what is refused and what `legal` answers
are thus the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from rules.game import Illegal, Ruling
from rules.janes_card_game import rulings as r
from rules.janes_card_game.cards import DECK_SIZE
from rules.janes_card_game.combinations import pity_can_be_played
from rules.janes_card_game.events import Deal, Discard, Draw, Show, Source
from rules.janes_card_game.outfit import bare
from rules.janes_card_game.paws import no_such_cards, unseen, without
from rules.janes_card_game.scoring import end_play, game_over, play_ended, to_show
from rules.janes_card_game.state import PAW_SIZE, Paw, Phase, State
from rules.refusing import no_player, refuse

After = tuple[State, tuple[Ruling, ...]]


def no_deal(state: State) -> str | None:
    """Why no cards may be dealt."""
    return None if state.phase is Phase.DEAL else f"the cards are dealt already, by {state.dealer}"


def _bad_deal(state: State, event: Deal) -> Iterator[str]:
    yield from filter(None, [no_player(state.table.players, event.dealer), no_such_cards(state, [event.table])])
    if not state.table.open:
        if event.paws is not None or event.stack is not None:
            yield "with hidden paws a deal names the dealer and the table card only"
        return
    if event.paws is None or event.stack is None:
        yield "with open paws a deal names every paw and the stack"
        return
    for player in event.paws:
        yield from filter(None, [no_player(state.table.players, player)])
    for player in state.table.players:
        if len(event.paws.get(player, ())) != PAW_SIZE:
            yield f"{player} is dealt {PAW_SIZE} cards, not {len(event.paws.get(player, ()))}"
    dealt = Counter([event.table, *event.stack, *(card for paw in event.paws.values() for card in paw)])
    deck = state.table.deck.counts
    for what, cards in (("too many", dealt - deck), ("too few", deck - dealt)):
        if cards:
            names = ", ".join(f"{count} {card}" for card, count in sorted(cards.items()))
            yield f"the deal must be the {DECK_SIZE} cards of the deck, and has {what}: {names}"


def deal(state: State, event: Deal) -> After:
    """Starting the Game: nine cards each, one on the table pile, the others are the stack; the player to the
    dealer's right begins (rulings J10 and J11)."""
    refuse(no_deal(state))
    refuse("; ".join(_bad_deal(state, event)))
    players = state.table.players
    paws = event.paws
    held = (Paw((), PAW_SIZE),) * len(players) if paws is None else tuple(Paw(paws[player]) for player in players)
    stack = event.stack or ()
    size = DECK_SIZE - 1 - PAW_SIZE * len(players)
    after = replace(
        state,
        phase=Phase.DRAW,
        dealer=event.dealer,
        paws=held,
        stack=stack,
        stack_size=size,
        table_pile=(event.table,),
        turn=state.seat(event.dealer),
    )
    turns = (*after.widdershins(event.dealer), event.dealer)
    said = r.Dealt(dealer=event.dealer, turns=turns, table=event.table, stack=size)
    after, rulings = _next_turn(after)
    return after, (said, *rulings)


def sources(state: State) -> tuple[Source, ...]:
    """Where a card can be taken from."""
    return (*((Source.TABLE,) if state.table_pile else ()), *((Source.STACK,) if state.stack_size else ()))


def _next_turn(state: State) -> After:
    """Pass the turn widdershins; an empty paw sits it out, which is a turn without a combination (rulings J11, J12)."""
    players = len(state.table.players)
    rulings: list[Ruling] = []
    while True:
        state = replace(state, turn=(state.turn - 1) % players)
        if len(state.paws[state.turn]):
            break
        rulings.append(r.SitsOut(player=state.player))
        state = replace(state, quiet=0 if state.stack_size else state.quiet + 1)
        because = play_ended(state)
        if because:
            state, ended = end_play(state, because)
            return state, (*rulings, *ended)
    take_from = sources(state)
    rulings.append(r.Turn(player=state.player, may_take_from=take_from))
    state = replace(state, phase=Phase.DRAW if take_from else Phase.ACT)
    return state, (*rulings, *(() if take_from else _pity_due(state)))


def end_turn(state: State, combination: bool) -> After:
    """The ends are checked after each turn (ruling J19); otherwise the next player's turn begins."""
    state = replace(state, quiet=0 if combination or state.stack_size else state.quiet + 1)
    because = play_ended(state)
    return end_play(state, because) if because else _next_turn(state)


def _pity_due(state: State) -> tuple[Ruling, ...]:
    if not bare(state.worn):
        return ()
    can = pity_can_be_played(state, state.player)
    return () if state.table.open and not can else (r.PityDue(player=state.player, sure=can),)


def no_turn(state: State, player: str, what: str) -> str | None:
    """Why `player` may do nothing now that belongs to a turn."""
    why = no_player(state.table.players, player)
    if why:
        return why
    match state.phase:
        case Phase.DEAL:
            return f"{player} cannot {what} before the deal"
        case Phase.SHOW:
            return f"{player} cannot {what}: play has ended; now the paws are shown"
        case Phase.END:
            return f"{player} cannot {what}: the game is over"
    if player != state.player:
        return f"{player} cannot {what}: it is {state.player}'s turn"
    return None


def no_draw(state: State, player: str, source: Source | None = None) -> str | None:
    """Why `player` may not take a card from `source` (None: from anywhere)."""
    why = no_turn(state, player, "take a card")
    if why:
        return why
    if state.phase is Phase.ACT:
        taken = "there is none to take" if not sources(state) else "one was taken this turn"
        return f"{player} cannot take a card: {taken}; now a card is discarded or a combination played"
    if source is not None and source not in sources(state):
        return f"{player} cannot take a card from the {_PILE[source]}: it is empty"
    return None


_PILE = {Source.TABLE: "table pile", Source.STACK: "stack"}


def from_stack(state: State, player: str) -> tuple[State, r.Drew]:
    """The top of the stack goes to `player`."""
    paw = state.paw(player)
    card = state.stack[0] if state.stack else None
    more = Paw((*paw.known, card), paw.unknown) if card is not None else Paw(paw.known, paw.unknown + 1)
    after = replace(state, paws=state.with_paw(player, more), stack=state.stack[1:], stack_size=state.stack_size - 1)
    return after, r.Drew(player=player, source=Source.STACK, card=card, left=after.stack_size)


def draw(state: State, event: Draw) -> After:
    """A turn begins with a card from the table pile or the stack (ruling J12)."""
    refuse(no_draw(state, event.player, event.source))
    if event.source is Source.STACK:
        after, said = from_stack(state, event.player)
    else:
        paw, card = state.paw(event.player), state.table_pile[-1]
        more = Paw((*paw.known, card), paw.unknown)
        after = replace(state, paws=state.with_paw(event.player, more), table_pile=state.table_pile[:-1])
        said = r.Drew(player=event.player, source=Source.TABLE, card=card, left=len(after.table_pile))
    after = replace(after, phase=Phase.ACT)
    return after, (said, *_pity_due(after))


def no_act(state: State, player: str, what: str) -> str | None:
    """Why `player` may not end a turn now."""
    why = no_turn(state, player, what)
    if why is None and state.phase is Phase.DRAW:
        return f"{player} must first take a card from the table pile or the stack"
    return why


def no_discard(state: State, player: str) -> str | None:
    """Why `player` may not discard: among others because a pity must be played (ruling J18)."""
    why = no_act(state, player, "discard")
    if why is None and must_pity(state):
        return f"JANE wears nothing, and {player} can play a pity or a pity party, so it must be one of those"
    return why


def must_pity(state: State) -> bool:
    """Whether the player in turn must play a pity or a pity party. With hidden paws it is a matter of honour."""
    return state.table.open and bare(state.worn) and pity_can_be_played(state, state.player)


def discard(state: State, event: Discard) -> After:
    """A turn ends with a card on the table pile."""
    refuse(no_discard(state, event.player) or no_such_cards(state, [event.card]))
    paw, why = without(state, event.player, [event.card])
    refuse(why)
    after = replace(state, paws=state.with_paw(event.player, paw), table_pile=(*state.table_pile, event.card))
    after, rulings = end_turn(after, combination=False)
    return after, (r.Discarded(player=event.player, card=event.card), *rulings)


def no_show(state: State, player: str, cards: tuple[str, ...] | None = None) -> str | None:
    """Why `player` may not show `cards` (None: any). An empty paw has none, but may be shown empty."""
    why = no_player(state.table.players, player)
    if why:
        return why
    if state.table.open:
        return "with open paws every card is known, and none is to be shown"
    if state.because is None:
        return f"{player} shows the remaining cards when play has ended, not before"
    if player in state.shown:
        return f"{player} has shown the remaining cards already"
    return None if len(state.paw(player)) or cards == () else f"{player} has no cards left to show"


def show(state: State, event: Show) -> After:
    """With hidden paws: the cards that a player still holds when play has ended."""
    refuse(no_show(state, event.player, event.cards) or no_such_cards(state, event.cards))
    paw = state.paw(event.player)
    if len(event.cards) != len(paw):
        raise Illegal(f"{event.player} holds {len(paw)} cards at the end, and {len(event.cards)} are shown")
    missing = Counter(paw.known) - Counter(event.cards)
    if missing:
        names = ", ".join(f"{count} {card}" for card, count in missing.items())
        raise Illegal(f"{event.player} is known to hold {names}, which was not shown")
    extra = Counter(event.cards) - Counter(paw.known) - unseen(state)
    if extra:
        names = ", ".join(f"{count} {card}" for card, count in extra.items())
        raise Illegal(f"{event.player} cannot hold {names}: all copies lie or lay elsewhere")
    after = replace(state, paws=state.with_paw(event.player, Paw(event.cards)), shown=(*state.shown, event.player))
    said: tuple[Ruling, ...] = (r.Shown(player=event.player, cards=event.cards),)
    if to_show(after) or not event.cards:
        return after, said
    after = replace(after, phase=Phase.END)
    *penalties, over = game_over(after)
    # Whoever played the Dauphine has won, and that was said.
    return after, (*said, *penalties, *((over,) if after.champion is None else ()))
