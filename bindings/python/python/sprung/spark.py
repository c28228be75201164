"""Smoothing in PySpark: the groups of a frame, and the keys of a stream with their state.

Needs PySpark 4 with pyarrow, on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from ._sprung import Smoother
from ._sprung import smooth as _smooth

if TYPE_CHECKING:
    from pyspark.sql import DataFrame
    from pyspark.sql.streaming import StatefulProcessor
    from pyspark.sql.types import StructType

    from ._types import Gaps


def smooth(
    frame: DataFrame, value: str, time: str, filter: str, *, by: str, gaps: Gaps = "hold"
) -> DataFrame:
    """Return the frame with a column smoothed in one pass, the rows of each key in the order of ``time`` (seconds).

    By ``applyInArrow``: each key is smoothed where its rows are. The column becomes double; a null is a missing value, see
    ``sprung.smooth``; what has no result is null.
    """

    def run(table: pa.Table) -> pa.Table:
        table = table.sort_by(time)
        smoothed = _smooth(filter, _numbers(table[time]), _numbers(table[value]), gaps=gaps)
        place = table.schema.get_field_index(value)
        return table.set_column(place, value, pa.array(smoothed, from_pandas=True))

    return frame.groupBy(by).applyInArrow(run, schema=_with_double(frame.schema, value))


def _numbers(column: Any) -> Any:
    return pc.cast(column, pa.float64()).to_numpy()


def _with_double(schema: StructType, name: str) -> StructType:
    from pyspark.sql.types import DoubleType, StructField, StructType

    fields = [
        StructField(name, DoubleType()) if field.name == name else field for field in schema.fields
    ]
    return StructType(fields)


def keyed_smoother(value: str, time: str, filter: str, *, gaps: Gaps = "hold") -> StatefulProcessor:
    """Return what smooths the keys of a stream, for ``transformWithStateInPandas``: 48 bytes of state for each key.

    The rows of a key are taken in the order of ``time`` (seconds) in each batch; a batch must not reach back behind the
    one before. The column becomes double. A smoothed stream has the bits of the whole series.
    """
    import pandas as pd
    from pyspark.sql.streaming import StatefulProcessor

    class KeyedSmoother(StatefulProcessor):
        def init(self, handle: Any) -> None:
            self._state = handle.getValueState("smoother", "bytes BINARY")

        def handleInputRows(self, key: Any, rows: Iterator[Any], timerValues: Any) -> Iterator[Any]:
            frame = pd.concat(list(rows)).sort_values(time)
            if self._state.exists():
                smoother = Smoother.restore(filter, bytes(self._state.get()[0]), gaps=gaps)
            else:
                smoother = Smoother(filter, gaps=gaps)
            smoothed = smoother.process(frame[time], frame[value])
            self._state.update((smoother.save(),))
            yield frame.assign(**{value: smoothed})

        def close(self) -> None:
            """The state belongs to Spark."""

    return KeyedSmoother()
