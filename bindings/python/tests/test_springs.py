"""Springs, dampers, conventions, fits, resonances, timelines and networks: results that are known, and errors."""

from __future__ import annotations

import copy
import math
import pickle
from typing import Any

import numpy as np
import pytest

import sprung
from sprung import Damper, Filter, Network, ResonanceFinder, Solver, Spring, SpringFitter
from sprung import Timeline, TimelineKey

NAN, INF = math.nan, math.inf


@pytest.mark.parametrize(
    "build, reads",
    [
        (lambda: Spring(6.0, 0.5), {"angular_frequency": 6.0, "damping_ratio": 0.5}),
        (lambda: Spring.critical(6.0), {"damping_ratio": 1.0}),
        (lambda: Spring.from_frequency(2.0, 0.5), {"frequency": 2.0}),
        (lambda: Spring.from_halflife(0.2, 0.5), {"halflife": 0.2}),
        (lambda: Spring.from_lag(0.3, 1.0), {"lag": 0.3}),
        (lambda: Spring.from_duration_and_bounce(0.5, 0.2), {"duration": 0.5, "bounce": 0.2}),
        (lambda: Spring.from_stiffness_and_damping(170.0, 26.0), {"stiffness": 170.0, "damping": 26.0}),
        (lambda: Spring.from_mass_stiffness_and_damping(2.0, 340.0, 52.0), {"stiffness": 170.0}),
        (lambda: Spring.from_settling_time_and_overshoot(0.4, 0.05), {"overshoot": 0.05}),
        (lambda: Spring.from_peak_time_and_overshoot(0.3, 0.1), {"peak_time": 0.3, "overshoot": 0.1}),
        (lambda: Spring.from_rise_time(0.3, 1.0), {"rise_time": 0.3}),
        (lambda: Spring.from_bandwidth(5.0, 1.0), {"bandwidth": 5.0}),
    ],
)
def test_constructors_read_back(build: Any, reads: dict[str, float]) -> None:
    spring = build()
    for name, value in reads.items():
        assert getattr(spring, name) == pytest.approx(value, rel=1e-12)
    for other in (pickle.loads(pickle.dumps(spring)), copy.deepcopy(spring), Spring.parse(str(spring))):
        assert other == spring and hash(other) == hash(spring)
    assert eval(repr(spring), {"Spring": Spring.parse}) == spring


def test_other_constructors_keep_their_promise() -> None:
    assert Spring.from_settling_time(0.5, 0.5).settling_time() == pytest.approx(0.5)
    limited = Spring.from_max_acceleration(10.0, 2.0, 0.7)
    assert limited.free_response(2.0, 0.0, 0.0).max_acceleration()[1] == pytest.approx(10.0)
    limited = Spring.from_max_speed(3.0, 2.0, 0.7)
    assert limited.free_response(2.0, 0.0, 0.0).max_speed()[1] == pytest.approx(3.0)
    assert Spring.fit_step_response((0.1, 0.5), (0.3, 0.9)).crossing_time(0.5) == pytest.approx(0.1)
    regimes = [Spring(1.0, ratio).regime for ratio in (0.0, 0.5, 1.0, 2.0)]
    assert regimes == ["undamped", "under_damped", "critical", "over_damped"]
    assert Spring.from_stiffness_and_damping(0.0, 3.0).regime == "no_stiffness"


@pytest.mark.parametrize(
    "call, field",
    [
        (lambda bad: Spring(bad, 1.0), "angular_frequency"),
        (lambda bad: Spring(1.0, bad), "damping_ratio"),
        (lambda bad: Spring.from_halflife(bad, 1.0), "halflife"),
        (lambda bad: Spring.from_mass_stiffness_and_damping(1.0, bad, 1.0), "stiffness"),
        (lambda bad: Damper.from_rate(bad), "rate"),
        (lambda bad: Damper.from_halflife(bad), "halflife"),
    ],
)
@pytest.mark.parametrize("bad", [-0.2, NAN, -INF])
def test_bad_parameters_name_field_value_and_rule(call: Any, field: str, bad: float) -> None:
    with pytest.raises(sprung.ParameterError) as caught:
        call(bad)
    error = caught.value
    assert error.field == field and error.rule and (error.value == bad or math.isnan(bad))
    assert str(error).startswith(f"{field} must be {error.rule}, got ")
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.field) == (str(error), field)


def test_wrong_types_are_type_errors() -> None:
    for call in [
        lambda: Spring("6", 1.0),  # type: ignore[arg-type]
        lambda: Spring(1.0),  # type: ignore[call-arg]
        lambda: Spring(None, 1.0),  # type: ignore[arg-type]
        lambda: Spring.parse(6.0),  # type: ignore[arg-type]
        lambda: sprung.smooth(6.0, 0.1, [1.0]),  # type: ignore[arg-type]
        lambda: Filter.damper(Spring(1.0, 1.0)),  # type: ignore[arg-type]
        lambda: Spring(1.0, 1.0).step("x"),  # type: ignore[arg-type]
    ]:
        with pytest.raises(TypeError):
            call()
    with pytest.raises(AttributeError):
        Spring(1.0, 1.0).damping_ratio = 3.0  # type: ignore[misc]


