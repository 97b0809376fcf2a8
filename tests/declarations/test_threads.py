# SPDX-License-Identifier: Apache-2.0
"""Threads of harts: declared, refused, read in fy_top, told by traces and the debugger.

No core of today has several. A copy of the smallest system declares four for its one hart; the C++
of the simulator is compiled with a design that the bench plays (threads/), no model of the system.
"""

import json
import re
import subprocess
from pathlib import Path

import pytest

from freightyard.hardware import compiler, package_header, probes, sources
from freightyard.store import ROOT

HERE = Path(__file__).parent / "threads"
KEY = """
[keys.threads]
kind = "integer"
range = [1, 16]
default = 4
when = ["built"]
meaning = "threads of the hart"
"""
CORE = """[boundary]
threads = 16"""
TRACK = """
[[track]]
name = "thread{i}"
count = "threads"
path = "i_hart"
span = [{ name = "turn", begin = "@redirect && {i % threads} == 1", end = "@redirect" }]
"""
# Runs in the copy: the generated top and C++, in a list of files that Verilator can read.
SHOW = """
import json, sys
from freightyard.hardware import configuration, sources
from freightyard.system import model, top
chosen = configuration.load("minimal", sys.argv[1:])
files = [*map(str, sources.sources("systems/minimal"))]
texts = [kind.text(chosen, inspect=True) for kind in (top, model)]
print(json.dumps([files, *texts]))
"""
PARTS = ("debug/d*", "debug/g*", "debug/p*", "endpoints/ports", "trace/*", "host/host_agent",
         "system/simulation", "system/system", "system/link*", "system/program_image")  # fmt: skip


def changed(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.fixture
def four(scratch):
    """The copy whose hart has as many threads as a key says."""
    (scratch.folder / "sim").symlink_to(ROOT / "sim")
    system, core = scratch.folder / "systems/minimal", scratch.folder / "blocks/hart/core.toml"
    changed(system / "config.toml", "[keys.xlen]", f"{KEY}\n[keys.xlen]")
    changed(system / "system.toml", 'core = "hart"', 'core = "hart"\nthreads = "threads"')
    changed(system / "system.toml", "\n[[track]]", f"{TRACK}\n[[track]]")
    changed(core, "[boundary]", CORE)
    changed(core, 'redirect = "@redirect"', 'redirect = "@redirect && {thread} == 0"')
    return scratch


def shown(four, *settings):
    result = four.python("-c", SHOW, *settings)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def refused(four, *settings):
    result = four.python("-c", SHOW, *settings)
    assert result.returncode == 1
    return result.stderr.splitlines()[-1]


def test_threads_in_what_is_generated(four, elaborate):
    files, top, model = shown(four)
    for thread in range(4):
        assert f"retirement[0].valid && retirement[0].thread == 4'd{thread});" in top
        assert f"retirement[0].late_valid && retirement[0].late_thread == 4'd{thread});" in top
        assert f"i_system.i_hart.redirect && {thread} == 0);" in top
        row = rf'"hart 0, thread {thread}", "TOP.fy_top.i_system.i_hart", {thread}, (.*), make_hart'
        found, each = re.search(row, model), len(probes.core("hart").debug.probes)
        assert found and found[1].startswith('{{"fetched_valid", ')
        assert found[1].endswith(f"}}, {thread * each}}}")
        assert (
            f"|(i_system.i_hart.redirect && {thread} == 1)" in top and f'"thread{thread}"' in model
        )
    assert top.count("i_system.i_hart.x_valid &&") == 1  # `asleep` names no thread: it is of all
    place = four.folder / "fy_top.sv"
    place.write_text(top)
    result = elaborate("fy_top", *map(Path, files), place)
    assert result.returncode == 0, result.stderr


def test_a_thread_alone_is_the_hart(four):
    _, top, model = shown(four, "threads=1")
    assert "retirement[0].thread" not in top and "= 64'(retirement[0].valid);" in top
    row = r'"hart 0", "TOP\.fy_top\.i_system\.i_hart", 0, \{\{.*\}, 0\}, make_hart_debugger\}'
    assert re.search(row, model)


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("systems/minimal/system.toml", '"threads"', "4", ": threads: 4 should be a text in quot"),
        ("systems/minimal/system.toml", '"threads"', '"thread"', ": thread is no key that is bui"),
        ("systems/minimal/system.toml", '"threads"', '"i"', ": i is no key that is built"),
        ("systems/minimal/system.toml", '"threads"', '"4 * threads + 1"',
         ": threads is 17; the core hart has 1 to 16"),
        ("systems/minimal/system.toml", '"threads"', '"threads - 4"',
         ": threads is 0; the core hart has 1 to 16"),
        ("systems/minimal/system.toml", '"threads"', '"16"\ncount = "21"',
         ": all harts have 336 threads; at most 320 are possible"),
        ("systems/minimal/system.toml", '"threads"', '"1"\ncount = "0"',
         ": count is 0, no hart; at least 1 is needed"),
        ("blocks/hart/core.toml", "threads = 16", "", None),
        ("blocks/hart/core.toml", "threads = 16", "threads = 17", ": threads: "),
    ],
)  # fmt: skip
def test_bad_threads(four, file, old, new, says):
    changed(four.folder / file, old, new)
    told = refused(four)
    if says is None:  # the core says nothing of threads: the system is told
        file, says = "systems/minimal/system.toml", ": threads is 4; the core hart has 1"
    assert f"{file}:" in told and says in told, told


