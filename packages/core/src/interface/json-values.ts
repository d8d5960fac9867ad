/** A response value without a JSON representation: a bug, or corrupt stored data. */
export class JsonEncodeError extends Error {
  constructor(fault: string, options?: ErrorOptions) {
    super(`The answer cannot be encoded as JSON: ${fault}.`, options);
    this.name = 'JsonEncodeError';
  }
}

/**
 * Returns a value if JSON can represent it. `JSON.stringify` writes `NaN`, infinite numbers and invalid dates as null and drops
 * functions and symbols without an error.
 * @throws JsonEncodeError with the path and kind of the first invalid value, never with the value itself
 */
export function demandJson<T>(value: T): T {
  let isFine: boolean;
  try {
    isFine = isJson(value);
  } catch (cause) {
    if (cause instanceof RangeError) throw new JsonEncodeError('it contains itself, or is nested too deep');
    throw cause;
  }
  if (!isFine) throw new JsonEncodeError(faultIn(value, 'body') ?? 'unknown value');
  return value;
}

/** Hot path, runs for every response: no paths, no closures, no lists of members. */
function isJson(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || areJson(value);
    default:
      return false;
  }
}

function areJson(value: object): boolean {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) if (!isJson(value[index])) return false;
    return true;
  }
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  for (const name in value) if (!isJson((value as Readonly<Record<string, unknown>>)[name])) return false;
  return true;
}

const LONGEST_PLACE = 200;

/** Path and kind of the first invalid value: `body[3].total is a number that is not finite`. */
function faultIn(value: unknown, place: string): string | undefined {
  if (isJson(value)) return undefined;
  if (typeof value === 'object' && value !== null && !(value instanceof Date))
    for (const [name, member] of Object.entries(value)) {
      const fault = faultIn(member, Array.isArray(value) ? `${place}[${name}]` : `${place}.${name}`);
      if (fault !== undefined) return fault;
    }
  return `${place.slice(0, LONGEST_PLACE)} is ${kindOf(value)}`;
}

function kindOf(value: unknown): string {
  if (typeof value === 'number') return 'a number that is not finite';
  if (typeof value === 'bigint') return 'a BigInt';
  return value instanceof Date ? 'an invalid date' : `a ${typeof value}`;
}
