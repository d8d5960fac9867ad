import * as v from 'valibot';

/** An environment variable. */
export interface Variable<T> {
  readonly description: string;
  readonly read: v.GenericSchema<string, T>;
  /** The default, as the documentation shows it. */
  readonly defaultValue?: string;
  readonly isSecret?: boolean;
}

export const variable = <T>(
  read: v.GenericSchema<string, T>,
  description: string,
  more: Omit<Variable<T>, 'read' | 'description'> = {},
): Variable<T> => ({
  read,
  description,
  ...more,
});

/** An integer within bounds, inclusive. */
export const integer = (minimum: number, maximum: number): v.GenericSchema<string, number> =>
  v.pipe(
    v.string(),
    v.regex(/^[0-9]{1,9}$/, `must be a whole number from ${minimum} to ${maximum}`),
    v.transform(Number),
    v.minValue<number, number, string>(minimum, `must be at least ${minimum}`),
    v.maxValue<number, number, string>(maximum, `must be at most ${maximum}`),
  );

/** A non-empty text. */
export const text = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'));
/** `true`, `false`, `1` or `0`. */
export const flag = v.pipe(
  v.string(),
  v.picklist(['true', 'false', '1', '0'], 'must be true or false'),
  v.transform((value) => value === 'true' || value === '1'),
);
/** One of these values. */
export const oneOf = <const T extends readonly string[]>(values: T): v.GenericSchema<string, T[number]> =>
  v.pipe(v.string(), v.picklist(values, `must be one of ${values.join(', ')}`));
/** Entries separated by commas. */
export const list = v.pipe(
  text,
  v.transform((value) => value.split(',').map((entry) => entry.trim())),
);
