import type { OnboardingStateStore, TaskState } from '@backroom/core/onboarding';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aNewUser, freshWord, type OpenStores, orderOf } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const aTask = (changes: Partial<TaskState> = {}): TaskState => ({
  taskId: freshWord(),
  dismissedAt: null,
  snoozedUntil: null,
  actionedAt: null,
  completedAt: null,
  ...changes,
});

export const onboardingStateContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`OnboardingStateStore: ${implementation}`, () => {
    let stores: OpenStores;
    let store: OnboardingStateStore;
    beforeAll(async () => {
      stores = await open();
      store = stores.onboardingState;
    });
    afterAll(() => stores?.close());

    it('returns the state of tasks and lists as it was stored last', async () => {
      const task = aTask({ dismissedAt: NOON, actionedAt: NOON });
      const later = { ...task, dismissedAt: null, snoozedUntil: NOON, completedAt: NOON };
      await stores.unitOfWork.run(async () => {
        await store.hold();
        await store.saveTask(task);
        await store.saveList({ listId: 'extended', hiddenAt: NOON, completedAt: null });
      });
      expect((await store.read()).tasks.get(task.taskId)).toEqual(task);
      await store.saveTask(later);
      const { tasks, lists } = await store.read();
      expect(tasks.get(task.taskId)).toEqual(later);
      expect(lists.get('extended')).toEqual({ listId: 'extended', hiddenAt: NOON, completedAt: null });
      expect(lists.get('setup')).toEqual({ listId: 'setup', hiddenAt: null, completedAt: null });
      expect(tasks.get(freshWord())).toBeUndefined();
    });

    it('locks the state until the unit of work ends, and returns the state after it', async () => {
      const task = aTask({ dismissedAt: NOON });
      let found: TaskState | undefined;
      const order = await orderOf(
        stores,
        async () => {
          await store.hold();
          await store.saveTask(task);
        },
        async () => {
          found = (await store.hold()).tasks.get(task.taskId);
        },
      );
      expect(order).toEqual(['first', 'second']);
      expect(found).toEqual(task);
    });

    it('is undone with the unit of work', async () => {
      const task = aTask();
      const undone = stores.unitOfWork.run(async () => {
        await store.hold();
        await store.saveTask(task);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect((await store.read()).tasks.has(task.taskId)).toBe(false);
    });

    it('stores started tasks of each user, once', async () => {
      const ana = await stores.users.insert(aNewUser(), NOON);
      const bea = await stores.users.insert(aNewUser(), NOON);
      await store.visit(ana.userId, 'products', NOON);
      await Promise.all([1, 2, 3].map(() => store.visit(ana.userId, 'tax', NOON)));
      await store.visit(ana.userId, 'products', NOON);
      expect(await store.visitedBy(ana.userId)).toEqual(new Set(['products', 'tax']));
      expect(await store.visitedBy(bea.userId)).toEqual(new Set());
    });
  });
