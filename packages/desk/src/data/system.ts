import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schemas } from './api/inventory.d.ts';
import { answerOf, inventory, pageOf, taggedOf } from './client.ts';
import { sendJson } from './send.ts';
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
    queryFn: ({ signal }) =>
      pageOf(
        inventory.GET('/users', {
          params: { query: { page, per_page: systemPerPage, sort: 'username', ...(q !== '' && { q }) } },
          signal,
        }),
      ),
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

/** Filters of the audit log, newest first; `before` is the id of the last entry of the page before. */
export interface AuditSearch {
  readonly action: string;
  readonly actor: string;
  readonly outcome: string;
  readonly before: number | undefined;
}

export const auditQuery = ({ action, actor, outcome, before }: AuditSearch) =>
  queryOptions({
    queryKey: ['audit', action, actor, outcome, before],
    queryFn: ({ signal }) =>
      answerOf(
        inventory.GET('/audit', {
          params: {
            query: {
              per_page: systemPerPage,
              ...(action !== '' && { action }),
              ...(actor !== '' && { actor }),
              ...(outcome !== '' && { outcome: outcome as AuditEntry['outcome'] }),
              ...(before !== undefined && { before_id: before }),
            },
          } as never,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    meta: { topics: ['people', 'settings', 'jobs'] },
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
