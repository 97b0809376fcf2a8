# SPDX-License-Identifier: Apache-2.0
"""What a system declares to be run and watched: wrong tables, unknown ports, own commands."""

import re
import shutil

import pytest

from freightyard.commands import all_commands
from freightyard.errors import UserError
from freightyard.hardware import boundary, sources
from freightyard.hardware import configuration as config
from freightyard.hardware.declarations import system as declared_system
from freightyard.lint import style
from freightyard.store import ROOT
from freightyard.system import model, own_options, top, watched


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Loads the boundary of a copy of a system in which some text is changed."""
    folder = tmp_path / "systems" / "copy_engine"
    shutil.copytree(ROOT / "systems" / "copy_engine", folder)
    (tmp_path / "blocks").symlink_to(ROOT / "blocks")

    def change(*changes):
        text = (folder / "system.toml").read_text()
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        (folder / "system.toml").write_text(text)
        system = declared_system.load_system("copy_engine", folder.parent)
        monkeypatch.setattr(boundary, "load_system", lambda name: system)
        boundary.load.cache_clear()
        return boundary.load("copy_engine")

    yield change
    boundary.load.cache_clear()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("numbered = false", "number = false", r"system\.toml:\d+: no key is called number here"),
        ('core = "hart"', "", r"system\.toml:\d+: core is missing; add it"),
        ('kind = "tilelink"', 'kind = "wishbone"', r"system\.toml:\d+: kind: .*tilelink"),
        ('count = "trackers"', 'count = "movers"', r"system\.toml:\d+: movers is no key"),
        ('count = "trackers"', 'count = "trackers +"', r"system\.toml:\d+: count: .*expression"),
        (
            'region = "memory"',
            'region = "store"',
            r"system\.toml:\d+: map.toml has no region store",
        ),
        ("[{num_harts + i}]", "[{cores + i}]", r"system\.toml:\d+: cores is no key"),
        ('"picture.svg"', '"drawing.svg"', r"system\.toml:\d+: there is no .*drawing\.svg"),
    ],
)
def test_wrong_table_is_one_sentence(load, old, new, says):
    with pytest.raises(UserError, match=says):
        load((old, new))


def test_system_without_a_boundary_is_one_sentence(tmp_path, monkeypatch, load):
    load()
    (tmp_path / "systems" / "copy_engine" / "system.toml").unlink()
    boundary.load.cache_clear()
    with pytest.raises(UserError, match=r"system\.toml is missing"):
        boundary.load("copy_engine")


def test_port_that_the_top_cannot_read(monkeypatch, tmp_path):
    """A port that no entry names is told with its file and line."""
    chosen = config.load("copy-engine")
    files = sources.sources("systems/copy_engine")
    name = boundary.load(chosen.system).boundary.module
    plain = next(file for file in files if file.stem == name)
    changed = tmp_path / plain.name
    changed.write_text(plain.read_text().replace("\n);", ",\n  output logic fan_speed_o\n);", 1))
    line = changed.read_text().splitlines().index("  output logic fan_speed_o") + 1
    others = [changed if file == plain else file for file in files]
    monkeypatch.setattr(sources, "sources", lambda *names: others)
    sentence = rf"{plain.stem}\.sv:{line}: the generated top cannot read the port fan_speed_o"
    with pytest.raises(UserError, match=sentence):
        top.text(chosen)


@pytest.mark.parametrize("settings", [(), ("num_harts=4", "trackers=4", "channels=4")])
def test_every_link_and_hart_is_in_the_tables(settings):
    chosen = config.load("copy-engine", settings)
    text = model.text(chosen, inspect=True)
    for number in range(chosen.built.num_harts):
        assert f"gen_hart[{number}].i_tile.i_hart" in text
    names = watched.channel_names(chosen)
    assert len(names) == len(set(names))
    links = {name.partition(".")[0] for name in names}
    assert all(f'{{"{link}", ' in text for link in links)
    assert f"link_valid_o [{-(-len(names) // 64)}]" in top.text(chosen)


PROCESS = re.compile(r"^(?!\s*//).*\balways(_\w+)?\b", re.MULTILINE)


def test_top_of_a_system_composes():
    """Registers and logic stand in blocks: the top instantiates and has no process."""
    systems = [path.parent for path in ROOT.glob("systems/*/system.toml")]
    assert len(systems) >= 2
    for folder in systems:
        top_file = folder / "rtl" / f"{boundary.load(folder.name).boundary.module}.sv"
        found = PROCESS.search(top_file.read_text())
        assert not found, f"{top_file.relative_to(ROOT)}: {found[0].strip()}; move it to a block"


def test_every_channel_has_the_bit_of_its_stage(load):
    """B stands second in a TileLink link and third in an AXI link, whatever is named beside it."""
    kinds = ('kind = "tilelink"', 'kind = "stream"'), ('["a", "b", "c", "d", "e"]', '["data"]')
    load(*kinds, ('["aw", "w", "b", "ar", "r"]', '["b", "r"]'))
    text = model.text(config.load("copy-engine"))
    for channels in ('{{"data", 0}}', '{{"b", 2}, {"r", 4}}', '{{"a", 0}, {"d", 3}}'):
        assert channels in text


def test_fast_build_has_nothing_of_inspect():
    chosen = config.load("copy-engine")
    fast, slow = top.text(chosen), top.text(chosen, inspect=True)
    for name in ("hart_value_o", "span_begin_o", "message_o"):
        assert name in slow and name not in fast
    assert "make_hart_debugger" not in model.text(chosen)


def test_what_runs_a_system_knows_none():
    """The simulator and the package work on what is declared: they name no system, nor what only
    one has. No other file does outside of its folder, its block, experiments, examples, pages and
    tests."""
    own = ("systems/", "blocks/copy_engine/", "experiments/", "examples/", "docs/", "tests/")
    kinds = (".sv", ".c", ".h", ".cpp", ".S", ".ld", ".py", ".toml", ".f", ".vlt", ".html", ".css")
    names = {path.parent.name for path in ROOT.glob("systems/*/system.toml")}
    system = re.compile(rf"\b({'|'.join(sorted(n.replace('_', '[_-]') for n in names))})\b")
    read = 0
    for path in style.tracked(*kinds):
        place = str(path.relative_to(ROOT))
        if place.startswith(own) or "/test/" in place:
            continue
        read += 1
        text = path.read_text()
        assert "tracker" not in text.lower(), place
        if place.startswith(("src/", "sim/")):
            assert not system.search(text), f"{place} names {system.search(text)[0]}"
    assert read > 300


def test_system_brings_a_command(tmp_path):
    folder = tmp_path / "systems" / "x"
    folder.mkdir(parents=True)
    verb = '[verb.rate]\nfile = "rate.py"\nsummary = "rates of packets"\n'
    (folder / "system.toml").write_text(verb)
    found = all_commands(tmp_path / "systems")
    assert found["rate"].file == tmp_path / "systems" / "x" / "rate.py"
    assert found["run"].file is None


def test_systems_with_one_command(tmp_path, monkeypatch):
    """Both tables name it: one sentence with file and line, whichever is read."""
    for name in ("minimal", "other"):
        shutil.copytree(ROOT / "systems" / "minimal", tmp_path / "systems" / name)
        table = tmp_path / "systems" / name / "system.toml"
        table.write_text(f'{table.read_text()}\n[verb.rate]\nfile = "rate.py"\nsummary = "x"\n')
        (table.parent / "rate.py").touch()
    (tmp_path / "blocks").symlink_to(ROOT / "blocks")
    system = declared_system.load_system("other", tmp_path / "systems")
    monkeypatch.setattr(boundary, "load_system", lambda name: system)
    boundary.load.cache_clear()
    with pytest.raises(UserError, match=r"other/system\.toml:\d+: minimal brings the command rate"):
        boundary.load("other")
    boundary.load.cache_clear()


def test_folders_are_of_the_system(load):
    """C++ of an endpoint lies in the folder of the system, so that a copy has its own."""
    declared = load()
    assert declared.inside("sim") == declared.system.folder / "sim"
    assert declared.inside("blocks/copy_engine/sim") == ROOT / "blocks" / "copy_engine" / "sim"


def test_wrong_table_stops_its_own_system_alone(load, monkeypatch):
    """Options of all systems are collected before it is known which one runs."""
    with pytest.raises(UserError):
        load(("numbered = false", "number = false"))
    monkeypatch.setattr(own_options.declarations, "names", lambda: ["copy_engine"])
    assert own_options.declared() == {}


def test_option_of_a_system(load):
    """`--pcap FILE` goes to the endpoints of the system that declares it, and to no other."""
    load(("[ports]", '[option.pcap]\nhelp = "file of packets"\n\n[ports]'))
    known = {"copy_engine": {"pcap": "file of packets"}}
    words = own_options.rewritten(["a", "b", "--pcap", "x", "--seed", "2", "--pcap=y"], known)
    assert words == ["a", "b", "--own", "pcap=x", "--seed", "2", "--own", "pcap=y"]
    with pytest.raises(UserError, match="--pcap wants a value"):
        own_options.rewritten(["--pcap"], known)
    assert own_options.checked(["pcap=x"], "copy_engine") == ("--own", "pcap=x")
    assert not list(own_options.inputs(["--seed", "2", "--own", "pcap=x"], "copy_engine"))
    with pytest.raises(UserError, match="has no option --rate; it has --pcap"):
        own_options.checked(["rate=1"], "copy_engine")


def test_file_of_an_option(load, tmp_path):
    """It is there before anything is built, and its content makes another run."""
    load(("[ports]", '[option.pcap]\nhelp = "packets"\nfile = "input"\n\n[ports]'))
    file = tmp_path / "x y.pcap"
    with pytest.raises(UserError, match=r"--pcap: .*x y\.pcap does not exist or is no file"):
        own_options.checked([f"pcap={file}"], "copy_engine")
    seen = set()
    for content in (b"", b"a", b"b"):
        file.write_bytes(content)
        words = own_options.checked([f"pcap={file}"], "copy_engine")
        seen |= set(own_options.inputs(words, "copy_engine"))
    assert len(seen) == 3


def test_file_that_an_option_writes(load, tmp_path):
    load(("[ports]", '[option.log]\nhelp = "a file"\nfile = "output"\n\n[ports]'))
    with pytest.raises(UserError, match="absent is not a folder; make it first"):
        own_options.checked([f"log={tmp_path}/absent/x"], "copy_engine")
    assert not list(own_options.inputs(["--own", "log=x"], "copy_engine"))
