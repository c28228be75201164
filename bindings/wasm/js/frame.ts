import { motion, stateAt } from "./rows.js";
import { spread, type State } from "./value.js";

/** Two components of the plane. */
export type Vector2 = readonly [x: number, y: number];

/** A frame of reference in the plane (a list that scrolls, a panel drawn at half size) in the frame around it. */
export interface ReferenceFrame {
  /** Its origin, and the velocity of that; 0 if left out. */
  readonly origin?: State<Vector2>;
  /** Its angle (rad, from x to y) and angular velocity; 0 if left out. */
  readonly angle?: State;
  /** Units of the frame around it per unit of its own, along each of its axes, and their rate; 1 if left out. */
  readonly scale?: State<Vector2>;
}

/**
 * Carries a motion from one frame of reference over to another: the state in the new frame that looks the same from outside,
 * position and velocity. An element that is moved to another parent goes on with its spring there, without a jump.
 *
 * ```ts
 * // A card of a list that scrolls by 300 px/s is dropped on a panel at rest, drawn at half size.
 * const list = { origin: { position: [40, 200], velocity: [0, -300] } };
 * const panel = { scale: { position: [0.5, 0.5], velocity: [0, 0] } };
 * carry({ position: [10, 20], velocity: [0, 0] }, list, panel); // position 100, 440; velocity 0, -600
 * ```
 * @throws SprungError for a vector that is not of two numbers.
 */
export function carry(point: State<Vector2>, from: ReferenceFrame, to: ReferenceFrame): State<Float64Array> {
  const pair = ({ position, velocity }: State<Vector2>, field: string) =>
    [...spread(position, 2, field), ...spread(velocity, 2, field)];
  const [x, y, vx, vy] = pair(point, "point") as [number, number, number, number];
  const frame = ({ origin = still(0), angle = { position: 0, velocity: 0 }, scale = still(1) }: ReferenceFrame) =>
    [...pair(origin, "origin"), angle.position, angle.velocity, 0, 0, ...pair(scale, "scale")];
  motion.put(x, y, 0, 0, vx, vy, 0, 0, ...frame(from), ...frame(to));
  motion.call.motion_carry();
  return stateAt(0, [0, 0]);
}

const still = (position: number): State<Vector2> => ({ position: [position, position], velocity: [0, 0] });
