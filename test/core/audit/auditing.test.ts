import { ManualClock, MemoryLog } from '@backroom/adapters-memory';
import {
  type Actor,
  anonymous,
  type Core,
  createCore,
  DomainError,
  type Origin,
  type UseCase,
  type UseCaseDeclaration,
} from '@backroom/core';
import type { AuditDraft } from '@backroom/core/audit';
import { beforeEach, describe, expect, it } from 'vitest';
import { rateLimited } from '../../../packages/core/src/kernel/limits/rate-limits.ts';
import { aMember, anAdministrator } from '../../support/builders.ts';
import { withStandIns } from '../../support/stand-ins.ts';
import { busy, preconditionFailed, useCase } from '../internals.ts';

type Draft = Pick<AuditDraft, 'action' | 'outcome' | 'reason' | 'targetType' | 'targetId' | 'actorUserId'>;
type Make = UseCase<object, object, string>['make'];
type Kind = Omit<UseCaseDeclaration, 'access' | 'audit'>;

const command: Kind = { effect: 'write' };
const ledgerCommand: Kind = { effect: 'write', repeats: 'ledger' };
const procedure: Kind = { effect: 'write', transaction: 'own' };
const query: Kind = { effect: 'read' };

let kept: AuditDraft[];
let once: 'fresh' | 'done';
let faults: { append?: Error; commit?: Error; collisions: number };
let log: MemoryLog;
let clock: ManualClock;
let core: Core;

/** A unit of work that takes back what was written in it, and is retried after a collision. */
const unitOfWork = {
  async run<T>(work: () => Promise<T>): Promise<T> {
    const before = [...kept];
    try {
      const result = await work();
      if (faults.commit) throw faults.commit;
      if (faults.collisions === 0) return result;
    } catch (error) {
      kept = before;
      throw error;
    }
    faults.collisions -= 1;
    kept = before;
    return unitOfWork.run(work);
  },
  afterCommit: () => {},
  runAs: <T>(_: unknown, work: () => T): T => work(),
  limited: <T>(work: () => T): T => work(),
  unlimited: <T>(work: () => T): T => work(),
};

beforeEach(() => {
  [kept, once, faults] = [[], 'fresh', { collisions: 0 }];
  [log, clock] = [new MemoryLog(), new ManualClock()];
  const auditTrail = {
    append: async (draft: AuditDraft) => {
      if (faults.append) throw faults.append;
      kept.push(draft);
    },
  };
  const idempotency = {
    claim: async () => (once === 'done' ? { state: 'done', fingerprint: 'f', answer: 'before' } : { state: 'fresh' }),
    settle: async () => {},
  };
  core = createCore(withStandIns({ unitOfWork, auditTrail, idempotency, log, clock }));
});

const short = ({ action, outcome, reason, targetType, targetId, actorUserId }: AuditDraft): Draft => ({
  ...{ action, outcome, reason, targetType, targetId, actorUserId },
});
const entries = () => kept.map(short);
const entry = (changes: Partial<Draft>): Draft => ({
  ...{ action: 'thing.do', outcome: 'ok', reason: null, targetType: null, targetId: null, actorUserId: 7 },
  ...changes,
});
const works: Make =
  () =>
  async (_, __, { note }) => {
    note({ target: { type: 'thing', id: 3 } });
    return 'done';
  };
const refuses =
  (error: unknown): Make =>
  () =>
  async (_, __, { note }) => {
    note({ target: { type: 'thing', id: 3 } });
    throw error;
  };
const doing = (make: Make, kind = command) => useCase({ access: 'signed-in', ...kind, audit: 'thing.do' }, make);
const forbidden = new DomainError('forbidden', 'admin_required', 'No.');
const target = { targetType: 'thing', targetId: '3' };

