// Drop a file: recordings are smoothed and searched for resonances, spring bones and settings become springs.

import { effect, signal } from "@preact/signals-core";
import { Axes, label } from "../parts/axes.ts";
import { slider } from "../parts/slider.ts";
import { surface } from "../parts/surface.ts";
import { describe } from "../parts/words.ts";
import { commit, number } from "../state/params.ts";
import { button, make, select } from "./dom.ts";
import { readFile, type Bones, type Recording } from "./files.ts";
import { read } from "./paste.ts";
import { core, short, springA, tune } from "./state.ts";

const smoothing = number("smoothing", 0.05, { label: "Half-life of the smoothing", unit: "s", min: 0.0005, max: 2, log: true, digits: 4 });

const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Adds the drop zone to `host`. */
export function dropped(host: HTMLElement): void {
  const status = make("p", { class: "small", role: "status" });
  const out = make("div", { class: "dropped" });
  const input = make("input", { type: "file", id: "file", class: "hidden", accept: ".csv,.tsv,.txt,.wav,.bvh,.gltf,.glb,.vrm,.json,.js,.ts,.swift,.kt,.dart" });
  const take = async (file: File) => {
    out.replaceChildren();
    status.textContent = `Reading ${file.name}…`;
    status.classList.remove("refusal");
    try {
      const found = readFile(file.name, new Uint8Array(await file.arrayBuffer()));
      if (found.kind === "recording") recording(out, found);
      else if (found.kind === "bones") boneTable(out, found);
      else settings(found.name, found.text);
      status.textContent = found.kind === "recording" ? `${found.name}: ${found.times.length} samples, ${found.columns.length} ${found.columns.length === 1 ? "column" : "columns"}.` : found.kind === "bones" ? `${found.name}: ${found.bones.length} bones.` : `${found.name} was read as settings.`;
    } catch (error) {
      status.textContent = words(error);
      status.classList.add("refusal");
    }
  };
  const settings = (name: string, text: string) => {
    const pasted = read(text, (spec) => core.parse(spec));
    if ("error" in pasted) throw new Error(`${name}: ${pasted.error}`);
    tune(core.parse(pasted.spec));
    commit();
    out.append(make("p", { text: `Understood as ${pasted.spec}; it is the spring that is tuned now.` }));
  };
  input.addEventListener("change", () => input.files?.[0] && void take(input.files[0]));
  const zone = make("div", { class: "dropzone" },
    make("p", { text: "Drop CSV, WAV, BVH, glTF, VRM or source code here" }),
    button("Choose a file", () => input.click()), input);
  input.setAttribute("aria-label", "File");
  input.tabIndex = -1;
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    zone.classList.add("over");
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && zone.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    zone.classList.remove("over");
    zone.scrollIntoView({ block: "nearest" });
    void take(file);
  });
  host.append(zone, status, out);
}

/** The most samples that are drawn and smoothed: more are thinned before. */
const MOST = 20_000;

function recording(host: HTMLElement, found: Recording): void {
  const index = signal(0);
  const count = Math.min(MOST, found.times.length);
  const times = found.times.subarray(0, count);
  const controls = make("div", { class: "controls" });
  host.append(controls);
  if (found.columns.length > 1) {
    select(controls, "Column", found.columns.map((one, i) => [String(i), one.name] as const), (value) => (index.value = Number(value)));
  }
  // A half-life of about six samples to begin with.
  const dt = (times[count - 1] - times[0]) / (count - 1);
  smoothing.value.value = Math.min(2, Math.max(0.0005, Number((6 * dt).toPrecision(2))));
  slider(host, smoothing);
  const values = () => found.columns[index.value].values.subarray(0, count);
  const smoothed = () => {
    const v = values();
    const numbers = new Float64Array(2 + 2 * count);
    numbers.set([smoothing.value.value, 1]);
    numbers.set(times, 2);
    numbers.set(v, 2 + count);
    return core.draw("recording-smooth", numbers).curves;
  };
  const thin = (xs: ArrayLike<number>) => {
    const step = Math.max(1, Math.floor(xs.length / 4000));
    return Array.from({ length: Math.floor(xs.length / step) }, (_, i) => xs[i * step]);
  };
  const picture = surface(host, {
    label: `${found.name}, smoothed`,
    height: (width) => (width < 500 ? 240 : 320),
    paint(ctx, { width, height }, colors) {
      const v = values();
      const finite = v.filter(Number.isFinite);
      let [low, high] = [Infinity, -Infinity];
      for (const one of finite) [low, high] = [Math.min(low, one), Math.max(high, one)];
      const room = 0.06 * (high - low || 1);
      const axes = new Axes({ width, height, x: [times[0], times[count - 1]], y: [low - room, high + room], xLabel: "time, s", yLabel: found.columns[index.value].name });
      axes.frame(ctx, colors);
      axes.curve(ctx, thin(times), thin(v), { color: colors.quiet, width: 1 });
      const [once, both] = smoothed();
      const line = (curve: Float64Array, color: string) => axes.curve(ctx, thin(curve.filter((_, i) => i % 2 === 0)), thin(curve.filter((_, i) => i % 2 === 1)), { color, width: 2 });
      line(once, colors.series[1]);
      line(both, colors.series[0]);
      label(ctx, "one pass", axes.right - 8, axes.top + 10, colors.series[1], colors, "right");
      label(ctx, "both ways, no lag", axes.right - 8, axes.top + 28, colors.series[0], colors, "right");
    },
  });
  describe(picture.canvas, () => `${found.columns[index.value].name} of ${found.name}, smoothed by a critical spring with a half-life of ${short(smoothing.value.value)} seconds.`);
  resonances(host, found, values, () => index.value);
}

