"""Which speech engine is taken, what is started for it, and what becomes of its process. No engine is ever started:
where a process is needed it is one of Python."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from ui.sound import engine as engine_module
from ui.sound.engine import LANGUAGE_VARIABLE, TEXT_VARIABLE, WINDOWS_SCRIPT, Engine, Order, Talk, find_engine

LONGEST_S = 90.0
"""A machine may be as busy as it likes."""
NASTY = ["-w/tmp/x", "--help", "$(reboot)", "`reboot`", "'; exit; '", '"; exit; "', "%PATH%", "| more", "a\nb"]


def wait_for(condition) -> None:
    until_s = time.monotonic() + LONGEST_S
    while not condition():
        assert time.monotonic() < until_s, "it does not come true"
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("platform", "installed", "found"),
    [
        pytest.param("darwin", {"say", "espeak-ng"}, "say", id="a Mac says it"),
        pytest.param("darwin", {"espeak-ng"}, None, id="a Mac without its own"),
        pytest.param("win32", {"powershell"}, "powershell", id="Windows has PowerShell do it"),
        pytest.param("win32", {"say"}, None, id="Windows without PowerShell"),
        pytest.param("linux", {"espeak-ng", "espeak", "spd-say"}, "espeak-ng", id="Linux with everything"),
        pytest.param("linux", {"espeak", "spd-say"}, "espeak", id="Linux with the older eSpeak"),
        pytest.param("linux", {"spd-say", "say"}, "spd-say", id="Linux with Speech Dispatcher alone"),
        pytest.param("linux", {"powershell", "say"}, None, id="Linux with other computers' programs"),
        pytest.param("freebsd14", {"espeak-ng"}, "espeak-ng", id="any other Unix, as Linux"),
        pytest.param("linux", set(), None, id="nothing"),
    ],
)
def test_the_engine_is_the_computers_own(platform, installed, found):
    engine = find_engine(platform, lambda name: f"/there/{name}" if name in installed else None)
    assert engine == (None if found is None else Engine(found, f"/there/{found}"))


@pytest.mark.parametrize(
    ("name", "words", "written", "told"),
    [
        pytest.param("say", ("-f", "-"), True, {}, id="say reads it, and takes no language"),
        pytest.param("espeak-ng", ("-v", "fr", "-b", "1", "--stdin"), True, {}, id="espeak-ng reads it"),
        pytest.param("espeak", ("-v", "fr", "-b", "1", "--stdin"), True, {}, id="espeak reads it"),
        pytest.param("spd-say", ("--wait", "--language", "fr", "--", "Un! Ann"), False, {}, id="spd-say, behind --"),
        pytest.param(
            "powershell",
            ("-NoLogo", "-NoProfile", "-NonInteractive", "-Command", WINDOWS_SCRIPT),
            False,
            {TEXT_VARIABLE: "Un! Ann", LANGUAGE_VARIABLE: "fr"},
            id="PowerShell finds it in its environment",
        ),
    ],
)
def test_each_engine_is_told_what_to_say_in_its_own_way(name, words, written, told):
    order = Engine(name, "/there/it").order("Un! Ann", "fr")
    assert order == Order(("/there/it", *words), "Un! Ann" if written else "", told)


@pytest.mark.parametrize("name", ["say", "espeak-ng", "espeak", "powershell", "spd-say"])
def test_what_is_said_changes_no_command(name):
    engine = Engine(name, "/there/it")
    nice = engine.order("Ann", "en").words
    ordered = {text: engine.order(text, "en").words for text in NASTY}
    harmless = {text: (*nice[:-2], "--", text) if name == "spd-say" else nice for text in NASTY}
    assert ordered == harmless


@pytest.mark.parametrize("code", ["", "-w", "../../en", "en us", "en;reboot", "-"])
def test_a_language_that_is_no_code_is_english(code):
    assert Engine("espeak-ng", "/there/it").order("Ann", code).words[:3] == ("/there/it", "-v", "en")


def test_the_script_for_windows_can_be_one_word_of_a_command_line():
    assert '"' not in WINDOWS_SCRIPT and "\n" not in WINDOWS_SCRIPT
    assert f"$env:{TEXT_VARIABLE}" in WINDOWS_SCRIPT


def python(program: str, **more) -> Order:
    return Order((sys.executable, "-c", program), **more)


WAITS = "import time; time.sleep(600)"


def test_a_text_arrives_letter_by_letter_and_its_process_ends(tmp_path):
    heard = tmp_path / "heard"
    program = f"import sys, os; open({str(heard)!r}, 'wb').write(sys.stdin.buffer.read() + os.environ['TOLD'].encode())"
    talk = Talk(python(program, written="Erste! Zoë 明", told={"TOLD": "$(x)"}))
    talk.join(LONGEST_S)
    assert (talk.over, talk.failed) == (True, False)
    assert heard.read_text("utf-8") == "Erste! Zoë 明$(x)"


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(python("raise SystemExit(3)"), id="it says that it failed"),
        pytest.param(python("import os; os.close(0); raise SystemExit(3)", written="Ann"), id="it does not listen"),
        pytest.param(Order(("/there/is/no/such/program",)), id="it is not there"),
        pytest.param(Order((sys.executable, "a\0b")), id="it cannot be started like this"),
    ],
)
def test_an_engine_that_fails_raises_nothing(order):
    talk = Talk(order)
    talk.join(LONGEST_S)
    assert (talk.over, talk.failed) == (True, True)


def test_stopping_ends_a_process_that_would_go_on():
    talk = Talk(python(WAITS))
    wait_for(lambda: talk._process is not None)
    assert not talk.over
    talk.stop()
    talk.join(LONGEST_S)
    assert talk.over and not talk.failed
    assert talk._process.poll() is not None


def test_stopping_before_the_process_is_there_ends_it_all_the_same(monkeypatch):
    go, real = threading.Event(), engine_module.start
    begun: list[subprocess.Popen[bytes]] = []

    def slow(order):
        go.wait(LONGEST_S)
        begun.append(real(order))
        return begun[0]

    monkeypatch.setattr(engine_module, "start", slow)
    talk = Talk(python(WAITS))
    talk.stop()
    go.set()
    talk.join(LONGEST_S)
    assert talk.over and begun[0].poll() is not None


@pytest.mark.parametrize(("stopped", "hushed"), [(True, True), (False, False)], ids=["stopped", "said to the end"])
def test_a_service_that_would_speak_on_is_hushed_when_its_client_is_stopped(tmp_path, monkeypatch, stopped, hushed):
    monkeypatch.setattr(engine_module, "HUSH_S", LONGEST_S)
    mark = tmp_path / "hushed"
    talk = Talk(python(WAITS if stopped else "pass"), hush=python(f"open({str(mark)!r}, 'w')"))
    if stopped:
        wait_for(lambda: talk._process is not None)
        talk.stop()
    talk.join(LONGEST_S)
    assert (talk.over, mark.exists()) == (True, hushed)


@pytest.mark.parametrize(
    "hush",
    [
        pytest.param(python(WAITS), id="it hangs"),
        pytest.param(Order(("/there/is/no/such/program",)), id="it is not there"),
    ],
)
def test_what_hushes_may_fail(monkeypatch, hush):
    monkeypatch.setattr(engine_module, "HUSH_S", 0.01)
    talk = Talk(python(WAITS), hush)
    talk.stop()
    talk.join(LONGEST_S)
    assert talk.over


@pytest.mark.parametrize("name", ["say", "espeak-ng", "espeak", "powershell", "spd-say"])
def test_only_speech_dispatcher_has_to_be_hushed(name):
    hush = Engine(name, "/there/it").hush
    assert hush == (Order(("/there/it", "--cancel")) if name == "spd-say" else None)
