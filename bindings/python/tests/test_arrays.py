"""Arrays of every layout and type: right results, or clear errors that name the argument."""

from __future__ import annotations

import re
import threading
from typing import Any

import numpy as np
import pytest

import sprung
from bits import same_bits
from sprung import Smoother, Spring

STEP = Spring.from_halflife(0.1, 0.5).step(1 / 60)


def layouts(array: np.ndarray) -> list[np.ndarray]:
    """The same numbers in other layouts."""
    wide = np.zeros((*array.shape[:-1], array.shape[-1] * 2), array.dtype)
    wide[..., ::2] = array
    shifted = np.zeros(array.nbytes + 1, np.uint8)[1:].view(array.dtype).reshape(array.shape)
    shifted[...] = array
    read_only = array.copy()
    read_only.flags.writeable = False
    return [
        array,
        np.asfortranarray(array),
        wide[..., ::2],
        array[..., ::-1].copy()[..., ::-1],
        array.astype(array.dtype.newbyteorder()),
        shifted,
        read_only,
        np.broadcast_to(array, array.shape),
    ]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_every_layout_gives_the_same_bits(random: np.random.Generator, dtype: type) -> None:
    arrays = [random.normal(size=(4, 5, 6)).astype(dtype) for _ in range(3)]
    expected = STEP.apply(*arrays)
    times = np.cumsum(random.uniform(0.01, 0.1, 5))
    smooth = sprung.smooth("halflife=0.1", times, arrays[0], axis=1)
    assert expected[0].dtype == dtype and smooth.dtype == dtype
    for versions in zip(*(layouts(array) for array in arrays)):
        before = [version.copy() for version in versions]
        for ours, theirs in zip(STEP.apply(*versions), expected):
            assert same_bits(ours, theirs)
        assert same_bits(sprung.smooth("halflife=0.1", times, versions[0], axis=1), smooth)
        assert all(np.array_equal(a, b) for a, b in zip(versions, before)), "an input was changed"


def test_shapes_broadcast_as_in_numpy(random: np.random.Generator) -> None:
    x, v, goal = random.normal(size=(3, 1, 5)), random.normal(size=(4, 1)), np.array(2.0)
    position, velocity = STEP.apply(x, v, goal)
    assert position.shape == velocity.shape == (3, 4, 5)
    one = STEP.apply(float(x[2, 0, 3]), float(v[1, 0]), 2.0)
    assert (position[2, 1, 3], velocity[2, 1, 3]) == one
    ours = sprung.springs([[1.0], [2.0]], [0.5, 1.0, 2.0], 0.1, 0.0, 0.0, 1.0)
    assert ours[0].shape == (2, 3)
    with pytest.raises(ValueError, match=r"shapes do not fit: position \(3,\), velocity \(4,\)"):
        STEP.apply(np.zeros(3), np.zeros(4), 1.0)


def test_numbers_give_numbers_and_empty_arrays_empty_ones() -> None:
    for value in (1, 1.0, np.float64(1.0)):
        assert all(type(part) is float for part in STEP.apply(value, 0, 2))
    for shape in [(0,), (3, 0), (0, 2, 2)]:
        assert all(part.shape == shape for part in STEP.apply(np.zeros(shape), 0.0, 1.0))
        assert sprung.smooth("halflife=1", 0.1, np.zeros(shape)).shape == shape
        assert sprung.smooth_zero_phase("halflife=1", 0.1, np.zeros(shape), axis=0).shape == shape
    assert STEP.apply(np.array(0.0), 0.0, 1.0)[0].shape == ()
    assert STEP.apply(np.float32([1]), 0.0, 1.0)[0].dtype == np.float32


@pytest.mark.parametrize("dtype", ["int8", "uint64", "int32", "float16", "longdouble", ">f8", ">f4"])
def test_other_numbers_are_converted(dtype: str) -> None:
    values = np.array([1, 2, 3], dtype)
    wanted = np.float32 if dtype == ">f4" else np.float64
    ours = STEP.apply(values, 0.0, 1.0)[0]
    assert same_bits(ours, STEP.apply(np.array([1, 2, 3], wanted), 0.0, 1.0)[0])


