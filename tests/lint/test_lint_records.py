# SPDX-License-Identifier: Apache-2.0
"""Unread bits of a record are waived everywhere; those of anything else one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.lint import findings, folders
from freightyard.lint.records import is_record, record_types

PACKAGE = """
package fy_a_pkg;
  typedef logic [39:0] address_t;  // typedef struct packed {logic a;} comment_t;
  typedef struct packed {
    logic [1:0] kind;
    address_t   address;
  } request_t;
  typedef struct packed {logic a;} entry_t;
  typedef enum logic {Idle, Busy} state_e;
endpackage
"""
READER = """
module fy_a;
  typedef fy_a_pkg::request_t request_t;
  typedef logic [3:0] entry_t;
endmodule
"""


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    for name, text in (("package.sv", PACKAGE), ("reader.sv", READER)):
        (tmp_path / name).write_text(text)
    return [tmp_path / "package.sv", tmp_path / "reader.sv"]


def test_what_a_file_declares_itself_goes_before(files: list[Path]) -> None:
    package, reader = files
    assert record_types([package], package) == {"request_t", "entry_t"}
    assert record_types(files, package) == {"request_t", "entry_t"}
    assert record_types(files, reader) == {"request_t"}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("  input  request_t request_i,", True),
        ("  input  request_t [Clients-1:0] request_i,", True),
        ("  request_t other, request_i;", True),
        ("  input  fy_a_pkg::request_t request_i,", True),
        ("  input  address_t request_i,", False),
        ("  function automatic logic f(request_t a, address_t request_i);", False),
        ("  input  logic [1:0] request_i,", False),
    ],
)
def test_the_type_of_a_declaration(line: str, expected: bool) -> None:
    assert is_record(line, "request_i", frozenset({"request_t"})) is expected


def test_each_signal_of_a_waiver_is_one() -> None:
    """All others name a file of their block and a signal."""
    assert [entry["rule"] for entry in findings.waivers()] == ["UNUSEDFIELDS"]
    own = list(folders.waivers(["cache", "interfaces"]))
    assert len(own) > 20 and all(entry["match"].strip("'").isidentifier() for entry in own)
    assert all(entry["file"].startswith("blocks/") for entry in own)