describe('what was done', () => {
  it.each([
    ['a command', command],
    ['a procedure', procedure],
    ['a look', query],
  ])('by %s leaves one entry', async (_, kind) => {
    expect(await core.run(doing(works, kind), aMember(), {})).toBe('done');
    expect(entries()).toEqual([entry(target)]);
  });

  it('leaves none without an audit word', async () => {
    await core.run(useCase({ access: 'signed-in', ...command }, works), aMember(), {});
    expect(entries()).toEqual([]);
  });

  it('leaves none where there was nothing to do', async () => {
    const idle: Make =
      () =>
      async (_, __, { note }) => {
        note({ isIdle: true });
        return 'done';
      };
    await core.run(doing(idle), aMember(), {});
    expect(entries()).toEqual([]);
  });

  it('is entered once after collisions, with what was noted the last time', async () => {
    faults.collisions = 2;
    let tries = 0;
    const counting: Make =
      () =>
      async (_, __, { note }) => {
        tries += 1;
        note(tries < 3 ? { reason: 'of an attempt that was undone' } : { target: { type: 'try', id: tries } });
        return 'done';
      };
    await core.run(doing(counting), aMember(), {});
    expect(entries()).toEqual([entry({ targetType: 'try', targetId: '3' })]);
  });

  it('has the word that the input decides', async () => {
    const forced: Make =
      () =>
      async (_, __, { note }) => {
        note({ action: 'thing.force' });
        return 'done';
      };
    await core.run(doing(forced), aMember(), {});
    expect(entries()).toEqual([entry({ action: 'thing.force' })]);
  });

  it('is undone when its entry cannot be written', async () => {
    faults.append = new Error('disk full');
    await expect(core.run(doing(works), aMember(), {})).rejects.toThrow('disk full');
  });
});

describe('what was refused', () => {
  it.each<[string, unknown, Partial<Draft>]>([
    ['as forbidden', forbidden, { outcome: 'denied', reason: 'admin_required' }],
    [
      'as a stranger',
      new DomainError('unauthenticated', 'invalid_credentials', 'No.'),
      { outcome: 'denied', reason: 'invalid_credentials' },
    ],
    [
      'as too often',
      new DomainError('rate-limited', 'rate_limited', 'No.'),
      { outcome: 'denied', reason: 'rate_limited' },
    ],
    ['as out of date', preconditionFailed(), { outcome: 'failed', reason: 'precondition_failed' }],
    ['by an unexpected failure', new RangeError('secret'), { outcome: 'failed', reason: 'internal_error' }],
  ])('%s leaves an entry that outlives the undoing', async (_, error, expected) => {
    await expect(core.run(doing(refuses(error)), aMember(), {})).rejects.toBe(error);
    expect(entries()).toEqual([entry({ ...target, ...expected })]);
  });

  it('records the reason that is only in the log', async () => {
    const hiding: Make =
      () =>
      async (_, __, { note }) => {
        note({ reason: 'wrong_password' });
        throw new DomainError('unauthenticated', 'invalid_credentials', 'No.');
      };
    await expect(core.run(doing(hiding, procedure), anonymous, {})).rejects.toMatchObject({ code: 'missing_token' });
    const open = useCase({ access: 'anyone', ...procedure, audit: 'login' }, hiding);
    await expect(core.run(open, anonymous, {})).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(entries()).toEqual([
      entry({ action: 'login', outcome: 'denied', reason: 'wrong_password', actorUserId: null }),
    ]);
  });

  it('by the commit leaves that and not that it was done', async () => {
    faults.commit = busy();
    await expect(core.run(doing(works), aMember(), {})).rejects.toMatchObject({ code: 'busy' });
    expect(entries()).toEqual([entry({ ...target, outcome: 'failed', reason: 'busy' })]);
  });

  it('before it began is denied under its own word', async () => {
    const managing = useCase({ access: 'manage_users', ...command, audit: 'thing.do' }, works);
    await expect(core.run(managing, aMember(), {})).rejects.toMatchObject({ code: 'admin_required' });
    expect(entries()).toEqual([entry({ outcome: 'denied', reason: 'admin_required' })]);
  });

  it('without an audit word is an access that was denied, by the name of the use case', async () => {
    const input = { page: 1, perPage: 10 };
    await expect(core.audit.listAuditEntries(aMember(), input)).rejects.toMatchObject({ code: 'admin_required' });
    expect(entries()).toEqual([
      entry({
        action: 'access.denied',
        outcome: 'denied',
        reason: 'admin_required',
        targetType: 'use_case',
        targetId: 'audit.listAuditEntries',
      }),
    ]);
  });

  it('without an audit word in the middle of it is an access that was denied, too', async () => {
    await expect(
      core.run(useCase({ access: 'signed-in', ...ledgerCommand }, refuses(forbidden)), aMember(), {}),
    ).rejects.toBe(forbidden);
    expect(entries()).toMatchObject([{ action: 'access.denied', outcome: 'denied' }]);
  });

  it.each([preconditionFailed(), new RangeError('no')])(
    'without an audit word is not recorded otherwise: %s',
    async (error) => {
      await expect(core.run(useCase({ access: 'signed-in', ...command }, refuses(error)), aMember(), {})).rejects.toBe(
        error,
      );
      expect(entries()).toEqual([]);
    },
  );

  it('to strangers leaves nothing', async () => {
    await expect(core.run(doing(works), anonymous, {})).rejects.toMatchObject({ code: 'missing_token' });
    expect(entries()).toEqual([]);
  });

  it('is still reported when the entry cannot be written, and logged', async () => {
    faults.append = new Error('disk full');
    await expect(core.run(doing(refuses(forbidden)), aMember(), {})).rejects.toBe(forbidden);
    expect(log.entries).toMatchObject([{ level: 'error', event: 'audit entry not written' }]);
  });

  it('a thousand times for being too often leaves one entry a minute for each network', async () => {
    const limited = doing(refuses(new DomainError('rate-limited', 'rate_limited', 'No.')));
    const from = (ip: string) => core.run(limited, aMember({ origin: { ip } }), {}).catch(() => {});
    for (let count = 0; count < 1_000; count += 1) await from('2001:db8::1');
    await from('2001:db8::2');
    await from('192.0.2.1');
    clock.advance(60_000);
    await from('2001:db8::3');
    expect(kept.map(({ actorIp }) => actorIp)).toEqual(['2001:db8::1', '192.0.2.1', '2001:db8::3']);
  });
});

