import type { Application } from '../compose.ts';
import { SystemClock } from '../system-clock.ts';
import { repeat, type Schedule } from './schedule.ts';
import { removeOldTemporaryFolders } from './temporary-folders.ts';

/** One day (ms). */
const PERIOD = 24 * 3_600_000;

/**
 * Deletes expired data daily: token revocations, sign-in links, sign-ins of phones, nonces of the connector, files older than a
 * week, temporary folders of killed processes, old audit entries, mail records and ended jobs.
 */
export const startHousekeeping = (application: Application): Schedule =>
  repeat(
    (hasEnded) =>
      deleteExpired(application, hasEnded).catch((cause: unknown) =>
        application.log.error('housekeeping failed', cause),
      ),
    { period: PERIOD },
  );

async function deleteExpired({ core, actor, log }: Application, hasEnded: () => boolean): Promise<void> {
  const system = await actor('system');
  await core.identity.forgetExpiredTokens(system, {});
  await core.phones.forgetSignInAttempts(system, {});
  await core.connector.forgetConnectorRecords(system, {});
  await core.files.forgetOldFiles(system, {});
  await core.catalog.forgetOldFeeds(system, {});
  await removeOldTemporaryFolders(new SystemClock().now().getTime());
  const deleteBatches = async (deleteBatch: () => Promise<number>): Promise<number> => {
    let deleted = 0;
    while (!hasEnded()) {
      const count = await deleteBatch();
      if (count === 0) break;
      deleted += count;
    }
    return deleted;
  };
  const entries = await deleteBatches(() => core.audit.forgetAuditEntries(system, {}));
  if (entries > 0) log.info('old audit entries forgotten', { entries });
  const mails = await deleteBatches(() => core.notifications.forgetMails(system, {}));
  if (mails > 0) log.info('old mail records forgotten', { mails });
  const ended = await deleteBatches(() => core.jobs.forgetJobs(system, {}));
  if (ended > 0) log.info('old jobs forgotten', { jobs: ended });
}
