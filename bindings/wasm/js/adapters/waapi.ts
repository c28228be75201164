/** The Web Animations API: a spring as keyframes between two states, with a `linear()` easing that is within a stated error of it. */
import type { Spring } from "../spring.js";

/** Returns the options of `element.animate(keyframes, options)`; times are in milliseconds there. */
export function timing(spring: Spring, maxError = 0.001): { duration: number; easing: string; fill: "forwards" } {
  const easing = spring.linear(maxError);
  return { duration: 1000 * easing.duration, easing: `${easing}`, fill: "forwards" };
}

/** Animates an element to a state, as a spring released at rest. */
export function animate(element: Element, to: PropertyIndexedKeyframes, spring: Spring, maxError = 0.001): Animation {
  return element.animate(to, timing(spring, maxError));
}
