"""Smoothing in the SQL of DataFusion, as a window function.

>>> from datafusion import SessionContext
>>> from sprung.datafusion import smooth
>>> context = SessionContext()
>>> context.register_udwf(smooth())
>>> rows = context.sql('''
...     SELECT smooth(x, t, 'halflife=0.2') OVER (PARTITION BY sensor ORDER BY t) AS x
...     FROM (VALUES ('a', 0.0, 8.0), ('a', 1.0, 8.0), ('b', 0.0, 1.0)) AS readings (sensor, t, x)
... ''')
>>> sorted(rows.to_pydict()["x"])
[1.0, 8.0, 8.0]
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pyarrow as pa  # type: ignore[import-untyped]
from datafusion import WindowUDF, udwf
from datafusion.user_defined import WindowEvaluator

from ._sprung import Smoother
from ._sprung import smooth as _smooth

if TYPE_CHECKING:
    from ._types import Gaps


def smooth(*, gaps: Gaps = "hold", bounded: bool = False, name: str = "smooth") -> WindowUDF:
    """Return the window function ``smooth(x, t, filter) OVER (PARTITION BY key ORDER BY t)``.

    ``x`` and ``t`` (seconds) are numbers; of dates take ``extract(epoch FROM date)``. ``filter`` is text, the same in all
    rows: ``'halflife=0.2'``. A null is a missing value, see ``sprung.smooth``; what has no result is null.

    A partition is smoothed at once. ``bounded``: row by row as they come, in bounded memory, for streams whose rows are
    in order; one call of Python for each row. The bits are the same.
    """
    types = [pa.float64(), pa.float64(), pa.string()]
    evaluator = _Bounded if bounded else _Whole
    return udwf(lambda: evaluator(gaps), types, pa.float64(), "immutable", name)


class _Whole(WindowEvaluator):
    def __init__(self, gaps: Gaps) -> None:
        self._gaps: Gaps = gaps

    def evaluate_all(self, values: list[pa.Array], num_rows: int) -> pa.Array:
        if num_rows == 0:
            return pa.array([], pa.float64())
        filters = values[2].unique().to_pylist()
        if len(filters) > 1:
            raise ValueError(f"the filter must be the same in all rows, got {filters[:2]}")
        numbers = (values[i].to_numpy(zero_copy_only=False) for i in (1, 0))
        return pa.array(_smooth(_text(filters[0]), *numbers, gaps=self._gaps), from_pandas=True)


class _Bounded(WindowEvaluator):
    def __init__(self, gaps: Gaps) -> None:
        self._gaps: Gaps = gaps
        self._smoother: Smoother | None = None
        self._filter: str | None = None

    def supports_bounded_execution(self) -> bool:
        return True

    def evaluate(self, values: list[pa.Array], eval_range: tuple[int, int]) -> pa.Scalar:
        value, time, filter = (column[eval_range[0]].as_py() for column in values[:3])
        if self._smoother is None:
            self._filter = _text(filter)
            self._smoother = Smoother(filter, gaps=self._gaps)
        if filter != self._filter:
            filters = [self._filter, filter]
            raise ValueError(f"the filter must be the same in all rows, got {filters}")
        missing = math.nan
        smoothed = self._smoother.advance(
            missing if time is None else time, missing if value is None else value
        )
        return pa.scalar(None if math.isnan(smoothed) else smoothed, pa.float64())


def _text(filter: Any) -> str:
    if not isinstance(filter, str):
        raise ValueError(f"the filter must be text such as 'halflife=0.2', got {filter}")
    return filter
