"""No file of any name or content opens a connection; an address that was typed does."""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from gesture.sources.frames import SourceError
from ui.window.sources.camera import open_table

NAMES = ("http:{}", "https:{}", "tcp:{}", "tls:{}", "rtsp:{}", "rtmp:{}", "ftp:{}", "http:{}.mp4", "tcp:{}.jpg")
CONTENTS = {
    "list.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nhttp://{}/a.ts\n#EXT-X-ENDLIST\n",
    "list.mp4": "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\ntcp://{}\n#EXT-X-ENDLIST\n",
    "list.ffconcat": "ffconcat version 1.0\nfile http://{}/a.mp4\n",
    "session.sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\na=control:rtsp://{}/a\nt=0 0\nm=video 0 TCP/RTP/AVP 26\n",
    "redirect.mov": "RTSPtext\nrtsp://{}/a\n",
    "drawing.svg": '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://{}/a.png" width="9" height="9"/></svg>',
    "seats.json": '{{"$ref": "http://{}/a.json"}}',
}
SEATS = Path(__file__).parents[2] / "ui" / "demo" / "seats.json"
COMMANDS = {
    "read": lambda file: ("read", file),
    "referee": lambda file: ("referee", file, "--game", "dexterity-jane", "--seats", SEATS),
    "doctor": lambda file: ("doctor", "--video", file),
    "play": lambda file: ("play", "dexterity-jane", "--headless", "--video", file, "--deal", "--seats", SEATS),
    "seats": lambda file: ("referee", SEATS.with_name("duel.mp4"), "--game", "dexterity-jane", "--seats", file),
}
NO_VIDEO = "no video that can be read"
WHAT = {"read": "handref: ", "referee": NO_VIDEO, "doctor": NO_VIDEO, "play": NO_VIDEO, "seats": "handref: "}
"""What each says of such a file; it was opened then."""


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    """Somebody on this computer who takes connections."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0)
        yield server


def files(folder: Path, server: socket.socket) -> list[Path]:
    """Files that name the server in their names or in what they hold."""
    address = f"127.0.0.1:{server.getsockname()[1]}"
    made = [Path(name.format(address)) for name in NAMES] + [Path(os.fsdecode(b"http:\xe9"))]
    for path in made:
        (folder / path).write_text("nothing that can be read")
    for name, content in CONTENTS.items():
        (folder / name).write_text(content.format(address))
    return [*made, *map(Path, CONTENTS)]


def nobody_called(server: socket.socket) -> bool:
    try:
        server.accept()
    except BlockingIOError:
        return True
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
@pytest.mark.parametrize("command", [*COMMANDS, "window"])
def test_a_file_opens_no_connection_whatever_its_name_and_content(handref, tmp_path, monkeypatch, listening, command):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HANDREF_HOME", str(tmp_path / "home"))
    for file in files(tmp_path, listening):
        if command == "window":
            with pytest.raises(SourceError):
                open_table(str(file), mirrored=False)
        else:
            ran = handref(*COMMANDS[command](file))
            assert ran.code == 2 and WHAT[command] in ran.err, file
        assert nobody_called(listening), file


def test_an_address_that_was_typed_is_opened(listening):
    listening.settimeout(20)
    called = threading.Event()

    def answer() -> None:
        while not called.is_set():
            connection, _ = listening.accept()
            connection.close()
            called.set()

    threading.Thread(target=answer, daemon=True).start()
    port = listening.getsockname()[1]
    with pytest.raises(SourceError):
        open_table(f"http://127.0.0.1:{port}/video", mirrored=False)
    assert called.is_set()
