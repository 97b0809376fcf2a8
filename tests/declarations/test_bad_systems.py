# SPDX-License-Identifier: Apache-2.0
"""What a system's tables and lists name and is not there: one sentence with its file and line.

Nothing is built: the names are looked up before any tool reads the sources.
"""

import functools
import re
import shutil

import pytest

from freightyard.errors import UserError
from freightyard.experiments import experiment
from freightyard.hardware import boundary, references, sources, verilator
from freightyard.hardware import configuration as config
from freightyard.lockstep.target import machine
from freightyard.store import ROOT
from freightyard.synthesis import parts
from freightyard.system import attachments, program_sources, programs, simulator
from freightyard.system.top_lines import Lines

ENDPOINT = '[[endpoint]]\nname = "x"\nfolder = "blocks/none"\nmake = "make_x"\n'
PORT = ENDPOINT.replace("blocks/none", "rtl") + "[[endpoint.port]]\n{}\n"
CLOCK = '[clock]\nclock = "clock_i"\n'
MEMORY = '[[memory]]\nport = "axi"\nregion = "memory"\nbeat_bytes = "8"\n'
VERB = '[verb.{}]\nfile = "{}"\nsummary = "of the case"\n'


def read_all():
    """What `fy run` and `fy synth` read of the tables before they build."""
    declared = boundary.load("minimal")
    references.check(declared)
    known = boundary.values(config.load("minimal").built, declared.system)
    attachments.attach(Lines(), declared, known)
    parts.declared("minimal")


def told_at(file, old, new, read=read_all):
    """The sentence about a text in place of another, which stands on the line that it names."""
    text = file.read_text()
    assert old in text, old
    file.write_text(text.replace(old, new, 1) if old else text + new)
    with pytest.raises(UserError) as told:
        read()
    place, _, sentence = str(told.value).partition(": ")
    name, _, number = place.rpartition(":")
    assert name.endswith(file.name) and "\n" not in sentence
    begin = text[: text.index(old)].count("\n") if old else text.count("\n")
    assert begin < int(number) <= begin + len(new.splitlines()), place
    return sentence


def test_the_copy_is_legal(minimal):
    read_all()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('host_bytes = "8"', "host_bytes = 8", "host_bytes: 8 should be a text in quotes"),
        ('host_bytes = "8"', 'host_bytes = "16"', "host_bytes is 16; the port host_i (systems/m"),
        ('host_bytes = "8"', 'host_bytes = "beat"', "beat is no key that is built; see config"),
        ('core = "hart"', 'core = "hrt"', "there is no blocks/hrt/core.toml"),
        ('core = "hart"', 'core = "mmu"', "there is no blocks/mmu/core.toml"),
        ('path = "i_hart"', 'path = "i_core"', "has an instance or a block called i_core"),
        ('path = "i_tcm.i_ram"', 'path = "i_tcm.i_rm"', "an instance or a block called i_rm"),
        ('path = "i_tcm.i_ram"', 'path = "i_tcm.i_ram[3]"', "i_ram is one instance; it has no num"),
        ('"fy_ram_1r1rw"', '"fy_ram"', "no file of the system's list is fy_ram.sv"),
        ('host = "host"', 'host = "hots"', "system has no port hots_i; there are: host_i"),
        ('console = "console"', 'console = "con"', "has no port con_o; there are: console_o"),
        ('exit = "exit_o"', 'exit = "exit"', "system has no port exit; there are: exit_o"),
        ("[ports]", '[ports]\nstraps = "straps_i"', "has no port straps_i; there are: "),
        ("", CLOCK, "fy_minimal_system has no port clock_i; there are: clk_i"),
        ("", MEMORY, "fy_minimal_system has no port axi_o; there are: exit_o"),
        ('array = "words_q"', 'array = "word_q"', "fy_ram_1r1rw has nothing called word_q"),
        ('word_bytes = "8"', 'word_bytes = "x"', "x is no key that is built; see config.toml"),
        ('region = "memory"', 'region = "ram"', "map.toml has no region ram; there are: memory"),
        ('name = "host"', 'name = "data"', "two entries are called data"),
        ("gen_manager_link[1]", "gen_link[1]", "an instance or a block called gen_link"),
        ('block = "mmu"', 'block = "tcm"', "there is no blocks/tcm/trace.toml"),
        ('"fy_minimal_system"', '"fy_system"', "no file of the system's list is fy_system.sv"),
        ("", ENDPOINT, "there is no blocks/none"),
        ("", VERB.format("rate", "rate.py"), "systems/minimal/rate.py"),
        ("", VERB.format("run", "system.f"), "fy has the command run; name it otherwise"),
        ("", "x = [\n", "this is not TOML: "),
    ],
)
def test_bad_boundary(minimal, old, new, says):
    assert says in told_at(minimal / "system.toml", old, new)


