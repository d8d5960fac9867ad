import { hash } from 'node:crypto';
import type { Actor, Core } from '@backroom/core';
import {
  contributedShopRoutes,
  createDispatch,
  defaultShopNames,
  type ShopBody,
  type ShopPolicyOptions,
  type ShopRequest,
  type ShopResponse,
  type ShopRoute,
  shopPolicy,
  shopRoutes,
} from '@backroom/core/interface';
import { expect, inject } from 'vitest';
import { notePair, testAtWork } from './answered-pairs.ts';
import { aMember } from './builders.ts';
import { declaredAnswers } from './declared-answers.ts';

/** Where the shop is in tests that have no server. */
export const shopAt = 'https://shop.example';

/** What differs from a plain GET of the root. */
export interface ShopRequestOverrides {
  readonly method?: string;
  readonly path?: string;
  /** The text behind the question mark. */
  readonly query?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly form?: readonly (readonly [string, unknown])[];
  readonly headers?: Readonly<Record<string, string>>;
  /** A member by default; an error is what recognising them throws. */
  readonly as?: Actor | Error;
}

/** A request to the shop that never was on a wire. */
export const shopRequest = ({
  method = 'GET',
  path = '/',
  query = '',
  body,
  form,
  headers = {},
}: ShopRequestOverrides): ShopRequest => ({
  method,
  path,
  query: [...new URLSearchParams(query)],
  baseUrl: shopAt,
  header: (name) => headers[name],
  body: async (): Promise<ShopBody> =>
    form ? { kind: 'form', fields: form } : body === undefined ? { kind: 'none' } : { kind: 'json', value: body },
  fingerprint: () => hash('sha256', JSON.stringify(body ?? null)),
  origin: { requestId: 'request-1', isSecure: true },
});

/** Makes a client of a table of shop routes; failures are collected. */
export function shopOf(
  core: Core,
  options: Partial<ShopPolicyOptions & { readonly routes: readonly ShopRoute[] }> = {},
) {
  const { names = defaultShopNames, yieldTurn } = options;
  const failures: unknown[] = [];
  const dispatch = createDispatch({
    core,
    policy: shopPolicy({ names, ...(yieldTurn && { yieldTurn }) }),
    routes: options.routes ?? shopRoutes(names),
    liveRoutes: contributedShopRoutes(() => core.contributions()),
    onFailure: (cause) => void failures.push(cause),
  });
  const ask = async (overrides: ShopRequestOverrides = {}): Promise<ShopResponse & { readonly body: never }> => {
    const who = overrides.as ?? aMember();
    const request = shopRequest(overrides);
    const response = (await dispatch(request, async () => {
      if (who instanceof Error) throw who;
      return { ...who, origin: { isSecure: true } };
    })) as ShopResponse & { readonly body: never };
    if (!options.routes && names === defaultShopNames) expectDeclared(request, response);
    return response;
  };
  return { ask, dispatch, failures };
}

/** Answers have the shape, and refusals the codes, that the OpenAPI document declares. */
function expectDeclared({ method, path, query, header }: ShopRequest, { status, body }: ShopResponse): void {
  if (method === 'HEAD' || body === undefined) return;
  const parameters = new URLSearchParams([['rest_route', path], ...query.map(([name, value]) => [name, value])]);
  const isOverridden = header('x-http-method-override') !== undefined;
  const read: unknown = JSON.parse(JSON.stringify(body));
  const url = `/index.php?${parameters}`;
  notePair(inject('answeredFolder'), { method, url, status, test: testAtWork() });
  expect(declaredAnswers()({ method, url, isOverridden, status, body: read })).toEqual([]);
}
