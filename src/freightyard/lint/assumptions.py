# SPDX-License-Identifier: Apache-2.0
"""What proofs assume: each assumption is asserted where its driver is proved or simulated.

`[[assumption]]` in the lint.toml of the proof's folder names the assertions, or says why there need
be none. Takes roots as arguments, so that tests can show it a small wrong tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from freightyard import store
from freightyard.hardware.declarations.tables import read
from freightyard.lint import folders
from freightyard.lint.findings import Finding, Job
from freightyard.lint.style import tracked, wanted

# Every run of a proof begins in reset; no driver could do otherwise.
RESET = ("reset", "rst_ni == !first_q")
_COMMENT = re.compile(r"//.*")
_ASSUMPTION = re.compile(r"(?:\b(\w+)\s*:\s*)?\bassume\s*(?:property\s*)?\((.*?)\)\s*;", re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """An entry of a table, and where it stands."""

    table: str
    line: int
    said: folders.Assumption


def assumption_jobs(blocks: Sequence[str]) -> list[Job]:
    """One job: an assertion may stand in any folder."""
    hardware = [path for path in tracked(".sv") if wanted(path, blocks)]
    tables = [path for path in map(folders.path_of, blocks) if path.is_file()]
    entries = [entry for block in blocks for entry in entries_of(block)]
    named = {store.ROOT / _parted(text)[0] for entry in entries for text in entry.said.asserted_by}
    files = sorted({*hardware, *tables, *(path for path in named if path.is_file())})
    return [
        Job("assumptions", "proofs", lambda: list(unasserted(store.ROOT, hardware, entries)), files)
    ]


def entries_of(block: str) -> Iterator[Entry]:
    """What the table of a block says, with the files as they stand below the root."""
    path = folders.path_of(block)
    lines = read(path).lines if path.is_file() else {}
    folder, table = path.parent.relative_to(store.ROOT), str(path.relative_to(store.ROOT))
    for number, said in enumerate(folders.rules(block).assumption):
        whole = said.model_copy(update={"file": str(folder / said.file)})
        yield Entry(table, lines.get(("assumption", number), 0), whole)


def unasserted(root: Path, files: Iterable[Path], entries: Sequence[Entry]) -> Iterator[Finding]:
    """Assumptions without an entry; entries that name no assumption, or no assertion."""
    known = {(entry.said.file, entry.said.label) for entry in entries}
    used = set()
    for path in files:
        name = str(path.relative_to(root))
        for line, label, expression in assumptions(path.read_text(errors="replace")):
            used.add((name, label))
            if (label, expression) == RESET or (name, label) in known:
                continue
            text = (
                f"no lint.toml says what asserts the assumption {label}; add an [[assumption]]"
                if label
                else "an assumption without a label; name it, and what asserts it in lint.toml"
            )
            yield Finding("assumptions", name, line, "asserted", text)
    for entry in entries:
        for text in wrong(root, entry.said, used):
            yield Finding("assumptions", entry.table, entry.line, "entry", text)


def assumptions(text: str) -> Iterator[tuple[int, str, str]]:
    """Line, label and expression of each assumption of a file; without a label it is empty."""
    code = _COMMENT.sub("", text)
    for found in _ASSUMPTION.finditer(code):
        line = code.count("\n", 0, found.start()) + 1
        yield line, found[1] or "", " ".join(found[2].split())


def wrong(root: Path, said: folders.Assumption, used: set[tuple[str, str]]) -> Iterator[str]:
    """Sentences about one entry."""
    if (said.file, said.label) not in used:
        yield f"{said.file} has no assumption {said.label}"
    if bool(said.asserted_by) == bool(said.reason):
        yield f"{said.label} needs asserted_by or a reason, one of them"
    for text in said.asserted_by:
        place, name = _parted(text)
        path = root / place
        if not path.is_file():
            yield f"{said.label} is asserted by {text}, but there is no file {place}"
        elif not asserts(path.read_text(errors="replace"), name):
            yield f"{said.label} is asserted by {text}, but the file has no such assertion"


def asserts(text: str, name: str) -> bool:
    """Whether a file has an assertion of this label, or a check that tells this sentence."""
    label = rf"\b{re.escape(name)}\s*:\s*assert\b"
    return bool(re.search(label, _COMMENT.sub("", text))) or f'"{name}"' in text


def _parted(text: str) -> tuple[str, str]:
    """Path and name of `path: name`."""
    path, _, name = text.partition(": ")
    return path, name