@pytest.mark.default
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("gen_client_link[1].i_link", "gen_client_link[7].i_link",
         "gen_client_link[7].i_link leads nowhere; fy_minimal_system has no such instance"),
        ("gen_client_link[1].i_link", "i_hart.i_link", "i_hart.i_link leads nowhere; fy_minimal"),
        ("gen_client_link[1].i_link", "i_hart", "i_hart has no d_valid, which the stage of a link"),
        ('path = "i_hart"', 'path = "i_tcm"',
         "i_tcm has no i_retirement, which blocks/hart/core.toml names"),
        ('path = "i_walker"', 'path = "i_port"', "which blocks/mmu/trace.toml names"),
        ('path = "i_tcm.i_ram"', 'path = "i_hart.i_ram"', "i_hart.i_ram leads nowhere; fy_minimal"),
        ("", f'{ENDPOINT.replace("none", "hart")}probes = {{ y = "1", z = "@i_hart.wrong" }}\n',
         "i_hart.wrong: there is no wrong"),
    ],
)  # fmt: skip
def test_a_place_that_the_elaboration_does_not_find(minimal, old, new, says):
    """The number of an instance, and what stands there: told by Verilator, not by the words."""
    build = functools.partial(simulator.build, config.load("minimal"), inspect=True)
    assert says in told_at(minimal / "system.toml", old, new, build)


def test_lockstep_of_several_harts():
    """QEMU runs one; the remedy is in the words of the system."""
    with pytest.raises(UserError, match=r"toml:\d+: .* 2 harts .*; choose num_harts with --set"):
        machine.of(config.load("copy-engine", ["num_harts=2"]))


def test_lockstep_of_harts_that_no_key_counts(minimal):
    read = functools.partial(machine.of, config.load("minimal"))
    new = '[[hart]]\ncount = "2"'
    said = told_at(minimal / "system.toml", "[[hart]]", new, read)
    assert said.startswith("minimal has 2 harts and QEMU runs one; the table fixes their number")


def test_a_channel_that_a_link_does_not_have(minimal):
    file = minimal / "system.toml"
    file.write_text(file.read_text().replace('channels = ["a", "d"]', 'channels = ["a", "q"]'))
    with pytest.raises(UserError, match=r"system\.toml:\d+: link: tilelink has no channel q; lega"):
        read_all()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("", 'x = "core.retird"\n', "no event is called retird; did you mean retired? legal: reti"),
        ("tcm_events_t", "tcm_event_t", "fy_tcm_pkg has no record tcm_event_t"),
        ("fy_tcm_pkg", "fy_tmc_pkg", "no file of the system's list is fy_tmc_pkg.sv"),
    ],
)
def test_bad_counters(minimal, old, new, says):
    assert says in told_at(minimal / "counters.toml", old, new)


def test_a_package_of_no_table(minimal, monkeypatch):
    """The prefix of the tables is another than that of the sources, or a table is missing."""
    files = [path for path in sources.sources("systems/minimal") if "counters" not in path.stem]
    monkeypatch.setattr(references.sources, "sources", lambda name: files)
    with pytest.raises(UserError, match=r"system\.sv:\d+: there is no fy_minimal_counters_pkg\.sv"):
        read_all()


def test_a_missing_table_of_counters(minimal, monkeypatch):
    """Named itself, beside the line that needs what is generated from it."""
    files = [path for path in sources.sources("systems/minimal") if "counters" not in path.stem]
    monkeypatch.setattr(references.sources, "sources", lambda name: files)
    (minimal / "counters.toml").unlink()
    with pytest.raises(
        UserError, match=r"system\.sv:\d+: .*minimal/counters\.toml is missing, fro"
    ):
        read_all()


@pytest.fixture
def top_of_minimal(minimal, monkeypatch):
    """The source of the system's top, to be changed."""
    files = sources.sources("systems/minimal")
    plain = next(path for path in files if path.stem == "fy_minimal_system")
    changed = minimal / "rtl" / plain.name
    others = [changed if path == plain else path for path in files]
    for reader in (sources, verilator):
        monkeypatch.setattr(reader, "sources", lambda *names: others)
    return changed


@pytest.mark.parametrize(
    ("declaration", "name"),
    [
        ("output logic foo_o [4]", "foo_o"),
        ("inout wire pad_io", "pad_io"),
        ("output logic foo_o, exit_valid_o", "foo_o"),
        ("input logic [3:0]\n    foo_i = 4'b0 /* unused, */", "foo_i"),
    ],
)
def test_a_port_that_no_entry_names(top_of_minimal, declaration, name):
    said = told_at(top_of_minimal, "exit_t exit_o", f"exit_t exit_o,\n  {declaration}")
    assert said.startswith(f"the generated top cannot read the port {name}; name it in ")


