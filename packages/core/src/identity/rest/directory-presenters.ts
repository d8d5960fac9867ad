import { snake } from '../../kernel/names.ts';
import { publishedSteps } from '../directory/steps.ts';
import type { DirectoryReport, DirectoryTest, SyncReport } from '../index.ts';

/** The effective directory settings. */
export function presentDirectory(report: DirectoryReport): object {
  const { settings, certificates, updatedAt } = report;
  const { urls, attributes, ...plain } = settings;
  return {
    ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [snake(name), value])),
    url: urls[0] ?? null,
    urls,
    attributes: {
      username: attributes.username,
      email: attributes.email,
      display_name: attributes.displayName,
      uid: attributes.uid,
    },
    ca_certificate_info:
      certificates?.map(({ subject, expiresAt }) => ({ subject, expires_at: expiresAt.toISOString() })) ?? null,
    bind_password_set: report.isBindPasswordSet,
    bind_password_error: report.hasBindPasswordError,
    managed_by_env: report.managedByEnv.map(snake),
    version: report.version,
    updated_at: updatedAt?.toISOString() ?? null,
    updated_by: report.updatedBy,
  };
}

/** Result of a directory test; of the user only the mapped attributes are included. */
export function presentDirectoryTest({ config, probe, user }: DirectoryTest): object {
  const { ok, durationMs, server, steps, warnings } = probe;
  return {
    ok,
    config,
    duration_ms: durationMs,
    server,
    steps: publishedSteps(steps),
    user: user && presentTestedPerson(user),
    warnings,
  };
}

function presentTestedPerson(user: NonNullable<DirectoryTest['user']>): object {
  const { found, person, wouldBeAllowed, wouldBeRole, hasLocalConflict } = user;
  return {
    found,
    dn: person?.dn ?? null,
    username: person?.username ?? null,
    email: person?.email ?? null,
    display_name: person?.displayName ?? null,
    external_id: person?.externalId ?? null,
    groups: person?.groups.slice(0, 20) ?? [],
    would_be_allowed: wouldBeAllowed,
    would_be_role: wouldBeRole,
    local_conflict: hasLocalConflict,
  };
}

/** Result of a directory synchronisation. */
export const presentSync = ({ dryRun, created, updated, deactivated, skipped, errors }: SyncReport): object => ({
  dry_run: dryRun,
  created,
  updated,
  deactivated,
  skipped,
  errors: errors.map(({ username, code }) => ({ username, code })),
});
