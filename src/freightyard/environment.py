# SPDX-License-Identifier: Apache-2.0
"""Private environment under build/env and Debian packages; standard library only.

A stamp is written when everything a set of tools needs is there, and it is all that later calls
look at. Without its stamp an environment is half made and is built again.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple, NoReturn

from freightyard import apt
from freightyard import help as help_pages
from freightyard.commands import all_commands
from freightyard.errors import UserError

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
ENV = BUILD / "env"
DISK = 3  # free gigabytes that the packages, the builds and ccache of all tests take
LOCKS = {"run": ROOT / "requirements-run.lock", "dev": ROOT / "requirements-dev.lock"}


class Need(NamedTuple):
    """Something from Debian: the package and how to see that it is there."""

    package: str
    tools: str
    present: Callable[[], bool]
    purpose: str


def _program(name: str) -> Callable[[], bool]:
    return lambda: shutil.which(name) is not None


def _file(*patterns: str) -> Callable[[], bool]:
    return lambda: any(any(Path("/").glob(pattern.lstrip("/"))) for pattern in patterns)


def _perl_modules() -> bool:
    found = shutil.which("perl")
    if found is None:
        return False
    return subprocess.run([found, "-MPod::Usage", "-e1"], capture_output=True).returncode == 0


def _venv() -> bool:
    return importlib.util.find_spec("ensurepip") is not None


def _pip() -> bool:
    return importlib.util.find_spec("pip") is not None


LIBPYTHON = f"libpython{sys.version_info.major}.{sys.version_info.minor}"

NEEDS = (
    Need("python3-venv", "run", lambda: _venv() or _pip(), "the private Python environment"),
    Need("g++", "run", _program("g++"), "compiling the simulator"),
    Need("make", "run", _program("make"), "compiling the simulator"),
    Need("perl", "run", _perl_modules, "starting Verilator"),
    Need("ccache", "run", _program("ccache"), "quick rebuilds"),
    Need("zlib1g-dev", "run", _file("/usr/include/zlib.h"), "waveforms"),
    Need("liblz4-dev", "run", _file("/usr/include/lz4.h"), "waveforms"),
    Need("gcc-riscv64-unknown-elf", "run", _program("riscv64-unknown-elf-gcc"), "programs in C"),
    Need(
        "picolibc-riscv64-unknown-elf",
        "run",
        _file("/usr/lib/picolibc/*/picolibc.specs", "/usr/lib/gcc/riscv64*/*/picolibc.specs"),
        "the C library of the programs",
    ),
    Need("qemu-system-misc", "dev", _program("qemu-system-riscv64"), "the golden model"),
    Need("chromium", "dev", _program("chromium"), "the layout of pages"),
    Need("clang-format", "dev", _program("clang-format"), "style of C and C++"),
    Need(
        LIBPYTHON,
        "dev",
        _file(f"/usr/lib/*/{LIBPYTHON}.so*", f"{sys.base_prefix}/lib/{LIBPYTHON}.so*"),
        "cocotb",
    ),
)


def sets_of(tools: str) -> tuple[str, ...]:
    """The dev set stands on the run set."""
    return {"none": (), "run": ("run",), "dev": ("run", "dev")}[tools]


def missing(tools: str) -> list[Need]:
    """Debian packages that a set of tools needs and that are not there."""
    return [need for need in NEEDS if need.tools in sets_of(tools) and not need.present()]


def python() -> Path:
    return ENV / "bin" / "python"


def free_disk() -> float:
    """Gigabytes free where the builds go."""
    return shutil.disk_usage(ROOT).free / 2**30


def fingerprint(tools: str) -> str:
    """What a stamp holds: place, interpreter and pinned packages."""
    lock = LOCKS[tools].read_bytes() if tools in LOCKS else b""
    facts = f"{ENV} {sys.base_prefix} {sys.version}".encode()
    return hashlib.sha256(facts + lock).hexdigest()


def ready(tools: str) -> bool:
    """Whether the set was completely installed, for the pins of today."""
    stamp = ENV / f"{tools}.stamp"
    try:
        return stamp.read_text() == fingerprint(tools)
    except OSError:
        return False


# ---- entry ----------------------------------------------------------------------------------


def start(words: Sequence[str]) -> int:
    """Set up what the command needs, then become the command inside the environment."""
    command = all_commands().get(words[0]) if words else None
    if command is None or command.tools == "none":
        _become(Path(sys.executable), words)
    kept = help_pages.page(words[0]) if help_pages.asked(words) else None
    if kept is not None:
        print(kept, end="")
        return 0
    try:
        if not all(ready(name) for name in sets_of(command.tools)):
            install(command.tools)
    except UserError as error:
        print(f"fy: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("fy: set-up interrupted; the next call continues it", file=sys.stderr)
        return 130
    _become(python(), words)


def _become(interpreter: Path, words: Sequence[str]) -> NoReturn:
    """Go on as the command line, in the environment's interpreter or in the system's."""
    environment = dict(os.environ)
    environment["PATH"] = f"{ENV / 'bin'}{os.pathsep}{environment.get('PATH', '')}"
    environment["PYTHONPATH"] = str(ROOT / "src")
    environment.pop("PYTHONHOME", None)
    sys.stdout.flush()
    os.execve(interpreter, [str(interpreter), "-m", "freightyard", *words], environment)


def install(tools: str) -> None:
    """Install what is missing of a set; one process at a time."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "env.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another fy is setting up; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        todo = [name for name in sets_of(tools) if not ready(name)]
        if not todo:
            return
        say(f"setting up ({' and '.join(todo)} tools) in build/env, once")
        install_debian(missing(tools))
        for name in todo:
            install_python(name)
        say("set-up complete")


