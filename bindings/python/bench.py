"""Speed beside SciPy, in one run: python bench.py; exits with 1 if a promise is missed.

Needs the wheel and SciPy. Rivals take turns; the ratio is that of the best of many runs, the error the largest difference
of the results. Not part of the tests.
"""

from __future__ import annotations

import sys
import time
from typing import Callable

import numpy as np
import scipy
import scipy.integrate
import scipy.linalg
import scipy.signal

import sprung
from sprung import Spring

#: Turns of each rival.
TURNS = 7


def best(*functions: Callable[[], object], repeat: int = 1) -> list[float]:
    """The best time of each function in seconds, the functions taking turns."""
    times = [np.inf] * len(functions)
    for _ in range(TURNS):
        for at, function in enumerate(functions):
            start = time.perf_counter()
            for _ in range(repeat):
                function()
            times[at] = min(times[at], (time.perf_counter() - start) / repeat)
    return times


class Report:
    """Rows of a table, and whether all promises were kept."""

    def __init__(self) -> None:
        self.kept = True
        print(f"{'':<58} {'ours':>10} {'SciPy':>10} {'ratio':>8} {'promise':>8} {'error':>8}")

    def row(self, name: str, ours: float, theirs: float, promise: float, error: float) -> None:
        ratio = theirs / ours
        self.kept &= ratio >= promise and error < 1e-6
        mark = "" if ratio >= promise else "  missed"
        print(f"{name:<58} {unit(ours):>10} {unit(theirs):>10} {ratio:8.1f} {promise:8.1f} {error:8.0e}{mark}")

    def limit(self, name: str, ours: float, most: float) -> None:
        self.kept &= ours <= most
        mark = "" if ours <= most else "  missed"
        print(f"{name:<58} {unit(ours):>10} {'':>10} {'':>8} {unit(most):>8}{mark}")


