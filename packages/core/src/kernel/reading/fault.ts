import type { Schema } from '../schema.ts';

/** A violated rule of a schema: its published code, and a sentence about the value. */
export class Fault {
  readonly code: string;
  readonly message: string;

  constructor(code: string, message: string) {
    this.code = code;
    this.message = message;
  }
}

/** The fault of a rule, with a sentence that may quote the schema. */
export const ruleFault =
  (code: string, sentence: string | ((schema: Schema) => string)): ((schema: Schema) => Fault) =>
  (schema) =>
    new Fault(code, typeof sentence === 'string' ? sentence : sentence(schema));

/** Reads a text as it is, if it has the form. */
export const formOf =
  (fits: (text: string) => boolean, refuse: (schema: Schema) => Fault) =>
  (text: string, schema: Schema): string | Fault =>
    fits(text) ? text : refuse(schema);

/** Encodes a fault as one line of text, to pass through the schema library. */
export const encodeFault = ({ code, message }: Fault): string => `${code}|${message}`;

/** Decodes a text encoded by `encodeFault`. */
export function decodeFault(text: string): Fault {
  const end = text.indexOf('|');
  return new Fault(text.slice(0, end), text.slice(end + 1));
}
