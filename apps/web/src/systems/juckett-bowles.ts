// Systems of Juckett's Damped Springs and of Bowles' Spring dynamics for production.

import { frames, halflife, omega, ratio } from "./holden.ts";
import type { System } from "./types.ts";

const position = { kind: "curves", x: "time, s", y: "position" } as const;

export const JUCKETT: System[] = [
  {
    id: "cached-motion-coefficients", title: "Cached motion coefficients", article: "juckett",
    point: "The four coefficients of one step against the damping ratio: smooth through the critical one, where the article changes its formula.",
    formula: ["(e,\\, v) \\leftarrow \\Phi(dt)\\,(e,\\, v)", "\\Phi \\text{ from } \\omega,\\, \\zeta \\text{ and } dt"],
    sliders: [omega(30), frames(15)],
    draw: { kind: "curves", x: "damping ratio ζ", y: "coefficient" }, curves: [{ label: "position from position", color: 0 }, { label: "position from velocity · ω", color: 1 }, { label: "velocity from position / ω", color: 2 }, { label: "velocity from velocity", color: 3 }], marks: [{ kind: "moment", label: "critical" }],
    rust: "let step = Spring::new({w}, zeta)?.step(1.0 / {frames});\nstep.matrix();", cli: "sprung inspect angular_frequency={w},damping_ratio=1 --rate {frames}", docs: "struct.SpringStep.html#method.matrix",
  },
  {
    id: "starting-velocity", title: "Damped springs with a starting velocity", article: "juckett",
    point: "Over-damped, critically damped and under-damped from the same place, thrown. Even a critical spring overshoots when it is thrown at its goal.",
    formula: ["x'' + 2\\zeta\\omega x' + \\omega^2x = 0", "x(0) = 1 \\quad x'(0) = v_0"],
    sliders: [omega(6), { key: "over", label: "Over-damped ζ", initial: 2, min: 1.01, max: 6, digits: 2 }, { key: "under", label: "Under-damped ζ", initial: 0.25, min: 0, max: 0.99, digits: 2 }, { key: "v", label: "Starting velocity", unit: "/s", initial: -14, min: -40, max: 40, digits: 1 }],
    draw: position, curves: [{ label: "over-damped", color: 2 }, { label: "critically damped", color: 1 }, { label: "under-damped", color: 0 }],
    rust: "let state = State::new(1.0, {v});\nSpring::new({w}, {under})?.step(t).apply(state, 0.0);", cli: "sprung simulate --spring angular_frequency={w},damping_ratio={under} --from 1 --velocity {v} --goal 0 --dt 1/60 --duration 2", docs: "analysis/struct.FreeResponse.html",
  },
  {
    id: "simple-harmonic-motion", title: "Simple harmonic motion", article: "juckett",
    point: "No damping: after a thousand frames the amplitude is what it was. The read-out is the energy gained over all of them.",
    formula: ["\\zeta = 0: \\quad x(t) = x_0\\cos\\omega t + \\frac{v_0}{\\omega}\\sin\\omega t"],
    sliders: [omega(6, 20), { key: "v", label: "Starting velocity", unit: "/s", initial: 3, min: -20, max: 20, digits: 1 }, frames(60)],
    draw: position, curves: [{ label: "exact", color: 0, thin: true }, { label: "frames", color: 1, dots: true }], marks: [{ kind: "read", label: "Energy gained" }],
    rust: "let step = Spring::new({w}, 0.0)?.step(1.0 / {frames});\nstate = step.apply(state, 0.0);", cli: "sprung simulate --spring angular_frequency={w},damping_ratio=0 --from 1 --velocity {v} --goal 0 --dt 1/{frames} --duration 16", docs: "struct.Spring.html",
  },
  {
    id: "third-person-camera", title: "Third-person camera", article: "juckett",
    point: "From above: a player who walks a square, and the camera behind, with springs on the look-at point, radius, yaw and pitch. At 4 s a wall shortens the radius at once.",
    formula: ["\\text{springs on look-at point, radius, yaw and pitch}", "\\text{yaw along the shorter arc}"],
    sliders: [halflife(0.2), { key: "speed", label: "Player's speed", unit: "m/s", initial: 4, min: 1, max: 10, digits: 1 }, { key: "wall", label: "Room at the wall", unit: "m", initial: 1.2, min: 0.3, max: 3, digits: 1 }],
    draw: { kind: "plane", x: "x, m", y: "ahead, m", moving: [0, 1], looks: true }, curves: [{ label: "player", color: 7, dashed: true }, { label: "camera", color: 0 }],
    rust: "let springs = CameraSprings { focus, angles, radius, lookahead: spring.lag() };\nrig.update(CameraGoal::new(player, orbit), &springs.step(dt));", cli: "sprung simulate --motion camera --spring halflife={halflife} --goals player.csv --dt 1/60", docs: "motion/struct.CameraRig.html",
  },
];

