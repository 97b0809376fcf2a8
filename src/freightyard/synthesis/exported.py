# SPDX-License-Identifier: Apache-2.0
"""A part of a system as a folder of its own, for projects that are built by other tools.

Sources with a list, a FuseSoC core, the same part as one file of plain Verilog with the values of
the configuration, and a page of its ports. Nothing in the folder refers to this checkout.
"""

from __future__ import annotations

import os
import shutil
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import jinja2

from freightyard.errors import UserError
from freightyard.hardware import sources, struct_layout
from freightyard.hardware.configuration import Config
from freightyard.hardware.declarations import load_system, page, rdl
from freightyard.hardware.struct_layout import Layout
from freightyard.store import BUILD, ROOT
from freightyard.synthesis import parts as synth_parts
from freightyard.synthesis.steps import Say, follow

TEMPLATES = Path(__file__).with_name("templates")
_VERILOG = """
from freightyard.synthesis.worker import Yosys
yosys = Yosys()
for text in {passes!r}:
    yosys.run(text)
"""


@dataclass(frozen=True)
class Export:
    """One module of a configuration."""

    config: Config
    part: str

    @property
    def instance(self) -> synth_parts.Instance:
        """The module with its parameters; a UserError for a part that is several modules."""
        chosen = synth_parts.part(self.config.system, self.part)
        if len(chosen.instance) != 1 or chosen.cut is not None:
            raise UserError(f"the part {self.part} is not one module; choose another by --part")
        return chosen.instance[0]

    @property
    def name(self) -> str:
        """Name of the core and of its files."""
        return f"{self.config.name}-{self.part.replace('/', '-')}"

    @property
    def parameters(self) -> Mapping[str, str]:
        return synth_parts.parameters(self.config.system, self.instance, self.config.built)

    def files(self) -> list[Path]:
        """Synthesisable sources, packages first."""
        found = sources.sources(self.instance.list or f"systems/{self.config.system}")
        return [path for path in found if "sim" not in path.parts]


def write(export: Export, folder: Path, say: Say) -> list[Path]:
    """Write the folder whole or not at all; returns its files."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"{folder} is not an empty folder; name one that is, or a new one")
    if not folder.absolute().parent.is_dir():
        raise UserError(f"cannot write {folder}: {folder.absolute().parent} is no folder")
    part = folder.absolute().with_name(f"{folder.absolute().name}.{os.getpid()}.partial")
    try:
        part.mkdir()
        _fill(export, part, say)
        if folder.is_dir():
            folder.rmdir()
        part.rename(folder)
    except OSError as error:
        raise UserError(f"cannot write {folder}: {error.strerror}") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _fill(export: Export, folder: Path, say: Say) -> None:
    say("copying sources")
    listed = []
    for path in export.files():
        place = Path("rtl") / path.relative_to(BUILD if path.is_relative_to(BUILD) else ROOT)
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / place)
        listed.append(str(place))
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    ports = struct_layout.layouts_of(export.instance.module, export.files(), export.parameters)
    system = load_system(export.config.system)
    texts = {
        f"{export.name}.f": "".join(f"{name}\n" for name in listed),
        f"{export.name}.core": _rendered("fusesoc.core", export, listed, ports),
        "README.md": _rendered("export.md", export, listed, ports),
        "registers.rdl": rdl.text(system, system.harts(export.config.built)),
        "system.md": page.text(system),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    _verilog(export, folder, say)


def _rendered(template: str, export: Export, listed: list[str], ports: Mapping[str, Layout]) -> str:
    loader = jinja2.FileSystemLoader(TEMPLATES)
    kinds = jinja2.Environment(
        loader=loader, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    return kinds.get_template(template).render(
        export=export,
        module=export.instance.module,
        listed=listed,
        # A module that takes the whole record is told by the keys in it.
        own={} if synth_parts.RECORD in export.instance.parameters.values() else export.parameters,
        values=export.config.built,
        rows=list(_rows(ports)),
        version=tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"],
        yosys=metadata.version("pyosys"),
    )


def _rows(ports: Mapping[str, Layout]) -> Iterator[tuple[str, str]]:
    """Name and bits of every port and of the fields inside."""
    for name, layout in ports.items():
        yield name, f"{layout.width - 1}:0"
        for field, low, width in _fields(layout, 0):
            yield f"{name}.{field}", f"{low + width - 1}:{low}"


def _fields(layout: Layout, base: int) -> Iterator[tuple[str, int, int]]:
    element = layout.element
    if element is not None and element.fields:
        for index in range(layout.count):
            for field, low, width in _fields(element, base + index * element.width):
                yield f"{index}.{field}", low, width
    for name, inner in layout.fields.items():
        if inner.fields or (inner.element is not None and inner.element.fields):
            for field, low, width in _fields(inner, base + inner.low):
                yield f"{name}.{field}", low, width
        else:
            yield name, base + inner.low, inner.width


def _verilog(export: Export, folder: Path, say: Say) -> None:
    """The part without SystemVerilog: records are vectors, parameters are values."""
    module, target = export.instance.module, folder / f"{export.name}.v"
    settings = [f"-G{name}={value}" for name, value in export.parameters.items()]
    files = (folder / f"{export.name}.f").read_text().split()
    read = " ".join(["read_slang --keep-hierarchy", *settings, f"--top {module}", *files])
    passes = [
        read,
        f"hierarchy -check -top {module}",
        "proc",
        "bwmuxmap",
        "chformal -remove",
        "opt_clean",
    ]
    passes += [
        "setattr -unset src *",
        "rename -hide */w:*$*",
        f"write_verilog -noattr {target.name}",
    ]
    log = BUILD / "export" / f"{export.name}.log"
    command = [sys.executable, "-c", _VERILOG.format(passes=passes)]
    follow(command, log, f"writing {target.name}", "Executing ", say, cwd=folder)
    if not target.is_file():
        raise UserError(f"Yosys wrote no {target.name}; its log is {log}")
