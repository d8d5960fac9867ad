import type { AuditDetails, AuditNote } from '../../../kernel/audit.ts';
import { busy, DomainError } from '../../../kernel/errors.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { type DirectoryState, openDirectory } from '../../directory/access.ts';
import { faultIn } from '../../directory/login.ts';
import { runSync, type SyncReport } from '../../directory/sync-run.ts';
import { directoryNotConfigured, directoryUnavailable } from '../../errors.ts';
import type { IdentityPorts } from '../../ports.ts';

/** Lease duration after the last heartbeat, in milliseconds. */
const LEASE = 10 * 60_000;

/** `dryRun` plans without changes. */
export interface SynchroniseDirectoryInput {
  readonly dryRun?: boolean;
}

/**
 * Synchronises accounts with the directory: creates, updates and, if configured, deactivates them.
 * @throws DomainError `ldap_not_configured`, `directory_unavailable`, `busy` while another synchronisation runs
 */
export const synchroniseDirectory = useCase(
  {
    access: 'manage_system',
    effect: 'write',
    transaction: 'own',
    audit: 'directory.sync',
    runsLong: true,
    refusals: { conflict: ['ldap_not_configured'], unavailable: ['directory_unavailable'] },
  },
  (ports: IdentityPorts) =>
    async (_, { dryRun = false }: SynchroniseDirectoryInput, { note }): Promise<SyncReport> => {
      note({ target: { type: 'directory', id: 'ldap' } });
      const state = await openDirectory(ports);
      if (state.kind === 'off') throw directoryNotConfigured();
      if (dryRun) return synchronise(ports, state, { dryRun, note });
      if (!(await claim(ports))) throw busy();
      return underClaim(ports, state, { note, mayGoOn: () => true });
    },
);

/** Cancellation of a scheduled synchronisation. */
export interface SynchroniseWhenDueInput {
  /** Asked after each page; false cancels. */
  readonly mayGoOn?: () => boolean;
}

/**
 * Synchronises if enabled and due, in one process; undefined if there is nothing to do. A failed attempt also counts for
 * the schedule.
 * @throws DomainError `directory_unavailable`, `busy` if it was cancelled
 */
export const synchroniseWhenDue = useCase(
  {
    access: 'manage_system',
    effect: 'write',
    transaction: 'own',
    audit: 'directory.sync',
    runsLong: true,
    refusals: { unavailable: ['directory_unavailable'] },
  },
  (ports: IdentityPorts) =>
    async (_, { mayGoOn = () => true }: SynchroniseWhenDueInput, { note }): Promise<SyncReport | undefined> => {
      note({ target: { type: 'directory', id: 'ldap' }, isIdle: true });
      const state = await openDirectory(ports);
      if (state.kind === 'off') return undefined;
      const { syncEnabled, syncIntervalMinutes } = state.kind === 'ready' ? state.access : state.settings;
      const since = new Date(ports.clock.now().getTime() - syncIntervalMinutes * 60_000);
      if (!syncEnabled || !(await claim(ports, since))) return undefined;
      note({ isIdle: false });
      return underClaim(ports, state, { note, mayGoOn });
    },
);

const leaseEnd = ({ clock }: IdentityPorts): Date => new Date(clock.now().getTime() + LEASE);

const claim = (ports: IdentityPorts, unlessSince?: Date): Promise<boolean> =>
  ports.unitOfWork.run(() =>
    ports.directorySettings.claimSync({
      now: ports.clock.now(),
      until: leaseEnd(ports),
      ...(unlessSince && { unlessSince }),
    }),
  );

type Open = Exclude<DirectoryState, { readonly kind: 'off' }>;

async function underClaim(
  ports: IdentityPorts,
  state: Open,
  { note, mayGoOn }: { readonly note: AuditNote; readonly mayGoOn: () => boolean },
): Promise<SyncReport> {
  const onPage = async () => {
    if (!mayGoOn()) throw busy();
    await ports.directorySettings.extendSync(leaseEnd(ports));
  };
  try {
    return await synchronise(ports, state, { dryRun: false, note, onPage });
  } finally {
    await ports.directorySettings.releaseSync();
  }
}

interface SyncContext {
  readonly dryRun: boolean;
  readonly note: AuditNote;
  readonly onPage?: () => Promise<void>;
}

async function synchronise(
  ports: IdentityPorts,
  state: Open,
  { dryRun, note, onPage = async () => {} }: SyncContext,
): Promise<SyncReport> {
  if (state.kind === 'unusable') throw unavailable(ports, state.reason);
  try {
    const report = await runSync(ports, state.access, { dryRun, onPage });
    note(auditDetailsOf(report));
    return report;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'directory_unavailable')
      throw unavailable(ports, faultIn(error));
    throw error;
  }
}

function auditDetailsOf({ dryRun, created, updated, deactivated, errors }: SyncReport): AuditDetails {
  const changes = Object.fromEntries(
    Object.entries({ created, updated, deactivated }).map(([name, to]) => [name, { from: 0, to }]),
  );
  const whole = errors.find(({ username }) => username === null);
  if (whole) return { changes, reason: errors.some(isRefusal) ? 'ldap_sync_refused' : whole.code };
  return { changes, ...(dryRun && { reason: 'dry_run' }) };
}

const isRefusal = ({ code }: SyncReport['errors'][number]): boolean => code === 'ldap_sync_refused';

function unavailable({ log }: IdentityPorts, reason: string): DomainError {
  log.warn('directory unavailable', { reason });
  return directoryUnavailable();
}
