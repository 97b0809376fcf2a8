# SPDX-License-Identifier: Apache-2.0
"""Simulations of a sweep on an existing Dask cluster.

Workers need this checkout at the same path (a shared file system) with `src` on PYTHONPATH, and the
packages of requirements-run.lock in the same versions; see docs/guide.md.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from typing import Any

from freightyard.errors import UserError
from freightyard.experiments.rows import Row
from freightyard.experiments.sweep import Fate, Job, RunAll, run_kept

TIMEOUT = "10s"  # to find the scheduler, and again for its first worker


def on_cluster(address: str) -> RunAll:
    """Run on the workers of a cluster, whose scheduler gives the work of a dead one to others."""
    # Half a second to import, for this option alone; it has no types.
    distributed: Any = importlib.import_module("distributed")

    try:
        client = distributed.Client(address, timeout=TIMEOUT)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise UserError(
            f"no Dask cluster at {address} ({reason}); start one with `dask scheduler` and "
            "`dask worker`, or leave --cluster away"
        ) from None

    def run_all(jobs: Sequence[Job]) -> Iterator[tuple[Job, list[Row], Fate]]:
        try:
            if jobs:
                client.wait_for_workers(1, timeout=TIMEOUT)
        except TimeoutError:
            raise UserError(
                f"the cluster at {address} has no workers; start `dask worker {address}`"
            ) from None
        waiting = {client.submit(run_kept, job, pure=False): job for job in jobs}
        lost: list[str] = []
        try:
            for future in distributed.as_completed(waiting):
                job = waiting[future]
                try:
                    rows, fate = future.result()
                except distributed.KilledWorker:
                    lost.append(job.simulation.script.split("\n")[0] or job.simulation.program)
                    continue
                yield job, rows, fate
        finally:
            client.cancel(list(waiting))
            client.close()
        if lost:
            raise UserError(
                f"{len(lost)} simulations took their workers with them, the first is "
                f"`{lost[0]}`; the others are kept: run again, without --cluster to see why"
            )

    return run_all
