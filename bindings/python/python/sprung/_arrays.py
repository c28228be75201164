"""Reads what the compiled module does not read itself: all but NumPy arrays of float32 and float64."""

from __future__ import annotations

from decimal import Decimal
from importlib import import_module
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32] | npt.NDArray[np.float64]


def to_array(values: Any, name: str) -> Floats:
    """Return an array of float32 or float64; a missing value is NaN."""
    array = _to_numpy(values)
    kind = array.dtype.kind if values is not None else "none"
    if kind == "f":
        # Half, extended and swapped bytes become what the springs compute in.
        if array.dtype.itemsize == 4:
            return array.astype(np.float32, copy=False)
        return array.astype(np.float64, copy=False)
    if kind in "iu":
        return array.astype(np.float64)
    if kind == "O" and array is not values:
        array = _objects(values, array)
    if kind == "O" and all(_is_number_or_missing(value) for value in array.flat):
        return array.astype(np.float64)
    raise TypeError(f"{name} must be numbers, got {_described(values, array)}")


def to_times(values: Any, name: str) -> Floats:
    """Return times in seconds; dates are counted from the first of them, durations from 0."""
    array = _to_numpy(values)
    if array.dtype.kind == "O" and array.size > 0 and hasattr(values, "to_numpy"):
        # Dates with a time zone are objects, unless they are asked for in UTC.
        try:
            array = values.to_numpy(dtype="datetime64[ns]")
        except (TypeError, ValueError):
            return to_array(values, name)
    if array.dtype.kind == "M":
        if np.datetime_data(array.dtype)[0] in "YM":
            array = array.astype("datetime64[s]")
        array = array - array.flat[0] if array.size > 0 else array.astype("timedelta64[ns]")
    if array.dtype.kind == "m":
        return array / np.timedelta64(1, "s")
    return to_array(values, name)


def _to_numpy(values: Any) -> npt.NDArray[Any]:
    if isinstance(values, np.ma.MaskedArray) and values.dtype.kind in "iuf":
        return np.ma.filled(np.ma.asarray(values, np.float64), np.nan)  # type: ignore[no-any-return, unused-ignore]
    if not hasattr(values, "__array__"):
        # Columns of Arrow from libraries that know nothing of NumPy.
        if hasattr(values, "__arrow_c_stream__"):
            values = import_module("pyarrow").chunked_array(values)
        elif hasattr(values, "__arrow_c_array__"):
            values = import_module("pyarrow").array(values)
    return np.asarray(values)


def _objects(values: Any, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The nullable columns of pandas are objects, unless the missing value is given."""
    if hasattr(values, "to_numpy"):
        try:
            return values.to_numpy(dtype=object, na_value=None)  # type: ignore[no-any-return]
        except TypeError:
            pass
    return array


def _is_number_or_missing(value: Any) -> bool:
    return value is None or (isinstance(value, (Real, Decimal)) and not isinstance(value, bool))


def _described(values: Any, array: npt.NDArray[Any]) -> str:
    if array.ndim == 0:
        return repr(values)
    return f"an array of {array.dtype}"
