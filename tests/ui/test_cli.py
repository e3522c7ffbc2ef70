"""The command line as a whole: help, misuse, and how it ends."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from ui import cli, commands
from ui.cli import COMMANDS, INTERRUPTED


def test_help_lists_each_command_with_its_line(handref):
    ran = handref("--help")
    assert ran.code == 0
    words = " ".join(ran.out.split())
    for name, entry in COMMANDS.items():
        assert f"{name} {entry.line}" in words
    assert {"read", "replay", "completion"} <= set(COMMANDS)


def test_without_a_command_it_plays(handref, monkeypatch):
    group = cli.handref
    played: list[tuple[str, ...]] = []

    @click.command()
    @click.argument("words", nargs=-1)
    def play(words: tuple[str, ...]) -> None:
        played.append(words)

    monkeypatch.setattr(group, "get_command", lambda ctx, name: play if name == "play" else None)
    assert (handref().out, played) == ("", [()])


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(handref, name):
    ran = handref(name, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert f"Usage: handref {name}" in ran.out
    assert isinstance(importlib.import_module(COMMANDS[name].module).command, click.Command)


def test_every_module_of_a_command_is_reached_from_the_table():
    reached = {"__init__", *(entry.module.rsplit(".", 1)[-1] for entry in COMMANDS.values())}
    modules = {path.stem for path in Path(commands.__file__).parent.glob("*.py")}
    assert modules >= {"read", "play"}
    assert {stem for stem in modules if not reached & {stem, stem.split("_")[0]}} == set()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        pytest.param(["juggle"], "No such command 'juggle'. See", id="a command that there is none of"),
        pytest.param(["paly"], "No such command 'paly'. Did you mean 'play'? See", id="a command mistyped"),
        pytest.param(["doc"], "Did you mean 'doctor'? See", id="the beginning of a command"),
        pytest.param(["bench", "tables"], "Did you mean 'table'? See", id="a command of a command"),
        pytest.param(["read", "--jsn", "a"], "Did you mean '--json'? See", id="an option mistyped"),
        pytest.param(["play", "dexterity"], "Did you mean 'dexterity-jane'? See", id="a game by half its name"),
        pytest.param(["read"], "Missing argument", id="read without pictures"),
        pytest.param(["read", "--loud", "a.jpg"], "No such option", id="an option that there is none of"),
        pytest.param(["replay", "a.jsonl", "--to", "zero"], "not a valid integer", id="a number that is none"),
        pytest.param(["replay", "a.jsonl", "--to", "0"], "0 is not in the range", id="a line before the first"),
    ],
)
def test_a_misuse_gives_one_sentence_and_exit_code_2(handref, words, says):
    ran = handref(*words)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert "--help'" in ran.err
    assert ran.err.count("\n") == 1


def test_control_c_ends_quietly_with_130(handref, monkeypatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("click.shell_completion.get_completion_class", interrupted)
    ran = handref("completion", "bash")
    assert (ran.code, ran.out, ran.err.strip()) == (INTERRUPTED, "", "")


@pytest.mark.parametrize(
    "fault",
    [
        ImportError("libGL.so.1: cannot open shared object file: No such file"),
        OSError("libEGL.so.1: cannot open shared object file: x"),
    ],
    ids=["missed while importing", "missed by ctypes"],
)
def test_a_missing_system_library_is_named_with_what_brings_it(handref, monkeypatch, fault):
    def missing(*_: object) -> None:
        raise fault

    monkeypatch.setattr("click.shell_completion.get_completion_class", missing)
    ran = handref("completion", "bash")
    assert (ran.code, ran.out) == (2, "")
    assert str(fault).split(":")[0] in ran.err
    assert "apt-get install libgl1" in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe breaks differently there, and nobody is disturbed")
def test_a_reader_that_goes_away_is_no_fault(tmp_path):
    script = "import sys; from ui.cli import main; main(['completion', 'bash'])"
    run = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stdout is not None
    assert run.stderr is not None
    run.stdout.close()
    said = run.stderr.read()
    run.stderr.close()
    run.wait(timeout=90)
    assert said == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device to write to")
def test_a_full_disk_gives_one_sentence():
    script = "from ui.cli import main; main(['completion', 'bash'])"
    with Path("/dev/full").open("w") as full:
        run = subprocess.run([sys.executable, "-c", script], stdout=full, stderr=subprocess.PIPE, text=True, timeout=90)
    assert (run.returncode, run.stderr) == (2, "handref: no space left on device.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed differently there")
def test_closed_streams_are_no_fault_and_no_other_file_takes_their_place(tmp_path):
    script = (
        "import os, sys; from ui.cli import handref, main; import click\n"
        "handref.add_command(click.Command('kept', callback=lambda: print(os.dup(0), file=open(sys.argv[1], 'w'))))\n"
        "handref.entries['kept'] = None; handref.get_command = lambda ctx, name: handref.commands['kept']\n"
        "main(['kept'])"
    )
    command = '"$0" -c "$1" "$2" <&- >&- 2>&-'
    run = subprocess.run(["sh", "-c", command, sys.executable, script, tmp_path / "kept"], timeout=90)
    assert run.returncode == 0 and int((tmp_path / "kept").read_text()) > 2


@pytest.mark.parametrize("group", ["bench", "calibrate"])
def test_a_group_without_a_command_names_them_in_one_line(handref, group):
    ran = handref(group)
    assert (ran.code, ran.err.count("\n")) == (2, 1) and f"'handref {group} --help'" in ran.err
    assert "name what to do: " in ran.err


def test_a_shell_that_is_not_named_is_asked_for_in_one_line(handref):
    ran = handref("completion")
    assert (ran.code, ran.err.count("\n")) == (2, 1) and "bash, zsh, fish" in ran.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_a_script_of_that_shell(handref, shell):
    ran = handref("completion", shell)
    assert ran.code == 0
    assert "_HANDREF_COMPLETE" in ran.out


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed here")
def test_bash_takes_the_script(handref):
    checked = subprocess.run(["bash", "-n"], input=handref("completion", "bash").out, text=True, capture_output=True)
    assert checked.stderr == ""


def test_completing_names_commands_without_importing_them(handref, monkeypatch):
    script = "import sys; from ui.cli import main; main()"
    environment = {"_HANDREF_COMPLETE": "bash_complete", "COMP_WORDS": "handref re", "COMP_CWORD": "1"}
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=90)
    assert {"plain,read", "plain,replay"} <= set(run.stdout.split())
    assert "plain,completion" not in run.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("doctor", "--camera"),
        ("play", "--camera"),
        ("play", "dexterity-jane", "--headless", "--seed"),
        ("replay",),
        ("read",),
        ("calibrate", "show"),
        ("simulate",),
        ("bench",),
    ],
    ids=" ".join,
)
def test_a_refused_command_shows_no_password_that_was_typed(handref, words):
    ran = handref(*words, "rtsp://admin:secret@127.0.0.1:1/x")
    assert ran.code == 2 and "secret" not in ran.err + ran.out
