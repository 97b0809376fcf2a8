# SPDX-License-Identifier: Apache-2.0
"""`fy export`: the folder stands alone, its Verilog is the block, bad input writes nothing."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from freightyard import store
from freightyard.cli.main import main
from freightyard.hardware import configuration, flat_top, sources, verilator
from freightyard.synthesis import exported
from freightyard.verification.bench import run_program

BENCH = store.ROOT / "blocks" / "copy_engine" / "test" / "engine" / "copy_volume_unit.cpp"
ENGINE = "fy_copy_engine"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export") / "engine"
    assert main(["export", "copy-engine", str(folder), "--part", "engine"]) == 0
    return folder


@pytest.mark.default
def test_the_folder_stands_alone(engine: Path) -> None:
    listed = (engine / "copy-engine-engine.f").read_text().split()
    core = re.findall(r"^      - (\S+)$", (engine / "copy-engine-engine.core").read_text(), re.M)
    assert core == [*listed, "copy-engine-engine.v"]
    assert all((engine / name).is_file() for name in core)
    for path in engine.rglob("*"):
        assert path.is_dir() or str(store.ROOT) not in path.read_text(), path
    for words in (["-f", "copy-engine-engine.f"], ["copy-engine-engine.v"]):
        command = [str(verilator.verilator()), "--lint-only", "-Wno-fatal", "--top-module", ENGINE]
        run = subprocess.run([*command, *words], cwd=engine, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr


@pytest.mark.default
def test_plain_verilog_has_the_cycles_of_the_block(engine: Path, tmp_path: Path) -> None:
    """The bench of the block on its plain Verilog: same copies, same cycles."""
    chosen = exported.Export(configuration.load("copy-engine"), "engine")
    values = {name: int(text) for name, text in chosen.parameters.items()}
    flat = flat_top.write(ENGINE, chosen.files(), values)
    plain = tmp_path / flat.name
    text = re.sub(rf"(  {ENGINE}) #\(.*\) (i_{ENGINE} \()", r"\1 \2", flat.read_text())
    assert "#(" not in text.partition(f"  {ENGINE} i_")[2]
    plain.write_text(text)
    packages = [path for path in chosen.files() if sources.is_package(path)]
    own = {"cpp": [BENCH], "layouts": True, "prefix": f"V{ENGINE}"}
    programs = [
        verilator.build_verilated(
            ENGINE, ["copy_engine"], cpp=[BENCH], layouts=True, flat=True,
            parameters={"BufferBlocks": 8, "BeatBytes": 32},
        ),
        verilator.build_verilated(
            flat_top.name_of(ENGINE), [], **own,
            sv=[*packages, plain, engine / "copy-engine-engine.v"],
        ),
    ]  # fmt: skip
    for case in ("timing", "lengths", "translated"):
        block, again = (
            run_program(program, "--test", case, "--count", 5, "--blocks", 8, "--limit", 0, seed=1)
            for program in programs
        )
        assert block == again


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("export copy-engin DIR", "no configuration is called copy-engin; did you mean"),
        ("export copy-engine DIR --part engin", "no part is called engin; there are: "),
        ("export copy-engine DIR --part tile", "the part tile is not one module; choose another"),
        ("export copy-engine DIR/x/y", "DIR/x is no folder"),
        ("export copy-engine FULL", "FULL is not an empty folder; name one that is, or a new one"),
        ("export copy-engine DIR --output z", "--output belongs to page and rdl"),
        ("export page copy-engin", "no configuration is called copy-engin; did you mean"),
    ],
)
def test_bad_input_writes_nothing(
    words: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine").write_text("mine")
    places = {"DIR": str(tmp_path / "new"), "FULL": str(full)}
    for name, place in places.items():
        words, told = words.replace(name, place), told.replace(name, place)
    assert main(words.split()) == 1
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "mine"]