@pytest.mark.default
def test_traces_and_debugger_tell_threads(four, tmp_path):
    model = tmp_path / "fy_top_model.cpp"
    model.write_text(shown(four)[2])
    files = [path for part in PARTS for path in sorted((ROOT / "sim").glob(f"{part}.cpp"))]
    read = [*files, *(ROOT / "sim").rglob("*.h"), model]
    for package in package_header.asked(read, sources.sources(*sources.list_names())):
        (tmp_path / f"{package.stem}.h").write_text(package_header.header(package))
    text = "".join(f'#include "{path}"\n' for path in [*files, model, HERE / "threads.cpp"])
    (tmp_path / "all.cpp").write_text(text)
    program = tmp_path / "threads"
    words = [compiler.COMPILER, "-std=c++17", "-O0", "-DFY_INSPECT=1", f"-I{HERE}", f"-I{ROOT}"]
    words.append(f"-I{tmp_path}")
    subprocess.run([*words, "-o", program, tmp_path / "all.cpp"], check=True)

    konata, retired, perfetto = (tmp_path / f"x.{kind}" for kind in ("kanata", "txt", "json"))
    subprocess.run([program, "trace", konata, retired, perfetto], check=True)
    lines = konata.read_text().splitlines()
    assert [line for line in lines if line.startswith("I")] == [
        f"I\t{n}\t{n}\t{n}" for n in range(4)
    ]
    assert [line for line in lines if line.startswith("R")] == [f"R\t{n}\t{n}\t0" for n in range(4)]
    assert retired.read_text() == "80000000 00000013\n"  # a model of one hart has one thread
    names = {event["args"].get("name") for event in json.loads(perfetto.read_text())["traceEvents"]}
    assert {f"thread{thread}" for thread in range(4)} <= names

    packets = ["qfThreadInfo", "qThreadExtraInfo,3", "T4", "T5", "vCont;s:3", "p20", "pa",
               "Hg2", "p20", "pa", "k"]  # fmt: skip
    told = subprocess.run([program, "debug", *packets], check=True, capture_output=True, text=True)
    answers = [part.partition("#")[0] for part in told.stdout.split("$")[1:]]
    assert bytes.fromhex(answers[1]).decode() == "hart 0, thread 2, machine mode"
    at, stepped = "0000008000000000", "0400008000000000"
    assert [answers[0], *answers[2:]] == [
        "m1,2,3,4", "OK", "E01", "T05thread:3;", stepped, "0200000000000000",
        "OK", at, "0100000000000000",
    ]  # fmt: skip
