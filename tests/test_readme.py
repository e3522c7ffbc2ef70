"""What README says to type works, and what it claims of files and versions is so."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.ui.command_line import CommandLine

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
SHELL = [line for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) for line in block.splitlines() if line]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(
    (ROOT / "docs").glob("*.md")
)
EXAMPLES = [line for line in SHELL if line.startswith("handref ")]


def test_readme_has_one_command_to_see_it_and_one_to_test_it():
    setups = [line for line in SHELL if line.startswith("python3 -m venv .venv && ")]
    assert [line.rsplit(" && ", 1)[1] for line in setups] == [".venv/bin/handref demo", ".venv/bin/python -m tests"]


def test_continuous_integration_and_contributors_use_the_same_test_command():
    (command,) = [line for line in SHELL if line.endswith(" -m tests")]
    assert command in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    pattern = re.search(r"grep -m 1 -E '(.*?)' README.md", (ROOT / ".ci" / "run").read_text("utf-8"))
    assert pattern is not None
    assert next(line for line in README.splitlines() if re.search(pattern[1], line)) == command


@pytest.mark.usefixtures("pictures_read_once")
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_runs(example, capfd, monkeypatch):
    monkeypatch.chdir(ROOT)
    ran = CommandLine(capfd)(*shlex.split(example)[1:])
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.strip()


def test_there_are_examples_of_the_main_commands():
    assert {shlex.split(line)[1] for line in EXAMPLES} >= {"read", "referee", "replay", "completion"}


def test_every_file_that_a_page_links_to_is_there():
    missing = {
        f"{page.name}: {link}"
        for page in PAGES
        for link in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text("utf-8"))
        if not (page.parent / link).exists()
    }
    assert missing == set()


def test_the_log_that_the_command_line_page_shows_is_one_that_the_rules_take(capfd, tmp_path):
    (log,) = re.findall(r"```jsonl\n(.*?)```", (ROOT / "docs" / "command-line.md").read_text("utf-8"), re.DOTALL)
    (tmp_path / "log.jsonl").write_text(log)
    ran = CommandLine(capfd)("replay", tmp_path / "log.jsonl")
    assert (ran.code, ran.err) == (0, "")
    assert "Line 3 counts no more" in ran.out


def test_readme_names_the_system_libraries_that_the_command_line_names():
    from ui.cli import LIBRARIES

    assert f"apt-get install {LIBRARIES}" in README
