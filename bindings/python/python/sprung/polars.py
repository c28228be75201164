"""Smoothing of polars columns: one series or one for each key, of whole frames or of batches as they come.

>>> import polars as pl
>>> from sprung.polars import smooth
>>> frame = pl.DataFrame({"sensor": ["a", "b", "a"], "t": [0.0, 0.0, 1.0], "x": [8.0, 1.0, 8.0]})
>>> frame.with_columns(smooth("x", "t", "halflife=0.2", by="sensor"))["x"].to_list()
[8.0, 1.0, 8.0]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ._sprung import KeyedSmoother, smooth_grouped
from ._sprung import smooth as _smooth

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._types import FilterLike, Gaps

#: Keys that are whole numbers up to this many times the rows are numbers of series as they are.
_DENSE = 4


def smooth(
    value: str, time: str, filter: FilterLike, *, by: str | None = None, gaps: Gaps = "hold"
) -> pl.Expr:
    """Return an expression that smooths a column in one pass, named as that column.

    ``time``: seconds, or dates; ascending, those of each key if ``by`` names a column of keys. The rows of the keys may
    lie one after another, which uses all cores, or in any order; nothing is sorted. A null is a missing value, see
    ``sprung.smooth``; what has no result is null. Needs whole columns: for batches see ``BatchSmoother``.
    """
    columns = [value, time] if by is None else [value, time, by]

    def run(series: Any) -> pl.Series:
        values, clock = _numbers(series[0]), _Clock()
        times = clock.seconds(series[1])
        if by is None:
            return _column(value, _smooth(filter, times, values, gaps=gaps))
        keys = _codes(series[2])
        offsets = _offsets(keys)
        if offsets is not None:
            return _column(value, smooth_grouped(filter, times, values, offsets, gaps=gaps))
        smoother = KeyedSmoother(filter, keys=int(keys.max(initial=0)) + 1, gaps=gaps)
        return _column(value, smoother.process(keys, times, values))

    return pl.map_batches(columns, run, return_dtype=pl.Float64)


class BatchSmoother:
    """Smooths the batches of a stream in one pass; the state of each key lies in it, 56 bytes.

    Call it with each frame in turn: it returns the frame with the column ``into``, whose bits are those of the whole
    stream at once, into whatever batches that is divided. A lazy frame gives its batches in their order by
    ``collect_batches(maintain_order=True)``; ``map_batches(streamable=True)`` may not.

    >>> batches = BatchSmoother("x", "t", "halflife=0.2", by="sensor")
    >>> frame = pl.DataFrame({"sensor": ["a", "b"], "t": [0.0, 0.0], "x": [8.0, 1.0]})
    >>> batches(frame)["x"].to_list(), batches(frame.with_columns(pl.col("t") + 1.0))["x"].to_list()
    ([8.0, 1.0], [8.0, 1.0])
    """

    def __init__(
        self,
        value: str,
        time: str,
        filter: FilterLike,
        *,
        by: str | None = None,
        gaps: Gaps = "hold",
        into: str | None = None,
    ) -> None:
        self._value, self._time, self._by, self._into = value, time, by, into or value
        self._smoother = KeyedSmoother(filter, gaps=gaps)
        self._clock, self._keys = _Clock(), dict[Any, int]()

    def __call__(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return the frame with its smoothed column."""
        times = self._clock.seconds(frame[self._time])
        keys = self._numbered(frame)
        smoothed = self._smoother.process(keys, times, _numbers(frame[self._value]))
        return frame.with_columns(_column(self._into, smoothed))

    def _numbered(self, frame: pl.DataFrame) -> npt.NDArray[np.uint32]:
        """The number of each row's key, in the order in which the keys first came."""
        if self._by is None:
            self._smoother.add_keys(1 - self._smoother.keys)
            return np.zeros(len(frame), dtype=np.uint32)
        known, column = self._keys, frame[self._by]
        unique = column.unique(maintain_order=True)
        numbers = [known.setdefault(key, len(known)) for key in unique.to_list()]
        self._smoother.add_keys(len(known) - self._smoother.keys)
        return _joined(column, unique, np.array(numbers, dtype=np.uint32))


class _Clock:
    """Reads times as seconds; dates are counted from the first of them that it reads."""

    def __init__(self) -> None:
        self._start: int | None = None

    def seconds(self, times: pl.Series) -> npt.NDArray[np.float64]:
        if not times.dtype.is_temporal():
            return _numbers(times)
        unit = {"ns": 1e9, "us": 1e6, "ms": 1e3}[getattr(times.dtype, "time_unit", None) or "us"]
        if times.dtype == pl.Date:
            times = times.cast(pl.Datetime("us"))
        elif times.dtype == pl.Time:
            unit = 1e9
        ticks = times.to_physical()
        if self._start is None and ticks.len() > ticks.null_count():
            self._start = ticks.drop_nulls()[0]
        return _numbers(ticks - (self._start or 0)) / unit


def _numbers(column: pl.Series) -> npt.NDArray[np.float64]:
    """The column as float64; a null is NaN."""
    if not column.dtype.is_numeric():
        raise TypeError(f"{column.name} must be numbers, got {column.dtype}")
    return column.cast(pl.Float64).to_numpy()


def _column(name: str, values: npt.NDArray[Any]) -> pl.Series:
    column = pl.Series(name, values)
    return column.fill_nan(None) if column.is_nan().any() else column


def _codes(keys: pl.Series) -> npt.NDArray[np.uint32]:
    """A number for each key."""
    if keys.dtype.is_integer() and keys.null_count() == 0 and keys.len() > 0:
        least, most = int(keys.min()), int(keys.max())  # type: ignore[arg-type]
        if least >= 0 and most < min(_DENSE * keys.len(), 2**32 - 1):
            return keys.cast(pl.UInt32).to_numpy()
    unique = keys.unique()
    return _joined(keys, unique, np.arange(unique.len(), dtype=np.uint32))


def _joined(
    keys: pl.Series, unique: pl.Series, numbers: npt.NDArray[np.uint32]
) -> npt.NDArray[np.uint32]:
    rows, table = pl.DataFrame({"key": keys}), pl.DataFrame({"key": unique, "number": numbers})
    joined = rows.join(table, on="key", how="left", nulls_equal=True, maintain_order="left")
    return joined["number"].to_numpy()


def _offsets(keys: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint64] | None:
    """The first row of each key and the number of rows; None if the rows of a key are apart."""
    is_start = keys[1:] != keys[:-1]
    # Keys that are mixed have far more starts than there are keys.
    if np.count_nonzero(is_start) > int(keys.max(initial=0)):
        return None
    starts = np.flatnonzero(is_start) + 1
    starts = np.concatenate([[0], starts]) if len(keys) > 0 else starts
    if len(np.unique(keys[starts])) < len(starts):
        return None
    return np.append(starts, len(keys)).astype(np.uint64)
