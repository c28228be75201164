"""Writes python/sprung/_sprung.pyi from the signatures and docstrings in src/; --check compares instead.

Run it with the Python that has maturin: python stubs.py [--check]
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
STUB = FOLDER / "python" / "sprung" / "_sprung.pyi"

MADE = "# Made by stubs.py from src/; do not edit.\n"

IMPORTS = """
import numpy as np
import numpy.typing as npt

from ._types import FilterLike, Floats, Gaps, Series, Times, Values
"""


def generated() -> str:
    """The stub of the module as it is built."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "maturin", "generate-stubs", "--quiet"]
        options = ["--profile", "release", "--manifest-path", str(FOLDER / "Cargo.toml")]
        subprocess.run([*command, *options, "--out", folder], check=True)
        (stub,) = Path(folder).rglob("*.pyi")
        text = stub.read_text(encoding="utf-8")
    # Types that the signatures name are in quotes; the stub imports them.
    text = re.sub(r'(?<=[:>] )"([^"\n]+)"', r"\1", text)
    # After the imports of its own.
    return MADE + re.sub(r"(?m)^(from typing import .*\n)", rf"\1{IMPORTS}", text, count=1).strip() + "\n"


def main() -> int:
    new = generated()
    if "--check" not in sys.argv:
        STUB.write_text(new, encoding="utf-8")
        return 0
    if STUB.is_file() and STUB.read_text(encoding="utf-8") == new:
        return 0
    print(f"{STUB.name} is not that of src/; type: python bindings/python/stubs.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
