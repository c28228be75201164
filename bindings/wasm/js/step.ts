import { core } from "./core.js";
import { number, require } from "./error.js";
import type { Column } from "./module.js";
import type { Spring, Towards } from "./spring.js";
import { components, type Moved, spread, type State, type Value } from "./value.js";

/** The kind of a step, and its two parameters. */
function kindOf<V extends Value>(goal: V | Towards<V>): [kind: number, goal: V, extra: V] {
  if (!isTowards(goal)) return [0, goal, goal];
  if (goal.from !== undefined) return [goal.damping === "world" ? 1 : 2, goal.from, goal.goal];
  if (goal.goalVelocity !== undefined) return [3, goal.goal, goal.goalVelocity];
  return [0, goal.goal, goal.goal];
}

function isTowards<V extends Value>(goal: V | Towards<V>): goal is Towards<V> {
  return typeof goal === "object" && goal !== null && "goal" in goal;
}

/** Returns a state after a step. */
export function stepped<V extends Value>(
  spring: Spring,
  state: State<V>,
  goal: V | Towards<V>,
  dt: number,
): State<Moved<V>> {
  const position = components(state.position, "position");
  const { length } = position;
  const velocity = spread(state.velocity, length, "velocity");
  const [kind, first, second] = kindOf(goal);
  const all = [position, velocity, spread(first, length, "goal"), spread(second, length, "goal")];
  const call = (single: number, count: number) =>
    core.call.step_springs(single, kind, spring.w, spring.z, number(dt, "dt"), count);
  if (length > SHORT) {
    const [moved, speed, ...columns] = all.map((values) => Float64Array.from(values));
    run([moved!, speed!], STATE, columns, GOALS, call);
    return { position: moved as Moved<V>, velocity: speed as Moved<V> };
  }
  // The exchange has room for few numbers, behind their addresses: no view of the memory is made.
  const { numbers } = core;
  all.forEach((values, column) => {
    numbers[column] = core.address(4 + column * length);
    for (let index = 0; index < length; index++) numbers[4 + column * length + index] = values[index]!;
  });
  call(0, length);
  const seen = (at: number) => (typeof state.position === "number" ? numbers[at]! : numbers.slice(at, at + length)) as Moved<V>;
  return { position: seen(4), velocity: seen(4 + length) };
}

/** The names of the columns. */
const [STATE, GOALS] = [["position", "velocity"], ["goal", "goal"]];

/** The length of vectors, four of which lie in the exchange behind four addresses. */
const SHORT = 255;

/** Checks that a column is one of the kind and length of the first. */
export function column(values: unknown, like: Column, field: string): Column {
  const isColumn = values instanceof Float64Array || values instanceof Float32Array;
  require(isColumn, field, values, "a Float64Array or a Float32Array");
  const isAlike = values.constructor === like.constructor && values.length === like.length;
  const kind = `a ${like.constructor.name} of ${like.length} numbers`;
  require(isAlike, field, `${values.constructor.name} of ${values.length}`, kind);
  return values;
}

/** Advances columns in place. */
export function advance(
  spring: Spring,
  position: Column,
  velocity: Column,
  goal: Column | number | Towards<Column | number>,
  dt: number,
): void {
  const [kind, first, second] = kindOf<Column | number>(goal);
  run([position, velocity], STATE, [first, second], GOALS, (single, count) => {
    core.call.step_springs(single, kind, spring.w, spring.z, number(dt, "dt"), count);
  });
}

/** Calls a kernel with columns in memory, and copies back those of the state. */
function run(
  state: Column[],
  stateNames: readonly string[],
  inputs: (Column | number)[],
  inputNames: readonly string[],
  kernel: (single: number, count: number) => void,
): void {
  const like = column(state[0], state[0]!, stateNames[0]!);
  const { length } = like;
  const single = like instanceof Float32Array;
  state.forEach((values, index) => column(values, like, stateNames[index]!));
  inputs.forEach((values, index) => {
    if (typeof values !== "number") column(values, like, inputNames[index]!);
  });
  // Columns in a block stay where they are, even if the memory grows now.
  const own = core.own([...state, ...inputs]);
  const others = own.filter((address) => address === 0).length;
  core.begin(others * (8 * length + 16));
  const addresses = [...state, ...inputs].map((values, index) => {
    if (own[index]) return own[index]!;
    if (typeof values !== "number") return core.give(values, single);
    const address = core.take(length * (single ? 4 : 8));
    core.view(address, length, single).fill(values);
    return address;
  });
  // The kernel reads four addresses; a state of one column leaves the second free.
  core.put(...(state.length === 1 ? [addresses[0]!, 0, addresses[1]!, 0] : addresses));
  kernel(single ? 1 : 0, length);
  state.forEach((values, index) => {
    if (!own[index]) values.set(core.view(addresses[index]!, length, single));
  });
}

/** Advances values by a damper in place. */
export function damp(rate: number, value: Column, goal: Column | number, dt: number): void {
  run([value], ["value"], [goal], ["goal"], (single, count) => {
    core.call.step_dampers(single, rate, number(dt, "dt"), count);
  });
}
