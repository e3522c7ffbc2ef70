"""Setup and Playing a Round: what may happen when, and what comes of it.

For each event `no_...` gives the reason why it may not happen now, or None; what is refused and what `legal` answers
are thus the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.game import Illegal, Ruling
from rules.one_finger import rulings as r
from rules.one_finger.buttons import effect, take, winnings
from rules.one_finger.cards import Button, Card
from rules.one_finger.events import Arbitrate, Call, Deal, Fingers, First
from rules.one_finger.rulings import Because
from rules.one_finger.state import PLAYERS, LastCall, Phase, State
from rules.players import Players, bad_players, seated_anew
from rules.refusing import no_player, refuse
from rules.words import counted, listed

After = tuple[State, tuple[Ruling, ...]]
RULEBOOK_PERCENT = 11.73
"""The rulebook's joke: the percentage of calls in which callers defeat their own call (End of the Game)."""
_TO_OPEN = 2
"""A round needs a card to play and one that shows its number (ruling F10)."""
_HAIR_S = 1e-6
"""Times are decimal fractions; a finger at the very edge of the window is in time."""


def no_deal(state: State) -> str | None:
    """Why no cards may be dealt."""
    return None if state.phase is Phase.DEAL else "the cards are dealt already; they are dealt once a game (Setup)"


def _bad_deal(state: State, event: Deal) -> Iterator[str]:
    for player in event.piles:
        if player not in state.table.players:
            yield f"a card is dealt to {player!r}, who is not at the table ({', '.join(state.table.players)})"
    lacking = [player for player in state.table.players if player not in event.piles]
    if lacking:
        yield f"no card is dealt to {listed(lacking)}; each player's pile starts with one (Setup)"
    kinds = set(state.table.deck)
    for card in dict.fromkeys((*event.piles.values(), *event.draw)):
        if card not in kinds:
            yield f"the deck has no card with {card.number} on one side and {card.button} on the other"


def deal(state: State, event: Deal) -> After:
    """Setup. A deal may hold any number of cards, so that a game can be taken up, or rehearsed, with few."""
    refuse(no_deal(state))
    refuse("; ".join(_bad_deal(state, event)))
    piles = {player: event.piles[player] for player in state.table.players}
    after = replace(state, phase=Phase.FIRST, piles=tuple((card,) for card in piles.values()), draw=event.draw)
    return after, (r.Dealt(piles=piles, draw=len(event.draw), shows=_shown(event.draw)),)


def no_first(state: State) -> str | None:
    """Why nobody can be named to go first."""
    if state.phase is Phase.DEAL:
        return "the cards must be dealt before it is said who goes first (Setup)"
    return None if state.phase is Phase.FIRST else "it is settled who went first; turns pass clockwise"


def first(state: State, event: First) -> After:
    """Who most recently used their finger goes first (ruling F13); the first round opens."""
    refuse(no_first(state) or no_player(state.table.players, event.player))
    return _open_round(replace(state, turn=state.table.players.index(event.player)))


def no_players(state: State) -> str | None:
    """Why nobody may leave or join now."""
    if state.phase is Phase.FIRST:
        return None
    called = state.phase is not Phase.CALL or (
        state.last_call is not None and state.last_call.before.round == state.round
    )
    why = _too_soon(state, "a change of players")
    return why or ("players leave and join between two rounds, and this one is under way" if called else None)


def players(state: State, event: Players) -> After:
    """Players leave or join between two rounds (ruling F15). Where the player in turn has left, it is the turn of the
    next one clockwise who still sits there."""
    refuse(no_players(state))
    refuse("; ".join(bad_players(event.players, PLAYERS, "One Finger!")))
    old = state.table.players
    piles, away, ruling = seated_anew(dict(zip(old, state.piles, strict=True)), state.away, event.players, ())
    in_turn = (player for player in (*old[state.turn :], *old[: state.turn]) if player in event.players)
    turn = event.players.index(next(in_turn, event.players[0]))
    table = replace(state.table, players=event.players)
    after = replace(state, table=table, piles=piles, away=away, turn=turn, last_call=None)
    return after, (ruling, *((r.Turn(player=after.caller, most=after.most),) if after.in_play else ()))


