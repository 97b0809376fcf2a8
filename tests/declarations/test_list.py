# SPDX-License-Identifier: Apache-2.0
"""`fy list` names all that other commands take, and each name works there."""

import json

import pytest

from freightyard.cli import list as listing
from freightyard.cli.main import main
from freightyard.experiments import experiment
from freightyard.hardware import configuration, declarations
from freightyard.system import program_sources


@pytest.fixture
def listed(tmp_path):
    """The lists of a call."""

    def call(*words):
        file = tmp_path / "x.json"
        assert main(["list", *words, "--json", str(file)]) == 0
        return json.loads(file.read_text())

    return call


def test_every_name_is_taken(listed, capsys):
    found = listed()
    assert list(found) == list(listing.LISTS)
    names = {kind: [row["name"] for row in rows] for kind, rows in found.items()}
    assert sorted(names["sizes"]) == configuration.known()
    assert names["programs"] == sorted(
        {name for system in declarations.names() for name in program_sources.named(system)}
    )
    assert names["experiments"] == experiment.names()
    assert all(value for rows in found.values() for row in rows for value in row.values())
    told = capsys.readouterr().out
    assert all(name in told for every in names.values() for name in every)
    for row in found["sizes"]:
        assert configuration.load(row["name"]).system == row["system"].replace("-", "_")
    for row in found["keys"]:
        configuration.load(row["system"], [f"{row['name']}={row['default'].lower()}"])


def test_one_list_of_one_system(listed):
    (rows,) = listed("keys", "--system", "minimal").values()
    system = declarations.load_system("minimal")
    assert [row["name"] for row in rows] == list(system.keys)
    assert {row["name"]: row["legal"] for row in rows}["xlen"] == "32 or 64"
    counters = listed("counters", "--system", "copy-engine")["counters"]
    assert {row["system"] for row in counters} == {"copy-engine"}
    assert {"l2_hits", "instructions"} <= {row["name"] for row in counters}


def test_what_differs(listed):
    sizes = {row["name"]: row["differs"] for row in listed("sizes")["sizes"]}
    assert sizes["copy-engine-32"] == "xlen=32" and sizes["minimal"] == "defaults"


@pytest.mark.parametrize(
    ("words", "says"),
    (
        ("key", "no list is called key; did you mean keys?"),
        ("keys --system minimum", "no system is called minimum; did you mean minimal?"),
        ("--json /nowhere/x", "/nowhere is not a folder"),
    ),
)
def test_bad_words_are_one_sentence(capsys, words, says):
    assert main(["list", *words.split()]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert says in line
