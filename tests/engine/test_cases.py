"""The rulebooks' examples and counts made by hand, put to `p2pgame engine` line by line (`spec/engine-line.md`).

`cases/GAME.json` lists them. A case has a name, a game, its source and steps. Each step sends one line:

    {"send": "play 0 L1@c"}                              the answer is "ok"
    {"send": ..., "fails": "illegal-move"}               it is refused by that code, or by any if `fails` is true
    {"send": ..., "expect": {...}}                       the answer contains this (`matching.py`)
    {"send": "position", "json": {...}}                  the object follows on the same line
    {"send": "legal 0", "has": [...], "lacks": [...], "count": n}      what the list of moves holds
    {"send": "draw", "label": "blue7"}                   sends `draw =blue7`

Another engine can be held to the same files.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ..cli.running import call
from .matching import differences

FOLDER = Path(__file__).parent / "cases"
CASES = [case for path in sorted(FOLDER.glob("*.json")) for case in json.loads(path.read_text("utf-8"))]

KNOWN = {"send", "json", "label", "fails", "expect", "has", "lacks", "count"}


def line_of(step: dict[str, Any]) -> str:
    """The line that a step sends."""
    words = [step["send"]]
    if "json" in step:
        words.append(json.dumps(step["json"]))
    if "label" in step:
        words.append(f"={step['label']}")
    return " ".join(words)


def check(step: dict[str, Any], answer: dict[str, Any]) -> None:
    """Fail unless the answer is as the step has it."""
    assert set(step) <= KNOWN
    where = f"{line_of(step)[:100]}\n{json.dumps(answer)[:500]}"
    if "fails" in step:
        assert answer["ok"] is False, where
        assert step["fails"] in (True, answer["code"]), where
        assert answer["message"], where
        return
    assert answer["ok"] is True, where
    assert list(differences(step.get("expect", {}), answer)) == [], where
    moves = answer.get("moves", [])
    assert set(step.get("has", [])) <= set(moves), where
    assert not set(step.get("lacks", [])) & set(moves), where
    assert step.get("count", len(moves)) == len(moves), where


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['game']}: {case['name']}")
def test_the_engine_answers_as_the_case_says(case: dict[str, Any]) -> None:
    """Step by step; each line has one answer."""
    done = call("engine", case["game"], typed="".join(f"{line_of(step)}\n" for step in case["steps"]))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for step, answer in zip(case["steps"], answers, strict=True):
        check(step, answer)


def test_each_case_has_a_name_of_its_own_and_a_source() -> None:
    """So that a failure names one, and a reader can look it up."""
    assert max(Counter((case["game"], case["name"]) for case in CASES).values()) == 1
    assert all(case["source"] for case in CASES)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (1, 2),
        (1, True),
        ([1], [1, 2]),
        ({"a": 1}, {"b": 1}),
        ({"a": {"b": 1}}, {"a": {"b": 2}}),
        ({"a": 1}, [1]),
        ({"$sorted": [1, 2]}, [1, 3]),
        ({"$has": {"a": 1}}, [{"a": 2}]),
        ({"$has": 1}, 1),
        ({"$len": 2}, [1]),
    ],
)
def test_an_answer_that_lacks_something_is_found(wanted: Any, found: Any) -> None:
    """And the place is named."""
    assert [difference.startswith("answer") for difference in differences(wanted, found)] == [True]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"$sorted": [2, 1]}, [1, 2]),
        ({"$has": {"a": 1}}, [{"a": 2}, {"a": 1, "b": 3}]),
        ({"$len": 0}, []),
        ([{"a": 1}], [{"a": 1, "b": 2}]),
    ],
)
def test_an_answer_may_hold_more_than_is_wanted(wanted: Any, found: Any) -> None:
    """Except for the length of a list."""
    assert list(differences(wanted, found)) == []


@pytest.mark.parametrize(
    "step",
    [
        {"send": "legal 0", "has": ["s@a1"]},
        {"send": "legal 0", "lacks": ["s@c3"]},
        {"send": "legal 0", "count": 17},
        {"send": "legal 0", "fails": True},
        {"send": "legal 0", "expect": {"moves": {"$len": 1}}},
        {"send": "play 0 s@a1"},
        {"send": "play 0 s@a1", "fails": "malformed"},
    ],
)
def test_a_step_that_does_not_hold_fails(step: dict[str, Any]) -> None:
    """Each way of saying what the answer must be."""
    done = call("engine", "tink", typed=f"new 2\ndraw =0\n{line_of(step)}\n")
    with pytest.raises(AssertionError):
        check(step, json.loads(done.stdout.splitlines()[-1]))
