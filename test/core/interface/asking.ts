import { type Access, type Actor, createCore, DomainError, type UseCase } from '@backroom/core';
import {
  createDispatch,
  type InventoryPolicy,
  integer,
  inventoryPolicy,
  pathId,
  type Route,
  route,
  section,
  text,
} from '@backroom/core/interface';
import { NOON } from '@backroom/testing/builders';
import { aMember, aRequest, aUnitOfWork, type RequestParts } from '../../support/builders.ts';
import { noLimits } from '../../support/limits.ts';
import { withStandIns } from '../../support/stand-ins.ts';

/** The inventory interface with the defaults of an installation. */
export const inventory = inventoryPolicy({ requireIfMatch: false });

/** The inputs of the use cases, in order. */
export let calls: { readonly actor: Actor; readonly input: object }[] = [];
/** What was not a refusal. */
export let failures: unknown[] = [];

/** Clears both before each test that reads them. */
export function forgetCalls(): void {
  calls = [];
  failures = [];
}

type Work = (input: Record<string, unknown>) => unknown;

const useCaseFor = (access: Access, work: Work, writes = true): UseCase<object, Record<string, unknown>, unknown> => ({
  access,
  effect: writes ? 'write' : 'read',
  transaction: 'core',
  repeats: 'ledger',
  make: () => async (actor, input) => {
    calls.push({ actor, input });
    return work(input);
  },
});
const same: Work = (input) => input;

function at(
  method: Route['methods'][number],
  path: string,
  options: { access?: Access; work?: Work; params?: Route['params'] } = {},
): Route {
  const { access = 'signed-in', work = same, params = {} } = options;
  return route({
    methods: [method],
    path,
    params,
    summary: 'Do it.',
    useCase: useCaseFor(access, work, method !== 'GET'),
    input: (given: Record<string, unknown>) => given,
    versioned: path === '/things/{id}',
    etag: () => '3.1',
  });
}

const name = text({ required: true });
const routes = section(
  'Things',
  at('GET', '/open', { access: 'anyone', params: { count: integer() } }),
  at('GET', '/things', { params: { count: integer() } }),
  at('POST', '/things', { access: 'edit_catalog', params: { name } }),
  at('PUT', '/things/{id}', { access: 'manage_inventory', params: { id: pathId, name: text() } }),
  at('GET', '/broken', { access: 'anyone', work: () => Promise.reject(new TypeError('secret: host 10.0.0.7')) }),
  at('GET', '/busy', {
    access: 'anyone',
    work: () => Promise.reject(new DomainError('unavailable', 'busy', 'Later.', { retryAfter: 7 })),
  }),
);

/** A core whose units of work only do the work. */
const core = createCore(
  withStandIns({
    unitOfWork: aUnitOfWork,
    auditTrail: { append: async () => {} },
    clock: { now: () => NOON },
    settings: { rateLimits: noLimits },
  }),
);

/** Sends a request to an interface, as a member by default; a failed authentication is passed as the refusal. */
export function ask(policy: InventoryPolicy, parts: RequestParts, who: Actor | DomainError = aMember()) {
  const dispatch = createDispatch({ policy, routes, core, onFailure: (cause) => void failures.push(cause) });
  return dispatch(aRequest(parts), async () => {
    if (who instanceof DomainError) throw who;
    return who;
  });
}
/** The status and the code of what an interface answers. */
export const reported = async (...request: Parameters<typeof ask>): Promise<string> => {
  const { status, body } = await ask(...request);
  return `${status} ${(body as { code?: string } | undefined)?.code ?? 'done'}`;
};

/** A token that does not hold. */
export const badToken = new DomainError('unauthenticated', 'invalid_token', 'The access token is not valid.');
/** A body of an unexpected kind. */
export const wrongMedia = new DomainError('unsupported-media', 'unsupported_media_type', 'Not that.');
/** A member with read access only. */
export const reader = aMember({ capabilities: new Set(['read_inventory']) });
