import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type InterfaceNames, useNames } from './interface-names.ts';
import { Refused } from './refusal.ts';
import { onOtherNonce, sendJson, useCredentials } from './send.ts';

/** Who is signed in, and what the desk has to know about this shop. */
export interface Session {
  readonly user: SignedIn | null;
  readonly capabilities: readonly string[];
  readonly must_change_password: boolean;
  readonly nonce: string;
  readonly expires_at: string | null;
  /** Last moment to which the session can be renewed. */
  readonly ends_at: string | null;
  readonly password_rules: { readonly min_length: number; readonly max_length: number };
  /** Without a session only the name. */
  readonly shop: Pick<ShopOfSession, 'name'> & Partial<ShopOfSession>;
  readonly names: InterfaceNames;
  readonly features: readonly string[];
  readonly build: { readonly version: string; readonly commit: string | null; readonly desk: string | null } | null;
}

export interface SignedIn {
  readonly id: number;
  readonly username: string;
  readonly display_name: string | null;
  readonly source: string;
}

export interface ShopOfSession {
  readonly name: string;
  readonly time_zone: string;
  readonly currency: string;
  readonly price_decimals: number;
  readonly week_starts_on: number;
  readonly date_type: string;
  readonly excluded_statuses: readonly string[];
  readonly statuses: readonly string[];
  /** Prices of products are with tax. */
  readonly prices_include_tax: boolean;
  /** Tax is rounded once for an order, not for each line. */
  readonly round_tax_at_subtotal: boolean;
}

const readSession = async (signal?: AbortSignal): Promise<Session> =>
  remember(await sendJson<Session>('/session', signal && { signal }));

/** The least length of a password of this shop. */
export const leastPasswordLength = ({ password_rules: rules }: Session): number => rules.min_length;

/** The session; asked once, kept until it ends or is renewed. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

onOtherNonce(() => readSession());

function remember(session: Session): Session {
  useNames(session.names);
  useCredentials({ header: session.names.nonce_header, nonce: session.nonce });
  return session;
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('desk-session');

/** Ends or begins the session in all tabs together. */
export const followSession = (react: (what: 'ended' | 'begun') => void): void => {
  channel?.addEventListener('message', ({ data }: MessageEvent<'ended' | 'begun'>) => react(data));
};

/**
 * Signs in, in all tabs together.
 * @throws Refused with the sentence of the server
 */
export async function signIn(
  queries: QueryClient,
  credentials: { username: string; password: string },
): Promise<Session> {
  // The nonce of a session that ended is no nonce of a visit.
  if (queries.getQueryData<Session>(sessionQuery.queryKey)?.user) await readSession();
  const post = () => sendJson<Session>('/session', { method: 'POST', body: credentials });
  // The nonce of the visit comes with the anonymous document; a visit that is unknown begins again.
  const session = remember(
    await post().catch(async (error: unknown) => {
      if (!(error instanceof Refused) || error.code !== 'session_nonce_invalid') throw error;
      await readSession();
      return post();
    }),
  );
  queries.setQueryData(sessionQuery.queryKey, session);
  channel?.postMessage('begun');
  return session;
}

/** Renews the session; it is asked for when half of its time is over and the page is used. */
export async function renewSession(queries: QueryClient): Promise<void> {
  const session = remember(await sendJson<Session>('/session/renewal', { method: 'POST' }));
  queries.setQueryData(sessionQuery.queryKey, session);
}

export async function signOut(): Promise<void> {
  await sendJson('/session', { method: 'DELETE' });
  channel?.postMessage('ended');
}

/**
 * Changes the password: a new session begins, all others end.
 * @throws Refused
 */
export async function changePassword(
  queries: QueryClient,
  body: { readonly current_password: string; readonly new_password: string },
): Promise<void> {
  const session = remember(await sendJson<Session>('/session/password', { method: 'PUT', body }));
  queries.setQueryData(sessionQuery.queryKey, session);
  channel?.postMessage('begun');
}
