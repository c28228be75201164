/** Springs: exact, the same at every frame rate, unconditionally stable. */
export { Block } from "./block.js";
export { Damper, type DamperParameters } from "./damper.js";
export { type EasingPoint, LinearEasing } from "./easing.js";
export { SprungError } from "./error.js";
export type { Column, Numbers } from "./module.js";
export {
  type Motion, type Pole, type Regime, type Release, type Samples, Spring, type SpringParameters, type Times,
  type Towards,
} from "./spring.js";
export { Timeline, type TimelineKey } from "./timeline.js";
export { atRest, type Moved, type State, type Value } from "./value.js";
