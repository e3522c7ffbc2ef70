"""The release check refuses what must not be released, with a sentence for each reason."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.release import main

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

CHANGELOG = "# Changelog\n\n## 1.2.0 - 2026-03-01\n\n- A game more.\n\n## 1.1.0 - 2026-02-01\n\n- A game.\n"
SETTINGS = ("user.name=Ann", "user.email=ann@example.org", "commit.gpgsign=false", "tag.gpgsign=false")


def git(root, *words) -> None:
    settings = [word for setting in SETTINGS for word in ("-c", setting)]
    subprocess.run(["git", *settings, *words], cwd=root, check=True, capture_output=True)


@pytest.fixture
def tree(tmp_path):
    """A committed tree of version 1.2.0, ready to be released."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "A game more")
    git(tmp_path, "tag", "v1.1.0")
    return tmp_path


def test_a_committed_tree_whose_changelog_is_closed_can_be_released(tree, capsys):
    assert main(tree) == 0
    assert capsys.readouterr() == ("This tree can be released.\n", "")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        pytest.param("1.2.0 -", "1.1.9 -", "begins with 1.1.9 and pyproject.toml says 1.2.0", id="another version"),
        pytest.param("1.2.0 - 2026-03-01", "1.2.0", "gives 1.2.0 no date", id="no date"),
        pytest.param("2026-03-01", "2026-02-30", "gives 1.2.0 no date", id="a date that never was"),
        pytest.param("2026-03-01", "1 March 2026", "gives 1.2.0 no date", id="a date in words"),
        pytest.param("## 1.2.0 - 2026-03-01", "## Unreleased", "says Unreleased", id="an open part"),
        pytest.param("- A game more.", "- A game more (unreleased).", "says Unreleased", id="an open line"),
        pytest.param("- A game more.\n", "", "says nothing about 1.2.0", id="a version without entries"),
        pytest.param("## ", "# ", "has no version", id="no version at all"),
    ],
)
def test_an_open_changelog_is_refused_in_one_sentence(tree, capsys, before, after, said):
    (tree / "CHANGELOG.md").write_text(CHANGELOG.replace(before, after))
    git(tree, "commit", "-a", "-q", "-m", "Change the changelog")
    assert main(tree) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


@pytest.mark.parametrize("change", ["README.md", "CHANGELOG.md"], ids=["a new file", "a changed file"])
def test_what_is_not_committed_is_refused(tree, capsys, change):
    with (tree / change).open("a") as file:
        file.write("\nMore.\n")
    assert main(tree) == 1
    assert (
        capsys.readouterr().err == f"{change} is not committed, the first of 1; commit what belongs to the release.\n"
    )


def test_a_version_that_has_its_tag_is_refused(tree, capsys):
    git(tree, "tag", "v1.2.0")
    assert main(tree) == 1
    assert "The tag v1.2.0 is there already" in capsys.readouterr().err


def test_all_faults_are_said_at_once(tree, capsys):
    git(tree, "tag", "v1.2.0")
    (tree / "CHANGELOG.md").write_text(CHANGELOG.replace("1.2.0 - 2026-03-01", "1.3.0"))
    assert main(tree) == 1
    assert capsys.readouterr().err.count("\n") == 4


def test_a_folder_that_is_no_clone_is_refused(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    assert main(tmp_path) == 1
    assert capsys.readouterr().err == f"git cannot tell what is committed in {tmp_path}; release from a clone.\n"
