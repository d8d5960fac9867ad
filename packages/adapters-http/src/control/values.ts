/**
 * JSON for inputs and results of use cases, which also have dates and big integers: `{"$date":"…"}`, `{"$bigint":"…"}`. An object
 * whose only member begins with `$` is wrapped as `{"$object":…}`.
 * @throws TypeError for values without a JSON form, such as functions and maps
 */
export const encodeValue = (value: unknown): string => JSON.stringify(tagged(value));

/** Restores a value of `encodeValue`. */
export const decodeValue = (text: string): unknown => untagged(JSON.parse(text));

function tagged(value: unknown): unknown {
  if (typeof value === 'bigint') return { $bigint: String(value) };
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`A ${typeof value} is not sent.`);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return { $date: value.toISOString() };
  if (Array.isArray(value)) return value.map(tagged);
  if (!isPlain(value)) throw new TypeError(`A ${value.constructor.name} is not sent.`);
  const members = mapMembers(value, tagged);
  return isTag(value) ? { $object: members } : members;
}

function untagged(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(untagged);
  if (!isTag(value)) return mapMembers(value, untagged);
  const { $date, $bigint, $object } = value as Readonly<Record<string, unknown>>;
  if (typeof $date === 'string') return new Date($date);
  return typeof $bigint === 'string' ? BigInt($bigint) : mapMembers($object as object, untagged);
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isTag(value: object): boolean {
  const [name, ...others] = Object.keys(value);
  return others.length === 0 && (name?.startsWith('$') ?? false);
}

const mapMembers = (value: object, change: (member: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
