import { Readable } from 'node:stream';

/** Values with more members are serialised in chunks, so that other requests are not blocked. */
const MOST = 10_000;
/** Approximate chunk size in characters. */
const PIECE = 65_536;

/** Whether serialising a value at once would block the event loop for too long. */
export const isLong = (value: unknown): boolean => leftOf(value, MOST) < 0;

/** Remaining budget after subtracting the members of a value; negative as soon as it is exhausted. */
function leftOf(value: unknown, left: number): number {
  if (typeof value !== 'object' || value === null) return left - 1;
  let rest = left - 1;
  const count = Array.isArray(value) ? value.length : Object.keys(value).length;
  if (count > rest) return -1;
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    if (rest < 0) break;
    rest = leftOf(member, rest);
  }
  return rest;
}

/** Streams the JSON of a long value: chunks are produced on demand, with a yield to the event loop between them. */
export class LongJson extends Readable {
  readonly #pieces: Iterator<string>;

  constructor(value: unknown) {
    super({ highWaterMark: PIECE });
    this.#pieces = gathered(textsOf(value));
  }

  override _read(): void {
    setImmediate(() => {
      try {
        const { done, value } = this.#pieces.next();
        this.push(done ? null : value);
      } catch (cause) {
        this.destroy(cause instanceof Error ? cause : new Error('A value cannot be said in JSON.', { cause }));
      }
    });
  }
}

/** Joins texts into chunks of at least `PIECE` characters. */
function* gathered(texts: Iterable<string>): Generator<string, void> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function* textsOf(value: unknown): Generator<string, void> {
  if (typeof value !== 'object' || value === null || !isLong(value)) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* textsOfList(value);
  else yield* textsOfObject(value);
}

function* textsOfList(list: readonly unknown[]): Generator<string, void> {
  let glue = '[';
  for (const group of groupsOf(list)) {
    yield glue;
    if (group.length === 1) yield* textsOf(group[0]);
    else yield JSON.stringify(group).slice(1, -1);
    glue = ',';
  }
  yield glue === '[' ? '[]' : ']';
}

/** Groups consecutive items up to `MOST` members together; a longer item forms a group of its own. */
function* groupsOf(list: readonly unknown[]): Generator<readonly unknown[], void> {
  let group: unknown[] = [];
  let left = MOST;
  for (const item of list) {
    left = leftOf(item, left);
    if (left < 0 && group.length > 0) {
      yield group;
      group = [];
      left = leftOf(item, MOST);
    }
    group.push(item);
  }
  if (group.length > 0) yield group;
}

function* textsOfObject(object: object): Generator<string, void> {
  let glue = '{';
  for (const name of Object.keys(object)) {
    const member: unknown = (object as Readonly<Record<string, unknown>>)[name];
    if (member === undefined) continue;
    yield `${glue}${JSON.stringify(name)}:`;
    yield* textsOf(member);
    glue = ',';
  }
  yield glue === '{' ? '{}' : '}';
}