@pytest.mark.parametrize(
    "bad",
    ["text", b"bytes", None, {}, {"a": 1.0}, ["1.5"], [1j], True, [True], [[1.0], [1.0, 2.0]], object(),
     np.array(["a"]), np.array([1j]), np.array([b"1"]), np.array(["2020-01-01"], "datetime64[s]"),
     [object()], np.zeros(2, [("x", float)])],
)  # fmt: skip
def test_what_is_no_number_is_a_type_error_that_names_the_argument(bad: Any) -> None:
    for call, name in [
        (lambda: STEP.apply(bad, 0.0, 1.0), "position"),
        (lambda: STEP.apply(0.0, 0.0, bad), "goal"),
        (lambda: sprung.springs(1.0, bad, 0.1, 0.0, 0.0, 1.0), "damping_ratio"),
        (lambda: sprung.smooth("halflife=1", 0.1, bad), "values"),
        (lambda: Spring(1.0, 1.0).free_response(1.0, 0.0, 0.0).at(bad)[0], "time"),
    ]:
        with pytest.raises((TypeError, ValueError)) as caught:
            call()
        assert name in str(caught.value) or "inhomogeneous" in str(caught.value), caught.value


def test_nan_stays_in_its_spring_and_bad_parameters_make_only_theirs_nan() -> None:
    x = np.array([1.0, np.nan, np.inf, 3.0])
    position, _ = STEP.apply(x, 0.0, 0.0)
    assert np.isfinite(position[[0, 3]]).all() and np.isnan(position[1]) and not np.isfinite(position[2])
    ratios = np.array([0.5, -0.1, np.nan, 1.0])
    position, velocity = sprung.springs(5.0, ratios, 0.1, 0.0, 0.0, 1.0)
    assert np.array_equal(np.isnan(position), [False, True, True, False])
    assert np.array_equal(np.isnan(velocity), [False, True, True, False])
    unmoved = sprung.springs(5.0, 1.0, [0.0, -1.0, np.nan], [2.0, 3.0, 4.0], 0.0, 1.0)[0]
    assert np.array_equal(unmoved, [2.0, 3.0, 4.0])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_results_are_written_in_place_without_a_copy(random: np.random.Generator, dtype: type) -> None:
    x, v, goal = (random.normal(size=1000).astype(dtype) for _ in range(3))
    expected = STEP.apply(x, v, goal)
    kept = x.ctypes.data, v.ctypes.data
    position, velocity = STEP.apply(x, v, goal, out=(x, v))
    assert position is x and velocity is v and kept == (x.ctypes.data, v.ctypes.data)
    assert same_bits(x, expected[0]) and same_bits(v, expected[1])
    # Also into arrays that are not in order.
    wide = np.zeros((1000, 2), dtype)
    STEP.apply(x, v, goal, out=(wide[:, 0], wide[:, 1]))
    again = STEP.apply(x, v, goal)
    assert same_bits(wide[:, 0], again[0]) and same_bits(wide[:, 1], again[1])
    value, halflife = np.ones(3, dtype), np.array([0.1, 0.2, 0.3], dtype)
    assert sprung.dampers(halflife, 0.1, value, 0.0, out=value) is value
    assert np.allclose(value, 0.5 ** (0.1 / halflife))


