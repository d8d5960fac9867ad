import { MemoryLog, MemoryRateLimiter } from '@backroom/adapters-memory';
import {
  type Actor,
  anonymous,
  createCore,
  DomainError,
  type RateLimiter,
  trusted,
  type UseCase,
} from '@backroom/core';
import {
  createDispatch,
  inventoryPolicy,
  listOf,
  type Route,
  record,
  route,
  section,
  text,
} from '@backroom/core/interface';
import { type RateLimitChanges, rateLimitsOf } from '@backroom/core/kernel';
import { NOON } from '@backroom/testing/builders';
import { describe, expect, it } from 'vitest';
import { aMember, aRequest, aUnitOfWork, type RequestParts } from '../../support/builders.ts';
import { withStandIns } from '../../support/stand-ins.ts';
import { badToken } from './asking.ts';

const home = '192.0.2.1';
const small = { api: { points: 5 }, write: { points: 3 }, anonymous: { points: 2 }, bulk: { points: 1 } };

const wrong = async () => {
  throw new DomainError('unauthenticated', 'invalid_credentials', 'No.');
};

/** A table with public routes and routes for members, and the number of their answers. */
function routesThat(answered: () => void): readonly Route[] {
  const useCase = (
    access: 'anyone' | 'signed-in' | 'manage_users',
    effect: 'read' | 'write' = 'read',
  ): UseCase<object, object, unknown> => ({
    access,
    effect,
    transaction: 'own',
    repeats: 'none',
    make: () => async () => {
      answered();
      return {};
    },
  });
  const input = () => ({});
  const common = { summary: 'Do it.', input };
  return section(
    'Things',
    route({ ...common, methods: ['GET'], path: '/version', useCase: useCase('anyone') }),
    route({ ...common, methods: ['GET'], path: '/health', isProbe: true, useCase: useCase('anyone') }),
    route({ ...common, methods: ['POST'], path: '/login', useCase: useCase('anyone') }),
    route({ ...common, methods: ['POST'], path: '/login/wrong', useCase: { ...useCase('anyone'), make: () => wrong } }),
    route({ ...common, methods: ['GET'], path: '/things', useCase: useCase('signed-in') }),
    route({ ...common, methods: ['DELETE'], path: '/things', useCase: useCase('signed-in', 'write') }),
    route({ ...common, methods: ['GET'], path: '/secrets', useCase: useCase('manage_users') }),
    route({ ...common, methods: ['GET'], path: '/export', limit: 'bulk', useCase: useCase('signed-in') }),
    route({
      ...common,
      methods: ['POST'],
      path: '/batch',
      params: { lines: listOf(text()) },
      lines: 'lines',
      useCase: useCase('signed-in', 'write'),
    }),
    route({
      ...common,
      methods: ['POST'],
      path: '/questions',
      params: { questions: record({ required: true }) },
      lines: 'questions',
      useCase: useCase('signed-in'),
    }),
  );
}

/** An interface with limits of its own. */
function open(changes: RateLimitChanges = small, rateLimiter: RateLimiter = new MemoryRateLimiter()) {
  const log = new MemoryLog();
  let answers = 0;
  const core = createCore(
    withStandIns({
      unitOfWork: aUnitOfWork,
      auditTrail: { append: async () => {} },
      clock: { now: () => NOON },
      settings: { rateLimits: rateLimitsOf(changes) },
      rateLimiter,
      log,
    }),
  );
  const dispatch = createDispatch({
    policy: inventoryPolicy({ requireIfMatch: false }),
    routes: routesThat(() => {
      answers += 1;
    }),
    core,
    onFailure: () => {},
  });
  const ask = (parts: RequestParts, who: Actor | DomainError = aMember(), ip: string | undefined = home) =>
    dispatch({ ...aRequest(parts), origin: { requestId: 'r-1', ...(ip !== undefined && { ip }) } }, async () => {
      if (who instanceof DomainError) throw who;
      return who;
    });
  const statuses = async (times: number, ...request: Parameters<typeof ask>) => {
    const reported: number[] = [];
    for (let count = 0; count < times; count += 1) reported.push((await ask(...request)).status);
    return reported;
  };
  return { ask, statuses, log, answers: () => answers };
}

const things = { path: '/things' };
const batch = (lines: number): RequestParts => ({
  method: 'POST',
  path: '/batch',
  body: { lines: Array(lines).fill('a line') },
});