export const BOWLES: System[] = [
  {
    id: "explicit-euler-spring", title: "Explicit Euler spring", article: "bowles",
    point: "It adds energy in every step: below the read-out it diverges, above it overshoots too much.",
    formula: ["x \\leftarrow x + h\\,v", "v \\leftarrow v + h\\,(k_p(g - x) - k_dv)"],
    sliders: [omega(10), ratio(0.2), frames(20)],
    draw: { ...position, yRange: [-2, 4] }, curves: [{ label: "exact", color: 0 }, { label: "60 steps/s", color: 1 }, { label: "at the slider", color: 2 }], marks: [{ kind: "read", label: "Diverges below", unit: "steps/s" }],
    rust: "Method::Explicit.step(state, goal, 0.0, &spring, 1.0 / {frames});", cli: "sprung compare angular_frequency={w},damping_ratio={z} --dt 1/{frames}", docs: "integrate/enum.Method.html",
  },
  {
    id: "energy-over-time", title: "Energy over time", article: "bowles",
    point: "What each integrator does to the energy of the same spring. Only the exact one loses what the damper takes, no more and no less.",
    formula: ["E = \\frac{1}{2}v^2 + \\frac{1}{2}\\omega^2x^2 \\quad E' = -2\\zeta\\omega v^2"],
    sliders: [omega(10), { ...ratio(0.05), max: 1 }, frames(30)],
    draw: { kind: "curves", x: "time, s", y: "energy over the first", yRange: [0, 2] }, curves: [{ label: "exact", color: 0 }, { label: "explicit Euler", color: 1 }, { label: "semi-implicit Euler", color: 2 }, { label: "Runge–Kutta 4", color: 3 }, { label: "stable PD", color: 4 }, { label: "backward Euler", color: 5 }],
    rust: "spring.energy(state, goal);\nMethod::ALL.map(|method| method.step(state, goal, 0.0, &spring, 1.0 / {frames}));", cli: "sprung compare angular_frequency={w},damping_ratio={z} --dt 1/{frames}", docs: "struct.Spring.html#method.energy",
  },
  {
    id: "target-velocity", title: "Target velocity", article: "bowles",
    point: "A goal that moves: without its velocity the spring lags by 2ζ/ω, with it there is no lag.",
    formula: ["F = k_p(g-x) + k_d(g' - v)"],
    sliders: [omega(5, 30), ratio(1), { key: "speed", label: "Goal's angular speed", unit: "rad/s", initial: 1.2, min: 0.2, max: 6, digits: 1 }],
    draw: position, curves: [{ label: "goal", color: 7, dashed: true }, { label: "without its velocity", color: 1 }, { label: "with its velocity", color: 0 }], marks: [{ kind: "read", label: "Lag 2ζ/ω", unit: "s" }],
    rust: "spring.follow_step(dt).apply(state, before, after);\nspring.track_step(dt).apply(state, before, after);", cli: "sprung simulate --spring angular_frequency={w},damping_ratio={z} --goal-mode track --goals goals.csv --dt 1/60", docs: "struct.Spring.html#method.track_step",
  },
  {
    id: "undamped-angular-frequency-and-damping-ratio", title: "Undamped angular frequency and damping ratio", article: "bowles",
    point: "The frequency scales time, the damping ratio changes the shape: two numbers that can be tuned one after the other.",
    formula: ["k_p = \\omega^2 \\quad k_d = 2\\zeta\\omega"],
    sliders: [{ key: "f", label: "Frequency", unit: "Hz", initial: 1, min: 0.2, max: 6, log: true, digits: 2 }, ratio(0.7)],
    draw: position, curves: [{ label: "at the sliders", color: 0 }, { label: "2 Hz, ζ = 0.3", color: 1, thin: true }, { label: "1 Hz, ζ = 0.3", color: 2, thin: true }, { label: "1 Hz, ζ = 1.5", color: 3, thin: true }], marks: [{ kind: "read", label: "k_p" }, { kind: "read", label: "k_d" }],
    rust: "Spring::from_frequency({f}, {z})?;", cli: "sprung inspect frequency={f},damping_ratio={z}", docs: "struct.Spring.html#method.from_frequency",
  },
  {
    id: "implicit-update-stable-pd", title: "Implicit update (stable PD)", article: "bowles",
    point: "Stable at much longer steps than explicit Euler, but not at all: it diverges beyond ω²h² = 4 + 4ζωh.",
    formula: ["v \\leftarrow v + h\\,\\frac{\\omega^2(g - x - h v) + 2\\zeta\\omega(g' - v)}{1 + 2\\zeta\\omega h}"],
    sliders: [omega(20, 120), ratio(1.5), frames(12)],
    draw: { ...position, yRange: [-1, 3] }, curves: [{ label: "exact", color: 0 }, { label: "explicit", color: 1 }, { label: "stable PD", color: 2 }, { label: "backward Euler", color: 3, thin: true }], marks: [{ kind: "read", label: "Stable PD diverges below", unit: "steps/s" }],
    rust: "use sprung::integrate::stable_pd;\nMethod::StablePd.step(state, goal, 0.0, &spring, 1.0 / {frames});", cli: "sprung simulate --spring angular_frequency={w},damping_ratio={z} --method stable-pd --dt 1/{frames} --duration 1.5", docs: "integrate/fn.stable_pd.html",
  },
  {
    id: "implicit-against-explicit-under-damped", title: "Implicit against explicit, under-damped", article: "bowles",
    point: "Both miss the frequency and the damping: explicit Euler is too fast and hardly damped, stable PD too slow.",
    formula: ["\\text{decay per step, } a = \\omega h\\text{:}", "\\text{explicit } \\sqrt{1 - 2\\zeta a + a^2}", "\\text{stable PD } \\frac{1}{\\sqrt{1 + 2\\zeta a}}"],
    sliders: [omega(10), { ...ratio(0.3), max: 1 }, frames(20)],
    draw: { ...position, yRange: [-1, 3] }, curves: [{ label: "exact", color: 0 }, { label: "explicit", color: 1 }, { label: "stable PD", color: 2 }],
    rust: "Method::Explicit.step(state, goal, 0.0, &spring, h);\nMethod::StablePd.step(state, goal, 0.0, &spring, h);", cli: "sprung compare angular_frequency={w},damping_ratio={z} --dt 1/{frames}", docs: "integrate/enum.Method.html#method.stability_limit",
  },
  {
    id: "sub-stepping-three-ways", title: "Sub-stepping three ways", article: "bowles",
    point: "Uneven frames of 60 and 107 ms. The three lie on each other and on the exact motion: below, their distance from it, ten times enlarged.",
    formula: ["\\text{capped · uniform capped · fixed with interpolated read-out}"],
    sliders: [omega(9, 40), { ...ratio(0.25), max: 2 }, { key: "step", label: "Longest step", unit: "s", initial: 0.0167, min: 0.004, max: 0.05, log: true, digits: 4 }, { key: "limit", label: "Most steps per frame", initial: 16, min: 1, max: 32, digits: 0 }],
    draw: position, curves: [{ label: "exact", color: 7, thin: true }, { label: "capped", color: 0, dots: true }, { label: "uniform capped", color: 1, dots: true }, { label: "fixed, interpolated", color: 2, dots: true }, { label: "10 × error, capped", color: 0, dashed: true }, { label: "10 × error, uniform", color: 1, dashed: true }, { label: "10 × error, fixed", color: 2, dashed: true }],
    rust: "substep_capped(state, dt, {step}, {limit}, advance);\nsubstep_uniform(state, dt, {step}, {limit}, advance);\nFixedTimestep::keeping_debt(state, {step}, {limit})?.update(dt, advance);", docs: "integrate/fn.substep_capped.html",
  },
  {
    id: "explicit-implicit-and-closed-form", title: "Explicit, implicit and closed form", article: "bowles",
    point: "The error after one second over the length of the step. That of the exact step is rounding at every length; the others' lines end where they diverge.",
    formula: ["\\text{error after 1 s, as a share of the first offset}"],
    sliders: [omega(10, 40), ratio(0.5, 2)],
    draw: { kind: "curves", x: "step, s", y: "error", logX: true, logY: true }, curves: ["exact", "explicit", "semi-implicit", "RK4", "stable PD", "backward Euler"].map((label, color) => ({ label, color })),
    rust: "Method::ALL.map(|method| method.step(state, 1.0, 0.0, &spring, h));", cli: "sprung compare angular_frequency={w},damping_ratio={z} --dt 1/60", docs: "integrate/index.html",
  },
  {
    id: "springs-that-drive-a-rigid-body-by-velocity-change", title: "Springs that drive a rigid body by velocity change", article: "bowles",
    point: "A crate brought 1 m up and upright, twelve times slower than it is. The published update diverges at high frequencies; the pose spring does not, and a ton moves like a kilogram.",
    formula: ["\\Delta v \\text{ from the body's offset and velocity alone}", "\\text{published: stable while } 3a^2 < 4 + 4\\zeta a"],
    sliders: [{ key: "f", label: "Frequency", unit: "Hz", initial: 20, min: 1, max: 30, digits: 1 }, ratio(1, 2), { key: "mass", label: "Mass of the third", unit: "kg", initial: 1000, min: 1, max: 10000, log: true, digits: 0, inert: true }],
    draw: { kind: "bodies", bodies: [{ label: "as published", color: 1, shape: "box", size: 0.8, dx: -2.4 }, { label: "pose spring, 1 kg", color: 0, shape: "box", size: 0.8 }, { label: "pose spring, heavy", color: 2, shape: "box", size: 0.8, dx: 2.4 }], range: [-3.6, 3.6, -1, 2.6], target: [0, 1], slow: 12 },
    curves: [], marks: [{ kind: "read", label: "Phase a = ωh at 60 steps/s" }],
    rust: "let mut driver = PoseSpring::new(Spring::from_frequency({f}, {z})?, goal, Rotation::IDENTITY);\ndriver.prepare(&body, Discretization::Exact, dt);\ndriver.solve(&mut body);", cli: "sprung simulate --motion body --spring frequency={f},damping_ratio={z} --mass {mass} --dt 1/60 --duration 0.75", docs: "../sprung_body/struct.PoseSpring.html",
  },
];
