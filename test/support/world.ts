import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { createHttpApp, createInventoryMiddleware, type Listenable, listen } from '@backroom/adapters-http';
import { ManualClock, MemoryLog } from '@backroom/adapters-memory';
import { Argon2PasswordHasher } from '@backroom/adapters-node';
import { type Application, compose, readSettings, type Settings } from '@backroom/composition';
import type { SuppliedPorts } from '@backroom/core';
import { createDispatch, inventoryPolicy, inventoryRoutes, type Route } from '@backroom/core/interface';
import Koa from 'koa';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { observed } from './answered-codes.ts';
import {
  type Answered,
  bodyOf,
  type Carry,
  type Client,
  type ClientRequestInit,
  clientOf,
  type Published,
} from './client.ts';
import { createMigratedDatabase, dropDatabase, serverUrl } from './databases.ts';
import { checkExchange, type Exchange, leaksInAnswers, leaksInText } from './exchanges.ts';
import { sqlOf } from './persistence.ts';
import { migratedTemplate, ours } from './templates.ts';

/** How a world differs from the ordinary one. */
export interface WorldOptions {
  /** Variables of the environment that the server is started with. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Ports in place of the real ones; password hashing is cheap by default. */
  readonly ports?: Partial<SuppliedPorts>;
  /** Mounts the inventory there in another program's Koa app, in place of an application of our own. */
  readonly mountedAt?: string;
}

/** A user with an account of this world. */
export interface Person extends Client {
  readonly id: number;
  readonly username: string;
  readonly password: string;
}

/** A real server on a fresh database, with accounts. */
export interface World {
  readonly kind: 'embedded' | 'postgres';
  readonly url: string;
  readonly application: Application;
  readonly clock: ManualClock;
  readonly log: MemoryLog;
  readonly jwtSecret: string;
  readonly routes: readonly Route[];
  readonly ada: Person;
  readonly mara: Person;
  readonly anonymous: Client;
  /** The client of the holder of this token. */
  as(token: string): Client;
  /** Makes an account and signs in. */
  person(fields?: Readonly<Record<string, unknown>>): Promise<Person>;
  signIn(username: string, password: string): Promise<Person>;
  /** Advances the clock, and signs Ada and Mara in again. */
  later(milliseconds: number): Promise<void>;
  /** Makes an unused password that must not be found anywhere afterwards. */
  password(): string;
  /** From now on this may be found nowhere. */
  keepSecret(word: string, what: string): void;
  routeOf(method: string, path: string): Route | undefined;
  /** A digest of everything in the database but the audit log and what is counted for limits. */
  contents(): Promise<string>;
  /** Ends the server and searches all of its answers and logs for secrets. */
  close(): Promise<void>;
}

const adminPassword = 'first-light-over-harbour';
const cheap = () => new Argon2PasswordHasher({ memoryKib: 64, passes: 1 });

