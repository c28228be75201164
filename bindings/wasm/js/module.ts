import { SprungError, require } from "./error.js";
import { decode } from "./lzma.js";

/** The numbers of a value: a number, or the components of a vector. */
export type Numbers = Float64Array | Float32Array | readonly number[];

/** An array of numbers that is advanced in place. */
export type Column = Float64Array | Float32Array;

/** What every module exports. */
export interface Exports {
  memory: WebAssembly.Memory;
  exchange(): number;
  allocate(bytes: number): number;
  release(address: number, bytes: number): void;
}

/** A WebAssembly module that is compiled at the first call, and its memory. */
export class Module<E extends Exports> {
  readonly #payload: string;
  #exports: E | undefined;
  #exchange = 0;
  #numbers = new Float64Array(0);
  /** A block for the arrays of one call, which grows. */
  #block = { address: 0, bytes: 0, used: 0 };

  constructor(payload: string) {
    this.#payload = payload;
  }

  /** The functions of the module. */
  get call(): E {
    return (this.#exports ??= this.#start());
  }

  #start(): E {
    const colon = this.#payload.indexOf(":");
    const bytes = decode(this.#payload.slice(colon + 1), Number(this.#payload.slice(0, colon)));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
    const typed = exports as unknown as E;
    this.#exchange = typed.exchange();
    return typed;
  }

  /** The numbers that cross with a call. */
  get numbers(): Float64Array {
    const { buffer } = this.call.memory;
    // A memory that grew has another buffer.
    if (this.#numbers.buffer !== buffer) this.#numbers = new Float64Array(buffer, this.#exchange, 1024);
    return this.#numbers;
  }

  /** The address of a number of the exchange. */
  address(index: number): number {
    return this.#exchange + 8 * index;
  }

  /** Writes numbers to the exchange. */
  put(...values: number[]): void {
    this.numbers.set(values);
  }

  /** Throws the error of a call that was refused. */
  check(status: number): void {
    if (status === 0) return;
    const [value, field, fieldLength, rule, ruleLength] = this.numbers;
    const name = this.text(field!, fieldLength!).replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    throw new SprungError(name, value, this.text(rule!, ruleLength!));
  }

  /** A text of the module. */
  text(address: number, length: number): string {
    return new TextDecoder().decode(new Uint8Array(this.call.memory.buffer, address, length));
  }

  /** Begins a call with arrays of so many bytes altogether; forgets those of the call before. */
  begin(bytes: number): void {
    const block = this.#block;
    block.used = 0;
    if (bytes <= block.bytes) return;
    if (block.bytes) this.call.release(block.address, block.bytes);
    block.bytes = 0;
    const size = Math.max(4096, 2 ** Math.ceil(Math.log2(bytes)));
    block.address = this.call.allocate(size);
    require(block.address !== 0, "length", bytes, "such that its bytes fit into memory");
    block.bytes = size;
  }

  /** The address of an array of this call, which is a view of what the function returned. */
  take(bytes: number): number {
    const address = this.#block.address + this.#block.used;
    this.#block.used += (bytes + 15) & ~15;
    return address;
  }

  /** The addresses of columns that lie in this module's memory, and 0 for others; to be asked before {@link begin}. */
  own(columns: readonly (Column | number)[]): number[] {
    return columns.map((values) => (typeof values !== "number" && this.isOwn(values) ? values.byteOffset : 0));
  }

  /** Copies numbers into an array of this call. */
  give(values: Numbers, single = false): number {
    const address = this.take(values.length * (single ? 4 : 8));
    this.view(address, values.length, single).set(values);
    return address;
  }

  /** Whether numbers lie in this module's memory, as it is now. */
  isOwn(values: Numbers): boolean {
    return ArrayBuffer.isView(values) && values.buffer === this.call.memory.buffer;
  }

  /** A view of numbers in this module's memory, until the memory grows. */
  view(address: number, length: number, single = false): Column {
    const { buffer } = this.call.memory;
    return single ? new Float32Array(buffer, address, length) : new Float64Array(buffer, address, length);
  }

  /** A copy of numbers in this module's memory. */
  copy(address: number, length: number): Float64Array {
    return new Float64Array(this.call.memory.buffer, address, length).slice();
  }
}
