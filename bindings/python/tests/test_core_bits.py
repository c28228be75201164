"""Every result has the bits of the core, as `cargo run -p determinism --example core_bits` writes them."""

from __future__ import annotations

import os
import struct
from collections import defaultdict
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest

import sprung
from bits import same_bits
from sprung import Damper, Filter, Network, ResonanceFinder, Solver, Spring, SpringFitter
from sprung import Timeline, TimelineKey

TABLE = Path(os.environ["SPRUNG_CORE_BITS"])


def numbers(text: str) -> list[float]:
    return [struct.unpack(">d", bytes.fromhex(word.zfill(16)))[0] for word in text.split()]


def read() -> dict[str, list[tuple[str, str]]]:
    rows: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        name, inputs, results = line.split("|")
        rows[name].append((inputs, results))
    return rows


ROWS = read()


def check(name: str, function: Callable[[list[float]], Any], least: int = 1) -> None:
    rows = ROWS.pop(name)
    assert len(rows) >= least
    for inputs, results in rows:
        ours = np.concatenate([np.ravel(part) for part in np.atleast_1d(function(numbers(inputs)))])
        expected = np.array(numbers(results))
        assert same_bits(ours, expected), (name, numbers(inputs)[:9], ours[:9], expected[:9])


def flat(*parts: Any) -> list[float]:
    return [number for part in parts for number in np.ravel(part).astype(np.float64)]


@pytest.mark.parametrize("kind", ["step", "follow", "track"])
def test_steps_of_numbers_arrays_and_float32(kind: str) -> None:
    def step(w: float, z: float, dt: float) -> Any:
        spring = Spring(w, z)
        return {"step": spring.step, "follow": spring.follow_step, "track": spring.track_step}[kind](dt)

    def arguments(kind: str, x: Any, v: Any, goal: Any) -> tuple[Any, ...]:
        return (x, v, goal) if kind == "step" else (x, v, x, goal)

    def of_numbers(row: list[float]) -> Any:
        w, z, dt, *state = row
        return step(w, z, dt).apply(*arguments(kind, *state))

    def of_arrays(dtype: str, row: list[float]) -> Any:
        w, z, dt, *state = row
        arrays = [np.full(3, number).astype(dtype) for number in state]
        result = step(w, z, dt).apply(*arguments(kind, *arrays))
        assert all(part.dtype == dtype and part.shape == (3,) for part in result)
        return flat(result[0][2], result[1][2])

    for_arrays = [row for row in ROWS[kind] if not settles(row)]
    check(kind, of_numbers, 500)
    ROWS[kind] = for_arrays
    check(kind, lambda row: of_arrays("float64", row), 300)
    with np.errstate(all="ignore"):
        ROWS[kind + "_single"] = [row for row in ROWS[kind + "_single"] if not settles(row, 2.0**-70)]
        check(kind + "_single", lambda row: of_arrays("float32", row), 300)


def settles(row: tuple[str, str], least: float = 1e-270) -> bool:
    """Batches put on its goal what is nearer than 2^-918 (2^-80 in single precision), the core does not."""
    position, velocity = numbers(row[1])
    goal = numbers(row[0])[-1]
    return abs(position - goal) < least and abs(velocity) < least


def test_dampers() -> None:
    check("damper", lambda row: Damper.from_rate(row[0]).step(row[1]).apply(row[2], row[3]), 300)

    def single(row: list[float]) -> Any:
        value = np.array([row[2]]).astype(np.float32)
        goal = np.array([row[3]], np.float32)
        return flat(Damper.from_rate(row[0]).step(row[1]).apply(value, goal))

    with np.errstate(all="ignore"):
        check("damper_single", single, 300)


