/** Vue: a reference that springs to another one. */
import { getCurrentScope, onScopeDispose, readonly, type Ref, ref, watch } from "vue";
import type { Spring, SpringParameters } from "../spring.js";
import { FrameSpring } from "./frames.js";

/** Returns a reference that moves to `goal` as a spring, from where it is and with the velocity it has. */
export function useSpring(goal: Ref<number>, spring: SpringParameters | Spring): Readonly<Ref<number>> {
  const shown = ref(goal.value);
  const moving = new FrameSpring(goal.value, spring, (value) => (shown.value = value));
  watch(goal, (goal) => moving.set(goal), { flush: "sync" });
  if (getCurrentScope()) onScopeDispose(() => moving.stop());
  return readonly(shown);
}
