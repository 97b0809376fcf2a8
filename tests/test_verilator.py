# SPDX-License-Identifier: Apache-2.0
"""Source lists, content keys, struct layouts, set-up stamps and the command table."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from freightyard import environment, store
from freightyard.cli.quality import test as command_test
from freightyard.commands import COMMANDS
from freightyard.errors import UserError, nearest
from freightyard.hardware import flat_top, package_header, sources, verilator
from freightyard.hardware.struct_layout import compilation, layouts
from freightyard.verification import mutate
from freightyard.verification.campaign import campaign

TILELINK = "blocks/interfaces/rtl/fy_tl_pkg.sv"


def test_packages_come_first_and_nothing_twice() -> None:
    files = sources.sources("systems/copy_engine")
    kinds = [sources.is_package(path) for path in files]
    assert kinds == sorted(kinds, reverse=True)
    assert len(files) == len(set(files))


def test_unknown_block_is_a_sentence() -> None:
    with pytest.raises(UserError, match=r"nowhere\.f does not exist; blocks are: .*common"):
        sources.sources("nowhere")


def test_key_follows_included_headers(tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text('#include "b.h"\n')
    (tmp_path / "b.h").write_text("int x;\n")
    files = sources.included([tmp_path / "a.cpp"], [])
    before = store.content_key(files)
    assert [f.name for f in files] == ["a.cpp", "b.h"]
    (tmp_path / "b.h").write_text("int y;\n")
    assert store.content_key(files) != before


def test_numbers_of_packages_are_those_of_the_sources(tmp_path: Path) -> None:
    """Read as words for a simulator, as slang has them."""
    top = tmp_path / "fy_x.sv"
    top.write_text("module fy_x;\nendmodule\n")
    packages = [path for path in sources.sources("core") if sources.is_package(path)]
    design = compilation("fy_x", [*packages, top], {})
    for path in packages:
        scope = design.getPackage(path.stem)
        for name, value in package_header.numbers(path.read_text()):
            assert int(scope.lookupName(name).value.convertToInt().value) == value, name
    known = dict(package_header.numbers((store.ROOT / TILELINK).read_text()))
    assert known["Get"] == 4 and known["IntentFlush"] == 2 and known["DefaultSourceBits"] == 10


def test_numbers_of_a_package() -> None:
    text = "typedef enum logic [2:0] {A, B = 3'd4, C, // D\n E = Other, F} e;\n"
    text += (
        "localparam logic [7:0] G = 8'h1f;\nlocalparam int H = A + 1;\nlocalparam int I = 1_000;"
    )
    found = dict(package_header.numbers(text))
    assert found == {"A": 0, "B": 4, "C": 5, "G": 31, "I": 1000}


def test_layout_of_nested_ports(tmp_path: Path) -> None:
    path = tmp_path / "fy_x.sv"
    path.write_text(
        "module fy_x #(parameter int unsigned N = 2) (\n"
        "  input fy_tl_pkg::fy_tl#(.BeatBytes(8))::a_t [N-1:0] a_i\n);\nendmodule\n"
    )
    port = layouts("fy_x", ["tilelink"], sv=[path], parameters={"N": 3})["a_i"]
    one = {"opcode": "Get", "address": 0x80000040, "size": 6}
    bits = port.pack([{}, one])
    back = port.unpack(bits)
    assert len(back) == 3 and back[1].address == 0x80000040 and back[2].address == 0
    assert port.element is not None
    assert port.element.fields["opcode"].name_of(back[1].opcode) == "Get"
    with pytest.raises(ValueError, match="has no field nothing"):
        port.element.pack(nothing=1)
    with pytest.raises(ValueError, match="does not fit"):
        port.element.pack(size=16)


LINKS = """
module fy_x import fy_tl_pkg::*; #(parameter int unsigned N = 2) (
  input logic clk_i,
  input  fy_tl#(.BeatBytes(8))::forward_t x_i, output forward_ready_t x_ready_o,
  output fy_tl#(.BeatBytes(8))::backward_t x_o, input backward_ready_t x_ready_i,
  output fy_tl#(.BeatBytes(8))::request_t [N-1:0] y_o, input logic [N-1:0] y_ready_i,
  input  fy_tl#(.BeatBytes(8))::response_t [N-1:0] y_i, output logic [N-1:0] y_ready_o
);
  logic unused;
  assign unused = ^{clk_i, x_ready_i, y_ready_i, x_i.c_valid, x_i.c};
  assign x_ready_o = '{a: 1'b0, c: 1'b1, e: 1'b0};
  assign y_ready_o = N'(5);
  always_comb begin
    x_o = '0;
    x_o.d_valid  = x_i.a_valid;
    x_o.d.source = x_i.a.source;
    x_o.b.source = 10'(x_i.e.sink);
    y_o = '0;
    y_o[N-1].a_valid   = y_i[0].d_valid;
    y_o[N-1].a.address = 40'(y_i[0].d.source);
  end
