"""Passwords in the addresses of cameras are shown nowhere."""

import pytest

from gesture.sources.frames import SourceError
from rules.addresses import without_passwords
from ui.errors import Problem


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("rtsp://admin:secret@192.168.0.7/stream", "rtsp://admin:***@192.168.0.7/stream"),
        ("rtsp://admin:s:e@cret@cam:554/a", "rtsp://admin:***@cam:554/a"),
        ("http://:secret@cam/", "http://:***@cam/"),
        ("http://cam/video?user=me&password=secret&x=1", "http://cam/video?user=me&password=***&x=1"),
        ("rtsp://admin:se/c?r@et@cam/a", "rtsp://admin:***@cam/a"),
        ("http://cam/v?usr=me&loginpas=secret;api_key=s", "http://cam/v?usr=me&loginpas=***;api_key=***"),
        ("http://[::1]:80/a@b", "http://[::1]:80/a@b"),
        ("rtsp://192.168.0.7:554/stream", "rtsp://192.168.0.7:554/stream"),
        ("http://cam:8080/a@b", "http://cam:8080/a@b"),
        ("no address at all: a@b", "no address at all: a@b"),
    ],
)
def test_a_password_becomes_stars_and_everything_else_stays(address, shown):
    assert without_passwords(f"The stream {address} cannot be opened.") == f"The stream {shown} cannot be opened."
    assert str(SourceError(f"see {address}")) == f"see {shown}"
    assert Problem(f"see {address}").message == f"see {shown}"
