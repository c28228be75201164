// Figure 10: a rope, a cloth and a jelly to pull at.

import { computed, effect, signal, untracked } from "@preact/signals-core";
import { loadNetworks, networks } from "../../core/networks.ts";
import { handle } from "../../parts/handle.ts";
import { result } from "../../parts/output.ts";
import { player } from "../../parts/player.ts";
import { surface } from "../../parts/surface.ts";
import type { Colors } from "../../parts/theme.ts";
import { describe } from "../../parts/words.ts";
import { commit, text } from "../../state/params.ts";
import { Camera, mixed, surfaces, type Point } from "../../parts/projection.ts";
import { make, NAMES, pivot, type Thing } from "./things.ts";

const STEP = 1 / 60;
/** How near to a particle a press must be, in pixels. */
const NEAR = 44;

export function ropeFigure(host: HTMLElement): void {
  const name = text("thing", "rope", NAMES);
  const again = signal(0);
  const fresh = signal(0);
  const thing = computed<Thing | null>(() => {
    fresh.value;
    const which = name.value.value;
    return networks.value && untracked(() => make(networks.value!, which));
  });
  let grabbed: { particle: number; target: Point } | null = null;
  let left = 0;

  const positions = () => {
    again.value;
    return thing.value?.network.positions.slice() ?? new Float32Array(0);
  };
  const camera = (width: number, height: number) => {
    const { middle, height: meters, turn, tilt } = thing.value!.view;
    const scale = Math.min(height / meters, width / 2.35);
    const [px] = new Camera(turn, tilt, 1, [0, 0]).view(pivot(name.value.value));
    return new Camera(turn, tilt, scale, [width / 2 - px * scale, height / 2 + middle * scale]);
  };
  const point = (all: Float32Array, i: number): Point => [all[3 * i], all[3 * i + 1], all[3 * i + 2]];

  const stage = surface(host, {
    label: "A rope, a cloth or a jelly to pull at",
    height: (width) => Math.min(Math.max(width * 0.62, 320), 520),
    paint: (ctx, { width, height }, colors) => {
      if (!thing.value) return;
      paint(ctx, camera(width, height), positions(), thing.value, colors);
    },
  });
  stage.canvas.classList.add("grab");
  effect(() => {
    if (stage.inView.value) loadNetworks();
  });
  describe(stage.canvas, () =>
    thing.value
      ? `A ${name.value.value} of ${thing.value.network.particles} particles. Pull at the handle, or take hold of it anywhere.`
      : "A rope, a cloth or a jelly, once it is loaded.",
  );

  const grab = (particle: number) => {
    const now = thing.value!;
    grabbed = { particle, target: point(now.network.positions, particle) };
    now.network.fix([particle]);
    controls.play();
  };
  const pull = (x: number, y: number) => {
    if (!grabbed || !thing.value) return;
    const now = thing.value;
    let target = camera(stage.width.value, stage.height.value).point(x, y, grabbed.target);
    const reach = now.reach(grabbed.particle);
    if (reach) {
      const away = target.map((c, i) => c - reach.from[i]);
      const part = Math.min(1, (0.998 * reach.length) / (Math.hypot(...away) || 1));
      target = [0, 1, 2].map((i) => reach.from[i] + away[i] * part) as unknown as Point;
    }
    grabbed.target = target;
    controls.play();
  };
  const release = () => {
    if (grabbed && thing.value) thing.value.network.release(grabbed.particle, thing.value.mass);
    grabbed = null;
  };
  const placeOf = (particle: number) => {
    const all = positions();
    if (!thing.value) return [stage.width.value / 2, stage.height.value / 2] as const;
    const [x, y] = camera(stage.width.value, stage.height.value).place(point(all, particle));
    return [x, y] as const;
  };
  const gripPlace = () => placeOf(grabbed?.particle ?? thing.value?.grip ?? 0);
  const grip = handle(stage, {
    label: "end of the rope, corner of the cloth or of the jelly",
    moves: "both",
    color: () => "var(--series-2)",
    at: gripPlace,
    drag: (x, y) => {
      if (!grabbed) grab(thing.value?.grip ?? 0);
      pull(x, y);
    },
    key: (right, up) => {
      if (!thing.value) return;
      if (!grabbed) grab(thing.value.grip);
      const [x, y] = camera(stage.width.value, stage.height.value).place(grabbed!.target);
      pull(x + 12 * right, y - 12 * up);
    },
    value: () => ({ now: Math.round(gripPlace()[1]), min: 0, max: Math.round(stage.height.value) }),
    valueText: () => gripPlace().map(Math.round).join(" pixels to the right, ") + " down",
    end: release,
  });
  // A press of the pointer takes hold of the nearest particle; elsewhere a finger scrolls the page.
  const nearest = (x: number, y: number) => {
    const all = positions();
    const eye = camera(stage.width.value, stage.height.value);
    let [best, least] = [-1, NEAR];
    for (let i = 0; i < all.length / 3; i++) {
      const [px, py, near] = eye.place(point(all, i));
      const away = Math.hypot(px - x, py - y) - near;
      if (away < least) [best, least] = [i, away];
    }
    return best;
  };
  const within = (event: { clientX: number; clientY: number }) => {
    const frame = stage.box.getBoundingClientRect();
    return [event.clientX - frame.left, event.clientY - frame.top] as const;
  };
  stage.canvas.addEventListener("pointerdown", (event) => {
    const particle = thing.value ? nearest(...within(event)) : -1;
    if (particle < 0 || event.button !== 0) return;
    stage.canvas.setPointerCapture(event.pointerId);
    grab(particle);
  });
  stage.canvas.addEventListener("pointermove", (event) => grabbed && event.buttons && pull(...within(event)));
  for (const end of ["pointerup", "pointercancel"]) stage.canvas.addEventListener(end, release);
  stage.canvas.addEventListener(
    "touchstart",
    (event) => thing.value && nearest(...within(event.touches[0])) >= 0 && event.preventDefault(),
    { passive: false },
  );

  const choices = document.createElement("div");
  choices.className = "controls";
  choices.setAttribute("role", "group");
  choices.setAttribute("aria-label", "What to pull at");
  for (const one of NAMES) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = one[0].toUpperCase() + one.slice(1);
    button.addEventListener("click", () => {
      release();
      name.value.value = one;
      commit();
    });
    effect(() => button.setAttribute("aria-pressed", String(name.value.value === one)));
    choices.append(button);
  }
  host.append(choices);
  const controls = player(host, {
    label: "the rope, cloth or jelly",
    inView: stage.inView,
    autoplay: true,
    restart: () => {
      release();
      fresh.value++;
    },
    advance: (dt) => {
      const now = thing.value;
      if (!now) return true;
      left += dt;
      for (; left >= STEP / 2; left -= STEP) {
        if (grabbed) now.network.moveTo(grabbed.particle, grabbed.target);
        now.network.step(STEP);
      }
      again.value++;
      return grabbed !== null || !now.network.isAsleep;
    },
  });
  // What was made before is freed: it lives outside of what the browser collects.
  let before: Thing | null = null;
  effect(() => {
    const now = thing.value;
    if (before !== now) before?.network.free();
    before = now;
    grip.hidden = !now;
  });
  result("stretch", () => {
    again.value;
    if (!thing.value) return null;
    const { edges, tornCount, stretch } = thing.value.network;
    const springs = `${edges.length / 2} springs`;
    if (tornCount > 0) return `Of these ${springs}, ${tornCount} are torn, and the others hold.`;
    const most = `${(100 * stretch.max).toFixed(2)} %`;
    return name.value.value === "rope"
      ? `Of these ${springs}, none is longer than it should be by more than ${most}.`
      : `These ${springs} are soft: the longest is now ${most} longer than at rest.`;
  });
}

