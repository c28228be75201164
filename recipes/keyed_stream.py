"""Bytewax: a stream of readings, smoothed by the state of each sensor: 48 bytes that Bytewax saves and restores.

python keyed_stream.py  compares with each series by itself, bit for bit, and exits with 1 if a bit differs.
Needs: pip install sprung bytewax

Flink's keyed state takes the same bytes: a `ValueState` of `Types.PICKLED_BYTE_ARRAY()` in a `KeyedProcessFunction`.
"""

from __future__ import annotations

import sys

import numpy as np
import sprung

FILTER = "halflife=0.2"
SENSORS, ROWS = 10, 200

Reading = tuple[str, tuple[float, float]]
Smoothed = tuple[str, float]


def smoothed(state: bytes | None, reading: tuple[float, float]) -> tuple[bytes, float]:
    """The next state of a sensor and the smoothed value of a reading (s, value)."""
    smoother = sprung.Smoother(FILTER) if state is None else sprung.Smoother.restore(FILTER, state)
    value = smoother.advance(*reading)
    return smoother.save(), value


def run(readings: list[Reading]) -> list[Smoothed]:
    """The smoothed values of a stream, by Bytewax."""
    import bytewax.operators as op
    from bytewax.dataflow import Dataflow
    from bytewax.testing import TestingSink, TestingSource, run_main

    out: list[Smoothed] = []
    dataflow = Dataflow("smooth")
    stream = op.input("readings", dataflow, TestingSource(readings, batch_size=7))
    op.output("out", op.stateful_map("smooth", stream, smoothed), TestingSink(out))
    run_main(dataflow)
    return out


def readings() -> list[Reading]:
    """Readings of sensors, in the order of time."""
    random = np.random.default_rng(3)
    rows = [
        (f"sensor-{sensor}", (float(time), float(value)))
        for sensor in range(SENSORS)
        for time, value in zip(
            np.cumsum(random.uniform(0.001, 0.1, ROWS)), random.normal(size=ROWS)
        )
    ]
    return sorted(rows, key=lambda row: row[1][0])


def is_smooth(readings: list[Reading], out: list[Smoothed]) -> bool:
    """Whether each sensor has the bits of its whole series."""

    def series(sensor: str) -> list[float]:
        times, values = zip(*(reading for key, reading in readings if key == sensor))
        return sprung.smooth(FILTER, times, values).tolist()

    sensors = {sensor for sensor, _ in readings}
    return all(series(key) == [x for sensor, x in out if sensor == key] for key in sensors)


def main() -> int:
    stream = readings()
    out = run(stream)
    is_same = is_smooth(stream, out)
    print(f"Bytewax: {len(out)} readings, {'the same bits' if is_same else 'bits differ'}")
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
