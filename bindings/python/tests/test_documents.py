"""The README, the docstrings and the notebook hold."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

import sprung

FOLDER = Path(__file__).resolve().parents[1]


def test_the_readme_runs_from_top_to_bottom() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"(?ms)^```python\n(.*?)^```", text)
    assert len(blocks) >= 6
    exec(compile("\n".join(blocks), "README.md", "exec"), {})


def test_the_examples_of_docstrings_hold() -> None:
    runner = doctest.DocTestRunner(verbose=False)
    names = {name: getattr(sprung, name) for name in sprung.__all__}
    found = 0
    for name, item in {"sprung": sprung, **names}.items():
        if not getattr(item, "__doc__", None):
            continue
        parser = doctest.DocTestParser()
        test = parser.get_doctest(item.__doc__, {**names, "sprung": sprung, "np": np}, name, None, None)
        found += len(test.examples)
        runner.run(test)
    assert found > 15
    assert runner.failures == 0


@pytest.mark.filterwarnings("default")
def test_the_notebook_runs_and_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MPLBACKEND", raising=False)
    notebook = nbformat.read(FOLDER / "examples" / "springs.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "commit it without its outputs"
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": tmp_path}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not any(output.output_type == "error" for output in outputs)
    drawn = [output for output in outputs if "image/png" in output.get("data", {})]
    assert len(drawn) == 5
