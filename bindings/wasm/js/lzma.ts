/**
 * Decodes base64 and a raw LZMA stream with 3 bits of literal context and no position bits, so that a module is ready
 * without a promise, in a fifth fewer bytes than deflate.
 *
 * LZMA codes each bit by an adaptive range coder: a probability of 11 bits for each context moves by a 32nd of its
 * distance to the bit seen. A symbol is a literal, a match of a length and a distance, or a match at one of the last
 * four distances; twelve states remember which came before. The stream is one that `cargo xtask npm` wrote: it is well
 * formed and has no end marker.
 */
export function decode(base64: string, length: number): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const out = new Uint8Array(length);
  const probabilities = new Uint16Array(LITERALS + 8 * 0x300).fill(1024);
  let at = 1;
  // The range, and how far into it the code is: whole numbers of 32 bits, which are no small integers of the engine.
  const coder = new Uint32Array([0xffff_ffff, 0]);
  while (at < 5) coder[1] = coder[1]! * 256 + text.charCodeAt(at++);

  /** The next bit in a context. */
  const bit = (context: number): number => {
    const probability = probabilities[context]!;
    let range = coder[0]!;
    let code = coder[1]!;
    const bound = (range >>> 11) * probability;
    const seen = code < bound ? 0 : 1;
    if (seen) {
      range -= bound;
      code -= bound;
      probabilities[context] = probability - (probability >> 5);
    } else {
      range = bound;
      probabilities[context] = probability + ((2048 - probability) >> 5);
    }
    if (range < 2 ** 24) {
      range *= 256;
      code = code * 256 + text.charCodeAt(at++);
    }
    coder[0] = range;
    coder[1] = code;
    return seen;
  };

  /** A number of `bits` bits, most significant first; the context of each is the bits before it. */
  const tree = (context: number, bits: number): number => {
    let node = 1;
    for (let i = 0; i < bits; i++) node = 2 * node + bit(context + node);
    return node - (1 << bits);
  };

  /** A number of `bits` bits, least significant first. */
  const reverse = (context: number, bits: number): number => {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const seen = bit(context + node);
      node = 2 * node + seen;
      value |= seen << i;
    }
    return value;
  };

  /** A length, less the two of the shortest match. */
  const count = (context: number): number =>
    !bit(context) ? tree(context + 2, 3) : !bit(context + 1) ? 8 + tree(context + 10, 3) : 16 + tree(context + 18, 8);

  /** A distance, less one. */
  const distance = (count: number): number => {
    const slot = tree(SLOTS + 64 * Math.min(count, 3), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    let value = (2 | (slot & 1)) << bits;
    if (slot < 14) return value + reverse(FAR + value - slot, bits);
    for (let i = bits - 1; i >= 4; i--) {
      // One half of the range each, without a context.
      coder[0]! >>>= 1;
      if (coder[1]! >= coder[0]!) {
        coder[1]! -= coder[0]!;
        value += 1 << i;
      }
      if (coder[0]! < 2 ** 24) {
        coder[0]! *= 256;
        coder[1] = coder[1]! * 256 + text.charCodeAt(at++);
      }
    }
    return value + reverse(ALIGN, 4);
  };

  let state = 0;
  /** The last four distances, less one. */
  let last = [0, 0, 0, 0];
  for (let end = 0; end < length; ) {
    if (!bit(state)) {
      const context = LITERALS + 0x300 * ((out[end - 1] ?? 0) >> 5);
      let node = 1;
      if (state > 6) {
        // After a match a literal differs from the byte that would have gone on with it: that byte is a context too.
        for (let match = out[end - last[0]! - 1]!, same = true; same && node < 256; match <<= 1) {
          const expected = (match >> 7) & 1;
          const seen = bit(context + 256 * (1 + expected) + node);
          node = 2 * node + seen;
          same = seen === expected;
        }
      }
      while (node < 256) node = 2 * node + bit(context + node);
      out[end++] = node;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    const before = state < 7;
    let length = 1;
    if (!bit(REPEATED + state)) {
      const counted = count(LENGTHS);
      length = counted + 2;
      last = [distance(counted), last[0]!, last[1]!, last[2]!];
      state = before ? 7 : 10;
    } else {
      const which = !bit(REPEATED + 12 + state) ? 0 : !bit(REPEATED + 24 + state) ? 1 : 2 + bit(REPEATED + 36 + state);
      if (which === 0 && !bit(REPEATED + 48 + state)) {
        state = before ? 9 : 11;
      } else {
        last.unshift(...last.splice(which, 1));
        length = count(LENGTHS + LENGTH) + 2;
        state = before ? 8 : 11;
      }
    }
    for (const back = last[0]! + 1; length > 0; length--, end++) out[end] = out[end - back]!;
  }
  return out;
}

// The contexts: of each state whether a match comes, and which; of two kinds of lengths; of distances; of literals.
const REPEATED = 12;
const LENGTHS = REPEATED + 60;
const LENGTH = 18 + 256;
const SLOTS = LENGTHS + 2 * LENGTH;
const FAR = SLOTS + 256;
const ALIGN = FAR + 115;
const LITERALS = ALIGN + 16;
