# SPDX-License-Identifier: Apache-2.0
"""The entries of `systems/<name>/system.toml`; docs/boundary.md tells what each says."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from freightyard.hardware.declarations.keys import Formula, Name, Text
from freightyard.hardware.declarations.tables import Model
from freightyard.hardware.probes import Span

EntryName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*(\{i\})?$")]
CHANNELS = {"tilelink": ("a", "b", "c", "d", "e"), "axi": ("aw", "w", "b", "ar", "r")}


class Clock(Model):
    """The one source of clock and reset."""

    clock: Text = "clk_i"
    reset: Text = "rst_ni"  # active low, asynchronous


class Ports(Model):
    """Ports of the top by what they are for; an empty name says that there is none."""

    straps: str = ""
    host: Text  # TL-UH client port of the host
    host_bytes: Formula = "8"  # of its beats
    host_line: Formula = "64"  # bytes of its largest message, and of a line that it flushes
    console: Annotated[str, Field(pattern=r"^([a-z][a-z0-9_]*)?$")] = ""  # two byte streams
    exit: str = ""


class Link(Model):
    """Links of one kind, each with a stage that carries nothing but the link."""

    name: EntryName
    kind: Literal["tilelink", "axi", "stream"]
    path: Text  # of the stage
    count: Formula = "1"
    numbered: bool = True  # the names have numbers even when there is one
    channels: Annotated[tuple[str, ...], Field(strict=False, min_length=1)]
    messages: bool = False  # a track of the trace

    @model_validator(mode="after")
    def _known_channels(self) -> Link:
        legal = self.of_the_stage
        for name in self.channels:
            if name not in legal:
                raise ValueError(f"{self.kind} has no channel {name}; legal: {', '.join(legal)}")
        return self

    @property
    def of_the_stage(self) -> tuple[str, ...]:
        """Channels of its stage, in the order of the bits that hold them."""
        return CHANNELS.get(self.kind, self.channels)


class Harts(Model):
    """Harts of one core, whose `core.toml` tells how they are seen."""

    core: Text
    path: Text
    count: Formula = "1"
    threads: Formula = "1"  # of each
    # Opcodes that a coprocessor beside it takes: lockstep leaves them out.
    custom: Annotated[tuple[int, ...], Field(strict=False)] = ()


class Memory(Model):
    """AXI4 ports behind which a model of memory stands."""

    port: Text
    count: Formula = "1"
    region: Text  # of map.toml
    beat_bytes: Formula
    interleave: Formula = "64"
    model: str = ""  # the strap that chooses it
    latency: str = ""  # the strap of the fixed model


class Ram(Model):
    """Memory inside of the chip that a program is loaded into: an array of words."""

    name: EntryName
    path: Text  # of the instance
    module: Text  # that it is an instance of
    array: Text  # its name in it
    region: Text  # of map.toml
    word_bytes: Formula


class Watchdog(Model):
    """What counts as progress, and who may wait without end."""

    progress: Annotated[tuple[Literal["retirement", "links"], ...], Field(strict=False)] = (
        "retirement",
        "links",
    )


class Track(Model):
    """Spans of a trace, declared by a block (`trace.toml`) or here."""

    name: EntryName
    path: str = ""
    count: Formula = "1"
    block: str = ""
    of: str = ""  # table of the block's trace.toml
    lanes: Annotated[tuple[str, ...], Field(strict=False)] = ()  # names; `{n}` numbers them
    span: Annotated[tuple[Span, ...], Field(strict=False)] = ()


class Port(Model):
    """A port of the top that an endpoint drives or reads: a stream of payloads, or a value."""

    name: Name  # `rx` of rx_i, rx_valid_i, ...
    direction: Literal["input", "output"]  # of the payload
    kind: Literal["stream", "value"] = "stream"
    bits: Formula  # of the payload
    count: Formula = "1"  # more: packed arrays of so many


class Endpoint(Model):
    """C++ beside the running system (sim/endpoints/endpoint.h): what it sees, what it drives."""

    name: EntryName
    folder: Text  # of its sources: in the folder of the system, or `blocks/...`
    make: Text  # function of the namespace fy
    probes: dict[Name, Text] = {}
    port: Annotated[tuple[Port, ...], Field(strict=False)] = ()


class Verb(Model):
    """A command of `fy` that the system brings: the function `command` of a file."""

    file: Text  # in the folder of the system
    summary: Text
    tools: Literal["none", "run", "dev"] = "run"


class Option(Model):
    """An option of `fy run` that endpoints of the system take."""

    help: Text
    file: Literal["", "input", "output"] = ""  # its value is the path of a file, read or written


class Picture(Model):
    """An SVG of the system, which `fy report` shows above its results."""

    file: Text  # in the folder of the system
    caption: Text


class Boundary(Model):
    """The whole of `system.toml`."""

    module: Text
    parameter: Text = "Config"
    registers: Formula = "xlen"  # width of a register of the harts
    clock: Clock = Clock()
    ports: Ports
    link: Annotated[tuple[Link, ...], Field(strict=False)] = ()
    hart: Annotated[tuple[Harts, ...], Field(strict=False, min_length=1)]
    memory: Annotated[tuple[Memory, ...], Field(strict=False)] = ()
    ram: Annotated[tuple[Ram, ...], Field(strict=False)] = ()
    watchdog: Watchdog = Watchdog()
    track: Annotated[tuple[Track, ...], Field(strict=False)] = ()
    endpoint: Annotated[tuple[Endpoint, ...], Field(strict=False)] = ()
    verb: dict[str, Verb] = {}
    option: dict[str, Option] = {}
    picture: Picture | None = None
