"""Nothing leaks: a thousand calls of everything leave the memory of the process as it was."""

from __future__ import annotations

import gc
import resource
import sys
from typing import Callable

import numpy as np
import pytest

import sprung
from sprung import Network, Smoother, Solver, Spring, SpringFitter, Timeline, TimelineKey

N = 20_000
ARRAY = np.linspace(0.0, 1.0, N)
SPRING = Spring.from_halflife(0.1, 0.5)
STEP = SPRING.step(0.01)


def network() -> None:
    Solver(Network.rope([0, 0, 0], [1, 0, 0], 500, 1.0)).step(0.01)


def fails() -> None:
    for call in (
        lambda: sprung.smooth("halflife=0.1", -ARRAY, ARRAY),
        lambda: STEP.apply(ARRAY, ARRAY[:3], 0.0),
        lambda: STEP.apply(ARRAY, object(), 0.0),
        lambda: Spring(-1.0, 0.0),
    ):
        with pytest.raises((ValueError, TypeError)):
            call()


def timeline() -> None:
    key = TimelineKey(0.0, position=np.zeros(3), goal=[1.0, 2.0, 3.0], spring=SPRING)
    Timeline([key, key.key_at(0.5).with_goal(0.0)]).state_at(ARRAY[:1000])


CALLS: dict[str, Callable[[], object]] = {
    "step": lambda: STEP.apply(ARRAY, 0.0, 1.0),
    "step in place": lambda: STEP.apply(ARRAY, ARRAY, 1.0, out=(np.zeros(N), np.zeros(N))),
    "step of a list": lambda: STEP.apply(list(range(1000)), 0.0, 1.0),
    "springs": lambda: sprung.springs(ARRAY, 0.5, 0.1, ARRAY[:, None][:, 0], 0.0, 1.0),
    "smooth": lambda: sprung.smooth(SPRING, 0.01, ARRAY),
    "both ways": lambda: sprung.smooth_zero_phase(SPRING, 0.01, ARRAY[:2000]),
    "smoother": lambda: Smoother(SPRING, channels=2).process(ARRAY, np.stack([ARRAY, ARRAY], 1)),
    "fit": lambda: SpringFitter("from_rest").run(0.01, np.r_[0, 0, 1, 2, 3, 2, 1, 2, 2, 2.1]),
    "timeline": timeline,
    "network": network,
    "errors": fails,
}


@pytest.mark.parametrize("name", CALLS)
def test_calls_leave_no_memory_behind(name: str) -> None:
    call = CALLS[name]

    def repeat(count: int) -> int:
        for _ in range(count):
            call()
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    repeat(20)
    before = repeat(20)
    after = repeat(200)
    # In KiB on Linux. One array of each call, kept, would be 30 MB.
    assert after - before < 8_000, f"{after - before} KiB more"
    references = sys.getrefcount(SPRING), sys.getrefcount(ARRAY)
    repeat(10)
    assert (sys.getrefcount(SPRING), sys.getrefcount(ARRAY)) == references
