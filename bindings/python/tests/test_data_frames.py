"""Columns of pandas, polars and Arrow: as NumPy's, with missing values as NaN."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import sprung
from bits import same_bits
from sprung import Spring

VALUES = [1.0, 2.5, None, -3.0, 4.0, 0.5]
ARRAY = np.array([np.nan if value is None else value for value in VALUES])
TIMES = np.array([0.0, 0.1, 0.25, 0.3, 0.45, 0.5])


class OnlyArrow:
    """A column of a library that speaks Arrow's C interface and nothing else."""

    def __init__(self, column: pa.ChunkedArray) -> None:
        self.column = column

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.column.__arrow_c_stream__(requested_schema)


COLUMNS = {
    "list": VALUES,
    "pandas": pd.Series(VALUES),
    "pandas nullable": pd.Series(VALUES, dtype="Float64"),
    "pandas arrow": pd.Series(VALUES, dtype="float64[pyarrow]"),
    "pandas objects": pd.Series(VALUES, dtype=object),
    "polars": pl.Series(VALUES),
    "polars chunks": pl.concat([pl.Series(VALUES[:2]), pl.Series(VALUES[2:])], rechunk=False),
    "arrow": pa.array(VALUES),
    "arrow chunks": pa.chunked_array([VALUES[:1], VALUES[1:4], VALUES[4:]]),
    "only arrow": OnlyArrow(pa.chunked_array([VALUES[:3], VALUES[3:]])),
    "masked": np.ma.masked_invalid(ARRAY),
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_columns_are_as_arrays(kind: str) -> None:
    column = COLUMNS[kind]
    for gaps in ("hold", "skip", "line"):
        expected = sprung.smooth_zero_phase("halflife=0.1", TIMES, ARRAY, gaps=gaps)
        assert same_bits(sprung.smooth_zero_phase("halflife=0.1", TIMES, column, gaps=gaps), expected)
    step = Spring(6.0, 0.5).step(0.1)
    assert same_bits(step.apply(column, 0.0, 1.0)[0], step.apply(ARRAY, 0.0, 1.0)[0])


@pytest.mark.parametrize("dtype", ["int64", "float32", "uint8"])
def test_types_of_columns_are_those_of_numpy(dtype: str) -> None:
    array = np.arange(6).astype(dtype)
    expected = sprung.smooth("halflife=0.1", TIMES, array)
    assert expected.dtype == (np.float32 if dtype == "float32" else np.float64)
    for column in (pd.Series(array), pl.Series(array), pa.array(array)):
        assert same_bits(sprung.smooth("halflife=0.1", TIMES, column), expected)
    whole = pd.Series([1, None, 3], dtype="Int64"), pl.Series([1, None, 3]), pa.array([1, None, 3])
    for column in whole:
        ours = sprung.smooth("halflife=0.1", 0.1, column, gaps="skip")
        assert same_bits(ours, sprung.smooth("halflife=0.1", 0.1, [1.0, np.nan, 3.0], gaps="skip"))


def test_columns_without_nulls_are_not_copied() -> None:
    for column in (pa.array(ARRAY), pl.Series(ARRAY), pd.Series(ARRAY)):
        array = sprung._arrays.to_array(column, "values")
        assert np.shares_memory(array, np.asarray(column))


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_dates_and_durations_are_times(unit: str) -> None:
    whole = np.array([0, 1, 3, 4, 7, 9])
    expected = sprung.smooth("halflife=2", whole.astype(float), ARRAY)
    dates = (np.datetime64("2026-11-22T12:00:00") + whole.astype("timedelta64[s]")).astype(f"datetime64[{unit}]")
    zoned = pd.Series(dates).dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo")
    columns = [dates, pd.Series(dates), pd.DatetimeIndex(dates), zoned, whole.astype("timedelta64[s]")]
    if unit != "s":
        columns.append(pl.Series(dates))
    for times in columns:
        assert same_bits(sprung.smooth("halflife=2", times, ARRAY), expected), times
    for bad in (np.array(["2026", "NaT", "2027", "2028", "2029", "2030"], "datetime64[Y]"), dates[::-1]):
        with pytest.raises(sprung.TimeError):
            sprung.smooth("halflife=2", bad, ARRAY)


@pytest.mark.parametrize(
    "bad",
    [pd.Series(["a"] * 6), pl.Series(["a"] * 6), pa.array(["a"] * 6), pd.Series([True] * 6), pl.Series([True] * 6),
     pd.Series(pd.to_datetime(["2020"] * 6)), pa.array([[1.0]] * 6), pd.Series([{}] * 6)],
)  # fmt: skip
def test_columns_of_anything_else_are_type_errors(bad: Any) -> None:
    with pytest.raises(TypeError, match="values must be numbers"):
        sprung.smooth("halflife=0.1", TIMES, bad)


def test_a_data_frame_of_channels_is_an_array() -> None:
    frame = pd.DataFrame({"x": ARRAY, "y": -ARRAY}, index=TIMES)
    ours = sprung.smooth("halflife=0.1", frame.index, frame, axis=0)
    assert same_bits(ours[:, 1], sprung.smooth("halflife=0.1", TIMES, -ARRAY))
    assert same_bits(ours, sprung.smooth("halflife=0.1", TIMES, pl.DataFrame({"x": ARRAY, "y": -ARRAY}), axis=0))
