# SPDX-License-Identifier: Apache-2.0
"""`fy trace`: the files parse, and what they count is what the counters of the hardware say."""

import json
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest
from systems.copy_engine.test import corners

from freightyard.cli.simulation import trace as command_trace
from freightyard.errors import UserError
from freightyard.experiments import expand
from freightyard.system import programs, simulator

# Misses of both caches, blocks and parts of blocks moved, mispredicted branches.
SCRIPT = (
    "run mover=engine resident=memory size=4096 source_offset=3 target_offset=5\n"
    "run mover=memcpy resident=memory size=2000 source_offset=3 target_offset=5\n"
)
# Walks of fetch, data and engine; page faults, after each of which the engine goes on.
WALKS = (
    "run mover=engine translation=sv39 size=4096 source_offset=0 target_offset=0\n"
    "resume fence=page\n"
)
STAGES = "FDXMW"


@dataclass
class Instruction:
    """One instruction of a Konata log."""

    hart: int
    fetched: int
    text: str = ""
    note: str = ""
    stages: dict[str, int] = field(default_factory=dict)
    open: str = ""
    end: int = -1
    flushed: bool = False


def parse(path):
    """Instructions and last cycle of a Konata log; every line must be legal where it stands."""
    head, *lines = path.read_text().splitlines()
    assert head == "Kanata\t0004"
    assert lines[0].startswith("C=\t")
    now, found, retired = 0, {}, 0
    for line in lines:
        kind, *words = line.split("\t")
        if kind == "C=":
            now = int(words[0])
            continue
        if kind == "C":
            assert int(words[0]) > 0
            now += int(words[0])
            continue
        number = int(words[0])
        if kind == "I":
            assert number == int(words[1]) == len(found)
            found[number] = Instruction(int(words[2]), now)
            continue
        instruction = found[number]
        assert instruction.end < 0
        if kind == "L":
            instruction.text += words[2] if words[1] == "0" else ""
            instruction.note += words[2] if words[1] == "1" else ""
        elif kind == "S":
            assert instruction.open == "" and words[1] == "0"
            assert words[2] == STAGES[len(instruction.stages)]
            instruction.stages[words[2]] = now
            instruction.open = words[2]
        elif kind == "E":
            assert instruction.open == words[2]
            instruction.open = ""
        else:
            assert kind == "R"
            instruction.end, instruction.flushed = now, words[2] == "1"
            if not instruction.flushed:
                assert int(words[1]) == retired
                retired += 1
    return list(found.values()), now


@pytest.fixture(scope="module")
def system():
    """Beats of another size than everywhere else: traces count those of a message."""
    return corners.system(2)


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    file = tmp_path_factory.mktemp("script") / "script"
    file.write_bytes(expand.script_input(SCRIPT, b"", 64))
    return file


@dataclass
class Trace:
    """Files of one run."""

    outcome: simulator.Outcome
    konata: Path
    perfetto: Path


def trace(system, program, folder, *, from_=0, cycles=None, input_=None, instructions=True):
    chosen, built = system
    compiled = programs.resolve(program, chosen.built.xlen, "copy_engine")
    konata, perfetto = folder / "x.kanata", folder / "x.json"
    log = konata if instructions else None
    extra = command_trace.trace_options(compiled, log, perfetto, from_, cycles)
    options = simulator.Options(input=input_, cycles=5_000_000, extra=extra)
    return Trace(simulator.run(chosen, built, compiled, options), konata, perfetto)


@pytest.fixture(scope="module")
def whole(system, script, tmp_path_factory):
    """A whole program."""
    return trace(system, "copy", tmp_path_factory.mktemp("whole"), input_=script)


@pytest.fixture(scope="module")
def log(whole):
    return parse(whole.konata)


@pytest.fixture(scope="module")
def instructions(log):
    return log[0]


@pytest.mark.default
def test_konata_has_every_retired_instruction(whole, instructions):
    assert whole.outcome.exit_code == 0
    done = [i for i in instructions if i.end >= 0 and not i.flushed]
    assert len(done) == whole.outcome.instructions
    assert all(list(i.stages) == list(STAGES) for i in done)
    assert all(i.end == i.stages["W"] + 1 for i in done)
    assert any(i.flushed for i in instructions)


@pytest.mark.default
def test_konata_stages_are_in_order_and_hold_one_each(instructions):
    """An in-order core: no instruction overtakes, D and X hold one instruction at a time."""
    for hart in (0, 1):
        own = [i for i in instructions if i.hart == hart]
        for first, second in (("F", "D"), ("D", "X"), ("X", "M"), ("M", "W")):
            both = [i for i in own if second in i.stages]
            starts = [i.stages[second] for i in both]
            assert starts == sorted(set(starts))
            assert all(i.stages[first] < i.stages[second] or i.text == "" for i in both)
            if first in "DX":
                enter = [i.stages[first] for i in both]
                assert all(a <= b for a, b in zip(starts, enter[1:], strict=False))


@pytest.mark.default
def test_konata_ends_with_the_run_and_leaves_nothing_else_open(whole, log, instructions):
    assert log[1] == whole.outcome.cycles
    for hart in (0, 1):
        own = [i for i in instructions if i.hart == hart]
        assert all(i.end >= 0 for i in own[:-12])


@pytest.mark.default
def test_konata_tells_the_path_of_the_program(instructions):
    """Behind what is no branch the next address follows; so no text belongs to another one."""
    done = [i for i in instructions if i.hart == 0 and i.end >= 0 and not i.flushed]
    straight = 0
    for first, second in pairwise(done):
        here, name = int(first.text.split(":")[0], 16), first.text.split()[1]
        there = int(second.text.split(":")[0], 16)
        if name not in ("jal", "jalr", "mret") and not name.startswith("b"):
            assert there == here + 4
            straight += 1
    assert straight > len(done) / 2


