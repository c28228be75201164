// A spring as a design token and as CSS.

import type { LinearEasing } from "sprung";
import { short, type Readings } from "./parameters.ts";

/**
 * A token in the format of the Design Tokens Community Group, which has no type for springs yet (its issue 429): the
 * spring is an extension, the easing beside it is what tools without springs can play.
 */
export function token(name: string, spring: Pick<Readings, "duration" | "bounce" | "stiffness" | "damping">, spec: string, easing: LinearEasing): string {
  const digits = (value: number) => Number(value.toPrecision(12));
  const json = {
    [name]: {
      $description: `Spring ${spec}; linear() within ${short(100 * easing.maxError)} % of it.`,
      $type: "duration",
      $value: { value: Number((1000 * easing.duration).toFixed(0)), unit: "ms" },
      $extensions: {
        sprung: {
          spec,
          duration: digits(spring.duration),
          bounce: digits(spring.bounce),
          mass: 1,
          stiffness: digits(spring.stiffness),
          damping: digits(spring.damping),
          linear: String(easing),
        },
      },
    },
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}

/** A transition with the easing. */
export function css(spec: string, easing: LinearEasing): string {
  return (
    `/* sprung export ${spec} --to css: at most ${short(100 * easing.maxError)} % of the way off the spring */\n` +
    `:root {\n  --spring-duration: ${easing.duration}s;\n  --spring-easing: ${easing};\n}\n` +
    `.spring {\n  transition: all var(--spring-duration) var(--spring-easing);\n}\n`
  );
}
