import { DomainError } from '../../kernel/errors.ts';
import type { UnreadLines } from '../../kernel/refusals.ts';
import { camel } from '../schema.ts';
import type { RawInput, Reader } from './reader.ts';

/** Beside the lines of a list that could be read: why the others could not. */
export interface Unread {
  readonly unread: UnreadLines;
}

interface Reading {
  readonly read: Reader;
  /** The parameter that is a list of changes. */
  readonly lines?: string;
}

/**
 * Reads the input of a route. Where only some lines of its list are malformed, it gives the others with the refusal beside
 * them, so that the use case can refuse everything that is wrong at once.
 * @throws DomainError as the reader, where no line can be read
 */
export function readInput(route: Reading, raw: RawInput): Record<string, unknown> {
  try {
    return route.read(raw);
  } catch (error) {
    const others = error instanceof DomainError ? otherLines(route, raw, error) : undefined;
    if (!others) throw error;
    return others;
  }
}

function otherLines(
  { read, lines }: Reading,
  raw: RawInput,
  refusal: DomainError,
): Record<string, unknown> | undefined {
  const sent = lines === undefined ? undefined : raw.body[lines];
  const { fields } = refusal.details;
  if (lines === undefined || !Array.isArray(sent) || !fields) return undefined;
  const below = fields.filter(({ path }) => path[0] === camel(lines)).map(({ path }) => path[1]);
  const places = [...sent.keys()].filter((place) => !below.includes(place));
  if (below.includes(undefined) || places.length === 0) return undefined;
  try {
    const input = read({ path: raw.path, query: [], body: { [lines]: places.map((place) => sent[place]) } });
    return { ...input, unread: { refusals: [refusal], places } satisfies UnreadLines };
  } catch {
    // More is wrong than one refusal names.
    return undefined;
  }
}

/**
 * Refuses an input whose unread lines the use case does not get.
 * @throws DomainError
 */
export function demandUnreadKept(given: object, input: unknown): void {
  const { unread } = given as Partial<Unread>;
  const isKept = unread === undefined || (typeof input === 'object' && input !== null && 'unread' in input);
  if (!isKept) throw unread.refusals[0];
}