def test_texts_say_what_is_wrong() -> None:
    assert Spring.parse("react-spring:tension=170,friction=26").stiffness == pytest.approx(170.0)
    assert Damper.parse("damper:halflife=0.2").halflife == 0.2
    for text, message in [("frequncy=2", "did you mean"), ("", "empty"), ("halflife=-1", ">= 0")]:
        with pytest.raises(sprung.SpecError, match=message):
            Spring.parse(text)
    with pytest.raises(sprung.SpecError):
        sprung.smooth("halflife=x", 0.1, [1.0])


def test_conversions_tell_what_is_lost() -> None:
    assert len(sprung.conventions()) >= 14
    same = sprung.convert("frequency=2,damping_ratio=0.5", "react-spring")
    assert same.is_exact and same.note is None and {"tension", "friction"} <= set(same.values)
    assert same.spring is not None and same.spring.frequency == pytest.approx(2.0)
    lost = sprung.convert("frequency=2,damping_ratio=0.5", "unity")
    assert not lost.is_exact and lost.residual > 0.01 and lost.note
    with pytest.raises(KeyError, match="react-spring"):
        sprung.convert("halflife=1", "nothing")
    text, duration = sprung.css_linear("duration=0.5,bounce=0.3")
    assert text.startswith("linear(") and duration > 0.5


def test_the_motion_obeys_its_differential_equation() -> None:
    # Central differences of the closed form, in every regime.
    for ratio in (0.0, 0.3, 1.0, 2.5):
        spring = Spring(5.0, ratio)
        motion = spring.free_response(1.0, -3.0, 0.25)
        times = np.linspace(0.1, 3.0, 50)
        h = 1e-4
        x = motion.at(times)[0]
        v = (motion.at(times + h)[0] - motion.at(times - h)[0]) / (2 * h)
        a = (motion.at(times + h)[1] - motion.at(times - h)[1]) / (2 * h)
        assert np.allclose(v, motion.at(times)[1], atol=1e-6)
        assert np.allclose(a, motion.acceleration(times), atol=1e-5)
        assert np.allclose(a + 2 * ratio * 5.0 * v + 25.0 * x, 0.0, atol=1e-4)


def test_frame_rates_change_nothing() -> None:
    spring = Spring.from_halflife(0.2, 0.6)
    ends = []
    for frames in (24, 60, 1000):
        x = v = 0.0
        for _ in range(frames):
            x, v = spring.step(1 / frames).apply(x, v, 90.0)
        ends.append(x)
    assert max(ends) - min(ends) < 1e-10


def test_a_fit_finds_the_spring_and_tells_when_there_is_none(random: np.random.Generator) -> None:
    times = np.arange(300) / 100
    motion = Spring(9.0, 0.3).free_response(0.0, 0.0, 5.0).at(times)[0] + 5.0
    fit = SpringFitter("from_rest").run(times, motion + random.normal(0.0, 0.01, 300))
    error = abs(fit.angular_frequency.value - 9.0) / fit.angular_frequency.standard_error
    assert fit.is_explained and error < 4.0 and fit.spring.damping_ratio == pytest.approx(0.3, abs=0.01)
    assert np.allclose(fit.state_at(times)[0], motion, atol=0.02)
    line = SpringFitter().run(times, 3.0 * times)
    assert not line.is_explained and line.explanation.startswith("polynomial of degree")
    with pytest.raises(sprung.ParameterError, match="at least 8"):
        SpringFitter().run(times[:5], motion[:5])
    with pytest.raises(ValueError, match="release must be"):
        SpringFitter("sideways")


def test_resonances_are_found_at_even_and_uneven_times() -> None:
    times = np.arange(1000) + 0.4 * (np.arange(1000) % 3)
    found = ResonanceFinder().run(5.0 * np.sin(2.0 * times), times)
    assert found[0].frequency * 2 * np.pi == pytest.approx(2.0, rel=1e-7)
    assert found[0].period == pytest.approx(np.pi)
    assert sprung.resonant_frequency(sprung.spring_resonant_at(3.0, 0.2)) == pytest.approx(3.0)
    assert sprung.resonant_frequency("frequency=1,damping_ratio=0.9") is None
    with pytest.raises(sprung.ParameterError):
        ResonanceFinder().run([1.0] * 5, 0.1)
    with pytest.raises(ValueError, match="threads"):
        ResonanceFinder(threads=0)
    assert np.allclose(sprung.unwrap_phase([350.0, 359.0, 1.0, np.nan, 20.0], 360.0), [350, 359, 361, np.nan, 380], equal_nan=True)


