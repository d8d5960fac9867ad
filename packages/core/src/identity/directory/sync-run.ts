import { DomainError } from '../../kernel/errors.ts';
import type { IdentityPorts } from '../ports.ts';
import type { DirectoryAccess, DirectoryPerson } from './directory.ts';
import { faultIn, isCollision } from './login.ts';
import { type PagePlan, planPage, type SyncFault, SyncLedger } from './sync-plan.ts';

/** Maximum number of faults in a report. */
const MAX_FAULTS = 100;
const PAGE = 500;
/** A larger share of missing accounts indicates a faulty search, and none is deactivated. */
const MAX_MISSING_SHARE = 0.2;

/** The result of a synchronisation or dry run. */
export interface SyncReport {
  readonly dryRun: boolean;
  readonly created: number;
  readonly updated: number;
  readonly deactivated: number;
  /** Persons without an account of their own: not admitted, or deleted here. */
  readonly skipped: number;
  /** At most 100. */
  readonly errors: readonly SyncFault[];
}

/** Options of a synchronisation. */
export interface SyncOptions {
  readonly dryRun: boolean;
  /** Called after each page. */
  readonly onPage: () => Promise<void>;
}

interface SyncRun extends SyncOptions {
  readonly access: DirectoryAccess;
  readonly ledger: SyncLedger;
  /** Ids of active accounts whose person was not seen yet, by external id. */
  readonly missing: Map<string, number>;
  readonly result: { created: number; updated: number; skipped: number; readonly faults: SyncFault[] };
}

/**
 * Synchronises page by page. Each page is one unit of work, and none is open while the directory is queried.
 * @throws DomainError `directory_unavailable` if it fails before the first page
 */
export async function runSync(
  ports: IdentityPorts,
  access: DirectoryAccess,
  options: SyncOptions,
): Promise<SyncReport> {
  const missing = access.syncMissing === 'deactivate' ? await linkedAccounts(ports) : new Map<string, number>();
  const total = missing.size;
  const result: SyncRun['result'] = { created: 0, updated: 0, skipped: 0, faults: [] };
  const run: SyncRun = { ...options, access, missing, result, ledger: new SyncLedger() };
  const isComplete = await readPeople(ports, run);
  const isRefused = missing.size > total * MAX_MISSING_SHARE || (!isComplete && total > 0);
  if (isRefused) result.faults.unshift({ username: null, code: 'ldap_sync_refused' });
  const deactivated = isRefused ? 0 : await deactivate(ports, [...missing.values()], options);
  const { created, updated, skipped, faults } = result;
  return { dryRun: options.dryRun, created, updated, deactivated, skipped, errors: faults.slice(0, MAX_FAULTS) };
}

async function linkedAccounts({ users }: IdentityPorts): Promise<Map<string, number>> {
  const linked = new Map<string, number>();
  for (let after = 0; ; ) {
    const page = await users.linkedToDirectory(after, PAGE);
    for (const { externalId, userId } of page) if (externalId !== null) linked.set(externalId, userId);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return linked;
    after = last.userId;
  }
}

/** False if the search failed after some pages, which stay applied. */
async function readPeople(ports: IdentityPorts, run: SyncRun): Promise<boolean> {
  let pages = 0;
  try {
    for await (const people of ports.directory.people(run.access)) {
      await syncPage(ports, run, people);
      pages += 1;
      await run.onPage();
    }
    return true;
  } catch (error) {
    if (pages === 0 || !(error instanceof DomainError) || error.code !== 'directory_unavailable') throw error;
    ports.log.warn('directory unavailable', { reason: faultIn(error) });
    run.result.faults.unshift({ username: null, code: 'directory_unavailable' });
    return false;
  }
}

async function syncPage(ports: IdentityPorts, run: SyncRun, people: readonly DirectoryPerson[]): Promise<void> {
  for (const { externalId } of people) run.missing.delete(externalId);
  try {
    // On a collision with a concurrent change, the page is planned once more.
    await attemptPage(ports, run, people).catch((error: unknown) => {
      if (isCollision(error)) return attemptPage(ports, run, people);
      throw error;
    });
  } catch (error) {
    if (!isCollision(error)) throw error;
    run.result.faults.push(...people.map(({ username }) => ({ username, code: 'account_changed' as const })));
  }
}

async function attemptPage(ports: IdentityPorts, run: SyncRun, people: readonly DirectoryPerson[]): Promise<void> {
  const { access: settings, result } = run;
  const planned = async () => {
    const names = people.map(({ username }) => username);
    const known = await ports.users.forDirectory(
      people.map(({ externalId }) => externalId),
      names,
    );
    const ledger = new SyncLedger(run.ledger);
    return { ledger, plan: planPage(people, known, { settings, ledger }) };
  };
  const applied = () =>
    ports.unitOfWork.run(async () => {
      const { ledger, plan } = await planned();
      await apply(ports, plan);
      return { ledger, plan };
    });
  const { ledger, plan } = await (run.dryRun ? planned() : applied());
  run.ledger.absorb(ledger);
  result.created += plan.inserts.length;
  result.updated += plan.updates.length;
  result.skipped += plan.skipped;
  result.faults.push(...plan.faults.slice(0, MAX_FAULTS));
}

/** In the order of the plan: a rename may free a name for a later account. */
async function apply({ users, clock, events }: IdentityPorts, { updates, inserts }: PagePlan): Promise<void> {
  const now = clock.now();
  for (const { user, changes } of updates) {
    await users.update(user.userId, changes, now);
    events.publish({ type: 'user.updated', userId: user.userId });
  }
  await users.insertAll(inserts, now);
}

async function deactivate(
  { users, unitOfWork, clock }: IdentityPorts,
  ids: readonly number[],
  { dryRun }: SyncOptions,
) {
  if (dryRun) return ids.length;
  let total = 0;
  for (let start = 0; start < ids.length; start += PAGE) {
    const some = ids.slice(start, start + PAGE);
    total += await unitOfWork.run(() => users.deactivateAll(some, clock.now()));
  }
  return total;
}