# ---- Debian packages ------------------------------------------------------------------------


def install_debian(needs: Sequence[Need]) -> None:
    """Install packages where that is allowed, otherwise tell the one command to type."""
    if not needs:
        return
    names = [need.package for need in needs]
    words = ["apt-get", "install", "-y", "--no-install-recommends", *names]
    if shutil.which("apt-get") is None:
        uses = "; ".join(f"{n.package} ({n.purpose})" for n in needs)
        raise UserError(f"missing, and this is no Debian: {uses}. Install their equivalents.")
    prefix = _root_prefix()
    if prefix is None:
        raise UserError(
            "Debian packages are missing and need root. Type this, then repeat your command:\n"
            f"  sudo apt-get update && sudo {' '.join(words)}"
        )
    quiet = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive"]
    wait = ["-o", f"DPkg::Lock::Timeout={apt.WAIT}"]
    log = BUILD / "apt.log"
    apt.wait(prefix, say)
    # An interrupted earlier install leaves dpkg half configured; this is nothing otherwise.
    step("Debian: repair", [*quiet, "dpkg", "--configure", "-a"], log)
    step("Debian: package lists", [*quiet, "apt-get", *wait, "update"], log)
    step(f"Debian: {' '.join(names)}", [*quiet, "apt-get", *wait, *words[1:]], log)
    importlib.invalidate_caches()
    left = [need.package for need in needs if not need.present()]
    if left:
        raise UserError(f"installed, but still not found: {' '.join(left)}; log: {log}")


def _root_prefix() -> list[str] | None:
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    works = subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0
    return ["sudo", "-n"] if works else None


# ---- Python packages ------------------------------------------------------------------------


def install_python(tools: str) -> None:
    """Create the environment where it is not whole, add a pinned set, write its stamp."""
    base = ENV / "base.stamp"
    log = BUILD / f"pip-{tools}.log"
    pip = [str(python()), "-m", "pip"]
    if not base.is_file() or base.read_text() != fingerprint("base"):
        shutil.rmtree(ENV, ignore_errors=True)
        options = [] if _venv() else ["--without-pip"]
        step("Python: environment", [sys.executable, "-m", "venv", *options, str(ENV)], log)
        base.write_text(fingerprint("base"))
    if not (ENV / "bin" / "pip").exists() and not any(ENV.glob("lib/*/site-packages/pip")):
        pip = [sys.executable, "-m", "pip", "--python", str(python())]
    options = ["--disable-pip-version-check", "--no-input", "--no-deps", "--require-hashes"]
    lock = LOCKS[tools]
    command = [*pip, "install", *options, "--only-binary", ":all:", "-r", str(lock)]
    step(f"Python: {lock.name}", command, log)
    stamp = ENV / f"{tools}.stamp"
    part = stamp.with_suffix(".part")
    part.write_text(fingerprint(tools))
    part.rename(stamp)


# ---- progress -------------------------------------------------------------------------------


def say(text: str) -> None:
    print(f"fy: {text}", file=sys.stderr, flush=True)


def step(title: str, command: Sequence[str], log: Path) -> None:
    """Run a command into a log, showing that time passes; on failure its last lines."""
    begin = time.monotonic()
    with log.open("a") as output, _ticking(title, begin) as tick:
        output.write(f"$ {' '.join(command)}\n")
        output.flush()
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        process = subprocess.Popen(
            command, stdout=output, stderr=output, stdin=subprocess.DEVNULL, env=environment
        )
        try:
            while process.poll() is None:
                time.sleep(0.2)
                tick()
        except BaseException:
            process.terminate()
            process.wait()
            raise
    if process.returncode:
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-8:])
        raise UserError(f"{title} failed:\n{tail}\nlog: {log}\nRepair this and repeat the command.")


@contextmanager
def _ticking(title: str, begin: float, out: IO[str] = sys.stderr) -> Iterator[Callable[[], None]]:
    """A line with the seconds: renewed in place on a terminal, now and then in a log."""
    shown = [begin]

    def tick() -> None:
        now = time.monotonic()
        if out.isatty():
            out.write(f"\r  {title} {now - begin:4.0f} s")
        elif now - shown[0] > 20:
            shown[0] = now
            out.write(f"  {title} ... {now - begin:.0f} s\n")
        out.flush()

    yield tick
    start_of_line = "\r" if out.isatty() else ""
    out.write(f"{start_of_line}  {title}: {time.monotonic() - begin:.0f} s\n")
    out.flush()
