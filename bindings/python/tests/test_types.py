"""The stubs are those of the module, and users' code is checked by them."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import sprung

FOLDER = Path(__file__).parent


def mypy(module: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)


def test_stubs_match_the_module(tmp_path: Path) -> None:
    # The names of argument types are text at run time; the module for Spark needs Spark, which is not here.
    allowed = "sprung\\._types\\..*\nsprung\\.spark.*\n"
    (tmp_path / "allowed").write_text(allowed, encoding="utf-8")
    others = "[mypy]\n[mypy-pyspark.*,pandas.*]\nignore_missing_imports = True\n"
    (tmp_path / "mypy.ini").write_text(others, encoding="utf-8")
    options = ["--allowlist", "allowed", "--mypy-config-file", "mypy.ini"]
    result = mypy("mypy.stubtest", "sprung", *options, "--ignore-unused-allowlist", folder=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr


def test_everything_of_the_compiled_module_is_exported() -> None:
    errors = {name for name in sprung.__all__ if name.endswith("Error")}
    assert set(sprung.__all__) == set(sprung._sprung.__all__) | errors and len(errors) >= 4
    assert all(hasattr(sprung, name) for name in sprung.__all__)


USER = """
import numpy as np
import polars as pl
import sprung

spring: sprung.Spring = sprung.Spring.from_halflife(0.2, 0.6)
frequency: float = spring.frequency
position, velocity = spring.step(1 / 60).apply(0.0, 0.0, goal=1.0)
both = sprung.springs(np.ones(3), 1.0, 0.1, [0.0], 0.0, 1.0, out=(np.zeros(3), np.zeros(3)))
smooth = sprung.smooth("halflife=0.1", 0.01, np.zeros(3), gaps="skip", axis=0)
shape: tuple[int, ...] = smooth.shape
fit: sprung.SpringFit = sprung.SpringFitter().run([0.0, 1.0], pl.Series([1.0, 2.0]))
keys = [sprung.TimelineKey(0.0, position=0.0, goal=1.0, spring="halflife=0.2")]
"""

WRONG = [
    'sprung.smooth("halflife=0.1", 0.01, [1.0], gaps="hole")',
    'sprung.Spring("6", 1.0)',
    "sprung.Spring(1.0, 1.0).frequency = 3.0",
    "sprung.Spring(1.0, 1.0).omega",
    "sprung.smooth(3.0, 0.01, [1.0])",
]


def test_the_code_of_users_is_checked(tmp_path: Path) -> None:
    lines = [*USER.strip().splitlines(), *WRONG]
    (tmp_path / "user.py").write_text("\n".join(lines), encoding="utf-8")
    result = mypy("mypy", "--strict", "user.py", folder=tmp_path)
    found = {int(line.split(":")[1]) for line in result.stdout.splitlines() if ": error:" in line}
    first = len(lines) - len(WRONG) + 1
    assert found == set(range(first, len(lines) + 1)), result.stdout


def documented() -> list[tuple[str, object]]:
    items: list[tuple[str, object]] = []
    for name in sprung.__all__:
        item = getattr(sprung, name)
        items.append((name, item))
        if inspect.isclass(item):
            items += [(f"{name}.{key}", getattr(item, key)) for key in vars(item) if not key.startswith("_")]
    return [(name, item) for name, item in items if name != "__version__"]


@pytest.mark.parametrize("name, item", documented(), ids=lambda it: it if isinstance(it, str) else "")
def test_everything_public_has_a_docstring(name: str, item: object) -> None:
    text = inspect.getdoc(item)
    assert text and (text[0].isupper() or text[0] == "'"), name
    assert not text.startswith(("What", "How", "Where", "Whether", "Which", "When", "Who", "Why")), name
