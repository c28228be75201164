import { type Exports, Module } from "./module.js";
import payload from "./payload/spring.js";

interface SpringExports extends Exports {
  parameters_build(kind: number): number;
  parameters_read(kind: number, w: number, z: number): number;
  damper_halflife(rate: number): number;
  response_sample(
    w: number, z: number, x: number, v: number, goal: number, start: number, dt: number,
    times: number, count: number, out: number,
  ): void;
  damper_sample(rate: number, from: number, goal: number, times: number, count: number, out: number): void;
  response_time(kind: number, w: number, z: number, x: number, v: number, a: number, n: number): number;
  linear_easing(w: number, z: number, maxError: number, out: number, max: number): number;
  step_springs(single: number, kind: number, w: number, z: number, dt: number, count: number): void;
  step_dampers(single: number, rate: number, dt: number, count: number): void;
}

/** The module of springs. */
export const core = /* @__PURE__ */ new Module<SpringExports>(payload);
