# SPDX-License-Identifier: Apache-2.0
"""A sweep on a local Dask cluster of two workers."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from freightyard import store
from freightyard.errors import UserError
from freightyard.experiments import cluster, sweep
from freightyard.experiments.expand import Simulation
from freightyard.hardware import configuration as config
from freightyard.system import programs, results, simulator
from freightyard.verification.limits import limited

CPU = 60  # seconds of each process of the cluster, which take 3


@pytest.fixture
def address(tmp_path):
    environment = os.environ | {"PYTHONPATH": str(store.ROOT / "src")}
    told = tmp_path / "scheduler.json"  # the scheduler takes a free port and writes it here
    known = ["--scheduler-file", str(told)]
    commands = [
        ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", *known],
        *([["worker", *known, "--nthreads", "1", "--no-dashboard", "--no-nanny"]] * 2),
    ]
    running = [
        subprocess.Popen(
            limited([sys.executable, "-m", f"distributed.cli.dask_{words[0]}", *words[1:]], CPU),
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for words in commands
    ]
    while not told.is_file() or not told.read_text().endswith("}"):
        assert running[0].poll() is None, "the scheduler ended"
        time.sleep(0.1)
    yield json.loads(told.read_text())["address"], running
    for process in running:
        process.kill()
        process.wait()


def jobs(tmp_path, count):
    chosen = config.load("copy-engine")
    built = simulator.build(chosen)
    hello = programs.resolve("hello", 64, "copy_engine")
    return [
        sweep.Job(
            Simulation("s", "points", chosen, "hello", "", 0, take),
            built,
            hello,
            hello.elf,
            1,
            tmp_path,
        )
        for take in range(count)
    ]


@pytest.mark.default
def test_a_dead_worker_costs_only_its_point(address, tmp_path):
    place, running = address
    work = jobs(tmp_path, 12)
    run_all = cluster.on_cluster(place)
    found = []
    for job, rows, fate in run_all(work):
        # What the killed worker had written already is found again; without lines it has no commit.
        assert fate in ("new", "of another commit")
        found.append(job.simulation.take)
        assert rows == []
        if len(found) == 2:
            running[1].send_signal(signal.SIGKILL)
    assert sorted(found) == list(range(12))


def test_unreachable_cluster_is_one_sentence(monkeypatch):
    monkeypatch.setattr(cluster, "TIMEOUT", "1s")
    with pytest.raises(UserError, match=r"no Dask cluster at tcp://127\.0\.0\.1:9"):
        cluster.on_cluster("tcp://127.0.0.1:9")


RUN = {"id": "r", "config": "c", "settings": {}, "seed": 1, "commit": "0" * 12, "tools": {},
       "cycles": 1}  # fmt: skip
LINE = sweep.Line(values={"bytes": 1}, statistics={}, sim_hz=1.0, run=RUN)


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"values": {}}]', '[{"values": {"a": [1]}}]'])
def test_damaged_result_is_run_again(tmp_path, text):
    path = tmp_path / "x.json"
    path.write_text(text)
    assert sweep._read(path) == (None, "damaged")


def test_result_of_another_commit_is_run_again(tmp_path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps([LINE.model_dump()]))
    assert sweep._read(path) == (None, "of another commit")


def test_a_whole_result_is_kept(tmp_path, monkeypatch):
    path = tmp_path / "x.json"
    path.write_text(json.dumps([LINE.model_dump()]))
    monkeypatch.setattr(results, "commit", lambda: "0" * 12)
    assert sweep._read(path) == ([LINE], "kept")
