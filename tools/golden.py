"""Writes the golden data that the tests compare every spring with: testkit/golden/*.csv.

Each number comes from the differential equation itself, written as a linear system y' = A y with
goals and integrals as extra components, and its matrix exponential at 60 digits or more
(mpmath.expm). No closed form of a spring enters the data. Every exponential is computed at two
precisions that must agree to 45 digits, and the steps are compared with the textbook formula
as a check of this program.

    python golden.py           write the files
    python golden.py --check   compare with the files on disk, exit code 1 if they differ
"""

import math
import random
import struct
import sys
from pathlib import Path

from mpmath import mp, mpf

GOLDEN = Path(__file__).resolve().parent.parent / "testkit" / "golden"
AGREEMENT = mpf(10) ** -45

# --- numbers in and out ---------------------------------------------------------------------


def f32(x):
    """The nearest number that single precision holds, so that f32 and f64 read the same input."""
    return struct.unpack("f", struct.pack("f", x))[0]


def text(x):
    """The double nearest to x (correctly rounded), in the fewest digits that read back to it."""
    if isinstance(x, mpf) and mp.isfinite(x):
        x = float(mp.nstr(x, 40))
    return repr(float(x)).removesuffix(".0")


# --- the linear systems, in units of the step: time 0..1, tau = omega dt ---------------------


def expm(rows):
    """exp of a matrix, to 45 digits of its largest element or better."""

    def at(digits):
        with mp.workdps(digits):
            return mp.expm(mp.matrix(rows))

    norm = max(abs(x) for row in rows for x in row)
    digits = 60 + 2 * max(0, int(mp.log10(norm + 1)))
    result, check = at(digits), at(digits + 30)
    size = max(abs(x) for x in check)
    assert max(abs(x) for x in result - check) <= AGREEMENT * size, "precision is too low"
    return check


def exact(*inputs):
    return [mpf(x) for x in inputs]


def spring_step(w, z, t):
    """The step matrix: x' = v, v' = -w^2 x - 2 z w v. Also what it adds to the identity."""
    w, z, t = exact(w, z, t)
    tau = w * t
    m = expm([[0, 1], [-tau * tau, -2 * z * tau]])
    xx, xv, vx, vv = m[0, 0], m[0, 1] * t, m[1, 0] / t, m[1, 1]
    textbook = zip((xx, xv, vx, vv), textbook_step(w, z, t), (1, t, 1 / t, 1))
    assert all(abs(got - want) <= scale * mpf(10) ** -30 for got, want, scale in textbook)
    return xx, xv, vx, vv, xx - 1, vv - 1


def textbook_step(w, z, t):
    """The usual three formulas, at a precision that forgives their cancellation."""
    with mp.workdps(120):
        a, q = z * w, w * w * (1 - z * z)
        if q > 0:
            c, s = mp.cos(mp.sqrt(q) * t), mp.sin(mp.sqrt(q) * t) / mp.sqrt(q)
        elif q < 0:
            c, s = mp.cosh(mp.sqrt(-q) * t), mp.sinh(mp.sqrt(-q) * t) / mp.sqrt(-q)
        else:
            c, s = mpf(1), t
        e = mp.exp(-a * t)
        return e * (c + a * s), e * s, -e * w * w * s, e * (c - a * s)


def step_derivatives(w, z, t):
    """The derivatives of the step matrix by omega and by zeta.

    The upper right block of exp([[M, dM], [0, M]]) is the derivative of exp(M) in the direction dM.
    """
    w, z, t = exact(w, z, t)
    tau = w * t
    k, c = tau * tau, 2 * z * tau
    for by_k, by_c in ((2 * tau * t, 2 * z * t), (0, 2 * tau)):
        m = expm([[0, 1, 0, 0], [-k, -c, -by_k, -by_c], [0, 0, 0, 1], [0, 0, -k, -c]])
        yield from (m[0, 2], m[0, 3] * t, m[1, 2] / t, m[1, 3])


def spring_integral(w, z, t):
    """Integral of the position over the step, per initial position and per initial velocity."""
    w, z, t = exact(w, z, t)
    tau = w * t
    m = expm([[0, 1, 0], [0, 0, 1], [0, -tau * tau, -2 * z * tau]])
    return m[0, 1] * t, m[0, 2] * t * t


def moving_goal(w, z, t):
    """A spring at rest at 0 while the goal leaves 0 with speed 1: position, velocity after t.

    follow: damped relative to the world. track: relative to the goal. goal_velocity: the goal
    stays at 0 and only the damper knows the speed 1 (Holden), v' = -w^2 x + 2 z w (1 - v).
    """
    w, z, t = exact(w, z, t)
    tau = w * t
    k, c = tau * tau, 2 * z * tau
    # components: position, velocity, goal, speed of the goal
    follow = expm([[0, 1, 0, 0], [-k, -c, k, 0], [0, 0, 0, 1], [0, 0, 0, 0]])
    track = expm([[0, 1, 0, 0], [-k, -c, k, c], [0, 0, 0, 1], [0, 0, 0, 0]])
    holden = expm([[0, 1, 0], [-k, -c, c], [0, 0, 0]])
    return (
        follow[0, 3] * t, follow[1, 3],
        track[0, 3] * t, track[1, 3],
        holden[0, 2] * t, holden[1, 2],
    )  # fmt: skip