describe('the limit of a user', () => {
  it('counts every request, and does nothing of what is too much', async () => {
    const { statuses, answers } = open();
    expect(await statuses(7, things)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(answers()).toBe(5);
  });

  it('is in the headers of each answer, under new and old names', async () => {
    const { headers } = await open().ask(things);
    expect(headers).toMatchObject({
      'ratelimit-policy': '"api";q=5;w=60',
      ratelimit: '"api";r=4;t=60',
      'ratelimit-limit': '5',
      'ratelimit-remaining': '4',
      'ratelimit-reset': '60',
    });
  });

  it('has the time of the next attempt', async () => {
    const { ask, statuses } = open();
    await statuses(5, things);
    const { status, headers, body, contentType } = await ask(things);
    expect({ status, contentType }).toEqual({ status: 429, contentType: 'application/problem+json' });
    expect(headers).toMatchObject({ 'retry-after': '60', ratelimit: '"api";r=0;t=60' });
    expect(body).toEqual({
      type: 'urn:inventory:problem:rate_limited',
      title: 'Rate limited',
      status: 429,
      detail: 'Too many requests. Try again when the time in Retry-After is over.',
      instance: '/things',
      code: 'rate_limited',
      request_id: 'r-1',
    });
  });

  it('is of one user at any address, and of no other', async () => {
    const { statuses } = open();
    await statuses(5, things, aMember(), '192.0.2.2');
    expect(await statuses(1, things)).toEqual([429]);
    expect(await statuses(1, things, aMember({ userId: 8 }))).toEqual([200]);
  });

  it('counts what is refused, too', async () => {
    const { statuses } = open();
    expect(await statuses(2, { path: '/secrets' })).toEqual([403, 403]);
    expect(await statuses(2, { path: '/things', method: 'PATCH' })).toEqual([405, 405]);
    expect(await statuses(2, things)).toEqual([200, 429]);
  });

  it('is checked before permission', async () => {
    const { statuses } = open();
    await statuses(5, things);
    expect(await statuses(1, { path: '/secrets' })).toEqual([429]);
  });

  it('is off at 0, without headers', async () => {
    const { ask, statuses } = open({ api: { points: 0 }, anonymous: { points: 0 } });
    expect(await statuses(20, things)).toEqual(Array(20).fill(200));
    expect(Object.keys((await ask(things)).headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });
});

describe('the limit of changes', () => {
  it('counts changes and nothing else', async () => {
    const { statuses } = open({ ...small, api: { points: 100 } });
    expect(await statuses(5, things)).toEqual(Array(5).fill(200));
    expect(await statuses(4, { ...things, method: 'DELETE' })).toEqual([200, 200, 200, 429]);
    expect(await statuses(1, things)).toEqual([200]);
  });

  it('is shown where it is tighter', async () => {
    const { headers } = await open().ask({ ...things, method: 'DELETE' });
    expect(headers).toMatchObject({ 'ratelimit-policy': '"write";q=3;w=60', ratelimit: '"write";r=2;t=60' });
  });

  it('counts each line of a batch', async () => {
    const { ask, answers } = open({ ...small, write: { points: 10 } });
    expect((await ask(batch(8))).headers.ratelimit).toBe('"write";r=2;t=60');
    expect(await ask(batch(3))).toMatchObject({ status: 429, headers: { ratelimit: '"write";r=1;t=60' } });
    expect(answers()).toBe(1);
    expect((await ask(batch(1))).status).toBe(200);
  });
});

describe('questions that are sent together', () => {
  const asking = (...names: readonly string[]): RequestParts => ({
    method: 'POST',
    path: '/questions',
    body: { questions: Object.fromEntries(names.map((name) => [name, 1])) },
  });

  it('count as one request each, and not as changes', async () => {
    const { ask } = open({ ...small, write: { points: 1 } });
    expect((await ask(asking('one', 'two', 'three'))).headers.ratelimit).toBe('"api";r=2;t=60');
    expect((await ask(asking('one'))).headers.ratelimit).toBe('"api";r=1;t=60');
    expect((await ask(asking('one', 'two'))).status).toBe(429);
  });
});

describe('a limit of a route', () => {
  it('counts that route besides the others', async () => {
    const { ask, statuses } = open();
    expect((await ask({ path: '/export' })).headers).toMatchObject({ 'ratelimit-policy': '"bulk";q=1;w=3600' });
    expect(await ask({ path: '/export' })).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } });
    expect(await statuses(4, things)).toEqual([200, 200, 200, 429]);
  });
});

