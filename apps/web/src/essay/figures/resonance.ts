// Figure 9: springs that hear a tone.

import { computed, signal } from "@preact/signals-core";
import { springs } from "../../core/springs.ts";
import { handle } from "../../parts/handle.ts";
import { nudge } from "../../parts/number.ts";
import { result } from "../../parts/output.ts";
import { plot } from "../../parts/plot.ts";
import { number, set } from "../../state/params.ts";
import { Listener } from "../listener.ts";

const COUNT = 73;
const [LOW, OCTAVES] = [110, 4];
const RATIO = 0.012;
const FREQUENCIES = Float64Array.from({ length: COUNT }, (_, i) => LOW * 2 ** ((i * OCTAVES) / (COUNT - 1)));
const OMEGAS = FREQUENCIES.map((hz) => 2 * Math.PI * hz);
const RATIOS = new Float64Array(COUNT).fill(RATIO);
/** The tone of the picture: its rate and its length. */
const [RATE, SECONDS] = [8000, 0.2];
/** A spring in resonance with a tone of amplitude 1. */
const GAIN = 1 / (2 * RATIO);

/** A bank of springs that one signal pulls at. */
export class Bank {
  readonly x = new Float64Array(COUNT);
  readonly v = new Float64Array(COUNT);
  private readonly goal = new Float64Array(COUNT);
  readonly amplitude = new Float64Array(COUNT);

  /** Plays samples to all springs. */
  hear(samples: ArrayLike<number>, rate: number): void {
    const core = springs.peek();
    if (!core) return;
    for (let i = 0; i < samples.length; i++) {
      this.goal.fill(samples[i]);
      core.springs(OMEGAS, RATIOS, 1 / rate, this.x, this.v, this.goal);
    }
    for (let i = 0; i < COUNT; i++) this.amplitude[i] = Math.hypot(this.x[i], this.v[i] / OMEGAS[i]) / GAIN;
  }

  loudest(): number {
    return FREQUENCIES[this.amplitude.indexOf(Math.max(...this.amplitude))];
  }
}

export function resonanceFigure(host: HTMLElement): void {
  const tone = number("tone", 440, { label: "frequency of the tone", unit: "Hz", min: LOW, max: LOW * 2 ** OCTAVES, digits: 0, log: true });
  const heard = signal(0);
  const live = new Listener(host, () => made.inView.value);
  let ears = new Bank();
  const still = computed(() => {
    const bank = new Bank();
    if (springs.value) {
      const samples = Float64Array.from({ length: RATE * SECONDS }, (_, i) => Math.sin((2 * Math.PI * tone.value.value * i) / RATE));
      bank.hear(samples, RATE);
    }
    return bank;
  });
  const bank = () => {
    heard.value;
    return live.playing.value ? ears : still.value;
  };
  const octave = (hz: number) => Math.log2(hz / LOW);
  const made = plot(host, {
    label: "How far each spring swings",
    x: [-0.06, OCTAVES + 0.06],
    y: [0, 1],
    xTicks: [0, 1, 2, 3, 4],
    xText: (n) => `${LOW * 2 ** n}`,
    yTicks: [0, 0.5, 1],
    xLabel: "frequency of the spring (Hz)",
    yLabel: "swing",
    words: () => `${COUNT} springs hear a tone of ${tone.value.value} hertz. The spring of ${Math.round(bank().loudest())} hertz swings most.`,
    paint: (ctx, axes, colors) => {
      const { amplitude } = bank();
      const loudest = Math.max(...amplitude, live.playing.value ? 1e-4 : 1);
      const width = Math.max(3, ((axes.right - axes.left) / COUNT) * 0.62);
      for (let i = 0; i < COUNT; i++) {
        const at = axes.x(octave(FREQUENCIES[i]));
        const size = Math.min(amplitude[i] / loudest, 1);
        const near = Math.abs(Math.log2(FREQUENCIES[i] / tone.value.value)) < 0.07;
        ctx.fillStyle = colors.series[!live.playing.value && near ? 1 : 0];
        ctx.beginPath();
        ctx.roundRect(at - width / 2, axes.y(size), width, axes.bottom - axes.y(size) + 1, [width / 2, width / 2, 0, 0]);
        ctx.fill();
      }
    },
  });
  live.on = (samples, rate) => {
    ears.hear(samples, rate);
    heard.value++;
  };
  live.began = () => (ears = new Bank());
  handle(made, {
    label: "frequency of the tone",
    moves: "x",
    color: () => "var(--series-2)",
    at: () => [made.axes().x(octave(tone.value.value)), made.axes().bottom],
    drag: (x) => set(tone, LOW * 2 ** made.axes().xAt(x)),
    key: (right, up) => nudge(tone, right + up),
    value: () => ({ now: tone.value.value, min: tone.min, max: tone.max }),
    valueText: () => `${tone.value.value} hertz`,
  });
  result("loudest", () => (springs.value ? `${Math.round(bank().loudest())} Hz` : null));
}
