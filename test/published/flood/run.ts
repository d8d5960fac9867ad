import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ServerProcess } from '../../resilience/server-process.ts';
import { sendJson } from '../../support/send-json.ts';
import { type Json, wholeRecords } from '../whole-records.ts';
import { FloodAccounts } from './accounts.ts';
import { floodEndpoints } from './endpoints.ts';
import { knownIds } from './good-values.ts';
import { createJudge, type Descriptions, type Finding, generalised } from './judging.ts';
import type { FloodLog } from './log.ts';
import { type FloodRequest, floodRequest, type Sender } from './requests.ts';
import { type Carrier, floodAgent, type Outcome, reproduction, send } from './sending.ts';

/** A failure of the flood, with all requests that have its cause. */
export interface FloodFailure {
  readonly cause: string;
  readonly detail: string;
  /** The smallest request that has it. */
  readonly reproduction: string;
  readonly endpoints: ReadonlySet<string>;
  readonly count: number;
}

/** What came of a flood. */
export interface FloodReport {
  readonly failures: readonly FloodFailure[];
  readonly statuses: ReadonlyMap<number, number>;
  /** Endpoints that gave a good answer. */
  readonly reached: ReadonlySet<string>;
  readonly renewals: number;
  readonly seconds: number;
}

/** Which flood, and of how many requests. */
export interface FloodPlan {
  readonly seed: number;
  readonly count: number;
  /** One request alone, by its number. */
  readonly only?: number;
}

const AT_ONCE = 6;
/** Requests between two checks of the accounts. */
const CARE = 60;

/** Sends a flood to a server and judges every answer and every line of its log. */
export async function runFlood(server: ServerProcess, log: FloodLog, plan: FloodPlan): Promise<FloodReport> {
  const accounts = new FloodAccounts(server);
  await accounts.renew('admin');
  await accounts.renew('member');
  const admin = accounts.of('admin')?.token ?? '';
  await furnish(server.url, admin);
  const flood = new Flood({ server, accounts, log }, await describe(server.url, admin));
  const since = performance.now();
  await flood.sendAll(plan);
  for (const finding of log.findings(accounts.secrets)) flood.note(finding);
  flood.end();
  return { ...flood.report(), renewals: accounts.renewals, seconds: (performance.now() - since) / 1_000 };
}

async function describe(url: string, token: string): Promise<Descriptions> {
  const read = async (path: string) => (await sendJson('GET', `${url}${path}`, undefined, { token })).json();
  return { inventory: (await read('/openapi.json')) as object, shop: (await read('/openapi-shop.json')) as object };
}

/** Makes something of everything, so that what is sent has something to be about. */
async function furnish(url: string, token: string): Promise<void> {
  const post = async (path: string, body: unknown) => {
    const response = await sendJson('POST', `${url}${path}`, body, { token });
    expect(response.status, `${path}: ${await response.text()}`).toBe(201);
  };
  for (const id of knownIds) {
    await post('/users', { username: `victim-${id}` });
    await post('/categories', { name: `Category ${id}` });
    await post('/locations', { code: `FLOOD-${id}` });
    await post('/items', { name: `Item ${id}`, sku: `FLOOD-${id}`, quantity: 100 });
    await post('/operations', { sku: `FLOOD-${id}`, type: 'issue', quantity: 1 });
  }
  const shop = '/index.php?rest_route=';
  await post(`${shop}/shop/v3/products/categories`, { id: 99, name: 'Table', slug: 'table' });
  for (const [path, record] of kinds) {
    for (const id of knownIds) await post(`${shop}${path.replace(/\{\w+\}/, String(id))}`, distinct(path, record, id));
  }
}

const isOfCustomers = (path: string): boolean => path.endsWith('/customers');
/** Customers come first, because orders make theirs, with the ids that are free then. */
const kinds = Object.entries(wholeRecords).toSorted(([a], [b]) => Number(isOfCustomers(b)) - Number(isOfCustomers(a)));

/** A record that does not collide with another of its kind. */
const distinct = (path: string, record: Json, id: number): Json => ({
  ...record,
  // Refunds have their ids among those of orders, variations among those of products.
  id: path.includes('{') ? 100 + id : id,
  ...('sku' in record && { sku: `${record.sku}-${id}` }),
  ...('category_ids' in record && { category_ids: [99] }),
  ...(record.code !== undefined && { code: `ten-${id}` }),
  ...('username' in record && { user_id: 50 + id, username: `kim-${id}`, email: `kim-${id}@example.test` }),
});

interface Setting {
  readonly server: ServerProcess;
  readonly accounts: FloodAccounts;
  readonly log: FloodLog;
}

class Flood {
  readonly #carrier: Omit<Carrier, 'id'>;
  readonly #accounts: FloodAccounts;
  readonly #log: FloodLog;
  readonly #judge: ReturnType<typeof createJudge>;
  readonly #endpoints = floodEndpoints();
  readonly #failures = new Map<string, FloodFailure>();
  readonly #statuses = new Map<number, number>();
  readonly #reached = new Set<string>();
  #retries = 0;

