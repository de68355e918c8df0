"""Every notebook runs from top to bottom, with parameters small enough for a test, and is kept without outputs."""

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from .texts import ROOT

NOTEBOOKS = ROOT / "docs" / "notebooks"
SMALL = {
    "cartagena-policy": {"GAMES_TOGETHER": 8, "ROUNDS": 2, "CHECKS": 2, "MATCHES": 2, "LONGEST": 12},
    "million-plies": {"PLIES": 5000},
}


def with_parameters(path: Path, small: dict[str, int]) -> Any:
    """A notebook whose parameters are other ones."""
    notebook = nbformat.read(path, as_version=4)
    cell = next(cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", ()))
    for name, value in small.items():
        cell.source, found = re.subn(rf"^{name} = \S+", f"{name} = {value}", cell.source, flags=re.MULTILINE)
        assert found == 1, name
    return notebook


def drawn(notebook: Any) -> int:
    """How many pictures it shows."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    return sum("image/png" in output.get("data", {}) for output in outputs)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.filterwarnings("ignore")  # of Jupyter's own libraries
def test_a_notebook_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    notebook = with_parameters(NOTEBOOKS / f"{name}.ipynb", SMALL[name])
    NotebookClient(notebook, timeout=240, resources={"metadata": {"path": str(NOTEBOOKS)}}).execute()
    assert drawn(notebook) == {"cartagena-policy": 1, "million-plies": 3}[name]


def test_every_notebook_is_tested_and_kept_without_outputs() -> None:
    kept = {path.stem: nbformat.read(path, as_version=4) for path in NOTEBOOKS.glob("*.ipynb")}
    assert set(kept) == set(SMALL)
    for notebook in kept.values():
        nbformat.validate(notebook)
        assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)
