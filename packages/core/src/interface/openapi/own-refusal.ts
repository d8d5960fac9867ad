import type { Schema } from '../../kernel/schema.ts';
import { flag, namedObject, objectOf, text } from '../schema.ts';

/** A refusal that a route may present in its own form. */
export interface PresentedRefusal {
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

/** The form in which clients of a route expect refusals by its use case. */
export interface OwnRefusal {
  /** The shape of the bodies. */
  readonly returns: Schema;
  /** The body of a refusal; undefined for the usual one. */
  body(refusal: PresentedRefusal): unknown;
}

/** Refusals of use cases in an envelope with their message; those of the interface are as usual. */
export const messageRefusal: OwnRefusal = {
  returns: namedObject('MessageRefusal', { success: flag(), code: text(), data: objectOf({ message: text() }) }),
  body: ({ code, message }) => (code.startsWith('rest_') ? undefined : { success: false, code, data: { message } }),
};
