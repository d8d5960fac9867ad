import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../api/inventory.d.ts';
import { answerOf, inventory } from '../client.ts';
import { siteUrl } from '../interface-names.ts';
import type { WriteHeaders } from '../writing.ts';

export type MailPhone = Schemas['MailPhone'];

const LOOK_EVERY = 2_000;

/** The phone that reads the mail log, asked again while a code waits for one. */
export const mailPhoneQuery = queryOptions({
  queryKey: ['mail-phone'],
  queryFn: ({ signal }) => answerOf(inventory.GET('/mail-phone', { signal })),
  refetchInterval: ({ state }) => (state.data?.code_expires_at ? LOOK_EVERY : false),
  meta: { topics: ['settings'] },
});

/** A code that pairs a phone once, and the link that its picture holds. */
export interface MailPhoneCode {
  readonly code: string;
  readonly link: string;
  readonly expiresAt: string;
  readonly tries: number;
}

/** Makes a code; the one before is void. */
export async function issueMailPhoneCode(_: undefined, headers: WriteHeaders): Promise<MailPhoneCode> {
  const issued = await answerOf(inventory.POST('/mail-phone/code', { headers: { ...headers } }));
  const query = new URLSearchParams({ siteUrl: siteUrl(), authKey: issued.code });
  return {
    code: issued.code,
    link: `${issued.app_scheme}://mail-pairing?${query}`,
    expiresAt: issued.expires_at,
    tries: issued.tries,
  };
}

/** Ends the pairing, and voids the code. */
export const unpairMailPhone = (_: undefined, headers: WriteHeaders): Promise<unknown> =>
  answerOf(inventory.DELETE('/mail-phone', { headers: { ...headers } }));
