# SPDX-License-Identifier: Apache-2.0
"""What is shown where nothing is installed: help at once, a word while apt is busy."""

import subprocess
import sys

import pytest

from freightyard import apt, environment
from freightyard import help as help_pages
from freightyard.cli.quality import help_pages as pages
from freightyard.errors import UserError


@pytest.mark.parametrize("name", pages.commands())
def test_kept_help_is_what_the_parser_says(name):
    assert help_pages.page(name) == pages.text(name), (
        "run python -m freightyard.cli.quality.help_pages"
    )


@pytest.mark.parametrize("words", ["run --help", "synth minimal --help"])
def test_help_installs_nothing(monkeypatch, capsys, words):
    monkeypatch.setattr(environment, "ready", lambda tools: False)
    monkeypatch.setattr(environment, "install", None)
    monkeypatch.setattr(environment, "_become", None)
    assert environment.start(words.split()) == 0
    assert capsys.readouterr().out == help_pages.page(words.split()[0])


def test_help_of_a_program_is_its_own():
    assert not help_pages.asked(["minimal", "folder", "--", "--help"])


HOLD = """
import fcntl, sys, time
with open(sys.argv[1], "w") as file:
    fcntl.lockf(file, fcntl.LOCK_EX)
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
"""


@pytest.mark.parametrize(("seconds", "wait"), [(1.5, 60), (30, 0)])
def test_lock_of_apt_is_waited_for_with_a_word(monkeypatch, capsys, tmp_path, seconds, wait):
    lock = tmp_path / "lock"
    monkeypatch.setattr(apt, "LOCKS", (str(lock), str(tmp_path / "none")))
    monkeypatch.setattr(apt, "WAIT", wait)
    words = [sys.executable, "-c", HOLD, str(lock), str(seconds)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "held\n"
        try:
            if wait:
                apt.wait([], environment.say)
                assert holder.wait(60) == 0  # at its end it gives the lock back, not before
            else:
                with pytest.raises(UserError, match="another program still installs"):
                    apt.wait([], environment.say)
        finally:
            holder.kill()
    told = capsys.readouterr().err
    assert told.count("another program installs Debian packages; waiting for it") == 1
    apt.wait([], environment.say)
    assert capsys.readouterr().err == ""
