"""Addresses of network cameras, which may hold a password."""

from __future__ import annotations

import re

_USER = re.compile(r"(://?[^/\s:@\[]*):(?!\d{1,5}[/?])\S*@")
"""User and password; a password may hold what an address may not, and a port is none. A path has one slash where
the address had two."""
_QUERY = re.compile(r"(?i)([?&;][\w.-]*(?:pas|pwd|psw|pw|token|auth|key|secret)[\w.-]*=)[^&;\s'\"]+")


def without_passwords(text: str) -> str:
    """`text` as it may be shown to anybody: passwords in the addresses in it are ***."""
    return _QUERY.sub(r"\1***", _USER.sub(r"\1:***@", text))
