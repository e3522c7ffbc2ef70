"""`handref referee`: what it prints, and videos, seats and reveals that cannot be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ui.commands.demo import FOLDER, REVEALS

DECKS = Path(__file__).parents[2] / "rules" / "decks"
VIDEO = FOLDER / "duel.mp4"
SEATS = ["--seats", FOLDER / "seats.json"]
GAME = ["--game", "dexterity-jane"]
CARDS = [word for reveal in REVEALS for word in ("--reveal", reveal)]

pytestmark = pytest.mark.usefixtures("pictures_read_once")


def test_with_json_a_log_is_printed_that_replay_takes(handref, tmp_path):
    ran = handref("referee", VIDEO, *GAME, *SEATS, *CARDS, "--json")
    assert (ran.code, ran.err) == (0, "")
    log = tmp_path / "game.jsonl"
    log.write_text(ran.out, "utf-8")
    standings = json.loads(handref("replay", log, "--json").out.splitlines()[-1])
    assert {player: score["points"] for player, score in standings["players"].items()} == {"Ann": 3, "Ben": 0}


def test_without_reveals_it_tells_what_the_hands_did_and_scores_nothing(handref):
    ran = handref("referee", VIDEO, *GAME, *SEATS)
    assert (ran.code, ran.err) == (0, "")
    assert "Ann locked at 1.5 s: left index." in ran.out
    assert "nothing was scored" in ran.out
    lines = [json.loads(line) for line in handref("referee", VIDEO, *GAME, *SEATS, "--json").out.splitlines()]
    assert [line["event"] for line in lines[1:]] == ["lock", "lock"]


def test_house_rules_and_a_printed_copys_deck_stand_in_the_logs_header(handref, tmp_path):
    house, deck = tmp_path / "house.toml", tmp_path / "deck.toml"
    house.write_text('[dexterity-jane]\nbudge = "void"\n')
    printed = (DECKS / "dexterity-jane.toml").read_text("utf-8").replace('bent = "index"', 'bent = "ring"', 1)
    deck.write_text(printed)
    ran = handref("referee", VIDEO, *GAME, *SEATS, "--house", house, "--deck", deck, "--json")
    header = json.loads(ran.out.splitlines()[0])
    assert ran.code == 0 and header["house"] == {"budge": "void"} and len(header["deck"]) == 60
    log = tmp_path / "game.jsonl"
    log.write_text(ran.out.splitlines()[0] + "\n", "utf-8")
    assert handref("replay", log, "--json").code == 0


def bad_video(folder: Path, kind: str) -> Path:
    path = folder / "video.mp4"
    match kind:
        case "empty":
            path.write_bytes(b"")
        case "cut off":
            path.write_bytes(VIDEO.read_bytes()[:30_000])
        case "text":
            path.write_text("this is no video")
        case "folder":
            path.mkdir()
    return path


@pytest.mark.parametrize("kind", ["missing", "empty", "cut off", "text", "folder"])
def test_a_video_that_cannot_be_used_gives_one_sentence(handref, tmp_path, kind):
    path = bad_video(tmp_path, kind)
    ran = handref("referee", path, *GAME, *SEATS, "--json")
    assert ran.code == 2
    assert (ran.err.count("\n"), str(path) in ran.err) == (1, True)
    assert ran.err.startswith("handref: ")
    assert '"event"' not in ran.out


def test_a_video_of_no_permission_is_said_to_be_one(handref, monkeypatch):
    opened = Path.open

    def forbidden(path: Path, *args, **kwargs):
        if path == VIDEO:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *args, **kwargs)

    monkeypatch.setattr(Path, "open", forbidden)
    ran = handref("referee", VIDEO, *GAME, *SEATS)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "may not be read" in ran.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        pytest.param(["--game", "poker", *SEATS], "'poker'", id="an unknown game"),
        pytest.param(SEATS, "Missing option '--game'", id="no game"),
        pytest.param([*GAME, *SEATS, "--variant", "long"], "'long' is not one of", id="an unknown variant"),
        pytest.param([*GAME, *SEATS, "--round", "11"], "11 is not in the range", id="a round after the last"),
        pytest.param([*GAME, *SEATS, "--sheriff", "left"], "stick-up alone", id="a sheriff where there is none"),
        pytest.param([*GAME, *SEATS, "--reveal", "left-index"], "from when on", id="a reveal without a time"),
        pytest.param([*GAME, *SEATS, "--reveal", "0:left-toe"], "names no card", id="a card that there is none of"),
        pytest.param([*GAME, *SEATS, "--reveal", "0:99"], "99", id="a number that no card has"),
        pytest.param([*GAME, *SEATS, "--reveal", "0:1,2"], "round 1", id="more cards than the round reveals"),
        pytest.param([*GAME, "--seats", "no-such-file.json"], "no-such-file.json", id="no seats file"),
        pytest.param([*GAME, "--seats", VIDEO], "no JSON", id="a seats file that is none"),
        pytest.param([*GAME, *SEATS, "--house", "gone.toml"], "no such file", id="no house rules"),
        pytest.param([*GAME, *SEATS, "--deck", VIDEO], "not UTF-8", id="a deck that is none"),
        pytest.param([*GAME, *SEATS, "--deck", DECKS / "one-finger.toml"], "is no deck of", id="another game's deck"),
    ],
)
def test_words_that_cannot_be_used_give_one_sentence(handref, words, says):
    ran = handref("referee", VIDEO, *words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert says in ran.err


@pytest.mark.parametrize(
    "seats",
    ['{"seats": []}', '{"seats": [{"player": "Ann"}]}', "[]", '{"seats": [{"player": "Ann", "zone": [[1, 2]]}]}'],
)
def test_a_broken_seats_file_gives_one_sentence(handref, tmp_path, seats):
    path = tmp_path / "seats.json"
    path.write_text(seats)
    ran = handref("referee", VIDEO, *GAME, "--seats", path)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert str(path) in ran.err


@pytest.mark.parametrize("command", [["referee", *GAME], ["play", "dexterity-jane", "--headless", "--fast", "--deal"]])
def test_a_seat_outside_the_picture_is_refused_instead_of_never_seen(handref, tmp_path, monkeypatch, command):
    monkeypatch.setenv("HANDREF_HOME", str(tmp_path))
    path = tmp_path / "seats.json"
    near, far = [[300, 560], [660, 560], [660, 310]], [[2300, 0], [2660, 0], [2660, 228]]
    path.write_text(json.dumps({"seats": [{"player": "Ann", "zone": near}, {"player": "Ben", "zone": far}]}))
    video = [VIDEO] if command[0] == "referee" else ["--video", VIDEO]
    ran = handref(*command, *video, "--seats", path)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "960 x 540, lies in the zone of Ben:" in ran.err
