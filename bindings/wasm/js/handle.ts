import { require } from "./error.js";

interface Memory {
  readonly name: string;
  handle: number;
  readonly free: (handle: number) => void;
}

function release(memory: Memory): void {
  if (memory.handle) memory.free(memory.handle);
  memory.handle = 0;
}

const registry = /* @__PURE__ */ new FinalizationRegistry(release);

/** Memory of a module that an object owns: freed by `free()`, or some time after nothing refers to the owner. */
export class Handle {
  readonly #memory: Memory;

  constructor(owner: object, name: string, handle: number, free: (handle: number) => void) {
    this.#memory = { name, handle, free };
    registry.register(owner, this.#memory, this.#memory);
  }

  /** The number that stands for it in calls; throws after `free()`. */
  get value(): number {
    const { name, handle } = this.#memory;
    require(handle !== 0, name, "freed", "in use");
    return handle;
  }

  /** Frees the memory; a second time does nothing. */
  free(): void {
    release(this.#memory);
    registry.unregister(this.#memory);
  }
}
