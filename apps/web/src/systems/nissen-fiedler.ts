// Systems of Nissen's stiffer damped springs and of Fiedler's Spring Physics.

import { frames, halflife, ratio } from "./holden.ts";
import { pairs } from "./table.ts";
import type { SliderSpec, System } from "./types.ts";

const cs = (initial: number): SliderSpec => ({ key: "cs", label: "Stiffness coefficient C_s", initial, min: 0, max: 1, digits: 3 });
const cd = (initial: number): SliderSpec => ({ key: "cd", label: "Damping coefficient C_d", initial, min: 0, max: 1, digits: 3 });
const frequency = (initial: number, max = 8): SliderSpec => ({ key: "f", label: "Frequency", unit: "Hz", initial, min: 0.2, max, log: true, digits: 2 });

export const NISSEN: System[] = [
  {
    id: "the-stiffest-stable-spring", title: "The stiffest stable spring", article: "nissen",
    point: "With both coefficients 1 it is on its goal after one step and at rest after two, for any mass and any time step.",
    formula: ["F = -\\frac{m}{h^2}x - \\frac{m}{h}v"],
    sliders: [cs(0.05), cd(0.1), { key: "v", label: "Starting velocity", unit: "/s", initial: -20, min: -60, max: 60, digits: 0 }],
    draw: { kind: "curves", x: "time, s", y: "offset" }, curves: [{ label: "C_s = C_d = 1", color: 0 }, { label: "at the sliders", color: 1 }], marks: [{ kind: "read", label: "As a spring, frequency", unit: "Hz" }, { kind: "read", label: "damping ratio" }],
    rust: "let soft = SoftCoefficients { c_s: {cs}, c_d: {cd} };\nsoft.to_spring(1.0 / 60.0)?;", cli: "sprung inspect nissen:c_s={cs},c_d={cd},dt=1/60", docs: "struct.SoftCoefficients.html",
  },
  {
    id: "stiffness-and-damping-as-fractions", title: "Stiffness and damping as fractions", article: "nissen",
    point: "The coefficients of a spring over its phase ω·h: as the phase grows, every damped spring approaches the stiffest one. The implicit pair is what stays stable in company.",
    formula: ["J = -(C_s\\frac{x}{h} + C_dv)\\,m \\quad 0 \\le C_s,\\, C_d \\le 1", "C_d = 1 - e^{-2ah} \\quad C_s = 1 + e^{-2ah} - 2e^{-ah}C(h)"],
    sliders: [{ ...ratio(1), min: 0.05 }, { key: "phase", label: "Phase ω·h", initial: 1, min: 0, max: 8, digits: 2 }],
    draw: { kind: "curves", x: "phase ω·h", y: "coefficient" }, curves: [{ label: "C_s, exact", color: 0 }, { label: "C_d, exact", color: 1 }, { label: "C_s, implicit", color: 0, dashed: true }, { label: "C_d, implicit", color: 1, dashed: true }], marks: [{ kind: "moment" }, { kind: "read", label: "C_s" }, { kind: "read", label: "C_d" }],
    rust: "SoftCoefficients::exact(&spring, h);\nSoftCoefficients::backward_euler(&spring, h);", cli: "sprung inspect angular_frequency={phase},damping_ratio={z} --dt 1", docs: "struct.SoftCoefficients.html#method.exact",
  },
  {
    id: "reduced-mass", title: "Reduced mass", article: "nissen",
    point: "Two free particles: with the reduced mass the stiffest spring has its length after one step, and the center of mass stays where it is.",
    formula: ["m = \\frac{1}{1/m_A + 1/m_B}"],
    sliders: [{ key: "mass", label: "Mass of the second", unit: "kg", initial: 4, min: 0.2, max: 50, log: true, digits: 1 }, cs(0.02), cd(0.08)],
    draw: { kind: "curves", x: "time, s", y: "position, m" }, curves: [{ label: "1 kg, C = 1", color: 0 }, { label: "second, C = 1", color: 1 }, { label: "1 kg, soft", color: 0, dashed: true }, { label: "second, soft", color: 1, dashed: true }, { label: "center of mass", color: 7, thin: true }], marks: [{ kind: "read", label: "Reduced mass", unit: "kg" }],
    rust: "let edge = Edge::new(a, b, 1.0).with_stiffness(Stiffness::per_step({cs}, {cd}));",
    cli: "sprung network pair --masses 1,{mass} --per-step {cs},{cd} --scheme jacobi --limit off --gravity 0 --drag 0 --substeps 1 --rate 60 --duration 0.7 -o pair.csv",
    docs: "../sprung_network/enum.Stiffness.html",
  },
  {
    id: "force-and-impulse-forms", title: "Force and impulse forms", article: "nissen",
    point: "The two forms of the article in single precision: they differ by rounding only.",
    formula: ["F = -(C_s\\frac{x}{h^2} + C_d\\frac{v}{h})\\,m", "J = -(C_s\\frac{x}{h} + C_dv)\\,m"],
    sliders: [cs(0.01), cd(0.02)],
    draw: { kind: "curves", x: "time, s", y: "m", logY: true }, curves: [{ label: "length error", color: 0 }, { label: "difference of the forms", color: 1 }],
    rust: "JacobiSolver::new(&net, environment, limit)?.with_formulation(Formulation::Force);",
    cli: "sprung network pair --masses 1,4 --per-step {cs},{cd} --scheme force --limit off --gravity 0 --drag 0 --substeps 1 --rate 60 --duration 5 -o pair.csv",
    docs: "../sprung_network/reference/enum.Formulation.html",
  },
  {
    id: "symplectic-euler-particles-and-springs", title: "Symplectic Euler particles and springs", article: "nissen",
    point: "With the new velocity an undamped spring stays on its ellipse, with the old one it spirals out.",
    formula: ["v' = v + \\sum\\frac{J}{m} \\quad x' = x + h\\,v'"],
    sliders: [cs(0.02), { key: "steps", label: "Steps", initial: 200, min: 10, max: 2000, log: true, digits: 0 }],
    draw: { kind: "plane", x: "position", y: "velocity·h/√C_s", range: [-3, 3, -2, 2], moving: [0, 1] }, curves: [{ label: "old velocity", color: 1, thin: true }, { label: "new velocity", color: 0 }, { label: "exact", color: 7, dashed: true }],
    rust: "velocity -= c_s * position / h;\nposition += h * velocity;",
    cli: "sprung simulate --spring stiffness={cs},damping=0 --method semi-implicit --from 1 --goal 0 --dt 1 --duration {steps}",
    docs: "../sprung_network/reference/index.html",
  },
  {
    id: "the-limit-1-n-1-for-n-springs-on-a-particle", title: "The limit 1/(n + 1) for n springs on a particle", article: "nissen",
    point: "A light hub with heavy arms is simulated with the coefficient at the slider: below 4/(3n) it comes to rest. The article's limit is safe; mass splitting allows far more where the hub is heavy.",
    formula: ["\\frac{1}{n+1} \\quad \\text{no overshoot } \\frac{1}{n} \\quad \\text{stable below } \\frac{4}{3n}"],
    sliders: [{ key: "n", label: "Arms n", initial: 8, min: 2, max: 26, digits: 0 }, { key: "c", label: "Coefficient", initial: 0.15, min: 0.01, max: 1, log: true, digits: 3 }],
    draw: { kind: "curves", x: "springs on a particle, n", y: "greatest C_s = C_d", logX: true, logY: true }, curves: [{ label: "article, 1/(n + 1)", color: 1 }, { label: "no overshoot, 1/n", color: 2 }, { label: "stable, 4/(3n)", color: 0 }, { label: "splitting, hub as heavy", color: 3, dashed: true }, { label: "splitting, hub 10 : 1", color: 4, dashed: true }, { label: "at the sliders", color: 7, dots: true }], marks: [{ kind: "read", label: "Comes to rest (1) or not (0)" }],
    rust: "CoefficientLimit::article(n); CoefficientLimit::stable(n);\nCoefficientLimit::mass_splitting([w_a, w_b], [n_a, n_b]);",
    cli: "sprung network star --arms {n} --per-step {c},{c} --scheme jacobi --limit off --gravity 0 --drag 0 --substeps 1 --rate 60 --duration 10 -o star.csv",
    docs: "../sprung_network/reference/enum.CoefficientLimit.html",
  },
  {
    id: "rope-mesh-and-squishy-body", title: "Rope, mesh and squishy body", article: "nissen",
    point: "The article's scheme as written, at its limit: more steps per frame stretch less. Change the shape by the slider.",
    formula: ["\\text{every spring at once, } C \\le \\frac{1}{n+1}"],
    sliders: [{ key: "shape", label: "Rope 0, mesh 1, body 2", initial: 2, min: 0, max: 2, digits: 0 }, { key: "passes", label: "Steps per frame", initial: 10, min: 1, max: 32, digits: 0 }, { key: "soft", label: "Stiffness of the body, per step", initial: 0.02, min: 0.002, max: 0.2, log: true, digits: 3 }],
    draw: { kind: "network", range: [-1.7, 2.3, -2.6, 0.8] }, curves: [{ label: "springs", color: 0 }],
    rust: "let mut scheme = JacobiSolver::new(&net, air, CoefficientLimit::Article)?;\nscheme.step(DT / {passes} as f32);",
    cli: ({ shape, passes, soft }) => {
      const what = shape < 1 ? "rope --links 14 --length 1.4" : shape < 2 ? "cloth --size 8 --side 1.4 --flat" : `cloth --size 6 --rows 4 --side 1.25 --flat --upright --diagonals --pin corner --per-step ${soft},${soft}`;
      return `sprung network ${what} --scheme jacobi --limit article --substeps ${Math.floor(passes)} --drag 0.3 --duration 4 -o shape.csv`;
    },
    docs: "../sprung_network/reference/struct.JacobiSolver.html",
  },
  {
    id: "iterations-with-warm-starting", title: "Iterations with warm starting", article: "nissen",
    point: "The announced follow-up: impulses of the step before are the first guess. As published the energy of a cloth grows; in the passive form it never does.",
    formula: ["\\text{published } J = (r - v)\\,m,\\; r = (1 - C_d)v - C_s\\frac{x}{h}", "\\text{passive } J = -(C_dv + C_s\\frac{x}{h})\\,m - (1 - C_d)\\,J"],
    sliders: [{ key: "side", label: "Particles per side", initial: 8, min: 3, max: 14, digits: 0 }, { key: "kept", label: "Share of impulses kept, second", initial: 0.5, min: 0, max: 1, digits: 2 }],
    draw: { kind: "curves", x: "time, s", y: "energy over weight × side", yRange: [-1, 3] }, curves: [{ label: "as published", color: 1 }, { label: "as published, share kept", color: 3, thin: true }, { label: "passive", color: 0 }],
    rust: "SequentialImpulses::new(&net, earth, 1, 1.0)?.with_variant(Variant::Passive);",
    cli: ({ side }) =>
      `sprung network cloth --size ${Math.floor(side)} --side ${0.1 * (Math.floor(side) - 1)} --flat --scheme passive --substeps 16 --drag 0 --rate 60 --duration 6 -o cloth.csv`,
    docs: "../sprung_network/reference/struct.SequentialImpulses.html",
  },
];

