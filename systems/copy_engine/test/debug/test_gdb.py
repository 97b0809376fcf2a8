# SPDX-License-Identifier: Apache-2.0
"""The GDB stub, by a client of ours: registers against QEMU, memory, breakpoints, steps, ends."""

import re
import socket
import subprocess
from pathlib import Path

import pytest
from systems.copy_engine.test import corners
from systems.copy_engine.test.debug.gdb_client import Session

from freightyard.errors import UserError
from freightyard.hardware import core
from freightyard.lockstep import qemu
from freightyard.system import debugger, programs, simulator
from freightyard.system.simulator import Options

SOURCES = Path(__file__).parents[1] / "standard"
PC, CSR, PRIVILEGE = 32, 65, 65 + 4096
MSTATUS, MEPC, MCAUSE, MHARTID = CSR + 0x300, CSR + 0x341, CSR + 0x342, CSR + 0xF14
ONES = (1 << 64) - 1


@pytest.fixture(scope="module")
def system():
    return corners.system(2)


@pytest.fixture(scope="module")
def elf(tmp_path_factory):
    place = tmp_path_factory.mktemp("gdb") / "debugged.elf"
    target = core.of_system("copy_engine", 64)
    command = [programs.COMPILER, *target.architecture(), "-static", "-nostdlib"]
    command += ["-mcmodel=medany", "-nostartfiles", f"-I{SOURCES}", "-o", str(place)]
    command += [f"-T{SOURCES / 'standard.ld'}", "-Wl,--no-warn-rwx-segments,--build-id=none"]
    subprocess.run([*command, str(SOURCES / "debugged.S")], check=True)
    return place


@pytest.fixture(scope="module")
def symbols(elf):
    text = subprocess.run(["riscv64-unknown-elf-nm", elf], capture_output=True, text=True).stdout
    return {name: int(value, 16) for value, _, name in map(str.split, text.splitlines())}


@pytest.fixture
def session(system, elf):
    return Session(*system, str(elf))


