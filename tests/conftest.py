"""In which order tests run."""

from __future__ import annotations

from pathlib import Path

import pytest

WEB = Path(__file__).parent / "web"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The page's tests first: they take longest and mostly wait, so that others can work meanwhile."""
    items.sort(key=lambda item: WEB not in item.path.parents)
