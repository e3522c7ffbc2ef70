"""Every golden log gives exactly the rulings and standings in the file beside it."""

from __future__ import annotations

from itertools import zip_longest

from tests.rules.golden_logs import expected_file, golden_logs, outcome


def test_every_golden_log_gives_what_the_file_beside_it_says() -> None:
    faults = []
    for log in golden_logs():
        if not expected_file(log).exists():
            faults.append(f"{log.stem} has no outcome: write it with python -m tests.rules.golden_logs {log.stem}")
            continue
        pairs = zip_longest(outcome(log), expected_file(log).read_text(encoding="utf-8").splitlines())
        first = next(((n, now, wanted) for n, (now, wanted) in enumerate(pairs, 1) if now != wanted), None)
        if first is not None:
            faults.append(f"{log.stem}, line {first[0]}: {first[1]}\n  instead of {first[2]}")
    assert golden_logs()
    assert not faults, "\n".join(faults)
