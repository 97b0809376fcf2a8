# SPDX-License-Identifier: Apache-2.0
"""What a system claims of its source's checklist: `systems/<name>/claims.toml`, checked as a whole.

A claim has a verdict, and the tests, commands and figures that show it. All of them exist, a `yes`
has a test or a command and figures within their limits, anything else says what is missing.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from freightyard import store
from freightyard.commands import all_commands
from freightyard.errors import UserError, nearest
from freightyard.experiments import experiment
from freightyard.experiments.model import Figure
from freightyard.hardware import configuration
from freightyard.hardware.declarations import load_system, names
from freightyard.hardware.declarations.tables import Model, Table, check, read
from freightyard.system import results

FILE = "claims.toml"
CONFIGURED = ("run", "trace", "wave", "lockstep", "synth")  # verbs whose first word is CONFIG
Verdict = Literal["yes", "partly", "no"]
Words = Annotated[tuple[str, ...], Field(strict=False)]


class Claim(Model):
    """A point of a checklist: a feature or an experiment of the source."""

    id: str
    text: str
    verdict: Verdict
    tests: Words = ()  # as pytest names them, from the root of the checkout
    commands: Words = ()  # of `fy`, without it
    figures: dict[str, float] = {}  # EXPERIMENT/FIGURE, as the recorded run gave it
    note: str = ""  # what is missing, or how it differs from the source


class Content(Model):
    """The whole of `claims.toml`."""

    source: str  # author, title and year
    recorded: dict[str, str] = {}  # commit of the full run of each experiment
    claim: Annotated[tuple[Claim, ...], Field(strict=False, min_length=1)]


@dataclass(frozen=True)
class Measured:
    """A figure: its limit, the recorded value, and the one of the last full run here, if any."""

    name: str  # EXPERIMENT/FIGURE
    asked: str
    recorded: float
    commit: str
    here: float | None

    def __str__(self) -> str:
        here = "" if self.here is None else f", here {self.here:.4g}"
        return f"{self.name}: {self.recorded:g} at {self.commit}{here} (asked {self.asked})"


def systems() -> list[str]:
    """Systems that claim something."""
    return [name for name in names() if (load_system(name).folder / FILE).is_file()]


def load(system: str) -> Content:
    """The claims of a system; an error names file and line of the first that does not stand."""
    known = systems()
    plain = system.replace("-", "_")
    if plain not in known:
        raise nearest("system with claims", system, [name.replace("_", "-") for name in known])
    table = read(load_system(plain).folder / FILE)
    content = check(Content, table)
    seen: set[str] = set()
    for number, claim in enumerate(content.claim):
        if claim.id in seen:
            raise table.error(("claim", number), f"{claim.id} is claimed twice")
        seen.add(claim.id)
        _check(table, number, claim, content.recorded)
    return content


def _check(table: Table, number: int, claim: Claim, recorded: Mapping[str, str]) -> None:
    if claim.verdict == "yes" and not (claim.tests or claim.commands):
        raise table.error(("claim", number), f"{claim.id} is yes and names no test or command")
    if claim.verdict != "yes" and not claim.note:
        raise table.error(("claim", number), f"{claim.id} is {claim.verdict}; say why in `note`")
    for key, checked in (("tests", _test), ("commands", _command)):
        with table.at("claim", number, key):
            for word in getattr(claim, key):
                checked(word)
    with table.at("claim", number, "figures"):
        for name, value in claim.figures.items():
            if name.partition("/")[0] not in recorded:
                raise UserError(f"[recorded] names no commit of {name}")
            if claim.verdict == "yes" and not _declared(name).passes(value):
                raise UserError(f"{claim.id} is yes and {name} is {value:g}, beyond its limit")


def _test(name: str) -> None:
    file, _, rest = name.partition("::")
    path = store.ROOT / file
    function = rest.partition("[")[0]
    if not path.is_file():
        raise UserError(f"there is no test file {file}")
    if not re.search(rf"^def {re.escape(function)}\(", path.read_text(), re.MULTILINE):
        found = re.findall(r"^def (test_\w+)\(", path.read_text(), re.MULTILINE)
        raise nearest(f"test of {file}", function, found)


def _command(text: str) -> None:
    verb, *rest = shlex.split(text)
    if verb not in all_commands():
        raise nearest("command", verb, all_commands())
    if verb == "exp" and not (rest and experiment.exists(rest[0])):
        raise nearest("experiment", " ".join(rest[:1]), experiment.names())
    if verb == "test":
        _test(rest[-1])
    if verb in CONFIGURED and not (rest and rest[0] in configuration.known()):
        raise nearest("configuration", " ".join(rest[:1]), configuration.known())


def _declared(name: str) -> Figure:
    folder, _, figure = name.partition("/")
    known = {one.name: one for one in experiment.load(folder).figures}
    if figure not in known:
        raise nearest(f"figure of {folder}", figure, known)
    return known[figure]


def measured(content: Content, claim: Claim) -> Iterator[Measured]:
    """The figures of a claim with their values."""
    for name, value in claim.figures.items():
        folder, _, figure = name.partition("/")
        asked, here = _asked(_declared(name)), _last(results.RESULTS, folder, figure)
        yield Measured(name, asked, value, content.recorded[folder], here)


def _asked(figure: Figure) -> str:
    signs = {"at_least": ">=", "at_most": "<="}
    limits = [f"{signs[name]} {value:g}" for name, value in figure.asked.items()]
    return ", ".join(limits) or "no limit"


def _last(folder: Path, name: str, figure: str) -> float | None:
    """The value that a full run of the experiment kept."""
    try:
        points = json.loads((folder / f"{name}.json").read_text())
    except (OSError, ValueError):
        return None
    values = [p["metric"][figure] for p in points if p["point"].get("figure") == figure]
    return values[-1] if values else None


def experiment_of(id_: str) -> str:
    """The experiment that answers a point of a checklist (CE-E5); any other text as it is.

    A UserError tells the commands when the point is shown by something else.
    """
    for system in [] if experiment.exists(id_) else systems():
        for claim in load(system).claim:
            if claim.id.casefold() != id_.casefold():
                continue
            for words in map(shlex.split, claim.commands):
                if words[0] == "exp":
                    return words[1]
            shown = " and ".join(f"`./fy {text}`" for text in claim.commands) or "nothing"
            why = f", for {claim.note}" if claim.note else ""
            raise UserError(
                f"no experiment answers {claim.id} ({claim.text}); {shown} shows it: "
                f"{claim.verdict}{why}"
            )
    return id_
