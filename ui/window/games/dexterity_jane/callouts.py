"""What is called out in Dexterity Jane, for each ruling."""

from __future__ import annotations

from rules.dexterity_jane import GAME, notes
from rules.dexterity_jane.rulings import (
    Budged,
    GuessClosed,
    GuessVerified,
    LockTaken,
    Settled,
    StickUpRefused,
    StickUpTaken,
    StickUpVerified,
    Tie,
    TileGoes,
)
from rules.game import Noted, Ruling
from ui.sound.synth import Cue
from ui.window.games.callout import Callout
from ui.window.texts import Texts


def callout_of(ruling: Ruling, t: Texts) -> Callout | None:
    """What is called out of a ruling during Guess, or nothing."""
    match ruling:
        case LockTaken():
            values = {"place": t(f"guess.place.{ruling.place}"), "player": ruling.player}
            return Callout(text="guess.lock", values=values, cue=Cue.LOCK, step=ruling.place - 1)
        case Tie():
            return Callout(text="guess.tie", values={"players": ruling.players})
        case StickUpTaken():
            key = "guess.shot" if len(ruling.aims) == 1 else "guess.two_shots"
            return Callout(text=key, values={"player": ruling.player}, cue=Cue.POW)
        case StickUpRefused():
            return Callout(text="guess.taken", values={"player": ruling.player}, good=False)
        case GuessClosed(last=(last,)):
            return Callout(text="guess.is_last", values={"player": last}, cue=Cue.LAST)
        case GuessClosed():
            return Callout(spoken="caption.last", cue=Cue.LAST)
        case Budged():
            told = GAME.say(ruling)
            return Callout(text="guess.budged", values={"player": ruling.player}, good=False, told=told)
        case Settled():
            return Callout(told=GAME.say(ruling))
        case Noted():
            return _of_note(ruling, t)
    return None


def _of_note(note: Noted, t: Texts) -> Callout | None:
    player = str(note.more.get("player") or "")
    if note.about == notes.STICK_UP_REFUSED:
        return Callout(text="guess.taken", values={"player": player}, good=False)
    if note.about == notes.CARDS_TOUCHED:
        return Callout(text="guess.off_the_cards", values={"player": player}, good=False)
    if note.about == notes.NOT_READ:
        return Callout(text="guess.not_read", values={"player": player}, good=False)
    if note.about == notes.KNOWN_LATE:
        return Callout(told=t("guess.late_lock", player=player))
    if note.about == notes.HAND_TAKEN_AWAY and player:
        return Callout(told=t("guess.hand_away", player=player))
    return None


def verdict_of(ruling: Ruling) -> Callout:
    """What is heard of a step of the walk through Verify."""
    match ruling:
        case GuessVerified(right_guess=True):
            return Callout(spoken="voice.right", values={"player": ruling.player}, cue=Cue.RIGHT)
        case GuessVerified():
            return Callout(spoken="voice.wrong", values={"player": ruling.player}, cue=Cue.WRONG)
        case StickUpVerified():
            key = "verify.success" if ruling.success else "verify.backfire"
            return Callout(spoken=key, cue=Cue.COIN if ruling.moved else Cue.POW)
        case TileGoes(player=None):
            return Callout(spoken="voice.no_tile", values={"tile": ruling.tile}, cue=Cue.TILE)
        case TileGoes():
            player = ruling.player or ""
            return Callout(spoken="voice.tile", values={"player": player, "tile": ruling.tile}, cue=Cue.TILE)
    return Callout(cue=Cue.STEP)
