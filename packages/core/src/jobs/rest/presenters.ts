import { snake } from '../../kernel/names.ts';
import { isObject } from '../../kernel/reading/storable.ts';
import type { ShownJob } from '../index.ts';

const moment = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A job by wire names; its input, checkpoint and result stay inside but for what its kind shows. */
export const presentJob = (job: ShownJob): Readonly<Record<string, unknown>> => ({
  id: job.id,
  kind: job.kind,
  user_id: job.userId,
  state: job.state,
  asked: snaked(job.asked),
  done: job.done,
  total: job.total,
  error: job.error && { code: job.error.code, message: job.error.message },
  failures: job.failures,
  not_before: moment(job.notBefore),
  created_at: moment(job.createdAt),
  started_at: moment(job.startedAt),
  ended_at: moment(job.endedAt),
  links: job.links,
  actions: job.actions,
});

/** Names of parameters as they were sent. */
function snaked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snaked);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snake(name), snaked(member)]));
}