describe('the limit of callers without a valid credential', () => {
  it('counts requests that end in 401, and refuses those that follow', async () => {
    const { statuses } = open();
    expect(await statuses(4, things, badToken)).toEqual([401, 401, 429, 429]);
    expect(await statuses(1, things, badToken, '192.0.2.2')).toEqual([401]);
  });

  it('does not apply to a credential that holds', async () => {
    const { statuses } = open();
    expect(await statuses(4, things, badToken)).toEqual([401, 401, 429, 429]);
    expect(await statuses(3, things)).toEqual([200, 200, 200]);
    expect(await statuses(1, { path: '/version' })).toEqual([200]);
  });

  it('counts requests without a needed credential', async () => {
    expect(await open().statuses(3, things, anonymous)).toEqual([401, 401, 429]);
  });

  it('counts public routes', async () => {
    const { ask, statuses } = open();
    expect((await ask({ path: '/version' }, anonymous)).headers.ratelimit).toBe('"anonymous";r=1;t=60');
    expect(await statuses(2, { path: '/version' }, anonymous)).toEqual([200, 429]);
  });

  it('does not count users there', async () => {
    const { ask } = open();
    expect((await ask({ path: '/version' })).headers.ratelimit).toBe('"api";r=4;t=60');
  });

  it('does not apply to logins, whatever their outcome', async () => {
    const { statuses } = open();
    const login = { path: '/login', method: 'POST' };
    expect(await statuses(3, things, badToken)).toEqual([401, 401, 429]);
    expect(await statuses(4, login, anonymous)).toEqual(Array(4).fill(200));
    expect(await statuses(4, login, badToken)).toEqual(Array(4).fill(200));
    expect(await statuses(4, { ...login, path: '/login/wrong' }, anonymous)).toEqual(Array(4).fill(401));
  });

  it('is not taken from by logins that fail', async () => {
    const { statuses } = open();
    expect(await statuses(5, { path: '/login/wrong', method: 'POST' }, anonymous)).toEqual(Array(5).fill(401));
    expect(await statuses(1, things, anonymous)).toEqual([401]);
  });

  it('counts all addresses of a /64 as one', async () => {
    const { statuses } = open();
    await statuses(2, things, badToken, '2001:db8::1');
    expect(await statuses(1, things, badToken, '2001:db8::2')).toEqual([429]);
    expect(await statuses(1, things, badToken, '2001:db8:0:1::2')).toEqual([401]);
  });

  it('is in the headers of a 401', async () => {
    const { headers } = await open().ask(things, badToken);
    expect(headers).toMatchObject({ ratelimit: '"anonymous";r=1;t=60', 'ratelimit-limit': '2' });
  });
});

describe('health probes', () => {
  it('are counted by no limit and never refused', async () => {
    const { ask, statuses } = open();
    const probe = { path: '/health' };
    await statuses(3, things, badToken);
    await statuses(5, things);
    for (const who of [anonymous, aMember(), badToken])
      expect(await statuses(4, probe, who)).toEqual(Array(4).fill(200));
    expect((await ask(probe, anonymous)).headers).not.toHaveProperty('ratelimit');
  });
});

describe('requests without a network address', () => {
  it.each(['command_line', 'embedded', 'system'] as const)('are not counted: %s', async (via) => {
    const { statuses } = open();
    const actor = trusted({ userId: 7, username: 'mara' }, via);
    expect(await statuses(10, { ...things, method: 'DELETE' }, actor, undefined)).toEqual(Array(10).fill(200));
  });
});

describe('a limiter that fails', () => {
  it('lets requests through, and logs its failure', async () => {
    const broken = async () => {
      throw new Error('the store is down');
    };
    const limiter = {
      take: broken,
      look: broken,
      returnPoints: broken,
      set: broken,
      forget: broken,
      forgetAll: broken,
    };
    const { statuses, log } = open(small, limiter);
    expect(await statuses(7, things)).toEqual(Array(7).fill(200));
    expect(await statuses(3, things, badToken)).toEqual([401, 401, 401]);
    expect(log.entries).toContainEqual({
      level: 'error',
      event: 'a rate limit could not be counted',
      cause: expect.objectContaining({ message: 'the store is down' }),
      facts: { limit: 'api' },
    });
  });
});
