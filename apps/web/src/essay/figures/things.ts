// The rope, the cloth and the jelly of figure 10: how they are made and which surfaces they have.

import type { Networks } from "../../core/networks.ts";
import type { Point } from "../../parts/projection.ts";

export type Network = ReturnType<Networks["Network"]["rope"]>;

export interface Thing {
  readonly network: Network;
  /** The mass of a particle, kg. */
  readonly mass: number;
  /** The particle that the handle is at. */
  readonly grip: number;
  /** The corners of each piece of surface. */
  readonly quads: readonly (readonly number[])[];
  /** The longest way from a held point that leaves room for the rest, m. */
  readonly reach: (particle: number) => { from: Point; length: number } | null;
  /** Height of the middle of the picture, m, and the height of the picture, m. */
  readonly view: { middle: number; height: number; turn: number; tilt: number };
}

const LINKS = 100;
const [COLUMNS, ROWS, CELL] = [31, 23, 0.07];
const SIDE = 7;
/** What is slower sleeps, m/s. */
const SLEEP = 0.01;

export const NAMES = ["rope", "cloth", "jelly"] as const;

export function make({ Network }: Networks, name: string): Thing {
  return name === "rope" ? rope(Network) : name === "cloth" ? cloth(Network) : jelly(Network);
}

function rope(Network: Networks["Network"]): Thing {
  const network = Network.rope([0, 1, 0], [1.6, 1, 0], LINKS, 1);
  network.fix([0]);
  network.start({ drag: 0.4, sleepSpeed: SLEEP });
  for (let i = 0; i < 40; i++) network.step(1 / 60);
  return {
    network,
    mass: 1 / (LINKS + 1),
    grip: LINKS,
    quads: [],
    reach: (particle) => ({ from: [0, 1, 0], length: (1.6 * particle) / LINKS }),
    view: { middle: 0.05, height: 2.3, turn: 0, tilt: 0 },
  };
}

function cloth(Network: Networks["Network"]): Thing {
  const network = Network.cloth(COLUMNS, ROWS, CELL, 0.6);
  network.setEdges({ stiffness: { frequency: 40 }, tearStrain: 0.4 });
  network.fix([0, 5, 10, 15, 20, 25, 30]);
  network.start({ drag: 1.2, sleepSpeed: SLEEP });
  for (let i = 0; i < 150; i++) network.step(1 / 60);
  const quads: number[][] = [];
  for (let row = 1; row < ROWS; row++) {
    for (let column = 1; column < COLUMNS; column++) {
      const at = row * COLUMNS + column;
      quads.push([at, at - 1, at - COLUMNS - 1, at - COLUMNS]);
    }
  }
  return {
    network,
    mass: 0.6 / (COLUMNS * ROWS),
    grip: (ROWS - 1) * COLUMNS + COLUMNS - 4,
    quads,
    reach: () => null,
    view: { middle: -0.8, height: 2.15, turn: 0.35, tilt: 0.12 },
  };
}

function jelly(Network: Networks["Network"]): Thing {
  const network = Network.lattice([SIDE, SIDE, SIDE], 0.15, 2);
  network.setEdges({ stiffness: { frequency: 9, dampingRatio: 0.08 } });
  network.start({ drag: 0.3, sleepSpeed: SLEEP });
  network.setColliders([{ plane: { point: [0, -0.05, 0], normal: [0, 1, 0] }, friction: 0.8 }]);
  for (let i = 0; i < 120; i++) network.step(1 / 60);
  const at = (p: readonly number[]) => (p[2] * SIDE + p[1]) * SIDE + p[0];
  const quads: number[][] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [0, SIDE - 1]) {
      for (let i = 1; i < SIDE; i++) {
        for (let j = 1; j < SIDE; j++) {
          const corner = (di: number, dj: number) => {
            const p = [0, 0, 0];
            [p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]] = [side, i - di, j - dj];
            return at(p);
          };
          quads.push([corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]);
        }
      }
    }
  }
  return {
    network,
    mass: 2 / SIDE ** 3,
    grip: at([SIDE - 1, SIDE - 1, SIDE - 1]),
    quads,
    reach: () => null,
    view: { middle: 0.62, height: 1.9, turn: 0.6, tilt: 0.3 },
  };
}

/** The middle of a thing on the ground, to turn the camera about. */
export function pivot(name: string): Point {
  if (name === "cloth") return [((COLUMNS - 1) * CELL) / 2, 0, 0];
  return name === "jelly" ? [0.45, 0, 0.45] : [0, 0, 0];
}
