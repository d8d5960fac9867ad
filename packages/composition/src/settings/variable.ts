import * as v from 'valibot';

/** One variable of the environment: what it means, how it is read, and whether its value may be shown. */
export interface Variable<T> {
  readonly description: string;
  readonly read: v.GenericSchema<string, T>;
  /** What stands in the documentation as default. */
  readonly byDefault?: string;
  readonly isSecret?: boolean;
}

/** Declares a variable. */
export const variable = <T>(
  read: v.GenericSchema<string, T>,
  description: string,
  more: Omit<Variable<T>, 'read' | 'description'> = {},
): Variable<T> => ({
  read,
  description,
  ...more,
});

/** Reads a whole number between two others. */
export const integer = (minimum: number, maximum: number): v.GenericSchema<string, number> =>
  v.pipe(
    v.string(),
    v.regex(/^[0-9]{1,9}$/, `must be a whole number from ${minimum} to ${maximum}`),
    v.transform(Number),
    v.minValue<number, number, string>(minimum, `must be at least ${minimum}`),
    v.maxValue<number, number, string>(maximum, `must be at most ${maximum}`),
  );

/** Reads a text that is not empty. */
export const text = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'));
/** Reads yes or no. */
export const flag = v.pipe(
  v.string(),
  v.picklist(['true', 'false', '1', '0'], 'must be true or false'),
  v.transform((value) => value === 'true' || value === '1'),
);
/** Reads one of a closed list of words. */
export const oneOf = <const T extends readonly string[]>(values: T): v.GenericSchema<string, T[number]> =>
  v.pipe(v.string(), v.picklist(values, `must be one of ${values.join(', ')}`));
/** Reads entries that are separated by commas. */
export const list = v.pipe(
  text,
  v.transform((value) => value.split(',').map((entry) => entry.trim())),
);