def states_of_qemu(elf, end):
    """pc and registers before each instruction from the reset address to `end`."""
    process = subprocess.Popen(
        qemu.command(elf, "hart", 64), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    states, pc, registers = [], 0, []
    for line in process.stderr:
        if found := re.match(r" pc +([0-9a-f]+)", line):
            pc, registers = int(found[1], 16), []
        registers += [int(value, 16) for value in re.findall(r"x\d+/\w+ +([0-9a-f]+)", line)]
        if len(registers) == 32:
            if pc >= 0x80000000:
                states.append([*registers, pc])
            registers = []
            if pc == end:
                break
    process.kill()
    process.stderr.close()
    process.wait()
    return states


@pytest.mark.default
def test_every_step_is_that_of_qemu(session, elf, symbols):
    states = states_of_qemu(elf, symbols["reference_end"])
    assert len(states) >= 100
    with session as client:
        for count, wanted in enumerate(states):
            seen = client.registers()
            known = min(count, 31)  # those that the program has set so far
            assert seen[: known + 1] == wanted[: known + 1], hex(wanted[PC])
            assert seen[PC] == wanted[PC]
            assert client.ask("vCont;s:1") == "T05thread:1;"
        assert client.register(MCAUSE) == 11
        assert client.register(MHARTID) == 0
        assert client.register(PRIVILEGE) == 3
        assert client.ask("D") == "OK"
    assert session.result() == (7, "exit")


@pytest.mark.default
def test_break_read_and_write(session, symbols):
    with session as client:
        assert client.register(PC) == 0x80000000
        assert client.ask(f"Z0,{symbols['loop']:x},4") == "OK"
        for passed in range(5):
            assert client.ask("c") == "T05thread:1;"
            assert client.register(PC) == symbols["loop"]
            assert client.register(12) == 5 - passed
        product = client.register(18)
        assert product == 0x123456789 * -77 & ONES
        for _ in range(10):
            assert client.ask("s") == "T05thread:1;"
        assert client.memory(symbols["dirty"], 8) == product  # a dirty line of the L1
        assert client.ask(f"z0,{symbols['loop']:x},4") == "OK"
        assert client.ask(f"Z1,{symbols['changed']:x},4") == "OK"
        assert client.ask("c") == "T05thread:1;"
        assert client.ask(f"M{symbols['poked']:x},4:64000000") == "OK"
        assert client.memory(symbols["poked"], 4) == 100
        assert client.set_register(27, 30) == "OK"
        assert client.ask("c") == "W89"
    assert session.result() == (137, "exit")


@pytest.mark.default
def test_break_on_hart_1_alone(session, symbols):
    with session as client:
        assert client.ask("qfThreadInfo") == "m1,2"
        assert client.ask(f"Z0,{symbols['only_second']:x},4") == "OK"
        assert client.ask("vCont;c") == "T05thread:2;"
        assert client.register(PC) == symbols["only_second"]
        assert client.register(MHARTID) == 1
        assert client.ask("Hg1") == "OK"
        place = client.register(PC)
        assert symbols["reference_end"] < place < symbols["changed"]
        # Hart 0 stands while hart 1 does three instructions, and goes round while it stands.
        for _ in range(3):
            assert client.ask("vCont;s:2") == "T05thread:2;"
        assert client.ask("Hg1") == "OK"
        assert client.register(PC) == place
        assert client.ask("vCont;c") == "W07"
    assert session.result() == (7, "exit")


@pytest.mark.default
def test_written_code_pc_and_control_registers(session, symbols):
    with session as client:
        assert client.ask(f"Z0,{symbols['reference_end']:x},4") == "OK"
        assert client.ask("c") == "T05thread:1;"
        # li a0, 21; what fetch has read there already is not what runs.
        assert client.ask(f"M{symbols['reference_end']:x},4:13055001") == "OK"
        assert client.set_register(MEPC, 0x80001234) == "OK"
        assert client.register(MEPC) == 0x80001234
        assert client.ask("s") == "T05thread:1;"
        assert client.register(10) == 21
        assert client.set_register(PC, symbols["changed"]) == "OK"
        assert client.set_register(27, 1) == "OK"
        assert client.ask("c") == "W08"


@pytest.mark.default
def test_interrupt_and_kill(session, symbols):
    with session as client:
        assert client.ask(f"Z0,{symbols['only_second']:x},4") == "OK"
        assert client.ask("c") == "T05thread:2;"
        client.send("vCont;c:1")  # hart 0 waits for hart 1, which stands
        client.socket.sendall(b"\x03")
        assert client.receive().startswith("T02thread:")
        client.send("k")
    assert session.result() == (137, "killed")


@pytest.mark.default
def test_hart_that_sleeps_is_stopped(session, symbols):
    with session as client:
        assert client.ask(f"Z0,{symbols['changed']:x},4") == "OK"
        assert client.ask("c") == "T05thread:1;"
        for _ in range(2):
            client.send("vCont;c:2")
            client.socket.sendall(b"\x03")
            assert client.receive().startswith("T02thread:")
        assert client.ask("Hg2") == "OK"
        assert symbols["sleep"] <= client.register(PC) <= symbols["sleep"] + 4
        assert client.ask("vCont;c") == "W07"


@pytest.mark.default
def test_bad_packets(session):
    with session as client:
        client.socket.sendall(b"garbage\x00\xff$g#00")
        assert client.byte() == b"-"
        assert client.ask("nonsense") == ""
        assert client.ask("qNonsense") == ""
        assert client.ask("Z2,80000000,4") == ""
        for packet in (
            "m40000000,4", "mffffffffffffffff,8", "m", "mx,y", "M80000000,4:12", "p7fffffff", "Pzz",
            "G00", "Hg9", "vCont;x", "Z0,x", "p1f42", "M40000000,1:00", "T7",
        ):  # fmt: skip
            assert client.ask(packet) == "E01", packet
        assert client.ask("m80000000,0") == ""
        client.socket.sendall(b"$" + b"x" * 40000)
        assert client.byte() == b"-"
        client.socket.sendall(b"#00")
        assert "riscv:rv64" in client.ask("qXfer:features:read:target.xml:0,1000")
        assert client.ask("qXfer:features:read:target.xml:9999,10") == "l"
        assert client.ask("vKill;1") == "OK"
    assert session.result() == (137, "killed")


@pytest.mark.default
@pytest.mark.parametrize("before", ("", "c", "$c#6"))
def test_debugger_that_is_gone(system, elf, before):
    session = Session(*system, str(elf))
    with session as client:
        if before == "c":
            client.send("c")
        else:
            client.socket.sendall(before.encode())
    assert session.result() == (7, "exit")


@pytest.mark.default
def test_ordinary_simulator():
    chosen, ordinary = corners.system(1)
    hello = programs.resolve("hello", 64, "copy_engine")
    with pytest.raises(UserError, match="without a debugger; run it through `fy run --gdb`"):
        simulator.run(chosen, ordinary, hello, Options(gdb=debugger.listen(0)))


@pytest.mark.default
def test_limit_is_told(system, elf):
    session = Session(*system, str(elf), cycles=60)
    with session as client:
        assert client.ask("c") == "X06"
    assert session.result() == (simulator.EXIT_LIMIT, "cycle_limit")


def test_port_in_use():
    with socket.socket() as other:
        other.bind((debugger.HOST, 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(UserError, match=f"--gdb {port}: Address already in use"):
            debugger.listen(port)
    with pytest.raises(UserError, match="give a TCP port"):
        debugger.listen(65536)
