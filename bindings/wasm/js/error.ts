/** A value that breaks a rule: of which field, which value, and the rule. */
export class SprungError extends RangeError {
  override readonly name = "SprungError";
  /** The name of the parameter, as in the signature: `dampingRatio`. Empty for a text that is no spec. */
  readonly field: string;
  /** The value that was given. */
  readonly value: unknown;
  /** The rule for the value: `>= 0`. */
  readonly rule: string;

  constructor(field: string, value: unknown, rule: string, message?: string) {
    super(message ?? `${field} must be ${rule}, got ${shown(value)}`);
    this.field = field;
    this.value = value;
    this.rule = rule;
  }
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Throws unless the rule holds. */
export function require(holds: boolean, field: string, value: unknown, rule: string): asserts holds {
  if (!holds) throw new SprungError(field, value, rule);
}

/** Returns a number, or throws: text and `undefined` never become NaN silently. */
export function number(value: unknown, field: string): number {
  require(typeof value === "number", field, value, "a number");
  return value;
}