def test_timelines_of_numbers_and_points() -> None:
    key = TimelineKey(0.0, position=0.0, goal=1.0, spring="halflife=0.2")
    timeline = Timeline([key, key.key_at(0.2).with_goal(0.0)])
    assert timeline.state_at(0.2)[0] == pytest.approx(0.5)
    assert timeline.key_before(0.1).goal == 1.0 and timeline.key_before(9.0).goal == 0.0
    times = np.linspace(-1.0, 2.0, 7).reshape(7, 1)
    assert timeline.state_at(times)[0].shape == (7, 1)
    points = TimelineKey(0.0, position=np.zeros(3), goal=[1.0, 2.0, 3.0], spring=Spring(9.0, 1.0), velocity=1.0)
    assert Timeline([points]).state_at(times)[0].shape == (7, 1, 3)
    assert np.array_equal(points.velocity, [1.0, 1.0, 1.0])
    assert key.time_of_progress(0.5) == pytest.approx(0.2)
    with pytest.raises(sprung.ParameterError, match="at least 1"):
        Timeline([])
    with pytest.raises(sprung.ParameterError, match="time"):
        Timeline([key.key_at(1.0), key])
    for bad in (lambda: Timeline([key, points]), lambda: points.with_goal([1.0]), lambda: key.with_goal([1.0])):
        with pytest.raises(ValueError):
            bad()


def test_networks_hang_tear_and_refuse() -> None:
    rope = Network.rope([0, 0, 0], [2, 0, 0], links=20, mass=1.0)
    rope.fix([0])
    solver = Solver(rope)
    solver.set_colliders([sprung.Collider.plane([0, -1, 0], [0, 1, 0], friction=0.5)])
    solver.step(1 / 60, count=300)
    positions = solver.positions()
    assert positions.shape == (21, 3) and positions.dtype == np.float32 and positions[:, 1].min() > -1.01
    assert solver.stretch()[0] < 0.01 and not solver.is_torn(0) and len(solver) == 21
    solver.set_kinematic_target(0, [0.0, 0.1, 0.0])
    solver.step(1 / 60)
    assert solver.positions()[0, 1] == np.float32(0.1)
    for call, error in [
        (lambda: solver.set_kinematic_target(5, [0, 0, 0]), ValueError),
        (lambda: solver.apply_impulse(21, [0, 0, 0]), IndexError),
        (lambda: solver.is_torn(20), IndexError),
        (lambda: rope.fix([99]), IndexError),
        (lambda: rope.connect(0, 21), IndexError),
        (lambda: Solver(rope, substeps=0), sprung.NetworkError),
        (lambda: Solver(rope, gravity=[0, NAN, 0]), sprung.NetworkError),
        (lambda: Solver.within_stretch(rope, 0.0), sprung.NetworkError),
        (lambda: rope.scale_masses(1.5), sprung.NetworkError),
        (lambda: Network.cloth(1, 5, 0.1, 1.0), sprung.NetworkError),
        (lambda: solver.set_colliders([sprung.Collider.sphere([0, 0, 0], -1.0)]), sprung.NetworkError),
        (lambda: rope.add_edge(0, 1, 1.0, mode="both"), ValueError),
        (lambda: Network.volume_lattice(np.zeros((3, 2)), np.zeros((4, 3)), 0.1, 1.0), ValueError),
    ]:
        with pytest.raises(error):
            call()
    sheet = Network.cloth(24, 24, 0.1, 1.0)
    sheet.fix([0, 23])
    accurate = Solver.within_stretch(sheet, 0.02, drag=0.5)
    accurate.step(1 / 60, count=600)
    assert accurate.stretch()[0] < 0.02 and 2 <= accurate.substeps < 128
    net = Network()
    a, b = net.add_particle([0, 0, 0], INF), net.add_particle([0, -1, 0], 1.0)
    net.add_edge(a, b, 1.0, stiffness="frequency=3,damping_ratio=1", tear_strain=0.01)
    solver = Solver(net)
    solver.step(1 / 60, count=60)
    assert solver.is_torn(0) and len(solver.network().edges()) == 0
    assert net.append(net) == 2 and len(net) == 4


def test_a_network_names_what_overflows_and_the_others_go_on() -> None:
    net = Network.rope([0, 0, 0], [1, 0, 0], links=4, mass=1.0)
    # The heaviest particles that there may be, at one place, with edges of 1e15 m.
    heavy = [net.add_particle([5, 0, 0], 1e30) for _ in range(3)]
    for a, b in [(0, 1), (1, 2), (0, 2)]:
        net.add_edge(heavy[a], heavy[b], 1e15)
    solver = Solver(net)
    assert solver.quarantined().shape == (0,) and solver.quarantined().dtype == np.int64
    solver.step(1 / 60)
    assert solver.quarantined().tolist() == heavy
    positions = solver.positions()
    assert (positions[heavy] == [5, 0, 0]).all() and positions[:5, 1].max() < 0
    assert np.isfinite(positions).all() and np.isfinite(solver.velocities()).all()