endmodule
"""
BENCH = """
#include <cassert>
#include "Vfy_x.h"
#include "fy_layout.h"
int main() {
  Vfy_x top;
  using namespace fy_layout;
  top.x_a_valid_i = 1, top.x_e_valid_i = 0, top.y_d_valid_i = 1;
  set(top.x_a_i, x_a_i::source_, 77);
  set(top.x_e_i, x_e_i::sink_, 9);
  set(top.y_d_i, y_d_i::source_, 300);
  top.eval();
  assert(top.x_d_valid_o == 1 && top.x_b_valid_o == 0);
  assert(get(top.x_d_o, x_d_o::source_) == 77 && get(top.x_b_o, x_b_o::source_) == 9);
  assert(top.x_a_ready_o == 0 && top.x_c_ready_o == 1 && top.x_e_ready_o == 0);
  assert(top.y_a_valid_o == 4 && top.y_d_ready_o == 5);
  assert(get(top.y_a_o, at(y_a_o::address_, 2, y_a_o::width)) == 300);
}
"""


def test_a_flat_top_takes_links_apart(tmp_path: Path) -> None:
    """A bench of a module with records as ports drives payloads, valids and readies."""
    (tmp_path / "fy_x.sv").write_text(LINKS)
    (tmp_path / "main.cpp").write_text(BENCH)
    program = verilator.build_verilated(
        "fy_x",
        ["tilelink"],
        sv=[tmp_path / "fy_x.sv"],
        cpp=[tmp_path / "main.cpp"],
        parameters={"N": 3},
        layouts=True,
        flat=True,
        cflags=["-O0"],
    )
    subprocess.run([program], check=True)
    ports = flat_top.layouts("fy_x", ["tilelink"], sv=[tmp_path / "fy_x.sv"], parameters={"N": 3})
    assert ports["y_a_o"].count == 3 and "opcode" in ports["x_d_o"].fields


def test_readies_that_do_not_fit_a_link_are_told(tmp_path: Path) -> None:
    path = tmp_path / "fy_x.sv"
    path.write_text(LINKS.replace("output forward_ready_t x", "output backward_ready_t x"))
    files = [*sources.sources("tilelink"), path]
    told = "port x_ready_o has readies .'b', 'd'. for the channels .'a', 'c', 'e'. of x_i"
    with pytest.raises(sources.BuildError, match=told):
        flat_top.write("fy_x", files, {})


LOOP = "logic [1:0] a; assign a[0] = a[1] ^ x_i; assign a[1] = !a[0]; assign y_o = a[0];"
REFUSAL = 'assign y_o = x_i; if (1) begin : gen_no $error("fy_x: N is 1; it must be 2"); end'


@pytest.mark.parametrize(("body", "rule"), [(LOOP, "UNOPTFLAT"), (REFUSAL, "USERERROR")])
def test_loops_and_illegal_parameters_stop_a_build(tmp_path: Path, body: str, rule: str) -> None:
    (tmp_path / "fy_x.sv").write_text(
        f"module fy_x (input logic x_i, output logic y_o);\n  {body}\nendmodule\n"
    )
    (tmp_path / "main.cpp").write_text("int main() {}\n")
    with pytest.raises(sources.BuildError, match=f"%Error-{rule}"):
        verilator.build_verilated(
            "fy_x", [], sv=[tmp_path / "fy_x.sv"], cpp=[tmp_path / "main.cpp"]
        )


def test_refused_sources_name_the_log(tmp_path: Path) -> None:
    path = tmp_path / "fy_x.sv"
    path.write_text("module fy_x;\n  fy_nowhere i_x ();\nendmodule\n")
    main = tmp_path / "main.cpp"
    main.write_text("int main() {}\n")
    with pytest.raises(sources.BuildError, match=r"(?s)fy_nowhere.*Whole log: .*\.log"):
        verilator.build_verilated("fy_x", [], sv=[path], cpp=[main])


def test_brief_keeps_what_is_wrong_and_cuts_long_lines() -> None:
    log = ["c++ -c a.cpp"] * 50 + ["a.cpp:1: error: " + "x" * 900, "  near", "done"] + ["end"] * 50
    told = verilator.brief("\n".join(log)).splitlines()
    assert told[0].startswith("a.cpp:1: error") and len(told[0]) == 300
    assert len(told) == 4 and told[1] == "  near"
    assert verilator.brief("\n".join(map(str, range(20)))).splitlines() == [
        str(i) for i in range(8, 20)
    ]


def test_a_full_disk_is_told_before_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "free_disk", lambda: 0.5)
    with pytest.raises(UserError, match=r"0\.5 GB are free .* the default tier takes"):
        command_test.run("default", "", 1, 2, [])


def test_half_made_environment_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "ENV", tmp_path)
    assert not environment.ready("run")
    (tmp_path / "run.stamp").write_text("other pins")
    assert not environment.ready("run")
    (tmp_path / "run.stamp").write_text(environment.fingerprint("run"))
    assert environment.ready("run")


def test_without_root_the_command_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "_root_prefix", lambda: None)
    need = environment.Need("some-package", "run", lambda: False, "a purpose")
    with pytest.raises(UserError, match=r"sudo apt-get install -y .* some-package"):
        environment.install_debian([need])


def test_unknown_names_suggest_the_nearest() -> None:
    assert "did you mean demo?" in str(nearest("command", "dem", COMMANDS))
    words = [sys.executable, str(store.ROOT / "fy"), "tset"]
    result = subprocess.run(words, cwd=store.ROOT, capture_output=True, text=True)
    assert result.returncode == 1 and "did you mean test?" in result.stderr
    assert "Traceback" not in result.stderr


def test_mutants_are_seeded_and_nested_ones_compose() -> None:
    files = [sources.BLOCKS / "common" / "rtl" / "fy_fifo.sv"]
    first = mutate.mutate(files, 5, 1).mutants
    assert first == mutate.mutate(files, 5, 1).mutants
    assert first != mutate.mutate(files, 5, 2).mutants
    text = "module m; assign y = (a && b) || !c; always_ff @(posedge k) q <= y; endmodule"
    whats = [item.what for item in mutate.candidates(text)]
    assert len(whats) == 4 and whats[-1].startswith("left out: q <= y")


def test_a_mutant_keeps_a_following_else_with_its_if(tmp_path: Path) -> None:
    """A register write that is left out must not take over the else behind it."""
    source = tmp_path / "m.sv"
    source.write_text(
        "module m (input logic c, a, output logic q);\n"
        "  always_ff @(posedge c)\n    if (a) q <= 1'b1;\n    else q <= 1'b0;\nendmodule\n"
    )
    changed = mutate.mutate([source], 9, 1).files[source].read_text()
    assert re.search(r"begin if \(\S+ != \d+\) begin q <= 1'b1; end end\s+else", changed)


def test_a_fault_that_closes_a_loop_is_judged_by_its_run(tmp_path: Path) -> None:
    source, main = tmp_path / "fy_x.sv", tmp_path / "main.cpp"
    source.write_text(
        "module fy_x (input logic x_i, output logic y_o);\n  localparam bit Own = 1'b0;\n"
        "  logic a, b;\n  assign a = (Own && b) ^ x_i;\n  assign b = ~a;\n  assign y_o = a;\n"
        "endmodule\n"
    )
    main.write_text(
        '#include "Vfy_x.h"\nint main(int argc, char** argv) {\n'
        "  Verilated::commandArgs(argc, argv);\n  Vfy_x top;\n  top.x_i = 0;\n  top.eval();\n"
        "  return top.y_o;\n}\n"
    )
    mutation = mutate.mutate([source], 9, 1)
    program = verilator.build_verilated(
        "fy_x", [], sv=[source], cpp=[main], flags=mutate.FLAGS, change=mutation.apply
    )
    loop = [mutant for mutant in mutation.mutants if "&& becomes ||" in mutant.what]
    assert len(loop) == 1 and campaign([[program]], loop).killed == tuple(loop)
