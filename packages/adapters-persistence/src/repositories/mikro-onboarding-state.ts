import type { OnboardingState, OnboardingStateStore, TaskListState, TaskState } from '@backroom/core/onboarding';
import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Database } from '../database.ts';
import {
  StartedTaskEntity,
  TaskListStateEntity,
  TaskStateEntity,
  toListState,
  toTaskState,
} from '../entities/onboarding-state.ts';

const fresh = { disableIdentityMap: true } as const;

/** The state of task lists in PostgreSQL. */
export class MikroOnboardingState implements OnboardingStateStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  read(): Promise<OnboardingState> {
    return this.#state({});
  }

  hold(): Promise<OnboardingState> {
    return this.#state({ lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { listId: 'asc' } } as const);
  }

  async saveTask(state: TaskState): Promise<void> {
    await this.#em
      .createQueryBuilder(TaskStateEntity)
      .insert({ ...state })
      .onConflict('taskId')
      .merge()
      .execute();
  }

  async saveList(state: TaskListState): Promise<void> {
    await this.#em
      .createQueryBuilder(TaskListStateEntity)
      .insert({ ...state })
      .onConflict('listId')
      .merge()
      .execute();
  }

  async visit(userId: number, taskId: string, at: Date): Promise<void> {
    await this.#em
      .createQueryBuilder(StartedTaskEntity)
      .insert({ user: userId, taskId, startedAt: at })
      .onConflict(['user', 'taskId'])
      .ignore()
      .execute();
  }

  async visitedBy(userId: number): Promise<ReadonlySet<string>> {
    const started = await this.#em.find(StartedTaskEntity, { user: userId }, fresh);
    return new Set(started.map(({ taskId }) => taskId));
  }

  /** Tasks are read after the lists, whose lock makes them the state of the last unit. */
  async #state(lock: object): Promise<OnboardingState> {
    const lists = (await this.#em.find(TaskListStateEntity, {}, { ...fresh, ...lock })).map(toListState);
    const tasks = (await this.#em.find(TaskStateEntity, {}, fresh)).map(toTaskState);
    return {
      lists: new Map(lists.map((list) => [list.listId, list])),
      tasks: new Map(tasks.map((task) => [task.taskId, task])),
    };
  }

  get #em(): SqlEntityManager {
    return this.#database.session();
  }
}
