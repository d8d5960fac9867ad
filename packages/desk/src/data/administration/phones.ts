import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../api/inventory.d.ts';
import { answerOf, inventory, shop } from '../client.ts';
import type { WriteHeaders } from '../writing.ts';
import { inUtc } from './passwords.ts';

export type Phone = Pick<Schemas['Phone'], 'uuid' | 'name' | 'user_id' | 'username' | 'created_at' | 'last_used_at'>;

/** The application id of all passwords of phones (docs/phones.md). */
const PHONE_APP_ID = '2f7f8a54-0c3e-4d0f-9f0b-6a1f5c1d7e92';

const meta = { topics: ['people'] };

/** The account whose phones are listed; all accounts for those who manage people. */
export interface PhoneOwner {
  readonly id: number;
  readonly username: string;
  readonly seesAll: boolean;
}

/** Phones that are signed in. */
export const phonesQuery = ({ id, username, seesAll }: PhoneOwner) =>
  queryOptions({
    queryKey: ['phones', id, seesAll],
    queryFn: async ({ signal }): Promise<readonly Phone[]> => {
      if (seesAll) return answerOf(inventory.GET('/phones', { signal }));
      const path = { user_id: 'me' };
      const all = await answerOf(
        shop.GET('/cms/v2/users/{user_id}/application-passwords', { params: { path }, signal }),
      );
      return all
        .filter(({ app_id: app }) => app === PHONE_APP_ID)
        .map(({ uuid, name, created, last_used: used }) => ({
          uuid,
          name,
          user_id: id,
          username,
          created_at: inUtc(created),
          last_used_at: used === null ? null : inUtc(used),
        }));
    },
    meta,
  });

/** Whether the account can sign in a phone, and why not. */
export const phoneAvailabilityQuery = queryOptions({
  queryKey: ['phone-availability'],
  queryFn: ({ signal }) => answerOf(shop.GET('/shop-admin/mobile-app/qr-login-availability', { signal })),
});

/** A code for a phone: the text of the picture, and its token. */
export interface PhoneCode {
  readonly url: string;
  readonly token: string;
}

/** Makes a code, which is valid for five minutes. */
export async function issueCode(_: undefined, headers: WriteHeaders): Promise<PhoneCode> {
  const { qr_url: url = '' } = await answerOf(
    shop.POST('/shop-admin/mobile-app/qr-login-token', { headers: { ...headers } }),
  );
  return { url, token: new URL(url).searchParams.get('token') ?? '' };
}

const LOOK_EVERY = 2_000;
const going: ReadonlySet<string> = new Set(['pending', 'scanned', 'approved']);

/** The state of a code, asked for until it is over. */
export const codeStatusQuery = (token: string) =>
  queryOptions({
    queryKey: ['phone-code', token],
    queryFn: ({ signal }) => answerOf(shop.POST('/shop-admin/mobile-app/qr-login-status', { body: { token }, signal })),
    refetchInterval: ({ state }) => (state.data && !going.has(state.data.status) ? false : LOOK_EVERY),
    gcTime: 0,
  });

/** Chooses the number that the phone shows. */
export const approveCode = (body: { readonly token: string; readonly choice: string }, headers: WriteHeaders) =>
  answerOf(shop.POST('/shop-admin/mobile-app/qr-login-approve', { body, headers: { ...headers } }));
