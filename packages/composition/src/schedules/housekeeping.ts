import type { Application } from '../compose.ts';
import { repeat, type Schedule } from './schedule.ts';

/** So often it is done again, in milliseconds: once a day. */
const PERIOD = 24 * 3_600_000;

/** Begins to forget what has expired, and does so again once a day: revoked tokens, files of more than a week, old entries of the audit log, jobs that are over. */
export const startHousekeeping = (application: Application): Schedule =>
  repeat(
    (hasEnded) =>
      forgetOld(application, hasEnded).catch((cause: unknown) => application.log.error('housekeeping failed', cause)),
    { period: PERIOD },
  );

async function forgetOld({ core, actor, log }: Application, hasEnded: () => boolean): Promise<void> {
  const system = await actor('system');
  await core.identity.forgetExpiredTokens(system, {});
  await core.files.forgetOldFiles(system, {});
  const forgetAll = async (forgetSome: () => Promise<number>): Promise<number> => {
    let forgotten = 0;
    while (!hasEnded()) {
      const count = await forgetSome();
      if (count === 0) break;
      forgotten += count;
    }
    return forgotten;
  };
  const entries = await forgetAll(() => core.audit.forgetAuditEntries(system, {}));
  if (entries > 0) log.info('old audit entries forgotten', { entries });
  const ended = await forgetAll(() => core.jobs.forgetJobs(system, {}));
  if (ended > 0) log.info('old jobs forgotten', { jobs: ended });
}
