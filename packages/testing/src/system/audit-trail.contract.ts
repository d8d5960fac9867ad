import type { AuditDraft, AuditFilter, AuditPageRequest } from '@backroom/core/audit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anAuditDraft } from '../builders/audit-draft.ts';
import { NOON } from '../builders/noon.ts';
import { freshWord, type OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const hour = (count: number) => new Date(NOON.getTime() + count * 3_600_000);

export const auditTrailContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`AuditTrail: ${implementation}`, () => {
    let stores: OpenStores;
    let trail: OpenStores['auditTrail'];
    const word = freshWord();
    const drafts: readonly AuditDraft[] = [
      anAuditDraft({
        at: hour(0),
        action: 'user.create',
        targetId: '7',
        actorUserId: 7,
        actorUsername: `Mara-${word}`,
      }),
      anAuditDraft({ at: hour(1), action: 'user.delete', targetId: '8', outcome: 'failed', reason: 'last_admin' }),
      anAuditDraft({ at: hour(2), action: 'users.other', targetType: 'item', targetId: '7', actorUserId: 8 }),
      anAuditDraft({
        at: hour(3),
        action: 'login',
        targetId: '9',
        outcome: 'denied',
        actorUserId: null,
        actorUsername: null,
      }),
      anAuditDraft({ at: hour(4), action: 'user', targetType: null, targetId: null, changes: null }),
    ];
    beforeAll(async () => {
      stores = await open();
      trail = stores.auditTrail;
      for (const draft of drafts) await trail.append(draft);
    });
    afterAll(() => stores?.close());

    const indexOf = ({ at, action }: AuditDraft) =>
      drafts.findIndex((each) => each.action === action && each.at.getTime() === at.getTime());
    const list = async (filter: AuditFilter, page: Partial<AuditPageRequest> = {}) => {
      const { entries, total } = await trail.list(filter, { page: 1, perPage: 50, ...page });
      return { shown: entries.map(indexOf), total };
    };
    const ids = async () => (await trail.list({}, { page: 1, perPage: 50 })).entries.map(({ id }) => id);

    it('returns entries as they were written, each with a number of its own, the newest first', async () => {
      const { entries, total } = await trail.list({}, { page: 1, perPage: 50 });
      expect(entries.map(({ id: _, ...draft }) => draft)).toEqual(drafts.toReversed());
      expect(total).toBe(5);
      const numbers = await ids();
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => b - a));
    });

    it.each<[string, AuditFilter, readonly number[]]>([
      ['an action', { action: 'user.create' }, [0]],
      ['actions that begin alike, at a dot', { action: 'user.*' }, [1, 0]],
      ['the id of who did it', { actor: '7' }, [0]],
      ['the name of who did it, case ignored', { actor: `mARA-${word}` }, [0]],
      ['an unknown name', { actor: 'mara_' }, []],
      ['a number that is no id', { actor: '99999999999999999999' }, []],
      ['a type of target', { targetType: 'item' }, [2]],
      ['a target', { targetType: 'user', targetId: '7' }, [0]],
      ['the id of a target', { targetId: '7' }, [2, 0]],
      ['how it ended', { outcome: 'failed' }, [1]],
      ['a beginning in time', { from: hour(3) }, [4, 3]],
      ['an end in time, itself left out', { to: hour(1) }, [0]],
      ['several of these at once', { action: 'user.*', outcome: 'ok', from: hour(0), to: hour(1) }, [0]],
    ])('shows and counts those with %s', async (_, filter, shown) => {
      expect(await list(filter)).toEqual({ shown, total: shown.length });
      expect((await trail.read(filter, { afterId: 0, limit: 50 })).map(indexOf)).toEqual(shown.toReversed());
    });

    it('is the same whole when it is cut into pages', async () => {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => list({}, { page, perPage: 2 })));
      expect(pages.map(({ shown }) => shown)).toEqual([[4, 3], [2, 1], [0], []]);
      expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
    });

    it('returns what comes before or after an entry; the total counts all that match', async () => {
      const middle = (await ids())[2] ?? 0;
      expect(await list({}, { beforeId: middle, perPage: 1 })).toEqual({ shown: [1], total: 5 });
      expect(await list({}, { afterId: middle })).toEqual({ shown: [4, 3], total: 5 });
      expect((await trail.read({}, { afterId: middle, limit: 1 })).map(indexOf)).toEqual([3]);
    });

    it('returns the words that occur, each once, in their order, up to a limit', async () => {
      const words = {
        action: ['login', 'user.create', 'user.update'],
        actor: ['anna', 'bo'],
        targetType: ['item', 'user'],
      };
      for (const [action, actorUsername, targetType] of [
        ['user.update', 'Bo', 'user'],
        ['user.create', 'anna', 'user'],
        ['login', 'Anna', 'item'],
        ['user.create', null, null],
      ] as const)
        await trail.append(
          anAuditDraft({ action, actorUsername, targetType, targetId: targetType && '1', at: hour(-950) }),
        );
      for (const [member, some] of Object.entries(words) as [keyof typeof words, readonly string[]][]) {
        const all = await trail.words(member, 100);
        expect(all).toEqual([...new Set(all)].toSorted());
        expect(all).toEqual(expect.arrayContaining([...some]));
        expect(await trail.words(member, 2)).toEqual(all.slice(0, 2));
      }
    });

    it('undoes an entry with the surrounding unit of work', async () => {
      const undone = stores.unitOfWork.run(async () => {
        await trail.append(anAuditDraft({ action: 'undone' }));
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect((await list({ action: 'undone' })).total).toBe(0);
    });

    it('keeps an entry at once outside of a unit of work', async () => {
      await trail.append(anAuditDraft({ action: 'kept', at: hour(-900) }));
      expect((await list({ action: 'kept' })).total).toBe(1);
    });

    it('takes texts of full length in any script', async () => {
      const wide = anAuditDraft({
        action: 'x'.repeat(64),
        actorUsername: '😀'.repeat(150),
        userAgent: '😀'.repeat(256),
        targetId: 'ﷺ'.repeat(200),
        reason: 'é'.repeat(200),
        at: hour(-800),
      });
      await trail.append(wide);
      const [{ id: _, ...entry } = { id: 0 }] = (await trail.list({ action: 'x'.repeat(64) }, { page: 1, perPage: 1 }))
        .entries;
      expect(entry).toEqual(wide);
    });

    it('deletes entries older than a moment, the oldest first, up to a limit, and returns their number', async () => {
      for (const days of [-30, -20, -10]) await trail.append(anAuditDraft({ action: 'old', at: hour(24 * days) }));
      const left = async () =>
        (await trail.list({ action: 'old' }, { page: 1, perPage: 9 })).entries.map(({ at }) => at);
      const others = (await list({ from: hour(-1) })).total;
      await trail.forget(hour(24 * -31), 99);
      expect(await trail.forget(hour(24 * -10), 1)).toBe(1);
      expect(await left()).toEqual([hour(24 * -10), hour(24 * -20)]);
      expect(await trail.forget(hour(24 * -10), 99)).toBe(1);
      expect(await trail.forget(hour(24 * -10), 99)).toBe(0);
      expect(await left()).toEqual([hour(24 * -10)]);
      expect((await list({ from: hour(-1) })).total).toBe(others);
    });
  });
