import { type Actor, type Core, createCore, DomainError, defaultSettings, type UseCase } from '@backroom/core';
import { defaultShopSettings } from '@backroom/core/commerce';
import { integer, listOf, pathId, type Route, record, route, text } from '@backroom/core/interface';
import { aUnitOfWork } from '../support/builders.ts';
import { noLimits } from '../support/limits.ts';
import { withStandIns } from '../support/stand-ins.ts';

const now = new Date('2026-11-21T03:04:05Z');
const at = now.getTime() / 1000;

/** The accounts of the tiny core: `Bearer user.7` is Ana, `Bearer user.1` an administrator. */
const accounts = [
  { userId: 1, username: 'root', role: 'admin' },
  { userId: 7, username: 'ana', role: 'member' },
] as const;

/** A core with accounts and nothing else: enough for whatever happens before a use case. */
export function tinyCore(): Core {
  const ports = {
    settings: { ...defaultSettings, rateLimits: noLimits },
    clock: { now: () => now, wait: async () => {} },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    unitOfWork: aUnitOfWork,
    tokenNames: { issuer: 'inventory', audience: 'inventory-api' },
    tokens: {
      verify: async (token: string) => {
        const sub = /^user\.(\d+)$/.exec(token)?.[1];
        if (sub === undefined) return { fault: 'form' };
        return {
          claims: { iss: 'inventory', aud: 'inventory-api', sub, iat: at, exp: at + 28_800, jti: token, tv: 1 },
        };
      },
      publicKeys: async () => undefined,
    },
    users: {
      forToken: async (userId: number) => {
        const account = accounts.find((each) => each.userId === userId);
        const user = { ...account, isActive: true, mustChangePassword: false, isSystem: false, deletedAt: null };
        return account && { user, tokenVersion: 1, isRevoked: false };
      },
    },
    shopSettings: { read: async () => defaultShopSettings },
    apiDescription: () => ({ openapi: '3.1.0' }),
  };
  return createCore(withStandIns(ports));
}

type Act = (actor: Actor, input: Record<string, unknown>) => Promise<unknown>;

const useCase = (access: 'anyone' | 'signed-in', act: Act): UseCase<unknown, Record<string, unknown>, unknown> => ({
  access,
  effect: 'read',
  transaction: 'core',
  repeats: 'none',
  make: () => act,
});

const given: Act = async (_, input) => input;
const thing = { name: text({ required: true }), size: integer(), tags: listOf(text()), extra: record() };

/** A gate that a slow request waits at. */
export interface Gate {
  /** Resolves when a request has arrived. */
  readonly reached: Promise<void>;
  open(): void;
  wait(): Promise<void>;
}

/** Makes a gate that is shut. */
export function shutGate(): Gate {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    open: opened.resolve,
    wait: () => {
      reached.resolve();
      return opened.promise;
    },
  };
}

/** A small route table with one route for each habit of the interface. */
export const tinyRoutes = (gate: Gate = shutGate()): readonly Route[] => [
  route({
    methods: ['GET'],
    path: '/open',
    summary: 'Open.',
    useCase: useCase('anyone', async () => ({ open: true })),
  }),
  route({
    methods: ['GET'],
    path: '/who',
    summary: 'Who.',
    useCase: useCase('anyone', async ({ userId, origin }) => ({ userId, origin })),
  }),
  route({
    methods: ['POST'],
    path: '/login',
    summary: 'In.',
    accepts: ['json', 'form'],
    params: { username: text({ required: true }), password: text() },
    input: (input) => ({ ...input }),
    useCase: useCase('anyone', given),
  }),
  route({
    methods: ['GET'],
    path: '/things',
    summary: 'All.',
    params: { q: text() },
    input: (input) => ({ ...input }),
    useCase: useCase('signed-in', given),
  }),
  route({
    methods: ['POST'],
    path: '/things',
    summary: 'Make.',
    status: 201,
    params: thing,
    input: (input) => ({ ...input }),
    location: () => '/things/1',
    useCase: useCase('signed-in', given),
  }),
  route({
    methods: ['GET'],
    path: '/things/{id}',
    summary: 'One.',
    params: { id: pathId },
    input: (input) => ({ ...input }),
    etag: () => '3',
    useCase: useCase('signed-in', given),
  }),
  route({
    methods: ['DELETE'],
    path: '/things/{id}',
    summary: 'None.',
    status: 204,
    params: { id: pathId },
    input: (input) => ({ ...input }),
    useCase: useCase('signed-in', given),
  }),
  route({
    methods: ['POST'],
    path: '/once',
    summary: 'Once.',
    params: { name: text(), q: text({ in: 'query' }) },
    input: (input) => ({ ...input }),
    // Reads the key itself, so none is stored.
    useCase: { ...useCase('anyone', async ({ once }) => ({ once })), repeats: 'ledger' },
  }),
  route({
    methods: ['GET'],
    path: '/users/me',
    summary: 'Me.',
    useCase: useCase('signed-in', async ({ userId }) => ({ id: userId })),
  }),
  route({
    methods: ['GET', 'POST'],
    path: '/slow',
    summary: 'Slow.',
    useCase: useCase('anyone', async () => gate.wait().then(() => ({ slow: true }))),
  }),
  route({
    methods: ['GET'],
    path: '/broken',
    summary: 'Broken.',
    useCase: useCase('anyone', async () => {
      throw new Error('secret of the house');
    }),
  }),
  route({
    methods: ['GET'],
    path: '/unsayable',
    summary: 'Unsayable.',
    useCase: useCase('anyone', async () => ({ big: 1n })),
  }),
  route({
    methods: ['GET'],
    path: '/limited',
    summary: 'Limited.',
    useCase: useCase('anyone', async () => {
      throw new DomainError('rate-limited', 'rate_limited', 'Slow down.', { retryAfter: 3 });
    }),
  }),
];
