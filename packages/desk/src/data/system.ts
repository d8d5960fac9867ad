import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addDays, type Day } from '../words/calendar.ts';
import { startOfDay } from '../words/moments.ts';
import type { Schemas } from './api/inventory.d.ts';
import { answerOf, inventory, pageOf, taggedOf } from './client.ts';
import { sendJson } from './send.ts';
import { untilRested } from './typing.ts';
import type { WriteHeaders } from './writing.ts';

export type Person = Schemas['User'];
export type AuditEntry = Schemas['AuditEntry'];
export type Job = Schemas['Job'];
export type ShopSettings = Schemas['Settings'];
export type ShopSetting = Schemas['Setting'];

export const systemPerPage = 50;

export const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

export const jobsQuery = (state: JobState | undefined, page: number) =>
  queryOptions({
    queryKey: ['jobs', state, page],
    queryFn: ({ signal }) =>
      pageOf(
        inventory.GET('/jobs', {
          params: { query: { page, per_page: systemPerPage, ...(state && { state }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    meta: { topics: ['jobs'] },
  });

/** How many jobs are in each state. */
export const jobTotalsQuery = queryOptions({
  queryKey: ['job-totals'],
  queryFn: ({ signal }) => answerOf(inventory.GET('/jobs/totals', { signal })),
  meta: { topics: ['jobs'] },
});

/** Retries, cancels or hastens a job. */
export const actOnJob = (
  { id, action }: { readonly id: string; readonly action: string },
  headers: WriteHeaders,
): Promise<Job> => sendJson(`/jobs/${id}/${action}`, { method: 'POST', headers: { ...headers } });

/** Filters of the list of accounts. */
export interface PeopleSearch {
  readonly q: string;
  readonly page: number;
}

export const peopleQuery = ({ q, page }: PeopleSearch) =>
  queryOptions({
    queryKey: ['people', q, page],
    queryFn: async ({ signal }) => {
      await untilRested(q, signal);
      const query = { page, per_page: systemPerPage, sort: 'username', ...(q !== '' && { q }) };
      return pageOf(inventory.GET('/users', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    meta: { topics: ['people'] },
  });

export const personQuery = (id: number) =>
  queryOptions({
    queryKey: ['person', id],
    queryFn: ({ signal }) => taggedOf(inventory.GET('/users/{id}', { params: { path: { id } }, signal })),
    meta: { topics: ['people'] },
  });

/** Creates an account, or changes the one with this id. */
export const savePerson =
  (id: number | undefined) =>
  (body: object, headers: WriteHeaders): Promise<Person> =>
    sendJson(id === undefined ? '/users' : `/users/${id}`, {
      method: id === undefined ? 'POST' : 'PATCH',
      body,
      headers: { ...headers },
    });

/** Ends the sessions of an account, lifts its lock, or deletes it. */
export const actOnPerson =
  (id: number) =>
  (action: 'revoke-tokens' | 'unlock' | 'delete', headers: WriteHeaders): Promise<unknown> =>
    action === 'delete'
      ? sendJson(`/users/${id}`, { method: 'DELETE', headers: { ...headers } })
      : sendJson(`/users/${id}/${action}`, { method: 'POST', headers: { ...headers } });

/** Filters of the audit log. */
export interface AuditSearch {
  /** One action, or all that begin alike: `user.*`. */
  readonly action: string;
  readonly actor: string;
  /** Kind of the target. */
  readonly target: string;
  readonly outcome: AuditEntry['outcome'] | undefined;
  /** Days on the clock of the shop, both included. */
  readonly from: Day | undefined;
  readonly to: Day | undefined;
}

export const auditOutcomes = ['ok', 'failed', 'denied'] as const;

/** Parameters of the log and of its export. */
export const auditParameters = ({ action, actor, target, outcome, from, to }: AuditSearch, timeZone: string) => ({
  ...(action !== '' && { action }),
  ...(actor !== '' && { actor }),
  ...(target !== '' && { target_type: target }),
  ...(outcome !== undefined && { outcome }),
  ...(from !== undefined && { from: startOfDay(from, timeZone) }),
  ...(to !== undefined && { to: startOfDay(addDays(to, 1), timeZone) }),
});

/** Entries of the log before one; the newest ones without it. */
export const auditQuery = (search: AuditSearch, { before, timeZone }: AuditPart) =>
  queryOptions({
    queryKey: ['audit', search, before, timeZone],
    queryFn: ({ signal }) => {
      const query = {
        per_page: systemPerPage,
        ...auditParameters(search, timeZone),
        ...(before !== undefined && { before_id: before }),
      };
      return answerOf(inventory.GET('/audit', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    meta: { topics: ['people', 'settings', 'jobs'] },
  });

interface AuditPart {
  readonly before: number | undefined;
  readonly timeZone: string;
}

/** What occurs in the log: actions, actors, kinds of targets. */
export const auditWordsQuery = queryOptions({
  queryKey: ['audit-words'],
  queryFn: ({ signal }) => answerOf(inventory.GET('/audit/filter-words', { signal })),
  staleTime: 60_000,
});

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => taggedOf(inventory.GET('/settings', { signal })),
  meta: { topics: ['settings', 'jobs'] },
});

/** Changes settings, or reports what a change would compute again. */
export const saveSettings =
  (isDryRun: boolean) =>
  (body: object, headers: WriteHeaders): Promise<ShopSettings> =>
    sendJson(`/settings?dry_run=${isDryRun}`, { method: 'PATCH', body, headers: { ...headers } });