@pytest.mark.parametrize(
    ("port", "says"),
    [
        ('name = "rx"\ndirection = "input"\nbits = "8"', "fy_minimal_system has no port rx_i; th"),
        (
            'name = "exit"\ndirection = "output"\nkind = "value"\nbits = "33"',
            "the port exit_o is named ",
        ),
        ('name = "rx"\ndirection = "input"\nbits = "0"', "bits of rx is 0; at least 1 is needed"),
        ('name = "rx"\ndirection = "input"\nbits = "w"', "w is no key that is built; see config"),
        ('name = "rx"\ndirection = "inout"\nbits = "8"', "direction: 'inout' should be 'input' "),
    ],
)
def test_bad_ports_of_endpoints(minimal, port, says):
    assert says in told_at(minimal / "system.toml", "", PORT.format(port))


def test_an_output_is_not_driven(minimal, top_of_minimal):
    text = top_of_minimal.read_text().replace("exit_t exit_o", "exit_t exit_o, output logic rx_i")
    top_of_minimal.write_text(text)
    port = PORT.format('name = "rx"\ndirection = "input"\nkind = "value"\nbits = "1"')
    assert "is an output; the entry wants an input" in told_at(minimal / "system.toml", "", port)


@pytest.mark.default
def test_an_endpoint_wants_another_width(minimal, top_of_minimal):
    declaration = "exit_t exit_o,\n  input logic [Config.num_harts:0][6:0] rx_i"
    with (minimal / "system.toml").open("a") as boundary_:
        boundary_.write(PORT.format('name = "rx"\ndirection = "input"\nkind = "value"\nbits = "7"'))
    build = functools.partial(simulator.build, config.load("minimal"))
    said = told_at(top_of_minimal, "exit_t exit_o", declaration, build)
    assert re.fullmatch(r"the port rx_i has 14 bits; \S+/system\.toml:\d+ declares 7", said)


@pytest.mark.default
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("logic [7:0] console_o", "logic [6:0] console_o",
         "the port console_o has 7 bits; the generated top connects 8"),
        ("logic [7:0] console_i", "logic [8:0] console_i",
         "the port console_i has 9 bits; the generated top connects 8"),
        ("fy_peripherals_pkg::exit_t exit_o", "logic [3:0] exit_o",
         "the port exit_o has 4 bits; the generated top connects 33"),
        ("console_valid_o,", "console_valid_o [1],",
         "the port console_valid_o is an unpacked array; the generated top connects a packed"),
        ("exit_t exit_o", "exit_t exit_o,\n  output logic foo_o [Config[0] + 1]",
         "the generated top cannot read the port foo_o; name it in "),
    ],
)  # fmt: skip
def test_a_port_of_another_shape(top_of_minimal, old, new, says):
    """Its width follows from packages and parameters: told by Verilator, with the port's line."""
    assert says in told_at(
        top_of_minimal, old, new, functools.partial(simulator.build, config.load("minimal"))
    )


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('module = "fy_minimal_system"', 'module = "fy_x"', "no source of the system is fy_x.sv"),
        ('default = ["system"]', 'default = ["all"]', "no part is called all; there are: system"),
        ('"memory_bytes"]', '"bytes"]', "bytes is no built key of config.toml"),
        ('"config"', '"config +"', "'config +' is no expression"),
    ],
)
def test_bad_parts(minimal, old, new, says):
    assert says in told_at(minimal / "synthesis.toml", old, new)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("hart data_port tcm", "hart data_port tmc", "no block is called tmc; did you mean tcm?"),
        ("", "rtl/fy_x.sv\n", "there is no systems/minimal/rtl/fy_x.sv"),
    ],
)
def test_bad_list(minimal, monkeypatch, old, new, says):
    monkeypatch.setattr(sources, "ROOT", minimal.parents[1])
    monkeypatch.setattr(sources.generate, "sources", lambda folder: ())
    read = functools.partial(sources.read_list, "systems/minimal")
    assert says in told_at(minimal / "system.f", old, new, read)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('config = "copy-engine"', 'config = "copy"', "no configuration is called copy; did you"),
        ('payload = "workloads', 'payload = "nowhere', "timezones.tar does not exist or is no fi"),
        ('program = "copy"', 'program = "copies"', "no program is called copies; did you mean c"),
    ],
)
def test_bad_experiment(tmp_path, monkeypatch, old, new, says):
    folder = tmp_path / "unroll"
    shutil.copytree(ROOT / "experiments" / "unroll", folder)
    monkeypatch.setattr(experiment, "EXPERIMENTS", tmp_path)
    read = functools.partial(experiment.load, "unroll")
    assert says in told_at(folder / "experiment.toml", old, new, read)


def test_program_for_another_system():
    with pytest.raises(UserError, match=r"programs/copy/engine\.c:\d+: fy_copy_engine\.h is of "):
        programs.resolve(str(program_sources.named("copy_engine")["copy"]), 64, "minimal")