def _shown(draw: tuple[Card, ...]) -> int | str | None:
    return draw[0].number if draw else None


def _open_round(state: State) -> After:
    """Turn over the first card of the Draw pile, or end the game (rulings F5, F8, F10)."""
    if len(state.draw) < _TO_OPEN:
        over = replace(state, phase=Phase.END, in_play=())
        return over, (game_over(over),)
    cards = 2 if state.draw[0].button is Button.DOUBLE else 1
    after = replace(state, phase=Phase.CALL, in_play=state.draw[:cards], draw=state.draw[cards:], round=state.round + 1)
    opened = r.RoundOpened(
        round=after.round,
        button=after.button,
        beside=after.in_play[1] if after.doubled else None,
        shows=_shown(after.draw),
        own_fingers=after.own_fingers,
    )
    return after, (opened, r.Turn(player=after.caller, most=after.most))


def _too_soon(state: State, what: str) -> str | None:
    match state.phase:
        case Phase.DEAL:
            return f"{what} must wait for the deal (Setup)"
        case Phase.FIRST:
            return f"{what} must wait until it is said who goes first (Setup)"
        case Phase.END:
            return f"{what} comes too late: the game is over, the Draw pile is exhausted"
    return None


def no_call(state: State, player: str) -> str | None:
    """Why `player` may not call."""
    why = no_player(state.table.players, player) or _too_soon(state, "a call")
    if why or (state.phase is Phase.CALL and player == state.caller):
        return why
    if player != state.caller:
        return f"it is not {player}'s turn to call but {state.caller}'s"
    if state.phase is Phase.ARBITRATE:
        return f"the call of {state.called} waits for the group to uphold or cancel it"
    return f"{player} has called {state.called}; the fingers are counted before the next call"


def call(state: State, event: Call) -> After:
    """Step 2: a number from 0 to the fingers on a card."""
    refuse(no_call(state, event.player))
    most = state.most
    if not 0 <= event.number <= most:
        where = "on each card" if state.doubled else "on the card"
        raise Illegal(f"{event.player} called {event.number}; with {most} fingers {where} a call is from 0 to {most}")
    house = state.table.house
    ruling = r.Called(
        player=event.player,
        number=event.number,
        most=most,
        at=event.at,
        lift_from=round(max(event.at - house.early_s, 0.0), 6),
        lift_until=round(event.at + house.late_s, 6),
    )
    after = replace(state, phase=Phase.FINGERS, called=event.number, called_at_s=event.at, last_call=None)
    return after, (ruling,)


def no_fingers(state: State) -> str | None:
    """Why no fingers can be counted."""
    why = _too_soon(state, "counting fingers")
    if why or state.phase is Phase.FINGERS:
        return why
    if state.phase is Phase.ARBITRATE:
        return f"the fingers are counted; the group must uphold or cancel {state.caller}'s call of {state.called}"
    return f"there is no call to count fingers for; {state.caller} calls first"


def _bad_fingers(state: State, event: Fingers) -> Iterator[str]:
    players, own, cards = state.table.players, state.own_fingers, len(state.in_play)
    for player in dict.fromkeys((*event.kept, *event.lifts)):
        if player not in players:
            yield f"{player!r} is not at the table ({', '.join(players)})"
    lacking = [player for player in players if player not in event.kept]
    if lacking:
        yield f"kept must say how many fingers {listed(lacking)} left on each card"
    for player in players:
        if player not in event.kept:
            continue
        fingers = event.on_cards(player)
        if len(fingers) != cards:
            two = "a Double and its second card are" if cards == 2 else "one card is"
            yield f"{two} in play, so {player} has {counted(cards, 'number')} in kept, not {len(fingers)}"
        elif not all(0 <= kept <= own for kept in fingers):
            placed = counted(own, "finger")
            yield f"{player} placed {placed} on each card and cannot have left {listed(fingers)}"
    for player in event.unsure:
        if player not in players:
            yield f"{player!r} is not at the table ({', '.join(players)})"
    for player, times in event.lifts.items():
        if any(not 0 <= at_s <= event.at for at_s in times):
            yield f"the lifts of {player} must be from 0 to {event.at:g} s, when the fingers were counted"
        if player not in event.kept or player not in players:
            continue
        lifted = max(0, own * cards - sum(event.on_cards(player)))
        if len(times) > lifted:
            more = counted(len(times), "time")
            yield f"{player} lifted {counted(lifted, 'finger')}, so the lifts of {player} cannot hold {more}"


