import { DomainError } from '@backroom/core';
import type { Schema, Schemas } from '@backroom/core/interface';
import { compileShopReader, gatherSources, type ShopBody } from '@backroom/core/interface';

/** What a reader makes of a request: the input of a use case, or the refusal. */
export interface Read {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly code?: string;
  readonly message?: string;
  readonly params?: unknown;
  readonly details?: Readonly<Record<string, { readonly code: string; readonly message: string }>>;
}

/** The parts of a request that carry parameters. */
export interface Parts {
  readonly path?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: readonly (readonly [string, unknown])[];
  readonly query?: string;
}

/** Reads a request with these parameters. */
export function readShop(params: Schemas, { path = {}, json, form, query = '' }: Parts): Read {
  const body: ShopBody = form
    ? { kind: 'form', fields: form }
    : json === undefined
      ? { kind: 'none' }
      : { kind: 'json', value: json };
  try {
    const sent = gatherSources(path, [...new URLSearchParams(query)], body);
    return { input: compileShopReader(params, Object.keys(path))(sent) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, message: error.message, ...error.details };
  }
}

/** The value that a parameter called `p` has after this was sent as JSON, or the code of its fault. */
export function storedAs(descriptor: Schema, sent: unknown): unknown {
  const { input, details, code } = readShop({ p: descriptor }, { json: { p: sent } });
  return input ? input.p : (details?.p?.code ?? code);
}

/** The sentence about a parameter called `p` after this was sent as JSON. */
export const messageOf = (descriptor: Schema, sent: unknown): string | undefined =>
  readShop({ p: descriptor }, { json: { p: sent } }).details?.p?.message;
