// Vectors and rotations in space.

export type Vector = readonly [x: number, y: number, z: number];
/** A unit quaternion. */
export type Quaternion = readonly [x: number, y: number, z: number, w: number];

export const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** The first vector and a multiple of the second. */
export const plus = (a: Vector, b: Vector, times = 1): Vector => [a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]];
export const scaled = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];

/** A vector, turned. */
export function rotated([x, y, z, w]: Quaternion, vector: Vector): Vector {
  const twice = scaled(cross([x, y, z], vector), 2);
  return plus(plus(vector, twice, w), cross([x, y, z], twice));
}

/** The rotation of the second, then of the first. */
export function times([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz];
}

/** The smallest rotation from one direction to another. */
export function between(from: Vector, to: Vector): Quaternion {
  const [x, y, z] = cross(from, to);
  const w = 1 + dot(from, to);
  const size = Math.hypot(x, y, z, w);
  // Half a turn has no smallest rotation: any axis will do.
  if (size < 1e-9) return [1, 0, 0, 0];
  return [x / size, y / size, z / size, w / size];
}
