"""What is remembered survives anything that can happen to its files."""

from __future__ import annotations

import pytest

from ui.window.games.dexterity_jane.best_times import BestTimes, Practised
from ui.window.keeping import Choices, HandInput, Keeper
from ui.window.theme import TEXT_SCALES


def practised(total_s: float, keys: bool = False) -> Practised:
    return Practised(round_s=(total_s / 10,) * 10, wrong=0, with_keys=keys)


def test_choices_come_back(tmp_path):
    assert Keeper(tmp_path).choices() == Choices()
    chosen = Choices(players=("Ann", "Ben"), options={"dexterity-jane": {"variant": "stick-up"}}, muted=True)
    assert Keeper(tmp_path).keep_choices(chosen) is None
    assert Keeper(tmp_path).choices() == chosen


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b'{"version": 1, "play', id="half written"),
        pytest.param(b"\xff\xfe\x00", id="no text at all"),
        pytest.param(b'{"version": 2, "players": []}', id="of a later version"),
        pytest.param(b'{"version": 1, "muted": "yes"}', id="a field of another type"),
        pytest.param(b"[1]", id="a list"),
    ],
)
def test_a_file_that_cannot_be_used_is_put_aside(tmp_path, content):
    (tmp_path / "window.json").write_bytes(content)
    assert Keeper(tmp_path).choices() == Choices()
    assert (tmp_path / "window.unreadable").read_bytes() == content
    assert Keeper(tmp_path).keep_choices(Choices(camera=2)) is None
    assert Keeper(tmp_path).choices().camera == 2


@pytest.mark.parametrize(("scale", "kept"), [(1e9, max(TEXT_SCALES)), (-3, min(TEXT_SCALES)), (0, min(TEXT_SCALES))])
def test_a_size_of_text_that_cannot_be_drawn_becomes_one_that_can(tmp_path, scale, kept):
    (tmp_path / "window.json").write_text(f'{{"version": 1, "text_scale": {scale}}}')
    assert Keeper(tmp_path).choices().text_scale == kept


def test_what_cannot_be_written_is_said_and_leaves_the_old_file(tmp_path, monkeypatch):
    keeper = Keeper(tmp_path)
    keeper.keep_choices(Choices(camera=1))
    monkeypatch.setattr("os.fsync", lambda handle: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert keeper.keep_choices(Choices(camera=2))
    assert keeper.choices().camera == 1


def test_the_best_five_are_kept_quickest_first_hands_and_keys_apart():
    best = BestTimes()
    places = []
    for total_s in (50, 40, 60, 30, 70, 80, 45):
        best, place = best.with_(practised(total_s))
        places.append(place)
    best, place = best.with_(practised(99, keys=True))
    assert places == [1, 1, 3, 1, 5, None, 3]
    assert [round(done.total_s) for done in best.hands] == [30, 40, 45, 50, 60]
    assert (place, len(best.keys)) == (1, 1)


def test_the_logs_of_all_games_lie_in_one_folder_and_older_ones_are_found(tmp_path):
    logs = Keeper(tmp_path).logs
    assert logs.logs("dexterity-jane") == []
    (tmp_path / "tables").mkdir()
    older = tmp_path / "tables" / "dexterity-jane-0004.jsonl"
    older.write_text("{}")
    first = logs.next_path("dexterity-jane")
    first.write_text("{}")
    assert first == tmp_path / "games" / "dexterity-jane-0005.jsonl"
    assert logs.logs("dexterity-jane") == [first, older]


def test_everything_is_kept_where_handref_home_says(tmp_path, monkeypatch):
    monkeypatch.setenv("HANDREF_HOME", str(tmp_path / "there"))
    keeper = Keeper()
    assert keeper.keep_choices(Choices(hand_input=HandInput.HELD_UP, source="rtsp://camera")) is None
    assert (tmp_path / "there" / "window.json").exists()
    assert Keeper().choices().hand_input is HandInput.HELD_UP
    assert keeper.keep(BestTimes()) is None
    for place in (tmp_path / "there" / "practice.json", keeper.logs.path, keeper.profiles_folder):
        assert place.exists() or place.suffix == ""
        assert place.parent == tmp_path / "there"


@pytest.mark.parametrize("opening", ["[", '{"version": 1, "options": {"a":'])
def test_settings_nested_too_deeply_are_put_aside(tmp_path, opening):
    keeper = Keeper(tmp_path)
    keeper.choices_file.write_text(opening * 100_000)
    assert keeper.choices() == Choices()
    assert not keeper.choices_file.exists() and keeper.choices_file.with_suffix(".unreadable").exists()
