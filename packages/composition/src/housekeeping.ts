import type { Application } from './compose.ts';
import { repeat, type Schedule } from './schedule.ts';

/** So often it is done again, in milliseconds: once a day. */
const PERIOD = 24 * 3_600_000;

/** Begins to forget what has expired, and does so again once a day: revoked tokens, files of more than a week, and old entries of the audit log. */
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
  let entries = 0;
  while (!hasEnded()) {
    const count = await core.audit.forgetAuditEntries(system, {});
    if (count === 0) break;
    entries += count;
  }
  if (entries > 0) log.info('old audit entries forgotten', { entries });
}
