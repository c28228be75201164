"""Groups, keys, chunks and saved states have the bits of each series alone."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import sprung
from bits import same_bits

FILTERS = ["halflife=0.2", "damper:halflife=0.2", sprung.Filter.track("halflife=0.1")]


def readings(random, series=50, rows=90):
    """Keys, times and values of series one after another, with gaps, and where each begins."""
    lengths = random.integers(0, rows, series)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    keys = np.repeat(np.arange(series, dtype=np.uint32), lengths)
    steps = random.uniform(0.001, 0.1, len(keys))
    times = np.concatenate([np.cumsum(steps[a:b]) for a, b in zip(offsets, offsets[1:])])
    values = random.normal(size=len(keys))
    values[random.random(len(keys)) < 0.1] = np.nan
    return keys, times, values, offsets


def alone(filter, gaps, times, values, offsets):
    parts = (slice(a, b) for a, b in zip(offsets, offsets[1:]))
    return np.concatenate([sprung.smooth(filter, times[p], values[p], gaps=gaps) for p in parts])


@pytest.mark.parametrize("filter", FILTERS)
@pytest.mark.parametrize("gaps", ["hold", "skip", "line"])
def test_groups_and_keys_have_the_bits_of_each_series(random, filter, gaps):
    keys, times, values, offsets = readings(random)
    expected = alone(filter, gaps, times, values, offsets)
    for threads in (None, 1, 2, 7):
        ours = sprung.smooth_grouped(filter, times, values, offsets, gaps=gaps, threads=threads)
        assert same_bits(ours, expected)
    out = values.copy()
    assert sprung.smooth_grouped(filter, times, out, offsets, gaps=gaps, out=out) is out
    assert same_bits(out, expected)

    order = np.argsort(times, kind="stable")
    smoother = sprung.KeyedSmoother(filter, gaps=gaps)
    smoother.add_keys(50)
    ours = np.empty_like(values)
    for rows in np.array_split(order, 23):
        ours[rows] = smoother.process(keys[rows], times[rows], values[rows])
        smoother = smoother.copy()
    assert same_bits(ours, expected) and smoother.keys == 50


@pytest.mark.parametrize("filter", FILTERS)
def test_no_bit_depends_on_the_chunks(random, filter):
    rows = 20_000
    times = np.cumsum(random.uniform(0.001, 0.1, rows))
    values = random.normal(size=rows)
    values[9000:14_000] = np.nan
    expected = sprung.smooth_in_chunks(filter, times, values, threads=1)
    assert same_bits(expected, sprung.smooth_in_chunks(filter, times, values, threads=3))
    assert np.abs(expected - sprung.smooth(filter, times, values)).max() < 1e-13
    for ends in ([0, 1, 4096, 4097, 13_000, rows], [0, 5000, rows], [0, rows]):
        before = sprung.ChunkSummary(filter)
        for a, b in zip(ends, ends[1:]):
            smoother = sprung.ChunkSmoother(before)
            assert same_bits(smoother.process(times[a:b], values[a:b]), expected[a:b])
            summary = sprung.ChunkSummary(filter, first_row=a)
            summary.extend(times[a:b], values[a:b])
            before.merge(sprung.ChunkSummary.restore(filter, summary.save()))
        assert (before.first_row, before.end_row) == (0, rows)


def test_a_saved_smoother_goes_on_with_the_same_bits(random):
    _, times, values, _ = readings(random, series=1, rows=200)
    expected = sprung.smooth("halflife=0.2", times, values)
    state, ours = sprung.Smoother("halflife=0.2").save(), []
    for rows in np.array_split(np.arange(len(times)), 9):
        smoother = sprung.Smoother.restore("halflife=0.2", pickle.loads(pickle.dumps(state)))
        ours.append(smoother.process(times[rows], values[rows]))
        state = smoother.save()
        assert len(state) == 48
    assert same_bits(np.concatenate(ours), expected)


def test_what_is_wrong_is_named():
    grouped, two = sprung.smooth_grouped, [1.0, 2.0]
    with pytest.raises(sprung.TimeError, match="row 1: time must go forward, got 0 after 0"):
        grouped("halflife=0.2", [0.0, 0.0], two, [0, 2])
    with pytest.raises(ValueError, match="offset 1: offsets must begin with 0"):
        grouped("halflife=0.2", [0.0, 1.0], two, [0, 3])
    for offsets in ([0, -2], [0.5, 2.0], ["a"]):
        with pytest.raises(ValueError, match="offsets must be whole numbers from 0 on"):
            grouped("halflife=0.2", [0.0, 1.0], two, offsets)
    with pytest.raises(ValueError, match="threads must be at least 1"):
        grouped("halflife=0.2", [0.0, 1.0], two, [0, 2], threads=0)
    with pytest.raises(ValueError, match="out must be 2 numbers in order"):
        grouped("halflife=0.2", [0.0, 1.0], two, [0, 2], out=np.zeros(4)[::2])
    with pytest.raises(ValueError, match="1 times for 2"):
        grouped("halflife=0.2", [0.0], two, [0, 2])
    smoother = sprung.KeyedSmoother("halflife=0.2", keys=1)
    with pytest.raises(ValueError, match="row 1: the key must be below 1, got 1"):
        smoother.process([0, 1], [0.0, 0.0], two)
    with pytest.raises(ValueError, match="1 keys for 2 values"):
        smoother.process([0], [1.0, 2.0], two)
    with pytest.raises(ValueError, match="keys must be below"):
        smoother.add_keys(2**40)
    assert smoother.process([], [], []).shape == (0,)
    with pytest.raises(ValueError, match="must begin with the bytes of a smoother"):
        sprung.Smoother.restore("halflife=0.2", b"text")
    summary = sprung.ChunkSummary("halflife=0.2")
    with pytest.raises(ValueError, match="the next chunk must begin with row 0, got row 7"):
        summary.merge(sprung.ChunkSummary("halflife=0.2", first_row=7))
    with pytest.raises(ValueError, match="same filter and gaps"):
        sprung.ChunkSummary.restore("halflife=0.3", summary.save())
    summary.merge(summary)
