import {
  type Access,
  type Actor,
  anonymous,
  type Claim,
  type Core,
  createCore,
  type IdempotencyRecord,
  type UseCase,
  type UseCaseDeclaration,
} from '@backroom/core';
import { NOON } from '@backroom/testing/builders';
import { beforeEach, describe, expect, it } from 'vitest';
import { aMember } from '../support/builders.ts';
import { withStandIns } from '../support/stand-ins.ts';
import { useCase } from './internals.ts';

/** What happened, in order. */
let log: string[] = [];
let claim: Claim = { state: 'fresh' };
let core: Core;

const ports = {
  unitOfWork: {
    async run<T>(work: () => Promise<T>): Promise<T> {
      log.push('begin');
      try {
        const result = await work();
        log.push('commit');
        return result;
      } catch (error) {
        log.push('roll back');
        throw error;
      }
    },
    afterCommit: () => {},
    runAs: <T>(_: unknown, work: () => Promise<T>) => work(),
    limited: <T>(work: () => Promise<T>) => work(),
    unlimited: <T>(work: () => Promise<T>) => work(),
  },
  clock: { now: () => NOON },
  auditTrail: { append: async () => {} },
  idempotency: {
    claim: async () => claim,
    settle: async (userId: number, { key }: { key: string }, { answer, expiresAt }: IdempotencyRecord) =>
      void log.push(`keep ${key} of ${userId}: ${JSON.stringify(answer)} until ${expiresAt.toISOString()}`),
  },
};

beforeEach(() => {
  log = [];
  claim = { state: 'fresh' };
  core = createCore(withStandIns(ports));
});

type Kind = Omit<UseCaseDeclaration, 'access' | 'audit'>;
const command: Kind = { effect: 'write' };
const ledgerCommand: Kind = { effect: 'write', repeats: 'ledger' };
const procedure: Kind = { effect: 'write', transaction: 'own' };
const query: Kind = { effect: 'read' };

/** A use case that notes its steps and fails for negative numbers. */
const doing = (kind: Kind, access: Access = 'signed-in'): UseCase<object, { readonly n: number }, number> =>
  useCase(
    { access, ...kind },
    () =>
      async (_: Actor, { n }: { readonly n: number }) =>
        work(n),
  );
const work = (n: number): number => {
  log.push('work');
  if (n < 0) throw new RangeError('no');
  return n + 1;
};
const once = aMember({ once: { key: 'key-1', route: 'POST /things', fingerprint: 'abc' } });
const show = { present: (n: number) => ({ result: n }), keep: (answer: { result: number }) => answer };

describe('running a use case', () => {
  it('refuses callers without permission before anything else', async () => {
    await expect(core.run(doing(command), anonymous, { n: 1 })).rejects.toMatchObject({ code: 'missing_token' });
    expect(log).toEqual([]);
  });

  it('that writes happens in a unit of work', async () => {
    expect(await core.run(doing(command), aMember(), { n: 1 })).toBe(2);
    expect(log).toEqual(['begin', 'work', 'commit']);
  });

  it('that fails is undone', async () => {
    await expect(core.run(doing(command), aMember(), { n: -1 })).rejects.toThrow(RangeError);
    expect(log).toEqual(['begin', 'work', 'roll back']);
  });

  it.each([
    ['only looks', query],
    ['opens its own units', procedure],
  ])('that %s happens outside of one', async (_, kind) => {
    await core.run(doing(kind), aMember(), { n: 1 });
    expect(log).toEqual(['work']);
  });
});

describe('running at most once', () => {
  it('keeps the answer for a day', async () => {
    expect(await core.runOnce(doing(command), once, { input: { n: 1 }, ...show })).toEqual({
      answer: { result: 2 },
      replayed: false,
    });
    expect(log).toEqual(['begin', 'work', 'keep key-1 of 7: {"result":2} until 2026-11-21T12:00:00.000Z', 'commit']);
  });

  it('keeps of the answer only what may be kept, and returns all of it the first time', async () => {
    const sparing = { ...show, keep: () => ({ result: 0 }) };
    expect(await core.runOnce(doing(command), once, { input: { n: 1 }, ...sparing })).toEqual({
      answer: { result: 2 },
      replayed: false,
    });
    expect(log).toContainEqual(expect.stringContaining('{"result":0}'));
  });

  it('repeats the first answer and does nothing', async () => {
    claim = { state: 'done', fingerprint: 'abc', answer: { result: 99 } };
    expect(await core.runOnce(doing(command), once, { input: { n: 1 }, ...show })).toEqual({
      answer: { result: 99 },
      replayed: true,
    });
    expect(log).toEqual(['begin', 'commit']);
  });

  it('refuses a key that was used for something else', async () => {
    claim = { state: 'done', fingerprint: 'xyz', answer: {} };
    await expect(core.runOnce(doing(command), once, { input: { n: 1 }, ...show })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'idempotency_key_reused',
    });
  });

  it('refuses while the first one is running, with the time to retry', async () => {
    claim = { state: 'running' };
    await expect(core.runOnce(doing(command), once, { input: { n: 1 }, ...show })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'idempotency_in_progress',
      details: { retryAfter: 1 },
    });
  });

  it('keeps nothing of a failure', async () => {
    await expect(core.runOnce(doing(command), once, { input: { n: -1 }, ...show })).rejects.toThrow(RangeError);
    expect(log).toEqual(['begin', 'work', 'roll back']);
  });

  it('refuses callers without permission before it reads the key', async () => {
    claim = { state: 'done', fingerprint: 'abc', answer: {} };
    await expect(
      core.runOnce(doing(command, 'manage_system'), once, { input: { n: 1 }, ...show }),
    ).rejects.toMatchObject({
      code: 'admin_required',
    });
  });

  it.each<[string, Kind, Actor]>([
    ['without a key', command, aMember()],
    ['of what only looks', query, once],
    ['of what keeps its own keys', ledgerCommand, once],
  ])('%s is just running', async (_, kind, actor) => {
    claim = { state: 'running' };
    expect(await core.runOnce(doing(kind), actor, { input: { n: 1 }, ...show })).toEqual({
      answer: { result: 2 },
      replayed: false,
    });
  });
});