function resonances(host: HTMLElement, found: Recording, values: () => Float64Array, column: () => number): void {
  const list = make("p");
  const springs = make("div", { class: "controls" });
  host.append(make("h3", { text: "Resonances" }), list, springs);
  effect(() => {
    column();
    springs.replaceChildren();
    if (found.rate === null) {
      list.textContent = "The samples are not equally apart: no resonances are looked for.";
      return;
    }
    try {
      const all = values().filter(Number.isFinite).slice(0, 8000);
      const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
      const { marks } = core.draw("recording-resonance", [found.rate, ...all.map((one) => one - mean)]);
      const hits: [number, number][] = [];
      for (let i = 0; i + 1 < marks.length && hits.length < 6; i += 2) hits.push([marks[i], marks[i + 1]]);
      list.textContent = hits.length ? hits.map(([hertz, size]) => `${short(Number(hertz.toPrecision(5)))} Hz (amplitude ${short(Number(size.toPrecision(3)))})`).join(", ") + "." : "No frequency stands out.";
      for (const [hertz] of hits.slice(0, 3)) {
        springs.append(button(`A spring of ${short(Number(hertz.toPrecision(3)))} Hz`, () => {
          tune({ ...springA.peek(), angularFrequency: 2 * Math.PI * hertz });
          commit();
        }));
      }
    } catch (error) {
      list.textContent = words(error);
    }
    try {
      const [times, v] = [found.times.subarray(0, 4000), values().subarray(0, 4000)];
      const fit = core.draw("recording-fit", [...times, ...v]);
      springs.append(button(`The spring of this curve: ${short(Number((fit.marks[0] / 2 / Math.PI).toPrecision(3)))} Hz, damping ratio ${short(Number(fit.marks[1].toPrecision(3)))}`, () => {
        tune({ angularFrequency: fit.marks[0], dampingRatio: fit.marks[1] });
        commit();
      }));
    } catch {
      // Most recordings are not the motion of one spring.
    }
  });
}

function boneTable(host: HTMLElement, found: Bones): void {
  const body = make("tbody");
  for (const bone of found.bones.slice(0, 200)) {
    let spec = "";
    let says = "";
    if (Number.isNaN(bone.stiffness)) says = "the spring that is tuned";
    else {
      spec = `nissen:c_s=${Math.min(1, bone.stiffness)},c_d=${bone.drag},dt=0.016666666666666666`;
      try {
        const r = core.readings(core.parse(spec), 0.02);
        says = `${short(Number(r.frequency.toPrecision(3)))} Hz, damping ratio ${short(Number(r.dampingRatio.toPrecision(3)))}, settles in ${short(Number(r.settlingTime.toPrecision(3)))} s`;
      } catch (error) {
        says = words(error);
        spec = "";
      }
    }
    const use = button("Tune it", () => {
      tune(core.parse(spec));
      commit();
    });
    use.hidden = !spec;
    body.append(make("tr", {}, make("th", { scope: "row", text: bone.name }), make("td", { text: `${short(Number(bone.length.toPrecision(3)))} m` }), make("td", { text: says }), make("td", {}, use)));
  }
  const head = make("tr", {}, ...["Bone", "Length", "As a spring", ""].map((text) => make("th", { text, scope: "col" })));
  host.append(
    make("p", { class: "quiet small", text: found.note || "A spring bone is defined per frame: this is what it does at 60 frames a second, as a spring that does the same at every frame rate." }),
    make("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Bones" }, make("table", {}, make("thead", {}, head), body)),
  );
}
