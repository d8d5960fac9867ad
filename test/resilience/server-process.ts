import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { keepsCompiled } from '../support/compiled.ts';

/** A server in a process of its own, which can be killed. */
export interface ServerProcess {
  readonly url: string;
  /** Ends it at once, as the machine would when the power is gone. */
  kill(): Promise<void>;
  /** What `stock verify` and `analytics verify` would print. */
  differences(): Promise<unknown>;
}

const administrator = { username: 'ada', password: 'first-light-over-harbour' };

/** The variables of a server with an administrator, who is the same each time it is started with them. */
export const withAdministrator = (variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  ...variables,
  JWT_SECRET: randomBytes(32).toString('hex'),
  BOOTSTRAP_ADMIN_USERNAME: administrator.username,
  BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
});

/** Signs that administrator in, and gives the token. */
export async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  return ((await response.json()) as { readonly access_token: string }).access_token;
}

/** Asks as patient clients do: again after a moment when the server says that too much is asked of it just now. */
export async function askPatiently(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, init);
    if (answer.status !== 503) return answer;
    await setTimeout(200);
  }
}

/** Starts a server from what was built, with these variables and nothing else of the tests' environment. */
export async function startServer(variables: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const { PATH = '', HOME = '' } = process.env;
  const limits = { RATE_LIMIT_API: '0', RATE_LIMIT_WRITE: '0' };
  const plain = { PATH, HOME, PORT: '0', LOG_LEVEL: 'error', LOGIN_MIN_MS: '0', ...keepsCompiled };
  const env = { ...plain, ...limits, ...variables };
  const script = fileURLToPath(new URL('./serving.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  // A server must not outlive the tests, however they end.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const { url } = await answerOf<{ url: string }>(child, ended);
  return {
    url,
    async kill() {
      end();
      await ended;
      process.off('exit', end);
    },
    async differences() {
      child.send('verify');
      return (await answerOf<{ differences: unknown }>(child, ended)).differences;
    },
  };
}

async function answerOf<T>(child: ChildProcess, ended: Promise<unknown[]>): Promise<T> {
  const early = ended.then(([code]) =>
    Promise.reject(new Error(`The server ended with code ${code} before it answered.`)),
  );
  const [message] = await Promise.race([once(child, 'message'), early]);
  return message as T;
}
