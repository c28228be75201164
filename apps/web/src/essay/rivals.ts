// The formulas of others that the essay shows beside the exact ones.

const f = Math.fround;

/** One step of `x = lerp(x, goal, part)`. */
export function lerp(x: number, goal: number, part: number): number {
  return x + (goal - x) * part;
}

/** One step of semi-implicit Euler: the velocity first, then the position by the new velocity. */
export function semiImplicitEuler(state: [number, number], goal: number, w: number, z: number, dt: number): [number, number] {
  const [x, v] = state;
  const next = v + dt * (w * w * (goal - x) - 2 * z * w * v);
  return [x + dt * next, next];
}

const add = (a: number, b: number) => f(a + b);
const mul = (a: number, b: number) => f(a * b);
const EPS = f(1e-5);

function fastNegexp(x: number): number {
  const [square, cube] = [mul(mul(f(0.48), x), x), mul(mul(mul(f(0.235), x), x), x)];
  return f(1 / add(add(add(1, x), square), cube));
}

function fastAtan(x: number): number {
  const z = Math.abs(x);
  const w = z > 1 ? f(1 / z) : z;
  const y = add(mul(f(Math.PI / 4), w), -mul(mul(w, f(w - 1)), add(f(0.2447), mul(f(0.0663), w))));
  return Math.sign(x) * (z > 1 ? f(f(Math.PI / 2) - y) : y);
}

/** One step of the spring of D. Holden's article in single precision, rounded at each operation as in C. */
export function articleSpring(
  state: [number, number],
  goal: number,
  ratio: number,
  halflife: number,
  dt: number,
): [number, number] {
  const [x, v] = state;
  const d = f(f(4 * Math.LN2) / add(f(halflife), EPS));
  const half = f(d / mul(f(ratio), 2));
  const s = mul(half, half);
  const y = f(d / 2);
  const offset = add(x, -goal);
  const step = f(dt);
  const e = fastNegexp(mul(y, step));
  const rest = add(s, -f(mul(d, d) / 4));
  const pull = add(v, mul(y, offset));
  if (Math.abs(rest) < EPS) {
    const [a, b] = [mul(offset, e), mul(mul(step, pull), e)];
    return [add(add(a, b), goal), add(add(mul(-y, a), -mul(y, b)), mul(pull, e))];
  }
  if (rest > 0) {
    const w = f(Math.sqrt(rest));
    const size = f(Math.sqrt(add(f(mul(pull, pull) / add(mul(w, w), EPS)), mul(offset, offset))));
    const phase = fastAtan(f(pull / add(mul(-offset, w), EPS)));
    const j = mul(offset > 0 ? size : -size, e);
    const angle = add(mul(w, step), phase);
    const [c, sine] = [f(Math.cos(angle)), f(Math.sin(angle))];
    return [add(mul(j, c), goal), add(mul(mul(-y, j), c), -mul(mul(w, j), sine))];
  }
  const root = f(Math.sqrt(add(mul(d, d), -mul(4, s))));
  const [y0, y1] = [f(add(d, root) / 2), f(add(d, -root) / 2)];
  const j1 = f(add(add(mul(goal, y0), -mul(x, y0)), -v) / add(y1, -y0));
  const j0 = add(add(x, -j1), -goal);
  const [a, b] = [mul(j0, fastNegexp(mul(y0, step))), mul(j1, fastNegexp(mul(y1, step)))];
  return [add(add(a, b), goal), add(mul(-y0, a), -mul(y1, b))];
}
