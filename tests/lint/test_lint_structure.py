# SPDX-License-Identifier: Apache-2.0
"""The shape of the tree: each rule on a small wrong one, and the real one without a finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.lint import links, structure

PACKAGE = {"errors.py": "", "cli/run.py": "from freightyard import errors\n"}


def packages(root: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return [f.message for f in structure.package_order(root, [root / name for name in files])]


@pytest.mark.parametrize(
    ("files", "says"),
    [
        (PACKAGE, []),
        (
            {"hardware/a.py": "import freightyard.hardware.b\nfrom freightyard.store import X\n"},
            [],
        ),
        (
            {"system/a.py": "def f():\n    from freightyard.experiments import sweep\n"},
            ["system imports experiments, which stands above it"],
        ),
        ({"errors.py": "import freightyard.store\n"}, ["errors imports store, which stands above"]),
        ({"shop/a.py": ""}, ["shop has no place in PACKAGES"]),
    ],
)
def test_packages_import_downwards(tmp_path: Path, files: dict[str, str], says: list[str]) -> None:
    found = packages(tmp_path, files)
    assert len(found) == len(says)
    assert all(text in message for text, message in zip(says, found, strict=True))


def test_folders_of_a_package_have_no_circle(tmp_path: Path) -> None:
    files = {
        "system/a.py": "from freightyard.system.parts import b\n",
        "system/parts/b.py": "from freightyard.system.base.c import X\n",
        "system/base/c.py": "",
    }
    assert packages(tmp_path, files) == []
    paths = [tmp_path / name for name in files]
    assert list(structure.folder_circles(tmp_path, paths)) == []
    (tmp_path / "system/parts/b.py").write_text("from freightyard.system.a import X\n")
    (found,) = structure.folder_circles(tmp_path, paths)
    assert found.message == "a circle of folders: system -> system.parts -> system"


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("run/main.cpp", '#include "sim/trace/trace.h"\n#include "sim/run/signature.h"\n', []),
        ("host/a.h", '\n#include "sim/run/main.h"\n', ["sim/host includes sim/run, which stands"]),
        ("shop/a.h", "", ["sim/shop has no place in SIMULATOR"]),
    ],
)
def test_the_simulator_includes_downwards(
    tmp_path: Path, name: str, text: str, says: list[str]
) -> None:
    path = tmp_path / name
    path.parent.mkdir()
    path.write_text(text)
    found = [f.message for f in structure.include_order(tmp_path, [path])]
    assert len(found) == len(says)
    assert all(part in message for part, message in zip(says, found, strict=True))


@pytest.mark.parametrize(
    ("uses", "says"),
    [
        ({"common": [], "a": ["common"], "b": ["a", "common"], "systems/s": ["b"]}, []),
        ({"a": ["b"], "b": ["c"], "c": ["a"]}, ["a circle of blocks: a -> b -> c -> a"]),
        ({"a": ["a"]}, ["a circle of blocks: a -> a"]),
        ({"systems/s": [], "a": ["systems/s"]}, ["a uses the system systems/s"]),
        ({"common": ["a"], "a": []}, ["common uses a; it stands below all blocks"]),
        ({"a": ["b"]}, ["a uses b, which is no block"]),
    ],
)
def test_blocks_have_no_circle(uses: dict[str, list[str]], says: list[str]) -> None:
    found = [f.message for f in structure.block_order(uses)]
    assert len(found) == len(says)
    assert all(text in message for text, message in zip(says, found, strict=True))


def test_a_block_includes_from_what_it_uses(tmp_path: Path) -> None:
    bench = tmp_path / "blocks" / "tcm" / "test" / "tcm_bench.h"
    bench.parent.mkdir(parents=True)
    for other, count in (("tcm", 0), ("data_port", 0), ("common", 0), ("cache", 1)):
        bench.write_text(f'#pragma once\n#include "blocks/{other}/test/x.h"\n')
        found = list(structure.included_blocks(tmp_path, [bench]))
        assert [(f.line, f.rule) for f in found] == count * [(2, "include")]


def test_a_block_is_complete(tmp_path: Path) -> None:
    block = tmp_path / "a"
    (block / "rtl").mkdir(parents=True)
    (block / "rtl" / "fy_a_pkg.sv").write_text("")
    assert [f.rule for f in structure.incomplete([block])] == ["readme"]
    (block / "README.md").write_text("")
    assert list(structure.incomplete([block])) == []  # packages alone need no test
    (block / "rtl" / "fy_a.sv").write_text("")
    assert [f.rule for f in structure.incomplete([block])] == ["tests"]
    (block / "test").mkdir()
    (block / "test" / "test_a.py").write_text("")
    assert list(structure.incomplete([block])) == []


def test_large_folders_are_told() -> None:
    names = [f"a/b/{i}.sv" for i in range(21)] + [f"a/{i}.py" for i in range(20)]
    (found,) = structure.large_folders(names, 20)
    assert found.file == "a/b" and "21 files" in found.message


def test_the_tree_keeps_its_shape() -> None:
    (job,) = structure.structure_jobs()
    assert job.run() == []


def test_port_lines_count_records_payloads_and_their_bits() -> None:
    lines = """
      input  logic clk_i,
      input  fy_tl#(.BeatBytes(8))::request_t tl_i,
      output logic tl_ready_o,
      input  fy_tl_pkg::forward_ready_t [1:0] x_ready_i,
      output fy_axi#(32)::ax_t  axi_ar_o,   // channel by channel
      output logic axi_ar_valid_o,
      input  logic axi_ar_ready_i,
      input  logic console_ready_i
    """.splitlines()
    assert links.port_lines(lines) == 6


def test_links_are_few_ports() -> None:
    """422 before links were records; a block that brings more finds lines to save elsewhere."""
    assert 100 < links.declared_port_lines() <= 200