/** Opens a world on one kind of database. */
export async function openWorld(kind: World['kind'], options: WorldOptions = {}): Promise<World> {
  const place = await openPlace(kind);
  const jwtSecret = randomBytes(32).toString('base64url');
  const metricsToken = randomBytes(16).toString('base64url');
  const settings = { ...readSettings(environmentOf(place.url, jwtSecret, metricsToken, options)), ...place.settings };
  const clock = new ManualClock();
  const log = new MemoryLog();
  const application = await compose(settings, { clock, log, passwords: cheap(), ...options.ports });
  const system = await application.actor('system');
  await application.core.identity.bootstrapAdministrator(system, { ...settings.bootstrap, mayGenerate: false });
  const prefix = options.mountedAt ?? settings.inventoryPrefix;
  const app = observed(appOf(application, options), { folder: inject('answeredFolder'), prefix });
  const listening = await listen(app, { host: '127.0.0.1', port: 0 });

  const secrets = new Map([
    [adminPassword, 'the password of the first administrator'],
    [jwtSecret, 'the secret that signs tokens'],
    [metricsToken, 'the token for measurements'],
  ]);
  const exchanges: Exchange[] = [];
  const url = `${listening.address.url}${prefix}`;
  const routes = inventoryRoutes({ publicDocs: settings.publicDocs });
  const { routeOf } = createDispatch({
    policy: inventoryPolicy(settings),
    routes,
    core: application.core,
    onFailure: () => {},
  });
  const carry = carrierTo(url, { exchanges, secrets, routeOf });
  const people = peopleOf(carry, secrets);
  let ada = await people.signIn('ada', adminPassword);
  let mara = await people.person(ada, { username: 'mara', display_name: 'Mara Lind', email: 'mara@example.org' });
  return {
    ...{ kind, url, application, clock, log, jwtSecret, routes, routeOf },
    get ada() {
      return ada;
    },
    get mara() {
      return mara;
    },
    async later(milliseconds) {
      clock.advance(milliseconds);
      ada = await people.signIn('ada', adminPassword);
      mara = await people.signIn('mara', mara.password);
    },
    anonymous: clientOf(carry),
    as: (token) => clientOf(carry, token),
    person: (fields) => people.person(ada, fields),
    signIn: people.signIn,
    password: people.password,
    keepSecret: (word, what) => void secrets.set(word, what),
    contents: () => digestOf(application),
    async close() {
      await listening.close(0);
      const data = await dumpOf(application);
      await application.close();
      await place.remove();
      const logged = inspect(log.entries, { depth: 12, maxArrayLength: null, maxStringLength: null });
      const leaks = [
        ...leaksInAnswers(exchanges, { words: secrets }),
        ...leaksInText('log', logged, { words: secrets }, /\$argon2/),
        ...leaksInText('database', data, { words: secrets }),
      ];
      expect(leaks, leaks.join('\n')).toEqual([]);
      expect(log.entries.filter(({ level }) => level === 'error')).toEqual([]);
    },
  };
}

/** Declares the same tests for every kind of database, each with a world of its own. */
export function onEveryDatabase(
  title: string,
  declare: (world: () => World) => void,
  options: WorldOptions = {},
): void {
  describe.each(['embedded', 'postgres'] as const)(`${title} (%s)`, (kind) => inWorld(kind, declare, options));
}

/** Declares tests in a world that is opened before them and closed after them. */
export function inWorld(kind: World['kind'], declare: (world: () => World) => void, options: WorldOptions = {}): void {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(kind, options);
  });
  afterAll(() => world?.close());
  declare(() => world);
}

async function openPlace(kind: World['kind']) {
  if (kind === 'embedded') {
    const database = { kind: 'memory' as const, template: await migratedTemplate(ours) };
    return { url: undefined, settings: { database }, remove: async () => {} };
  }
  const name = await createMigratedDatabase();
  return { url: serverUrl(name), settings: {}, remove: () => dropDatabase(name) };
}

/** Counts every request without reaching a limit. */
const wideLimits = {
  RATE_LIMIT_LOGIN: '0',
  RATE_LIMIT_LOGIN_NAME: '0',
  RATE_LIMIT_LOGIN_IP: '0',
  RATE_LIMIT_LOGIN_IP_ATTEMPTS: '0',
  RATE_LIMIT_ANONYMOUS: '0',
  RATE_LIMIT_API: '1000000',
  RATE_LIMIT_WRITE: '1000000',
  RATE_LIMIT_LDAP_TEST: '1000000',
  RATE_LIMIT_BULK: '1000000',
};

const environmentOf = (
  url: string | undefined,
  jwtSecret: string,
  metricsToken: string,
  { environment = {} }: WorldOptions,
) => ({
  ...(url !== undefined && { DATABASE_URL: url, DATABASE_POOL_SIZE: '6' }),
  JWT_SECRET: jwtSecret,
  METRICS_TOKEN: metricsToken,
  LOGIN_MIN_MS: '0',
  ...wideLimits,
  BOOTSTRAP_ADMIN_USERNAME: 'ada',
  BOOTSTRAP_ADMIN_PASSWORD: adminPassword,
  ...environment,
});

