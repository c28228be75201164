import { core } from "./core.js";
import { require } from "./error.js";
import type { Column } from "./module.js";

/**
 * Columns of numbers in the memory of the module, which are advanced where they are, without a copy.
 *
 * Its memory is freed by `free()`, at the end of a `using` block, or some time after nothing refers to it. A freed block throws.
 *
 * ```ts
 * const block = new Block(100_000, 2, "f32");
 * spring.advance(block.column(0), block.column(1), 1, dt);
 * ```
 */
export class Block {
  /** The numbers in each column. */
  readonly length: number;
  /** The number of columns. */
  readonly columns: number;
  /** Single or double precision. */
  readonly precision: "f32" | "f64";
  readonly #memory: { address: number; readonly bytes: number };

  /** @throws SprungError for a length that is no whole number or does not fit into memory. */
  constructor(length: number, columns = 1, precision: "f32" | "f64" = "f64") {
    require(Number.isInteger(length) && length > 0, "length", length, "a whole number above 0");
    require(Number.isInteger(columns) && columns > 0, "columns", columns, "a whole number above 0");
    const bytes = length * columns * (precision === "f32" ? 4 : 8);
    const address = bytes < 2 ** 30 ? core.call.allocate(bytes) : 0;
    require(address !== 0, "length", length, "such that its bytes fit into memory");
    this.length = length;
    this.columns = columns;
    this.precision = precision;
    this.#memory = { address, bytes };
    registry.register(this, this.#memory, this.#memory);
  }

  /**
   * A view of one column. Take it anew in each frame: a view ends when the memory of the module grows.
   * @throws SprungError after {@link free}.
   */
  column(index: number): Column {
    require(this.#memory.address !== 0, "block", "freed", "in use");
    require(Number.isInteger(index) && index >= 0 && index < this.columns, "index", index, `from 0 to ${this.columns - 1}`);
    const size = this.precision === "f32" ? 4 : 8;
    return core.view(this.#memory.address + index * this.length * size, this.length, size === 4);
  }

  /** Frees the memory; a second time does nothing. */
  free(): void {
    release(this.#memory);
    registry.unregister(this.#memory);
  }

  [Symbol.dispose](): void {
    this.free();
  }
}

function release(memory: { address: number; readonly bytes: number }): void {
  if (memory.address) core.call.release(memory.address, memory.bytes);
  memory.address = 0;
}

const registry = /* @__PURE__ */ new FinalizationRegistry(release);
