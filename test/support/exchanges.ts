import { inspect } from 'node:util';
import type { Route } from '@backroom/core/interface';
import { expect } from 'vitest';
import { misfits } from './misfits.ts';

/** One request and what came back. */
export interface Exchange {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Members that no answer may have, at any place. */
const forbidden = new Set([
  'password',
  'password_hash',
  'passwordHash',
  'hash',
  'token_version',
  'tokenVersion',
  'username_key',
  'usernameKey',
  'search_text',
  'current_password',
  'new_password',
  'jwt_secret',
  'stack',
]);
const jwt = /eyJ[\w-]*\.eyJ[\w-]*\.[\w-]*/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const isTokenAnswer = ({ method, path, status }: Exchange) =>
  status === 200 && `${method} ${path}`.match(/^(POST \/users\/login|PUT \/users\/me\/password)\/?$/) !== null;

const outages = ['directory_unavailable', 'busy', 'extension_unavailable'];
const codeIn = (text: string): string => /"code":"([a-z_]+)"/.exec(text)?.[1] ?? '';

/** One exchange in a line. */
export const toldOf = ({ method, path, status, text }: Exchange): string =>
  `${method} ${path} → ${status} ${text.slice(0, 500)}`;

/** Holds one answer against what its route publishes, and against what every answer has in common. */
export function checkExchange(exchange: Exchange, route: Route | undefined): void {
  const { status, text } = exchange;
  // An outage that a test makes has its name; everything else from 500 on is a bug.
  if (status !== 503 || !outages.includes(codeIn(text))) expect(status, toldOf(exchange)).toBeLessThan(500);
  checkForm(exchange, route);
}

/** The same without a check of the status: every failed request has the form of a refusal, too. */
export function checkForm(exchange: Exchange, route: Route | undefined): void {
  const { path, status, headers, text } = exchange;
  const detailText = toldOf(exchange);
  expect(headers, detailText).toMatchObject({
    'x-request-id': expect.stringMatching(/^[A-Za-z0-9._-]{1,64}$/),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
  expect(headers, detailText).not.toHaveProperty('x-powered-by');
  expect(headers, detailText).not.toHaveProperty('server');
  if (isOfShop(path)) checkShopAnswer(exchange, detailText);
  else if (status >= 400) checkProblem(exchange, detailText);
  else if (text !== '' && route !== undefined && !isTable(exchange, route)) checkPublished(exchange, route, detailText);
}

const NO_CONTENT = 204;
const NOT_MODIFIED = 304;
const isOfShop = (path: string): boolean => path === '/index.php' || path.startsWith('/cms-json');

function checkShopAnswer({ method, status, headers, text }: Exchange, detailText: string): void {
  expect(headers, detailText).toMatchObject({
    ...(![NO_CONTENT, NOT_MODIFIED].includes(status) && { 'content-type': 'application/json; charset=UTF-8' }),
    'x-robots-tag': 'noindex',
    link: expect.stringContaining('rel="service-desc"'),
  });
  if (status < 400 || method === 'HEAD') return;
  const refusal = JSON.parse(text) as { readonly success?: unknown };
  const code = expect.stringMatching(/^[a-z_]+$/);
  // The phone and dashboard routes of the mail log have a refusal document of their own (docs/spec/shop-platform.md 7).
  if (refusal.success === false) expect(refusal, detailText).toMatchObject({ code });
  else expect(refusal, detailText).toMatchObject({ code, message: expect.stringMatching(/./), data: { status } });
}

const isTable = ({ headers }: Exchange, { streams }: Route): boolean =>
  streams && headers['content-type']?.startsWith('text/csv') === true;

function checkProblem({ method, status, headers, text }: Exchange, detailText: string): void {
  expect(headers['content-type'], detailText).toMatch(/^application\/problem\+json/);
  expect(headers['cache-control'], detailText).toBe('no-store');
  if (method === 'HEAD') return;
  const problem = JSON.parse(text) as Record<string, unknown>;
  expect(problem, detailText).toMatchObject({
    type: `urn:inventory:problem:${String(problem.code)}`,
    title: expect.stringMatching(/./),
    status,
    detail: expect.stringMatching(/./),
    instance: expect.stringMatching(/^\//),
    code: expect.stringMatching(/^[a-z_]+$/),
    request_id: headers['x-request-id'],
  });
  if (status === 401) expect(headers['www-authenticate'], detailText).toMatch(/^Bearer realm="inventory"/);
  if (status === 405) expect(headers.allow, detailText).toMatch(/OPTIONS/);
}

function checkPublished({ method, status, headers, text }: Exchange, route: Route, detailText: string): void {
  expect(headers['content-type'], detailText).toMatch(/^application\/json/);
  const isDescription = route.path.startsWith('/openapi');
  // Descriptions need no token on this machine.
  if (route.access !== 'anyone' && !isDescription) expect(headers['x-api-version'], detailText).toBe('1.4.1');
  expect(status, detailText).toBe(method === 'HEAD' ? 200 : route.status);
  const body: unknown = JSON.parse(text);
  if (route.returns) expect(misfits(route.returns, body), detailText).toEqual([]);
  // Times in examples of the shop interface have its form.
  for (const [name, value] of isDescription ? [] : membersOf(body)) {
    if (name.endsWith('_at') && typeof value === 'string') expect(value, `${detailText} ${name}`).toMatch(moment);
  }
}

/** What must not be found anywhere but where it belongs. */
export interface Secrets {
  /** Passwords and keys, by a word for what they are. */
  readonly words: ReadonlyMap<string, string>;
}

/** Searches answers for secrets; returns one line for each find. */
export function leaksInAnswers(exchanges: readonly Exchange[], { words }: Secrets): readonly string[] {
  return exchanges.flatMap((exchange) => {
    const all = `${exchange.text}\n${inspect(exchange.headers)}`;
    const where = `${exchange.method} ${exchange.path} → ${exchange.status}`;
    const found = [...words]
      .filter(([word]) => all.includes(word) && !all.includes(`"generated_password":"${word}"`))
      .map(([, what]) => `${where}: ${what}`);
    if (all.includes('$argon2')) found.push(`${where}: the hash of a password`);
    if (jwt.test(all) && !isTokenAnswer(exchange)) found.push(`${where}: a token`);
    return [...found, ...forbiddenMembers(exchange).map((name) => `${where}: the member ${name}`)];
  });
}

/** The same for internal text: the log, and the data in the database. */
export function leaksInText(
  where: string,
  text: string,
  { words }: Secrets,
  ...alsoSecret: RegExp[]
): readonly string[] {
  const found = [...words].filter(([word]) => text.includes(word)).map(([, what]) => what);
  for (const pattern of [jwt, ...alsoSecret]) if (pattern.test(text)) found.push(`${pattern}`);
  return found.map((what) => `${where}: ${what}`);
}

function forbiddenMembers({ path, headers, text, method }: Exchange): readonly string[] {
  // The description of the interface has a member for each parameter.
  if (method === 'HEAD' || path.startsWith('/openapi') || !headers['content-type']?.includes('json')) return [];
  return text === ''
    ? []
    : [...membersOf(JSON.parse(text))].map(([name]) => name).filter((name) => forbidden.has(name));
}

function* membersOf(value: unknown, isChanges = false): Generator<readonly [string, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    // The audit log records the change of a password, without any part of it.
    const isNamedOnly = isChanges && member === true;
    if (!Array.isArray(value) && !isNamedOnly) yield [name, member];
    // Names of attributes of items are free.
    if (name !== 'attributes') yield* membersOf(member, name === 'changes');
  }
}