export const FIEDLER: System[] = [
  {
    id: "hooke-spring-and-spring-damper", title: "Hooke spring and spring-damper", article: "fiedler",
    point: "A mass on a spring. Undamped: it oscillates without end. Damped: it comes to rest, at critical damping without overshoot.",
    formula: ["F = -k\\,x - b\\,v"],
    sliders: [{ key: "m", label: "Mass", unit: "kg", initial: 2, min: 0.1, max: 20, log: true, digits: 2 }, { key: "k", label: "Stiffness", unit: "N/m", initial: 50, min: 1, max: 500, log: true, digits: 1 }, { key: "b", label: "Damping", unit: "N·s/m", initial: 4, min: 0, max: 60, digits: 1 }],
    draw: { kind: "curves", x: "time, s", y: "offset, m" }, curves: [{ label: "b = 0", color: 7, thin: true }, { label: "at the sliders", color: 0 }, { label: "critical", color: 2, thin: true }], marks: [{ kind: "read", label: "Frequency", unit: "Hz" }, { kind: "read", label: "Damping ratio" }, { kind: "read", label: "Critical damping", unit: "N·s/m" }],
    rust: "Spring::from_mass_stiffness_and_damping({m}, {k}, {b})?;", cli: "sprung inspect stiffness={k},damping={b},mass={m}", docs: "struct.Spring.html#method.from_mass_stiffness_and_damping",
  },
  {
    id: "distance-spring-with-rest-length", title: "Distance spring with rest length", article: "fiedler",
    point: "Two bodies pushed together and turning. Damped along the line they keep turning; the article's form, which damps all relative motion, stops the turn.",
    formula: ["F = -k(|x| - d)\\,n - b(v \\cdot n)\\,n \\quad n = \\frac{x}{|x|}"],
    sliders: [frequency(1.5), ratio(0.2, 1.5), { key: "length", label: "Rest length", unit: "m", initial: 1.2, min: 0.3, max: 2, digits: 2 }, { key: "all", label: "Damps along 0, all motion 1", initial: 0, min: 0, max: 1, digits: 0 }],
    draw: { kind: "bodies", bodies: [{ label: "1 kg", color: 0, shape: "disc", size: 0.26 }, { label: "3 kg", color: 1, shape: "disc", size: 0.45 }], range: [-2, 2, -1.4, 1.4], lines: [[0, 1]] }, curves: [],
    rust: "let mut rod = DistanceSpring::new(Spring::from_frequency({f}, {z})?, anchor_a, anchor_b, {length});\nrod.prepare(&a, &b, Discretization::Exact, dt);\nrod.solve(&mut a, &mut b);",
    cli: ({ f, z, length, all }) =>
      `sprung simulate --motion distance --spring frequency=${f},damping_ratio=${z} --rest-length ${length} --damped ${all < 0.5 ? "along" : "all"} --mass 1 --from -0.4,0.2,0 --velocity 0,1.2,0 --other-mass 3 --other 0.2,0,0 --other-velocity 0,-0.4,0 --gravity 0 --engine-step 1/60 --dt 1/60 --duration 5`,
    docs: "../sprung_body/struct.DistanceSpring.html",
  },
  {
    id: "linear-motor", title: "Linear motor", article: "fiedler",
    point: "A cart driven to its speed: the difference halves in every half-life, whatever it weighs, as long as the force suffices.",
    formula: ["\\frac{(v - v_0)(t)}{(v-v_0)(0)} = e^{-\\lambda t}"],
    sliders: [halflife(0.5), { key: "speed", label: "Speed", unit: "m/s", initial: 2, min: 0.2, max: 4, digits: 1 }, { key: "force", label: "Greatest force of the second", unit: "N", initial: 8, min: 0.5, max: 100, log: true, digits: 1 }, { key: "mass", label: "Mass", unit: "kg", initial: 10, min: 1, max: 100, log: true, digits: 0 }],
    draw: { kind: "bodies", bodies: [{ label: "any force", color: 0, shape: "cart", size: 0.8, dy: 0.9 }, { label: "limited force", color: 1, shape: "cart", size: 0.8, dy: -0.3 }], range: [-0.6, 10.5, -1, 1.9], plot: { from: 4, x: "time, s", y: "speed, m/s" } }, curves: [{ label: "any force", color: 0 }, { label: "limited force", color: 1 }],
    rust: "let mut motor = LinearMotor::new(Damper::from_halflife({halflife})?, [{speed}, 0.0, 0.0]);\nmotor.max_force = {force};",
    cli: "sprung simulate --motion linear-motor --spring damper:halflife={halflife} --goal {speed},0,0 --mass {mass} --max-force {force} --gravity 0 --engine-step 1/60 --dt 1/60 --duration 5",
    docs: "../sprung_body/struct.LinearMotor.html",
  },
  {
    id: "angular-motor", title: "Angular motor", article: "fiedler",
    point: "A fan driven to its speed, with any torque and with little.",
    formula: ["\\frac{(w - w_0)(t)}{(w - w_0)(0)} = e^{-\\lambda t}"],
    sliders: [halflife(0.4), { key: "turns", label: "Turns per second", initial: 0.5, min: 0.1, max: 2, digits: 2 }, { key: "torque", label: "Greatest torque of the second", unit: "N·m", initial: 0.6, min: 0.1, max: 10, log: true, digits: 2 }],
    draw: { kind: "bodies", bodies: [{ label: "any torque", color: 0, shape: "fan", size: 2, dx: -1.4 }, { label: "limited torque", color: 1, shape: "fan", size: 2, dx: 1.4 }], range: [-2.7, 2.7, -1.2, 1.2], plot: { from: 4, x: "time, s", y: "turns per second" } }, curves: [{ label: "any torque", color: 0 }, { label: "limited torque", color: 1 }],
    rust: "let mut motor = AngularMotor::new(Damper::from_halflife({halflife})?, [0.0, 0.0, TAU * {turns}]);\nmotor.max_torque = {torque};",
    cli: ({ halflife, turns, torque }) =>
      `sprung simulate --motion angular-motor --spring damper:halflife=${halflife} --goal 0,0,${2 * Math.PI * turns} --inertia 0.5 --max-torque ${torque} --engine-step 1/60 --dt 1/60 --duration 5`,
    docs: "../sprung_body/struct.AngularMotor.html",
  },
  {
    id: "orientation-spring-and-stay-upright-constraint", title: "Orientation spring and stay-upright constraint", article: "fiedler",
    point: "A hovering car that starts nearly upside down is turned upright.",
    formula: ["\\text{torque} = -I\\,(\\omega^2r + 2\\zeta\\omega w)", "r \\text{: the rotation from upright}"],
    sliders: [frequency(0.7), ratio(0.2, 2), { key: "tilt", label: "Tilt at first", unit: "°", initial: 149, min: -179, max: 179, digits: 0 }],
    draw: { kind: "bodies", bodies: [{ label: "car", color: 0, shape: "car", size: 1.6 }], range: [-1.8, 1.8, -1.1, 1.1], plot: { from: 2, x: "time, s", y: "tilt, °" } }, curves: [{ label: "tilt", color: 0 }],
    rust: "let mut upright = SwingSpring::new(Spring::from_frequency({f}, {z})?, up, up);\nupright.prepare(&car, Discretization::Exact, dt);\nupright.solve(&mut car);",
    cli: ({ f, z, tilt }) =>
      `sprung simulate --motion upright --spring frequency=${f},damping_ratio=${z} --from 0,0,${(tilt * Math.PI) / 180} --velocity 0,0,-1 --engine-step 1/60 --dt 1/60 --duration 5`,
    docs: "../sprung_body/struct.SwingSpring.html",
  },
  {
    id: "click-and-drag-a-point-of-a-body", title: "Click and drag a point of a body", article: "fiedler",
    point: "A hand holds a corner of a cube by a spring: the cube is pulled and turned and hangs below. Given by frequency, the point moves alike at every mass.",
    formula: ["J = -K^{-1}(C_s\\frac{x}{h} + C_dv)", "v = v_0 + w \\times (p - x_0)"],
    sliders: [frequency(1.2), ratio(0.4, 2), { key: "mass", label: "Mass", unit: "kg", initial: 2, min: 0.1, max: 100, log: true, digits: 1, inert: true }],
    draw: { kind: "bodies", bodies: [{ label: "cube", color: 0, shape: "box", size: 1 }], range: [-2.5, 2.5, -2.5, 1] }, curves: [{ label: "hand", color: 1 }],
    rust: "let mut drag = PointSpring::new(Spring::from_frequency({f}, {z})?.into(), corner, hand);\ndrag.prepare(&cube, &Body::fixed(), Discretization::Exact, dt);\ndrag.solve(&mut cube, &mut Body::fixed());",
    cli: "sprung simulate --motion body --spring frequency={f},damping_ratio={z} --mass {mass} --from -0.5,-0.5,0 --lever 0.5,0.5,0 --goals hand.csv --engine-step 1/60 --dt 1/60 --duration 8",
    file: { name: "hand.csv", head: "time,x,y,z", rows: ({ curves }) => pairs(curves[2]).map(([x, y], i) => [i / 60, x, y, 0]) },
    docs: "../sprung_body/struct.PointSpring.html",
  },
  {
    id: "collision-response-by-springs", title: "Collision response by springs", article: "fiedler",
    point: "A ball on a ground of springs that only push: from trampoline to quicksand to concrete by two sliders.",
    formula: ["J = n\\,\\max(0,\\, k\\,d - b(n \\cdot v))\\,h", "e = e^{-2\\zeta\\acos\\zeta/\\sqrt{1-\\zeta^2}}"],
    sliders: [frequency(2, 30), ratio(0.05, 2), { key: "height", label: "Height", unit: "m", initial: 2, min: 0.3, max: 3, digits: 1 }],
    draw: { kind: "bodies", bodies: [{ label: "ball", color: 0, shape: "disc", size: 0.36, dy: 0.18 }], range: [-2.2, 2.2, -0.9, 3], ground: 0, plot: { from: 2, x: "time, s", y: "height, m" } }, curves: [{ label: "height", color: 0 }],
    rust: "let mut contact = Contact::new(ContactMaterial { spring: Spring::from_frequency({f}, {z})? });\ncontact.prepare(&ball, &ground, point, normal, depth, Discretization::Exact, dt);",
    cli: "sprung simulate --motion contact --spring frequency={f},damping_ratio={z} --from {height} --engine-step 1/60 --dt 1/60 --duration 5",
    docs: "../sprung_body/struct.Contact.html",
  },
  {
    id: "the-limits-of-stiffness", title: "The limits of stiffness", article: "fiedler",
    point: "The greatest phase ω·h at which each integrator is stable; above its line it diverges. The cross is the spring at the sliders. The exact step has no limit.",
    formula: ["\\text{explicit } 2\\zeta \\text{ · semi-implicit } 2(\\sqrt{\\zeta^2+1} - \\zeta)", "\\text{RK4 } 2\\sqrt{2} \\text{ undamped · stable PD } 2(\\sqrt{\\zeta^2+1} + \\zeta)"],
    sliders: [frequency(5, 20), { ...ratio(0.2), max: 2 }, frames(10)],
    draw: { kind: "curves", x: "damping ratio ζ", y: "phase ω·h", yRange: [0, 6] }, curves: [{ label: "explicit Euler", color: 1 }, { label: "semi-implicit Euler", color: 2 }, { label: "Runge–Kutta 4", color: 3 }, { label: "stable PD", color: 4 }], marks: [{ kind: "moment" }, { kind: "level", label: "this spring" }],
    rust: "Method::SemiImplicit.stability_limit({z});", cli: "sprung compare frequency={f},damping_ratio={z} --dt 1/{frames}", docs: "integrate/enum.Method.html#method.stability_limit",
  },
];
