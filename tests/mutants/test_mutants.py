# SPDX-License-Identifier: Apache-2.0
"""The tests are tested: faults built into the RTL of each block are found by its benches.

CI judges a fixed sample of each block and another one that turns with the commit; `--long` all.
docs/mutants.md tells what was found, reasons.toml why the others were not.
"""

from __future__ import annotations

import pytest
from tests.mutants import judges
from tests.mutants.cache import CACHE
from tests.mutants.core import CORE
from tests.mutants.engine import ENGINE
from tests.mutants.judges import Block, Known
from tests.mutants.mmu import MMU
from tests.mutants.others import INTERCONNECT, MEMORY, TCM

from freightyard.system.results import commit
from freightyard.verification.mutate import module_of

BLOCKS = (ENGINE, CACHE, MMU, CORE, INTERCONNECT, TCM, MEMORY)


def name(block: Block) -> str:
    return block.name


@pytest.mark.default
@pytest.mark.parametrize("block", [block for block in BLOCKS if block.sampled], ids=name)
def test_sample(block: Block, record_property) -> None:
    """What is not found of the fixed sample has its reason; of the other, most is found."""
    mutation, known, now = block.mutation(), Known.read(), commit()
    always, turned = judges.samples(block, mutation.mutants, known, now)
    verdict = judges.judge(block, mutation, [*always, *turned], known.causes)
    print(verdict)
    shares = f"{verdict.share_of(always):.0%} of {len(always)}"
    shares += f", {verdict.share_of(turned):.0%} of {len(turned)} chosen by commit {now}"
    record_property("told", f"mutants found, {block.name}: {shares}")
    untold = [str(m) for m in verdict.alive if m in always and m.key not in known.causes]
    assert not untold, untold
    assert verdict.share_of(turned) >= 0.75


@pytest.mark.long
@pytest.mark.parametrize("block", BLOCKS, ids=name)
def test_all(block: Block, record_property) -> None:
    """So many are found as are to be, and reasons.toml has the others, and no more."""
    mutation, known = block.mutation(), Known.read()
    verdict = judges.judge(block, mutation, mutation.mutants, jobs=2)
    print(verdict)
    total = len(mutation.mutants)
    shares = f"{len(verdict.found)} of {total}"
    record_property(
        "told", f"mutants found, {block.name}: {shares} ({len(verdict.found) / total:.1%})"
    )
    own = {path.stem for path in block.files()}
    late = {one.name for one in block.judges if not one.sampled}
    elsewhere = {m.key: bench for m, bench in verdict.found.items() if bench in late}
    assert {m.key for m in verdict.alive} == {k for k in known.causes if module_of(k) in own}
    assert elsewhere == {k: v for k, v in known.elsewhere.items() if module_of(k) in own}
    assert verdict.share_of(mutation.mutants) >= block.share
