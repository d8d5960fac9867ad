import { type JobsPorts, type JsonObject, submitJob } from '../../jobs/index.ts';
import { invalidField } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import { extensionUnavailable } from '../errors.ts';
import { extensionJob } from '../jobs/extension-job.ts';
import type { ExtensionPorts } from '../ports.ts';

/** Maximum characters of the input of a job as JSON. */
const INPUT_LENGTH = 65_536;

/** A job that an extension submits. */
export interface SubmitJobInput {
  readonly slug: string;
  /** As it declares it. */
  readonly kind: string;
  readonly input: object;
}

/**
 * Submits a job of an extension; a kind has one job at a time, whose id is returned while it waits or runs.
 * @throws DomainError `extension_unavailable`, `validation_failed`
 */
export const submitExtensionJob = useCase(
  {
    access: 'manage_system',
    effect: 'write',
    repeats: 'none',
    refusals: { unavailable: ['extension_unavailable'], invalid: ['validation_failed'] },
  },
  (ports: Pick<ExtensionPorts, 'extensionRuntime'> & JobsPorts) =>
    async (_, { slug, kind, input }: SubmitJobInput): Promise<{ readonly id: string; readonly isNew: boolean }> => {
      const extension = ports.extensionRuntime.contributions().find((each) => each.slug === slug);
      if (!extension) throw extensionUnavailable();
      if (!extension.declaration.jobs.includes(kind))
        throw invalidField(
          'kind',
          'validation_failed',
          `The extension does not declare the job ${kind.slice(0, 100)}.`,
        );
      if (JSON.stringify(input).length > INPUT_LENGTH)
        throw invalidField('input', 'validation_failed', 'The input of a job has at most 64 KiB as JSON.');
      const request = { kind: extensionJob, input: { slug, kind, input: input as JsonObject }, userId: null };
      const { job, isNew } = await submitJob(ports, { ...request, key: `${slug}:${kind}` });
      return { id: job.id, isNew };
    },
);