@pytest.mark.parametrize("suffix, dtype", [("", np.float64), ("_single", np.float32)])
def test_batches(suffix: str, dtype: type) -> None:
    def columns(row: list[float]) -> list[np.ndarray]:
        return [np.array(row[at : at + 300], dtype) for at in range(0, 2100, 300)]

    def springs(row: list[float], **options: Any) -> Any:
        frequency, ratio, dt, goal, _, x, v = columns(row)
        return flat(*sprung.springs(frequency, ratio, dt, x, v, goal, **options))

    def critical(row: list[float]) -> Any:
        _, _, dt, goal, halflife, x, v = columns(row)
        return flat(*sprung.critical_springs(halflife, dt, x, v, goal))

    def dampers(row: list[float]) -> Any:
        _, _, dt, goal, halflife, x, _ = columns(row)
        damped = sprung.dampers(halflife, dt, x, goal)
        return flat(damped, damped)

    again = list(ROWS["springs" + suffix])
    check("springs" + suffix, springs)
    ROWS["springs" + suffix] = again
    check("springs" + suffix, lambda row: springs(row, parallel=True))
    check("critical_springs" + suffix, critical)
    check("dampers" + suffix, dampers)


def test_parameters_and_responses() -> None:
    def parameters(row: list[float]) -> Any:
        s = Spring.from_halflife(*row)
        return [
            s.angular_frequency, s.damping_ratio, s.frequency, s.halflife, s.stiffness, s.damping, s.lag,
            s.overshoot, s.peak_time, s.rise_time, s.bandwidth, s.settling_time(0.01),
        ]  # fmt: skip

    def response(row: list[float]) -> Any:
        motion = Spring.from_halflife(*row[:2]).free_response(1.0, -4.0, 0.25)
        time = np.array([[row[2]]])
        result = [*motion.at(row[2]), motion.acceleration(row[2])]
        arrays = [*motion.at(time), motion.acceleration(time)]
        assert all(array.shape == (1, 1) for array in arrays) and same_bits(result, np.ravel(arrays))
        return result

    def gain(kind: str, row: list[float]) -> Any:
        spring = Spring.from_halflife(*row[:2])
        of = spring.follow_response() if kind == "gain" else spring.track_response()
        return [of.gain(row[2]), of.phase(row[2]), of.group_delay(row[2])]

    check("halflife", parameters, 12)
    check("response", response, 36)
    check("gain", lambda row: gain("gain", row), 48)
    check("track_gain", lambda row: gain("track_gain", row), 48)


def test_texts_and_conventions() -> None:
    for text, _ in ROWS.pop("text"):
        assert str(Spring.parse(text)) == text
    conversions = ROWS.pop("convert")
    assert len(conversions) > 100
    for words, expected in conversions:
        convention, text = words.split(" ")
        assert convention in sprung.conventions()
        try:
            assert str(sprung.convert(text, convention)) == expected
        except sprung.ParameterError:
            assert expected == "error"


def test_smoothing() -> None:
    spring = "halflife=0.1,damping_ratio=0.7"
    filters = {
        "follow": Filter.follow(spring),
        "track": Filter.track(spring),
        "damper": Filter.damper(Damper.from_halflife(0.1)),
    }
    functions = {"smooth": sprung.smooth, "zero_phase": sprung.smooth_zero_phase}
    names = [name for name in ROWS if name.split(" ")[0] in functions]
    assert len(names) == 18
    for name in names:
        function, filter, gaps = name.split(" ")

        def smooth(row: list[float]) -> Any:
            times, values = np.array(row[:300]), np.array(row[300:])
            result = functions[function](filters[filter], times, values, gaps=gaps)
            # Along any axis of an array, in any layout.
            for block, axis in [
                (np.stack([values, -values], axis=1), 0),
                (np.stack([-values, values]).T, -2),
                (np.tile(values, (2, 3, 1)), 2),
                (np.tile(values[:, None, None], (1, 2, 3)), 0),
                (np.tile(values[:, None], (2, 1, 4)), 1),
            ]:
                smooth = functions[function](filters[filter], times, block, gaps=gaps, axis=axis)
                assert smooth.shape == block.shape
                lanes = np.moveaxis(smooth, axis, -1).reshape(-1, 300)
                sources = np.moveaxis(block, axis, -1).reshape(-1, 300)
                for lane, source in zip(lanes, sources):
                    assert not np.array_equal(source, values, equal_nan=True) or same_bits(lane, result)
            if function == "smooth":
                smoother = sprung.Smoother(filters[filter], gaps=gaps)
                chunks = [smoother.process(times[a:b], values[a:b]) for a, b in [(0, 1), (1, 120), (120, 300)]]
                assert same_bits(np.concatenate(chunks), result)
                smoother = sprung.Smoother(filters[filter], gaps=gaps)
                rows = [smoother.advance(time, value) for time, value in zip(times.tolist(), values.tolist())]
                assert same_bits(rows, result)
            return result

        check(name, smooth)
    check("resample", lambda row: flat(*sprung.resample_uniform(np.array(row[:300]), np.array(row[300:]))))


