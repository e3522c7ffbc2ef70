"""Addresses of network cameras, which may hold a password."""

from __future__ import annotations

import re

_USER = re.compile(r"(://[^/\s:@]*):[^/\s]*@")
_QUERY = re.compile(r"(?i)([?&;](?:password|passwd|pwd|pass|token|auth|key)=)[^&;\s'\"]+")


def without_passwords(text: str) -> str:
    """`text` as it may be shown to anybody: passwords in the addresses in it are ***."""
    return _QUERY.sub(r"\1***", _USER.sub(r"\1:***@", text))
