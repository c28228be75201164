"""Comparison bit by bit."""

from __future__ import annotations

from typing import Any

import numpy as np


def same_bits(a: Any, b: Any) -> bool:
    """Whether two numbers or arrays are of one type, shape and bits; all NaN are alike."""
    a, b = np.atleast_1d(a), np.atleast_1d(b)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    unsigned = f"u{a.dtype.itemsize}"
    a, b = np.ascontiguousarray(a), np.ascontiguousarray(b)
    return bool(np.all((a.view(unsigned) == b.view(unsigned)) | (np.isnan(a) & np.isnan(b))))
