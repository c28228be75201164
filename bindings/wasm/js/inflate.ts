/**
 * Decodes base64 and raw deflate (RFC 1951), so that a module is ready without a promise.
 * The stream is one that `cargo xtask npm` wrote: it is well formed.
 */
export function inflate(base64: string, length: number): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const out = new Uint8Array(length);
  let at = 0;
  let bits = 0;
  let held = 0;
  let end = 0;

  const read = (count: number): number => {
    while (held < count) {
      bits |= text.charCodeAt(at++) << held;
      held += 8;
    }
    const value = bits & ((1 << count) - 1);
    bits >>>= count;
    held -= count;
    return value;
  };

  /** Symbols in the order of their codes, after the number of codes of each length. */
  const table = (lengths: number[]): [number[], number[]] => {
    const counts = new Array<number>(16).fill(0);
    for (const length of lengths) counts[length]!++;
    counts[0] = 0;
    const starts = [0];
    for (let length = 0; length < 15; length++) starts.push(starts[length]! + counts[length]!);
    const symbols: number[] = [];
    lengths.forEach((length, symbol) => {
      if (length) symbols[starts[length]!++] = symbol;
    });
    return [counts, symbols];
  };

  const symbol = ([counts, symbols]: [number[], number[]]): number => {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; ; length++) {
      code |= read(1);
      const count = counts[length]!;
      if (code - first < count) return symbols[index + code - first]!;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
  };

  for (let last = 0; !last; ) {
    last = read(1);
    const kind = read(2);
    if (kind === 0) {
      bits = held = 0;
      const count = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 8);
      at += 4;
      for (let i = 0; i < count; i++) out[end++] = text.charCodeAt(at++);
      continue;
    }
    let literals: [number[], number[]];
    let distances: [number[], number[]];
    if (kind === 1) {
      literals = table(Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)));
      distances = table(new Array<number>(30).fill(5));
    } else {
      const literalCount = read(5) + 257;
      const distanceCount = read(5) + 1;
      const codes = read(4) + 4;
      const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
      const short = new Array<number>(19).fill(0);
      for (let i = 0; i < codes; i++) short[order[i]!] = read(3);
      const codeTable = table(short);
      const lengths: number[] = [];
      while (lengths.length < literalCount + distanceCount) {
        const code = symbol(codeTable);
        if (code < 16) lengths.push(code);
        else {
          const value = code === 16 ? lengths[lengths.length - 1]! : 0;
          let repeat = code === 16 ? read(2) + 3 : code === 17 ? read(3) + 3 : read(7) + 11;
          while (repeat--) lengths.push(value);
        }
      }
      literals = table(lengths.slice(0, literalCount));
      distances = table(lengths.slice(literalCount));
    }
    for (;;) {
      const code = symbol(literals);
      if (code < 256) {
        out[end++] = code;
        continue;
      }
      if (code === 256) break;
      // Lengths and distances come in groups that double, with as many extra bits as the group.
      const group = code < 265 || code === 285 ? 0 : (code - 261) >> 2;
      let count = code === 285 ? 258 : code < 265 ? code - 254 : (4 + ((code - 265) & 3) << group) + 3;
      count += read(group);
      const way = symbol(distances);
      const extra = way < 4 ? 0 : (way >> 1) - 1;
      const distance = (way < 4 ? way + 1 : ((2 + (way & 1)) << extra) + 1) + read(extra);
      for (; count; count--, end++) out[end] = out[end - distance]!;
    }
  }
  return out;
}