/** As `serve` makes it, or as another program would mount it. */
function appOf({ core, settings, log }: Application, { mountedAt }: WorldOptions): Listenable {
  const serving = { log, publicDocs: settings.publicDocs, requireIfMatch: settings.requireIfMatch };
  if (mountedAt === undefined) return createHttpApp({ core, ...serving, ...httpSettings(settings) });
  const host = new Koa();
  host.use(createInventoryMiddleware(core, { ...serving, prefix: mountedAt }));
  host.use((context) => {
    context.body = 'the host';
  });
  return host;
}

const httpSettings = (settings: Settings) => {
  const { inventoryPrefix, corsOrigins, metrics, publicUrl, trustProxy, core, content } = settings;
  return {
    inventoryPrefix,
    discoveryRel: content.discoveryRel,
    corsOrigins,
    site: core,
    ...(publicUrl !== undefined && { publicUrl }),
    ...(trustProxy !== undefined && { trustProxy }),
    ...(metrics.token !== undefined && { metricsToken: metrics.token }),
  };
};

interface Carrying {
  readonly exchanges: Exchange[];
  readonly secrets: Map<string, string>;
  readonly routeOf: World['routeOf'];
}

/** The text of an answer; of an event stream, which has no end, nothing. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  await response.body?.cancel();
  return '';
}

const carrierTo =
  (url: string, { exchanges, secrets, routeOf }: Carrying): Carry =>
  async (method, path, { headers = {}, body, text }: ClientRequestInit) => {
    const isJson = text === undefined && body !== undefined;
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
      ...(isJson ? { body: JSON.stringify(body) } : text !== undefined && { body: text as string }),
    });
    const exchange: Exchange = {
      method,
      path: path.split('?', 1)[0] ?? '',
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await textOf(response),
    };
    exchanges.push(exchange);
    checkExchange(exchange, routeOf(method, exchange.path));
    const { status, headers: received, text: answered } = exchange;
    const reported = bodyOf(answered) as Partial<Published>;
    if (reported.generated_password) secrets.set(reported.generated_password, 'a generated password');
    return { status, headers: received, text: answered, body: reported as never };
  };

function peopleOf(carry: Carry, secrets: Map<string, string>) {
  let count = 0;
  const password = () => {
    const made = `quiet-${randomBytes(9).toString('base64url')}-lantern`;
    secrets.set(made, 'a password');
    return made;
  };
  const signIn = async (username: string, secret: string): Promise<Person> => {
    const { status, body }: Answered = await clientOf(carry).post('/users/login', { username, password: secret });
    expect(status, `${username} signs in`).toBe(200);
    const { user_id: id } = body.user as { user_id: number };
    return { ...clientOf(carry, body.access_token), id, username, password: secret };
  };
  const person = async (by: Client, fields: Readonly<Record<string, unknown>> = {}): Promise<Person> => {
    count += 1;
    const account = { username: `person-${count}`, password: password(), ...fields };
    expect(await by.post('/users', account)).toMatchObject({ status: 201 });
    return signIn(account.username, account.password);
  };
  return { password, signIn, person };
}

async function tablesOf({ database }: Application): Promise<readonly string[]> {
  const found = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(sqlOf(database).kysely());
  return found.rows.map(({ name }) => name);
}

async function digestOf(application: Application): Promise<string> {
  // Requests and refusals are written there: the rest must be unchanged.
  const tables = (await tablesOf(application)).filter((name) => !['audit_event', 'rate_counter'].includes(name));
  const each = tables.map(
    (name) =>
      `select '${name} ' || count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${name} t`,
  );
  const found = await sql<{ digest: string }>`${sql.raw(each.join(' union all '))}`.execute(
    sqlOf(application.database).kysely(),
  );
  return found.rows.map(({ digest }) => digest).join('\n');
}

async function dumpOf(application: Application): Promise<string> {
  const each = (await tablesOf(application)).map((name) => `select t::text as line from ${name} t`);
  const found = await sql<{ line: string }>`${sql.raw(each.join(' union all '))}`.execute(
    sqlOf(application.database).kysely(),
  );
  return found.rows.map(({ line }) => line).join('\n');
}
