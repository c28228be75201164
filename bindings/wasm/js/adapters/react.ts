/** React: a value that springs to its goal. */
import { useEffect, useRef, useState } from "react";
import type { Spring, SpringParameters } from "../spring.js";
import { FrameSpring } from "./frames.js";

/** Returns a number that moves to `goal` as a spring, from where it is and with the velocity it has. */
export function useSpring(goal: number, spring: SpringParameters | Spring): number {
  const [value, setValue] = useState(goal);
  const moving = useRef<FrameSpring | null>(null);
  useEffect(() => {
    moving.current ??= new FrameSpring(value, spring, setValue);
    moving.current.set(goal);
  }, [goal]);
  useEffect(() => () => moving.current?.stop(), []);
  return value;
}