/** Draws what is whole: surfaces, and the edges that are in none. */
function paint(ctx: CanvasRenderingContext2D, eye: Camera, all: Float32Array, thing: Thing, colors: Colors): void {
  const at = (i: number): Point => [all[3 * i], all[3 * i + 1], all[3 * i + 2]];
  const { edges: every, torn } = thing.network;
  const edges = every.filter((_, i) => torn[i >> 1] === 0);
  const count = all.length / 3;
  ctx.lineCap = ctx.lineJoin = "round";
  const lines = (keep: (a: number, b: number) => boolean, color: string, width: number) => {
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.beginPath();
    for (let i = 0; i < edges.length; i += 2) {
      if (!keep(edges[i], edges[i + 1])) continue;
      const [ax, ay] = eye.place(at(edges[i]));
      const [bx, by] = eye.place(at(edges[i + 1]));
      ctx.moveTo(ax, ay);
      ctx.lineTo(bx, by);
    }
    ctx.stroke();
  };
  if (thing.quads.length === 0) {
    lines(() => true, colors.series[0], 5);
    return;
  }
  const whole = new Set<number>();
  for (let i = 0; i < edges.length; i += 2) {
    whole.add(Math.min(edges[i], edges[i + 1]) * count + Math.max(edges[i], edges[i + 1]));
  }
  const joined = (a: number, b: number) => whole.has(Math.min(a, b) * count + Math.max(a, b));
  const intact = thing.quads.filter((quad) => quad.every((corner, i) => joined(corner, quad[(i + 1) % 4])));
  const dark = mixed(colors.series[0], colors.ink.startsWith("#1") ? colors.ink : colors.paper, 0.62);
  // Threads that hang out of a tear.
  if (intact.length < thing.quads.length) {
    const part = new Set(intact.flat());
    lines((a, b) => !part.has(a) || !part.has(b), colors.series[0], 1);
  }
  surfaces(ctx, eye, intact.map((quad) => quad.map(at)), [dark, mixed(colors.series[0], "#ffffff", 0.35)]);
}
