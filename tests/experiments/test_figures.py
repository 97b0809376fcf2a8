# SPDX-License-Identifier: Apache-2.0
"""Formulas of the figures on rows made by hand."""

import pytest
from experiments.copies import formulas as copies

from freightyard.errors import UserError
from freightyard.experiments import code, expand, experiment, figures, formulas, rows
from freightyard.experiments.rows import Row
from freightyard.hardware import boundary, configuration
from freightyard.system import results

VIRTUAL_MEMORY = code.module(experiment.EXPERIMENTS / "virtual-memory" / "formulas.py")
SETTINGS = {"transactors": 8, "buffer_blocks": 2, "memory_latency": 16, "beat_bytes": 32,
            "line_bytes": 64}  # fmt: skip
RUN = {"id": "x", "config": "c", "settings": SETTINGS, "seed": 1, "commit": "c", "tools": {},
       "cycles": 1}  # fmt: skip
HELD = {name: {"last": value, "minimum": value, "maximum": value, "count": 1}
        for name, value in (("get_held", 5), ("put_held", 4), ("block_held", 8))}  # fmt: skip


def row(mover, size, cycles, sweep="s", role="points", **more):
    point = {"mover": mover, "bytes": size, "source_offset": 0, "target_offset": 0,
             "resident": "l2"}  # fmt: skip
    axes = ("source_offset", "target_offset", "translation")
    point |= {name: more[name] for name in axes if name in more}
    values = {**point, "cycles": cycles, "wrong": 0, **more}
    return Row(sweep, role, point, values, HELD, 1.0, RUN)


def test_machine_line():
    line = "FY run mover=engine bytes=64 rate=1.5 note=x"
    assert results.parse_line(line) == {
        "command": "run", "mover": "engine", "bytes": 64, "rate": 1.5, "note": "x",
    }  # fmt: skip
    assert results.parse_line("hello FY a=1") is None


def test_slope_and_intercept():
    found = [row("engine", size, 30 + size / 16) for size in (1024, 2048, 4096)]
    assert formulas.slope(found, found) == pytest.approx(16)
    assert rows.slope_fit(found)[1] == pytest.approx(30)


def break_even(engine):
    found = [row("engine", size, cycles) for size, cycles in engine.items()]
    found += [row("scalar_loop", size, size) for size in engine]
    found += [row("memcpy", size, 2 * size) for size in engine]
    return copies.break_even(found, found)


def test_break_even_looks_at_every_larger_size():
    assert break_even({8: 9, 16: 15, 32: 31}) == 16
    assert break_even({8: 7, 16: 17, 32: 31}) == 32
    assert break_even({8: 8, 16: 16, 32: 32}) == 8
    assert break_even({8: 7, 16: 15, 32: 33}) == copies.NEVER


def test_share_above_the_limit_fails():
    single = row("engine", 64, 30, sweep="one", role="constants")
    limit = 2 * 64 / 8  # the buffer binds: two blocks held 8 cycles each
    for rate, share in ((limit / 2, 0.5), (limit, 1.0), (limit * 1.1, 0.0)):
        found = [row("engine", size, size / rate) for size in (1024, 2048, 4096)]
        assert copies.limit_share(found, [*found, single]) == pytest.approx(share)


def test_port_share_needs_a_point_where_the_port_binds():
    found = [row("engine", size, size) for size in (1024, 2048, 4096)]
    single = row("engine", 64, 30, sweep="one", role="constants")
    with pytest.raises(UserError, match="the port binds nowhere"):
        copies.limit_share(found, [*found, single], port_binds_by=1.25)


def test_a_share_needs_a_sweep_of_constants():
    found = [row("engine", size, size) for size in (1024, 2048, 4096)]
    with pytest.raises(UserError, match='needs a sweep with `role = "constants"`'):
        copies.limit_share(found, found)


def test_page_loss_takes_the_worst_offsets():
    found = []
    for offset, rate in ((0, 20.0), (2048, 18.0)):
        for mode, by in (("bare", 20.0), ("sv39", rate)):
            found += [
                row("engine", size, 9 + size / by, translation=mode, target_offset=offset)
                for size in (1024, 2048, 4096)
            ]
    assert VIRTUAL_MEMORY.page_loss(found, found) == pytest.approx(0.1)


def test_translation_stall_is_a_difference():
    found = [row("load", 8, cycles, translation=mode, base=32, hops=32)
            for mode, cycles in (("bare", 64), ("sv39", 96), ("sv39", 80))]  # fmt: skip
    assert VIRTUAL_MEMORY.translation_stall(found, found) == 1


def test_total_names_its_value():
    found = [row("engine", 8, 1, repeated=bytes) for bytes in (0, 64)]
    assert formulas.total(found, found, value="repeated") == 64


def test_virtual_memory_has_every_metric_of_the_issue():
    virtual_memory = experiment.load("virtual-memory")
    assert {figure.name for figure in virtual_memory.figures} == {
        "launch_translated", "page_loss", "page_loss_copy", "walk_cycles", "resume", "resume_cold",
        "repeated_bytes", "tlb_hit_cost", "dirty_transfer", "wrong_bytes", "sim_hz",
    }  # fmt: skip
    figures.check(virtual_memory)


def test_one_copy_has_every_metric_of_the_issue():
    one_copy = experiment.load("one-copy")
    assert {figure.name for figure in one_copy.figures} == {
        "scalar_l1", "scalar_l2", "scalar_l2_misaligned", "scalar_l2_piece", "scalar_memory",
        "loop_l2", "memcpy_l1", "memcpy_l1_misaligned", "load_use_l1", "load_use_l2",
        "ipc_integer", "get_latency", "engine_small", "engine_short", "engine_rich",
        "launch", "limit_share_port", "limit_share_all", "wrong_bytes", "sim_hz",
        *(
            f"break_even_{place}{use}"
            for place in ("l1", "dirty", "l2", "memory") for use in ("", "_read", "_update")
        ),
    }  # fmt: skip
    figures.check(one_copy)


def test_expansion_builds_one_simulator():
    simulations = expand.expand(experiment.load("one-copy"), smoke=False)
    assert len({s.config.built for s in simulations}) == 1
    smoke = expand.expand(experiment.load("one-copy"), smoke=True)
    assert sum(s.points for s in smoke) < sum(s.points for s in simulations) / 2


@pytest.mark.parametrize("line_bytes", [16, 32, 64])
def test_script_puts_the_payload_on_a_line(line_bytes):
    config = configuration.load("copy-engine", [f"line_bytes={line_bytes}", "beat_bytes=8"])
    assert boundary.line_bytes(config) == line_bytes
    data = expand.script_input("run size=1\n", b"payload", line_bytes)
    assert data.endswith(b"end\npayload")
    assert len(data) - len(b"payload") == line_bytes


def test_unknown_experiment_suggests_the_nearest():
    with pytest.raises(UserError, match="did you mean one-copy"):
        experiment.load("one-cpy")


def test_slope_limit():
    """Several trackers share a copy of many pages, not one of a page."""
    sizes = [1024 << i for i in range(9)]
    assert copies.slope_limit(64 / 3, 64 / 3, sizes) == 64 / 3
    assert copies.slope_limit(4 * 64 / 3, 64 / 3, sizes) == pytest.approx(87.61, abs=0.01)
    assert copies.slope_limit(4 * 64 / 3, 64 / 3, [65536.0]) == 4 * 64 / 3
