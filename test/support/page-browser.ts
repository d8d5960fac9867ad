import { expect } from 'vitest';
import type { Person, World } from './world.ts';

/** A browser without a face: it keeps cookies, and goes nowhere by itself. */
export function openBrowser(world: () => Pick<World, 'url'>, always: Readonly<Record<string, string>> = {}) {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}) => {
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${world().url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...always, ...(sent !== '' && { cookie: sent }), ...(init.headers as Record<string, string>) },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const send = (path: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  const nonceOn = async (path: string) =>
    /name="_cmsnonce" value="([^"]+)"[\s\S]*?<\/form>/.exec((await ask(path)).text)?.[1] ?? '';
  const signIn = async ({ username, password }: Pick<Person, 'username' | 'password'>, redirect_to = '') => {
    const _cmsnonce = await nonceOn('/cms-admin/login');
    return send('/cms-admin/login', { username, password, redirect_to, _cmsnonce });
  };
  return { cookies, ask, send, nonceOn, signIn };
}

/** A browser with a session. */
export async function signedInBrowser(world: () => Pick<World, 'url'>, who: Pick<Person, 'username' | 'password'>) {
  const browser = openBrowser(world);
  expect(await browser.signIn(who)).toMatchObject({ status: 303 });
  return browser;
}