def fingers(state: State, event: Fingers) -> After:
    """Step 3: count what is left, unless a finger left early or late; then the group decides (ruling F12)."""
    refuse(no_fingers(state))
    refuse("; ".join(_bad_fingers(state, event)))
    out = tuple(_out_of_time(state, event))
    if not out:
        return _outcome(state, event)
    assert state.called is not None
    who = tuple(player for player in state.table.players if any(player == one.player for one in out))
    waits = r.Waits(player=state.caller, number=state.called, players=who)
    return replace(state, phase=Phase.ARBITRATE, waiting=event), (*out, waits)


def _out_of_time(state: State, event: Fingers) -> Iterator[r.OutOfTime]:
    house = state.table.house
    for player in state.table.players:
        for at_s in event.lifts.get(player, ()):
            after_s = at_s - state.called_at_s
            if -house.early_s - _HAIR_S <= after_s <= house.late_s + _HAIR_S:
                continue
            because = Because.EARLY if after_s < 0 else Because.LATE
            yield r.OutOfTime(player=player, because=because, at=at_s, off_by_s=round(abs(after_s), 6))


def no_arbitrate(state: State, event: Arbitrate | None = None) -> str | None:
    """Why the group cannot decide as `event` says (None: in any way at all)."""
    if state.last_call is None:
        why = _too_soon(state, "arbitrating")
        if why:
            return why
    if event is None or event.cancel:
        return None
    if event.kept is not None:
        counted = state.waiting is not None or state.last_call is not None
        return None if counted else "no fingers are counted that could be corrected"
    if event.uphold and state.phase is Phase.FINGERS:
        return "a call is upheld once its fingers are counted; before that it can only be cancelled"
    if state.phase in (Phase.FINGERS, Phase.ARBITRATE) or (state.last_call is not None and not event.uphold):
        return None
    return "no call waits to be upheld or cancelled"


def arbitrate(state: State, event: Arbitrate) -> After:
    """The Essential Concept: the group decides on a call that waits for it, and until the next call on the last one
    (ruling F12). What that call brought is undone first, where it does not stand."""
    refuse(no_arbitrate(state, event))
    if event.uphold:
        assert state.waiting is not None
        after, rulings = _outcome(state, state.waiting)
        return after, (_decided(state, Because.UPHELD), *rulings)
    before = state if state.last_call is None else state.last_call.before
    if event.kept is not None:
        corrected = _corrected(state, event)
        refuse("; ".join(_bad_fingers(before, corrected)))
        after, rulings = _outcome(before, corrected)
        return after, (_decided(before, Because.CORRECTED), *_undone(state), *rulings)
    fresh = replace(before, phase=Phase.CALL, called=None, called_at_s=0.0, waiting=None)
    if event.cancel:
        after, rulings = _open_round(replace(fresh, draw=(*fresh.draw, *fresh.in_play), in_play=()))
        return after, (_decided(before, Because.ROUND_CANCELLED), *_undone(state), *rulings)
    said = (_decided(before, Because.CANCELLED), *_undone(state))
    return fresh, (*said, r.Turn(player=fresh.caller, most=fresh.most))


def _decided(state: State, because: Because) -> r.Arbitrated:
    return r.Arbitrated(player=state.caller, because=because)


def _undone(state: State) -> tuple[Ruling, ...]:
    """That the cards which the last call won go back to where they were."""
    if state.last_call is None:
        return ()
    before, fingers = state.last_call.before, state.last_call.fingers
    assert before.called is not None
    if before.called not in left_on_cards(before, fingers):
        return ()
    return (r.Returned(player=before.caller, cards=winnings(before, before.called)),)


