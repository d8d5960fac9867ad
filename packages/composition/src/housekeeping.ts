import type { Application } from './compose.ts';

/** So often it is done again, in milliseconds: once a day. */
const PERIOD = 24 * 3_600_000;

/** What is done from time to time while the server runs. */
export interface Housekeeping {
  /** Does it no more, and waits until what was begun is in order. */
  end(): Promise<void>;
}

/** Begins to forget what has expired, and does so again once a day: revoked tokens, and old entries of the audit log. */
export function startHousekeeping(application: Application): Housekeeping {
  let hasEnded = false;
  const tidy = () =>
    forgetOld(application, () => hasEnded).catch((cause: unknown) =>
      application.log.error('housekeeping failed', cause),
    );
  let running = tidy();
  const timer = setInterval(() => {
    running = running.then(tidy);
  }, PERIOD);
  timer.unref();
  return {
    async end() {
      hasEnded = true;
      clearInterval(timer);
      await running;
    },
  };
}

async function forgetOld({ core, actor, log }: Application, hasEnded: () => boolean): Promise<void> {
  const system = await actor('system');
  await core.identity.forgetExpiredTokens(system, {});
  let entries = 0;
  while (!hasEnded()) {
    const count = await core.audit.forgetAuditEntries(system, {});
    if (count === 0) break;
    entries += count;
  }
  if (entries > 0) log.info('old audit entries forgotten', { entries });
}
