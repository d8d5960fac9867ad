import type { FieldProblem } from '../../kernel/errors.ts';
import type { Schema } from '../../kernel/schema.ts';

const address = /^https?:\/\/[A-Za-z0-9._:-]+([/?#][^\s"'<>\\`]*)?$/;

/** A fault of a whole value. */
export const faultOf = (code: string, message: string): readonly FieldProblem[] => [{ path: [], code, message }];

/** The name of an extension or a group. */
export const slugSchema = { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]{0,63}$' } as const satisfies Schema;

/** A text of one line. */
export const lineSchema = (maxLength: number): Schema => ({
  type: 'string',
  maxLength,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
});

/** A text of several lines. */
export const proseSchema = (maxLength: number): Schema => ({ type: 'string', maxLength });

/** An address on the web, without characters that end an attribute of HTML. */
export const addressSchema: Schema = {
  type: 'string',
  maxLength: 2_000,
  hooks: {
    faultsOf: (value: string) =>
      address.test(value) ? [] : faultOf('rest_invalid_uri', 'is not an address that begins with https:// or http://'),
  },
};

/** The schema of a member that must be there. */
export const needed = (schema: Schema): Schema => ({ ...schema, required: true });