def unit(seconds: float) -> str:
    for scale, name in [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs")]:
        if seconds >= scale:
            return f"{seconds / scale:.3g} {name}"
    return f"{seconds * 1e9:.3g} ns"


def matrix(spring: Spring) -> np.ndarray:
    """The system x' = v, v' = −ω²(x − g) − 2ζω v."""
    return np.array([[0.0, 1.0], [-spring.stiffness, -spring.damping]])


def batch(report: Report, count: int, single: bool) -> None:
    rng = np.random.default_rng(1)
    dtype = np.float32 if single else np.float64
    frequency, ratio = rng.uniform(1, 40, count).astype(dtype), rng.uniform(0, 3, count).astype(dtype)
    x, v = rng.normal(size=(2, count)).astype(dtype)
    dt = dtype(1 / 60)
    result = []

    def theirs() -> None:
        systems = np.zeros((count, 2, 2), dtype)
        systems[:, 0, 1] = 1.0
        systems[:, 1, 0] = -(frequency**2)
        systems[:, 1, 1] = -2 * ratio * frequency
        step = scipy.linalg.expm(systems * dt)
        state = np.einsum("nij,nj->ni", step, np.stack([x - 1, v], axis=1))
        result[:] = [state[:, 0] + 1, state[:, 1]]

    def ours() -> tuple[np.ndarray, np.ndarray]:
        return sprung.springs(frequency, ratio, dt, x, v, 1.0)

    mine, other = best(ours, theirs, repeat=1)
    error = 0.0 if single else float(np.max(np.abs(ours()[0] - result[0])))
    name = f"{count} different springs, one step, {np.dtype(dtype).name}: expm"
    report.row(name, mine, other, 20.0, error)


def ode(report: Report) -> None:
    """Different springs until 1 s, each to a tolerance of 1e-10."""
    rng = np.random.default_rng(2)
    frequency, ratio = rng.uniform(1, 20, 50), rng.uniform(0, 2, 50)
    result = np.zeros(50)

    def theirs() -> None:
        for at, (w, z) in enumerate(zip(frequency, ratio)):
            slope = lambda s, _, w=w, z=z: (s[1], -w * w * (s[0] - 1) - 2 * z * w * s[1])
            result[at] = scipy.integrate.odeint(slope, [0.0, 0.0], [0.0, 1.0], rtol=1e-10, atol=1e-10, mxstep=10_000)[-1, 0]

    ours = lambda: sprung.springs(frequency, ratio, 1.0, 0.0, 0.0, 1.0)
    mine, other = best(ours, theirs)
    report.row("50 different springs after 1 s: odeint", mine, other, 20.0, float(np.max(np.abs(ours()[0] - result))))


def one_step(report: Report) -> None:
    spring = Spring(9.0, 0.3)
    system = matrix(spring)
    ours = lambda: spring.step(1 / 60).apply(0.5, -2.0, 0.0)
    theirs = lambda: scipy.linalg.expm(system / 60) @ (0.5, -2.0)
    mine, other = best(ours, theirs, repeat=200)
    report.row("one spring, one step: expm", mine, other, 1.0, abs(ours()[0] - theirs()[0]))
    step = spring.step(1 / 60)
    applied = best(lambda: step.apply(0.5, -2.0, 0.0), repeat=20_000)[0]
    report.limit("a call: step.apply of numbers", applied, 0.5e-6)
    report.limit("a call: spring.step", best(lambda: spring.step(1 / 60), repeat=20_000)[0], 0.5e-6)


def response(report: Report) -> None:
    spring = Spring(9.0, 0.3)
    times = np.linspace(0, 3, 1000)
    system = scipy.signal.StateSpace(matrix(spring), np.zeros((2, 1)), [[1.0, 0.0]], [[0.0]])
    motion = spring.free_response(1.0, 0.0, 0.0)
    ours = lambda: motion.at(times)[0]
    lsim = lambda: scipy.signal.lsim(system, np.zeros(1000), times, [1.0, 0.0])[1]
    slope = lambda s, _: (s[1], -81.0 * s[0] - 5.4 * s[1])
    odeint = lambda: scipy.integrate.odeint(slope, [1.0, 0.0], times, rtol=1e-10, atol=1e-10)[:, 0]
    mine, other, third = best(ours, lsim, odeint)
    report.row("one spring at 1000 times: lsim", mine, other, 1.0, float(np.max(np.abs(ours() - lsim()))))
    report.row("one spring at 1000 times: odeint", mine, third, 1.0, float(np.max(np.abs(ours() - odeint()))))


def series(report: Report, count: int, single: bool = False) -> None:
    """One series through one spring: the same discretization, exact for straight lines, as a filter of SciPy."""
    spring, dt = Spring(9.0, 0.7), 0.01
    values = np.random.default_rng(3).normal(size=count).astype(np.float32 if single else np.float64)
    force, output = np.array([[0.0], [spring.stiffness]]), np.array([[1.0, 0.0]])
    system = (matrix(spring), force, output, np.zeros((1, 1)))
    a, b, c, d, _ = scipy.signal.cont2discrete(system, dt, method="foh")
    numerator, denominator = scipy.signal.ss2tf(a, b, c, d)
    numerator = numerator[0].astype(values.dtype)
    denominator = denominator.astype(values.dtype)
    # Starts at rest on the first value, as ours.
    start = scipy.signal.lfilter_zi(numerator, denominator).astype(values.dtype)
    ours = lambda: sprung.smooth(spring, dt, values)
    theirs = lambda: scipy.signal.lfilter(numerator, denominator, values, zi=start * values[0])[0]
    mine, other = best(ours, theirs)
    error = 0.0 if single else float(np.max(np.abs(ours() - theirs())))
    report.row(f"one series of {count} {values.dtype.name} through one spring: lfilter", mine, other, 1.0, error)
    if not single:
        ours = lambda: sprung.smooth_zero_phase(spring, dt, values)
        theirs = lambda: scipy.signal.filtfilt(numerator, denominator, values)
        mine, other = best(ours, theirs)
        middle = slice(count // 3, -count // 3)
        error = float(np.max(np.abs(ours() - theirs())[middle]))
        report.row(f"one series of {count} both ways: filtfilt", mine, other, 1.0, error)


def main() -> int:
    print(f"sprung {sprung.__version__}, SciPy {scipy.__version__}, NumPy {np.__version__}")
    report = Report()
    for count in (1000, 10_000):
        batch(report, count, single=False)
    batch(report, 10_000, single=True)
    ode(report)
    one_step(report)
    response(report)
    for count in (1000, 100_000, 1_000_000):
        series(report, count)
    series(report, 1_000_000, single=True)
    return 0 if report.kept else 1


if __name__ == "__main__":
    sys.exit(main())
