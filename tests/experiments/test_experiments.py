# SPDX-License-Identifier: Apache-2.0
"""The small form of every experiment, so that none rots."""

import json

import pytest
import typer
from typer.testing import CliRunner

from freightyard.cli.simulation.exp import command
from freightyard.experiments import experiment
from freightyard.system import program_sources


def names():
    """Experiments; those under a kernel, which is built for minutes, are long."""
    for name in experiment.names():
        found = experiment.load(name)
        kernel = found.content.program in program_sources.of_kernel(found.config.system)
        yield pytest.param(name, marks=pytest.mark.long if kernel else pytest.mark.default)


@pytest.mark.parametrize("name", names())
def test_smoke(name, tmp_path):
    app = typer.Typer()
    app.command()(command)
    target = tmp_path / "points.json"
    outcome = CliRunner().invoke(app, [name, "--smoke", "--jobs", "2", "--json", str(target)])
    assert outcome.exit_code == 0, outcome.output
    points = json.loads(target.read_text())
    shown = {point["point"].get("figure") for point in points}
    left_out = {s.name for s in experiment.load(name).sweeps if s.smoke is False}
    asked = {f.name for f in experiment.load(name).figures if f.sweep not in left_out}
    assert asked <= shown
    assert all(point["metric"].get("wrong_bytes", 0) == 0 for point in points)
