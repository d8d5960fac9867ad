import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../api/inventory.d.ts';
import { answerOf, inventory, taggedOf } from '../client.ts';
import { sendJson } from '../send.ts';
import type { AuditEntry } from '../system.ts';
import type { WriteHeaders } from '../writing.ts';

export type DirectorySettings = Schemas['DirectorySettings'];
export type DirectoryTest = Schemas['DirectoryTest'];
export type DirectorySync = Schemas['DirectorySync'];

export const directoryQuery = queryOptions({
  queryKey: ['directory'],
  queryFn: ({ signal }) => taggedOf(inventory.GET('/ldap-config', { signal })),
  meta: { topics: ['people'] },
});

/** Changes members of the settings; those that are absent stay. */
export const saveDirectory = (body: object, headers: WriteHeaders): Promise<DirectorySettings> =>
  sendJson('/ldap-config', { method: 'PATCH', body, headers: { ...headers } });

/** Forgets the settings and the password. */
export const forgetDirectory = (_: undefined, headers: WriteHeaders): Promise<undefined> =>
  sendJson('/ldap-config', { method: 'DELETE', headers: { ...headers } });

/** Tries the saved settings, with a person where one is named. */
export const testDirectory = (body: object, headers: WriteHeaders): Promise<DirectoryTest> =>
  sendJson('/test-ldap', { method: 'POST', body, headers: { ...headers } });

/** Brings the accounts in line with the directory, or reports what that would do. */
export const syncDirectory = (isDryRun: boolean, headers: WriteHeaders): Promise<DirectorySync> =>
  sendJson(`/ldap-config/sync?dry_run=${isDryRun}`, { method: 'POST', headers: { ...headers } });

/** A synchronisation as the audit log has it. */
export interface DirectoryRun {
  readonly at: string;
  readonly outcome: string;
  /** The code of what went wrong. */
  readonly reason: string | null;
  readonly counts: Readonly<Record<string, number>>;
}

const RECENT = 20;

/** The last synchronisation that was no dry run. */
export const lastRunQuery = queryOptions({
  queryKey: ['directory-run'],
  queryFn: async ({ signal }): Promise<DirectoryRun | null> => {
    const query = { action: 'directory.sync', per_page: RECENT };
    const entries = await answerOf(inventory.GET('/audit', { params: { query } as never, signal }));
    const last = entries.find(({ reason }) => reason !== 'dry_run');
    return last ? runOf(last) : null;
  },
  meta: { topics: ['people'] },
});

function runOf({ at, outcome, reason, changes }: AuditEntry): DirectoryRun {
  const counts = Object.entries(changes ?? {}).map(([name, value]) => {
    const { to } = (value ?? {}) as { readonly to?: unknown };
    return [name, Number(to ?? 0)] as const;
  });
  return { at, outcome, reason: reason ?? null, counts: Object.fromEntries(counts) };
}