describe('with a key that makes it happen once', () => {
  const keyed = (): Actor => aMember({ once: { key: 'k', route: 'POST /things', fingerprint: 'f' } });
  const show = { input: {}, present: (said: string) => said, keep: (said: string) => said };

  it('the first request leaves an entry', async () => {
    expect(await core.runOnce(doing(works), keyed(), show)).toMatchObject({ answer: 'done' });
    expect(entries()).toEqual([entry(target)]);
  });

  it('a repeat leaves none', async () => {
    once = 'done';
    expect(await core.runOnce(doing(works), keyed(), show)).toMatchObject({ replayed: true });
    expect(entries()).toEqual([]);
  });

  it('a refusal leaves its own', async () => {
    await expect(core.runOnce(doing(refuses(forbidden)), keyed(), show)).rejects.toBe(forbidden);
    expect(entries()).toMatchObject([{ outcome: 'denied', ...target }]);
  });
});

describe('a caller who is refused before any statement', () => {
  const stranger = (origin: Origin = { ip: '192.0.2.1' }): Actor => ({ ...anonymous, origin });
  const badToken = new DomainError('unauthenticated', 'invalid_token', 'No.');

  it('with a token that does not hold leaves one entry a minute for each address', async () => {
    for (let count = 0; count < 5; count += 1) await core.recordRejection(stranger(), badToken);
    await core.recordRejection(stranger({ ip: '192.0.2.2' }), badToken);
    clock.advance(60_000);
    await core.recordRejection(stranger(), badToken);
    expect(kept.map(({ action, actorIp, reason }) => [action, actorIp, reason])).toEqual([
      ['token.refused', '192.0.2.1', 'invalid_token'],
      ['token.refused', '192.0.2.2', 'invalid_token'],
      ['token.refused', '192.0.2.1', 'invalid_token'],
    ]);
  });

  it('for asking too often leaves an entry that names the limit, for each account', async () => {
    const limit = { name: 'api', points: 5, seconds: 60 };
    const refusal = rateLimited({ limit, isExceeded: true, remaining: 0, resetMs: 1 });
    for (const actor of [anAdministrator(), anAdministrator(), aMember()]) await core.recordRejection(actor, refusal);
    const limited = {
      action: 'limited',
      outcome: 'denied',
      reason: 'rate_limited',
      targetType: 'limit',
      targetId: 'api',
    } as const;
    expect(entries()).toEqual([entry({ ...limited, actorUserId: 1 }), entry({ ...limited, actorUserId: 7 })]);
  });

  it('for asking too often without a known limit leaves an entry, too', async () => {
    await core.recordRejection(anAdministrator(), new DomainError('rate-limited', 'rate_limited', 'No.'));
    expect(entries()).toEqual([
      entry({ action: 'limited', outcome: 'denied', reason: 'rate_limited', actorUserId: 1 }),
    ]);
  });

  it.each([new DomainError('unauthenticated', 'missing_token', 'No.'), forbidden, new Error('no'), undefined])(
    'for another reason leaves none: %s',
    async (refusal) => {
      await core.recordRejection(stranger(), refusal);
      expect(entries()).toEqual([]);
    },
  );

  it('is turned away also when the entry cannot be written', async () => {
    faults.append = new Error('disk full');
    await core.recordRejection(stranger(), badToken);
    expect(log.entries).toMatchObject([{ level: 'error' }]);
  });
});
