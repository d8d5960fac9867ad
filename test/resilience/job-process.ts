import { flushCompileCache } from 'node:module';
import { setTimeout as later } from 'node:timers/promises';
import { type Application, readSettings, serve, work } from '@backroom/composition';
import type { Ports } from '@backroom/core';
import type { JobKind } from '@backroom/core/jobs';
import { submitJobs } from '../support/submit-jobs.ts';

/** A job whose every step leaves one entry in the audit log, in the unit of the step, and takes its time. */
const counting: JobKind<Ports, { readonly steps: number; readonly millis: number }, number> = {
  name: 'test.count',
  priority: 0,
  attempts: 5,
  backoff: 1,
  inUnit: true,
  step:
    ({ auditTrail, clock }) =>
    async ({ id, place, input }) => {
      await auditTrail.append({
        ...{ at: clock.now(), actorUserId: null, actorUsername: null, actorIp: null, userAgent: null, requestId: null },
        ...{ action: 'test.step', targetType: 'job', targetId: id, outcome: 'ok', reason: null, changes: null },
      });
      await later(input.millis);
      const done = (place ?? 0) + 1;
      return { place: done, done, total: input.steps, isFinished: done === input.steps };
    },
};

/** A request of the test to a process. */
interface Question {
  readonly no: number;
  readonly submit?: { readonly count: number; readonly steps: number; readonly millis: number };
  readonly look?: readonly string[];
}

// A server, or a process of workers, that adds a kind of jobs for tests, and submits and shows jobs on request.
const [, , role, workers] = process.argv;
const kinds = [counting];
const running =
  role === 'work'
    ? await work(readSettings(), { workers: Number(workers ?? 2), kinds })
    : await serve(readSettings(), { migrate: true, kinds });
const { application } = running;
const system = await application.actor('system');

const submit = (of: Application, { count, ...input }: NonNullable<Question['submit']>): Promise<readonly string[]> =>
  submitJobs(of, counting, Array<typeof input>(count).fill(input));

const look = ({ core }: Application, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { state, done, run, failures, error } = await core.jobs.showJob(system, { id });
      const entries = await core.audit.listAuditEntries(system, {
        ...{ action: 'test.step', targetId: id, page: 1, perPage: 1 },
      });
      return { state, done, run, failures, error, entries: entries.total };
    }),
  );

process.on('message', async ({ no, submit: wanted, look: ids }: Question) => {
  process.send?.({ no, answer: wanted ? await submit(application, wanted) : await look(application, ids ?? []) });
});
process.on('SIGTERM', async () => {
  await running.close();
  process.exit(0);
});
// A killed process writes nothing at its end.
flushCompileCache();
process.send?.({ no: 0 });
