"""The types of arguments, for the stubs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ._sprung import Damper, Filter, Spring


class ArrowColumn(Protocol):
    """A column of Arrow, of any library."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


#: Arrays that springs compute in.
Floats: TypeAlias = "npt.NDArray[np.float32] | npt.NDArray[np.float64]"
#: Numbers in order: an array, a list, a Series of pandas or polars, a column of Arrow.
Series: TypeAlias = "npt.ArrayLike | ArrowColumn"
#: A number or an array of any shape.
Values: TypeAlias = "float | Series"
#: Times in seconds, or dates; a number is an even step in seconds.
Times: TypeAlias = "float | Series"
#: A filter; a spring to follow with; a damper; the text of one of these two.
FilterLike: TypeAlias = "Filter | Spring | Damper | str"
#: The treatment of missing values.
Gaps: TypeAlias = Literal["hold", "skip", "line"]
