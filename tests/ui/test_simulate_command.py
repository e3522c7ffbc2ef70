"""`handref simulate`: what it prints, and words that it cannot use."""

from __future__ import annotations

import json

import pytest


@pytest.mark.parametrize("game", ["dexterity-jane", "one-finger", "janes-card-game"])
def test_a_summary_is_told_and_equal_seeds_tell_the_same(handref, game):
    words = ["simulate", game, "--games", 3, "--players", 3, "--seed", 7]
    ran = handref(*words)
    assert (ran.code, ran.err) == (0, "")
    assert "3 games of" in ran.out
    assert "Wins by seat" in ran.out
    assert not [line for line in ran.out.splitlines() if line.startswith("  ") and "-" in line], "words, no codes"
    assert handref(*words).out == ran.out
    assert handref(*words[:-1], 8).out != ran.out


def test_with_json_the_summary_is_one_line(handref):
    ran = handref("simulate", "dexterity-jane", "--games", 2, "--variant", "stick-up", "--json")
    (line,) = ran.out.splitlines()
    summary = json.loads(line)
    assert (summary["games"], summary["players"], summary["variant"]) == (2, 4, "stick-up")


def test_house_rules_are_played_by(handref, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('[dexterity-jane]\nbudge = "void"\n')
    ran = handref("simulate", "dexterity-jane", "--games", 2, "--house", house)
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        pytest.param(["poker"], "'poker'", id="an unknown game"),
        pytest.param(["dexterity-jane", "--players", 10], "2 to 9 players", id="too many players"),
        pytest.param(["one-finger", "--players", 1], "players", id="too few players"),
        pytest.param(["dexterity-jane", "--variant", "long"], "'long'", id="an unknown variant"),
        pytest.param(["one-finger", "--variant", "simplified"], "no variants", id="a variant where there is none"),
        pytest.param(["dexterity-jane", "--games", 0], "0 is not in the range", id="no games"),
        pytest.param(["dexterity-jane", "--house", "nowhere.toml"], "there is no such file", id="no house-rules file"),
    ],
)
def test_words_that_cannot_be_used_give_one_sentence(handref, words, says):
    ran = handref("simulate", *words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert says in ran.err


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        pytest.param("[poker]\n", "no game called 'poker'", id="rules of no game"),
        pytest.param(
            '[dexterity-jane]\nbudge = "void"\n[one-finger]\nearly_s = "soon"\n[janes-card-game]\nhats = 3\n',
            "house.toml: under [one-finger], the house rule early_s must be",
            id="nonsense under another game",
        ),
        pytest.param(
            '[dexterity-jane]\nbudge = "perhaps"\n',
            "house.toml: under [dexterity-jane], the house rule budge must be",
            id="a value that is none",
        ),
        pytest.param("[one-finger]\n", "no house rules for dexterity-jane", id="rules of another game"),
        pytest.param("budge = = 1", "not TOML", id="no TOML"),
        pytest.param("[dexterity-jane]\nbudgie = 1\n", "budgie", id="a rule that there is none of"),
    ],
)
def test_a_house_rules_file_that_cannot_be_used_gives_one_sentence(handref, tmp_path, rules, says):
    house = tmp_path / "house.toml"
    house.write_text(rules)
    ran = handref("simulate", "dexterity-jane", "--games", 1, "--house", house)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert says in ran.err
