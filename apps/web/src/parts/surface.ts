// A canvas that is sharp on every screen, follows its width, the theme and every signal that its painting reads, and
// paints only while it is in view.

import { effect, signal, type Signal } from "@preact/signals-core";
import { colors, type Colors } from "./theme.ts";

export type Paint = (ctx: CanvasRenderingContext2D, size: { width: number; height: number }, colors: Colors) => void;

export interface Surface {
  /** The element around the canvas: handles are placed in it, in its pixels. */
  readonly box: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly width: Signal<number>;
  readonly height: Signal<number>;
  readonly inView: Signal<boolean>;
  /** Paints again in the next frame, for painting that depends on more than signals. */
  repaint(): void;
}

const waiting = new Set<() => void>();

function inNextFrame(paint: () => void): void {
  if (waiting.size === 0) {
    requestAnimationFrame(() => {
      const now = [...waiting];
      waiting.clear();
      now.forEach((one) => one());
    });
  }
  waiting.add(paint);
}

/** Adds a canvas to `host`. `height` is in pixels for a width in pixels; `label` names the picture in words. */
export function surface(
  host: HTMLElement,
  options: { label: string; height: (width: number) => number; paint: Paint },
): Surface {
  const box = document.createElement("div");
  box.className = "surface";
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", options.label);
  box.append(canvas);
  host.append(box);

  const width = signal(box.clientWidth);
  const height = signal(options.height(width.value));
  const inView = signal(false);
  const again = signal(0);
  box.style.height = `${height.value}px`;

  new ResizeObserver(() => {
    if (box.clientWidth === width.peek()) return;
    width.value = box.clientWidth;
    height.value = Math.round(options.height(width.value));
    box.style.height = `${height.value}px`;
  }).observe(box);
  new IntersectionObserver((entries) => (inView.value = entries.at(-1)!.isIntersecting), {
    rootMargin: "80px",
  }).observe(box);

  const paint = () => {
    const [w, h] = [width.value, height.value];
    if (w === 0) return;
    const scale = Math.min(devicePixelRatio || 1, 3);
    const [pw, ph] = [Math.round(w * scale), Math.round(h * scale)];
    if (canvas.width !== pw || canvas.height !== ph) {
      canvas.width = pw;
      canvas.height = ph;
    }
    const ctx = canvas.getContext("2d")!;
    ctx.setTransform(scale, 0, 0, scale, 0, 0);
    ctx.clearRect(0, 0, w, h);
    options.paint(ctx, { width: w, height: h }, colors.value);
  };
  // The effect collects what the painting reads; a change paints once, in the next frame.
  let stop = () => {};
  const follow = () => {
    stop();
    let first = true;
    stop = effect(() => {
      again.value;
      if (!inView.value) return;
      if (first) {
        first = false;
        paint();
      } else {
        inNextFrame(follow);
      }
    });
  };
  follow();
  return { box, canvas, width, height, inView, repaint: () => void (again.value = again.peek() + 1) };
}
