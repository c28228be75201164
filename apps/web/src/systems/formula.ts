// Formulas as MathML, from a small part of TeX: letters, numbers, operators, ^ _ \frac{}{} \sqrt{} \text{} Greek.

const NAMES: Record<string, string> = {
  omega: "ω", zeta: "ζ", lambda: "λ", theta: "θ", tau: "τ", Phi: "Φ", Delta: "Δ", pi: "π", infty: "∞",
  cdot: "·", leftarrow: "←", to: "→", le: "≤", ge: "≥", pm: "±", times: "×", sum: "∑", int: "∫", approx: "≈", quad: "\u2003",
};
const FUNCTIONS = new Set(["cos", "sin", "ln", "exp", "acos", "max", "log"]);

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** Returns the MathML of one line. Throws for what is not understood: formulas are data of this page. */
export function mathml(source: string): string {
  let at = 0;
  const skip = () => {
    while (source[at] === " ") at++;
  };
  const group = (): string => {
    skip();
    if (source[at] !== "{") return atom();
    at++;
    const inside = row("}");
    at++;
    return `<mrow>${inside}</mrow>`;
  };
  const atom = (): string => {
    skip();
    const one = source[at];
    if (one === "{") return group();
    if (one === "\\" && /[,;]/.test(source[at + 1] ?? "")) {
      at += 2;
      return `<mspace width="${source[at - 1] === "," ? "0.17em" : "0.3em"}"/>`;
    }
    if (one === "\\") {
      const name = /^[A-Za-z]+/.exec(source.slice(at + 1))?.[0];
      if (!name) throw new Error(`a backslash without a name in ${source}`);
      at += 1 + name.length;
      if (name === "frac") return `<mfrac>${group()}${group()}</mfrac>`;
      if (name === "sqrt") return `<msqrt>${group()}</msqrt>`;
      if (name === "text") {
        skip();
        const end = source.indexOf("}", at);
        const words = source.slice(at + 1, end);
        at = end + 1;
        return `<mtext>${escaped(words).replace(/^ | $/g, "\u00a0")}</mtext>`;
      }
      if (FUNCTIONS.has(name)) return `<mi>${name}</mi><mo>&#x2061;</mo>`;
      const symbol = NAMES[name];
      if (!symbol) throw new Error(`\\${name} is not known in ${source}`);
      if (name === "quad") return "<mspace width=\"1.2em\"/>";
      return /[\p{L}∞]/u.test(symbol) ? `<mi>${symbol}</mi>` : `<mo>${symbol}</mo>`;
    }
    const number = /^\d+(\.\d+)?/.exec(source.slice(at))?.[0];
    if (number) {
      at += number.length;
      return `<mn>${number}</mn>`;
    }
    at++;
    if (/\p{L}/u.test(one)) return `<mi>${one}</mi>`;
    if (one === "'") return "<mo>′</mo>";
    if (one === "-") return "<mo>−</mo>";
    return `<mo${/[()[\]|]/.test(one) ? " stretchy=\"false\"" : ""}>${escaped(one)}</mo>`;
  };
  const row = (end: string): string => {
    let out = "";
    for (;;) {
      skip();
      if (at >= source.length) {
        if (end) throw new Error(`an open brace in ${source}`);
        return out;
      }
      if (source[at] === end) return out;
      let base = atom();
      for (;;) {
        // Primes belong to what is before them.
        let primes = "";
        while (source[at] === "'") {
          primes += "′";
          at++;
        }
        if (primes) base = `<msup><mrow>${base}</mrow><mo>${primes}</mo></msup>`;
        const sign = source[at];
        if (sign !== "^" && sign !== "_") break;
        at++;
        const script = group();
        const tag = sign === "^" ? "msup" : "msub";
        base = `<${tag}><mrow>${base}</mrow>${script}</${tag}>`;
      }
      out += base;
    }
  };
  return `<math display="block"><mrow>${row("")}</mrow></math>`;
}
