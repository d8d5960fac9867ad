import type { JobKind, JobStep, JsonObject, JsonValue } from '../../jobs/index.ts';
import { DomainError } from '../../kernel/errors.ts';
import { extensionFailed } from '../errors.ts';
import type { ExtensionPorts } from '../ports.ts';

/** Input of a job: the extension, the kind that it declares, and the input of that kind. */
export type ExtensionJobInput = { readonly slug: string; readonly kind: string; readonly input: JsonObject };
/** Checkpoint of a job: what the step before returned. */
export type ExtensionJobPlace = { readonly checkpoint: JsonValue };

/** Maximum characters of a checkpoint as JSON. */
const CHECKPOINT_LENGTH = 65_536;

/** Does the jobs of extensions; each step is one call into the extension, which must be idempotent. */
export const extensionJob: JobKind<
  Pick<ExtensionPorts, 'extensionRuntime' | 'extensions'>,
  ExtensionJobInput,
  ExtensionJobPlace
> = {
  name: 'extension_job',
  priority: -10,
  attempts: 10,
  backoff: 2,
  inUnit: false,
  atOnce: 2,
  isFinal: (cause) => cause instanceof DomainError && cause.kind !== 'unavailable',
  step:
    ({ extensionRuntime, extensions }) =>
    async ({ input: { slug, kind, input }, place, done }) => {
      if (!(await extensions.find(slug))?.isActive)
        throw new DomainError('gone', 'extension_removed', `The extension ${slug} is not active.`);
      const checkpoint = place === null ? undefined : place.checkpoint;
      return stepIn(slug, await extensionRuntime.ask(slug, { about: 'job', kind, input, checkpoint }), done);
    },
};

function stepIn(slug: string, answer: unknown, before: number): JobStep<ExtensionJobPlace> {
  const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  const { checkpoint, done = before + 1, total } = (isObject ? answer : {}) as Readonly<Record<string, unknown>>;
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  const isLong = checkpoint !== undefined && JSON.stringify(checkpoint).length > CHECKPOINT_LENGTH;
  if (!isObject || !isCount(done) || (total !== undefined && !isCount(total)) || isLong)
    throw extensionFailed(`${slug}: a step of a job returned something else than progress`);
  return {
    place: { checkpoint: (checkpoint ?? null) as JsonValue },
    done,
    total,
    isFinished: checkpoint === undefined,
  };
}
