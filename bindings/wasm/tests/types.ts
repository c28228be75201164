/** Compiled, not run: what the types allow and refuse. */
import { Block, Damper, Spring, type State, Timeline } from "sprung";
import { convertTo, parse } from "sprung/convert";
import { Bodies } from "sprung/body";
import { integrate } from "sprung/integrate";
import { Network } from "sprung/network";
import { JacobiSolver, rope } from "sprung/reference";
import { Character, PointerTracker } from "sprung/motion";

const spring: Spring = Spring.from({ duration: 0.5, bounce: 0.3 });
const one: State = spring.step({ position: 0, velocity: 0 }, 1, 0.1);
const many: State<Float64Array> = spring.step({ position: [0, 1], velocity: [0, 0] }, [1, 1], 0.1);
const timeline = new Timeline([{ time: 0, ...one, goal: 1, spring }]);
export const numbers: number[] = [one.position, many.position[0] ?? 0, timeline.at(1).position, Damper.fromHalflife(1).step(0, 1, 0.1)];
export const texts: string[] = [`${parse("swiftui:bouncy")}`, convertTo("unity", spring).text, spring.regime];
export const view: Float32Array = Network.rope([0, 0, 0], [1, 0, 0], 4, 1).positions;
export const velocity: number = new PointerTracker(0, 5).at(1).velocity;
export const character = new Character(spring, [0, 0]);
spring.advance(new Float32Array(4), new Float32Array(4), 1, 0.1);
new Block(10, 2, "f32").free();

export const run: Float64Array = integrate("rk4", spring, 0.1, 3).position;
export const places: Float32Array = new JacobiSolver(rope([0, 0, 0], [1, 0, 0], 4, 1)).positions;
export const hung: number = new Bodies().connect({ kind: "swing", a: 0, spring, axis: [0, 1, 0], goal: [0, 1, 0] });

// @ts-expect-error A method has a name.
integrate("leapfrog", spring, 0.1, 3);
// @ts-expect-error A motor has a damper.
new Bodies().connect({ kind: "linear-motor", a: 0, spring, target: [1, 0, 0] });
// @ts-expect-error A set of parameters is complete.
Spring.from({ stiffness: 100 });
// @ts-expect-error A number is no text.
spring.at("1");
// @ts-expect-error A vector is three numbers.
Network.rope([0, 0], [1, 0, 0], 4, 1);
