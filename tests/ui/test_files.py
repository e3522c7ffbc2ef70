"""Files of every kind and name: one short sentence at once, nothing overwritten, and nothing raw on the terminal."""

from __future__ import annotations

import io
import json
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from gesture.sources.frames import SourceError
from gesture.table.seat_files import load_table
from rules.deck_files import FOLDER, read_toml
from rules.files import MOST_BYTES
from rules.game import Illegal
from rules.log import LogWriter
from ui.pictures import load_picture
from ui.terminal import MOST_SAID, PlainStream, plain

HEADER = {"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben"], "deck": "reference"}


def _log(*lines: str) -> str:
    return "".join(f"{line}\n" for line in (json.dumps(HEADER), *lines))


LOGS = {
    "50,000 players": (
        json.dumps({**HEADER, "players": [f"P{n}" for n in range(50_000)]}) + "\n",
        "line 1: the header has 4889",
    ),
    "a note of many lists": (
        _log('{"at":1,"event":"note","about":"x","v":[' + "[]," * 300_000 + "[]]}"),
        "line 2: the line has 9000",
    ),
    "an integer of thousands of digits": (
        _log('{"at":1,"event":"reveal","cards":[' + "1" * 5000 + "]}"),
        "the number is too large",
    ),
    "a negative one": (_log('{"at":1,"event":"note","about":"x","v":-' + "1" * 5000 + "}"), "the number is too large"),
    "newlines": ("\n" * 1_100_000, "more than 1000000 lines"),
    "too large": ("x" * (MOST_BYTES + 1), "more than 16 megabytes"),
}


@pytest.mark.parametrize("name", LOGS)
def test_a_log_that_is_none_is_refused_in_one_short_sentence(handref, tmp_path, name):
    content, says = LOGS[name]
    (tmp_path / "log.jsonl").write_text(content)
    ran = handref("replay", tmp_path / "log.jsonl")
    assert ran.code == 2 and says in ran.err
    assert ran.err.count("\n") == 1 and len(ran.err) < 1000


@pytest.mark.parametrize(
    "content, says",
    [
        (b"[dexterity-jane]\nbudge = " + b"9" * 5000, "a number with too many digits"),
        (b"[dexterity-jane]\nbudge = 0x" + b"f" * 5000, "a number with too many digits"),
        (b"[dexterity-jane]\nbudge = " + b"[" * 5000, "nested too deeply"),
        (b"#" * 1_000_001, "more than 1 megabytes"),
    ],
    ids=["decimal", "hexadecimal", "deep", "large"],
)
def test_house_rules_that_are_none_are_refused_in_one_short_sentence(handref, tmp_path, content, says):
    (tmp_path / "house.toml").write_bytes(content)
    words = "simulate", "dexterity-jane", "--players", "3", "--games", "1", "--house", tmp_path / "house.toml"
    ran = handref(*words)
    assert ran.code == 2 and says in ran.err and len(ran.err) < 300


def test_toml_with_a_byte_order_mark_reads(tmp_path):
    (tmp_path / "house.toml").write_bytes(b"\xef\xbb\xbf" + (FOLDER / "house.toml").read_bytes())
    assert read_toml(tmp_path / "house.toml") == read_toml(FOLDER / "house.toml")


@pytest.mark.parametrize(
    "option, value, says",
    [
        ("--fps", "nan", "this is no rate"),
        ("--fps", "inf", "not in the range"),
        ("--players", "1" * 5000, "2 to 9 play"),
        ("--players", "1", "2 to 9 play"),
        ("--players", ",".join(f"P{n}" for n in range(50_000)), "2 to 9 play"),
        ("--players", "\u0663\u00b2", "2 to 9 play"),
        ("--reveal", "1" * 5000 + ":left-index", "write AT:CARDS"),
    ],
    ids=["no number", "endless", "digits", "alone", "names", "other digits", "a time of many digits"],
)
def test_a_number_that_is_none_is_refused_at_once(handref, tmp_path, option, value, says):
    ran = handref("referee", tmp_path / "none.mp4", "--game", "dexterity-jane", option, value)
    assert ran.code == 2 and says in ran.err and len(ran.err) < 900


@pytest.mark.skipif(os.name == "nt", reason="there are no such files")
@pytest.mark.parametrize("kind", ["a pipe", "a device"])
def test_what_may_never_end_is_not_read(handref, tmp_path, kind):
    path = Path("/dev/zero")
    if kind == "a pipe":
        path = tmp_path / "pipe"
        os.mkfifo(path)
    for ran in (
        handref("replay", path),
        handref("simulate", "dexterity-jane", "--players", "3", "--games", "1", "--house", path),
    ):
        assert ran.code == 2 and "a device or a pipe" in ran.err