describe('running at most once in units of its own', () => {
  const own = useCase<object, { readonly n: number }, number>(
    { access: 'signed-in', effect: 'write', transaction: 'own', repeats: 'answer' },
    () =>
      async (_, { n }, { inUnit }) => {
        log.push('prepare');
        return inUnit(async () => work(n));
      },
  );
  const marked = { effect: 'write', transaction: 'own', repeats: 'marked' } as const;

  it('keeps the answer in the unit of the effect', async () => {
    const { answer } = await core.runOnce(own, once, { input: { n: 1 }, ...show });
    expect(answer).toEqual({ result: 2 });
    expect(log).toEqual([
      'prepare',
      'begin',
      'work',
      'keep key-1 of 7: {"result":2} until 2026-11-21T12:00:00.000Z',
      'commit',
    ]);
  });

  it('repeats the first answer without the effect', async () => {
    claim = { state: 'done', fingerprint: 'abc', answer: { result: 99 } };
    const repeated = await core.runOnce(own, once, { input: { n: 1 }, ...show });
    expect(repeated).toEqual({ answer: { result: 99 }, replayed: true });
    expect(log).not.toContain('work');
  });

  it('opens the unit without reading the key if there is none', async () => {
    claim = { state: 'running' };
    expect((await core.runOnce(own, aMember(), { input: { n: 1 }, ...show })).answer).toEqual({ result: 2 });
    expect(log).toEqual(['prepare', 'begin', 'work', 'commit']);
  });

  it('marks the key before effects of several units, and keeps the answer after them', async () => {
    await core.runOnce(doing(marked), once, { input: { n: 1 }, ...show });
    expect(log).toEqual([
      'begin',
      'keep key-1 of 7: {"isRunning":true} until 2026-11-20T12:10:00.000Z',
      'commit',
      'work',
      'begin',
      'keep key-1 of 7: {"result":2} until 2026-11-21T12:00:00.000Z',
      'commit',
    ]);
  });

  it('removes the mark after a failure', async () => {
    await expect(core.runOnce(doing(marked), once, { input: { n: -1 }, ...show })).rejects.toThrow(RangeError);
    expect(log.at(-2)).toBe('keep key-1 of 7: {"isRunning":true} until 2026-11-20T12:00:00.000Z');
  });

  const resumed = useCase<object, { readonly n: number }, number>(
    { access: 'signed-in', effect: 'write', transaction: 'own', repeats: 'resumed' },
    () =>
      async (_, { n }, { inUnit }) => {
        const result = await inUnit(async () => work(n));
        log.push(`after ${result}`);
        return result;
      },
  );

  it('keeps the result of the unit in it, and continues', async () => {
    expect(await core.runOnce(resumed, once, { input: { n: 1 }, ...show })).toEqual({
      answer: { result: 2 },
      replayed: false,
    });
    expect(log).toEqual(['begin', 'work', 'keep key-1 of 7: 2 until 2026-11-21T12:00:00.000Z', 'commit', 'after 2']);
  });

  it('continues with the first result without the effect', async () => {
    claim = { state: 'done', fingerprint: 'abc', answer: 5 };
    expect(await core.runOnce(resumed, once, { input: { n: 1 }, ...show })).toEqual({
      answer: { result: 5 },
      replayed: true,
    });
    expect(log).not.toContain('work');
    expect(log).toContain('after 5');
  });

  it('refuses while the mark exists', async () => {
    claim = { state: 'done', fingerprint: 'abc', answer: { isRunning: true } };
    const repeat = core.runOnce(doing(marked), once, { input: { n: 1 }, ...show });
    await expect(repeat).rejects.toMatchObject({ code: 'idempotency_in_progress' });
  });
});

describe('the contexts of a core', () => {
  it('have their use cases as methods, and nothing else', () => {
    expect(Object.keys(core.inventory)).toContain('recordOperation');
    expect(Object.values(core.inventory).filter((method) => typeof method !== 'function')).toEqual([]);
    expect(core.inventory).not.toHaveProperty('stockStatusOf');
  });

  it('check permission like everything else', async () => {
    await expect(core.inventory.listItems(anonymous, { page: 1, perPage: 10 })).rejects.toMatchObject({
      code: 'missing_token',
    });
  });
});
