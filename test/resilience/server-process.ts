import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { keepsCompiled } from '../support/compiled.ts';

/** A process that can be killed. */
export interface Killable {
  /** Ends it at once, like a power failure. */
  kill(): Promise<void>;
}

/** A server in a process of its own. */
export interface ServerProcess extends Killable {
  readonly pid: number | undefined;
  readonly url: string;
  /** What `stock verify` and `analytics verify` would print. */
  differences(): Promise<unknown>;
  /** Makes an account by the core itself, so also where no administrator is left. */
  makeAccount(request: AccountRequest): Promise<MadeAccount>;
  /** A code that pairs the phone of the mail log. */
  pairingCode(): Promise<string>;
}

/** An account that a test needs. */
export interface AccountRequest {
  readonly role: 'member' | 'admin';
  readonly password: string;
}

/** An account with its credentials for both interfaces. */
export interface MadeAccount {
  readonly username: string;
  readonly token: string;
  readonly applicationPassword: string;
}

/** What a test receives from a process beside its answers. */
export interface ProcessOptions {
  /** Receives each line of the log in place of the standard error of the tests. */
  readonly onLogLine?: (line: string) => void;
}

const administrator = { username: 'ada', password: 'first-light-over-harbour' };

/** The variables of a server with an administrator, who is the same each time it is started with them. */
export const withAdministrator = (variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  ...variables,
  JWT_SECRET: randomBytes(32).toString('hex'),
  BOOTSTRAP_ADMIN_USERNAME: administrator.username,
  BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
});

/** Signs that administrator in, and returns the token. */
export async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  return ((await response.json()) as { readonly access_token: string }).access_token;
}

/** Sends requests as patient clients do: again after a moment when the server is overloaded. */
export async function askPatiently(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, init);
    if (answer.status !== 503) return answer;
    await setTimeout(200);
  }
}

/** Starts a server from what was built, with these variables and nothing else of the tests' environment. */
export async function startServer(
  variables: Readonly<Record<string, string>>,
  options: ProcessOptions = {},
): Promise<ServerProcess> {
  const { child, ended, kill } = startProcess(['./serving.ts'], variables, options);
  const { url } = await answerOf<{ url: string }>(child, ended);
  return {
    url,
    pid: child.pid,
    kill,
    async differences() {
      child.send('verify');
      return (await answerOf<{ differences: unknown }>(child, ended)).differences;
    },
    async makeAccount(request) {
      child.send(request);
      return answerOf<MadeAccount>(child, ended);
    },
    async pairingCode() {
      child.send('pairing code');
      return (await answerOf<{ code: string }>(child, ended)).code;
    },
  };
}

/** Starts workers for this number of jobs at once, without a server, in the same way. */
export async function startWorkers(variables: Readonly<Record<string, string>>, count = 2): Promise<Killable> {
  const { child, ended, kill } = startProcess(['./job-process.ts', 'work', String(count)], variables);
  await answerOf(child, ended);
  return { kill };
}

function startProcess(
  [script = '', ...given]: readonly string[],
  variables: Readonly<Record<string, string>>,
  { onLogLine }: ProcessOptions = {},
) {
  const { PATH = '', HOME = '' } = process.env;
  const limits = { RATE_LIMIT_API: '0', RATE_LIMIT_WRITE: '0' };
  const plain = { PATH, HOME, PORT: '0', LOG_LEVEL: 'error', LOGIN_MIN_MS: '0', ...keepsCompiled };
  const env = { ...plain, ...limits, ...variables };
  const path = fileURLToPath(new URL(script, import.meta.url));
  const stderr = onLogLine ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, [path, ...given], { env, stdio: ['ignore', 'ignore', stderr, 'ipc'] });
  if (onLogLine && child.stderr) createInterface({ input: child.stderr }).on('line', onLogLine);
  const ended = once(child, 'exit');
  // A server must not outlive the tests, however they end.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const kill = async () => {
    end();
    await ended;
    process.off('exit', end);
  };
  return { child, ended, kill };
}

async function answerOf<T>(child: ChildProcess, ended: Promise<unknown[]>): Promise<T> {
  const early = ended.then(([code]) =>
    Promise.reject(new Error(`The process ended with code ${code} before it answered.`)),
  );
  const [message] = await Promise.race([once(child, 'message'), early]);
  return message as T;
}
