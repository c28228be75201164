"""Engines for data: their results have the bits of each series alone, however the rows are chunked."""

from __future__ import annotations

import datetime
import doctest

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import sprung
import sprung.datafusion
import sprung.polars
from bits import same_bits
from datafusion import SessionContext
from test_grouped import alone, readings

FILTER = "halflife=0.2"


@pytest.fixture
def data(random):
    """A frame in the order of time, its smoothed column, and the same by keys."""
    keys, times, values, offsets = readings(random)
    smooth = alone(FILTER, "hold", times, values, offsets)
    columns = {"sensor": keys, "t": times, "x": values, "smooth": smooth}
    by_key = pl.DataFrame(columns).with_columns(pl.col("x").fill_nan(None))
    return by_key.sort("t"), by_key


def check(frame, name="x"):
    """The column has the bits of the series alone; what has no result is null."""
    ours = frame[name].to_numpy()
    assert same_bits(ours, frame["smooth"].to_numpy())
    assert frame[name].null_count() == frame["smooth"].is_nan().sum() > 0


@pytest.mark.parametrize("kind", [pl.UInt32, pl.Int64, pl.String, pl.Categorical])
def test_polars_smooths_each_key_in_any_order_of_rows(data, kind):
    for frame in data:
        frame = frame.with_columns(pl.col("sensor").cast(pl.String).cast(kind))
        smooth = sprung.polars.smooth("x", "t", FILTER, by="sensor")
        check(frame.with_columns(smooth))
        check(frame.lazy().with_columns(smooth).collect())
    # Keys far apart and keys that are null are keys, too.
    apart = data[0].with_columns(pl.col("sensor").cast(pl.Int64) * 10**12 - 5)
    check(apart.with_columns(smooth))
    check(apart.with_columns(pl.col("sensor").replace({-5: None})).with_columns(smooth))


def test_polars_smooths_one_series_and_dates(random):
    times = np.cumsum(random.integers(1, 400, 1000))
    values = random.normal(size=1000)
    expected = sprung.smooth(FILTER, (times - times[0]) / 1e3, values)
    start = datetime.datetime(2026, 1, 1)
    frame = pl.DataFrame({"t": times, "x": values})
    dates = [pl.lit(start) + pl.duration(milliseconds="t"), pl.duration(milliseconds="t")]
    for date in dates:
        dated = frame.with_columns(date.alias("t"))
        ours = dated.with_columns(sprung.polars.smooth("x", "t", FILTER))
        assert np.abs(ours["x"].to_numpy() - expected).max() < 1e-12
        batches = sprung.polars.BatchSmoother("x", "t", FILTER)
        parts = pl.concat([batches(part) for part in dated.iter_slices(37)])
        assert same_bits(parts["x"].to_numpy(), ours["x"].to_numpy())


@pytest.mark.parametrize("rows", [3, 100, 10_000])
def test_polars_smooths_batches_of_a_stream(data, rows):
    for frame, kind in zip(data, (pl.UInt32, pl.String)):
        keyed = frame.with_columns(pl.col("sensor").cast(kind))
        batches = sprung.polars.BatchSmoother("x", "t", FILTER, by="sensor", into="y")
        check(pl.concat([batches(part) for part in keyed.iter_slices(rows)]), "y")


def test_polars_smooths_a_lazy_stream(data, tmp_path):
    path = tmp_path / "readings.parquet"
    data[0].write_parquet(path, row_group_size=500)
    stream = pl.scan_parquet(path).filter(pl.col("t") > -1.0)
    batches = sprung.polars.BatchSmoother("x", "t", FILTER, by="sensor")
    parts = [batches(part) for part in stream.collect_batches(maintain_order=True, chunk_size=300)]
    assert len(parts) > 3
    check(pl.concat(parts))


def test_polars_names_what_is_wrong(data):
    smooth = sprung.polars.smooth("x", "t", FILTER, by="sensor")
    with pytest.raises(Exception, match="time must go forward"):
        data[0].reverse().with_columns(smooth)
    with pytest.raises(Exception, match="x must be numbers, got String"):
        data[0].with_columns(pl.col("x").cast(pl.String)).with_columns(smooth)
    with pytest.raises(Exception, match="halflive"):
        data[0].with_columns(sprung.polars.smooth("x", "t", "halflive=0.2"))
    for rows in (0, 1):
        check_empty = data[0].head(rows).with_columns(smooth)
        assert check_empty["x"].dtype == pl.Float64 and len(check_empty) == rows


@pytest.mark.parametrize("bounded", [False, True])
@pytest.mark.parametrize("rows", [13, 100_000])
def test_datafusion_smooths_each_partition(data, bounded, rows):
    context = SessionContext()
    context.register_udwf(sprung.datafusion.smooth(bounded=bounded))
    for frame in data:
        batches = frame.to_arrow().to_batches(max_chunksize=rows)
        context.register_record_batches("readings", [batches])
        result = context.sql(
            f"SELECT t, smooth, smooth(x, t, '{FILTER}') OVER (PARTITION BY sensor ORDER BY t) AS x"
            " FROM readings"
        )
        check(pl.from_arrow(pa.Table.from_batches(result.collect())))
        context.deregister_table("readings")


def test_datafusion_executes_within_bounds_and_names_what_is_wrong(data):
    context = SessionContext()
    context.register_record_batches("readings", [data[0].to_arrow().to_batches()])
    over = "OVER (PARTITION BY sensor ORDER BY t)"
    for bounded, operator in ((True, "BoundedWindowAggExec"), (False, "WindowAggExec")):
        context.register_udwf(sprung.datafusion.smooth(bounded=bounded))
        plan = context.sql(f"SELECT smooth(x, t, '{FILTER}') {over} FROM readings")
        assert f" {operator}:" in f" {plan.execution_plan().display_indent()}"
        for arguments, over_rows, message in (
            ("x, t, 'halflive=0.2'", over, "halflive"),
            ("x, t, 'halflife=-1'", over, "halflife"),
            ("x, t, NULL", over, "must be text"),
            ("x, -t, 'halflife=1'", over, "time must go forward"),
        ):
            with pytest.raises(Exception, match=message):
                context.sql(f"SELECT smooth({arguments}) {over_rows} FROM readings").collect()


def test_pandas_smooths_groups_in_one_call_or_each_by_itself(data):
    frame = data[1].to_pandas()
    keys, _ = pd.factorize(frame["sensor"])
    smoother = sprung.KeyedSmoother(FILTER, keys=keys.max() + 1)
    assert same_bits(smoother.process(keys, frame["t"], frame["x"]), frame["smooth"].to_numpy())
    groups = frame.groupby("sensor", sort=False)
    parts = [sprung.smooth(FILTER, group["t"], group["x"]) for _, group in groups]
    assert same_bits(np.concatenate(parts), frame["smooth"].to_numpy())


@pytest.mark.parametrize("module", [sprung.datafusion, sprung.polars])
def test_the_examples_of_docstrings_hold(module):
    result = doctest.testmod(module)
    assert result.attempted > 3 and result.failed == 0
