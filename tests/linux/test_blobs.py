# SPDX-License-Identifier: Apache-2.0
"""Device tree, archive of programs and what boots, read back by readers of their own."""

import struct

from freightyard.linux import archive, boot_image, compiling, console, machine, state
from freightyard.linux.device_tree import Node, blob, wide
from freightyard.system import elf, elf_writer


def read_tree(data):
    """Paths with their properties."""
    magic, total, begin, strings, reserved, version, *_ = struct.unpack_from(">10I", data)
    assert (magic, total, version) == (0xD00DFEED, len(data), 17)
    assert data[reserved : reserved + 16] == bytes(16) and begin % 4 == 0
    found, path, at = {}, [], begin
    while (token := struct.unpack_from(">I", data, at)[0]) != 9:
        at += 4
        if token == 1:
            end = data.index(b"\0", at)
            path.append(data[at:end].decode())
            found["/".join(path)] = {}
            at = (end + 4) & ~3
        elif token == 2:
            path.pop()
        else:
            assert token == 3
            size, name = struct.unpack_from(">2I", data, at)
            name = data[strings + name : data.index(b"\0", strings + name)].decode()
            found["/".join(path)][name] = data[at + 8 : at + 8 + size]
            at = (at + 8 + size + 3) & ~3
    assert path == []
    return found


def test_values_of_a_tree():
    root = Node({"text": "ab", "cell": 3, "empty": None}, {"below": Node({"cell": wide(1 << 32)})})
    assert read_tree(blob(root)) == {
        "": {"text": b"ab\0", "cell": b"\0\0\0\3", "empty": b""},
        "/below": {"cell": b"\0\0\0\1\0\0\0\0"},
    }


def test_tree_of_a_system():
    two = machine.load("copy-engine", [], 2, 32)
    found = read_tree(machine.tree(two, "quiet", (0x8100_0000, 0x8100_1000)))
    assert [name for name in found if name.startswith("/cpus/cpu@") and name.count("/") == 2] == [
        "/cpus/cpu@0", "/cpus/cpu@1",
    ]  # fmt: skip
    hart = found["/cpus/cpu@1"]
    assert hart["riscv,isa"] == b"rv64ima\0" and hart["mmu-type"] == b"riscv,sv39\0"
    assert found["/memory@80200000"]["reg"] == struct.pack(">2Q", 0x8020_0000, 30 << 20)
    assert found["/chosen"]["bootargs"] == b"quiet\0"
    assert found["/chosen"]["linux,initrd-end"] == struct.pack(">Q", 0x8100_1000)
    timer = found["/timer@2000000"]["interrupts-extended"]
    assert struct.unpack(">8I", timer) == (1, 3, 1, 7, 2, 3, 2, 7)


def read_archive(data):
    found, at = {}, 0
    while True:
        fields = [int(data[at + 6 + 8 * i : at + 14 + 8 * i], 16) for i in range(13)]
        assert data[at : at + 6] == b"070701"
        name = data[at + 110 : at + 110 + fields[11] - 1].decode()
        begin = (at + 110 + fields[11] + 3) & ~3
        if name == "TRAILER!!!":
            return found
        found[name] = (fields[1], data[begin : begin + fields[6]], (fields[9], fields[10]))
        at = (begin + fields[6] + 3) & ~3


def test_archive():
    entries = {
        "dev": archive.folder(), "dev/mem": archive.device(1, 1), "odd": archive.file(b"12345"),
    }  # fmt: skip
    assert read_archive(archive.write(entries)) == {
        "dev": (0o040755, b"", (0, 0)),
        "dev/mem": (0o020666, b"", (1, 1)),
        "odd": (0o100755, b"12345", (0, 0)),
    }


def image_header(offset=2 << 20, size=3 << 20, start=b"\x6f\0"):
    return struct.pack("<2s6xQQQI12x8s4s4x", start, offset, size, 0, 2, b"RISCV", b"RSC\x05")


def test_what_boots(tmp_path):
    """Firmware, kernel, archive and tree lie apart, and the firmware is told where."""
    kernel = boot_image.Kernel(tmp_path, image_header(), 3 << 20)
    firmware, target = compiling.firmware("copy_engine"), tmp_path / "boot.elf"
    chosen = machine.load("copy-engine", [], 4, 32)
    boot_image.put_together(target, chosen, firmware, kernel, b"programs", "quiet")
    data, found = target.read_bytes(), elf.read(target)
    assert found.entry == chosen.base and found.flags == 0
    first, *_, programs, tree = found.segments
    addresses = [one.address for one in found.segments]
    assert addresses == [chosen.base, chosen.kernel, 0x8050_0000, 0x8050_1000]
    told = first.place + elf.read(firmware).symbols["fy_boot"] - chosen.base
    assert struct.unpack_from("<3Q", data, told) == (chosen.kernel, tree.address, 4)
    assert data[programs.place : programs.place + programs.file_bytes] == b"programs"
    properties = read_tree(data[tree.place : tree.place + tree.file_bytes])["/chosen"]
    assert properties["linux,initrd-start"] == struct.pack(">Q", programs.address)
    assert properties["linux,initrd-end"] == struct.pack(">Q", programs.address + 8)


def test_last_lines_of_a_panic():
    text = "".join(f"line {i}\n" for i in range(30)) + "Kernel panic - not syncing: why\n---[ end\n"
    told = console.panic(text).splitlines()
    assert told[0] == "line 20" and told[-2:] == ["Kernel panic - not syncing: why", "---[ end"]
    assert console.panic("no panic\n") is None


def test_programs_that_an_instruction_killed():
    line = "/bin/one: killed by signal 4\n"
    assert console.illegal(f"FY x=1\n{line}{line}/bin/two: killed by signal 4\r\n") == [
        "/bin/one", "/bin/two",
    ]  # fmt: skip
    assert console.illegal(line.replace("4", "11") + "I was killed by signal 4\n") == []


def test_symbols_of_a_file(tmp_path):
    target, wanted = tmp_path / "x.elf", {"tohost": 0x8200_0000, "fy_input": 0x8200_0010}
    elf_writer.write(target, 64, 0x8000_0000, [elf_writer.Part(0x8000_0000, b"abcd")], wanted)
    found = elf.read(target)
    assert found.symbols == wanted and found.entry == 0x8000_0000
    assert [(part.address, part.file_bytes) for part in found.segments] == [(0x8000_0000, 4)]


def test_pages_of_a_kept_boot():
    """All of memory is there again, the empty pages as zeros behind the others."""
    page = state.PAGE
    memory = bytes(page) + b"\1" * page + b"\2" + bytes(2 * page - 1) + b"\3" * page
    parts = list(state._parts(0x1000, memory))
    assert [part.address for part in parts] == [0x1000, 0x2000, 0x5000]
    assert b"".join(part.data + bytes(part.zeros) for part in parts) == memory
