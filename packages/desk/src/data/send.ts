import { Refused, Unreachable } from './refusal.ts';
import { setByServer } from './server-clock.ts';

/** What requests of a signed-in page need. */
interface Credentials {
  readonly header: string;
  readonly nonce: string;
}

let credentials: Credentials | undefined;
let signInAgain: (() => Promise<void>) | undefined;
let renewNonce: (() => Promise<unknown>) | undefined;
let waiting: Promise<void> | undefined;

/** Sets the nonce that writes carry; undefined when nobody is signed in. */
export const useCredentials = (given: Credentials | undefined): void => {
  credentials = given;
};

/** Sets what is asked when a session ended: requests wait for it, then are sent again. */
export const onSessionEnd = (ask: (() => Promise<void>) | undefined): void => {
  signInAgain = ask;
};

/** Path of the desk, which the server writes into the page: `/desk`. */
export const deskPath = (): string => document.documentElement.dataset.base ?? '/desk';

/** Sets what reads the nonce again, where a sign-in in another tab changed it. */
export const onOtherNonce = (read: () => Promise<unknown>): void => {
  renewNonce = read;
};

const isOtherNonce = async (response: Response): Promise<boolean> => {
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { readonly code?: string };
  return code === 'rest_cookie_invalid_nonce';
};

/** Base path of the inventory interface: the desk is published one segment below it. */
export const inventoryPath = (): string => deskPath().replace(/\/[^/]*$/, '');

/**
 * Sends a request of this page: with the cookie, and the nonce. Where the session has ended it waits until one is signed in again.
 * @throws Unreachable where no answer came
 */
export async function send(request: Request): Promise<Response> {
  const response = await attempt(request.clone());
  if (response.status === 403 && renewNonce && (await isOtherNonce(response))) {
    await renewNonce();
    return attempt(request);
  }
  if (response.status !== 401 || signInAgain === undefined || isOfSession(request)) return response;
  waiting ??= signInAgain().finally(() => {
    waiting = undefined;
  });
  await waiting;
  return attempt(request);
}

/** Sign-in itself answers 401 to a wrong password. */
const isOfSession = ({ url }: Request): boolean => /\/session(?:\/|$)/.test(new URL(url).pathname);

async function attempt(request: Request): Promise<Response> {
  if (credentials) request.headers.set(credentials.header, credentials.nonce);
  try {
    const response = await fetch(request);
    setByServer(response.headers.get('date'));
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new Unreachable();
  }
}

/**
 * Sends JSON and reads JSON, for routes whose types are written by hand.
 * @throws Refused, Unreachable
 */
export async function sendJson<T>(path: string, options: Sending = {}): Promise<T> {
  const { method = 'GET', body, headers = {}, signal } = options;
  const request = new Request(`${inventoryPath()}${path}`, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const response = await send(request);
  const read = await readJson(response);
  if (!response.ok) throw new Refused(response, read);
  return read as T;
}

/** Parts of a request that `sendJson` makes. */
export interface Sending {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
