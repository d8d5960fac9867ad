import type { Log } from '@backroom/core';
import type { ExtensionContribution, ExtensionRuntime } from '@backroom/core/extensions';
import type { OnboardingTask, TaskContribution, TaskRegistry } from '@backroom/core/onboarding';

/** What the tasks of extensions need: those of the deployment come first. */
export interface TaskParts {
  readonly deployment: TaskRegistry;
  readonly runtime: Pick<ExtensionRuntime, 'contributions' | 'ask'>;
  readonly log: Log;
}

/** Maximum ids of complete tasks of one extension. */
const MOST_COMPLETED = 100;

/** Tasks of the deployment and of the extensions that run here. */
export class RuntimeTasks implements TaskRegistry {
  readonly #parts: TaskParts;

  constructor(parts: TaskParts) {
    this.#parts = parts;
  }

  async contributions(): Promise<readonly TaskContribution[]> {
    const { deployment, runtime } = this.#parts;
    const contributing = runtime
      .contributions()
      .filter(({ declaration }) => declaration.tasks.length > 0 || declaration.completesTasks);
    const [own, ...all] = await Promise.all([
      deployment.contributions(),
      ...contributing.map((each) => this.#contributionOf(each)),
    ]);
    return [...own, ...all];
  }

  async #contributionOf({ slug, declaration }: ExtensionContribution): Promise<TaskContribution> {
    const tasks = declaration.tasks as readonly OnboardingTask[];
    return { tasks, completed: declaration.completesTasks ? await this.#completedBy(slug) : [] };
  }

  /** An extension that fails completes nothing. */
  async #completedBy(slug: string): Promise<readonly string[]> {
    try {
      const ids = await this.#parts.runtime.ask(slug, { about: 'tasks' });
      if (Array.isArray(ids)) return ids.slice(0, MOST_COMPLETED).filter((id) => typeof id === 'string');
      throw new TypeError('completedTasks returned no list');
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'unknown';
      this.#parts.log.warn('extension does not say which tasks are complete', { extension: slug, reason });
      return [];
    }
  }
}
