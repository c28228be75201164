"""Smoothing of 100 million rows in 88 800 keys by polars, beside polars' own ewm_mean_by.

python bench.py [ROWS]  exits with 1 if a promise is missed: at most 10 s on 2 cores, at most 500 MB beyond the data.
Each measurement is a process by itself, so that its peak memory is its own. Data: the keys, times and values, and the
result: 28 bytes a row. Needs: pip install sprung polars
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

KEYS, SECONDS, MEGABYTES = 88_800, 10.0, 500.0
CASES = {
    "keys": "sprung, rows by key",
    "times": "sprung, rows by time",
    "ewm": "polars ewm_mean_by, rows by key",
}


def frame(rows: int, order: str):  # noqa: ANN201
    """Readings of many sensors at uneven times, by key or by time."""
    import numpy as np
    import polars as pl

    each = rows // KEYS
    random = np.random.default_rng(1)
    shape = (KEYS, each) if order == "keys" else (each, KEYS)
    # Row by row, so that the memory that making them needs is small.
    key, t, x = np.empty(shape, np.uint32), np.empty(shape), np.empty(shape)
    for row in range(shape[0]):
        if order == "keys":
            key[row], t[row] = row, (np.arange(each) + random.random(each)) * 0.01
        else:
            key[row], t[row] = np.arange(KEYS), (row + random.random(KEYS)) * 0.01
        x[row] = random.standard_normal(shape[1])
    return pl.DataFrame({"key": key.ravel(), "t": t.ravel(), "x": x.ravel()})


def peak() -> float:
    """The most memory that this process had at once, bytes."""
    with open("/proc/self/status", encoding="ascii") as status:
        (line,) = (line for line in status if line.startswith("VmHWM"))
    return float(line.split()[1]) * 1024.0


def measure(case: str, rows: int) -> None:
    import polars as pl

    import sprung.polars

    data = frame(rows, "times" if case == "times" else "keys")
    if case == "ewm":
        # The times of polars are whole.
        data = data.with_columns((pl.col("t") * 1e6).cast(pl.Int64))
        smooth = pl.col("x").ewm_mean_by("t", half_life="200000i").over("key")
    else:
        smooth = sprung.polars.smooth("x", "t", "halflife=0.2", by="key")
    before = data.estimated_size() + 8.0 * len(data)
    data.head(1000).with_columns(smooth)
    with open("/proc/self/clear_refs", "w", encoding="ascii") as refs:
        refs.write("5")
    base = peak() - data.estimated_size()
    start, busy = time.perf_counter(), time.process_time()
    result = data.with_columns(smooth.alias("y"))
    seconds, busy = time.perf_counter() - start, time.process_time() - busy
    assert len(result) == len(data)
    print(seconds, busy, (peak() - base - before) / 1e6)


def main() -> int:
    if len(sys.argv) > 2:
        measure(sys.argv[1], int(sys.argv[2]))
        return 0
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000_000
    cores = len(os.sched_getaffinity(0))
    print(f"{rows // KEYS * KEYS} rows in {KEYS} keys, {cores} cores")
    missed = False
    for case, name in CASES.items():
        command = [sys.executable, __file__, case, str(rows)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            print(f"{name:<34} failed: {(done.stderr.strip().splitlines() or ['killed'])[-1]}")
            missed |= case != "ewm"
            continue
        seconds, busy, beyond = map(float, done.stdout.split())
        print(f"{name:<34} {seconds:7.2f} s ({busy:6.2f} s of cores) {beyond:6.0f} MB beyond")
        missed |= case != "ewm" and (seconds > SECONDS or beyond > MEGABYTES)
    print(f"promised: {SECONDS:.0f} s, {MEGABYTES:.0f} MB: {'missed' if missed else 'kept'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
