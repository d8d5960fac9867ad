import { Readable } from 'node:stream';

/** A value with more members than these is made a text in pieces, so that others are attended to meanwhile. */
const MOST = 10_000;
/** About so many characters go out together. */
const PIECE = 65_536;

/** Whether the text of a value would take so long to make that nobody else is attended to. */
export const isLong = (value: unknown): boolean => leftOf(value, MOST) < 0;

/** How many members may still come after those of a value; below 0 as soon as there are too many. */
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

/** The JSON of a long value as a stream: a piece is made when it is wanted, and between two of them others have their turn. */
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

/** Texts put together to pieces of some length. */
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

/** Items that stand beside each other, as many together as are not long; one that is long stands alone. */
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