  constructor({ server, accounts, log }: Setting, descriptions: Descriptions) {
    this.#accounts = accounts;
    this.#log = log;
    this.#judge = createJudge(descriptions, { words: accounts.secrets });
    this.#carrier = {
      url: new URL(server.url),
      agent: floodAgent(),
      accountOf: (sender: Sender) => accounts.of(sender),
    };
  }

  async sendAll({ seed, count, only }: FloodPlan): Promise<void> {
    let next = only ?? 0;
    const end = only === undefined ? count : only + 1;
    const sender = async () => {
      while (next < end) {
        const index = next;
        next += 1;
        await this.#one(floodRequest(this.#endpoints, seed, index), `flood-${index}`);
        if (index % CARE === 0) await this.#care();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
  }

  async #care(): Promise<void> {
    await this.#accounts.lookAfter('admin');
    await this.#accounts.lookAfter('member');
  }

  async #one(flood: FloodRequest, id: string): Promise<void> {
    const outcome = await send(flood, { ...this.#carrier, id });
    for (const finding of await this.#findingsOf(flood, outcome, id)) await this.#fail(flood, finding, id);
    if ('silence' in outcome) return;
    const { status } = outcome;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (status < 300) this.#reached.add(flood.endpoint.name);
  }

  async #findingsOf(flood: FloodRequest, outcome: Outcome, id: string): Promise<readonly Finding[]> {
    if ('silence' in outcome) {
      // A client that aborts its request gets no answer.
      return flood.isCut ? [] : [{ cause: `silence: ${generalised(outcome.silence)}`, detail: outcome.silence }];
    }
    const findings = this.#judge(flood, outcome);
    return outcome.status === 500 ? Promise.all(findings.map((each) => this.#withCause(each, id))) : findings;
  }

  /** A failure with its cause in the log, which may be written a moment after the answer. */
  async #withCause(finding: Finding, id: string): Promise<Finding> {
    for (let tries = 0; tries < 20; tries += 1) {
      const cause = this.#log.causeOf(id);
      if (cause) return { cause: `${finding.cause}: ${generalised(cause)}`, detail: `${finding.detail}\n    ${cause}` };
      await setTimeout(25);
    }
    return finding;
  }

  /** Keeps a failure; the first of its cause is made as small as it can be. */
  async #fail(flood: FloodRequest, { cause, detail }: Finding, id: string): Promise<void> {
    const known = this.#failures.get(cause);
    const endpoints = new Set([...(known?.endpoints ?? []), flood.endpoint.name]);
    this.#failures.set(cause, {
      ...(known ?? { cause, detail, reproduction: `${id}: ${reproduction(flood)}` }),
      ...{ endpoints, count: (known?.count ?? 0) + 1 },
    });
    if (known) return;
    const small = await this.#smallest(flood, cause);
    const kept = this.#failures.get(cause);
    if (kept) this.#failures.set(cause, { ...kept, reproduction: `${id}: ${reproduction(small)}` });
  }

  /** Leaves out whatever the same failure comes without. */
  async #smallest(flood: FloodRequest, cause: string): Promise<FloodRequest> {
    let small = flood;
    for (const without of shorter(flood)) {
      const tried = without(small);
      this.#retries += 1;
      const id = `flood-retry-${this.#retries}`;
      const findings = await this.#findingsOf(tried, await send(tried, { ...this.#carrier, id }), id);
      if (findings.some((each) => each.cause === cause)) small = tried;
    }
    return small;
  }

  note({ cause, detail }: Finding): void {
    const known = this.#failures.get(cause);
    const endpoints = known?.endpoints ?? new Set<string>();
    const first = { cause, detail, reproduction: 'in the log' };
    this.#failures.set(cause, { ...(known ?? first), endpoints, count: (known?.count ?? 0) + 1 });
  }

  end(): void {
    this.#carrier.agent.destroy();
  }

  report(): Pick<FloodReport, 'failures' | 'statuses' | 'reached'> {
    return { failures: [...this.#failures.values()], statuses: this.#statuses, reached: this.#reached };
  }
}

type Shortening = (flood: FloodRequest) => FloodRequest;

/** Ways to leave something out of a request, one thing at a time. */
function shorter({ query, headers, members, encode, isCut }: FloodRequest): readonly Shortening[] {
  return [
    ...query.map(
      (piece): Shortening =>
        (flood) => ({ ...flood, query: flood.query.filter((each) => each !== piece) }),
    ),
    ...headers.map(
      (header): Shortening =>
        (flood) => ({ ...flood, headers: flood.headers.filter((each) => each !== header) }),
    ),
    ...(members ?? []).map(
      (member): Shortening =>
        (flood) => ({ ...flood, ...(flood.members && { members: flood.members.filter((each) => each !== member) }) }),
    ),
    ...(encode ? [(flood: FloodRequest) => ({ ...flood, encode: undefined })] : []),
    ...(isCut ? [(flood: FloodRequest) => ({ ...flood, isCut: false })] : []),
  ];
}
