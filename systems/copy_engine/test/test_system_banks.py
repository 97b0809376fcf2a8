# SPDX-License-Identifier: Apache-2.0
"""Memory systems (fy_l2): banks, channels, interleave, width of a beat, memory model."""

import hashlib

import pytest
from systems.copy_engine.test import corners

from freightyard.experiments import expand
from freightyard.hardware import configuration as config
from freightyard.system import programs, simulator, watched
from freightyard.system.simulator import Options

pytestmark = pytest.mark.default
FILE = (simulator.store.ROOT / "workloads" / "timezones.tar").read_bytes()
PAYLOAD = FILE[:60000]
COPIES = "".join(
    f"run mover={mover} resident={resident} size={size} source_offset={source} target_offset=5\n"
    for mover, resident, size, source in (
        ("engine", "memory", 65536, 5),
        ("engine", "l2", 4096, 3),
        ("engine", "l1_dirty", 8192, 0),
        ("memcpy", "memory", 32768, 7),
        ("scalar_loop", "l2", 4096, 5),
        ("engine", "memory", 1, 2),
        ("engine", "memory", 16385, 1),
    )
)
# Small L2s write lines back; two harts share lines over the banks.
SHAPES = {
    "4x1-line": ("memory-system", ()),
    "1x2-page": ("copy-engine", corners.TWO_HARTS),
    "2x2-page": ("copy-engine", (*corners.TWO_HARTS, "channels=2")),
    "4x2-line": ("memory-system", ("banks_per_channel=2", "l2_sets=512", "beat_bytes=64")),
    "4x2-page": ("memory-system", ("banks_per_channel=2", "bank_interleave=4096")),
    "2x1-line": ("copy-engine", ("channels=2", "beat_bytes=8")),
}  # fmt: skip


def often(*names):
    """All shapes; in CI those whose simulators other tests need too."""
    return [n if n in names else pytest.param(n, marks=pytest.mark.long) for n in SHAPES]


def shape(name, *, inspect=False):
    settings = SHAPES[name]
    chosen = config.load(settings[0], settings[1])
    return chosen, simulator.build(chosen, inspect=inspect)


@pytest.fixture(scope="module", params=often("4x1-line", "1x2-page"))
def system(request):
    return shape(request.param, inspect=request.param == "1x2-page")  # as others in CI


@pytest.fixture(scope="module")
def smallest():
    chosen = config.load("copy-engine")
    return chosen, simulator.build(chosen)


def run(system, program, options=Options()):  # noqa: B008 (frozen)
    chosen, built = system
    return simulator.run(
        chosen, built, programs.resolve(program, chosen.built.xlen, "copy_engine"), options
    )


def script(tmp_path, text, payload=PAYLOAD):
    file = tmp_path / "script"
    file.write_bytes(expand.script_input(text, payload, 64))
    return file


@pytest.mark.parametrize("memory_model", [0, 2])
def test_copies(system, tmp_path, memory_model):
    chosen = config.change(system[0], memory_model=memory_model)
    outcome = run((chosen, system[1]), "copy", Options(script(tmp_path, COPIES)))
    assert [(line["wrong"], line["status"]) for line in outcome.lines()] == [(0, 0)] * 7
    counters = outcome.counters
    assert counters["l2_refills"] > 0 and counters["l2_probes_with_data"] > 0
    if chosen.built.l2_sets < 1024:
        assert counters["l2_writebacks"] > 0
    busy = counters["l2_transactor_cycles"]
    assert 0 < busy <= outcome.cycles * chosen.built.banks * chosen.built.transactors


@pytest.mark.parametrize("mover", ["memcpy", "engine"])
def test_whole_payload(system, tmp_path, mover):
    target = tmp_path / "out"
    options = Options(script(tmp_path, f"whole mover={mover} target_offset=3\n"), target)
    assert run(system, "copy", options).exit_code == 0
    assert hashlib.sha256(target.read_bytes()).digest() == hashlib.sha256(PAYLOAD).digest()


def ends_well(system, name):
    outcome = run(system, str(programs.TEST / name), Options(cycles=20_000_000))
    assert outcome.exit_code == 0, outcome.console or outcome.message


@pytest.mark.parametrize("name", ["counters", "bus_error", "harts"])
def test_program(system, name):
    ends_well(system, name)


@pytest.mark.long
@pytest.mark.parametrize("name", SHAPES)
def test_engine_program(name):
    ends_well(shape(name), "engine")


@pytest.mark.long
@pytest.mark.parametrize("name", [n for n in SHAPES if SHAPES[n][0] == "memory-system"])
def test_supervisor_program(name):
    """How often it is interrupted, which it checks, depends on the pace of the system."""
    ends_well(shape(name), "supervisor")


@pytest.mark.long  # that of 1x2-page in CI: test_system.py
@pytest.mark.parametrize("name", SHAPES)
def test_every_bank_and_channel_works(name, tmp_path):
    """Whichever of them stands still, the program stands still too."""
    system = shape(name, inspect=True)  # it can hold channels
    hardware = system[0].built
    links = [n for n in watched.channel_names(system[0]) if n.startswith(("l2", "memory"))]
    held = [n for n in links if n.endswith((".a", ".ar"))]
    assert len(held) == hardware.banks + hardware.channels
    for channel in held:
        extra = ("--hold", channel, "--quiet-limit", "3000")
        outcome = run(system, "copy", Options(script(tmp_path, COPIES), extra=extra))
        assert (outcome.exit_code, outcome.reason) == (simulator.EXIT_STUCK, "watchdog")
        assert f"{channel}: valid waits for ready (held by --hold)" in outcome.message


def copy_cycles(system, tmp_path, text, **straps):
    chosen = config.change(system[0], **straps)
    assert simulator.build(chosen, inspect=system[1].inspect).key == system[1].key
    outcome = run((chosen, system[1]), "copy", Options(script(tmp_path, text, FILE[:65536])))
    assert [line["wrong"] for line in outcome.lines()] == [0]
    return outcome.lines()[0]["cycles"]


COPY = "run mover=engine resident={} size=65536 source_offset=0 target_offset=0\n"


def test_channels_transactors_and_trackers_change_cycles(smallest, tmp_path):
    several = shape("4x1-line")
    text = COPY.format("memory")
    narrow = copy_cycles(smallest, tmp_path, text, transactors=2)
    wide = copy_cycles(several, tmp_path, text, transactors=2, trackers=1)
    assert wide < 0.6 * narrow
    assert copy_cycles(smallest, tmp_path, text, transactors=8) < 0.6 * narrow
    four = copy_cycles(several, tmp_path, text, trackers=4)
    assert four < copy_cycles(several, tmp_path, text, trackers=1)
    assert copy_cycles(several, tmp_path, text, throttle=1) > four


def test_memory_models_change_cycles_and_build_nothing(smallest, tmp_path):
    text = COPY.format("memory")
    fixed, slow, fast = (
        copy_cycles(smallest, tmp_path, text, memory_model=model) for model in (0, 1, 2)
    )
    assert fixed < fast < slow
    # What is in the L2 does not care, but for a line or two of the program.
    text = COPY.format("l2")
    fixed, slow = (copy_cycles(smallest, tmp_path, text, memory_model=model) for model in (0, 1))
    assert abs(slow - fixed) < 50