def drag(d, t):
    """A spring without stiffness: v' = -d v. Distance per initial velocity, velocity kept."""
    d, t = exact(d, t)
    m = expm([[0, 1], [0, -d * t]])
    return m[0, 1] * t, m[1, 1], m[1, 1] - 1


def damper(rate, t):
    """x' = rate (g - x): what is left, what is covered, position behind a goal of speed 1."""
    rate, t = exact(rate, t)
    r = rate * t
    m = expm([[-r, r, 0], [0, 0, 1], [0, 0, 0]])  # components: x, goal, speed of the goal
    return m[0, 0], m[0, 1], m[0, 2] * t


def fraction(w, z, t):
    """C_s and C_d of a semi-implicit Euler step with the eigenvalues of the exact step.

    v += -C_s x/h - C_d v; x += h v has trace 2 - C_s - C_d and determinant 1 - C_d.
    """
    w, z, t = exact(w, z, t)
    tau = w * t
    m = expm([[0, 1], [-tau * tau, -2 * z * tau]])
    determinant = m[0, 0] * m[1, 1] - m[0, 1] * m[1, 0]
    return 1 + determinant - m[0, 0] - m[1, 1], 1 - determinant


# --- answers about a spring with omega = 1 that starts at rest at distance 1 -----------------

SETTLE = {
    "settle_5_percent": "0.05",
    "settle_2_percent": "0.02",
    "settle_1_percent": "0.01",
    "settle_1_per_mille": "0.001",
    "settle_1_ppm": "0.000001",
}


def position(z, t):
    return textbook_step(mpf(1), z, t)[0]


def root(f, low, high):
    """Bisection, then the secant rule, so that a bracket always wins."""
    sign = mp.sign(f(low))
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if mp.sign(f(middle)) == sign else (low, middle)
    return mp.findroot(f, (low, high), solver="anderson", tol=mpf(10) ** -80)


def answers(z):
    """Half-life, first crossing, peak time, overshoot, lag, and the last time outside each band."""
    with mp.workdps(60):
        z = mpf(z)
        under = z < 1
        wd = mp.sqrt((1 - z) * (1 + z)) if under else None
        far = 200 * max(z, 1)
        peak = mp.pi / wd if under else mp.inf
        overshoot = -position(z, peak) if under else mpf(0)
        half = root(lambda t: position(z, t) - mpf("0.5"), mpf(0), peak if under else far)
        crossing = root(lambda t: position(z, t), mpf(0), peak) if under else mp.inf
        settled = (settle(z, wd, mpf(band), far) for band in SETTLE.values())
        return half, crossing, peak, overshoot, 2 * z, *settled


def settle(z, wd, band, far):
    if z == 0:
        return mp.inf
    if wd is None:
        return root(lambda t: position(z, t) - band, mpf(0), far)
    # Extremes of the position lie at k pi / wd and shrink by one factor: find the last outside.
    shrink = abs(position(z, mp.pi / wd))
    k = int(mp.floor(mp.log(band) / mp.log(shrink)))
    start, end = k * mp.pi / wd, (k + 1) * mp.pi / wd
    assert abs(position(z, start)) >= band > abs(position(z, end))
    return root(lambda t: abs(position(z, t)) - band, start, crossing_after(z, start, wd))


def crossing_after(z, start, wd):
    """The zero of the position in the half period after an extreme."""
    return root(lambda t: position(z, t), start, start + mp.pi / wd)


# --- inputs ---------------------------------------------------------------------------------

RATIOS = [0, 1e-30, 1e-9, 1e-4, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99]
RATIOS += [1, 1.01, 1.1, 1.5, 2, 3, 5, 10, 30, 100, 300, 1e3, 3e3, 1e4]
PHASES = [1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.05, 0.1, 0.3, 0.7, 1, 1.7, 2.5, math.pi, 5, 8, 12, 20, 30]
FEW_PHASES = [1e-6, 1e-3, 0.1, 0.5, 1, 2, 3, 7, 30]


def log_uniform(rng, low, high):
    # Not math.exp: its last digit differs between machines.
    return float(low * (mpf(high) / mpf(low)) ** mpf(rng.random()))


def with_phase(rng, phase, single):
    """A random angular frequency and the step that makes the phase, in one precision."""
    w = log_uniform(rng, 0.01, 300)
    w = f32(w) if single else w
    t = phase / w
    t = f32(t) if single else t
    while w * t > 30:
        t = f32(t * (1 - 2e-7)) if single else math.nextafter(t, 0)
    return w, t