def test_outputs_that_cannot_be_written_are_errors_and_stay_as_they_are() -> None:
    x, v = np.ones(3), np.ones(3)
    locked = np.ones(3)
    locked.flags.writeable = False
    for out, message in [
        ((x,), "2 arrays"),
        ((x, np.ones(4)), r"shape \(3,\), got \(4,\)"),
        ((x, np.ones(3, np.float32)), "float64"),
        ((x, locked), "read-only"),
        ((x, [1.0, 2.0, 3.0]), "arrays of float64"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            STEP.apply(x, v, 0.0, out=out)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="velocity"):
        STEP.apply(x, v, 0.0, out=(x, x))
    with pytest.raises(ValueError, match="goal overlaps an output"):
        STEP.apply(0.0, 0.0, x, out=(x, v))
    assert np.array_equal(locked, [1, 1, 1])


def test_lengths_axes_and_times_are_checked() -> None:
    values = np.zeros((3, 4))
    for axis in (2, -3, 100):
        with pytest.raises(ValueError, match=re.escape(f"axis {axis} does not exist in shape (3, 4)")):
            sprung.smooth("halflife=1", 0.1, values, axis=axis)
    with pytest.raises(ValueError, match="3 times for 4 samples"):
        sprung.smooth("halflife=1", [0.0, 1.0, 2.0], values)
    with pytest.raises(ValueError, match="one dimension"):
        sprung.smooth("halflife=1", np.zeros((2, 2)), values)
    with pytest.raises(TypeError, match="values must be an array"):
        sprung.smooth("halflife=1", 0.1, 3.0)
    with pytest.raises(ValueError, match="gaps must be 'hold'"):
        sprung.smooth("halflife=1", 0.1, values, gaps="Hold")  # type: ignore[arg-type]
    for times in ([0.0, 1.0, 1.0, 2.0], [0.0, np.nan, 1.0, 2.0], [3.0, 2.0, 1.0, 0.0]):
        with pytest.raises(sprung.TimeError) as caught:
            sprung.smooth_zero_phase("halflife=1", times, values)
        assert caught.value.previous is not None and str(caught.value).startswith("time must")
    for dt in (0.0, -1.0, np.nan, np.inf):
        with pytest.raises(sprung.TimeError):
            sprung.smooth("halflife=1", dt, values)
    with pytest.raises(ValueError, match=r"rotations must have shape \(n, 4\), got \(3, 3\)"):
        sprung.smooth_rotations("halflife=1", 0.1, np.zeros((3, 3)))


def test_a_smoother_is_as_before_after_an_error() -> None:
    smoother = Smoother("halflife=0.1", channels=2)
    smoother.process([0.0, 1.0], np.ones((2, 2)))
    before = smoother.smoothed()
    for call in [
        lambda: smoother.process([2.0, 3.0, 3.0], np.zeros((3, 2))),
        lambda: smoother.process([2.0], np.zeros((1, 3))),
        lambda: smoother.process([2.0, 3.0], np.zeros(2)),
        lambda: smoother.advance(0.5, [0.0, 0.0]),
        lambda: smoother.advance(2.0, [0.0]),
        lambda: smoother.advance(2.0, 0.0),
        lambda: Smoother("halflife=0.1", channels=-1),
    ]:
        with pytest.raises((ValueError, TypeError, OverflowError)):
            call()
    assert same_bits(smoother.smoothed(), before)
    other = smoother.copy()
    assert same_bits(smoother.advance(2.0, [3.0, 4.0]), other.process([2.0], [[3.0, 4.0]])[0])
    assert np.isnan(Smoother("halflife=1", channels=3).smoothed()).all()


def test_large_blocks_use_all_cores_with_the_same_bits(random: np.random.Generator) -> None:
    values = random.normal(size=(70, 1000))
    whole = sprung.smooth("frequency=3,damping_ratio=0.4", 0.01, values)
    both = sprung.smooth_zero_phase("frequency=3,damping_ratio=0.4", 0.01, values)
    for row in (0, 33, 69):
        assert same_bits(whole[row], sprung.smooth("frequency=3,damping_ratio=0.4", 0.01, values[row]))
        assert same_bits(both[row], sprung.smooth_zero_phase("frequency=3,damping_ratio=0.4", 0.01, values[row]))


def test_an_even_step_is_that_of_the_spring_along_every_axis(random: np.random.Generator) -> None:
    spring, dt = Spring(9.0, 0.6), 0.01
    values = random.normal(size=(200, 3))
    step, x, v = spring.follow_step(dt), values[0], np.zeros(3)
    expected = [x]
    for before, goal in zip(values, values[1:]):
        x, v = step.apply(x, v, before, goal)
        expected.append(x)
    even = sprung.smooth(spring, dt, values, axis=0)
    assert np.max(np.abs(even - np.array(expected))) < 1e-14
    assert same_bits(sprung.smooth(spring, dt, values.T), even.T)
    assert same_bits(sprung.smooth(spring, np.timedelta64(10, "ms"), values, axis=0), even)
    # These times are not rounded.
    times = np.arange(200) * 0.25
    values[50:53] = np.nan
    for gaps in ["hold", "skip"]:
        even = sprung.smooth(spring, 0.25, values, axis=0, gaps=gaps)
        timed = sprung.smooth(spring, times, values, axis=0, gaps=gaps)
        assert np.array_equal(np.isnan(even), np.isnan(timed))
        assert np.nanmax(np.abs(even - timed)) < 1e-14


def test_python_runs_on_while_an_array_is_computed() -> None:
    values = np.zeros((3, 400_000))
    counted, done = 0, threading.Event()

    def work() -> None:
        sprung.smooth_zero_phase("halflife=0.1", 0.01, values)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        counted += 1
    thread.join()
    # With the interpreter held, this loop would stand still but for a few switches before and after.
    assert counted > 1000


def test_many_threads_share_springs_and_arrays(random: np.random.Generator) -> None:
    x, v = random.normal(size=(2, 2000))
    expected = STEP.apply(x, v, 0.0)
    wrong: list[int] = []

    def work() -> None:
        for _ in range(50):
            ours = STEP.apply(x, v, 0.0)
            if not (same_bits(ours[0], expected[0]) and same_bits(ours[1], expected[1])):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not wrong
