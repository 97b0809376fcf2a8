# SPDX-License-Identifier: Apache-2.0
"""A scratch copy of the sources and tables, a toy system of its own, and a copy of minimal."""

import functools
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from freightyard import store
from freightyard.hardware import boundary
from freightyard.hardware.declarations import load_system
from freightyard.synthesis import parts
from freightyard.system import simulator
from freightyard.verification import bench

# Runs in a scratch copy: everything that is generated from the tables, by name.
SHOW = """
import json
from freightyard.hardware import configuration, sources
from freightyard.hardware.declarations import generate, load_system, page, rdl
system = load_system("copy_engine")
files = [*sources.sources("systems/copy_engine"), *generate.headers(system).iterdir()]
found = {f.name: f.read_text() for f in files if "generated" in f.parts and f.is_file()}
found["page"], found["rdl"] = page.text(system), rdl.text(system, 1)
found["settings"] = configuration.load("copy-engine").values()
found["counters"] = system.counter_addresses(2)
print(json.dumps(found))
"""
TOY = """
description = "a toy"
prefix = "fy_toy"
[keys.cores]
kind = "integer"
range = [1, 4]
default = 2
when = ["built"]
meaning = "cores"
[keys.ways]
kind = "integer"
range = [1, 8]
power_of_two = true
per = "cores"
default = 4
when = ["built"]
meaning = "ways of each core"
[keys.policy]
kind = "choice"
choices = ["write_back", "write_through"]
default = "write_back"
when = ["built"]
meaning = "of stores"
[keys.quiet]
kind = "boolean"
default = false
when = ["built", "run_time"]
meaning = "no console"
[[rule]]
condition = "cores != 3 or quiet"
sentence = "cores is {cores}; with 3 the console must be quiet"
"""


class Scratch:
    """The copy; everything in it runs in processes of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.system = folder / "systems" / "copy_engine"
        self.registers = folder / "blocks" / "peripherals" / "registers.toml"

    def python(self, *words):
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "src")}
        command = [sys.executable, *words]
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True
        )

    def fy(self, *words):
        return self.python("-m", "freightyard", *words)

    def shown(self):
        """Everything that is generated, by name."""
        result = self.python("-c", SHOW)
        assert result.returncode == 0, result.stderr
        return json.loads(result.stdout)

    def lint(self, top, system="copy_engine"):
        """Elaborate a module of a system."""
        show = "from freightyard.hardware import sources as s; print(*s.sources(NAME))"
        files = self.python("-c", show.replace("NAME", f"'systems/{system}'")).stdout.split()
        return elaborate(top, *map(Path, files))


def elaborate(top, *files):
    # What ends the elaboration is looked for; `fy lint` reports the rest.
    return bench.elaborate(top, files, "-Wno-lint", "-Wno-style")


@pytest.fixture(name="elaborate")
def elaborate_fixture():
    """Elaborates a top in files."""
    return elaborate


def copied(folder, *parts, without=("test", "test_*")):
    """Parts of the checkout in a folder, without tests and what is built."""
    skip = shutil.ignore_patterns(*without, "__pycache__")
    for name in parts:
        if (store.ROOT / name).is_dir():
            shutil.copytree(store.ROOT / name, folder / name, ignore=skip)
        else:
            shutil.copy(store.ROOT / name, folder)
    return Scratch(folder)


@pytest.fixture
def scratch(tmp_path):
    """A copy of the sources and tables."""
    return copied(tmp_path, "src", "systems", "blocks")


@pytest.fixture
def toy(tmp_path):
    """Makes a system whose `config.toml` is changed from TOY, with other tables beside it."""

    def made(before="", after="", **files):
        assert before in TOY
        folder = tmp_path / "systems" / "toy"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.toml").write_text(TOY.replace(before, after) if before else TOY)
        for name, content in files.items():
            (folder / f"{name}.toml").write_text(content)
        return load_system("toy", tmp_path / "systems")

    return made


@pytest.fixture
def minimal(tmp_path, monkeypatch):
    """A copy of the smallest system, which every reader takes for the original."""
    folder = tmp_path / "systems" / "minimal"
    shutil.copytree(
        store.ROOT / "systems" / "minimal", folder, ignore=shutil.ignore_patterns("test")
    )
    (tmp_path / "blocks").symlink_to(store.ROOT / "blocks")
    own = functools.partial(load_system, folder=folder.parent)
    for reader in (boundary, parts, simulator):
        monkeypatch.setattr(reader, "load_system", own)
    kept = (boundary.load, parts.declared)
    for reader in kept:
        reader.cache_clear()
    yield folder
    for reader in kept:
        reader.cache_clear()