def spring_inputs(rng, grid, sweep, single, double):
    """(angular frequency, damping ratio, dt): a grid, ratios through 1, and random springs."""
    ratios, phases = grid
    for z in ratios:
        for phase in phases:
            w, t = with_phase(rng, phase, True)
            yield w, f32(z), t
    for exponent in range(3, 16):
        for side in (-1, 1):
            z = 1 + side * 10.0**-exponent
            for phase in sweep:
                w, t = with_phase(rng, phase, True)
                yield w, z, t
                if exponent <= 7:
                    yield w, f32(z), t
    for i in range(single + double):
        z = (
            rng.uniform(0, 1),
            log_uniform(rng, 1e-6, 1),
            rng.uniform(0.9, 1.1),
            log_uniform(rng, 1, 1e4),
        )[i % 4]
        phase = log_uniform(rng, 1e-6, 30) if i % 3 else rng.uniform(0, 30)
        w, t = with_phase(rng, phase, i < single)
        yield w, f32(z) if i < single else z, t


def rate_inputs(rng):
    """(rate or damping, dt) with rate times dt from 1e-6 to 100."""
    for phase in PHASES + [0, 50, 100]:
        for single in (True, False):
            for _ in range(3):
                w, t = with_phase(rng, min(phase, 30), single)
                yield (w if phase <= 30 else f32(w * phase / 30)), t


FEW_RATIOS = [0, 1e-9, 0.01, 0.2, 0.5, 0.9, 1, 1.1, 2, 10, 100, 1e3, 1e4]
ANSWER_RATIOS = [0, 0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.45, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8]
ANSWER_RATIOS += [0.85, 0.9, 0.95, 0.97, 0.99, 0.999, 0.9999, 1 - 1e-7, 1 - 1e-12, 1, 1 + 1e-12]
ANSWER_RATIOS += [1 + 1e-7, 1.0001, 1.001, 1.01, 1.05, 1.1, 1.2, 1.5, 2, 3, 5, 10, 30, 100, 1e3, 1e4]


def tables():
    """file name, header of the inputs, header of the outputs, function, inputs"""
    spring = "angular_frequency,damping_ratio,dt"
    few = (FEW_RATIOS, FEW_PHASES)
    yield (
        "spring_step.csv", spring, "xx,xv,vx,vv,xx_minus_one,vv_minus_one", spring_step,
        spring_inputs(random.Random(1), (RATIOS, PHASES), FEW_PHASES, 500, 400),
    )  # fmt: skip
    yield (
        "spring_integral.csv", spring, "integral_xx,integral_xv", spring_integral,
        spring_inputs(random.Random(2), few, [1e-3, 0.5, 3], 150, 100),
    )  # fmt: skip
    yield (
        "moving_goal.csv", spring,
        "follow_position,follow_velocity,track_position,track_velocity,"
        "goal_velocity_position,goal_velocity_velocity",
        moving_goal, spring_inputs(random.Random(3), few, [1e-3, 0.5, 3], 150, 100),
    )  # fmt: skip
    yield (
        "fraction.csv", spring, "stiffness_fraction,damping_fraction", fraction,
        spring_inputs(random.Random(4), few, [1e-3, 0.5, 3], 150, 100),
    )  # fmt: skip
    yield (
        "step_derivatives.csv", spring,
        "xx_by_frequency,xv_by_frequency,vx_by_frequency,vv_by_frequency,"
        "xx_by_ratio,xv_by_ratio,vx_by_ratio,vv_by_ratio",
        step_derivatives, spring_inputs(random.Random(7), few, [1e-3, 0.5, 3], 150, 100),
    )  # fmt: skip
    yield (
        "drag.csv", "damping,dt", "xv,vv,vv_minus_one", drag, rate_inputs(random.Random(5)),
    )  # fmt: skip
    yield (
        "damper.csv", "rate,dt", "remaining,covered,ramp", damper, rate_inputs(random.Random(6)),
    )  # fmt: skip
    yield (
        "answers.csv", "damping_ratio",
        "half_life,crossing,peak_time,overshoot,lag," + ",".join(SETTLE),
        answers, [(z,) for z in ANSWER_RATIOS],
    )  # fmt: skip


def main():
    check = "--check" in sys.argv[1:]
    differs = False
    for name, inputs_header, outputs_header, function, inputs in tables():
        lines = [f"{inputs_header},{outputs_header}"]
        for row in inputs:
            with mp.workdps(60):
                lines.append(",".join(text(x) for x in (*row, *function(*row))))
        content = "\n".join(lines) + "\n"
        path = GOLDEN / name
        same = path.exists() and path.read_text() == content
        if check:
            differs |= not same
        else:
            path.write_text(content)
        state = "same" if same else "different"
        print(f"{name}: {len(lines) - 1} rows, {len(content) // 1024} KiB, {state}")
    sys.exit(1 if check and differs else 0)


if __name__ == "__main__":
    main()
