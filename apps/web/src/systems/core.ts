// The pictures of the systems: the page's WebAssembly module draws each from the values of its sliders.

interface Module {
  memory: WebAssembly.Memory;
  text(length: number): number;
  numbers(length: number): number;
  length(column: number): number;
  run(): number;
}

/** A curve: pairs of numbers, x before y. */
export type Curve = Float64Array;

/** The picture of a system: curves in the order of its legend, numbers in the order of its marks. */
export interface Picture {
  curves: Curve[];
  marks: number[];
}

/** Draws a system; throws the library's words if it refuses the values. */
export type Draw = (system: string, sliders: ArrayLike<number>) => Picture;

/** Starts the module from its bytes. */
export async function start(bytes: BufferSource): Promise<Draw> {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const module = instance.exports as unknown as Module;
  return (system, sliders) => {
    const name = new TextEncoder().encode(system);
    const [at, place] = [module.text(name.length), module.numbers(sliders.length)];
    new Uint8Array(module.memory.buffer, at, name.length).set(name);
    new Float64Array(module.memory.buffer, place, sliders.length).set(sliders);
    const refused = module.run();
    const [length, count] = [module.length(0), module.length(1)];
    if (refused) throw new Error(new TextDecoder().decode(new Uint8Array(module.memory.buffer, module.text(length), length)));
    return pictureOf(new Float64Array(module.memory.buffer, module.numbers(count), count).slice());
  };
}

/** The number of curves; for each the number of its points and their coordinates; the number of marks and the marks. */
function pictureOf(numbers: Float64Array): Picture {
  let at = 1;
  const curves: Curve[] = [];
  for (let i = 0; i < numbers[0]; i++) {
    const length = 2 * numbers[at];
    curves.push(numbers.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { curves, marks: [...numbers.subarray(at + 1, at + 1 + numbers[at])] };
}
