import * as v from 'valibot';
import type { FieldProblem } from '../errors.ts';
import { decodeFault, encodeFault, Fault } from './fault.ts';

/** A compiled schema: reads a value of one encoding, or reports its faults with their paths. */
export type Reader<T = unknown> = v.GenericSchema<unknown, T>;
/** One step of a reader; the next step receives its output. */
export type ReadingStep = v.GenericSchema | v.GenericPipeAction<unknown, unknown>;

/** Combines steps to a reader; a step runs only if the ones before it have found no fault. */
export const piped = (...steps: readonly ReadingStep[]): Reader =>
  v.pipe(v.unknown(), ...(steps as readonly v.GenericPipeAction<unknown, unknown>[]));

/** A step that converts a value; without a value, `otherwise` says what is wrong. */
export const converting = (
  convert: (raw: unknown) => unknown,
  otherwise?: (raw: unknown) => Fault,
): v.GenericPipeAction<unknown, unknown> =>
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const value = convert(dataset.value);
    const fault = value instanceof Fault ? value : value === undefined ? otherwise?.(dataset.value) : undefined;
    if (!fault) return value;
    addIssue({ message: encodeFault(fault) });
    return NEVER;
  });

/** A step that checks a value, if the keyword of the check is set. */
export function demanding<K, T>(
  keyword: K | undefined,
  rule: (keyword: K) => readonly [(value: T) => boolean, Fault],
): readonly ReadingStep[] {
  if (keyword === undefined) return [];
  const [fits, fault] = rule(keyword);
  return [v.check((value) => fits(value as T), encodeFault(fault))];
}

/** A step that looks for faults in a whole value. */
export const inspecting = (
  faultsOf: (value: unknown) => readonly FieldProblem[],
): v.GenericPipeAction<unknown, unknown> =>
  v.rawCheck(({ dataset, addIssue }) => {
    for (const { code, message, path } of faultsOf(dataset.value)) {
      const [first, ...rest] = path.map(placeOf);
      addIssue({ message: encodeFault(new Fault(code, message)), ...(first && { path: [first, ...rest] }) });
    }
  });

/** The place of a part in a path; only the key is used. */
export const placeOf = (key: string | number): v.UnknownPathItem => ({
  type: 'unknown',
  origin: 'value',
  input: undefined,
  key,
  value: undefined,
});

/** A fault with the path of the value inside the one that was read. */
export interface PlacedFault {
  readonly fault: Fault;
  readonly path: readonly (string | number)[];
}

/** The faults that a reader has found. */
export const placedFaults = (issues: readonly v.BaseIssue<unknown>[]): readonly PlacedFault[] =>
  issues.map(({ message, path = [] }) => ({
    fault: decodeFault(message),
    path: path.map(({ key }) => (typeof key === 'number' ? key : String(key))),
  }));

/** The value that a reader makes of a raw one, or its faults: the first, or all of them. */
export type ReadResult = { readonly value: unknown } | { readonly faults: readonly PlacedFault[] };

/** Reads a value; `first` ends the reading at the first fault. */
export function readWith(reader: Reader, raw: unknown, extent: 'first' | 'all'): ReadResult {
  const read = v.safeParse(reader, raw, extent === 'first' ? { abortEarly: true } : { abortPipeEarly: true });
  return read.success ? { value: read.output } : { faults: placedFaults(read.issues) };
}