@pytest.mark.default
def test_konata_has_the_text_of_the_listing(instructions):
    done = [i for i in instructions if i.end >= 0 and not i.flushed]
    assert done[0].text == "0x80000000: csrrs t0,mhartid,zero"
    assert not any(".word" in i.text for i in done)


@pytest.mark.default
def test_window_has_the_same_instructions(system, script, instructions, tmp_path):
    low, length = 50_000, 1000
    window = trace(system, "copy", tmp_path, from_=low, cycles=length, input_=script)
    assert (window.outcome.exit_code, window.outcome.reason) == (0, "window")
    assert low + length <= window.outcome.cycles
    wanted = [i for i in instructions if low <= i.fetched < low + length and i.end >= 0]
    assert len(wanted) > 100
    assert [i for i in parse(window.konata)[0] if i.end >= 0] == wanted


@pytest.mark.default
def test_traps_are_marked(system, tmp_path):
    found, _ = parse(trace(system, str(programs.TEST / "illegal"), tmp_path, cycles=20_000).konata)
    notes = Counter(i.note for i in found if i.note)
    assert notes["trap, cause 2"] > 0
    assert all(i.flushed for i in found if i.note)


@pytest.mark.default
def test_harts_have_a_lane_each(system, tmp_path):
    """That the sum is right, the whole run shows: both harts boot in it."""
    run = trace(system, str(programs.TEST / "harts"), tmp_path, cycles=40_000)
    done = Counter(i.hart for i in parse(run.konata)[0] if i.end >= 0 and not i.flushed)
    assert set(done) == {0, 1}
    assert min(done.values()) > 100


def spans(path):
    """Begin and end events of a Perfetto file, matched by their number."""
    events = json.loads(path.read_text())["traceEvents"]
    names = {e["pid"]: e["args"]["name"] for e in events if e["ph"] == "M"}
    begins = {e["id"]: e for e in events if e["ph"] == "b"}
    ends = {e["id"]: e for e in events if e["ph"] == "e"}
    assert len(begins) + len(ends) + len(names) == len(events)
    for number, end in ends.items():
        begin = begins[number]
        assert end["ts"] > begin["ts"]
        assert {k: begin[k] for k in ("cat", "name", "pid", "tid")} == {
            k: end[k] for k in ("cat", "name", "pid", "tid")
        }
        assert names[begin["pid"]] == begin["cat"]
    return begins, ends


def counted(path):
    """Spans that have both ends, by track and name."""
    begins, ends = spans(path)
    return Counter((begins[n]["cat"], begins[n]["name"]) for n in ends), begins


@pytest.mark.default
def test_messages_are_those_of_the_counters(whole):
    seen, begins = counted(whole.perfetto)
    counters = whole.outcome.counters
    trackers = ("tracker0", "tracker1")
    assert seen["copy_engine", "transfer"] == counters["engine_transfers"] > 0
    for name, parts, blocks in (("Get", "get", "get_block"), ("Put", "put", "put_block")):
        wanted = counters[f"engine_{parts}s"], counters[f"engine_{blocks}s"]
        sizes = [
            b["args"]["bytes"]
            for b in begins.values()
            if b["cat"] in trackers and b["name"] == name
        ]
        assert (len([n for n in sizes if n < 64]), sizes.count(64)) == wanted
        assert len(sizes) == sum(seen[one, name] for one in trackers) == sum(wanted) > 0
    assert seen["instruction_cache0", "Get"] == counters["instruction_refills"] > 0
    acquires = sum(n for (_, name), n in seen.items() if name.startswith("Acquire"))
    assert acquires == counters["l2_acquires"] > 0


@pytest.mark.default
def test_walks_are_those_of_the_counters(system, tmp_path):
    file = tmp_path / "script"
    file.write_bytes(expand.script_input(WALKS, b"", 64))
    run = trace(system, "virtual_memory", tmp_path, input_=file, instructions=False)
    assert run.outcome.exit_code == 0
    seen, _ = counted(run.perfetto)
    counters = run.outcome.counters
    assert all(seen["walker0", f"{unit} walk"] for unit in ("fetch", "data"))
    walks = {name: n for (track, name), n in seen.items() if track == "walker0"}
    assert sum(walks.values()) == counters["walks"] > 0
    assert walks["engine walk"] == counters["engine_walks"] > 0
    assert seen["copy_engine", "transfer"] == counters["engine_transfers"]
    assert seen["copy_engine", "resume"] == counters["engine_resumes"] > 0


@pytest.mark.default
def test_trace_changes_no_cycle(system, script, whole):
    chosen, built = system
    compiled, options = programs.resolve("copy", 64, chosen.system), simulator.Options(input=script)
    outcome = simulator.run(chosen, built, compiled, options)
    assert outcome.cycles == whole.outcome.cycles
    assert outcome.counters == whole.outcome.counters


@pytest.mark.default
def test_plain_simulator_says_where_traces_are(tmp_path):
    with pytest.raises(UserError, match="built without traces; run it through `fy trace`"):
        trace(corners.system(1), "hello", tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.default
def test_trace_of_a_run_that_gets_stuck_is_kept(system, tmp_path):
    compiled, target = programs.resolve("hello", 64, "copy_engine"), tmp_path / "x"
    extra = command_trace.trace_options(compiled, target, None, 0, None)
    extra += ("--hold", "instruction_cache0.d", "--hold-from", "2300", "--quiet-limit", "1000")
    outcome = simulator.run(*system, compiled, simulator.Options(extra=extra))
    assert outcome.reason == "watchdog"
    assert any(i.end < 0 for i in parse(target)[0])