def test_fits_and_resonances() -> None:
    def fit(row: list[float]) -> Any:
        fit = SpringFitter().run(np.array(row[:300]), np.array(row[300:]))
        assert fit.is_explained and fit.explanation == "spring" and fit.undetermined() == []
        estimates = [fit.angular_frequency, fit.damping_ratio, fit.start, fit.goal, fit.velocity, fit.delay]
        numbers = [number for it in estimates for number in (it.value, it.standard_error)]
        return [*numbers, fit.residual, fit.correlation]

    check("fit", fit)
    finder = ResonanceFinder()

    def resonances(row: list[float]) -> Any:
        found = finder.run(np.array(row), 0.01)
        return [number for it in found for number in (it.frequency, it.strength, it.signal_to_noise)]

    check("resonances", resonances)
    check("spectrum", lambda row: finder.spectrum(np.array(row), 0.01, [0.5, 0.8, 1.6, 9.0])[1])
    check("spectrogram", lambda row: flat(finder.spectrogram(np.array(row), 0.01, [0.8, 1.6], 5)[0]))


def test_rotations() -> None:
    spring = "halflife=0.1,damping_ratio=0.7"

    def smooth(function: Any, gaps: str, row: list[float]) -> Any:
        times, rotations = np.array(row[:300]), np.array(row[300:]).reshape(300, 4)
        return flat(function(spring, times, rotations, gaps=gaps))

    check("smooth_rotations", lambda row: smooth(sprung.smooth_rotations, "skip", row))
    both_ways = sprung.smooth_rotations_zero_phase
    check("smooth_rotations_zero_phase", lambda row: smooth(both_ways, "line", row))


def test_timelines() -> None:
    first = TimelineKey(
        0.5, position=[1.0, -2.0], goal=[4.0, 3.0], spring=Spring.from_halflife(0.2, 0.4)
    )
    second = first.key_at(0.8).with_goal([0.0, 1.0]).with_spring(Spring.from_halflife(0.1, 1.0))
    third = second.key_at(1.0).with_added_velocity([3.0, -1.0])
    timeline = Timeline([first, second, third])

    def state(row: list[float]) -> Any:
        position, velocity = timeline.state_at(row[0])
        positions, velocities = timeline.state_at(np.array(row))
        assert same_bits(positions, position[None, :]) and same_bits(velocities, velocity[None, :])
        return flat(position, velocity)

    check("timeline", state, 10)
    check("progress", lambda row: first.time_of_progress(row[0]), 4)


def test_networks() -> None:
    def cloth(row: list[float]) -> Any:
        net = Network.cloth(9, 7, 0.1, 0.3, shear=Spring.from_frequency(8.0, 0.5))
        net.fix([0, 8])
        solver = Solver(net)
        solver.step(1 / 60, count=int(row[0]))
        return flat(solver.positions())

    check("cloth", cloth)


def test_no_row_of_the_core_is_left() -> None:
    # Runs last in this file: each test takes its rows.
    assert not ROWS, sorted(ROWS)
