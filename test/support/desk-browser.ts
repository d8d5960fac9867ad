import { openBrowser } from './page-browser.ts';
import type { Person, World } from './world.ts';

/** The part of the document of `GET /session` that tests read. */
export interface SessionDocument {
  readonly user: { readonly id: number; readonly username: string } | null;
  readonly capabilities: readonly string[];
  readonly must_change_password: boolean;
  readonly nonce: string;
  readonly expires_at: string | null;
  readonly ends_at: string | null;
  readonly shop: Readonly<Record<string, unknown>>;
  readonly names: Readonly<Record<string, unknown>>;
  readonly build: unknown;
  readonly code?: string;
}

/** Headers of a request that a page of this site sends. */
export const ofThisSite = { 'sec-fetch-site': 'same-origin' };

/** A browser as a page of this site uses it: cookies, and requests in JSON with a nonce. */
export function openDeskBrowser(world: () => Pick<World, 'url'>) {
  const browser = openBrowser(world, ofThisSite);
  const ask = async (method: string, path: string, { body, nonce, headers = {} }: DeskAsking = {}) => {
    const sent = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(nonce !== undefined && { 'x-cms-nonce': nonce }),
      ...headers,
    };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await browser.ask(path, { method, headers: sent, ...text });
    return { ...answer, body: parsed(answer.text) };
  };
  const session = async () => (await ask('GET', '/session')).body;
  const signIn = async ({ username, password }: Pick<Person, 'username' | 'password'>) =>
    ask('POST', '/session', { body: { username, password }, nonce: (await session()).nonce });
  return { cookies: browser.cookies, ask, session, signIn };
}

interface DeskAsking {
  readonly body?: unknown;
  readonly nonce?: string;
  readonly headers?: Record<string, string>;
}

const parsed = (text: string): SessionDocument => (text.startsWith('{') ? JSON.parse(text) : ({} as SessionDocument));