def test_a_table_of_too_many_seats_is_refused_in_one_short_sentence(tmp_path):
    seats = {"seats": [{"player": "Ann", "zone": []}] * 20_000}
    (tmp_path / "seats.json").write_text(json.dumps(seats))
    with pytest.raises(SourceError, match="describes 20000 seats") as fault:
        load_table(tmp_path / "seats.json")
    assert len(str(fault.value)) < 400


def test_a_picture_that_fills_the_memory_is_refused(tmp_path):
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    squeezed = zlib.compressobj(1)
    rows = b"".join(squeezed.compress(bytes(1 + 3 * 10_000)) for _ in range(10_000)) + squeezed.flush()
    head = struct.pack(">IIBBBBB", 10_000, 10_000, 8, 2, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    (tmp_path / "large.png").write_bytes(png)
    words = (sys.executable, "-m", "ui", "read", str(tmp_path / "large.png"))  # OpenCV reads its limit as it is loaded
    ran = subprocess.run(words, cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert ran.returncode == 2 and "too large or damaged" in ran.stderr


@pytest.mark.parametrize(
    "box, upright",
    [
        (b"irot\x01", lambda image: np.rot90(image)),
        (b"irot\x02", lambda image: np.rot90(image, 2)),
        (b"imir\x00", lambda image: image[::-1]),
        (b"imir\x01", lambda image: image[:, ::-1]),
    ],
)
def test_an_avif_is_turned_upright(tmp_path, box, upright):
    image = np.zeros((120, 200, 3), np.uint8)
    image[:60, :100], image[60:] = (0, 0, 255), (0, 255, 0)
    stored = bytearray(cv2.imencode(".avif", image)[1].tobytes())
    at = stored.find(b"colr") - 4  # its place is taken by how the picture is turned
    length = int.from_bytes(stored[at : at + 4], "big")
    free = (length - 9).to_bytes(4, "big") + b"free" + bytes(length - 17)
    stored[at : at + length] = b"\0\0\0\x09" + box + free
    uses = stored.find(b"ipma") + 15
    for place in range(uses, uses + stored[uses - 1]):
        stored[place] |= 0x80 if stored[place] & 0x7F == 4 else 0
    (tmp_path / "plain.avif").write_bytes(cv2.imencode(".avif", image)[1].tobytes())
    (tmp_path / "turned.avif").write_bytes(stored)
    expected = upright(load_picture(tmp_path / "plain.avif"))
    turned = load_picture(tmp_path / "turned.avif")
    assert turned.shape == expected.shape
    assert np.abs(turned.astype(int) - expected).mean() < 12


@pytest.mark.parametrize(
    "held, says",
    [
        ('{"game": "chess"}', "no log of Handref's"),
        ("my only copy", "no log of Handref's"),
        ("two\nlines\n", "no log of Handref's"),
        ('{"a": 1}', "no log of Handref's"),
        (_log(), "already holds a log"),
    ],
)
@pytest.mark.parametrize("linked", [False, True], ids=["by its name", "through a link"])
def test_a_file_of_somebody_elses_is_not_overwritten(tmp_path, held, says, linked):
    path = tmp_path / "mine"
    path.write_text(held)
    log = path
    if linked:
        log = tmp_path / "link.jsonl"
        log.symlink_to(path)
    with pytest.raises(Illegal, match=says):
        LogWriter.create(log, HEADER)
    assert path.read_text() == held


def test_control_characters_are_written_out_and_the_rest_goes_through():
    stream = io.StringIO()
    assert PlainStream(stream).write("a\x1b[2Jb\u202ec\x9b\td\n") == 12
    assert stream.getvalue() == "a\\u001b[2Jb\\u202ec\\u009b\td\n"
    assert plain("Zoë 漢字 👍\n") == "Zoë 漢字 👍\n"


def test_a_note_with_control_characters_reaches_the_terminal_plainly(handref, tmp_path):
    (tmp_path / "log.jsonl").write_text(_log('{"at":1,"event":"note","about":"x\\u009b2J\\u202e"}'))
    ran = handref("replay", tmp_path / "log.jsonl")
    assert ran.code == 0 and "x\\u009b2J\\u202e" in ran.out
    for line in handref("replay", "--json", tmp_path / "log.jsonl").out.splitlines():
        json.loads(line)


def test_a_refusal_is_short_however_much_is_wrong(handref, tmp_path):
    ran = handref("replay", tmp_path / ("x" * 200) / ("y" * 5000))
    assert ran.code == 2 and len(ran.err) < MOST_SAID + 100
