# SPDX-License-Identifier: Apache-2.0
"""Quotas of CPU seconds: what is declared, what is counted, when the tests fail."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from freightyard import store
from freightyard.errors import UserError
from freightyard.verification import quotas
from freightyard.verification.test_summary import Summary

OLD = quotas.Quota("old", 100.0, ("systems/old", "blocks/a", "tests"))
NEW = quotas.Quota("new", 10.0, ("systems/new",))


def test_no_folder_of_tests_has_two_quotas() -> None:
    owners: dict[str, list[str]] = {}
    for quota in quotas.read():
        for folder in quota.folders:
            owners.setdefault(folder, []).append(quota.name)
    for top in ("blocks", "systems", "tests", "sw", "sim"):
        for path in (store.ROOT / top).rglob("test_*.py"):
            folder = quotas.folder_of(str(path.relative_to(store.ROOT)), quotas.read())
            assert len(owners.get(folder, [])) <= 1, f"{folder} is named by {owners[folder]}"


def test_all_quotas_together_fit_ci() -> None:
    assert sum(quota.seconds for quota in quotas.read()) <= quotas.ALL


def test_quotas_are_read(tmp_path: Path) -> None:
    (tmp_path / "systems" / "x").mkdir(parents=True)
    assert quotas.read(tmp_path) == [quotas.Quota("x", quotas.SYSTEM, ("systems/x",))]
    (tmp_path / "blocks" / "y").mkdir(parents=True)
    (tmp_path / "systems" / "x" / "quota.toml").write_text('folders = ["blocks/y"]\n')
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "quota.toml").write_text('seconds = 5\nfolders = ["blocks/y"]\n')
    own, shared = quotas.read(tmp_path)
    assert own.folders == ("systems/x", "blocks/y") and shared.seconds == 5


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("seconds = x", r"quota\.toml:1: this is not TOML"),
        ("second = 3", r"quota\.toml:1: no key is called second here; did you mean seconds"),
        ("seconds = 0", r"quota\.toml:1: seconds: 0 should be greater than 0"),
        ('\nfolders = "y"', r"quota\.toml:2: folders: 'y' should be a list"),
        ('folders = ["blocks/z"]', r"quota\.toml:1: there is no folder or file blocks/z"),
    ],
)
def test_a_bad_table_is_one_sentence(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "systems" / "x").mkdir(parents=True)
    (tmp_path / "systems" / "x" / "quota.toml").write_text(text)
    with pytest.raises(UserError, match=told):
        quotas.read(tmp_path)


def test_shares_warn_and_fail() -> None:
    files = {"blocks/a/test/test_a.py": 120.0, "tests/test_b.py": 20.0}
    found = quotas.shares(files | {"systems/new/test/test_c.py": 16.0}, [OLD, NEW])
    assert [(share.seconds, share.verdict) for share in found] == [
        (140.0, "over"),
        (16.0, "far over"),
    ]
    assert quotas.too_much(found) == [
        "new took 16 CPU seconds, more than 1.5 times its 10; shorten its tests or change "
        "systems/new/quota.toml"
    ]
    lines = quotas.table(found, 4.0)
    assert lines[1].split() == ["old", "140", "100", "over"]
    assert lines[2].split() == ["blocks/a", "120"] and lines[-1].split() == ["all", "160", "4200"]


def test_the_longest_name_has_a_file() -> None:
    deep = quotas.Quota("deep", 9.0, ("blocks/a/test/new", "tests/test_b.py"))
    files = {"blocks/a/test/new/test_x.py": 1.0, "blocks/a/test/newer/test_x.py": 2.0}
    files |= {"tests/test_b.py": 4.0, "tests/test_bb.py": 8.0}
    found = quotas.shares(files, [OLD, deep])
    assert found[0].folders == {"blocks/a": 2.0, "tests": 8.0}
    assert found[1].folders == {"blocks/a/test/new": 1.0, "tests/test_b.py": 4.0}


def test_tests_of_no_quota_are_shown() -> None:
    found = quotas.shares({"blocks/z/test/test_z.py": 3.0}, [OLD])
    assert found[-1].quota.name == "(no quota)" and found[-1].verdict == "ok"
    assert quotas.too_much(found) == []
    found = quotas.shares({"blocks/z/test/test_z.py": 91.0}, [OLD])
    assert quotas.too_much(found) == [
        "(no quota) took 91 CPU seconds, more than 1.5 times its 60; shorten its tests or change "
        "the quota.toml of the system that brings them: it names none of their folders"
    ]


def test_all_together_are_bound() -> None:
    many = quotas.Quota("many", 5000.0, ("systems/many",))
    found = quotas.shares({"systems/many/test/test_x.py": 6301.0}, [many])
    assert quotas.too_much(found) == ["all tests took 6301 CPU seconds, more than 1.5 times 4200"]


def test_far_over_fails_the_default_tier_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for tier, code in (("default", pytest.ExitCode.TESTS_FAILED), ("long", pytest.ExitCode.OK)):
        monkeypatch.setenv("FY_TIER", tier)
        summary = Summary()
        summary.files["systems/copy_engine/test/test_x.py"] = 1e6
        session = SimpleNamespace(exitstatus=pytest.ExitCode.OK)
        summary.pytest_sessionfinish(session)
        assert session.exitstatus == code


BURN = """
import subprocess, sys
SPIN = "import time\\nwhile time.process_time() < 0.4: pass"
def test_a_child(): subprocess.run([sys.executable, "-c", SPIN], check=True)
def test_itself(): exec(SPIN.replace("0.4", str(__import__("time").process_time() + 0.4)))
def test_sleep(): __import__("time").sleep(1)
"""


@pytest.mark.parametrize("jobs", [0, 2])
def test_seconds_of_children_count(tmp_path: Path, jobs: int) -> None:
    for name in ("test_one.py", "test_two.py"):
        (tmp_path / name).write_text(BURN)
    target = tmp_path / "cpu.json"
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull]
    words += ["-p", "freightyard.verification.test_summary", "--rootdir", str(tmp_path)]
    words += ["-n", str(jobs), "--dist", "loadfile"] if jobs else []
    environment = os.environ | {"FY_TEST_JSON": str(target), "FY_TIER": "default"}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.endswith("6 passed, 0 failed\n"), done.stdout
    told = json.loads(target.read_text())
    assert all(0.8 <= told["files"][name] < 1.6 for name in ("test_one.py", "test_two.py")), told