def _corrected(state: State, event: Arbitrate) -> Fingers:
    """The fingers as the group says they were: as counted, but for the players that it names."""
    counted = state.waiting if state.last_call is None else state.last_call.fingers
    assert counted is not None and event.kept is not None
    lifts = {player: times for player, times in counted.lifts.items() if player not in event.kept}
    return Fingers(at=counted.at, kept={**counted.kept, **event.kept}, lifts=lifts)


def left_on_cards(state: State, event: Fingers) -> tuple[int, ...]:
    """The fingers left on each card in play."""
    return tuple(sum(event.on_cards(player)[card] for player in event.kept) for card in range(len(state.in_play)))


def _defeats_itself(state: State, event: Fingers) -> bool:
    """Whether the caller made their own call impossible: on every card in play, 0 called and a finger left, or the
    most called and a finger lifted (ruling F14)."""
    own = event.on_cards(state.caller)
    if state.called == 0:
        return all(kept > 0 for kept in own)
    return state.called == state.most and all(kept < state.own_fingers for kept in own)


def _outcome(state: State, event: Fingers) -> After:
    number = state.called
    assert number is not None
    left = left_on_cards(state, event)
    success, defeats = number in left, _defeats_itself(state, event)
    said = r.Outcome(
        player=state.caller,
        number=number,
        left=left,
        success=success,
        because=Because.NUMBER_LEFT if success else Because.OTHER_NUMBER,
        self_defeating=defeats,
    )
    rulings: tuple[Ruling, ...] = (said,)
    piles, draw = state.piles, state.draw
    if success:
        taken = winnings(state, number)
        piles, draw = take(state, taken)
        rulings += (r.Won(player=state.caller, button=state.button, cards=taken),)
    after = replace(
        state,
        phase=Phase.CALL,
        piles=piles,
        draw=draw,
        turn=(state.turn + 1) % len(state.table.players),
        called=None,
        called_at_s=0.0,
        waiting=None,
        last_call=LastCall(before=replace(state, waiting=None), fingers=event),
        calls=state.calls + 1,
        self_defeating=state.self_defeating + defeats,
    )
    if not success:
        return after, (*rulings, r.Turn(player=after.caller, most=after.most))
    after, opened = _open_round(after)
    return after, (*rulings, *opened)


def explain(state: State, event: Fingers | Arbitrate | None) -> tuple[Ruling, ...]:
    """The fingers that `event` counts, upholds or corrects (without an event: that wait to be upheld), card by card,
    and, where the call succeeds, what its button looks at. `event` must be one that the rules take in `state`."""
    if isinstance(event, Fingers):
        return _explain(state, event)
    if event is not None and event.kept is not None:
        return _explain(state if state.last_call is None else state.last_call.before, _corrected(state, event))
    upheld = state.waiting if event is None or event.uphold else None
    return () if upheld is None else _explain(state, upheld)


def _explain(state: State, event: Fingers) -> tuple[Ruling, ...]:
    number = state.called
    assert number is not None
    cards = []
    for card, left in enumerate(left_on_cards(state, event)):
        by_player = {player: event.on_cards(player)[card] for player in state.table.players}
        cards.append(r.OnCard(fingers=by_player, left=left, matches=left == number))
    count = r.Count(player=state.caller, number=number, cards=tuple(cards))
    return (count, effect(state, number)) if any(card.matches for card in cards) else (count,)


def winners(state: State) -> tuple[str, ...]:
    """Who has the most cards (ruling F11)."""
    most = max(map(len, state.piles))
    return tuple(player for player, pile in zip(state.table.players, state.piles, strict=True) if len(pile) == most)


def game_over(state: State) -> r.GameOver:
    """The ruling on a finished game."""
    who = winners(state)
    return r.GameOver(
        winners=who,
        cards=max(map(len, state.piles)),
        because=Because.MOST_CARDS if len(who) == 1 else Because.SHARED,
        left=state.draw[0] if state.draw else None,
        self_defeating=state.self_defeating_share,
        rulebook_percent=RULEBOOK_PERCENT,
    )
