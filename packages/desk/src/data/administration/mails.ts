import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../api/inventory.d.ts';
import { answerOf, inventory, pageOf, shop } from '../client.ts';
import { untilRested } from '../typing.ts';
import type { WriteHeaders } from '../writing.ts';

export type Mail = Schemas['Mail'];
export type MailDetails = Schemas['MailDetails'];
export type MailStatus = Mail['status'];

export const mailStatuses = ['queued', 'sent', 'failed'] as const;
export const mailsPerPage = 50;

/** Filters of the mail log. */
export interface MailSearch {
  readonly status: MailStatus | undefined;
  readonly q: string;
  readonly page: number;
}

/** A mail is sent by a job. */
const meta = { topics: ['jobs'] };
const LOOK_AGAIN = 5_000;

export const mailsQuery = ({ status, q, page }: MailSearch) =>
  queryOptions({
    queryKey: ['mails', status, q, page],
    queryFn: async ({ signal }) => {
      await untilRested(q, signal);
      const query = { page, per_page: mailsPerPage, ...(status && { status }), ...(q !== '' && { q }) };
      return pageOf(inventory.GET('/mails', { params: { query }, signal }));
    },
    refetchInterval: ({ state }) => (state.data?.rows.some((each) => each.status === 'queued') ? LOOK_AGAIN : false),
    placeholderData: keepPreviousData,
    meta,
  });

/** How many mails match a search, by status. */
export const mailTotalsQuery = ({ q }: Pick<MailSearch, 'q'>) =>
  queryOptions({
    queryKey: ['mail-totals', q],
    queryFn: async ({ signal }) => {
      await untilRested(q, signal);
      return answerOf(inventory.GET('/mails/totals', { params: { query: q === '' ? {} : { q } }, signal }));
    },
    refetchInterval: ({ state }) => (isWaiting(state.data) ? LOOK_AGAIN : false),
    placeholderData: keepPreviousData,
    meta,
  });

const isWaiting = (totals: Schemas['MailTotals'] | undefined): boolean =>
  totals?.statuses.some(({ status, total }) => status === 'queued' && total > 0) ?? false;

export const mailQuery = (id: number) =>
  queryOptions({
    queryKey: ['mail', id],
    queryFn: ({ signal }) => answerOf(inventory.GET('/mails/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? LOOK_AGAIN : false),
    meta,
  });

/** Sends a mail again, to its original recipients where none are given, and returns the id of the new record. */
export async function resendMail(
  { id, to }: { readonly id: number; readonly to: readonly string[] },
  headers: WriteHeaders,
): Promise<number> {
  const body = { id, ...(to.length > 0 && { sent_to: [...to] }) };
  const answer = await answerOf(shop.POST('/maildash/v1/resend-email', { body, headers: { ...headers } }));
  return answer.id;
}
